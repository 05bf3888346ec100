"""What one reading of a hand is worth; the best one so far is kept in the working memory.

Masks of chows have a bit for each chow's lowest tile.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.rules import Rules
from engine.shapes import NINE, ORPHANS, SUITS, popcount
from engine.taiwan import memory as at
from engine.taiwan import patterns as row
from engine.taiwan.hand import TERMINALS
from engine.taiwan.ledger import settle
from schemas.codes import (
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_TWO_SIDED,
)

CHOW_BITS: Final = 5
CHOW_MASK: Final = (1 << CHOW_BITS) - 1
"""Bits of one chow in a list of chows, which is in the order of their tiles."""
N_CHOWS: Final = 25
"""Where a list of chows holds their number, behind up to five of their lowest tiles."""
_FROM_1: Final = 1 | 1 << 9 | 1 << 18
"""Mask of the chows 123."""
_FROM_7: Final = _FROM_1 << 6
"""Mask of the chows 789."""


@leaf
def weigh_reading(
    rules: Rules,
    scratch: NDArray[np.int64],
    chows: int,
    pungs: int,
    twice: int,
    pair: int,
) -> None:
    """Weigh a reading, with the winning tile in every place that it may have completed.

    Args:
        rules: compiled rule set.
        scratch: the working memory.
        chows: list of the concealed chows (`add_chow`).
        pungs: mask of the concealed pungs.
        twice: mask of those of them that stand twice.
        pair: its kind.
    """
    own_chows = 0
    rest = chows
    for _ in range(chows >> N_CHOWS):
        own_chows |= 1 << (rest & CHOW_MASK)
        rest >>= CHOW_BITS
    all_chows = own_chows | scratch[at.MELD_CHOWS]
    all_pungs = pungs | scratch[at.MELD_PUNGS]
    rows = scratch[at.HAND_ROWS] | _set_rows(all_chows, all_pungs, pair)
    may_be_all_chows = all_pungs == 0 and scratch[at.MAY_BE_ALL_CHOWS] == 1
    n_concealed = popcount(pungs) + popcount(twice) + scratch[at.CONCEALED_KONGS]

    win_tile = scratch[at.WIN_TILE]
    places = _places(own_chows, win_tile, pair == win_tile, (pungs >> win_tile) & 1 == 1)
    weighed = -1
    for wait in range(WAIT_PAIR_PAIR + 1):
        if (places >> wait) & 1 == 0:
            continue
        # A pung that the tile of another player completes is exposed.
        exposed = int(wait == WAIT_PAIR_PAIR and scratch[at.SELF_DRAW] == 0)
        now = rows | int(may_be_all_chows and wait == WAIT_TWO_SIDED) << row.ALL_CHOWS
        now |= _concealed_pungs(n_concealed - exposed)
        if now == weighed:
            continue
        weighed = now
        total, kept = settle(rules, scratch, now)
        if total > scratch[at.BEST_TOTAL]:
            scratch[at.BEST_TOTAL] = total
            scratch[at.BEST_ROWS] = now
            scratch[at.BEST_KEPT] = kept
            scratch[at.BEST_WAIT] = wait
            scratch[at.BEST_CHOWS] = chows
            scratch[at.BEST_PUNGS] = pungs
            scratch[at.BEST_TWICE] = twice
            scratch[at.BEST_PAIR] = pair


@merge
def add_chow(chows: int, tile: int) -> int:
    """A list of chows with one more, by its lowest tile; an empty list is 0."""
    return (chows | tile << (CHOW_BITS * (chows >> N_CHOWS))) + (1 << N_CHOWS)


@merge
def _concealed_pungs(n: int) -> int:
    """Patterns of n concealed pungs; more hold fewer."""
    return (
        int(n >= 3) << row.THREE_CONCEALED_PUNGS
        | int(n >= 4) << row.FOUR_CONCEALED_PUNGS
        | int(n >= 5) << row.FIVE_CONCEALED_PUNGS
    )


@leaf
def _set_rows(chows: int, pungs: int, pair: int) -> int:
    """Patterns of all sets and the pair, melded or not, by their masks."""
    same = pungs | 1 << pair
    rows = int(chows == 0) << row.ALL_PUNGS
    if chows & ~(_FROM_1 | _FROM_7) == 0 and same & ~ORPHANS == 0:
        rows |= 1 << row.MIXED_OUTSIDE
        rows |= int(same & ~TERMINALS == 0) << row.PURE_OUTSIDE
    rows |= int(chows & (chows >> 3) & (chows >> 6) & _FROM_1 != 0) << row.PURE_STRAIGHT
    rows |= int(chows & (chows >> 9) & (chows >> 18) & NINE != 0) << row.MIXED_TRIPLE_CHOW
    suits = pungs & SUITS
    return rows | int(suits & (suits >> 9) & (suits >> 18) != 0) << row.MIXED_TRIPLE_PUNG


@leaf
def _places(chows: int, win_tile: int, in_pair: bool, in_pung: bool) -> int:
    """Mask of the waits (``1 << WAIT_*``) in which the winning tile may complete the reading."""
    found = int(in_pair) << WAIT_SINGLE | int(in_pung) << WAIT_PAIR_PAIR
    two_sided = chows & ~_FROM_7 | (chows & ~_FROM_1) << 2
    edge = chows & _FROM_7 | (chows & _FROM_1) << 2
    found |= ((two_sided >> win_tile) & 1) << WAIT_TWO_SIDED
    found |= ((edge >> win_tile) & 1) << WAIT_EDGE
    return found | (((chows << 1) >> win_tile) & 1) << WAIT_CLOSED
