"""Small steps that distance, waits and scoring share: suit codes, kinds held, whole suits.

Four numbers stand for a hand everywhere: characters, dots, bamboo and honors, first as base-5
codes of the counts, then as their entries in the shape table.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import merge
from engine.tables import HONORS_FROM
from engine.tables_build import BIT_HELD, BIT_ODD, BIT_SETS, BIT_SETS_PAIR

ORPHANS: Final = 0b1111111_100000001_100000001_100000001
"""Mask of the thirteen terminals and honors 幺九."""
HONORS: Final = 0b1111111 << 27
SUITS: Final = (1 << 27) - 1

RUN: Final = 0b001001001
"""Mask of the ranks 1, 4, 7."""
KNITTED_RUNS: Final = 0b000110_001001_010010_011000_100001_100100
"""The six knitted arrangements, 6 bits each from the right: which run characters, dots and bamboo
have (2 bits each from the right), 0 for 147, 1 for 258, 2 for 369."""


SETS: Final = 1 << BIT_SETS
SETS_PAIR: Final = 1 << BIT_SETS_PAIR
WHOLE: Final = SETS | SETS_PAIR
NINE: Final = (1 << 9) - 1


@merge
def popcount(mask: int) -> int:
    """Number of bits of a mask; written so that it becomes one instruction."""
    mask = mask - ((mask >> 1) & 0x5555555555555555)
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    return ((mask * 0x0101010101010101) >> 56) & 0x7F


@merge
def suit_codes(hand: NDArray[np.int8]) -> tuple[int, int, int, int]:
    """Base-5 codes of characters, dots, bamboo and honors (these as the tables count them)."""
    characters = dots = bamboo = honors = 0
    for rank in range(8, -1, -1):
        characters = characters * 5 + int(hand[rank])
        dots = dots * 5 + int(hand[9 + rank])
        bamboo = bamboo * 5 + int(hand[18 + rank])
    for kind in range(33, 26, -1):
        honors = honors * 5 + int(hand[kind])
    return characters, dots, bamboo, honors + HONORS_FROM


@merge
def with_tile(codes: tuple[int, int, int, int], tile: int) -> tuple[int, int, int, int]:
    """The codes of the hand with one more tile, of which it holds three at most."""
    power = 1
    for _ in range(tile % 9):
        power *= 5
    return (
        codes[0] + (power if tile < 9 else 0),
        codes[1] + (power if 9 <= tile < 18 else 0),
        codes[2] + (power if 18 <= tile < 27 else 0),
        codes[3] + (power if tile >= 27 else 0),
    )


@merge
def suit_shapes(
    shape: NDArray[np.uint32], codes: tuple[int, int, int, int]
) -> tuple[int, int, int, int]:
    """Entries of the shape table for the four codes."""
    return (
        int(np.int64(shape[codes[0]])),
        int(np.int64(shape[codes[1]])),
        int(np.int64(shape[codes[2]])),
        int(np.int64(shape[codes[3]])),
    )


@merge
def held_kinds(shapes: tuple[int, int, int, int]) -> int:
    """Mask of the kinds 0-33 that are held."""
    return (
        ((shapes[0] >> BIT_HELD) & NINE)
        | ((shapes[1] >> BIT_HELD) & NINE) << 9
        | ((shapes[2] >> BIT_HELD) & NINE) << 18
        | ((shapes[3] >> BIT_HELD) & NINE) << 27
    )


@merge
def odd_kinds(shapes: tuple[int, int, int, int]) -> int:
    """Mask of the kinds 0-33 that are held once or three times."""
    return (
        ((shapes[0] >> BIT_ODD) & NINE)
        | ((shapes[1] >> BIT_ODD) & NINE) << 9
        | ((shapes[2] >> BIT_ODD) & NINE) << 18
        | ((shapes[3] >> BIT_ODD) & NINE) << 27
    )


@merge
def is_standard(shapes: tuple[int, int, int, int]) -> bool:
    """Whether all suits together are made of sets and exactly one pair."""
    s0, s1, s2, s3 = shapes[0] & WHOLE, shapes[1] & WHOLE, shapes[2] & WHOLE, shapes[3] & WHOLE
    return s0 != 0 and s1 != 0 and s2 != 0 and s3 != 0 and s0 + s1 + s2 + s3 == 5 * SETS


@merge
def standard_waits(shapes: tuple[int, int, int, int]) -> int:
    """Mask of the kinds that make sets and one pair of all suits together.

    The missing tile goes to a suit beside which the three others are whole and hold one pair at
    most; its own number of tiles says whether it becomes sets or sets and the pair.
    """
    s0, s1, s2, s3 = shapes[0] & WHOLE, shapes[1] & WHOLE, shapes[2] & WHOLE, shapes[3] & WHOLE
    found = 0
    if _one_pair_at_most(s1, s2, s3):
        found |= shapes[0] & NINE
    if _one_pair_at_most(s0, s2, s3):
        found |= (shapes[1] & NINE) << 9
    if _one_pair_at_most(s0, s1, s3):
        found |= (shapes[2] & NINE) << 18
    if _one_pair_at_most(s0, s1, s2):
        found |= (shapes[3] & NINE) << 27
    return found


@merge
def completes_standard(shapes: tuple[int, int, int, int], tile: int) -> bool:
    """Whether `tile` makes sets and one pair of all suits together."""
    s0, s1, s2, s3 = shapes[0] & WHOLE, shapes[1] & WHOLE, shapes[2] & WHOLE, shapes[3] & WHOLE
    if tile < 9:
        return (shapes[0] >> tile) & 1 == 1 and _one_pair_at_most(s1, s2, s3)
    if tile < 18:
        return (shapes[1] >> (tile - 9)) & 1 == 1 and _one_pair_at_most(s0, s2, s3)
    if tile < 27:
        return (shapes[2] >> (tile - 18)) & 1 == 1 and _one_pair_at_most(s0, s1, s3)
    return (shapes[3] >> (tile - 27)) & 1 == 1 and _one_pair_at_most(s0, s1, s2)


@merge
def knitted_run(arrangement: int, suit: int) -> int:
    """The run that a suit has in one of the six knitted arrangements: 0 147, 1 258, 2 369."""
    return (KNITTED_RUNS >> (6 * arrangement + 2 * suit)) & 3


@merge
def knitted_mask(arrangement: int) -> int:
    """Mask of the nine tiles of a knitted straight 组合龙."""
    return (
        RUN << knitted_run(arrangement, 0)
        | RUN << (9 + knitted_run(arrangement, 1))
        | RUN << (18 + knitted_run(arrangement, 2))
    )


@merge
def most_knitted(kinds: int) -> int:
    """The most tiles of any knitted straight that are held."""
    most = 0
    for arrangement in range(6):
        most = max(most, popcount(kinds & knitted_mask(arrangement)))
    return most


@merge
def without_knitted(
    codes: tuple[int, int, int, int], kinds: int, arrangement: int
) -> tuple[int, int, int, int]:
    """Codes of a hand without those tiles of a knitted straight that it holds."""
    return (
        codes[0] - _held_run(kinds, knitted_run(arrangement, 0)),
        codes[1] - _held_run(kinds >> 9, knitted_run(arrangement, 1)),
        codes[2] - _held_run(kinds >> 18, knitted_run(arrangement, 2)),
        codes[3],
    )


@merge
def _one_pair_at_most(first: int, second: int, third: int) -> bool:
    return first != 0 and second != 0 and third != 0 and first + second + third <= 4 * SETS


@merge
def _held_run(kinds: int, run: int) -> int:
    """Code of one copy each of the run's kinds that are held."""
    held = kinds >> run
    code = (held & 1) + 125 * ((held >> 3) & 1) + 15625 * ((held >> 6) & 1)
    return code * (25 if run == 2 else (5 if run == 1 else 1))
