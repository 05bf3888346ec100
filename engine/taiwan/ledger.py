"""What the patterns that arise cancel of each other, and what the rest is worth.

Exclusions are data: every pattern that arises cancels those that its row of the rule set lists,
also when it is cancelled itself. A pattern of value 0 is neutral: it lists nothing, adds nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.rules import Rules
from engine.shapes import popcount
from engine.taiwan import memory as at
from engine.taiwan.patterns import FIRST_REPEATED, LAST_REPEATED


@merge
def lowest(mask: int) -> int:
    """Position of the lowest bit of a mask that is not 0."""
    return popcount((mask & -mask) - 1)


@merge
def count_of(scratch: NDArray[np.int64], pattern: int) -> int:
    """How often a pattern that arose counts."""
    if FIRST_REPEATED <= pattern <= LAST_REPEATED:
        return int(scratch[at.COUNTS + pattern - FIRST_REPEATED])
    return 1


@leaf
def settle(
    rules: Rules,
    scratch: NDArray[np.int64],
    rows: int,
) -> tuple[int, int]:
    """Cancel and add up a set of patterns.

    Returns:
        The total, and the set of patterns that are not cancelled.
    """
    kept = rows
    rest = rows
    while rest != 0:
        kept &= ~int(np.int64(rules.excludes[lowest(rest), 0]))
        rest &= rest - 1
    return worth(rules, scratch, kept), kept


@leaf
def worth(rules: Rules, scratch: NDArray[np.int64], rows: int) -> int:
    """Sum of the values of a set of patterns, each as often as it counts."""
    total = 0
    rest = rows
    while rest != 0:
        pattern = lowest(rest)
        rest &= rest - 1
        total += int(rules.values[pattern]) * count_of(scratch, pattern)
    return total


@leaf
def canceller(rules: Rules, rows: int, pattern: int) -> int:
    """The first pattern of a set that cancels `pattern`, -1 where none does."""
    rest = rows
    while rest != 0:
        other = lowest(rest)
        rest &= rest - 1
        if (int(np.int64(rules.excludes[other, 0])) >> pattern) & 1:
            return other
    return -1
