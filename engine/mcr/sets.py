"""Fans of a reading's sets: pungs, chows, the pair, and how the winning tile completes it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import merge
from engine.mcr import patterns as fan
from engine.mcr.hand import (
    DRAGONS,
    F_NINE_GATES,
    F_ROUND_WIND,
    F_SEAT_WIND,
    WINDS,
)
from engine.mcr.ledger import CHOWS, FACTS, arise, insert_chow, lists
from engine.shapes import ORPHANS, SUITS, popcount
from engine.tables_build import SPLIT_N_CHOWS
from engine.tables_chows import (
    CHOW_CHOICES,
    CHOW_EXTRA,
    CHOW_FAN3,
    CHOW_N_CHOICES,
    FOUR_SHIFTED,
    MIXED_SHIFTED,
    MIXED_STRAIGHT,
    MIXED_TRIPLE,
    NO_CHOW,
    PURE_SHIFTED,
    PURE_TRIPLE,
    QUADRUPLE,
)
from schemas.codes import (
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_SPECIAL,
    WAIT_TWO_SIDED,
)

SUIT: Final = (1 << 9) - 1
EVEN: Final = 0b010101010 | 0b010101010 << 9 | 0b010101010 << 18
"""Mask of the even suit tiles."""


@merge
def pung_fans(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    n: int,
    pungs: int,
    pair: int,
) -> int:
    """Fans of the pungs and kongs, whose mask is `pungs`, and of the pair beside them."""
    if pungs & SUITS:
        n = _suit_pungs(values, scratch, n, pungs & SUIT, (pungs >> 9) & SUIT, (pungs >> 18) & SUIT)
    terminals_honors = pungs & ORPHANS
    if pungs & WINDS:
        n, terminals_honors = _wind_pungs(
            values, excludes, scratch, n, pungs, pair, terminals_honors
        )
    if pungs & DRAGONS:
        n, terminals_honors = _dragon_pungs(
            values, excludes, scratch, n, pungs, pair, terminals_honors
        )
    count = popcount(terminals_honors)
    if (
        scratch[FACTS, F_NINE_GATES]
        and count
        and lists(excludes, fan.NINE_GATES, fan.TERMINAL_OR_HONOR_PUNG)
    ):
        count -= 1  # nine gates holds one such pung by itself
    return arise(values, scratch, n, fan.TERMINAL_OR_HONOR_PUNG, count)


@merge
def _suit_pungs(
    values: NDArray[np.int32],
    scratch: NDArray[np.int64],
    n: int,
    first: int,
    second: int,
    third: int,
) -> int:
    steps = 0  # pungs of three following ranks in one suit, and of four
    four = 0
    for ranks in (first, second, third):
        three = ranks & ranks >> 1 & ranks >> 2
        steps |= three
        four |= three & ranks >> 3
    n = arise(values, scratch, n, fan.PURE_SHIFTED_PUNGS, 1 if steps else 0)
    n = arise(values, scratch, n, fan.FOUR_PURE_SHIFTED_PUNGS, 1 if four else 0)
    same = popcount(first & second) + popcount(first & third) + popcount(second & third)
    n = arise(values, scratch, n, fan.DOUBLE_PUNG, same)
    if first and second and third:
        n = arise(values, scratch, n, fan.TRIPLE_PUNG, 1 if first & second & third else 0)
        mixed = (
            first & (second >> 1 & third >> 2 | third >> 1 & second >> 2)
            | second & (first >> 1 & third >> 2 | third >> 1 & first >> 2)
            | third & (first >> 1 & second >> 2 | second >> 1 & first >> 2)
        )
        n = arise(values, scratch, n, fan.MIXED_SHIFTED_PUNGS, 1 if mixed else 0)
    return n


@merge
def _wind_pungs(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    n: int,
    pungs: int,
    pair: int,
    terminals_honors: int,
) -> tuple[int, int]:
    """Fans of winds; what they imply leaves `terminals_honors`, the pungs that are 幺九刻."""
    winds = pungs & WINDS
    n_winds = popcount(winds)
    if n_winds >= 3:
        n = arise(values, scratch, n, fan.BIG_THREE_WINDS, 1)
        taken = lists(excludes, fan.BIG_THREE_WINDS, fan.TERMINAL_OR_HONOR_PUNG)
        if n_winds == 4:
            n = arise(values, scratch, n, fan.BIG_FOUR_WINDS, 1)
            taken = taken or lists(excludes, fan.BIG_FOUR_WINDS, fan.TERMINAL_OR_HONOR_PUNG)
        elif pair >= 27 and (WINDS >> pair) & 1:
            n = arise(values, scratch, n, fan.LITTLE_FOUR_WINDS, 1)
            taken = taken or lists(excludes, fan.LITTLE_FOUR_WINDS, fan.TERMINAL_OR_HONOR_PUNG)
        if taken:
            terminals_honors &= ~winds
    round_wind = 1 << (27 + scratch[FACTS, F_ROUND_WIND])
    if winds & round_wind:
        n = arise(values, scratch, n, fan.ROUND_WIND, 1)
        if lists(excludes, fan.ROUND_WIND, fan.TERMINAL_OR_HONOR_PUNG):
            terminals_honors &= ~round_wind
    seat_wind = 1 << (27 + scratch[FACTS, F_SEAT_WIND])
    if winds & seat_wind:
        n = arise(values, scratch, n, fan.SEAT_WIND, 1)
        if lists(excludes, fan.SEAT_WIND, fan.TERMINAL_OR_HONOR_PUNG):
            terminals_honors &= ~seat_wind
    return n, terminals_honors


@merge
def _dragon_pungs(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    n: int,
    pungs: int,
    pair: int,
    terminals_honors: int,
) -> tuple[int, int]:
    """Fans of dragons; what they imply leaves `terminals_honors`, the pungs that are 幺九刻."""
    n_dragons = popcount(pungs & DRAGONS)
    n = arise(values, scratch, n, fan.DRAGON_PUNG, n_dragons)
    taken = lists(excludes, fan.DRAGON_PUNG, fan.TERMINAL_OR_HONOR_PUNG)
    if n_dragons >= 2:
        n = arise(values, scratch, n, fan.TWO_DRAGON_PUNGS, 1)
        taken = taken or lists(excludes, fan.TWO_DRAGON_PUNGS, fan.TERMINAL_OR_HONOR_PUNG)
        if n_dragons == 3:
            n = arise(values, scratch, n, fan.BIG_THREE_DRAGONS, 1)
            taken = taken or lists(excludes, fan.BIG_THREE_DRAGONS, fan.TERMINAL_OR_HONOR_PUNG)
        elif pair >= 31:
            n = arise(values, scratch, n, fan.LITTLE_THREE_DRAGONS, 1)
            taken = taken or lists(excludes, fan.LITTLE_THREE_DRAGONS, fan.TERMINAL_OR_HONOR_PUNG)
    return n, terminals_honors & ~DRAGONS if taken else terminals_honors


@merge
def add_chows(scratch: NDArray[np.int64], n_chows: int, suit: int, split: int) -> int:
    """Put a split's chows in their places in row CHOWS, which stays sorted."""
    for _ in range((split >> SPLIT_N_CHOWS) & 7):
        n_chows = insert_chow(scratch, CHOWS, n_chows, suit * 7 + (split & 7))
        split >>= 3
    return n_chows


