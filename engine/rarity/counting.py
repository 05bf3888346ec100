"""Counts complete hands exactly: of all, and of those with each pattern.

Hands are weighted by copies: a hand stands for all ways to take its tiles out of four copies of
each kind, so that shares are those of hands drawn from the full set of tiles. All counts are exact
integers below 2**63: of the C(136, 17) ways to take seventeen tiles 1.6e15 are complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from engine.rarity.definitions import ANY_SHAPE, Definition, anything
from engine.rarity.parts import Ints
from engine.rarity.patterns import definitions_of
from engine.rarity.shapes import Shape, World, shapes_of, world_of
from engine.rules import compile_rules
from schemas.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Counted:
    """Complete hands and those among them with each pattern, weighted by copies.

    Attributes:
        hands: all complete hands.
        patterns: hands with the pattern, in some reading; a fraction where a wind or the winning
            tile has to fit, each as likely.
    """

    hands: int
    patterns: Mapping[str, Fraction]


def count_complete(ruleset: RuleSet) -> Counted:
    """Count a rule set's complete hands, and those with each pattern that the tiles decide.

    The tiles are those that stand in hands, all of them natural: wildcards are none, flowers are
    no part of a hand. Takes a second or two.
    """
    return count(world_of(compile_rules(ruleset)), definitions_of(ruleset))


def count_hands(ruleset: RuleSet) -> int:
    """Count a rule set's complete hands and nothing else; as `count_complete`."""
    return count(world_of(compile_rules(ruleset)), {}).hands


def count(world: World, definitions: Mapping[str, Definition]) -> Counted:
    """Count the complete hands of a world, and those with each of the patterns defined."""
    everything = Definition(
        lambda part, _: anything(part), anything, lambda a, b, c, h: a & b & c & h
    )
    return Counted(
        int(count_pattern(world, everything)),
        {key: count_pattern(world, one) for key, one in definitions.items()},
    )


def count_pattern(world: World, definition: Definition) -> Fraction:
    """Count the complete hands with one pattern."""
    if definition.needs and not world.shapes & definition.needs:
        return Fraction(0)
    hands = sum(
        shape.sign * _count_shape(shape, definition)
        for shape in shapes_of(world)
        if shape.shape & definition.shapes & ANY_SHAPE
    )
    return Fraction(hands, definition.of)


def _count_shape(shape: Shape, definition: Definition) -> int:
    """Hands of a shape with a pattern, times `definition.of`."""
    told = [definition.suit(part, place) for place, part in enumerate(shape.parts[:3])]
    told.append(definition.honors(shape.parts[3]))
    parts = [
        _grouped(part.key, np.asarray(values, dtype=np.int64), part.weight)
        for part, values in zip(shape.parts, told, strict=True)
    ]
    total = 0
    for keys in shape.fits:
        groups = [part[key] for part, key in zip(parts, keys, strict=True)]
        values = [values for values, _ in groups]
        weights = [weights for _, weights in groups]
        held = definition.holds(
            values[0][:, None, None, None],
            values[1][:, None, None],
            values[2][:, None],
            values[3],
        )
        left: Any = np.broadcast_to(held, [len(one) for one in values]).astype(np.int64)
        for weight in reversed(weights):
            left = left @ weight
        total += int(left)
    return total


def _grouped(keys: Ints, values: Ints, weights: Ints) -> dict[int, tuple[Ints, Ints]]:
    """By key the different values and the weight of each."""
    order = np.lexsort((values, keys))
    keys, values, weights = keys[order], values[order], weights[order]
    starts = np.flatnonzero(
        np.concatenate([[True], (keys[1:] != keys[:-1]) | (values[1:] != values[:-1])])
    )
    sums = np.add.reduceat(weights, starts)
    keys, values = keys[starts], values[starts]
    return {int(key): (values[keys == key], sums[keys == key]) for key in np.unique(keys)}
