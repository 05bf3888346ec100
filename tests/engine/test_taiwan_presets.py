"""The three Taiwan presets: the card's columns, exclusions and options."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.catalogue import load_catalogue
from schemas.errors import RulesError
from schemas.rules_files import load_ruleset
from tests.engine.taiwan_card import EXCLUSIONS, VALUES
from tests.engine.taiwan_scores import FLOWERS_HONORS, PRESETS, STANDARD, SYSTEM, ruleset

OPTIONS = {
    "tiles.hand_size": 16,
    "tiles.honors": list("ESWNCFP"),
    "tiles.flowers": ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8"],
    "wildcard.kind": "none",
    "wall.kind": "common",
    "wall.keep_back": 0,
    "wall.dealer_first_tile": "dealt",
    "play.rob_kong": True,
    "play.multiple_winners": False,
    "play.last_discard_claims": False,
    "play.keep_flowers": False,
    "play.flower_order": "each",
    "play.declare_ready": "shown",
    "win.shapes": ["standard"],
    "win.minimum": 0,
    "win.heavenly_after_kongs": False,
    "win.earthly": "first_draw",
    "win.human": "before_own_draw",
    "win.claims_end_first_turn": True,
    "win.eight_flowers": True,
    "win.seven_rob_one": True,
    "scoring.kind": "tai_sum",
    "scoring.all_chows_self_draw": True,
    "scoring.concealed_kong_keeps_concealed": True,
    "scoring.straight": "chows",
    "scoring.no_honors_dragons": True,
    "settlement.kind": "base_per_tai",
    "settlement.base": 3,
    "settlement.per_tai": 1,
    "settlement.payer": "discarder",
    "settlement.pull_streak": True,
    "violations.false_win_pays_each": 0,
    "violations.player_error_pays_each": 0,
    "session.hands": 64,
    "session.rounds": 4,
    "session.first_dealer": 0,
    "session.dealer_stays": ["dealer_win"],
    "session.draw_grows_streak": False,
    "session.seat_rotation": [],
}


@pytest.mark.parametrize("preset", PRESETS)
def test_taiwan_values_are_the_cards_column(preset: str) -> None:
    assert {key: rule.value for key, rule in ruleset(preset).patterns.items()} == VALUES[preset]


@pytest.mark.parametrize("preset", PRESETS)
def test_taiwan_exclusions_are_the_cards(preset: str) -> None:
    found = {key: set(rule.excludes) for key, rule in ruleset(preset).patterns.items()}
    assert {key: others for key, others in found.items() if others} == EXCLUSIONS


@pytest.mark.parametrize("preset", PRESETS)
def test_taiwan_options_are_the_cards(preset: str) -> None:
    options = ruleset(preset).options()
    assert {name: options[name] for name in OPTIONS} == OPTIONS


def test_taiwan_abortive_draws_are_those_of_the_standard_table_alone() -> None:
    for preset in PRESETS:
        abort = ruleset(preset).abort
        assert (abort.four_winds, abort.four_kongs) == (preset == STANDARD,) * 2


@pytest.mark.parametrize("preset", [FLOWERS_HONORS, SYSTEM])
def test_taiwan_presets_differ_in_values_and_abortive_draws_alone(preset: str) -> None:
    options = {
        name
        for name, value in ruleset(preset).options().items()
        if value != ruleset(STANDARD).options()[name]
    }
    assert options == {"abort.four_winds", "abort.four_kongs"}


def test_taiwan_catalogue_follows_the_source_which_lists_all_honors_twice() -> None:
    rows = [pattern.row for pattern in load_catalogue("taiwan").patterns]
    assert rows == [row for row in range(1, 49) if row != 17]


def test_taiwan_patterns_are_counted_on_sets_and_a_pair_alone(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    text = 'extends = "taiwan-standard"\nname = "h"\n[win]\nshapes = ["standard", "eight_pairs"]\n'
    path.write_text(text, "utf-8")
    with pytest.raises(RulesError, match=r"win\.shapes: 'eight_pairs': .* standard alone"):
        load_ruleset(str(path))
