"""The shapes in which a hand can be complete, as parts that fit together.

Every complete hand stands in exactly one shape, but seven (or eight) pairs that are sets and a pair
as well: these stand in both, and once more in a shape that is taken off.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from engine.rarity.parts import (
    ONE_PAIR,
    Ints,
    Part,
    digits,
    honors_of_sets,
    plain_part,
    suit_of_sets,
)
from engine.rules import (
    P_IN_HAND,
    P_SETS,
    P_SHAPES,
    SHAPE_EIGHT_PAIRS,
    SHAPE_KNITTED_SINGLES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    SHAPE_THIRTEEN_ORPHANS,
    Rules,
)
from engine.tables import HONOR_KINDS, SUIT_KINDS

RANKS: Final = (SUIT_KINDS, SUIT_KINDS, SUIT_KINDS, HONOR_KINDS)
"""Kinds of each part."""
_RUN_CODE: Final = 1 + 5**3 + 5**6
_ORPHANS: Final = (1 | 1 << 8, 1 | 1 << 8, 1 | 1 << 8, (1 << HONOR_KINDS) - 1)
_ONE_TRIPLE: Final = 256
_ONE_RUN: Final = 1024
"""Keys of a triple and of the first run of a knitted straight; the next run's is 16 times that."""


@dataclass(frozen=True, slots=True)
class World:
    """Tiles and shapes: what completes a hand.

    Attributes:
        sets: sets of a standard hand, so that it has ``3 * sets + 2`` tiles.
        kinds: mask of the kinds that stand in hands, four copies each.
        shapes: mask of the shapes that win (``engine.rules.SHAPE_*``).
    """

    sets: int
    kinds: int
    shapes: int

    @property
    def tiles(self) -> int:
        """Tiles of a complete hand."""
        return 3 * self.sets + 2


@dataclass(frozen=True, slots=True)
class Shape:
    """Hands of one shape: any row of each part, where the keys are those of one of the `fits`.

    Attributes:
        shape: ``engine.rules.SHAPE_*``.
        sign: 1; -1 for hands that two other shapes hold both.
        parts: of characters, dots, bamboo and honors.
        fits: keys of the four parts that make a hand together.
    """

    shape: int
    sign: int
    parts: tuple[Part, ...]
    fits: tuple[tuple[int, int, int, int], ...]


def world_of(rules: Rules) -> World:
    """Tiles and shapes of a rule set; its wildcards are natural tiles here."""
    params = rules.params
    return World(int(params[P_SETS]), int(params[P_IN_HAND]), int(params[P_SHAPES]))


@cache
def shapes_of(world: World) -> tuple[Shape, ...]:
    """The shapes of a world; those without sets only for as many tiles as they have."""
    known = world.shapes
    found = []
    if known & SHAPE_STANDARD:
        found.append(_fitting(world, SHAPE_STANDARD, 1, _of_sets(), _standard_key(world)))
    if world.sets == 4:
        if known & SHAPE_SEVEN_PAIRS:
            found += _with_pairs(world, SHAPE_SEVEN_PAIRS, triples=0)
        if known & SHAPE_THIRTEEN_ORPHANS:
            found.append(_fitting(world, SHAPE_THIRTEEN_ORPHANS, 1, _orphans(), world.tiles))
        runs = _ONE_RUN * (1 + 16 + 256)
        if known & SHAPE_KNITTED_STRAIGHT:
            parts = _knitted_straights()
            key = runs + 1 + ONE_PAIR
            found.append(_fitting(world, SHAPE_KNITTED_STRAIGHT, 1, parts, key))
        if known & SHAPE_KNITTED_SINGLES:
            key = runs + world.tiles
            found.append(_fitting(world, SHAPE_KNITTED_SINGLES, 1, _knitted_singles(), key))
    if world.sets == 5 and known & SHAPE_EIGHT_PAIRS:
        found += _with_pairs(world, SHAPE_EIGHT_PAIRS, triples=1)
    return tuple(found)


def _of_sets() -> tuple[Part, ...]:
    suit = suit_of_sets()
    return suit, suit, suit, honors_of_sets()


def _standard_key(world: World) -> int:
    return world.sets + ONE_PAIR


def _with_pairs(world: World, shape: int, *, triples: int) -> Iterator[Shape]:
    """Hands of seven pairs, with a triple or without, and those of them that are standard, too."""
    yield _fitting(world, shape, 1, _pairs(), 7 + _ONE_TRIPLE * triples)
    if world.shapes & SHAPE_STANDARD:
        parts = []
        for part, ranks in zip(_of_sets(), RANKS, strict=True):
            counts = digits(part.code, ranks)
            kept = part.rows(np.all(counts != 1, axis=0) & ((counts == 3).sum(axis=0) <= triples))
            threes = (digits(kept.code, ranks) == 3).sum(axis=0)
            parts.append(plain_part(ranks, kept.key + _ONE_TRIPLE * threes, kept.code))
        both = _standard_key(world) + _ONE_TRIPLE * triples
        yield _fitting(world, shape, -1, tuple(parts), both)


