"""Hands that are no sets: seven and eight pairs, thirteen orphans, knitted singles, by masks."""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.rules import (
    SHAPE_EIGHT_PAIRS,
    SHAPE_KNITTED_SINGLES,
    SHAPE_SEVEN_PAIRS,
    SHAPE_THIRTEEN_ORPHANS,
)
from engine.shapes import HONORS, ORPHANS, most_knitted, popcount

Held = tuple[int, int, int, int]
"""Masks of the kinds held at least once, twice, three times, four times."""
NEVER: Final = 99


@merge
def with_one(held: Held, tile: int) -> Held:
    """The masks of a hand with one more of a kind that it holds three times at most."""
    bit = 1 << tile
    once, twice, thrice = held[0] & bit, held[1] & bit, held[2] & bit
    return held[0] | bit, held[1] | once, held[2] | twice, held[3] | thrice


@merge
def without_one(held: Held, tile: int) -> Held:
    """The masks of a hand with one less of a kind that it holds."""
    bit = 1 << tile
    twice, thrice, all_four = held[1] & bit, held[2] & bit, held[3] & bit
    return (
        (held[0] & ~bit) | twice,
        (held[1] & ~bit) | thrice,
        (held[2] & ~bit) | all_four,
        held[3] & ~bit,
    )


@leaf
def special_missing(shapes: int, n_sets: int, held: Held) -> int:
    """Tiles missing for the nearest of the shapes that are no sets; all of them are concealed.

    Args:
        shapes: of the rule set, `SHAPE_*` bits.
        n_sets: sets of a hand, 4 or 5.
        held: natural tiles of a hand without melds.

    Returns:
        The number, `NEVER` where the rules have no such shape.
    """
    best = NEVER
    once, twice, thrice, all_four = held
    if n_sets == 4:
        if shapes & SHAPE_SEVEN_PAIRS:
            pairs = popcount(twice) + popcount(all_four)
            best = _pairs_missing(pairs, popcount(once ^ twice ^ thrice ^ all_four))
        if shapes & SHAPE_THIRTEEN_ORPHANS:
            lacking = 14 - popcount(once & ORPHANS) - (1 if twice & ORPHANS else 0)
            best = min(best, lacking)
        if shapes & SHAPE_KNITTED_SINGLES:
            best = min(best, 14 - popcount(once & HONORS) - most_knitted(once))
    elif shapes & SHAPE_EIGHT_PAIRS:
        best = _eight_pairs_missing(held)
    return best


@merge
def _eight_pairs_missing(held: Held) -> int:
    """Seven pairs and a triple: it is there, or grows from a pair or a single tile."""
    once, twice, thrice, all_four = held
    pairs = popcount(twice) + popcount(all_four)
    singles = popcount(once ^ twice ^ thrice ^ all_four)
    best = 3 + _pairs_missing(pairs, singles)
    if thrice & ~all_four:
        best = min(best, _pairs_missing(pairs - 1, singles - 1))
    if all_four:
        best = min(best, _pairs_missing(pairs - 2, singles + 1))
    if pairs > 0:
        best = min(best, 1 + _pairs_missing(pairs - 1, singles))
    if singles > 0:
        best = min(best, 2 + _pairs_missing(pairs, singles - 1))
    return best


@merge
def _pairs_missing(pairs: int, singles: int) -> int:
    """Tiles missing for seven pairs: a single tile lacks one, a pair of nothing two."""
    lacking = max(0, 7 - pairs)
    return lacking + max(0, lacking - singles)
