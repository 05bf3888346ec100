"""The list of fans that arise, what cancels what, and what the rest is worth.

Exclusions are data: every fan that arises cancels those that its row of the rule set lists, also
when it is cancelled itself. A fan of value 0 is neutral: it does not arise. Two rules are not
about whole rows and are kept here as well:

- A fan may be *superseded* when it arises (a smaller kong fan by a larger one that lists it): it
  is not counted and, unlike a cancelled one, cancels nothing.
- 幺九刻 is counted by the set. A fan of particular sets (三风刻, 箭刻, 圈风刻 …) that lists it
  takes its own sets away only; the kernel does that before, so here those fans spare the row.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import merge
from engine.mcr import patterns as fan

(
    FACTS,
    CHOWS,
    IDS,
    COUNTS,
    BY,
    BEST,
    BEST_IDS,
    BEST_COUNTS,
    BEST_BY,
    MELD_CHOWS,
    TOTALS,
) = range(11)
"""Rows of the scratch memory: facts of the hand, chows of a reading, the list of fans that arise
(id, count, by whom cancelled), facts of the best reading and its list, chows of the melds, copies
of each kind outside kongs."""

COUNTED: Final = -1
CANCELLED: Final = -2
"""States of a fan in the BY row; a fan's id there: superseded by it."""

SPARES_TERMINAL_PUNGS: Final = sum(
    1 << pattern
    for pattern in (
        fan.BIG_FOUR_WINDS,
        fan.BIG_THREE_DRAGONS,
        fan.NINE_GATES,
        fan.LITTLE_FOUR_WINDS,
        fan.LITTLE_THREE_DRAGONS,
        fan.BIG_THREE_WINDS,
        fan.TWO_DRAGON_PUNGS,
        fan.DRAGON_PUNG,
        fan.ROUND_WIND,
        fan.SEAT_WIND,
    )
)
"""Fans of particular sets: they take 幺九刻 from these alone."""


@merge
def arise(
    values: NDArray[np.int32], scratch: NDArray[np.int64], n: int, pattern: int, count: int
) -> int:
    """Add a fan to the list where it is worth anything; returns the new length."""
    scratch[IDS, n] = pattern
    scratch[COUNTS, n] = count
    scratch[BY, n] = COUNTED
    return n + (1 if count > 0 and values[pattern] != 0 else 0)


@merge
def insert_chow(scratch: NDArray[np.int64], row: int, n_chows: int, chow: int) -> int:
    """Put a chow (``7 * suit + lowest rank``) in its place in a sorted row; the new length."""
    place = n_chows
    while place > 0 and scratch[row, place - 1] > chow:
        scratch[row, place] = scratch[row, place - 1]
        place -= 1
    scratch[row, place] = chow
    return n_chows + 1


@merge
def lists(excludes: NDArray[np.uint64], pattern: int, other: int) -> bool:
    """Whether `pattern` excludes `other` (never where `pattern` is neutral)."""
    return int(np.int64(excludes[pattern, other >> 6] >> np.uint64(other & 63))) & 1 == 1


@merge
def settle(
    values: NDArray[np.int32], excludes: NDArray[np.uint64], scratch: NDArray[np.int64], n: int
) -> int:
    """Mark the cancelled fans of the list and add up the others."""
    low = np.uint64(0)
    high = np.uint64(0)
    spared = np.uint64(1 << (fan.TERMINAL_OR_HONOR_PUNG - 64))
    for place in range(n):
        if scratch[BY, place] == COUNTED:
            pattern = scratch[IDS, place]
            low |= excludes[pattern, 0]
            more = excludes[pattern, 1]
            if pattern < 63 and (SPARES_TERMINAL_PUNGS >> pattern) & 1:
                more &= ~spared
            high |= more
    total = 0
    for place in range(n):
        pattern = scratch[IDS, place]
        word = low if pattern < 64 else high
        if scratch[BY, place] == COUNTED:
            if (word >> np.uint64(pattern & 63)) & np.uint64(1):
                scratch[BY, place] = CANCELLED
            else:
                total += values[pattern] * scratch[COUNTS, place]
    return total


@merge
def canceller(excludes: NDArray[np.uint64], scratch: NDArray[np.int64], n: int, place: int) -> int:
    """The fan that cancelled the one at `place` of the best list; the first of several."""
    if scratch[BEST_BY, place] >= 0:
        return int(scratch[BEST_BY, place])
    for other in range(n):
        if scratch[BEST_BY, other] < 0 and lists(
            excludes, scratch[BEST_IDS, other], scratch[BEST_IDS, place]
        ):
            return int(scratch[BEST_IDS, other])
    return -1
