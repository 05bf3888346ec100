"""Which chow patterns of Chinese Official up to four chows may count together.

The rules combine chows by principle, not by lists: a set that has been combined may be combined
once more with sets not combined yet (non-separation, 套算一次), and the selection that gives most
is taken (high-versus-low). Two chows make one pattern of two at most, so a choice of such
patterns is a forest over the chows; a pattern of three chows joins three of them and leaves one
tie for the fourth. All of it depends on the chows alone, whatever the patterns are worth:
it is enumerated here once for every multiset of chows, the values decide at scoring time.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, pairwise
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

NO_CHOW: Final = 21
"""Fills up a list of less than four chows; chows are numbered ``7 * suit + lowest rank``."""

QUADRUPLE, FOUR_SHIFTED = 1, 2
"""Patterns of four chows 一色四同顺, 一色四步高 (0: none), bits 0-1 of an entry."""
(
    MIXED_TRIPLE,
    MIXED_SHIFTED,
    MIXED_STRAIGHT,
    PURE_TRIPLE,
    PURE_SHIFTED,
    PURE_STRAIGHT,
) = range(1, 7)
"""Patterns of three chows 三色三同顺 三色三步高 花龙 一色三同顺 一色三步高 清龙, bits 2-4."""
PURE_DOUBLE, MIXED_DOUBLE, SHORT_STRAIGHT, TWO_TERMINAL = range(4)
"""Patterns of two chows 一般高 喜相逢 连六 老少副, in the order in which ties are broken.

Bits 5-8 of an entry: those that the fourth chow can make with a pattern of three. Bits 9-11:
number of choices without a pattern of three; from bit 12 on 8 bits each: 2 bits a pattern, its
count."""

CHOW_FAN3: Final = 2
CHOW_EXTRA: Final = 5
CHOW_N_CHOICES: Final = 9
CHOW_CHOICES: Final = 12
MOST_CHOICES: Final = 6


def chow_index(chows: Sequence[int]) -> int:
    """Position of a sorted list of four chows (NO_CHOW at the end) in the table."""
    return sum(comb(chow + place, place + 1) for place, chow in enumerate(chows))


def chow_table() -> NDArray[np.int64]:
    """The entries of all multisets of up to four chows: int64 (12650)."""
    table = np.zeros(comb(NO_CHOW + 4, 4), dtype=np.int64)
    for chows in combinations_with_replacement(range(NO_CHOW + 1), 4):
        table[chow_index(chows)] = _entry([chow for chow in chows if chow != NO_CHOW])
    return table


def two_chows(first: int, second: int) -> int:
    """The pattern that two chows make, -1 for none."""
    if first // 7 != second // 7:
        return MIXED_DOUBLE if first % 7 == second % 7 else -1
    return {0: PURE_DOUBLE, 3: SHORT_STRAIGHT, 6: TWO_TERMINAL}.get(abs(first - second), -1)


def three_chows(chows: Sequence[int]) -> int:
    """The pattern that three chows make, 0 for none."""
    suits = {chow // 7 for chow in chows}
    ranks = sorted(chow % 7 for chow in chows)
    steps = (ranks[1] - ranks[0], ranks[2] - ranks[1])
    if len(suits) == 3:
        mixed = {(0, 0): MIXED_TRIPLE, (1, 1): MIXED_SHIFTED, (3, 3): MIXED_STRAIGHT}
        return mixed.get(steps, 0)
    if len(suits) == 1:
        pure = {
            (0, 0): PURE_TRIPLE,
            (1, 1): PURE_SHIFTED,
            (2, 2): PURE_SHIFTED,
            (3, 3): PURE_STRAIGHT,
        }
        return pure.get(steps, 0)
    return 0


def four_chows(chows: Sequence[int]) -> int:
    """The pattern that four chows make, 0 for none."""
    if len({chow // 7 for chow in chows}) > 1:
        return 0
    steps = {later - earlier for earlier, later in pairwise(chows)}
    if len(steps) > 1:
        return 0
    return {0: QUADRUPLE, 1: FOUR_SHIFTED, 2: FOUR_SHIFTED}.get(steps.pop(), 0)


def _entry(chows: list[int]) -> int:
    entry = four_chows(chows) if len(chows) == 4 else 0
    extras = 0
    for triple in combinations(range(len(chows)), 3):
        pattern = three_chows([chows[i] for i in triple])
        if pattern:
            entry |= pattern << CHOW_FAN3
            for fourth in set(range(len(chows))) - set(triple):
                for member in triple:
                    pair = two_chows(chows[fourth], chows[member])
                    extras |= 0 if pair < 0 else 1 << pair
    choices = _forests(chows)
    entry |= extras << CHOW_EXTRA | len(choices) << CHOW_N_CHOICES
    for place, counts in enumerate(choices):
        packed = sum(count << (2 * pattern) for pattern, count in enumerate(counts))
        entry |= packed << (CHOW_CHOICES + 8 * place)
    return entry


def _forests(chows: list[int]) -> list[tuple[int, ...]]:
    """Counts of the patterns of two that may stand together, the preferred choice first.

    Of choices worth the same, the one with the most different patterns is taken (a pattern is not
    made of the same tiles twice where another will do, 不得相同), then the one with the earlier
    ones. A choice that another contains is left out.
    """
    edges = [
        (i, j, pattern)
        for i, j in combinations(range(len(chows)), 2)
        if (pattern := two_chows(chows[i], chows[j])) >= 0
    ]
    found: set[tuple[int, ...]] = set()
    for size in range(min(len(edges), 3), 0, -1):
        for chosen in combinations(edges, size):
            if _is_forest(chosen):
                patterns = [pattern for _, _, pattern in chosen]
                found.add(tuple(patterns.count(pattern) for pattern in range(4)))
        if found:
            break
    ordered = sorted(found, key=lambda counts: (sum(map(bool, counts)), counts), reverse=True)
    if len(ordered) > MOST_CHOICES:
        raise AssertionError(f"chows {chows}: {len(ordered)} choices do not fit an entry")
    return ordered


def _is_forest(edges: Sequence[tuple[int, int, int]]) -> bool:
    tree = list(range(4))
    for i, j, _ in edges:
        if tree[i] == tree[j]:
            return False
        joined, kept = tree[i], tree[j]
        tree = [kept if root == joined else root for root in tree]
    return True
