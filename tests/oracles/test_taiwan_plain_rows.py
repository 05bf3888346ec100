"""Each row of the Taiwan tai table on hands counted by hand: all patterns of the hand are given.

Where not said otherwise: 系統滿台, South seat, West round, one flower that is not South's, won on a
discard.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.taiwan import score
from tests.oracles.taiwan_notation import won

ALL_HAND = "123m 567p 345p 678s 999s 4m"
"""With 4m: five sets and the pair in hand, no row but how it is won."""
PLAIN = "345p 678s 999s 4m"
"""The same with two chows claimed: no row at all."""
CLAIMED = ("123m", "567p")
ROBBED = "345p 78s 999s 44m"
"""The same waiting for 6s alone, that no other tile of the hand equals."""
C = "C"


def case(name: str, hand: dict[str, Any], column: str, **patterns: int) -> Any:
    return pytest.param(hand, column, patterns, id=name)


CIRCUMSTANCES = [
    case("no_row_at_all_is_a_win", won(PLAIN, "4m", *CLAIMED), C),
    case("self_draw", won(PLAIN, "4m", *CLAIMED, win_by="self_draw"), C, self_draw=1),
    case("concealed_hand", won(ALL_HAND, "4m"), C, concealed_hand=1),
    case(
        "concealed_self_draw_replaces_both",
        won(ALL_HAND, "4m", win_by="self_draw"),
        C,
        concealed_self_draw=1,
    ),
    case(
        "concealed_kong_keeps_concealed_hand",
        won("123m 567p 345p 678s 4m", "4m", "(9999s)"),
        C,
        concealed_hand=1,
        concealed_kong=1,
    ),
    case(
        "exposed_kong_breaks_concealed_hand",
        won("123m 567p 345p 678s 4m", "4m", "9999s"),
        C,
        exposed_kong=1,
    ),
    case(
        "heavenly_cancels_self_draw_rows_and_replacement",
        won(
            ALL_HAND,
            "4m",
            win_by="self_draw",
            seat="E",
            flowers="f2",
            flags=["first_turn", "flower_replacement"],
        ),
        C,
        heavenly=1,
    ),
    case(
        "earthly_cancels_self_draw_rows_and_replacement",
        won(ALL_HAND, "4m", win_by="self_draw", flags=["first_turn", "flower_replacement"]),
        C,
        earthly=1,
    ),
    case("human_cancels_concealed_hand", won(ALL_HAND, "4m", flags=["first_turn"]), C, human=1),
    case(
        "human_is_not_for_the_dealer",
        won(ALL_HAND, "4m", seat="E", flowers="f2", flags=["first_turn"]),
        C,
        concealed_hand=1,
    ),
    case(
        "human_is_not_for_a_robbed_kong",
        won(
            "123m 567p 345p 78s 999s 44m",
            "6s",
            win_by="robbed_kong",
            flags=["first_turn"],
        ),
        C,
        concealed_hand=1,
        robbing_kong=1,
    ),
    case(
        "earthly_needs_that_nobody_has_konged",
        won(
            "123m 567p 345p 678s 4m",
            "4m",
            "(9999s)",
            win_by="self_draw",
            flags=["first_turn"],
        ),
        C,
        concealed_self_draw=1,
        concealed_kong=1,
    ),
    case(
        "kong_replacement_beside_self_draw",
        won(
            "345p 678s 4m", "4m", *CLAIMED, "9999s", win_by="self_draw", flags=["kong_replacement"]
        ),
        C,
        self_draw=1,
        exposed_kong=1,
        kong_replacement=1,
    ),
    case(
        "kong_replacement_after_a_flower",
        won(PLAIN, "4m", *CLAIMED, win_by="self_draw", flags=["flower_replacement"]),
        C,
        self_draw=1,
        kong_replacement=1,
    ),
    case(
        "kong_and_flower_replacement_count_once",
        won(
            "345p 678s 4m",
            "4m",
            *CLAIMED,
            "9999s",
            win_by="self_draw",
            flags=["kong_replacement", "flower_replacement"],
        ),
        C,
        self_draw=1,
        exposed_kong=1,
        kong_replacement=1,
    ),
    case(
        "last_draw_beside_self_draw",
        won(PLAIN, "4m", *CLAIMED, win_by="self_draw", flags=["last_tile"]),
        C,
        self_draw=1,
        last_draw=1,
    ),
    case("last_discard", won(PLAIN, "4m", *CLAIMED, flags=["last_tile"]), C, last_discard=1),
    case("robbing_kong", won(ROBBED, "6s", *CLAIMED, win_by="robbed_kong"), C, robbing_kong=1),
    case(
        "declared_ready", won(PLAIN, "4m", *CLAIMED, flags=["declared_ready"]), C, declared_ready=1
    ),
    case(
        "shown_ready_cancels_declared_ready",
        won(PLAIN, "4m", *CLAIMED, flags=["declared_ready", "shown_ready"]),
        C,
        shown_ready=1,
    ),
    case("shown_ready_alone", won(PLAIN, "4m", *CLAIMED, flags=["shown_ready"]), C, shown_ready=1),
    case(
        "flags_of_other_systems_are_ignored",
        won(PLAIN, "4m", *CLAIMED, flags=["last_copy", "open_play", "late_dragon"]),
        C,
    ),
    case("all_claimed", won("4m", "4m", *CLAIMED, "345p", "678s", "999s"), C, all_claimed=1),
    case(
        "all_claimed_with_an_exposed_kong",
        won("4m", "4m", *CLAIMED, "345p", "678s", "9999s"),
        C,
        all_claimed=1,
        exposed_kong=1,
    ),
    case(
        "all_claimed_needs_a_discard",
        won("4m", "4m", *CLAIMED, "345p", "678s", "999s", win_by="self_draw"),
        C,
        self_draw=1,
    ),
    case(
        "all_claimed_not_with_a_concealed_kong",
        won("4m", "4m", *CLAIMED, "345p", "678s", "(9999s)"),
        C,
        concealed_kong=1,
    ),
]

HONORS = [
    case(
        "big_four_winds_cancel_wind_rows",
        won("23m 55p", "1m", "EEE", "SSS", "WWW", "NNNN"),
        C,
        big_four_winds=1,
        exposed_kong=1,
    ),
    case(
        "big_four_winds_cancel_any_wind",
        won("23m 55p", "1m", "EEE", "SSS", "WWW", "NNN"),
        "B",
        big_four_winds=1,
        any_flower=1,
    ),
    case(
        "little_four_winds_cancel_wind_rows",
        won("123m 456p N", "N", "EEE", "SSS", "WWW"),
        C,
        little_four_winds=1,
    ),
    case(
        "little_four_winds_cancel_any_wind",
        won("123m 456p N", "N", "EEE", "SSS", "WWW"),
        "B",
        little_four_winds=1,
        any_flower=1,
    ),
    case(
        "little_four_winds_need_the_pair",
        won("123m 456p 8p", "8p", "EEE", "SSS", "WWW"),
        C,
        round_wind=1,
        seat_wind=1,
    ),
    case(
        "any_wind_counts_each_pung_and_kong",
        won("123m 456p 8p", "8p", "EEE", "SSS", "WWWW"),
        "B",
        any_wind=3,
        any_flower=1,
        exposed_kong=1,
    ),
    case(
        "round_and_seat_wind_both_count",
        won("345p 678s 4m", "4m", *CLAIMED, "EEE", seat="E", round_wind="E", flowers="f2"),
        "A",
        round_wind=1,
        seat_wind=1,
    ),
    case(
        "seat_wind_counts_a_kong",
        won("345p 678s 4m", "4m", *CLAIMED, "SSSS"),
        C,
        seat_wind=1,
        exposed_kong=1,
    ),
    case(
        "big_three_dragons_cancel_dragon_pung",
        won("123m 456p 8p", "8p", "CCC", "FFF", "PPP"),
        C,
        big_three_dragons=1,
    ),
    case(
        "little_three_dragons_cancel_dragon_pung",
        won("123m 456p P", "P", "CCC", "FFF", "678s"),
        C,
        little_three_dragons=1,
    ),
    case(
        "dragon_pung_counts_each_pung_and_kong",
        won("123m 456p 8p", "8p", "CCC", "FFFF", "678s"),
        C,
        dragon_pung=2,
        exposed_kong=1,
    ),
    case(
        "no_honors_no_flowers",
        won(PLAIN, "4m", *CLAIMED, flowers=""),
        "B",
        no_honors_no_flowers=1,
    ),
    case("no_honors_no_flowers_not_in_A", won(PLAIN, "4m", *CLAIMED, flowers=""), "A"),
    case("no_honors_spoiled_by_a_wind", won("345p 678s 999s N", "N", *CLAIMED, flowers=""), C),
    case("no_honors_spoiled_by_a_dragon", won("345p 678s 999s C", "C", *CLAIMED, flowers=""), C),
]


@pytest.mark.parametrize(("hand", "column", "patterns"), CIRCUMSTANCES)
def test_taiwan_circumstances(hand: dict[str, Any], column: str, patterns: dict[str, int]) -> None:
    assert score(hand, {"column": column})["tied"] == [patterns]


@pytest.mark.parametrize(("hand", "column", "patterns"), HONORS)
def test_taiwan_honors(hand: dict[str, Any], column: str, patterns: dict[str, int]) -> None:
    assert score(hand, {"column": column})["tied"] == [patterns]
