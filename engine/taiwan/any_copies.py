"""Hands with more than four copies of a kind, where wildcards stand for the further ones.

The suit tables hold four copies at most; these rare hands are split by counting. Up to eight
copies of a kind can be: four tiles and as many wildcards.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.rules import Rules
from engine.taiwan import memory as at
from engine.taiwan.reading import add_chow, weigh_reading
from schemas.tiles import N_KINDS

MOST_COPIES: Final = 8


@leaf
def count_waits(scratch: NDArray[np.int64], hand: NDArray[np.int8]) -> int:
    """Kinds that complete a hand, by shape."""
    found = 0
    for kind in range(N_KINDS):
        scratch[at.LEFT + kind] = hand[kind]
    for kind in range(N_KINDS):
        scratch[at.LEFT + kind] += 1
        found += int(is_complete(scratch))
        scratch[at.LEFT + kind] -= 1
    return found


@leaf
def is_complete(scratch: NDArray[np.int64]) -> bool:
    """Whether the counts in the memory are sets and one pair."""
    pairs = 0
    for tile in range(27, N_KINDS):
        count = scratch[at.LEFT + tile]
        if count % 3 == 1:
            return False
        pairs += int(count % 3 == 2)
    if pairs > 0:
        return pairs == 1 and _is_sets(scratch)
    for pair in range(27):
        if scratch[at.LEFT + pair] > 1:
            scratch[at.LEFT + pair] -= 2
            complete = _is_sets(scratch)
            scratch[at.LEFT + pair] += 2
            if complete:
                return True
    return False


@leaf
def weigh_all(rules: Rules, scratch: NDArray[np.int64]) -> None:
    """Weigh every reading of the complete counts in the memory.

    The facts of the hand must be there, among them what its honors make.
    """
    pair = scratch[at.HONOR_PAIR]
    if pair >= 0:
        _weigh_pungs(rules, scratch, pair)
        return
    for tile in range(27):
        if scratch[at.LEFT + tile] > 1:
            scratch[at.LEFT + tile] -= 2
            _weigh_pungs(rules, scratch, tile)
            scratch[at.LEFT + tile] += 2


@leaf
def _is_sets(scratch: NDArray[np.int64]) -> bool:
    """Whether the suit tiles are sets: three chows alike may be taken as pungs."""
    started = started_before = 0
    for tile in range(27):
        count = scratch[at.LEFT + tile] - started - started_before
        begin = count % 3
        if count < 0 or (begin > 0 and tile % 9 > 6):
            return False
        started_before = started
        started = begin
    return True


@leaf
def _weigh_pungs(
    rules: Rules,
    scratch: NDArray[np.int64],
    pair: int,
) -> None:
    """Weigh every choice of suit pungs whose other suit tiles are chows; the pair is taken out."""
    triples = 0
    for tile in range(27):
        for _ in range(scratch[at.LEFT + tile] // 3):
            scratch[at.TRIPLES + triples] = tile
            triples += 1
    for chosen in range(1 << triples):
        pungs, twice = scratch[at.HONOR_PUNGS], scratch[at.HONOR_TWICE]
        for place in range(triples):
            if (chosen >> place) & 1:
                pung = 1 << scratch[at.TRIPLES + place]
                twice |= pungs & pung
                pungs |= pung
        chows = _chows_beside(scratch, pungs, twice)
        if chows >= 0:
            weigh_reading(rules, scratch, chows, pungs, twice, pair)


@leaf
def _chows_beside(scratch: NDArray[np.int64], pungs: int, twice: int) -> int:
    """The list of chows that the suit tiles beside some pungs make, -1 for none."""
    chows = started = started_before = 0
    for tile in range(27):
        in_pungs = 3 * ((pungs >> tile) & 1) + 3 * ((twice >> tile) & 1)
        begin = scratch[at.LEFT + tile] - in_pungs - started - started_before
        if begin < 0 or (begin > 0 and tile % 9 > 6):
            return -1
        for _ in range(begin):
            chows = add_chow(chows, tile)
        started_before = started
        started = begin
    return chows
