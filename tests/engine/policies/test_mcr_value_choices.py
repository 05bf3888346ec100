"""Choices of `value` in Chinese Official in hands where the right one is clear."""

from __future__ import annotations

import numpy as np
import pytest

from engine.policies.mcr_value.policy import prepare_mcr
from engine.tables import load_tables
from schemas.codes import CHOW, DISCARD, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG
from tests.engine.oracle.engine import changed_rules, ruleset
from tests.engine.policies.mcr_player import Option, choose, discard, known, new_memory, sight


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123456789m 78s 55p W", "W"),  # 清龙, waiting on 6 and 9 bamboo
        ("123m 456p 78s 999s 22m 1p", "1p"),  # 花龙 needs 7 to 9 bamboo
        ("1122334455m 668p 9s", "9s"),  # six pairs: 七对 is one tile away with any other
        ("123m 456p 789s 22s 44p W", "W"),  # 花龙 is there: two pairs wait for a third
        ("147m 258p 369s ESWN 5m", "5m"),  # 全不靠 complete but for one honor
        ("19m 19p 19s ESWNCF 5p 5p", "5p"),  # thirteen orphans
    ],
)
def test_the_tile_that_no_target_needs_is_discarded(hand: str, tile: str) -> None:
    assert discard(sight(hand)) == tile


def test_dead_tiles_are_not_waited_for() -> None:
    # 花龙 lacks 9s, of which none is left; 清龙 of characters lacks 6m.
    look = sight("12345789m 78s 456p 2s", seen="9999s")
    assert discard(look) in ("2s", "7s", "8s")


def test_claims_that_complete_the_core_are_made_and_others_not() -> None:
    look = sight("123m 456p 79s 22m 4s C P")
    chow = [Option(CHOW, "8s", "7s")]
    assert choose(look, chow, known()) == 0
    # A claim takes concealment from seven pairs that are nearly there.
    pairs = sight("1133m 2266p 4488s 7m")
    assert choose(pairs, [Option(PUNG, "3m")], known()) == -1


def test_of_two_chows_that_may_be_claimed_the_one_of_the_target_is() -> None:
    look = sight("123m 456p 6799s 22m C")
    options = [Option(CHOW, "8s", "6s"), Option(CHOW, "8s", "7s")]
    assert choose(look, options, known()) == 1  # 789 for 花龙, not 678


def test_kongs_are_laid_down_where_no_target_needs_the_fourth_tile() -> None:
    look = sight("9999p 123m 456m 78m 2s 2s")
    options = [Option(DISCARD, "9p"), Option(DISCARD, "2s"), Option(KONG_CONCEALED, "9p")]
    assert choose(look, options, known()) == 2
    # The fourth 3p belongs to a chow of 三色三同顺.
    kept = sight("3333p 12p 123m 12s 55s 9m")
    options = [Option(DISCARD, "9m"), Option(KONG_CONCEALED, "3p")]
    assert choose(kept, options, known()) == 0
    added = sight("5p 123m 456m 78m 2s 2s", "555p")
    assert choose(added, [Option(DISCARD, "2s"), Option(KONG_ADDED, "5p")], known()) == 1
    held = sight("555p 23m 66m", "234p", "666s")
    assert choose(held, [Option(KONG_EXPOSED, "5p")], known()) in (0, -1)


def test_a_changed_table_changes_the_discard() -> None:
    hand = "11m 33m 66p 88p 55s 234s E"
    assert discard(sight(hand, draws_left=14)) == "E"
    look = sight("1133m 66p 88p 5567s E E", draws_left=14)
    dear = changed_rules("mcr-botzone", all_pungs=88, seven_pairs=1)
    rows = [Option(DISCARD, tile) for tile in ("6s", "7s", "E", "5s", "1m")]
    knowledge = prepare_mcr(ruleset("mcr-botzone"), dear, load_tables(), {})
    assert choose(look, rows, knowledge) in (0, 1)
    assert choose(look, [Option(PUNG, "5s")], knowledge) == 0


def test_the_same_choice_whatever_was_left_in_the_memory() -> None:
    hands = ["1234m 467p 2358s EWC", "2255m 3478p 199s CF E", "11123m 4567p 789s E"]
    used = new_memory()
    for _ in range(2):
        for hand in hands:
            used.ints[0] = 0
            assert discard(sight(hand), memory=used) == discard(sight(hand))
    assert np.isfinite(used.floats).all()