@merge
def chow_fans(
    values: NDArray[np.int32],
    table: NDArray[np.int64],
    scratch: NDArray[np.int64],
    n: int,
    n_chows: int,
    pair: int,
) -> int:
    """Fans of two to four chows in row CHOWS, combined as the principles allow."""
    for place in range(n_chows, 4):
        scratch[CHOWS, place] = NO_CHOW
    a = scratch[CHOWS, 0]
    b = scratch[CHOWS, 1] + 1
    c = scratch[CHOWS, 2] + 2
    d = scratch[CHOWS, 3] + 3
    place = a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6
    entry = table[place + d * (d - 1) * (d - 2) * (d - 3) // 24]

    four = entry & 3
    n = arise(values, scratch, n, fan.QUADRUPLE_CHOW, 1 if four == QUADRUPLE else 0)
    n = arise(values, scratch, n, fan.FOUR_PURE_SHIFTED_CHOWS, 1 if four == FOUR_SHIFTED else 0)
    if n_chows == 4 and pair < 27:
        n = _terminal_chows(values, scratch, n, pair)
    return _two_and_three_chows(values, scratch, n, entry)


@merge
def _two_and_three_chows(
    values: NDArray[np.int32], scratch: NDArray[np.int64], n: int, entry: int
) -> int:
    """One fan of three chows and one tie more, or fans of two chows: what gives more."""
    v0 = values[fan.PURE_DOUBLE_CHOW]
    v1 = values[fan.MIXED_DOUBLE_CHOW]
    v2 = values[fan.SHORT_STRAIGHT]
    v3 = values[fan.TWO_TERMINAL_CHOWS]
    best = 0
    counts = 0
    choices = entry >> CHOW_CHOICES
    for _ in range((entry >> CHOW_N_CHOICES) & 7):
        worth = (
            (choices & 3) * v0
            + (choices >> 2 & 3) * v1
            + (choices >> 4 & 3) * v2
            + (choices >> 6 & 3) * v3
        )
        if worth > best:
            best = worth
            counts = choices & 255
        choices >>= 8

    three = entry >> CHOW_FAN3 & 7
    if three:
        if three == MIXED_TRIPLE:
            pattern = fan.MIXED_TRIPLE_CHOW
        elif three == MIXED_SHIFTED:
            pattern = fan.MIXED_SHIFTED_CHOWS
        elif three == MIXED_STRAIGHT:
            pattern = fan.MIXED_STRAIGHT
        elif three == PURE_TRIPLE:
            pattern = fan.PURE_TRIPLE_CHOW
        elif three == PURE_SHIFTED:
            pattern = fan.PURE_SHIFTED_CHOWS
        else:
            pattern = fan.PURE_STRAIGHT
        extras = entry >> CHOW_EXTRA
        tie = 0
        tie_counts = 0
        if extras & 1 and v0 > tie:
            tie, tie_counts = v0, 1
        if extras & 2 and v1 > tie:
            tie, tie_counts = v1, 1 << 2
        if extras & 4 and v2 > tie:
            tie, tie_counts = v2, 1 << 4
        if extras & 8 and v3 > tie:
            tie, tie_counts = v3, 1 << 6
        if values[pattern] != 0 and values[pattern] + tie >= best:
            n = arise(values, scratch, n, pattern, 1)
            counts = tie_counts
    if counts:
        n = arise(values, scratch, n, fan.PURE_DOUBLE_CHOW, counts & 3)
        n = arise(values, scratch, n, fan.MIXED_DOUBLE_CHOW, counts >> 2 & 3)
        n = arise(values, scratch, n, fan.SHORT_STRAIGHT, counts >> 4 & 3)
        n = arise(values, scratch, n, fan.TWO_TERMINAL_CHOWS, counts >> 6 & 3)
    return n


@merge
def _terminal_chows(
    values: NDArray[np.int32], scratch: NDArray[np.int64], n: int, pair: int
) -> int:
    """Two 123 and two 789 with a pair of fives: 一色双龙会, 三色双龙会."""
    a, b = scratch[CHOWS, 0], scratch[CHOWS, 1]
    c, d = scratch[CHOWS, 2], scratch[CHOWS, 3]
    if a % 7 == 0 and d % 7 == 6 and pair % 9 == 4:
        first, last, eyes = a // 7, d // 7, pair // 9
        if a == b and c == d and first == last == eyes:
            n = arise(values, scratch, n, fan.PURE_TERMINAL_CHOWS, 1)
        elif b == a + 6 and d == c + 6 and first != last and eyes == 3 - first - last:
            n = arise(values, scratch, n, fan.THREE_SUITED_TERMINAL_CHOWS, 1)
    return n


@merge
def wait_in_suit(split: int, rank: int) -> int:
    """Mask of the waits (``1 << WAIT_*``) that the chows of the winning tile's suit allow."""
    found = 0
    for _ in range((split >> SPLIT_N_CHOWS) & 7):
        place = rank - (split & 7)
        low = split & 7
        split >>= 3
        if place == 1:
            found |= 1 << WAIT_CLOSED
        elif place == 0:
            found |= 1 << (WAIT_EDGE if low == 6 else WAIT_TWO_SIDED)
        elif place == 2:
            found |= 1 << (WAIT_EDGE if low == 0 else WAIT_TWO_SIDED)
    return found


@merge
def wait_fan(
    values: NDArray[np.int32], scratch: NDArray[np.int64], n: int, possible: int, only: bool
) -> tuple[int, int]:
    """The wait that is taken, and its fan where it is the only one.

    Where the winning tile may complete several groups, the wait that is worth most is taken.
    """
    edge = values[fan.EDGE_WAIT] if only and possible >> WAIT_EDGE & 1 else 0
    closed = values[fan.CLOSED_WAIT] if only and possible >> WAIT_CLOSED & 1 else 0
    single = values[fan.SINGLE_WAIT] if only and possible >> WAIT_SINGLE & 1 else 0
    if edge > 0 and edge >= closed and edge >= single:
        return arise(values, scratch, n, fan.EDGE_WAIT, 1), WAIT_EDGE
    if closed > 0 and closed >= single:
        return arise(values, scratch, n, fan.CLOSED_WAIT, 1), WAIT_CLOSED
    if single > 0:
        return arise(values, scratch, n, fan.SINGLE_WAIT, 1), WAIT_SINGLE
    for wait in range(WAIT_PAIR_PAIR + 1):
        if possible >> wait & 1:
            return n, wait
    return n, WAIT_SPECIAL
