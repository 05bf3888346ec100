"""What suits lack, twelve small numbers in one word: joined, compared and asked all at once.

An entry of `Tables.missing` packs the tiles that a suit lacks for k sets and j pairs, five bits
each at ``5 * (2 * k + j)``. Here the same layout holds what several suits lack together. Numbers
are cut down to 15, more than any hand lacks that is worth looking at; the fifth bit is then free
and shows the outcome of comparisons that are made in all twelve places by one subtraction.
"""

from __future__ import annotations

from typing import Final

from engine.jit import merge
from engine.tables_build import GOAL_BITS, N_GOALS

MOST: Final = 15
"""A number that says: out of reach."""
_ONES: Final = sum(1 << (GOAL_BITS * goal) for goal in range(N_GOALS))
_GUARDS: Final = 16 * _ONES
_ALL: Final = 31 * _ONES
_BARE: Final = sum(31 << (GOAL_BITS * goal) for goal in range(0, N_GOALS, 2))
"""Places without a pair."""
NOTHING: Final = MOST * _ONES
"""Everything out of reach."""


@merge
def cut(entry: int) -> int:
    """Cut all twelve numbers of a table's entry down to 15."""
    over = entry & _GUARDS
    return (entry & ~_GUARDS) | (over - (over >> 4))


@merge
def lower(first: int, second: int) -> int:
    """The lower number in every place."""
    over = ((first | _GUARDS) - second) & _GUARDS
    mask = over - (over >> 4)  # 15 where the second is not higher
    return (second & mask) | (first & ~mask)


@merge
def join(first: int, second: int, n_sets: int, most: int) -> int:
    """What two lots of suits lack together for up to `n_sets` sets, without and with the pair.

    Args:
        first, second: packed, cut.
        n_sets: sets that are looked at.
        most: numbers of the first above it are not looked at; what is joined of others is right.
    """
    found = NOTHING
    paired = ((second & _BARE) << GOAL_BITS) | (NOTHING & _BARE)
    filled = 0  # places below those that the second can fill
    shift = 0
    for _ in range(n_sets + 1):
        alone = (first >> shift) & 31
        if alone > most:
            break
        found = lower(found, cut((((second << shift) & _ALL) | filled) + alone * _ONES))
        with_pair = (first >> (shift + GOAL_BITS)) & 31
        found = lower(found, cut((((paired << shift) & _ALL) | filled) + with_pair * _ONES))
        filled = (filled << (2 * GOAL_BITS)) | (MOST << GOAL_BITS) | MOST
        shift += 2 * GOAL_BITS
    return found


@merge
def least(suit: int, rest: int, n_sets: int) -> int:
    """Tiles that a suit and the rest lack together for `n_sets` sets and the pair."""
    found = 2 * MOST
    other = 2 * GOAL_BITS * n_sets
    for _ in range(n_sets + 1):
        with_pair = ((rest >> other) & 31) + ((suit >> GOAL_BITS) & 31)
        found = min(found, (suit & 31) + ((rest >> (other + GOAL_BITS)) & 31), with_pair)
        suit >>= 2 * GOAL_BITS
        other -= 2 * GOAL_BITS
    return found


@merge
def bounds(rest: int, n_sets: int, target: int) -> int:
    """What a suit has to stay below in each place so that it and the rest lack `target` at most."""
    found = 0
    other = 2 * GOAL_BITS * n_sets
    for place in range(n_sets + 1):
        alone = max(0, target + 1 - ((rest >> (other + GOAL_BITS)) & 31))
        with_pair = max(0, target + 1 - ((rest >> other) & 31))
        found |= (alone | (with_pair << GOAL_BITS)) << (2 * GOAL_BITS * place)
        other -= 2 * GOAL_BITS
    return found


@merge
def stays_below(suit: int, bound: int) -> bool:
    """Whether a cut entry stays below a bound in some place."""
    return (((suit | _GUARDS) - bound) & _GUARDS) != _GUARDS


@merge
def power(tile: int) -> int:
    """The weight of a tile in its suit's code, 5 ** rank."""
    rank = tile % 9
    found = 5 if rank & 1 else 1
    found *= 25 if rank & 2 else 1
    found *= 625 if rank & 4 else 1
    return found * (390625 if rank & 8 else 1)
