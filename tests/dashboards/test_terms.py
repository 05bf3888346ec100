"""What totals and rows of each system are called."""

import pytest

from dashboards import labels, terms
from schemas import codes
from schemas.items import ITEM_NAMES
from schemas.rules_files import load_ruleset, preset_names

# By system: the name of its totals, a total of 12, and rows (key, value) in full and in brief.
TERMS = {
    "mcr": ("番 fan", "12 番", [("seven_pairs", 24, "+24 番", "24")]),
    "taiwan": ("台 tai", "12 台", [("all_chows", 2, "+2 台", "2")]),
    "luoyuan": (
        "花 points between non-dealers",
        "12 花",
        [
            ("golden_pair", 6, "×6", "×6"),
            ("self_draw", 2, "×2", "×2"),
            ("discard_win", 1, "×1", "×1"),
            ("flower", 1, "+1 花", "+1 花"),
            ("flower_set", 2, "+2 花", "+2 花"),
            ("concealed_kong", 2, "+2 花", "+2 花"),
            ("gold", 1, "+1 花", "+1 花"),
        ],
    ),
    "longgang": (
        "胡 points",
        "12 胡",
        [
            ("four_flowers", 2, "+2 台", "+2 台"),
            ("full_flush", 0, "limit 满", "limit 满"),
            ("three_wildcards", 0, "limit 满", "limit 满"),
        ],
    ),
    "yantai": ("multiplier", "×12", [("half_flush", 2, "×2", "×2")]),
}


@pytest.mark.parametrize("name", preset_names())
def test_totals_and_rows_are_told_as_their_system_counts_them(name):
    ruleset = load_ruleset(name)
    totals, twelve, rows = TERMS[ruleset.system]
    assert terms.totals_of(ruleset).name == totals
    assert terms.total(ruleset, 12) == twelve
    for key, value, full, brief in rows:
        assert terms.value(ruleset, key, value) == full
        assert terms.brief(ruleset, key, value) == brief


@pytest.mark.parametrize("name", preset_names())
def test_only_points_that_are_doubled_have_a_limit(name):
    ruleset = load_ruleset(name)
    assert terms.limit_of(ruleset) == (300 if ruleset.system == "longgang" else None)


@pytest.mark.parametrize(
    ("names", "keys"),
    [
        (
            labels.ENDINGS,
            [*codes.WIN_BY, *codes.OUTCOMES, "unwon"],
        ),
        (labels.WAITS, codes.WAITS),
        (labels.PARTS, codes.SETTLEMENT_PARTS),
        (labels.ABORTS, ["four_winds", "four_kongs"]),
        (labels.AGREEMENTS, codes.AGREEMENTS),
        (ITEM_NAMES, codes.WIN_ITEMS),
    ],
)
def test_every_key_has_a_name(names, keys):
    assert set(names) == set(keys)


def test_systems_rename_only_endings_that_exist():
    for own in labels.ENDINGS_OF_SYSTEM.values():
        assert set(own) <= set(labels.ENDINGS)
