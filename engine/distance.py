"""How far a hand is from winning, and which tiles complete it, over all shapes of a rule set.

Distance to ready counts exchanges of tiles: 0 is ready 听牌, -1 complete. It goes to hands that
exist: no kind more than four times in the concealed part. Waits are judged by shape alone, as the
rules do: a fifth, impossible copy counts as a wait, and so do copies that are all visible.

Hands are counts of the concealed tiles, int8 (42): 13 - 3m (ready to draw) or 14 - 3m of them
beside m melds; in sixteen-tile systems three more. Flowers in them are not looked at.

`completes` is asked most often by far and merged into its callers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
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
from engine.shapes import (
    HONORS,
    ORPHANS,
    completes_standard,
    held_kinds,
    is_standard,
    knitted_mask,
    most_knitted,
    odd_kinds,
    popcount,
    standard_waits,
    suit_codes,
    suit_shapes,
    without_knitted,
)
from engine.tables import Tables

FAR: Final = 99
"""A number of tiles that every real distance beats."""


@leaf
def distance(rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int) -> int:
    """Distance to ready: 0 ready, -1 complete.

    Args:
        rules: compiled rule set; its shapes are looked at.
        tables: `engine.tables.load_tables()`.
        hand: int8 (42), counts of the concealed tiles.
        n_melds: melds beside them, kongs included.
    """
    return (
        missing_tiles(
            rules.params[P_SHAPES],
            rules.params[P_SETS] - n_melds,
            n_melds,
            tables.missing,
            hand,
        )
        - 1
    )


@leaf
def waits(rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int) -> np.uint64:
    """Mask of the kinds 0-33 that complete a hand of 13 - 3m (16 - 3m) tiles by shape."""
    return all_waits(
        rules.params[P_SHAPES],
        rules.params[P_SETS] - n_melds,
        n_melds,
        tables.shape,
        hand,
    )


@merge
def completes(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, tile: int
) -> bool:
    """Whether `tile` (0-33) completes a hand of 13 - 3m (16 - 3m) tiles by shape."""
    return tile_completes(
        rules.params[P_SHAPES],
        rules.params[P_SETS] - n_melds,
        n_melds,
        tables.shape,
        hand,
        tile,
    )


@leaf
def missing_tiles(
    shapes: int, n_sets: int, n_melds: int, missing: NDArray[np.uint64], hand: NDArray[np.int8]
) -> int:
    """Tiles missing for the nearest winning hand; `n_sets` sets are still to be made."""
    codes = suit_codes(hand)
    best = FAR
    if shapes & SHAPE_STANDARD:
        best = standard_missing(missing, codes, n_sets)
    if n_sets >= 3 and shapes != SHAPE_STANDARD:
        best = _special_missing(shapes, n_sets, n_melds, missing, hand, codes, best)
    return best


@leaf
def _special_missing(
    shapes: int,
    n_sets: int,
    n_melds: int,
    missing: NDArray[np.uint64],
    hand: NDArray[np.int8],
    codes: tuple[int, int, int, int],
    best: int,
) -> int:
    """Tiles missing for the shapes that are not sets and a pair, or `best` where that is less."""
    kinds = pairs = paired = 0
    for kind in range(34):
        count = int(hand[kind])
        kinds |= (1 if count > 0 else 0) << kind
        paired |= (1 if count > 1 else 0) << kind
        pairs += count >> 1  # four alike may be two pairs
    if n_melds == 0 and n_sets == 4:
        if shapes & SHAPE_SEVEN_PAIRS:
            best = min(best, 7 - pairs)
        if shapes & SHAPE_THIRTEEN_ORPHANS:
            lacking = 14 - popcount(kinds & ORPHANS) - (1 if paired & ORPHANS else 0)
            best = min(best, lacking)
        if shapes & SHAPE_KNITTED_SINGLES:
            best = min(best, 14 - popcount(kinds & HONORS) - most_knitted(kinds))
    if shapes & SHAPE_KNITTED_STRAIGHT:
        for arrangement in range(6):
            lacking = 9 - popcount(kinds & knitted_mask(arrangement))
            if lacking < best:
                rest = without_knitted(codes, kinds, arrangement)
                lacking += standard_missing(missing, rest, n_sets - 3)
                best = min(best, lacking)
    return best


@merge
def all_waits(
    shapes: int,
    n_sets: int,
    n_melds: int,
    shape: NDArray[np.uint32],
    hand: NDArray[np.int8],
) -> np.uint64:
    """Mask of the kinds that complete a hand that lacks one tile of `n_sets` sets and a pair."""
    codes = suit_codes(hand)
    whole = suit_shapes(shape, codes)
    found = 0
    if shapes & SHAPE_STANDARD:
        found = standard_waits(whole)
    if _may_be_special(shapes, n_sets, n_melds, whole):
        found |= _special_waits(shapes, n_melds, shape, codes, whole)
    return np.uint64(found)


@merge
def tile_completes(
    shapes: int,
    n_sets: int,
    n_melds: int,
    shape: NDArray[np.uint32],
    hand: NDArray[np.int8],
    tile: int,
) -> bool:
    """Whether one tile completes a hand that lacks one of `n_sets` sets and a pair."""
    codes = suit_codes(hand)
    whole = suit_shapes(shape, codes)
    found = shapes & SHAPE_STANDARD != 0 and completes_standard(whole, tile)
    if not found and _may_be_special(shapes, n_sets, n_melds, whole):
        special = _special_waits(shapes, n_melds, shape, codes, whole)
        found = (special >> tile) & 1 == 1
    return found


@merge
def _may_be_special(
    shapes: int, n_sets: int, n_melds: int, whole: tuple[int, int, int, int]
) -> bool:
    """Whether a hand could lack one tile of a shape that is not sets and a pair."""
    if n_sets < 3 or shapes == SHAPE_STANDARD:
        return False
    kinds = held_kinds(whole)
    odd = odd_kinds(whole)
    if most_knitted(kinds) >= 8:
        return True
    return n_melds == 0 and (popcount(kinds) >= 12 or odd & (odd - 1) == 0)


@leaf
def _special_waits(
    shapes: int,
    n_melds: int,
    shape: NDArray[np.uint32],
    codes: tuple[int, int, int, int],
    whole: tuple[int, int, int, int],
) -> int:
    """Waits for the shapes that are not sets and a pair."""
    kinds = held_kinds(whole)
    found = 0
    if n_melds == 0:
        odd = odd_kinds(whole)
        if shapes & SHAPE_SEVEN_PAIRS and odd & (odd - 1) == 0:  # six pairs, one tile left over
            found |= odd
        n_kinds = popcount(kinds)
        if shapes & SHAPE_THIRTEEN_ORPHANS and n_kinds >= 12 and kinds & ~ORPHANS == 0:
            found |= ORPHANS if n_kinds == 13 else ORPHANS & ~kinds
        if shapes & SHAPE_KNITTED_SINGLES and n_kinds == 13:
            for arrangement in range(6):
                singles = knitted_mask(arrangement) | HONORS
                if kinds & ~singles == 0:
                    found |= singles & ~kinds
    if shapes & SHAPE_KNITTED_STRAIGHT:
        for arrangement in range(6):
            lacking = knitted_mask(arrangement) & ~kinds
            if lacking & (lacking - 1) == 0:
                rest = without_knitted(codes, kinds, arrangement)
                rest_whole = suit_shapes(shape, rest)
                if lacking == 0:
                    found |= standard_waits(rest_whole)
                elif is_standard(rest_whole):
                    found |= lacking
    return found


@merge
def standard_missing(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    n_sets: int,
) -> int:
    """Tiles missing for `n_sets` sets and one pair, spread over the suits in the best way."""
    first = int(np.int64(missing[codes[0]]))
    second = int(np.int64(missing[codes[1]]))
    third = int(np.int64(missing[codes[2]]))
    fourth = int(np.int64(missing[codes[3]]))
    best = FAR
    for k in range(n_sets + 1):
        lower, lower_pair = _two_suits(first, second, k)
        upper, upper_pair = _two_suits(third, fourth, n_sets - k)
        best = min(best, lower + upper_pair, lower_pair + upper)
    return best


@leaf
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
