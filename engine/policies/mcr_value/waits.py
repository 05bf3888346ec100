"""What the wait of a hand that lacks one tile is worth."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    K_CLOSED,
    K_EDGE,
    K_SINGLE,
    M_N_FREE,
    SETS_PAIR,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, Masks, chow_tile
from engine.shapes import standard_waits, suit_shapes
from engine.tables import HONORS_FROM


@leaf
def missing_tile(target: Masks, hand: Masks) -> int:
    """The one tile that is missing."""
    return lowest(
        target[0] & ~hand[0] | target[1] & ~hand[1] | target[2] & ~hand[2] | target[3] & ~hand[3]
    )


@leaf
def wait_of(
    shape: NDArray[np.uint32], mem: NDArray[np.int64], target: Masks, hand: Masks, sets: int
) -> int:
    """What the wait of a target that lacks one tile is worth.

    Returns:
        Twice the fan of the wait, or 1 where several tiles are waited for.
    """
    tile = missing_tile(target, hand)
    characters = dots = bamboo = honors = 0
    for place in range(4):
        mask = target[place]
        while mask != 0:
            kind = lowest(mask)
            mask &= mask - 1
            power = 1
            for _ in range(kind % 9):
                power *= 5
            characters += power if kind < 9 else 0
            dots += power if 9 <= kind < 18 else 0
            bamboo += power if 18 <= kind < 27 else 0
            honors += power if kind >= 27 else 0
    power = 1
    for _ in range(tile % 9):
        power *= 5
    characters -= power if tile < 9 else 0
    dots -= power if 9 <= tile < 18 else 0
    bamboo -= power if 18 <= tile < 27 else 0
    honors -= power if tile >= 27 else 0
    codes = (characters, dots, bamboo, honors + HONORS_FROM)
    found = standard_waits(suit_shapes(shape, codes))
    if found & (found - 1) != 0:
        return 1
    best = mem[A_KNOWN + K_SINGLE] if (sets >> SETS_PAIR) & 63 == tile else 0
    for place in range(mem[M_N_FREE]):
        meld = (sets >> (6 * place)) & 63
        if meld < FIRST_PUNG:
            low = chow_tile(meld)
            if tile == low + 1:
                best = max(best, mem[A_KNOWN + K_CLOSED])
            elif (tile == low and low % 9 == 6) or (tile == low + 2 and low % 9 == 0):
                best = max(best, mem[A_KNOWN + K_EDGE])
    return 2 * int(best)
