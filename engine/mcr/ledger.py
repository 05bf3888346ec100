"""What the fans that arise cancel of each other, and what the rest is worth.

Exclusions are data: every fan that arises cancels those that its row of the rule set lists, also
when it is cancelled itself. A fan of value 0 is neutral: it lists nothing and adds nothing.

幺九刻 is counted by the set. A fan of particular sets (三风刻, 箭刻, 圈风刻 …) that lists it takes
its own sets away only: `engine.mcr.sets` does that before, so here those fans spare the row.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.mcr import patterns as fan
from engine.mcr.patterns import FIRST_REPEATED, HIGH, LAST_REPEATED
from engine.rules import Rules
from engine.shapes import popcount

SPARES_TERMINAL_PUNGS: Final = sum(
    1 << pattern
    for pattern in (
        fan.BIG_FOUR_WINDS,
        fan.BIG_THREE_DRAGONS,
        fan.NINE_GATES,
        fan.LITTLE_FOUR_WINDS,
        fan.LITTLE_THREE_DRAGONS,
        fan.BIG_THREE_WINDS,
        fan.TWO_DRAGON_PUNGS,
        fan.DRAGON_PUNG,
        fan.ROUND_WIND,
        fan.SEAT_WIND,
    )
)
"""Fans of particular sets: they take 幺九刻 from these alone."""


@merge
def lowest(mask: int) -> int:
    """Position of the lowest bit of a mask that is not 0."""
    return popcount((mask & -mask) - 1)


@merge
def count_of(counts: int, pattern: int) -> int:
    """How often a fan that arose counts, by its set's packed counts."""
    if FIRST_REPEATED <= pattern <= LAST_REPEATED:
        return (counts >> (4 * (pattern - FIRST_REPEATED))) & 15
    return 1


@merge
def excluded_by(rules: Rules, pattern: int) -> tuple[int, int]:
    """The fans that one fan cancels, as a set."""
    low = int(np.int64(rules.excludes[pattern, 0]))
    high = int(np.int64(rules.excludes[pattern, 1]))
    if pattern < 63 and (SPARES_TERMINAL_PUNGS >> pattern) & 1:
        high &= ~(1 << (fan.TERMINAL_OR_HONOR_PUNG - HIGH))
    return low, high


@merge
def takers(rules: Rules) -> int:
    """Which fans of particular sets list 幺九刻."""
    found = 0
    rest = SPARES_TERMINAL_PUNGS
    while rest != 0:
        pattern = lowest(rest)
        rest &= rest - 1
        high = int(np.int64(rules.excludes[pattern, 1]))
        found |= ((high >> (fan.TERMINAL_OR_HONOR_PUNG - HIGH)) & 1) << pattern
    return found


@leaf
def settle(rules: Rules, low: int, high: int, counts: int) -> tuple[int, int, int]:
    """Cancel and add up a set of fans.

    Returns:
        The total, and the fans that are counted (two words).
    """
    cancelled_low = cancelled_high = 0
    rest = low
    while rest != 0:
        more_low, more_high = excluded_by(rules, lowest(rest))
        rest &= rest - 1
        cancelled_low |= more_low
        cancelled_high |= more_high
    rest = high
    while rest != 0:
        more_low, more_high = excluded_by(rules, lowest(rest) + HIGH)
        rest &= rest - 1
        cancelled_low |= more_low
        cancelled_high |= more_high
    low &= ~cancelled_low
    high &= ~cancelled_high

    total = 0
    rest = low
    while rest != 0:
        pattern = lowest(rest)
        rest &= rest - 1
        total += int(rules.values[pattern]) * count_of(counts, pattern)
    rest = high
    while rest != 0:
        pattern = lowest(rest) + HIGH
        rest &= rest - 1
        total += int(rules.values[pattern]) * count_of(counts, pattern)
    return total, low, high


@merge
def canceller(rules: Rules, low: int, high: int, pattern: int) -> int:
    """The first fan of a set that cancels `pattern`, -1 where none does."""
    for word in range(2):
        rest = low if word == 0 else high
        while rest != 0:
            other = lowest(rest) + HIGH * word
            rest &= rest - 1
            other_low, other_high = excluded_by(rules, other)
            listed = other_low if pattern < HIGH else other_high
            if (listed >> (pattern & 63)) & 1:
                return other
    return -1
