"""Rows of the Taiwan tai table that ask for particular sets, waits or readings, counted by hand.

Where not said otherwise: 系統滿台, South seat, West round, one flower that is not South's, won on a
discard.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.taiwan import score
from tests.oracles.taiwan_notation import won

CLAIMED = ("123m", "567p")
CHOWS = "345p 678s 44m 23s"
"""Beside CLAIMED: five chows, waiting for 1s and 4s."""
TERMINALS = won("111s 9s", "9s", "111m", "999m", "111p", "999p")
C = "C"


def case(name: str, hand: dict[str, Any], column: str, **patterns: int) -> Any:
    return pytest.param(hand, column, patterns, id=name)


PUNGS = [
    case(
        "five_concealed_pungs_won_on_the_pair",
        won("111m 333p 555s 777m 999p 4s", "4s"),
        C,
        five_concealed_pungs=1,
        all_pungs=1,
        concealed_hand=1,
    ),
    case(
        "pung_completed_by_a_discard_is_exposed",
        won("111m 333p 555s 777m 99p 44s", "9p"),
        C,
        four_concealed_pungs=1,
        all_pungs=1,
        concealed_hand=1,
    ),
    case(
        "pung_completed_by_self_draw_is_concealed",
        won("111m 333p 555s 777m 99p 44s", "9p", win_by="self_draw"),
        C,
        five_concealed_pungs=1,
        all_pungs=1,
        concealed_self_draw=1,
    ),
    case(
        "concealed_kong_is_a_concealed_pung",
        won("333p 555s 777m 4s", "4s", "(1111m)", "678p"),
        C,
        four_concealed_pungs=1,
        concealed_kong=1,
    ),
    case(
        "exposed_kong_is_no_concealed_pung",
        won("333p 555s 777m 4s", "4s", "1111m", "678p"),
        C,
        three_concealed_pungs=1,
        exposed_kong=1,
    ),
    case(
        "three_concealed_pungs_the_discard_taken_by_a_chow",
        won("111m 23m 333p 555s 99p", "1m", "678s"),
        C,
        three_concealed_pungs=1,
    ),
    case(
        "all_pungs_with_kongs",
        won("999p 4s", "4s", "111m", "3333p", "555s", "777m"),
        C,
        all_pungs=1,
        exposed_kong=1,
    ),
    case(
        "mixed_triple_pung_with_a_kong",
        won("999s 4m", "4m", "333m", "3333p", "333s", "567p"),
        C,
        mixed_triple_pung=1,
        exposed_kong=1,
    ),
]

CHOW_ROWS = [
    case("all_chows", won(CHOWS, "4s", *CLAIMED, flowers=""), "A", all_chows=1),
    case(
        "all_chows_do_not_cancel_no_honors_no_flowers",
        won(CHOWS, "1s", *CLAIMED, flowers=""),
        "B",
        all_chows=1,
        no_honors_no_flowers=1,
    ),
    case("all_chows_need_no_flowers", won(CHOWS, "4s", *CLAIMED), "A"),
    case("all_chows_need_no_honors", won("345p 678s EE 23s", "4s", *CLAIMED, flowers=""), "A"),
    case("all_chows_not_closed", won("345p 678s 44m 24s", "3s", *CLAIMED, flowers=""), "A"),
    case("all_chows_not_low_edge", won("345p 678s 44m 12s", "3s", *CLAIMED, flowers=""), "A"),
    case("all_chows_not_high_edge", won("345p 234s 44m 89s", "7s", *CLAIMED, flowers=""), "A"),
    case(
        "all_chows_two_sided_at_the_high_end",
        won("345p 234s 44m 78s", "9s", *CLAIMED, flowers=""),
        "A",
        all_chows=1,
    ),
    case("all_chows_not_single", won("345p 678s 4m 234s", "4m", *CLAIMED, flowers=""), "A"),
    case(
        "all_chows_the_chow_may_take_the_tile_instead_of_the_pair",
        won("345p 678s 44m 56m", "4m", *CLAIMED, flowers=""),
        "A",
        all_chows=1,
    ),
    case("all_chows_not_with_a_pung", won("999p 678s 44m 23s", "4s", *CLAIMED, flowers=""), "A"),
    case(
        "all_chows_by_self_draw",
        won(CHOWS, "4s", *CLAIMED, flowers="", win_by="self_draw"),
        "A",
        all_chows=1,
        self_draw=1,
    ),
    case(
        "all_chows_by_robbing_a_kong",
        won(CHOWS, "4s", *CLAIMED, flowers="", win_by="robbed_kong"),
        "A",
        all_chows=1,
        robbing_kong=1,
    ),
    case(
        "pure_straight_of_melds_and_hand",
        won("456m 999s 4p", "4p", "123m", "789m", "567p"),
        C,
        pure_straight=1,
    ),
    case(
        "mixed_triple_chow",
        won("999s 4m", "4m", "123m", "123p", "123s", "567p"),
        C,
        mixed_triple_chow=1,
    ),
    case("pure_straight_not_in_A", won("456m 999s 4p", "4p", "123m", "789m", "567p"), "A"),
]

KINDS = [
    case(
        "all_honors_cancel_pungs_flush_terminals_outside",
        won("PPP W", "W", "EEE", "NNN", "CCC", "FFF"),
        C,
        all_honors=1,
        big_three_dragons=1,
    ),
    case(
        "full_flush_without_the_straight_chows",
        won("999m 2m", "2m", "123m", "345m", "567m", "789m"),
        C,
        full_flush=1,
    ),
    case(
        "half_flush",
        won("NNN 2m", "2m", "123m", "345m", "567m", "789m"),
        C,
        half_flush=1,
    ),
    case(
        "all_terminals_cancel_pungs_and_outside", TERMINALS, C, all_terminals=1, mixed_triple_pung=1
    ),
    case("all_terminals_neutral_in_A_cancel_nothing", TERMINALS, "A", all_pungs=1),
    case(
        "terminals_and_honors_cancel_pungs_and_outside",
        won("999s N", "N", "111m", "999m", "111p", "EEE"),
        C,
        terminals_and_honors=1,
    ),
    case(
        "pure_outside_cancels_mixed_outside",
        won("12p 99m", "3p", "123m", "789p", "111s", "789s"),
        C,
        pure_outside=1,
    ),
    case("mixed_outside", won("12p 99m", "3p", "123m", "789p", "EEE", "789s"), C, mixed_outside=1),
    case(
        "mixed_outside_by_the_pair",
        won("12p EE", "3p", "123m", "789p", "111s", "789s"),
        C,
        mixed_outside=1,
    ),
    case("outside_needs_the_pair", won("12p 88m", "3p", "123m", "789p", "111s", "789s"), C),
    case("all_simples", won("888m 5s", "5s", "234m", "567p", "345p", "678s"), C, all_simples=1),
    case("all_simples_no_honor", won("888m N", "N", "234m", "567p", "345p", "678s"), C),
]

READINGS = [
    case(
        "three_equal_chows_read_as_pungs",
        won("111222333m 678s 5p", "5p", "567p"),
        C,
        three_concealed_pungs=1,
    ),
    case(
        "three_equal_chows_read_as_chows_where_that_is_more",
        won("111222333m 789p 9s", "9s", "789s"),
        C,
        pure_outside=1,
    ),
    case(
        "another_table_chooses_another_reading",
        won("111222333m 789p 9s", "9s", "789s"),
        "A",
        three_concealed_pungs=1,
    ),
    case(
        "four_equal_pungs_or_chows_beside_the_pair",
        won("111222333444m 5m", "5m", "678p"),
        C,
        four_concealed_pungs=1,
    ),
    case(
        # Only 33m can be the pair: 111m 222m 444m 345m. The discard belongs to the chow.
        "the_fourth_copy_goes_to_the_chow",
        won("1112223334445m", "4m", "678p"),
        C,
        three_concealed_pungs=1,
    ),
]


@pytest.mark.parametrize(("hand", "column", "patterns"), PUNGS)
def test_taiwan_pungs(hand: dict[str, Any], column: str, patterns: dict[str, int]) -> None:
    assert score(hand, {"column": column})["tied"] == [patterns]


@pytest.mark.parametrize(("hand", "column", "patterns"), CHOW_ROWS)
def test_taiwan_chows(hand: dict[str, Any], column: str, patterns: dict[str, int]) -> None:
    assert score(hand, {"column": column})["tied"] == [patterns]


@pytest.mark.parametrize(("hand", "column", "patterns"), KINDS)
def test_taiwan_kinds_of_tiles(hand: dict[str, Any], column: str, patterns: dict[str, int]) -> None:
    assert score(hand, {"column": column})["tied"] == [patterns]


@pytest.mark.parametrize(("hand", "column", "patterns"), READINGS)
def test_taiwan_readings(hand: dict[str, Any], column: str, patterns: dict[str, int]) -> None:
    assert score(hand, {"column": column})["tied"] == [patterns]
