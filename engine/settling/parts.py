"""The parts of a settlement, and payments from one seat to another."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from schemas.codes import SETTLEMENT_PARTS

(
    PART_WIN,
    PART_DEALER,
    PART_LOSERS,
    PART_LIABILITY,
    PART_KONG,
    PART_BET,
    PART_PENALTY,
) = range(7)
"""Positions in `schemas.codes.SETTLEMENT_PARTS`: payments to the winner with dealer factor 1,
streak 0 and no liability; what dealer factor and streak add to them; settlement among losers,
doubling included; what is moved to a liable seat; kong points; bets; penalties."""
N_PARTS: Final = len(SETTLEMENT_PARTS)
MOST_PAID: Final = 100_000_000
"""Largest payment: products without measure are cut to it, so that a seat's sum keeps 32 bits."""


@merge
def pay(parts: NDArray[np.int32], giver: int, taker: int, part: int, points: int) -> None:
    """Move points of one part from a seat to another."""
    paid = min(max(points, -MOST_PAID), MOST_PAID)
    parts[giver, part] -= paid
    parts[taker, part] += paid


@leaf
def settle_penalty(seat: int, each: int, parts: NDArray[np.int32]) -> None:
    """Let a seat pay the same to each other one: a false win 错和 or a player's error 犯规."""
    for other in range(4):
        if other != seat:
            pay(parts, seat, other, PART_PENALTY, each)
