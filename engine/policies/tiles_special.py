"""Hands that are no sets: seven and eight pairs, thirteen orphans, knitted singles, by masks.

All of them are concealed. `Held` are a hand's natural kinds by how many copies it holds.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.rules import (
    SHAPE_EIGHT_PAIRS,
    SHAPE_KNITTED_SINGLES,
    SHAPE_SEVEN_PAIRS,
    SHAPE_THIRTEEN_ORPHANS,
)
from engine.shapes import HONORS, ORPHANS, knitted_mask, most_knitted, popcount

Held = tuple[int, int, int, int]
"""Masks of the kinds held at least once, twice, three times, four times."""
NEVER: Final = 99


@leaf
def special_missing(shapes: int, n_sets: int, held: Held) -> int:
    """Tiles missing for the nearest of the shapes that are no sets.

    Args:
        shapes: of the rule set, `SHAPE_*` bits.
        n_sets: sets of a hand, 4 or 5.
        held: natural tiles of a hand without melds.

    Returns:
        The number, `NEVER` where the rules have no such shape.
    """
    best = NEVER
    if n_sets == 4:
        if shapes & SHAPE_SEVEN_PAIRS:
            best = _seven_pairs_missing(held)
        if shapes & SHAPE_THIRTEEN_ORPHANS:
            best = min(best, _orphans_missing(held))
        if shapes & SHAPE_KNITTED_SINGLES:
            best = min(best, _knitted_missing(held))
    elif shapes & SHAPE_EIGHT_PAIRS:
        best = _eight_pairs_missing(held)
    return best


@leaf
def special_useful(shapes: int, n_sets: int, held: Held, kinds: int, target: int) -> int:
    """Mask of those kinds that leave a hand, with one more, `target` tiles short at most.

    Args:
        shapes: of the rule set.
        n_sets: sets of a hand.
        held: natural tiles of a hand without melds.
        kinds: mask of the kinds asked about, none of them held four times.
        target: one less than the hand lacks in the nearest way, or more.
    """
    found = 0
    if n_sets == 4:
        if shapes & SHAPE_SEVEN_PAIRS:
            missing = _seven_pairs_missing(held)
            if missing <= target + 1:
                found = _odd(held)
                lacking = 7 - popcount(held[1]) - popcount(held[3])
                found = kinds if missing <= target or lacking > popcount(found) else found
        if shapes & SHAPE_THIRTEEN_ORPHANS:
            missing = _orphans_missing(held)
            if missing <= target + 1:
                found |= ORPHANS & ~held[0] if held[1] & ORPHANS else ORPHANS
                found |= kinds if missing <= target else 0
        if shapes & SHAPE_KNITTED_SINGLES:
            missing = _knitted_missing(held)
            if missing <= target + 1:
                found |= kinds if missing <= target else 0
                found |= (HONORS | _nearest_knitted(held[0], False)) & ~held[0]
    elif shapes & SHAPE_EIGHT_PAIRS and _eight_pairs_missing(held) <= target + 1:
        rest = kinds
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            if _eight_pairs_missing(_with_one(held, bit)) <= target:
                found |= bit
    return found & kinds


@leaf
def special_to_spare(shapes: int, n_sets: int, held: Held, kinds: int, target: int) -> int:
    """Mask of those held kinds without one of which a hand lacks `target` tiles at most."""
    found = 0
    if n_sets == 4:
        if shapes & SHAPE_SEVEN_PAIRS:
            missing = _seven_pairs_missing(held)
            odd = _odd(held)
            lacking = 7 - popcount(held[1]) - popcount(held[3])
            if missing == target and popcount(odd) > lacking:
                found = odd
            found = kinds if missing < target else found
        if shapes & SHAPE_THIRTEEN_ORPHANS:
            missing = _orphans_missing(held)
            if missing == target:
                pairs = held[1] & ORPHANS
                found |= ~ORPHANS | held[2] | (pairs if pairs & (pairs - 1) else 0)
            found = kinds if missing < target else found
        if shapes & SHAPE_KNITTED_SINGLES:
            missing = _knitted_missing(held)
            if missing == target:
                found |= held[1] | ~(HONORS | _nearest_knitted(held[0], True))
            found = kinds if missing < target else found
    elif shapes & SHAPE_EIGHT_PAIRS and _eight_pairs_missing(held) <= target:
        rest = kinds
        while rest != 0:
            bit = rest & -rest
            rest ^= bit
            if _eight_pairs_missing(without_one(held, bit)) <= target:
                found |= bit
    return found & kinds


@merge
def without_one(held: Held, bit: int) -> Held:
    """The masks of a hand with one less of a kind that it holds."""
    twice, thrice, all_four = held[1] & bit, held[2] & bit, held[3] & bit
    return (
        (held[0] & ~bit) | twice,
        (held[1] & ~bit) | thrice,
        (held[2] & ~bit) | all_four,
        held[3] & ~bit,
    )


@merge
def _with_one(held: Held, bit: int) -> Held:
    """The masks of a hand with one more of a kind that it holds three times at most."""
    once, twice, thrice = held[0] & bit, held[1] & bit, held[2] & bit
    return held[0] | bit, held[1] | once, held[2] | twice, held[3] | thrice


@merge
def _odd(held: Held) -> int:
    """Kinds held once or three times."""
    return held[0] ^ held[1] ^ held[2] ^ held[3]


@merge
def _seven_pairs_missing(held: Held) -> int:
    """Four alike are two pairs."""
    return _pairs_missing(popcount(held[1]) + popcount(held[3]), popcount(_odd(held)))


@merge
def _orphans_missing(held: Held) -> int:
    return 14 - popcount(held[0] & ORPHANS) - (1 if held[1] & ORPHANS else 0)


@merge
def _knitted_missing(held: Held) -> int:
    return 14 - popcount(held[0] & HONORS) - most_knitted(held[0])


@leaf
def _nearest_knitted(kinds: int, all_of_them: bool) -> int:
    """The tiles that any of the nearest knitted straights has, or all of them have."""
    most = most_knitted(kinds)
    either = 0
    common = -1
    for arrangement in range(6):
        straight = knitted_mask(arrangement)
        if popcount(kinds & straight) == most:
            either |= straight
            common &= straight
    return common if all_of_them else either


@leaf
def _eight_pairs_missing(held: Held) -> int:
    """Seven pairs and a triple: it is there, or grows from a pair or a single tile."""
    pairs = popcount(held[1]) + popcount(held[3])
    singles = popcount(_odd(held))
    best = 3 + _pairs_missing(pairs, singles)
    if held[2] & ~held[3]:
        best = min(best, _pairs_missing(pairs - 1, singles - 1))
    if held[3]:
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
