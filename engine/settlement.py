"""Who pays whom: settlement parts by seat, each of which sums to zero.

The kinds are few and chosen by the rule set; parts are the columns of the `settlements` table
(`schemas.codes.SETTLEMENT_PARTS`). Penalties are settled the same way whatever the kind.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit, leaf
from engine.rules import P_BASE, Rules
from schemas.codes import SETTLEMENT_PARTS

PART_WIN: Final = SETTLEMENT_PARTS.index("win")
PART_PENALTY: Final = SETTLEMENT_PARTS.index("penalty")
N_PARTS: Final = len(SETTLEMENT_PARTS)


@leaf
def settle_win(
    rules: Rules, winner: int, payer: int, winners: int, total: int, parts: NDArray[np.int32]
) -> None:
    """Add one win's payments: base and points.

    On a self-draw each other player pays base + total; on a discard or a robbed kong the payer
    pays base + total and the others the base (MCR card, "Payment"). Players that win on the same
    tile do not pay each other.

    Args:
        rules: compiled rules.
        winner: seat that won.
        payer: seat that gave the tile, −1 on a self-draw.
        winners: bit mask of all seats that win on the tile, `winner` among them.
        total: the win's total.
        parts: int32 (4, 7), added to.
    """
    base = rules.params[P_BASE]
    for seat in range(4):
        if (winners >> seat) & 1:
            continue
        due = base
        if payer < 0 or seat == payer:
            due += total
        parts[seat, PART_WIN] -= due
        parts[winner, PART_WIN] += due


@leaf
def settle_penalty(seat: int, each: int, parts: NDArray[np.int32]) -> None:
    """Let a seat pay the same to each other one: a false win 错和 or a player's error 犯规."""
    for other in range(4):
        parts[other, PART_PENALTY] += each
    parts[seat, PART_PENALTY] -= 4 * each


def settle_hand(rules: Rules, *, winner: int, payer: int | None, total: int) -> list[int]:
    """What each seat receives for a single win, the sum of all parts.

    Args:
        rules: compiled rules.
        winner: seat that won.
        payer: seat that gave the winning tile, None on a self-draw.
        total: the win's total.
    """
    parts = np.zeros((4, N_PARTS), np.int32)
    settle_win(rules, winner, -1 if payer is None else payer, 1 << winner, total, parts)
    return [int(delta) for delta in parts.sum(axis=1)]


@jit
def settle_batch(
    rules: Rules,
    winner: NDArray[np.int32],
    payer: NDArray[np.int32],
    total: NDArray[np.int32],
) -> NDArray[np.int32]:
    """What each seat receives for each of n single wins: int32 (n, 4), rows sum to zero.

    Args:
        rules: compiled rules.
        winner: (n) seats that won.
        payer: (n) seats that gave the tile, −1 on a self-draw.
        total: (n) totals.
    """
    deltas = np.zeros((len(winner), 4), np.int32)
    parts = np.zeros((4, N_PARTS), np.int32)
    for row in range(len(winner)):
        parts[:] = 0
        settle_win(rules, winner[row], payer[row], 1 << winner[row], total[row], parts)
        for seat in range(4):
            deltas[row, seat] = parts[seat].sum()
    return deltas
