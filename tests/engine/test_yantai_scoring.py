"""Yantai 烟台麻将: verdicts, open play, options and values, readings (Yantai card)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from engine.rules import SHAPE_SEVEN_PAIRS, SHAPE_STANDARD
from engine.scoring import score_win
from engine.scoring_out import (
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_SHAPE,
    I_TOTAL,
    ScoreOut,
    new_score_out,
)
from engine.tables import load_tables
from engine.yantai import patterns
from engine.yantai.product import MOST
from schemas.codes import (
    BELOW_MINIMUM,
    BY_ROBBED_KONG,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
    WIN_BY,
)
from tests.engine.machine_script import compiled
from tests.engine.oracle.engine import changed_rules, score, win_columns
from tests.engine.oracle.hands import Win, win
from tests.engine.single_win import win_at
from tests.engine.yantai_wins import DEALER, FIRST, LAID, OPEN, ORPHANS, PAIRS, PLAIN, drawn, taken


def answer(hand: Win, **changes: dict[str, Any]) -> tuple[int, ScoreOut]:
    """Verdict and full answer, under the preset or with some of its options changed."""
    rules = compiled("yantai", **changes)
    out = new_score_out()
    win = win_at(win_columns([hand]))
    return score_win(rules, load_tables(), win, out), out


def total(hand: Win, **changes: dict[str, Any]) -> int:
    return int(answer(hand, **changes)[1].info[I_TOTAL])


# ------------------------------------------------------------------------- verdicts and open play


@pytest.mark.parametrize(
    "hand",
    [
        taken(PLAIN, flags=OPEN),
        drawn(LAID, "234m", flags=OPEN),
        drawn(LAID, "222m", flags=OPEN),
        drawn(LAID, "2222m", flags=OPEN),
        win("567p 345s 78s 55m", "9s", "(2222m)", win_by=BY_ROBBED_KONG, flags=OPEN),
    ],
)
def test_yantai_open_play_wins_by_self_draw_without_claims(hand: Win) -> None:
    assert answer(hand)[0] == NOT_ALLOWED
    off = {"open_play": False}
    assert answer(hand, play=off)[0] == LEGAL  # nobody can have declared it
    assert total(hand, play=off) == 1


def test_yantai_win_below_a_house_minimum() -> None:
    low = {"minimum": 2}
    assert answer(taken(PLAIN), win=low)[0] == BELOW_MINIMUM
    assert answer(drawn(PLAIN), win=low)[0] == LEGAL


def test_yantai_robbed_kong_where_it_may_not_be() -> None:
    hand = win(*PLAIN, win_by=BY_ROBBED_KONG)
    assert answer(hand)[0] == LEGAL
    assert answer(hand, play={"rob_kong": False})[0] == NOT_ALLOWED


@pytest.mark.parametrize(
    "hand",
    [
        win("234m 567p 345s 78s 55m", "7p"),
        win("147m 258p 369s ESWN", "C"),  # a hand of Chinese Official
        win("147m 258p 369s 55m 78s", "9s"),
        win("123m", "4m", "123p", "123s", "EEE"),
    ],
)
def test_yantai_no_shape(hand: Win) -> None:
    verdict, out = answer(hand)
    assert verdict == NO_SHAPE
    assert not out.counts.any()
    assert out.info[I_TOTAL] == 0


@pytest.mark.parametrize("name", WIN_BY[3:])
def test_yantai_knows_no_win_of_other_systems(name: str) -> None:
    verdict, out = answer(win(*PLAIN, win_by=WIN_BY.index(name)))
    assert verdict == NOT_ALLOWED
    assert out.info[I_TOTAL] == 0


# ----------------------------------------------------------------------------- options and values


def test_yantai_honors_may_be_no_kind() -> None:
    hand = taken(("EEE SSS CC FF", "F"), "NNN")
    assert total(hand, scoring={"honors_are_a_kind": False}) == 2


def test_yantai_heavenly_may_follow_a_concealed_kong_where_the_flag_says_so() -> None:
    hand = drawn(LAID, "(2222m)", flags=FIRST | FLAG_KONG_REPLACEMENT, seat_wind=DEALER)
    assert total(hand) == 20  # 天胡 10 × 杠上开花 2
    hand = drawn(LAID, "222m", flags=FIRST, seat_wind=DEALER)
    assert total(hand) == 1  # nobody has claimed before the deal is over


def test_yantai_flag_of_flowers_is_ignored() -> None:
    flags = FLAG_FLOWER_REPLACEMENT | FLAG_KONG_REPLACEMENT
    assert total(drawn(LAID, "2222m", flags=flags)) == 2


def test_yantai_full_flush_of_honors_excludes_nothing_else() -> None:
    assert total(taken(("EE SS CC FF PP NN W", "W"))) == 8  # 七对 2 × 清一色 4


def test_yantai_cancelled_patterns_name_what_cancels_them() -> None:
    assert score(drawn(PAIRS), "yantai").cancelled_by == {"门前清": "七对"}
    found = score(drawn(ORPHANS, flags=FIRST), "yantai")
    assert (found.total, found.cancelled_by) == (100, {"门前清": "十三幺"})


def test_yantai_row_of_value_one_neither_counts_nor_cancels() -> None:
    found = score(drawn(PAIRS), "yantai", changed_rules("yantai", seven_pairs=1))
    assert (found.total, found.fans) == (2, {"门前清": 1})
    found = score(drawn(PAIRS, flags=FIRST), "yantai", changed_rules("yantai", concealed_hand=1))
    assert (found.total, found.fans, found.cancelled_by) == (20, {"七对": 1, "地胡": 1}, {})


def test_yantai_cancelled_row_still_cancels() -> None:
    rules = changed_rules("yantai", excludes={"open_play": ("seven_pairs",)})
    found = score(drawn(PAIRS, flags=OPEN), "yantai", rules)
    assert (found.total, found.fans) == (4, {"明打": 1})
    assert found.cancelled_by == {"七对": "明打", "门前清": "七对"}


def test_yantai_marginal_is_what_the_total_loses_without_the_row() -> None:
    # 门前清 2 × 清一色 4 × 明打 4 = 32: without one of them 16, 8 and 8.
    _, out = answer(drawn(("234m 345m 11m 678m 99m", "9m"), flags=OPEN))
    assert out.info[I_TOTAL] == 32
    lost = {patterns.CONCEALED_HAND: 16, patterns.FULL_FLUSH: 24, patterns.OPEN_PLAY: 24}
    assert {int(i): int(out.marginal[i]) for i in np.flatnonzero(out.marginal)} == lost
    assert out.info[I_N_PATTERNS] == 3
    assert out.info[I_N_CANCELLED] == 0


def test_yantai_product_ends_where_the_tables_do() -> None:
    rules = changed_rules("yantai", concealed_hand=100_000, open_play=100_000)
    assert score(drawn(PLAIN, flags=OPEN), "yantai", rules).total == MOST


# --------------------------------------------------------------------------------------- readings


def test_yantai_pairs_beat_sets_where_they_are_worth_more() -> None:
    tiles = ("1122334455667m", "7m")
    # By discard: sets 清一色 4, pairs 七对 2 × 清一色 4. By self-draw 门前清 makes both 8: sets.
    verdict, out = answer(taken(tiles))
    assert (verdict, out.info[I_TOTAL], out.info[I_SHAPE]) == (LEGAL, 8, SHAPE_SEVEN_PAIRS)
    verdict, out = answer(drawn(tiles))
    assert (verdict, out.info[I_TOTAL], out.info[I_SHAPE]) == (LEGAL, 8, SHAPE_STANDARD)


def test_yantai_pungs_beat_chows_where_they_are_worth_more() -> None:
    tiles = ("111222333m 77p 55p", "7p")
    assert score(taken(tiles), "yantai").reading == ["111m", "222m", "333m", "777p", "55p"]
    assert score(taken(tiles), "yantai").total == 2
    # Without the row 123 123 123 is worth as much; the reading of pungs comes first.
    assert score(taken(tiles), "yantai", changed_rules("yantai", all_pungs=1)).total == 1


def test_yantai_straight_is_found_among_other_readings() -> None:
    # Read from the left, pungs first: 111 234 44 456 789.
    found = score(taken(("1112344445678m", "9m")), "yantai")
    assert (found.total, found.fans) == (8, {"清一色": 1, "一条龙": 1})
    assert found.reading == ["123m", "444m", "456m", "789m", "11m"]


def test_yantai_waits_are_told() -> None:
    assert score(taken(PLAIN), "yantai").wait == "two_sided"
    assert score(taken(("234m 567p 345s 79s 55m", "8s")), "yantai").wait == "closed"
    assert score(taken(("234m 567p 567s 12s 55m", "3s")), "yantai").wait == "edge"
    assert score(taken(("234m 567p 345s 789s E", "E")), "yantai").wait == "single"
    assert score(taken(("234m 567p 345s 55m EE", "E")), "yantai").wait == "pair_pair"
    assert score(taken(PAIRS), "yantai").wait == "special"
    assert score(taken(PLAIN), "yantai").n_waits == 2
    assert score(taken(ORPHANS), "yantai").n_waits == 13
