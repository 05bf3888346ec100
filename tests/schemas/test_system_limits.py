"""Rule sets that ask for more than their system's scoring knows, and rows that are the limit."""

import pytest

from schemas.errors import RulesError
from schemas.rules_files import load_ruleset
from schemas.rules_text import differences, worth


def house_rule(tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            '[win]\nhuman = "first_go_round"',
            "win.human 'first_go_round': the patterns of longgang know 'none'",
        ),
        (
            "[win]\nrobbing_gold = true",
            "win.robbing_gold True: the patterns of longgang know False",
        ),
        (
            '[wildcard]\nidle = "no_discard_win"',
            "wildcard.idle 'no_discard_win': the patterns of longgang know 'free'",
        ),
        (
            '[win]\nshapes = ["standard", "seven_pairs"]',
            "win.shapes: 'seven_pairs': the patterns of longgang are counted on standard or "
            "eight_pairs alone",
        ),
        (
            '[settlement]\nkind = "flower_shares"',
            "settlement.kind 'flower_shares' needs scoring.kind 'flower_formula'",
        ),
        (
            "[patterns.four_kongs]\nvalue = 1",
            "patterns.four_kongs: no pattern of system 'longgang'",
        ),
    ],
)
def test_longgang_rule_set_beyond_its_scoring_is_refused(tmp_path, lines, message):
    path = house_rule(tmp_path, f'extends = "longgang"\nname = "house"\n{lines}\n')
    with pytest.raises(RulesError) as caught:
        load_ruleset(path)
    assert message in caught.value.message
    assert caught.value.code == "bad_rules"


def test_limit_rows_need_a_scoring_with_a_limit(tmp_path):
    path = house_rule(tmp_path, 'extends = "mcr"\n[patterns.all_green]\nlimit = true\n')
    with pytest.raises(RulesError) as caught:
        load_ruleset(path)
    assert "patterns.all_green.limit: scoring.kind 'fan_sum' has no limit" in caught.value.message


def test_limit_rows_are_told_from_rows_that_do_not_count(tmp_path):
    longgang = load_ruleset("longgang")
    rows = ("full_flush", "all_chows", "four_flowers")
    assert [worth(longgang, key) for key in rows] == ["limit", "–", "2"]
    path = house_rule(
        tmp_path,
        'extends = "longgang"\nname = "house"\n[patterns.full_flush]\nvalue = 3\nlimit = false\n',
    )
    house = load_ruleset(path)
    assert worth(house, "full_flush") == "3"
    assert house.hash != longgang.hash
    found = [(one.what, one.left, one.right) for one in differences(longgang, house)]
    assert found == [
        ("full_flush 清一色: value", "0 台", "3 台"),
        ("full_flush 清一色: limit", "yes", "no"),
    ]
