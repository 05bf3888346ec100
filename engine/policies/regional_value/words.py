"""Suits as words for the plans: what is left to others without a pair, which goals lie on a way.

Layout and arithmetic are those of `engine.policies.tiles_suits`: twelve numbers of five bits, for
k sets and j pairs at ``5 (2 k + j)``, cut down to 15.
"""

from __future__ import annotations

from typing import Final

from engine.jit import merge
from engine.policies.tiles_suits import MOST, bounds
from engine.tables_build import GOAL_BITS, N_GOALS

_GUARDS: Final = sum(16 << (GOAL_BITS * goal) for goal in range(N_GOALS))
_PAIRED_NOTHING: Final = sum(MOST << (GOAL_BITS * goal) for goal in range(1, N_GOALS, 2))
_NOTHING: Final = sum(MOST << (GOAL_BITS * goal) for goal in range(N_GOALS))
_TWO: Final = 2 * GOAL_BITS
_BUT_LAST: Final = (1 << (GOAL_BITS * (N_GOALS - 2))) - 1
_LAST_NOTHING: Final = (MOST | (MOST << GOAL_BITS)) << (GOAL_BITS * (N_GOALS - 2))


@merge
def no_pair(suit: int) -> int:
    """A suit's word where it may make no pair."""
    return suit | _PAIRED_NOTHING


@merge
def left_without_pair(suit: int, n_sets: int) -> int:
    """What one suit lacks for all that others do not make of `n_sets` sets and no pair."""
    found = _NOTHING
    for _ in range(n_sets + 1):
        found = ((found & _BUT_LAST) << _TWO) | (suit & 31) | (MOST << GOAL_BITS)
        suit >>= _TWO
    return found


@merge
def one_set_less(rest: int) -> int:
    """What is left to others of a hand that is to make one set less."""
    return (rest >> _TWO) | _LAST_NOTHING


@merge
def on_a_way(suit: int, rest: int, best: int) -> int:
    """Places in which a suit and the rest lack `best` at most, a bit at the bottom of each."""
    if best >= MOST:
        return 0
    return (~((suit | _GUARDS) - bounds(rest, best)) & _GUARDS) >> (GOAL_BITS - 1)
