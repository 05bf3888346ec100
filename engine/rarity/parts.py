"""What one suit, or the honors, can be in a complete hand: codes, copies and what they hold.

A hand is four parts: characters, dots, bamboo and honors. The readings of a hand are all ways to
take one split of each part, so what some reading holds can be asked of each part alone: which chows
some split has, whether some split is made of pungs only.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tables import HONOR_KINDS, SUIT_KINDS, Tables, load_tables
from engine.tables_build import (
    NO_PAIR,
    SPLIT_LAST,
    SPLIT_N_CHOWS,
    SPLIT_N_FIVES,
    SPLIT_N_OUTSIDE,
    SPLIT_PAIR,
    SPLIT_PUNGS,
    goal_codes,
)

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

COPIES: Final = np.array([1, 4, 6, 4, 1], dtype=np.int64)
"""Ways to take so many of the four copies of a kind."""
ONE_PAIR: Final = 32
"""Key of a pair; that of a set is 1, and the key of a part is the sum of those of its groups."""

(
    ALL_PUNGS,
    ALL_CHOWS,
    OUTSIDE,
    FIVES,
    EVEN,
    DOUBLE_CHOW,
    TRIPLE_CHOW,
    QUADRUPLE_CHOW,
    SHIFTED_CHOWS,
    FOUR_SHIFTED_CHOWS,
    SHORT_STRAIGHT,
    TWO_TERMINAL_CHOWS,
    STRAIGHT,
    SHIFTED_PUNGS,
    FOUR_SHIFTED_PUNGS,
    TERMINAL_CHOWS,
    TERMINAL_CHOWS_TWICE,
    PAIR_OF_FIVES,
) = (1 << bit for bit in range(18))
"""Bits of `Part.flags`: some split of the part has no chow; no pung; a terminal or an honor in
every group; a five in every group; even pungs and pair alone; two, three, four equal chows; three,
four chows shifted by one or two; 连六; 老少副; 123 456 789; three, four pungs in a row; is 123 789
and nothing else; is these twice and a pair of fives; is a pair of fives and nothing else."""
_NINE: Final = (1 << SUIT_KINDS) - 1
_RUN: Final = 0b1001001
_EVEN_RANKS: Final = 0b010101010
_FIVE: Final = 4


class Part(NamedTuple):
    """What can stand in one part of hands of one shape, a row each; arrays of int64 (n).

    Attributes:
        key: hands are made of parts whose keys add up to that of the shape.
        code: base-5 code of the counts (`engine.tables_build`).
        weight: ways to take these tiles out of four copies of each kind.
        kinds: mask of the kinds held.
        odd: mask of those held once or three times.
        fours: number of kinds held four times.
        chows: mask of the lowest ranks of the chows that some split has.
        pungs: mask of the pungs that some split has.
        most_pungs: of all splits the most pungs.
        two_sided: mask of the ranks that complete a chow from one of two sides in some split of
            chows without pungs; 0 for honors.
        pair: mask of the honor paired; 0 for suits.
        flags: what some split has, see above; 0 where the shape has no sets.
    """

    key: Ints
    code: Ints
    weight: Ints
    kinds: Ints
    odd: Ints
    fours: Ints
    chows: Ints
    pungs: Ints
    most_pungs: Ints
    two_sided: Ints
    pair: Ints
    flags: Ints

    def rows(self, chosen: Bools | Ints) -> Part:
        """Some of the rows."""
        return Part(*(column[chosen] for column in self))


def plain_part(ranks: int, key: Ints, code: Ints) -> Part:
    """A part of a shape without sets: what its tiles are and no more."""
    counts = digits(code, ranks)
    held = 1 << np.arange(ranks, dtype=np.int64)[:, None]
    nothing = np.zeros(len(code), dtype=np.int64)
    return Part(
        key=key,
        code=code,
        weight=COPIES[counts].prod(axis=0),
        kinds=(held * (counts > 0)).sum(axis=0),
        odd=(held * (counts % 2)).sum(axis=0),
        fours=(counts == 4).sum(axis=0).astype(np.int64),
        chows=nothing,
        pungs=nothing,
        most_pungs=nothing,
        two_sided=nothing,
        pair=nothing,
        flags=nothing,
    )


@cache
def suit_of_sets() -> Part:
    """Every suit that is made of sets, or of sets and a pair; keys count both."""
    tables = load_tables()
    goals = goal_codes(SUIT_KINDS, chows=True)
    code = np.concatenate(goals)
    key = np.concatenate([np.full(len(codes), _key(goal)) for goal, codes in enumerate(goals)])
    # Splits stand in the order of their codes' first ones, each code's last one is marked.
    order = np.argsort(tables.split_start[code])
    code, key = code[order], key[order]
    plain = plain_part(SUIT_KINDS, key, code)
    chows, pungs, two_sided, flags = _read_splits(tables)
    first = tables.split_start[code].astype(np.int64)
    return plain._replace(
        chows=np.bitwise_or.reduceat(chows, first),
        pungs=np.bitwise_or.reduceat(pungs, first),
        most_pungs=np.maximum.reduceat(popcount(pungs), first),
        two_sided=np.bitwise_or.reduceat(two_sided, first),
        flags=np.bitwise_or.reduceat(flags, first),
    )


@cache
def honors_of_sets() -> Part:
    """All honors that are pungs, or pungs and a pair: there is one way to split them."""
    goals = goal_codes(HONOR_KINDS, chows=False)
    code = np.concatenate(goals)
    key = np.concatenate([np.full(len(codes), _key(goal)) for goal, codes in enumerate(goals)])
    plain = plain_part(HONOR_KINDS, key, code)
    counts = digits(code, HONOR_KINDS)
    held = 1 << np.arange(HONOR_KINDS, dtype=np.int64)[:, None]
    pungs = (held * (counts == 3)).sum(axis=0)
    nothing = code == 0
    flags = _bits(
        (np.ones(len(code), dtype=np.bool_), ALL_PUNGS | OUTSIDE),
        (pungs == 0, ALL_CHOWS),
        (nothing, FIVES | EVEN),
    )
    pair = (held * (counts == 2)).sum(axis=0)
    return plain._replace(pungs=pungs, most_pungs=popcount(pungs), pair=pair, flags=flags)


def digits(code: Ints, ranks: int) -> Ints:
    """Counts of the kinds of codes, int64 (ranks, n)."""
    powers = 5 ** np.arange(ranks, dtype=np.int64)[:, None]
    found: Ints = code[None] // powers % 5
    return found


def popcount(masks: Ints) -> Ints:
    """Bits of each mask."""
    return np.bitwise_count(masks).astype(np.int64)


def nonzero(masks: Ints) -> Bools:
    """Whether each mask has any bit."""
    found: Bools = masks != 0
    return found


def _key(goal: int) -> int:
    sets, pairs = divmod(goal, 2)
    return sets + ONE_PAIR * pairs


def _read_splits(tables: Tables) -> tuple[Ints, Ints, Ints, Ints]:
    """Of every split its chows, pungs and two-sided ranks as masks, and its flags."""
    splits = tables.splits & ~np.int64(1 << SPLIT_LAST)
    pungs = (splits >> SPLIT_PUNGS) & _NINE
    n_chows = (splits >> SPLIT_N_CHOWS) & 7
    pair = (splits >> SPLIT_PAIR) & 15
    times = np.zeros((7, len(splits)), dtype=np.int64)
    for place in range(5):
        lowest = (splits >> (3 * place)) & 7
        held = np.nonzero(place < n_chows)[0]
        times[lowest[held], held] += 1
    chows = ((1 << np.arange(7, dtype=np.int64)[:, None]) * (times > 0)).sum(axis=0)
    most = times.max(axis=0)
    paired = np.where(pair == NO_PAIR, 0, np.int64(1) << np.minimum(pair, 8))
    groups = n_chows + popcount(pungs) + (pair != NO_PAIR)
    shifted, four_shifted = _has(chows, 0b111, 0b10101), _has(chows, 0b1111, 0b1010101)
    only_fives = (pungs == 0) & (pair == _FIVE)
    ends = (times[0] == times[6]) & (2 * times[0] == n_chows) & (pungs == 0)
    flags = _bits(
        (n_chows == 0, ALL_PUNGS),
        (pungs == 0, ALL_CHOWS),
        ((splits >> SPLIT_N_OUTSIDE) & 7 == groups, OUTSIDE),
        ((splits >> SPLIT_N_FIVES) & 7 == groups, FIVES),
        ((n_chows == 0) & ((pungs | paired) & ~_EVEN_RANKS == 0), EVEN),
        (most >= 2, DOUBLE_CHOW),
        (most >= 3, TRIPLE_CHOW),
        (most >= 4, QUADRUPLE_CHOW),
        (shifted, SHIFTED_CHOWS),
        (four_shifted, FOUR_SHIFTED_CHOWS),
        (chows & (chows >> 3) != 0, SHORT_STRAIGHT),
        (chows & (chows >> 6) != 0, TWO_TERMINAL_CHOWS),
        (chows & _RUN == _RUN, STRAIGHT),
        (_has(pungs, 0b111), SHIFTED_PUNGS),
        (_has(pungs, 0b1111), FOUR_SHIFTED_PUNGS),
        (ends & (n_chows == 2) & (pair == NO_PAIR), TERMINAL_CHOWS),
        (ends & (n_chows == 4) & only_fives, TERMINAL_CHOWS_TWICE),
        ((n_chows == 0) & only_fives, PAIR_OF_FIVES),
    )
    # 123 is not completed from two sides by its 3, nor 789 by its 7.
    two_sided = np.where(pungs == 0, chows & ~(1 << 6) | (chows & ~1) << 2, 0)
    return chows, pungs, two_sided, flags


def _has(masks: Ints, *forms: int) -> Bools:
    """Whether one of the forms stands somewhere in each mask."""
    found = np.zeros(len(masks), dtype=np.bool_)
    for form in forms:
        for shift in range(SUIT_KINDS):
            found |= masks >> shift & form == form
    return found


def _bits(*told: tuple[Bools, int]) -> Ints:
    found = np.zeros(len(told[0][0]), dtype=np.int64)
    for holds, bit in told:
        found |= holds * np.int64(bit)
    return found
