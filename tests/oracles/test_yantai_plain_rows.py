"""The plain Yantai scorer against its card: every row, and what it excludes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.written_lines import line
from tests.oracles.yantai import score
from tests.oracles.yantai_lines import PLAIN, at_table, rows


def test_yantai_plain_hand_is_worth_one() -> None:
    answer = score(line(*PLAIN))
    assert answer == {
        "legal": True,
        "reason": None,
        "total": 1,
        "patterns": {},
        "deltas": None,
        "tied": [{}],
    }


def test_yantai_no_shape_is_no_win() -> None:
    answer = score(line("123m 456p 789p 222s 5m", "6m", **at_table(1)))
    assert (answer["legal"], answer["reason"]) == (False, "no_shape")
    assert (answer["total"], answer["patterns"], answer["deltas"]) == (0, {}, None)


@pytest.mark.parametrize(
    ("melds", "win_by", "counts"),
    [
        ((), "self_draw", True),
        (("(2222s)",), "self_draw", True),
        ((), "discard", False),
        (("222s",), "self_draw", False),
        (("2222s",), "self_draw", False),
    ],
)
def test_yantai_concealed_hand_needs_self_draw_and_no_claim(
    melds: tuple[str, ...], win_by: str, counts: bool
) -> None:
    concealed = "123m 456p 789p 5m" if melds else "123m 456p 789p 222s 5m"
    assert ("concealed_hand" in rows(line(concealed, "5m", *melds, win_by=win_by))) is counts


def test_yantai_a_claimed_chow_ends_concealed_hand() -> None:
    assert rows(line("456p 789p 222s 5m", "5m", "123m", win_by="self_draw")) == set()


def test_yantai_half_flush_is_one_suit_and_honors() -> None:
    assert rows(line("123m 456m 678m EEE 5m", "5m")) == {"half_flush"}
    assert rows(line("123m 456m 678m EEE 5p", "5p")) == set()


def test_yantai_full_flush_is_one_suit() -> None:
    assert rows(line("123m 345m 678m 222m 5m", "5m")) == {"full_flush"}
    assert rows(line("678m 222m 345m 5m", "5m", "123m")) == {"full_flush"}
    assert rows(line("678m 222m 345m 5m", "5m", "123p")) == set()


def test_yantai_full_flush_of_honors_alone_is_a_choice() -> None:
    hand = line("EEE SSS WWW CCC F", "F")
    assert score(hand)["patterns"] == {"all_pungs": 1, "full_flush": 1}
    assert score(hand)["total"] == 8
    assert rows(hand, honors_full_flush=False) == {"all_pungs"}


def test_yantai_pure_straight_is_three_chows_of_one_suit() -> None:
    assert rows(line("123m 456m 789m 222s 5p", "5p")) == {"pure_straight"}
    assert rows(line("456m 222s 5p", "5p", "123m", "789m")) == {"pure_straight"}
    assert rows(line("123m 456m 789p 222s 5p", "5p")) == set()
    # Nine ranks are not enough: here 789m is no chow, whatever way the tiles are read.
    assert rows(line("123m 456m 777m 999m 8m", "8m")) == {"full_flush"}


@pytest.mark.parametrize("fourth", ["222s", "2222s", "(2222s)", "234s"])
def test_yantai_last_single_is_four_sets_laid_down(fourth: str) -> None:
    assert rows(line("5m", "5m", "123m", "456p", "789p", fourth)) == {"last_single"}


def test_yantai_last_single_is_not_three_sets_laid_down() -> None:
    assert rows(line("22s 55m", "2s", "123m", "456p", "789p")) == set()


def test_yantai_last_single_with_four_concealed_kongs_stays_concealed() -> None:
    kongs = ("(1111m)", "(2222p)", "(3333s)", "(EEEE)")
    hand = line("C", "C", *kongs, win_by="self_draw")
    assert rows(hand) == {"last_single", "all_pungs", "concealed_hand"}


def test_yantai_last_draw_is_the_last_tile_drawn_by_oneself() -> None:
    melds = ("222s",)
    hand = ("123m 456p 789p 5m", "5m", *melds)
    assert rows(line(*hand, win_by="self_draw", flags=["last_tile"])) == {"last_draw"}
    assert rows(line(*hand, win_by="discard", flags=["last_tile"])) == set()


def test_yantai_kong_replacement_and_last_draw_multiply() -> None:
    hand = line(
        "123m 456p 789p 5m",
        "5m",
        "2222s",
        win_by="self_draw",
        flags=["last_tile", "kong_replacement"],
    )
    assert score(hand)["total"] == 4


def test_yantai_all_pungs_counts_kongs_and_no_chow() -> None:
    assert rows(line("111m 44p 99s", "9s", "EEEE", "777p")) == {"all_pungs"}
    assert rows(line("111m 44p 99s", "9s", "EEEE", "678p")) == set()


def test_yantai_all_pungs_prefers_pungs_to_chows() -> None:
    # 222333444p are three pungs or three chows; pungs are worth more on a discard.
    assert rows(line("222333444p EE 11s", "1s")) == {"all_pungs"}


@pytest.mark.parametrize(
    ("concealed", "win_tile", "row", "total"),
    [
        ("11m 33m 77s 88s EE PP 1p", "1p", "seven_pairs", 2),
        ("3333m 77s 88s EE PP 1p", "1p", "luxury_seven_pairs", 4),
        ("333m 77s 88s EE PP 11p", "3m", "luxury_seven_pairs", 4),
        ("3333m 7777s EE PP 1p", "1p", "super_luxury_seven_pairs", 8),
        ("3333m 7777s EEEE 1p", "1p", "supreme_luxury_seven_pairs", 16),
    ],
)
def test_yantai_seven_pairs_by_kinds_held_four_times(
    concealed: str, win_tile: str, row: str, total: int
) -> None:
    for win_by in ("discard", "self_draw"):  # the rows exclude concealed_hand
        answer = score(line(concealed, win_tile, win_by=win_by))
        assert answer["patterns"] == {row: 1}
        assert answer["total"] == total


def test_yantai_seven_pairs_multiply_with_flushes() -> None:
    assert score(line("1133557799m EE S", "S"))["total"] == 4
    assert score(line("1133557799m 224m", "4m"))["total"] == 8
    assert score(line("EESSWWNNCCFFP", "P"))["total"] == 8


def test_yantai_seven_pairs_and_chows_take_the_better_reading() -> None:
    # 112233m 445566p 77p: on a discard only the pairs count.
    pairs = line("112233m 445566p 7p", "7p")
    assert score(pairs)["patterns"] == {"seven_pairs": 1}
    assert score(pairs)["tied"] == [{"seven_pairs": 1}]
    # Drawn, the concealed hand of four chows is worth as much as the pairs.
    drawn = score(line("112233m 445566p 7p", "7p", win_by="self_draw"))
    assert drawn["total"] == 2
    assert drawn["tied"] == [{"concealed_hand": 1}, {"seven_pairs": 1}]
    # A full flush multiplies either reading: still a tie.
    flush = score(line("1122334455667m", "7m", win_by="self_draw"))
    assert flush["total"] == 8
    assert len(flush["tied"]) == 2


def test_yantai_thirteen_orphans_replaces_every_shape_row() -> None:
    tiles = ("19m 19p 19s ESWNCFP", "1m")
    for win_by in ("discard", "self_draw"):
        answer = score(line(*tiles, win_by=win_by))
        assert answer["patterns"] == {"thirteen_orphans": 1}
        assert answer["total"] == 10
    last = line(*tiles, win_by="self_draw", flags=["last_tile"])
    assert score(last)["total"] == 20


def test_yantai_earthly_is_a_non_dealer_in_the_first_go_round() -> None:
    for more in ({"win_by": "self_draw"}, {"win_by": "discard"}):
        answer = score(line(*PLAIN, flags=["first_turn"], **more))
        assert answer["patterns"] == {"earthly": 1}
        assert answer["total"] == 10
    claimed = line("456p 789p 222s 5m", "5m", "123m", flags=["first_turn"])
    assert rows(claimed) == {"earthly"}
    robbed = line(*PLAIN, flags=["first_turn"], win_by="robbed_kong")
    assert rows(robbed) == {"earthly"}


def test_yantai_heavenly_is_the_dealers_dealt_hand() -> None:
    first: dict[str, Any] = {"flags": ["first_turn"], "seat_wind": "E"}
    answer = score(line(*PLAIN, win_by="self_draw", **first))
    assert answer["patterns"] == {"heavenly": 1}
    assert answer["total"] == 10
    assert rows(line(*PLAIN, win_by="discard", **first)) == set()


def test_yantai_the_table_says_who_deals() -> None:
    hand = line(*PLAIN, flags=["first_turn"], **at_table(2, dealer=2))
    assert score(hand)["patterns"] == {"heavenly": 1}
    assert score(hand)["deltas"] == [-20, -20, 60, -20]
