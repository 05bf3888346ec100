"""How far a hand is from winning, and which tiles complete it, over all shapes of a rule set.

Distance to ready counts exchanges of tiles: 0 is ready 听牌, -1 complete. It goes to hands that
exist: no kind more than four times in the concealed part. Waits are judged by shape alone, as the
rules do: a fifth, impossible copy counts as a wait, and so do copies that are all visible.

Hands are counts of the concealed tiles, int8 (42): 13 - 3m (ready to draw) or 14 - 3m of them
beside m melds; in sixteen-tile systems three more. Flowers in them are not looked at.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit
from engine.rules import (
    P_SETS,
    P_SHAPES,
    SHAPE_KNITTED_SINGLES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    SHAPE_THIRTEEN_ORPHANS,
    Rules,
)
from engine.tables import Tables

FAR: Final = 99
"""A distance that every real one beats."""

SETS: Final = 1 << 9
SETS_PAIR: Final = 1 << 10
WAITS: Final = (1 << 9) - 1

ORPHANS: Final = 0b1111111_100000001_100000001_100000001
"""Mask of the thirteen terminals and honors."""
HONORS: Final = 0b1111111 << 27
RUN_147: Final = 0b001001001
"""Mask of ranks 1, 4, 7; shifted by 1 and 2: 258 and 369."""
RUN_CODE: Final = 1 + 5**3 + 5**6
"""Base-5 code of 1, 4, 7; times 5 and 25: 258 and 369."""


@jit
def distance(rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int) -> int:
    """Distance to ready: 0 ready, -1 complete.

    Args:
        rules: compiled rule set; its shapes are looked at.
        tables: `engine.tables.load_tables()`.
        hand: int8 (42), counts of the concealed tiles.
        n_melds: melds beside them, kongs included.
    """
    shapes = rules.params[P_SHAPES]
    n_sets = rules.params[P_SETS] - n_melds
    codes = suit_codes(hand)
    best = FAR
    if shapes & SHAPE_STANDARD:
        best = _standard_missing(tables.missing_suit, tables.missing_honor, codes, n_sets)
    if n_melds == 0 and n_sets == 4:
        best = min(best, _special_missing(shapes, hand))
    if n_sets >= 3 and shapes & SHAPE_KNITTED_STRAIGHT:
        kinds = kinds_mask(hand)
        for arrangement in range(6):
            knitted = knitted_mask(arrangement)
            lacking = 9 - popcount(kinds & knitted)
            if lacking < best:
                rest = without_knitted(hand, codes, arrangement)
                best = min(
                    best,
                    lacking
                    + _standard_missing(
                        tables.missing_suit, tables.missing_honor, rest, n_sets - 3
                    ),
                )
    return best - 1


@jit
def waits(rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int) -> np.uint64:
    """Mask of the kinds 0-33 that complete a hand of 13 - 3m (16 - 3m) tiles by shape."""
    shapes = rules.params[P_SHAPES]
    n_sets = rules.params[P_SETS] - n_melds
    codes = suit_codes(hand)
    found = 0
    if shapes & SHAPE_STANDARD:
        found = standard_waits(tables.shape_suit, tables.shape_honor, codes)
    if n_melds == 0 and n_sets == 4:
        found |= _special_waits(shapes, hand)
    if n_sets >= 3 and shapes & SHAPE_KNITTED_STRAIGHT:
        found |= _knitted_straight_waits(tables.shape_suit, tables.shape_honor, hand, codes)
    return np.uint64(found)


@jit
def completes(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, tile: int
) -> bool:
    """Whether `tile` completes a hand of 13 - 3m (16 - 3m) tiles by shape."""
    shapes = rules.params[P_SHAPES]
    n_sets = rules.params[P_SETS] - n_melds
    codes = suit_codes(hand)
    if shapes & SHAPE_STANDARD and _completes_standard(
        tables.shape_suit, tables.shape_honor, codes, tile
    ):
        return True
    if n_melds == 0 and n_sets == 4 and (_special_waits(shapes, hand) >> tile) & 1:
        return True
    if n_sets >= 3 and shapes & SHAPE_KNITTED_STRAIGHT:
        found = _knitted_straight_waits(tables.shape_suit, tables.shape_honor, hand, codes)
        return (found >> tile) & 1 == 1
    return False


@jit
def suit_codes(hand: NDArray[np.int8]) -> tuple[int, int, int, int]:
    """Base-5 codes of characters, dots, bamboo and honors."""
    characters = dots = bamboo = honors = 0
    for rank in range(8, -1, -1):
        characters = characters * 5 + hand[rank]
        dots = dots * 5 + hand[9 + rank]
        bamboo = bamboo * 5 + hand[18 + rank]
    for kind in range(33, 26, -1):
        honors = honors * 5 + hand[kind]
    return characters, dots, bamboo, honors


@jit
def kinds_mask(hand: NDArray[np.int8]) -> int:
    """Mask of the kinds 0-33 that the hand holds."""
    mask = 0
    for kind in range(34):
        mask |= (1 if hand[kind] > 0 else 0) << kind
    return mask


@jit
def popcount(mask: int) -> int:
    """Number of bits of a mask of 64 bits."""
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0x7F


@jit
def knitted_shift(arrangement: int, suit: int) -> int:
    """Which run a suit has in one of the six knitted arrangements: 0 147, 1 258, 2 369."""
    first = arrangement // 2
    if suit == 0:
        return first
    step = 1 + (arrangement & 1)
    return (first + (step if suit == 1 else 3 - step)) % 3


@jit
def knitted_mask(arrangement: int) -> int:
    """Mask of the nine tiles of a knitted straight 组合龙."""
    mask = 0
    for suit in range(3):
        mask |= RUN_147 << (knitted_shift(arrangement, suit) + 9 * suit)
    return mask


@jit
def without_knitted(
    hand: NDArray[np.int8], codes: tuple[int, int, int, int], arrangement: int
) -> tuple[int, int, int, int]:
    """Codes of the hand without those tiles of a knitted straight that it holds."""
    characters, dots, bamboo, honors = codes
    characters -= _held_run(hand, 0, knitted_shift(arrangement, 0))
    dots -= _held_run(hand, 9, knitted_shift(arrangement, 1))
    bamboo -= _held_run(hand, 18, knitted_shift(arrangement, 2))
    return characters, dots, bamboo, honors


@jit
def _held_run(hand: NDArray[np.int8], suit_start: int, shift: int) -> int:
    code = 0
    power = 25 if shift == 2 else (5 if shift == 1 else 1)
    for rank in range(shift, 9, 3):
        if hand[suit_start + rank] > 0:
            code += power
        power *= 125
    return code


@jit
def standard_waits(
    shape_suit: NDArray[np.uint16],
    shape_honor: NDArray[np.uint16],
    codes: tuple[int, int, int, int],
) -> int:
    """Mask of the kinds that make sets and one pair of all suits together.

    The missing tile goes to the one suit that is not made of sets (nor of sets and a pair); where
    two suits are made of sets and a pair each, either may take it.
    """
    s0 = np.int64(shape_suit[codes[0]])
    s1 = np.int64(shape_suit[codes[1]])
    s2 = np.int64(shape_suit[codes[2]])
    s3 = np.int64(shape_honor[codes[3]])
    sets = SETS
    pair = SETS_PAIR
    whole0, whole1 = s0 & (sets | pair), s1 & (sets | pair)
    whole2, whole3 = s2 & (sets | pair), s3 & (sets | pair)
    found = 0
    if _one_pair_at_most(whole1, whole2, whole3):
        found |= s0 & WAITS
    if _one_pair_at_most(whole0, whole2, whole3):
        found |= (s1 & WAITS) << 9
    if _one_pair_at_most(whole0, whole1, whole3):
        found |= (s2 & WAITS) << 18
    if _one_pair_at_most(whole0, whole1, whole2):
        found |= (s3 & WAITS) << 27
    return found


@jit
def _standard_missing(
    missing_suit: NDArray[np.uint64],
    missing_honor: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    n_sets: int,
) -> int:
    """Tiles missing for `n_sets` sets and one pair, spread over the suits in the best way."""
    first = np.int64(missing_suit[codes[0]])
    second = np.int64(missing_suit[codes[1]])
    third = np.int64(missing_suit[codes[2]])
    fourth = np.int64(missing_honor[codes[3]])
    best = FAR
    for k in range(n_sets + 1):
        lower, lower_pair = _two_suits(first, second, k)
        upper, upper_pair = _two_suits(third, fourth, n_sets - k)
        best = min(best, lower + upper_pair, lower_pair + upper)
    return best


@jit
def _two_suits(first: int, second: int, n_sets: int) -> tuple[int, int]:
    """Tiles missing in two suits for `n_sets` sets, without and with a pair."""
    bare = pair = FAR
    for k in range(n_sets + 1):
        one = first >> (10 * k)
        other = second >> (10 * (n_sets - k))
        one_bare, other_bare = one & 31, other & 31
        bare = min(bare, one_bare + other_bare)
        pair = min(pair, one_bare + ((other >> 5) & 31), ((one >> 5) & 31) + other_bare)
    return bare, pair


@jit
def _special_missing(shapes: int, hand: NDArray[np.int8]) -> int:
    """Tiles missing for seven pairs 七对, thirteen orphans 十三幺 and knitted singles 全不靠."""
    best = FAR
    pairs = 0
    paired = False
    for kind in range(34):
        pairs += hand[kind] >> 1  # four alike may be two pairs
        paired = paired or (hand[kind] > 1 and (ORPHANS >> kind) & 1 == 1)
    kinds = kinds_mask(hand)
    if shapes & SHAPE_SEVEN_PAIRS:
        best = 7 - pairs
    if shapes & SHAPE_THIRTEEN_ORPHANS:
        best = min(best, 14 - popcount(kinds & ORPHANS) - (1 if paired else 0))
    if shapes & SHAPE_KNITTED_SINGLES:
        for arrangement in range(6):
            best = min(best, 14 - popcount(kinds & (knitted_mask(arrangement) | HONORS)))
    return best


@jit
def _special_waits(shapes: int, hand: NDArray[np.int8]) -> int:
    """Waits of thirteen concealed tiles for the shapes that have no sets."""
    kinds = kinds_mask(hand)
    n_kinds = popcount(kinds)
    found = 0
    if shapes & SHAPE_SEVEN_PAIRS:
        odd = 0
        for kind in range(34):
            odd |= (hand[kind] & 1) << kind
        if odd & (odd - 1) == 0:  # six pairs and one tile left over
            found |= odd
    if shapes & SHAPE_THIRTEEN_ORPHANS and n_kinds >= 12 and kinds & ~ORPHANS == 0:
        found |= ORPHANS if n_kinds == 13 else ORPHANS & ~kinds
    if shapes & SHAPE_KNITTED_SINGLES and n_kinds == 13:
        for arrangement in range(6):
            singles = knitted_mask(arrangement) | HONORS
            if kinds & ~singles == 0:
                found |= singles & ~kinds
    return found


@jit
def _knitted_straight_waits(
    shape_suit: NDArray[np.uint16],
    shape_honor: NDArray[np.uint16],
    hand: NDArray[np.int8],
    codes: tuple[int, int, int, int],
) -> int:
    """Waits for a knitted straight 组合龙 with the other sets and the pair."""
    kinds = kinds_mask(hand)
    found = 0
    for arrangement in range(6):
        knitted = knitted_mask(arrangement)
        lacking = knitted & ~kinds
        if lacking == 0:
            rest = without_knitted(hand, codes, arrangement)
            found |= standard_waits(shape_suit, shape_honor, rest)
        elif lacking & (lacking - 1) == 0:
            rest = without_knitted(hand, codes, arrangement)
            if is_standard(shape_suit, shape_honor, rest):
                found |= lacking
    return found


@jit
def is_standard(
    shape_suit: NDArray[np.uint16],
    shape_honor: NDArray[np.uint16],
    codes: tuple[int, int, int, int],
) -> bool:
    """Whether all suits together are made of sets and exactly one pair."""
    whole = SETS | SETS_PAIR
    s0 = np.int64(shape_suit[codes[0]]) & whole
    s1 = np.int64(shape_suit[codes[1]]) & whole
    s2 = np.int64(shape_suit[codes[2]]) & whole
    s3 = np.int64(shape_honor[codes[3]]) & whole
    return s0 != 0 and s1 != 0 and s2 != 0 and s3 != 0 and s0 + s1 + s2 + s3 == 5 * SETS


@jit
def _completes_standard(
    shape_suit: NDArray[np.uint16],
    shape_honor: NDArray[np.uint16],
    codes: tuple[int, int, int, int],
    tile: int,
) -> bool:
    whole = SETS | SETS_PAIR
    s0 = np.int64(shape_suit[codes[0]])
    s1 = np.int64(shape_suit[codes[1]])
    s2 = np.int64(shape_suit[codes[2]])
    s3 = np.int64(shape_honor[codes[3]])
    if tile < 9:
        taking, rank, s0 = s0, tile, SETS
    elif tile < 18:
        taking, rank, s1 = s1, tile - 9, SETS
    elif tile < 27:
        taking, rank, s2 = s2, tile - 18, SETS
    else:
        taking, rank, s3 = s3, tile - 27, SETS
    # The three others are whole with one pair at most; the fourth's count says what it becomes.
    s0, s1, s2, s3 = s0 & whole, s1 & whole, s2 & whole, s3 & whole
    if s0 == 0 or s1 == 0 or s2 == 0 or s3 == 0 or s0 + s1 + s2 + s3 > 5 * SETS:
        return False
    return (taking >> rank) & 1 == 1


@jit
def _one_pair_at_most(first: int, second: int, third: int) -> bool:
    """Three suits are whole and hold at most one pair; the fourth's waits follow by its count."""
    return first != 0 and second != 0 and third != 0 and first + second + third <= 4 * SETS
