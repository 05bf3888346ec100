"""What patterns ask of the tiles of a complete hand: the pattern tables once more, as counting.

A definition takes from each part of a hand (`engine.rarity.parts`) a small number and says of four
such numbers whether the hand has the pattern: by its tiles, or in some reading of them. Exclusions
play no part. Hands are taken as drawn from the set, nothing claimed: their pungs are concealed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from engine.rarity.parts import Bools, Ints, Part, nonzero
from engine.rules import SHAPE_KNITTED_STRAIGHT, SHAPE_SEVEN_PAIRS, SHAPE_STANDARD

OfSuit = Callable[[Part, int], Ints | Bools]
OfHonors = Callable[[Part], Ints | Bools]
Holds = Callable[[Any, Any, Any, Any], Any]

ANY_SHAPE: Final = 63
SETS: Final = SHAPE_STANDARD
SETS_ANYWHERE: Final = SHAPE_STANDARD | SHAPE_KNITTED_STRAIGHT
WINDS: Final = 0b1111
DRAGONS: Final = 0b1110000


@dataclass(frozen=True, slots=True)
class Definition:
    """How a pattern is counted.

    Attributes:
        suit: of every row of a suit's part a small number; told which suit it is.
        honors: of every row of the honors' part a small number.
        holds: of the numbers of four parts, as arrays that broadcast, how often of `of` the hand
            has the pattern: 0 or 1 where `of` is 1.
        shapes: mask of the shapes in which a hand may have it.
        of: 4 where a wind of the table has to fit, 16 where two have to, each as likely; or the
            tiles of a hand where the winning one has to, each as likely.
        needs: a shape without which the pattern does not exist; 0: none.
    """

    suit: OfSuit
    honors: OfHonors
    holds: Holds
    shapes: int = ANY_SHAPE
    of: int = 1
    needs: int = 0


def every(suit: Callable[[Part], Bools], honors: OfHonors, shapes: int = ANY_SHAPE) -> Definition:
    """All four parts have something."""
    return Definition(lambda part, _: suit(part), honors, lambda a, b, c, h: a & b & c & h, shapes)


def some_suit(suit: Callable[[Part], Bools], shapes: int = SETS) -> Definition:
    """One of the suits has something."""
    return Definition(lambda part, _: suit(part), anything, lambda a, b, c, h: a | b | c, shapes)


def of_honors(honors: OfHonors, *, of: int = 1, shapes: int = SETS_ANYWHERE) -> Definition:
    """The honors have something, or as often of so many."""
    return Definition(
        lambda part, _: anything(part), honors, lambda a, b, c, h: h, shapes=shapes, of=of
    )


def within(suit: int, honors: int = 0) -> Definition:
    """No other ranks of suits and honors are held."""
    return every(lambda part: part.kinds & ~suit == 0, lambda part: part.kinds & ~honors == 0)


def within_parts(masks: tuple[int, int, int, int]) -> Definition:
    """No other kinds are held, by part."""
    return Definition(
        lambda part, place: part.kinds & ~masks[place] == 0,
        lambda part: part.kinds & ~masks[3] == 0,
        lambda a, b, c, h: a & b & c & h,
    )


def flagged(flag: int, shapes: int = SETS) -> Definition:
    """All parts have a split of a kind."""
    return every(lambda part: part.flags & flag != 0, lambda part: part.flags & flag != 0, shapes)


def suit_flagged(flag: int) -> Definition:
    """One of the suits has a split of a kind."""
    return some_suit(lambda part: part.flags & flag != 0)


def by_suits(holds: Holds, shapes: int = ANY_SHAPE) -> Definition:
    """By which suits and honors are held: 1 for a suit; 1 for winds and 2 for dragons."""
    return Definition(_held, _held_honors, holds, shapes)


def by_chows(holds: Callable[[Any, Any, Any], Any]) -> Definition:
    """By the chows of three suits, as masks."""
    return Definition(
        lambda part, _: part.chows, anything, lambda a, b, c, h: holds(a, b, c) & h, SETS
    )


def by_pungs(holds: Callable[[Any, Any, Any], Any]) -> Definition:
    """By the pungs of three suits, as masks."""
    return Definition(
        lambda part, _: part.pungs, anything, lambda a, b, c, h: holds(a, b, c) & h, SETS
    )


def pungs(least: int) -> Definition:
    """So many pungs in some reading."""
    return Definition(
        lambda part, _: part.most_pungs,
        lambda part: part.most_pungs,
        lambda a, b, c, h: a + b + c + h >= least,
        SETS_ANYWHERE,
    )


def pairs_with_fours(fours: int) -> Definition:
    """Seven pairs with so many kinds held four times."""
    return Definition(
        lambda part, _: np.where(part.odd == 0, part.fours, -9),
        lambda part: np.where(part.odd == 0, part.fours, -9),
        lambda a, b, c, h: a + b + c + h == fours,
        SHAPE_SEVEN_PAIRS | SHAPE_STANDARD,
        needs=SHAPE_SEVEN_PAIRS,
    )


def shape(shapes: int) -> Definition:
    """A shape that no hand of another shape has."""
    return of_honors(anything, shapes=shapes)


def in_a_row(a: Any, b: Any, c: Any, step: int) -> Any:
    """Whether three masks of three suits have ranks that rise by a step, in whatever order."""
    found = None
    for x, y, z in ((a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)):
        here = x & (y >> step) & (z >> 2 * step) != 0
        found = here if found is None else found | here
    return found


def two_suits(a: Any, b: Any, c: Any) -> Any:
    """Whether two of three masks have a rank in common."""
    return (a & b != 0) | (a & c != 0) | (b & c != 0)


def anything(part: Part) -> Bools:
    """True of every row."""
    return np.ones(len(part.code), dtype=np.bool_)


def no_honors(part: Part) -> Bools:
    """No honor is held."""
    return ~nonzero(part.kinds)


def _held(part: Part, _: int) -> Bools:
    return nonzero(part.kinds)


def _held_honors(part: Part) -> Ints:
    return nonzero(part.kinds & WINDS) + 2 * nonzero(part.kinds & DRAGONS).astype(np.int64)
