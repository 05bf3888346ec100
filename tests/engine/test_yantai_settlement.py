"""Who pays whom in Yantai: the worked examples of its card, options, kongs and bets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.scoring import score_win
from engine.scoring_out import I_TOTAL, SCRATCH_SIZE, new_score_out
from engine.settlement import settle
from engine.settling.parts import N_PARTS, PART_BET, PART_DEALER, PART_KONG, PART_WIN
from engine.situation import S_DEALER, S_PAYER, S_WINNERS, new_showdown
from engine.tables import load_tables
from schemas.codes import (
    BY_SELF_DRAW,
    FLAG_KONG_REPLACEMENT,
    FLAG_OPEN_PLAY,
    LEGAL,
    MELD_CHOW,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
)
from tests.engine.machine_script import compiled
from tests.engine.oracle import hands
from tests.engine.oracle.engine import win_columns
from tests.engine.single_win import win_at

DEALER = 0


def paid(
    total: int,
    winner: int,
    payer: int | None,
    melds: Sequence[int] = (),
    bets: Sequence[int] = (0, 0, 0, 0),
    others: int = 0,
    **changes: dict[str, Any],
) -> NDArray[np.int32]:
    """Settlement parts of a win worth `total`; `others`: mask of further winners of the same."""
    table = new_showdown()
    table.facts[S_DEALER] = DEALER
    table.facts[S_WINNERS] = 1 << winner | others
    table.facts[S_PAYER] = -1 if payer is None else payer
    table.info[:, I_TOTAL] = total
    table.meld_kind[winner, : len(melds)] = melds
    table.bets[:] = bets
    parts = np.zeros((4, N_PARTS), np.int32)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    settle(compiled("yantai", **changes), load_tables(), table, scratch, parts)
    return parts


def deltas(*args: Any, **kwargs: Any) -> list[int]:
    return [int(delta) for delta in paid(*args, **kwargs).sum(axis=1)]


def scored(hand: hands.Win) -> int:
    """What the engine says a legal hand is worth."""
    rules = compiled("yantai")
    out = new_score_out()
    win = win_at(win_columns([hand]))
    assert score_win(rules, load_tables(), win, out) == LEGAL
    return int(out.info[I_TOTAL])


def test_yantai_example_1_discard() -> None:
    total = scored(hands.win("111m EEE SS 77m", "7m", "999m"))  # 碰碰胡 2 × 混一色 2
    assert deltas(total, 2, 3) == [0, 0, 4, -4]
    assert deltas(total, 2, DEALER) == [-8, 0, 8, 0]


def test_yantai_example_2_dealer_draws_luxury_seven_pairs() -> None:
    hand = hands.win("3333m 77s 88s EE PP 1p", "1p", win_by=BY_SELF_DRAW, flags=0, seat_wind=0)
    assert deltas(scored(hand), DEALER, None) == [24, -8, -8, -8]


def test_yantai_example_3_open_play() -> None:
    hand = hands.win(
        "234m 567p 345s 78s 55m", "9s", win_by=BY_SELF_DRAW, flags=FLAG_OPEN_PLAY, seat_wind=1
    )
    assert deltas(scored(hand), 1, None) == [-16, 32, -8, -8]


def test_yantai_example_4_kong_replacement() -> None:
    hand = hands.win(
        "567p 345s 78s 55m",
        "9s",
        "(2222m)",
        win_by=BY_SELF_DRAW,
        flags=FLAG_KONG_REPLACEMENT,
        seat_wind=1,
    )
    parts = paid(scored(hand), 1, None, [MELD_KONG_CONCEALED])
    assert parts.sum(axis=1).tolist() == [-10, 22, -6, -6]
    assert parts[:, PART_WIN].tolist() == [-4, 12, -4, -4]
    assert parts[:, PART_DEALER].tolist() == [-4, 4, 0, 0]
    assert parts[:, PART_KONG].tolist() == [-2, 6, -2, -2]


@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ([MELD_KONG_EXPOSED], 1),
        ([MELD_KONG_ADDED], 1),
        ([MELD_KONG_CONCEALED], 2),
        ([MELD_KONG_ADDED, MELD_CHOW, MELD_KONG_CONCEALED, MELD_KONG_EXPOSED], 4),
        ([MELD_PUNG, MELD_CHOW], 0),
    ],
)
def test_yantai_kong_points_are_not_multiplied(melds: list[int], points: int) -> None:
    assert paid(8, 1, DEALER, melds)[:, PART_KONG].tolist() == [-points, points, 0, 0]
    drawn = paid(8, 1, None, melds)[:, PART_KONG].tolist()
    assert drawn == [-points, 3 * points, -points, -points]


def test_yantai_kong_points_are_the_rule_sets() -> None:
    off = {"exposed_kong": 0, "concealed_kong": 5}
    melds = [MELD_KONG_EXPOSED, MELD_KONG_CONCEALED]
    assert deltas(1, 1, 2, melds, settlement=off) == [0, 6, -6, 0]


def test_yantai_losers_kongs_pay_nothing() -> None:
    table = new_showdown()
    table.facts[[S_WINNERS, S_PAYER]] = 2, 3
    table.info[1, I_TOTAL] = 4
    table.meld_kind[3, 0] = MELD_KONG_CONCEALED
    parts = np.zeros((4, N_PARTS), np.int32)
    settle(compiled("yantai"), load_tables(), table, np.zeros(SCRATCH_SIZE, np.int64), parts)
    assert parts.sum(axis=1).tolist() == [0, 4, 0, -4]


def test_yantai_bets_are_settled_with_the_payers() -> None:
    parts = paid(1, 2, 3, bets=(5, 1, 10, 2))
    assert parts[:, PART_BET].tolist() == [0, 0, 12, -12]
    drawn = paid(1, 2, None, bets=(5, 1, 10, 2))
    assert drawn[:, PART_BET].tolist() == [-15, -11, 38, -12]


def test_yantai_bets_are_settled_with_all_losers_where_the_rules_say_so() -> None:
    parts = paid(1, 2, 3, bets=(5, 1, 10, 2), settlement={"bet_scope": "all_losers"})
    assert parts[:, PART_BET].tolist() == [-15, -11, 38, -12]
    assert parts[:, PART_WIN].tolist() == [0, 0, 1, -1]


def test_yantai_all_pay_where_the_rules_say_so() -> None:
    assert deltas(4, 2, 3, settlement={"payer": "all"}) == [-8, -4, 16, -4]


def test_yantai_unit_and_dealer_factor_are_the_rule_sets() -> None:
    changed = {"unit": 5, "dealer_factor": 3}
    assert deltas(4, 2, DEALER, settlement=changed) == [-60, 0, 60, 0]
    assert deltas(4, 2, 1, settlement=changed) == [0, -20, 20, 0]


def test_yantai_winners_on_one_tile_do_not_pay_each_other() -> None:
    assert deltas(4, 2, DEALER, others=1 << 3) == [-16, 0, 8, 8]


@given(
    total=st.integers(1, 5000),
    winner=st.integers(0, 3),
    payer=st.integers(-1, 3),
    bets=st.lists(st.integers(0, 10), min_size=4, max_size=4),
    melds=st.lists(st.integers(0, 4), max_size=4),
    scope=st.sampled_from(["payers", "all_losers"]),
    who=st.sampled_from(["discarder", "all"]),
)
def test_yantai_every_part_sums_to_zero(
    total: int,
    winner: int,
    payer: int,
    bets: list[int],
    melds: list[int],
    scope: str,
    who: str,
) -> None:
    giver = None if payer in (-1, winner) else payer
    changed = {"bet_scope": scope, "payer": who}
    parts = paid(total, winner, giver, melds, bets, settlement=changed)
    assert (parts.sum(axis=0) == 0).all()
