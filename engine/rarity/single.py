"""Patterns that no general form describes: hands of their own, and such as the last tile decides.

The last tile of a complete hand is any of its tiles, each as likely.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from engine.rarity import parts
from engine.rarity.definitions import (
    SETS,
    SETS_ANYWHERE,
    WINDS,
    Definition,
    anything,
    no_honors,
)
from engine.rarity.parts import Ints, Part, digits, nonzero, popcount
from engine.rules import SHAPE_EIGHT_PAIRS, SHAPE_STANDARD
from engine.tables import SUIT_KINDS

ENDS: Final = 0b100000001
"""Ranks 1 and 9."""


def n_winds(part: Part) -> Ints:
    """Pungs of winds in the part."""
    return popcount(part.pungs & WINDS)


def nine_gates(tiles: int) -> Definition:
    """1112345678999 and a tile of the suit that completes it: as often as it was the last one."""

    def waiting(part: Part, _: int) -> Ints:
        counts = digits(part.code, SUIT_KINDS)
        base = np.array([3, 1, 1, 1, 1, 1, 1, 1, 3])[:, None]
        gates = ((counts >= base).all(axis=0)) & (counts.sum(axis=0) == tiles)
        found: Ints = np.where(gates, ((counts - base) * counts).sum(axis=0), 0)
        return found

    return Definition(waiting, anything, lambda a, b, c, h: a + b + c, SETS, of=tiles)


def three_suited_terminal_chows() -> Definition:
    """123 and 789 of two suits and a pair of fives of the third."""
    ends, eyes = parts.TERMINAL_CHOWS, parts.PAIR_OF_FIVES

    def holds(a: Any, b: Any, c: Any, h: Any) -> Any:
        return (
            (a & ends != 0) & (b & ends != 0) & (c & eyes != 0)
            | (a & ends != 0) & (c & ends != 0) & (b & eyes != 0)
            | (b & ends != 0) & (c & ends != 0) & (a & eyes != 0)
        ) & h

    return Definition(
        lambda part, _: part.flags & (ends | eyes), lambda part: part.kinds == 0, holds, SETS
    )


def two_sided_chows(tiles: int) -> Definition:
    """Chows of suits and a pair of theirs: as often as the last tile completed a two-sided wait."""

    def completing(part: Part, _: int) -> Ints:
        counts = digits(part.code, SUIT_KINDS)
        ends = part.two_sided >> np.arange(SUIT_KINDS)[:, None] & 1
        fits = nonzero(part.flags & parts.ALL_CHOWS)
        found: Ints = np.where(fits, (counts * ends).sum(axis=0), -tiles)
        return found

    return Definition(
        completing, no_honors, lambda a, b, c, h: np.maximum(a + b + c, 0) * h, SETS, of=tiles
    )


def terminal_or_other_wind_pung() -> Definition:
    """A pung of terminals, or of a wind that is neither of the seat nor of the round.

    Three winds are patterns of their own. Of the sixteen pairs of winds of seat and round, nine
    leave one wind alone, and all but two leave one of two.
    """
    left = np.array([0, 9, 14, 0, 0])
    return Definition(
        lambda part, _: part.pungs & ENDS != 0,
        lambda part: left[n_winds(part)],
        lambda a, b, c, h: np.where((a | b | c) != 0, 16, h),
        SETS_ANYWHERE,
        of=16,
    )


def eight_pairs() -> Definition:
    """Seven pairs and a triple, four alike as two pairs."""

    def triples(part: Part) -> Ints:
        counts = digits(part.code, SUIT_KINDS)  # of honors the last two are 0
        single = (counts == 1).any(axis=0)
        found: Ints = np.where(single, -9, (counts == 3).sum(axis=0))
        return found

    return Definition(
        lambda part, _: triples(part),
        triples,
        lambda a, b, c, h: a + b + c + h == 1,
        SHAPE_EIGHT_PAIRS | SHAPE_STANDARD,
        needs=SHAPE_EIGHT_PAIRS,
    )
