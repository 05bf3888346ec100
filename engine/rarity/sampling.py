"""Draws complete hands, each as likely as it is among all, and scores what they are worth.

A hand is drawn from the same tables that are counted: first which parts fit together, then a row of
each part, by integer weights. No hand is more or less likely than it should be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.rarity.parts import Ints, Part, digits
from engine.rarity.shapes import RANKS, World, shapes_of, world_of
from engine.rules import SHAPE_STANDARD, compile_rules
from engine.scoring import new_score_columns, new_win_columns, score_batch
from engine.shapes import SETS, WHOLE
from engine.situation import F_ROUND_WIND, F_SEAT_WIND, F_WILDCARD, F_WIN_BY, F_WIN_TILE
from engine.tables import HONORS_FROM, load_tables
from schemas.codes import BY_SELF_DRAW, NO_SHAPE
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS

_CHUNK: Final = 1 << 15
"""Hands that are scored together."""
_WINDS: Final = 4


@dataclass(frozen=True, slots=True)
class Sampled:
    """Complete hands that were drawn, and how many of them were paid for each pattern.

    Attributes:
        hands: number of hands.
        patterns: hands in whose best-paying reading the pattern counts, by key.
    """

    hands: int
    patterns: Mapping[str, int]


def sample_complete(ruleset: RuleSet, hands: int, *, seed: int) -> Sampled:
    """Draw complete hands of a rule set and count the patterns that they are paid for.

    Every hand is won by self-draw, nothing claimed, with no flower, wildcard or circumstance; the
    tile drawn last is any one of the hand, the winds of seat and round are any, each as likely.
    Hands below the rule set's minimum count as they would be paid.

    Args:
        ruleset: what the hands are complete and paid under.
        hands: how many.
        seed: of what is drawn.
    """
    rules, tables = compile_rules(ruleset), load_tables()
    rng = np.random.default_rng(seed)
    world = world_of(rules)
    found = np.zeros(rules.n_patterns, dtype=np.int64)
    for first in range(0, hands, _CHUNK):
        n = min(_CHUNK, hands - first)
        counts = draw_hands(world, n, rng)
        wins, out = new_win_columns(n), new_score_columns(n, rules.n_patterns)
        last = _any_tile(counts, rng)
        counts[np.arange(n), last] -= 1
        wins.hand[:, :N_KINDS] = counts
        wins.facts[:, F_WIN_TILE] = last
        wins.facts[:, F_WIN_BY] = BY_SELF_DRAW
        wins.facts[:, F_WILDCARD] = -1
        wins.facts[:, F_SEAT_WIND] = rng.integers(_WINDS, size=n)
        wins.facts[:, F_ROUND_WIND] = rng.integers(_WINDS, size=n)
        score_batch(rules, tables, wins, out)
        if (out.verdict == NO_SHAPE).any():
            raise RuntimeError(f"{ruleset.name}: a complete hand that scoring knows no shape of")
        found += (out.counts > 0).sum(axis=0)
    keys = ruleset.catalogue.keys
    return Sampled(hands, dict(zip(keys, found.tolist(), strict=True)))


def draw_hands(world: World, n: int, rng: np.random.Generator) -> NDArray[np.int8]:
    """Complete hands of a world, int8 (n, 34), independent of one another."""
    kept: list[NDArray[np.int8]] = []
    missing = n
    while missing:
        codes = _draw_codes(world, missing, rng)
        # Pairs that are sets as well stand in two shapes: drawn as pairs they are let go.
        fine = ~codes[:, 4].astype(np.bool_) | ~_are_sets(codes[:, :4])
        columns = [
            digits(codes[fine, place], ranks).T.astype(np.int8) for place, ranks in enumerate(RANKS)
        ]
        kept.append(np.concatenate(columns, axis=1))
        missing -= int(fine.sum())
    return np.concatenate(kept)


def _draw_codes(world: World, n: int, rng: np.random.Generator) -> Ints:
    """Codes of the four parts, and 1 where the hand may stand in a second shape."""
    ways, until = _ways(world)
    way = np.searchsorted(until, rng.integers(until[-1], size=n), side="right")
    codes = np.zeros((n, 5), dtype=np.int64)
    for chosen in np.unique(way):
        one = ways[chosen]
        rows = np.flatnonzero(way == chosen)
        for p, (part, key) in enumerate(zip(one.parts, one.keys, strict=True)):
            codes[rows, p] = part.draw(key, len(rows), rng)
        codes[rows, 4] = int(one.may_be_sets)
    return codes


@dataclass(frozen=True, slots=True)
class _Cumulated:
    """The rows of a part in the order of their keys, with the weight up to each."""

    code: Ints
    until: Ints
    before: Mapping[int, int]
    weight_of: Mapping[int, int]

    def draw(self, key: int, n: int, rng: np.random.Generator) -> Ints:
        """Codes of rows with a key."""
        at = self.before[key] + rng.integers(self.weight_of[key], size=n)
        found: Ints = self.code[np.searchsorted(self.until, at, side="right")]
        return found


@dataclass(frozen=True, slots=True)
class _Way:
    """Keys of four parts that make a hand of a shape; whether it may be a standard one as well."""

    parts: Sequence[_Cumulated]
    keys: Sequence[int]
    may_be_sets: bool


@cache
def _ways(world: World) -> tuple[list[_Way], Ints]:
    """All ways to put a hand together, and the weight of the hands up to each."""
    also_sets = world.shapes & SHAPE_STANDARD != 0
    ways, weights = [], []
    for shape in shapes_of(world):
        if shape.sign < 0:
            continue
        parts = [_cumulated(part) for part in shape.parts]
        for keys in shape.fits:
            ways.append(_Way(parts, keys, also_sets and shape.shape != SHAPE_STANDARD))
            each = [part.weight_of[key] for part, key in zip(parts, keys, strict=True)]
            weights.append(prod(each))
    return ways, np.cumsum(np.array(weights, dtype=np.int64))


def _cumulated(part: Part) -> _Cumulated:
    order = np.argsort(part.key, kind="stable")
    key, until = part.key[order], np.cumsum(part.weight[order])
    before, weight_of = {}, {}
    for one in np.unique(key):
        first, last = np.searchsorted(key, [one, one + 1])
        start = int(until[first - 1]) if first else 0
        before[int(one)], weight_of[int(one)] = start, int(until[last - 1]) - start
    return _Cumulated(part.code[order], until, before, weight_of)


def _are_sets(codes: Ints) -> NDArray[np.bool_]:
    """Whether four parts are sets and one pair, `engine.shapes.is_standard` of many."""
    shape = load_tables().shape
    parts = [shape[codes[:, p] + (HONORS_FROM if p == 3 else 0)] & WHOLE for p in range(4)]
    total = np.sum(parts, axis=0)
    found: NDArray[np.bool_] = (total == 5 * SETS) & np.all([part != 0 for part in parts], axis=0)
    return found


def _any_tile(counts: NDArray[np.int8], rng: np.random.Generator) -> Ints:
    """Of every hand the kind of any one of its tiles."""
    place = rng.integers(counts[0].sum(), size=len(counts))
    found: Ints = (counts.cumsum(axis=1) <= place[:, None]).sum(axis=1)
    return found
