"""What the patterns that arise cancel of each other, and the product of the rest.

Exclusions are data: every pattern that arises cancels those that its row of the rule set lists,
also when it is cancelled itself. A pattern of value 1 is neutral: it lists nothing.
"""

from __future__ import annotations

import numpy as np

from engine.jit import leaf
from engine.largest import MOST_TOTAL
from engine.rules import Rules
from engine.shapes import popcount


@leaf
def weigh(rules: Rules, patterns: int) -> tuple[int, int]:
    """Cancel and multiply a set of patterns.

    Returns:
        The total, and the patterns that are counted.
    """
    cancelled = 0
    rest = patterns
    while rest != 0:
        cancelled |= int(np.int64(rules.excludes[popcount((rest & -rest) - 1), 0]))
        rest &= rest - 1
    kept = patterns & ~cancelled
    return multiply(rules, kept), kept


@leaf
def multiply(rules: Rules, patterns: int) -> int:
    """The product of the values of a set of patterns."""
    total = 1
    rest = patterns
    while rest != 0:
        total = min(MOST_TOTAL, total * int(rules.values[popcount((rest & -rest) - 1)]))
        rest &= rest - 1
    return total


@leaf
def canceller(rules: Rules, patterns: int, pattern: int) -> int:
    """The first of a set of patterns that cancels `pattern`, -1 where none does."""
    rest = patterns
    while rest != 0:
        other = popcount((rest & -rest) - 1)
        rest &= rest - 1
        if (int(np.int64(rules.excludes[other, 0])) >> pattern) & 1:
            return other
    return -1
