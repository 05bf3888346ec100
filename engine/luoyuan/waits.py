"""Which tiles would have completed a Luoyuan hand, and how the winning one did.

Waits are judged by shape: the own fifth copy of a kind completes too. A hand with golds that lacks
one tile is looked at suit by suit; what the other suits miss is joined once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.distance import FAR
from engine.jit import leaf
from engine.luoyuan import memory as at
from engine.luoyuan.hand import codes_at, hand_missing, sets_missing, tiles_for
from engine.readings import CHOW, PAIR, PUNG
from engine.rules import P_IN_HAND, Rules
from engine.shapes import popcount
from engine.tables import HONORS_FROM
from schemas.codes import (
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_SPECIAL,
    WAIT_TWO_SIDED,
)


@leaf
def count_waits(rules: Rules, missing: NDArray[np.uint64], scratch: NDArray[np.int64]) -> int:
    """Kinds that complete the hand without its winning tile; every gold does when one does."""
    golds, n_sets = scratch[at.GOLDS_BEFORE], scratch[at.N_SETS]
    codes = codes_at(scratch, at.BEFORE)
    if hand_missing(missing, codes, n_sets) > golds + 1:
        return 0
    wild = scratch[at.WILD]
    natural = rules.params[P_IN_HAND] & ~wild
    found = wild
    for suit in range(4):
        if (natural >> (9 * suit)) & 0b111111111:
            _join_others(missing, codes, suit, n_sets, scratch)
            found |= _suit_waits(missing, codes, suit, natural, scratch)
    return popcount(found)


@leaf
def _suit_waits(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    suit: int,
    natural: int,
    scratch: NDArray[np.int64],
) -> int:
    """Mask of the natural kinds of one suit that complete the hand."""
    golds, n_sets = scratch[at.GOLDS_BEFORE], scratch[at.N_SETS]
    code = codes[suit]
    rest = code - HONORS_FROM if suit == 3 else code
    found = 0
    weight = 1
    for rank in range(7 if suit == 3 else 9):
        tile = 9 * suit + rank
        held = rest % 5
        rest //= 5
        if (natural >> tile) & 1:
            if held == 4:
                done = _fifth_completes(missing, codes, suit, rank, n_sets, golds)
            else:
                done = _completes(int(np.int64(missing[code + weight])), n_sets, golds, scratch)
            found |= int(done) << tile
        weight *= 5
    return found


@leaf
def _completes(entry: int, n_sets: int, golds: int, scratch: NDArray[np.int64]) -> bool:
    """Whether a suit and the joined others miss no more tiles than there are golds."""
    for k in range(n_sets + 1):
        other = at.JOINED + 2 * (n_sets - k)
        bare = tiles_for(entry, k, 0) + scratch[other + 1]
        pair = tiles_for(entry, k, 1) + scratch[other]
        if min(bare, pair) <= golds:
            return True
    return False


@leaf
def _join_others(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    suit: int,
    n_sets: int,
    scratch: NDArray[np.int64],
) -> None:
    """Tiles missing in the three other suits, for every number of sets, at JOINED."""
    first = int(np.int64(missing[codes[0 if suit > 0 else 1]]))
    second = int(np.int64(missing[codes[1 if suit > 1 else 2]]))
    third = int(np.int64(missing[codes[2 if suit > 2 else 3]]))
    two = at.JOINED + at.JOINED_SIZE
    for n in range(n_sets + 1):
        bare = pair = FAR
        for k in range(n + 1):
            bare_first, bare_second = tiles_for(first, k, 0), tiles_for(second, n - k, 0)
            bare = min(bare, bare_first + bare_second)
            pair = min(pair, bare_first + tiles_for(second, n - k, 1))
            pair = min(pair, tiles_for(first, k, 1) + bare_second)
        scratch[two + 2 * n] = bare
        scratch[two + 2 * n + 1] = pair
    for n in range(n_sets + 1):
        bare = pair = FAR
        for k in range(n + 1):
            bare_two, bare_third = scratch[two + 2 * k], tiles_for(third, n - k, 0)
            bare = min(bare, bare_two + bare_third)
            pair = min(pair, bare_two + tiles_for(third, n - k, 1))
            pair = min(pair, scratch[two + 2 * k + 1] + bare_third)
        scratch[at.JOINED + 2 * n] = bare
        scratch[at.JOINED + 2 * n + 1] = pair


@leaf
def _fifth_completes(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    suit: int,
    rank: int,
    n_sets: int,
    golds: int,
) -> bool:
    """Whether one more tile completes a hand that holds four of its kind.

    It is looked for by taking away one group that the tile would be in.
    """
    weight = 5**rank
    if hand_missing(missing, _without(codes, suit, 2 * weight), n_sets - 1) <= golds:
        return True  # a pung goes, two copies stay
    if sets_missing(missing, _without(codes, suit, weight), n_sets) <= golds:
        return True  # a pair goes, three copies stay
    if suit == 3:
        return False
    for low in range(max(0, rank - 2), min(rank, 6) + 1):
        taken = lacking = 0
        for member in range(low, low + 3):
            if member != rank:
                held = codes[suit] // 5**member % 5 > 0
                taken += 5**member if held else 0
                lacking += 0 if held else 1
        rest = _without(codes, suit, taken)
        if hand_missing(missing, rest, n_sets - 1) + lacking <= golds:
            return True
    return False


@leaf
def _without(codes: tuple[int, int, int, int], suit: int, taken: int) -> tuple[int, int, int, int]:
    return (
        codes[0] - (taken if suit == 0 else 0),
        codes[1] - (taken if suit == 1 else 0),
        codes[2] - (taken if suit == 2 else 0),
        codes[3] - (taken if suit == 3 else 0),
    )


@leaf
def wait_in(reading: NDArray[np.int16], first: int, n: int, tile: int) -> int:
    """How a tile completes the first concealed group that holds it: ``schemas.codes.WAIT_*``.

    Args:
        reading: int16 (14), groups.
        first: number of melds, which stand first.
        n: number of groups.
        tile: what the winning tile stands for, -1 where it has none.
    """
    for place in range(first, n):
        group = int(reading[place])
        kind, lowest = group // 64, group % 64
        if kind == CHOW and lowest <= tile <= lowest + 2:
            if tile == lowest + 1:
                return WAIT_CLOSED
            inner = 2 if tile > lowest else 6  # 3 of 123, 7 of 789
            return WAIT_EDGE if tile % 9 == inner else WAIT_TWO_SIDED
        if kind == PUNG and tile == lowest:
            return WAIT_PAIR_PAIR
        if kind == PAIR and tile == lowest:
            return WAIT_SINGLE
    return WAIT_SPECIAL
