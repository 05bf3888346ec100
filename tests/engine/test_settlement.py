"""Who pays whom: the worked examples of the MCR card, and sums that are zero."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.settlement import (
    N_PARTS,
    PART_PENALTY,
    settle_batch,
    settle_hand,
    settle_penalty,
    settle_win,
)
from schemas.codes import SETTLEMENT_PARTS
from tests.engine.machine_script import compiled


def test_mcr_self_draw_of_twelve_fan() -> None:
    assert settle_hand(compiled("mcr"), winner=0, payer=None, total=12) == [60, -20, -20, -20]


def test_mcr_discard_win_of_eight_fan_and_two_flowers() -> None:
    """Fan 10: winner +34, discarder −18, the others −8."""
    assert settle_hand(compiled("mcr"), winner=2, payer=1, total=10) == [-8, -18, 34, -8]


def test_base_is_the_rule_sets() -> None:
    rules = compiled("mcr", settlement={"base": 5})
    assert settle_hand(rules, winner=3, payer=0, total=10) == [-15, -5, -5, 25]


def test_winners_on_one_tile_do_not_pay_each_other() -> None:
    parts = np.zeros((4, N_PARTS), np.int32)
    for winner, total in ((1, 10), (3, 20)):
        settle_win(compiled("mcr"), winner, 0, 0b1010, total, parts)
    assert parts.sum(axis=1).tolist() == [-46, 26, -16, 36]


@pytest.mark.parametrize("seat", range(4))
def test_false_win_pays_ten_to_each(seat: int) -> None:
    parts = np.zeros((4, N_PARTS), np.int32)
    settle_penalty(seat, 10, parts)
    assert parts[:, PART_PENALTY].tolist() == [-30 if other == seat else 10 for other in range(4)]
    assert SETTLEMENT_PARTS[PART_PENALTY] == "penalty"


@given(
    winners=st.integers(1, 15),
    payer=st.integers(-1, 3),
    totals=st.lists(st.integers(0, 400), min_size=4, max_size=4),
)
def test_every_part_sums_to_zero(winners: int, payer: int, totals: list[int]) -> None:
    parts = np.zeros((4, N_PARTS), np.int32)
    for seat in range(4):
        if winners >> seat & 1 and seat != payer:
            settle_win(compiled("mcr"), seat, payer, winners, totals[seat], parts)
            settle_penalty(seat, 10, parts)
    assert (parts.sum(axis=0) == 0).all()


def test_batch_pays_as_single_hands_do() -> None:
    winner = np.array([0, 1, 2, 3, 0], np.int32)
    payer = np.array([-1, 0, 3, -1, 2], np.int32)
    total = np.array([12, 8, 88, 10, 9], np.int32)
    assert settle_batch(compiled("mcr"), winner, payer, total).tolist() == [
        [60, -20, -20, -20],
        [-16, 32, -8, -8],
        [-8, -8, 112, -96],
        [-18, -18, -18, 54],
        [33, -8, -17, -8],
    ]
