"""Exclusions, neutral values and tied readings of the plain Taiwan scorer, counted by hand.

Exclusions that the presets' values show are seen in the rows' tests; here are those that show only
where another row is neutral. Rows that cannot hold together (both big and little winds, full and
half flush) have none.
"""

from __future__ import annotations

import pytest

from tests.oracles.taiwan import score
from tests.oracles.taiwan_notation import won

TERMINALS = won("111s 9s", "9s", "111m", "999m", "111p", "999p")


@pytest.mark.parametrize(("seat", "row"), [("E", "heavenly"), ("S", "earthly")])
def test_taiwan_heavenly_and_earthly_cancel_both_parts_of_concealed_self_draw(
    seat: str, row: str
) -> None:
    hand = won(
        "123m 567p 345p 678s 999s 4m",
        "4m",
        win_by="self_draw",
        seat=seat,
        flowers="f4",
        flags=["first_turn"],
    )
    options = {"column": "C", "values": {"concealed_self_draw": 0}}
    assert score(hand, options)["patterns"] == {row: 1}


def test_taiwan_neutral_concealed_self_draw_leaves_both_parts() -> None:
    hand = won("123m 567p 345p 678s 999s 4m", "4m", win_by="self_draw")
    patterns = score(hand, {"values": {"concealed_self_draw": 0}})["patterns"]
    assert patterns == {"self_draw": 1, "concealed_hand": 1}


def test_taiwan_all_terminals_cancel_mixed_outside() -> None:
    options = {"column": "C", "values": {"pure_outside": 0}}
    assert score(TERMINALS, options)["patterns"] == {"all_terminals": 1, "mixed_triple_pung": 1}


def test_taiwan_a_cancelled_row_still_cancels() -> None:
    options = {"column": "C", "excludes": {"all_pungs": ["mixed_triple_pung"]}}
    assert score(TERMINALS, options)["patterns"] == {"all_terminals": 1}


def test_taiwan_a_neutral_row_never_cancels() -> None:
    options = {"column": "C", "values": {"all_terminals": 0}}
    patterns = {"pure_outside": 1, "all_pungs": 1, "mixed_triple_pung": 1}
    assert score(TERMINALS, options)["patterns"] == patterns


def test_taiwan_neutral_five_leaves_four_concealed_pungs() -> None:
    hand = won("111m 333p 555s 777m 999p 4s", "4s")
    patterns = {"four_concealed_pungs": 1, "all_pungs": 1, "concealed_hand": 1}
    assert score(hand, {"values": {"five_concealed_pungs": 0}})["patterns"] == patterns


def test_taiwan_readings_that_tie_are_all_given() -> None:
    hand = won("111222333m 789p 9s", "9s", "789s")
    result = score(hand, {"column": "C", "values": {"three_concealed_pungs": 8}})
    assert result["total"] == 8
    tied = sorted(result["tied"], key=str)
    assert tied == [{"pure_outside": 1}, {"three_concealed_pungs": 1}]
    assert result["patterns"] in tied
