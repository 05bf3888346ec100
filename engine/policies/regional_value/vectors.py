"""What suits lack, and what they lack together: small vectors in the working memory.

A suit's vector has, for k sets and j pairs, the tiles missing at ``2 k + j``, read off a packed
entry of the tables (5 bits each). Suits join by the best way to share sets and pair.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf

Ints = NDArray[np.int64]
FAR = 99


@leaf
def unpack(entry: int, m: Ints, at: int, n: int) -> None:
    """Write an entry of the tables for up to `n` sets."""
    for goal in range(2 * n + 2):
        m[at + goal] = (entry >> (5 * goal)) & 31


@leaf
def join(m: Ints, one: int, other: int, out: int, n: int) -> None:
    """Tiles missing in two groups of suits together, for up to `n` sets."""
    for sets in range(n + 1):
        bare = pair = FAR
        for k in range(sets + 1):
            a, b = one + 2 * k, other + 2 * (sets - k)
            bare = min(bare, m[a] + m[b])
            pair = min(pair, m[a] + m[b + 1], m[a + 1] + m[b])
        m[out + 2 * sets] = bare
        m[out + 2 * sets + 1] = pair


@leaf
def total(m: Ints, one: int, other: int, n: int, pair: int) -> int:
    """Tiles missing in two groups of suits for exactly `n` sets, with a pair (1) or none (0)."""
    best = FAR
    for k in range(n + 1):
        a, b = one + 2 * k, other + 2 * (n - k)
        best = min(best, m[a] + m[b + 1], m[a + 1] + m[b]) if pair == 1 else min(best, m[a] + m[b])
    return best


@leaf
def goals(m: Ints, one: int, other: int, n: int, pair: int, best: int) -> int:
    """Goals of the first group that are part of a best way, as bits ``5 (2 k + j)``."""
    found = 0
    for k in range(n + 1):
        a, b = one + 2 * k, other + 2 * (n - k)
        if pair == 1:
            found |= int(m[a] + m[b + 1] == best) << (10 * k)
            found |= int(m[a + 1] + m[b] == best) << (10 * k + 5)
        else:
            found |= int(m[a] + m[b] == best) << (10 * k)
    return found
