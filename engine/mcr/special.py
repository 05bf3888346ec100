"""Shapes of Chinese Official that are not sets and a pair."""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.mcr import patterns as fan
from engine.rules import (
    SHAPE_KNITTED_SINGLES,
    SHAPE_SEVEN_PAIRS,
    SHAPE_THIRTEEN_ORPHANS,
)
from engine.shapes import HONORS, ORPHANS, knitted_mask, popcount

SEVEN_IN_A_ROW: Final = 0b1111111


@leaf
def shape_without_sets(shapes: int, kinds: int, odd: int) -> tuple[int, int, int]:
    """Shape, fan and knitted arrangement of fourteen tiles without sets; shape 0: none.

    Args:
        shapes: those that the rule set allows.
        kinds: mask of the kinds held.
        odd: mask of those held once or three times.
    """
    if odd == 0 and shapes & SHAPE_SEVEN_PAIRS:
        shifted = False
        for suit in range(3):
            for rank in range(3):
                shifted = shifted or kinds == SEVEN_IN_A_ROW << (9 * suit + rank)
        return SHAPE_SEVEN_PAIRS, fan.SEVEN_SHIFTED_PAIRS if shifted else fan.SEVEN_PAIRS, 0
    if kinds == ORPHANS and shapes & SHAPE_THIRTEEN_ORPHANS:
        return SHAPE_THIRTEEN_ORPHANS, fan.THIRTEEN_ORPHANS, 0
    if popcount(kinds) == 14 and shapes & SHAPE_KNITTED_SINGLES:
        for arrangement in range(6):
            if kinds & ~(knitted_mask(arrangement) | HONORS) == 0:
                if kinds & HONORS == HONORS:
                    return SHAPE_KNITTED_SINGLES, fan.GREATER_KNITTED_HONORS, arrangement
                return SHAPE_KNITTED_SINGLES, fan.LESSER_KNITTED_HONORS, arrangement
    return 0, 0, 0


@leaf
def knitted_arrangement(kinds: int) -> int:
    """The arrangement whose nine tiles are held, -1 for none; a hand has no room for two."""
    for arrangement in range(6):
        if knitted_mask(arrangement) & ~kinds == 0:
            return arrangement
    return -1
