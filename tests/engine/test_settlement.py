"""Who pays whom: the worked examples of the MCR card, and sums that are zero."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.rules import Rules
from engine.scoring_out import I_TOTAL, SCRATCH_SIZE
from engine.settlement import new_showdown_columns, settle, settle_batch
from engine.settling.parts import N_PARTS, PART_PENALTY, settle_penalty
from engine.situation import S_PAYER, S_WINNERS, new_showdown
from engine.tables import load_tables
from schemas.codes import SETTLEMENT_PARTS
from tests.engine.machine_script import compiled


def paid(rules: Rules, winners: dict[int, int], payer: int | None) -> NDArray[np.int32]:
    """Settlement parts where seats win totals; payer None on a self-draw."""
    table = new_showdown()
    table.facts[S_WINNERS] = sum(1 << seat for seat in winners)
    table.facts[S_PAYER] = -1 if payer is None else payer
    for seat, total in winners.items():
        table.info[seat, I_TOTAL] = total
    parts = np.zeros((4, N_PARTS), np.int32)
    settle(rules, load_tables(), table, np.zeros(SCRATCH_SIZE, np.int64), parts)
    return parts


def deltas(rules: Rules, winners: dict[int, int], payer: int | None) -> list[int]:
    return [int(delta) for delta in paid(rules, winners, payer).sum(axis=1)]


def test_mcr_self_draw_of_twelve_fan() -> None:
    assert deltas(compiled("mcr"), {0: 12}, None) == [60, -20, -20, -20]


def test_mcr_discard_win_of_eight_fan_and_two_flowers() -> None:
    """Fan 10: winner +34, discarder −18, the others −8."""
    assert deltas(compiled("mcr"), {2: 10}, 1) == [-8, -18, 34, -8]


def test_base_is_the_rule_sets() -> None:
    rules = compiled("mcr", settlement={"base": 5})
    assert deltas(rules, {3: 10}, 0) == [-15, -5, -5, 25]


def test_winners_on_one_tile_do_not_pay_each_other() -> None:
    assert deltas(compiled("mcr"), {1: 10, 3: 20}, 0) == [-46, 26, -16, 36]


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
    won = {seat: totals[seat] for seat in range(4) if winners >> seat & 1 and seat != payer}
    parts = paid(compiled("mcr"), won, None if payer < 0 else payer)
    for seat in won:
        settle_penalty(seat, 10, parts)
    assert (parts.sum(axis=0) == 0).all()


def test_batch_pays_as_single_hands_do() -> None:
    winner = np.array([0, 1, 2, 3, 0])
    tables = new_showdown_columns(5)
    tables.facts[:, S_WINNERS] = 1 << winner
    tables.facts[:, S_PAYER] = [-1, 0, 3, -1, 2]
    tables.info[np.arange(5), winner, I_TOTAL] = [12, 8, 88, 10, 9]
    assert settle_batch(compiled("mcr"), load_tables(), tables).tolist() == [
        [60, -20, -20, -20],
        [-16, 32, -8, -8],
        [-8, -8, 112, -96],
        [-18, -18, -18, 54],
        [33, -8, -17, -8],
    ]
