"""What suits lack, twelve small numbers in one word: joined, compared and asked all at once.

An entry of `Tables.missing` packs the tiles that a suit lacks for k sets and j pairs, five bits
each at ``5 * (2 * k + j)``. Here the same layout holds also what is left to others: in the place
of k sets and j pairs stands what *they* lack to make all the rest of the sets and the pair. The
lowest sum of a suit and its rest in one place is then what the hand lacks.

Numbers are cut down to 15, more than any hand lacks that is worth looking at; the fifth bit is
free and shows the outcome of comparisons that one subtraction makes in all twelve places.
"""

from __future__ import annotations

from typing import Final

from engine.jit import merge
from engine.tables_build import GOAL_BITS, N_GOALS

MOST: Final = 15
"""A number that says: out of reach."""
_ONES: Final = sum(1 << (GOAL_BITS * goal) for goal in range(N_GOALS))
_GUARDS: Final = 16 * _ONES
_BARE: Final = sum(31 << (GOAL_BITS * goal) for goal in range(0, N_GOALS, 2))
"""Places without a pair."""
_NOTHING: Final = MOST * _ONES
"""Everything out of reach."""
_PAIRED_NOTHING: Final = _NOTHING & ~_BARE
_TWO: Final = 2 * GOAL_BITS
_BUT_LAST: Final = (1 << (GOAL_BITS * (N_GOALS - 2))) - 1
_LAST_NOTHING: Final = (MOST | (MOST << GOAL_BITS)) << (GOAL_BITS * (N_GOALS - 2))


@merge
def cut(entry: int) -> int:
    """Cut all twelve numbers of a table's entry down to 15."""
    over = entry & _GUARDS
    return (entry & ~_GUARDS) | (over - (over >> 4))


@merge
def left_to_one(suit: int, n_sets: int) -> int:
    """What a single suit lacks for all that others do not make of `n_sets` sets and a pair."""
    found = _NOTHING
    for _ in range(n_sets + 1):
        turned = ((suit & 31) << GOAL_BITS) | ((suit >> GOAL_BITS) & 31)
        found = ((found & _BUT_LAST) << _TWO) | turned
        suit >>= _TWO
    return found


@merge
def left_to_both(suit: int, rest: int, n_sets: int, most: int) -> int:
    """What a suit lacks together with those that `rest` is left to.

    Args:
        suit: what it lacks, cut.
        rest: what is left to the others.
        n_sets: sets of the hand.
        most: more than that a suit may not lack by itself; what stands for such ways may be
            higher than it is.
    """
    found = _NOTHING
    for _ in range(n_sets + 1):
        alone = suit & 31
        if alone > most:
            break
        found = _lower(found, cut(rest + alone * _ONES))
        with_pair = ((rest >> GOAL_BITS) & _BARE) | _PAIRED_NOTHING
        found = _lower(found, cut(with_pair + ((suit >> GOAL_BITS) & 31) * _ONES))
        suit >>= _TWO
        rest = (rest >> _TWO) | _LAST_NOTHING
    return found


@merge
def least(suit: int, rest: int) -> int:
    """Tiles that a suit and the rest lack together."""
    sums = suit + rest
    found = 2 * MOST
    for _ in range(N_GOALS):
        found = min(found, sums & 31)
        sums >>= GOAL_BITS
    return found


@merge
def bounds(rest: int, target: int) -> int:
    """What a suit has to stay below in each place so that it and the rest lack `target` at most.

    `target` is 14 at most.
    """
    left = ((target + 1) * _ONES | _GUARDS) - rest
    enough = left & _GUARDS
    return left & (enough - (enough >> 4))


@merge
def stays_below(suit: int, bound: int) -> bool:
    """Whether a cut entry stays below a bound in some place."""
    return (((suit | _GUARDS) - bound) & _GUARDS) != _GUARDS


@merge
def same_where_short(suit: int, changed: int, rest: int, target: int) -> bool:
    """Whether a changed suit lacks as much as before in all places of the ways of `target` tiles.

    `target` is 14 at most.
    """
    left = (target * _ONES | _GUARDS) - cut(suit + rest)
    short = left & _GUARDS
    return ((suit ^ changed) & (short - (short >> 4))) == 0


@merge
def _lower(first: int, second: int) -> int:
    """The lower number in every place."""
    over = ((first | _GUARDS) - second) & _GUARDS
    mask = over - (over >> 4)  # 15 where the second is not higher
    return (second & mask) | (first & ~mask)