def _pairs() -> tuple[Part, ...]:
    """Kinds held twice or four times, and at most one three times; keys count pairs."""
    found = []
    for ranks in RANKS:
        places = np.arange(ranks, dtype=np.int64)[:, None]
        twice = np.arange(3**ranks, dtype=np.int64)[None] // 3**places % 3
        held = [2 * twice]
        held += [
            2 * twice[:, twice[triple] == 0] + 3 * (places == triple) for triple in range(ranks)
        ]
        counts = np.concatenate(held, axis=1)
        threes = (counts == 3).sum(axis=0)
        pairs = (counts // 2).sum(axis=0) - threes
        code = (counts * 5**places).sum(axis=0)
        kept = pairs <= 7
        found.append(plain_part(ranks, (pairs + _ONE_TRIPLE * threes)[kept], code[kept]))
    return tuple(found)


def _orphans() -> tuple[Part, ...]:
    """Every terminal and honor once, or one of them twice; keys count tiles."""
    found = []
    for ranks, wanted in zip(RANKS, _ORPHANS, strict=True):
        held = np.array([wanted >> rank & 1 for rank in range(ranks)], dtype=np.int64)
        powers = 5 ** np.arange(ranks, dtype=np.int64)
        once = (held * powers).sum()
        code = np.concatenate([[once], once + powers[held > 0]])
        key = digits(code, ranks).sum(axis=0)
        found.append(plain_part(ranks, key, code))
    return tuple(found)


def _knitted_singles() -> tuple[Part, ...]:
    """Some tiles of a run 147, 258 or 369, and some honors; keys count tiles and name the run."""
    run = np.array([sum((m >> i & 1) * 5 ** (3 * i) for i in range(3)) for m in range(8)])
    code = np.concatenate([run[1:] * 5**place for place in range(3)]).astype(np.int64)
    names = np.repeat([_ONE_RUN * 16**place for place in range(3)], 7)
    suit = plain_part(SUIT_KINDS, digits(code, SUIT_KINDS).sum(axis=0) + names, code)
    masks = np.arange(1 << HONOR_KINDS, dtype=np.int64)
    honors = sum((masks >> kind & 1) * 5**kind for kind in range(HONOR_KINDS)) + 0 * masks
    return (
        suit,
        suit,
        suit,
        plain_part(HONOR_KINDS, np.bitwise_count(masks).astype(np.int64), honors),
    )


def _knitted_straights() -> tuple[Part, ...]:
    """A run of each suit, and beside them one set and one pair; keys name the run."""
    rest = suit_of_sets()
    rest = rest.rows(rest.key % ONE_PAIR <= 1)
    found: list[Part] = []
    for place in range(3):
        run = _RUN_CODE * 5**place
        whole = digits(rest.code, SUIT_KINDS) + digits(np.array([run]), SUIT_KINDS)
        fits = rest.rows(np.all(whole <= 4, axis=0))
        plain = plain_part(SUIT_KINDS, fits.key + _ONE_RUN * 16**place, fits.code + run)
        # Sets are those of the rest: the run is none.
        found.append(
            fits._replace(
                key=plain.key,
                code=plain.code,
                weight=plain.weight,
                kinds=plain.kinds,
                odd=plain.odd,
                fours=plain.fours,
            )
        )
    suit = Part(*(np.concatenate(columns) for columns in zip(*found, strict=True)))
    return suit, suit, suit, honors_of_sets()


def _fitting(world: World, shape: int, sign: int, parts: tuple[Part, ...], key: int) -> Shape:
    """Parts of the world's kinds alone, and which of their keys add up to that of the shape."""
    kept = []
    for place, part in enumerate(parts):
        allowed = world.kinds >> (9 * place) & ((1 << RANKS[place]) - 1)
        kept.append(part.rows(part.kinds & ~allowed == 0))
    keys = [_keys(part.key) for part in kept]
    last = set(keys[3])
    fits = [
        (a, b, c, key - a - b - c)
        for a in keys[0]
        for b in keys[1]
        for c in keys[2]
        if key - a - b - c in last
    ]
    return Shape(shape, sign, tuple(kept), tuple(fits))


def _keys(column: Ints) -> list[int]:
    return [int(key) for key in np.unique(column)]
