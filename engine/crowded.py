"""Hands with more than four copies of a kind, which only wildcards can make.

The tables of suits know four copies at most. What they tell of other hands is worked out here from
the counts, slowly: which tiles complete the hand, and how a suit splits into sets. Splits are
packed as `engine.tables_build` packs them, with one part more: a kind may make two pungs.

All functions work in a part of their own of the kernels' working memory.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.distance import waits
from engine.jit import leaf
from engine.rules import (
    P_SETS,
    P_SHAPES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    Rules,
)
from engine.scoring_out import SCRATCH_CROWDED
from engine.shapes import knitted_mask, popcount
from engine.tables import Tables
from engine.tables_build import (
    NO_PAIR,
    SPLIT_LAST,
    SPLIT_N_CHOWS,
    SPLIT_N_FIVES,
    SPLIT_N_OUTSIDE,
    SPLIT_PAIR,
    SPLIT_PUNGS,
)
from schemas.tiles import N_KINDS

SPLIT_PUNGS_TWICE: Final = 40
"""First of nine bits of a split: kinds that make a second pung."""
MOST_SPLITS: Final = 8
"""Room for the splits of a suit; with up to seventeen tiles, a kind above four copies among them,
there are five at most."""
_COUNTS: Final = SCRATCH_CROWDED
"""First of 34 counts of the tiles that sets and a pair are to be made of."""
SPLITS0: Final = SCRATCH_CROWDED + N_KINDS
SPLITS1: Final = SPLITS0 + MOST_SPLITS
SPLITS2: Final = SPLITS1 + MOST_SPLITS
"""First of the splits of characters, dots and bamboo."""


@leaf
def is_crowded(hand: NDArray[np.int8]) -> bool:
    """Whether a hand holds some kind more than four times."""
    most = 0
    for kind in range(N_KINDS):
        most = max(most, int(hand[kind]))
    return most > 4


@leaf
def any_waits(
    rules: Rules,
    tables: Tables,
    hand: NDArray[np.int8],
    n_melds: int,
    scratch: NDArray[np.int64],
) -> int:
    """Mask of the kinds 0-33 that complete a hand that lacks one tile, crowded or not, by shape."""
    if not is_crowded(hand):
        return int(np.int64(waits(rules, tables, hand, n_melds)))
    shapes = rules.params[P_SHAPES]
    held, odd = held_and_odd_kinds(hand)
    found = _standard_waits(hand, scratch) if shapes & SHAPE_STANDARD else 0
    if n_melds == 0 and rules.params[P_SETS] == 4 and shapes & SHAPE_SEVEN_PAIRS:
        found |= odd if popcount(odd) == 1 else 0
    if shapes & SHAPE_KNITTED_STRAIGHT:
        found |= _knitted_waits(hand, held, scratch)
    return found  # of singles and orphans no kind is held so often


@leaf
def held_and_odd_kinds(hand: NDArray[np.int8]) -> tuple[int, int]:
    """Masks of the kinds that a hand holds, and holds an odd number of times."""
    held = odd = 0
    for kind in range(N_KINDS):
        held |= int(hand[kind] > 0) << kind
        odd |= (int(hand[kind]) & 1) << kind
    return held, odd


@leaf
def split_hand(hand: NDArray[np.int8], left_out: int, scratch: NDArray[np.int64]) -> bool:
    """Split all suits of a whole hand into `scratch` (SPLITS0 and on).

    Args:
        hand: counts with the winning tile.
        left_out: mask of kinds of which one copy is not to be looked at: a knitted straight.
        scratch: working memory; receives the splits.

    Returns:
        Whether the tiles are sets and exactly one pair; otherwise the splits mean nothing.
    """
    for kind in range(N_KINDS):
        scratch[_COUNTS + kind] = int(hand[kind]) - ((left_out >> kind) & 1)
    n_pairs = 0
    for kind in range(27, N_KINDS):
        rest = scratch[_COUNTS + kind] % 3
        if rest == 1:
            return False
        n_pairs += int(rest == 2)
    for suit in range(3):
        n_tiles = 0
        for rank in range(9):
            n_tiles += scratch[_COUNTS + 9 * suit + rank]
        n_pairs += int(n_tiles % 3 == 2)
        if n_tiles % 3 == 1 or _split_suit(scratch, suit, n_tiles % 3 == 2) == 0:
            return False
    return n_pairs == 1


@leaf
def _standard_waits(hand: NDArray[np.int8], scratch: NDArray[np.int64]) -> int:
    """Mask of the kinds that complete sets and a pair, for a hand that lacks one tile.

    The numbers of tiles say in which suit (or the honors) it lacks: one with a tile too many for
    sets, whose pair is to be made, or one of two that have two too many, the other having the pair.
    """
    for kind in range(N_KINDS):
        scratch[_COUNTS + kind] = int(hand[kind])
    ones = twos = 0
    for group in range(4):
        n_tiles = 0
        for kind in range(9 * group, min(9 * group + 9, N_KINDS)):
            n_tiles += scratch[_COUNTS + kind]
        ones |= int(n_tiles % 3 == 1) << group
        twos |= int(n_tiles % 3 == 2) << group
        if n_tiles % 3 == 0 and not _is_whole(scratch, group, False):
            return 0
    found = 0
    if popcount(ones) == 1 and twos == 0:
        found = _group_waits(scratch, popcount(ones - 1), True)
    if popcount(twos) == 2 and ones == 0:
        low, high = popcount((twos & -twos) - 1), popcount((twos & (twos - 1)) - 1)
        if _is_whole(scratch, high, True):
            found |= _group_waits(scratch, low, False)
        if _is_whole(scratch, low, True):
            found |= _group_waits(scratch, high, False)
    return found


@leaf
def _group_waits(scratch: NDArray[np.int64], group: int, has_pair: bool) -> int:
    """Mask of the kinds that make one suit, or the honors, whole."""
    found = 0
    for kind in range(9 * group, min(9 * group + 9, N_KINDS)):
        scratch[_COUNTS + kind] += 1
        found |= int(_is_whole(scratch, group, has_pair)) << kind
        scratch[_COUNTS + kind] -= 1
    return found


@leaf
def _is_whole(scratch: NDArray[np.int64], group: int, has_pair: bool) -> bool:
    """Whether one suit, or the honors, are sets, with a pair or without."""
    if group < 3:
        return _split_suit(scratch, group, has_pair) > 0
    n_pairs = 0
    for kind in range(27, N_KINDS):
        rest = scratch[_COUNTS + kind] % 3
        if rest == 1:
            return False
        n_pairs += int(rest == 2)
    return n_pairs == int(has_pair)


@leaf
def _knitted_waits(hand: NDArray[np.int8], held: int, scratch: NDArray[np.int64]) -> int:
    """Mask of the kinds that complete a knitted straight and the sets beside it."""
    found = 0
    for arrangement in range(6):
        nine = knitted_mask(arrangement)
        lacking = nine & ~held
        for tile in range(N_KINDS):
            if lacking == 0 or lacking == 1 << tile:
                hand[tile] += 1
                found |= int(split_hand(hand, nine, scratch)) << tile
                hand[tile] -= 1
    return found


@leaf
def _split_suit(scratch: NDArray[np.int64], suit: int, has_pair: bool) -> int:
    """Write all splits of a suit, pungs before chows; returns how many there are."""
    first, at = _COUNTS + 9 * suit, SPLITS0 + MOST_SPLITS * suit
    n = 0
    for pair in range(9 if has_pair else 1):
        if has_pair:
            if scratch[first + pair] < 2:
                continue
            scratch[first + pair] -= 2
        threes = sixes = 0
        for rank in range(9):
            threes |= int(scratch[first + rank] >= 3) << rank
            sixes |= int(scratch[first + rank] >= 6) << rank
        # Which kinds are pungs, once or twice, fixes the chows.
        pungs = threes
        more = True
        while more:
            twice = pungs & sixes
            more_twice = True
            while more_twice:
                split = _split(scratch, first, pungs, twice, pair if has_pair else NO_PAIR)
                if split >= 0:
                    scratch[at + n] = split
                    n += 1
                more_twice = twice != 0
                twice = (twice - 1) & pungs & sixes
            more = pungs != 0
            pungs = (pungs - 1) & threes
        if has_pair:
            scratch[first + pair] += 2
    if n > 0:
        scratch[at + n - 1] |= 1 << SPLIT_LAST
    return n


@leaf
def _split(scratch: NDArray[np.int64], first: int, pungs: int, twice: int, pair: int) -> int:
    """The split with given pungs and pair, or -1 where the rest is not made of chows."""
    packed = pungs << SPLIT_PUNGS | twice << SPLIT_PUNGS_TWICE | pair << SPLIT_PAIR
    started = started_before = 0  # chows that began one rank below, and two ranks below
    n_chows = n_outside = n_fives = 0
    for rank in range(9):
        n_pungs = ((pungs >> rank) & 1) + ((twice >> rank) & 1)
        begin = scratch[first + rank] - 3 * n_pungs - started - started_before
        if begin < 0 or (begin > 0 and rank > 6):
            return -1
        for _ in range(begin):
            packed |= rank << (3 * n_chows)
            n_chows += 1
        n_groups = n_pungs + int(rank == pair)
        n_outside += n_groups * int(rank == 0 or rank == 8) + begin * int(rank == 0 or rank == 6)
        n_fives += n_groups * int(rank == 4) + begin * int(2 <= rank <= 4)
        started_before = started
        started = begin
    packed |= n_chows << SPLIT_N_CHOWS
    return int(packed | n_outside << SPLIT_N_OUTSIDE | n_fives << SPLIT_N_FIVES)
