"""Which sets and pairs a hand lacks how many tiles of, all of them at once, as masks.

A mask of missing copies says for every kind whether the next copy of it is missing once some tiles
are taken. What a set lacks is a sum of three of its bits, and sums of bits are compared in all
places of a mask at the same time.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.mcr_value.layout import (
    A_PAIR_CLASSES,
    A_SET_CLASSES,
    M_FIXED,
    M_HAND,
    M_N_FREE,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, N_MELDS, N_PAIRS, Masks
from engine.shapes import popcount

ALL_PAIRS: Final = (1 << N_PAIRS) - 1
ALL_SETS: Final = (1 << N_MELDS) - 1
_SEVEN: Final = (1 << 7) - 1


@merge
def sets_within(begun: Masks, hand: Masks) -> tuple[int, int, int, int]:
    """Sets that lack no tile, one, two, three at most, beside tiles that are taken.

    Args:
        begun: the tiles that are taken.
        hand: those that are held.

    Returns:
        Masks of the sets of which there are enough copies, each within the next.
    """
    one, two, three, four = begun
    first = ~(hand[0] | one) | one & ~(hand[1] | two) | two & ~(hand[2] | three)
    first |= three & ~(hand[3] | four)
    second = ~(hand[1] | one) | one & ~(hand[2] | two) | two & ~(hand[3] | three)
    third = ~(hand[2] | one) | one & ~(hand[3] | two)
    low, middle, high = first, first >> 1, first >> 2
    chows = ~(four | four >> 1 | four >> 2)
    pungs = ALL_PAIRS & ~two
    some = low | middle | high
    several = low & (middle | high) | middle & high
    return (
        chow_set(chows & ~some) | (pungs & ~third) << FIRST_PUNG,
        chow_set(chows & ~several) | (pungs & ~second) << FIRST_PUNG,
        chow_set(chows & ~(low & middle & high)) | (pungs & ~first) << FIRST_PUNG,
        chow_set(chows) | pungs << FIRST_PUNG,
    )


@merge
def pairs_within(begun: Masks, hand: Masks) -> tuple[int, int, int]:
    """Kinds of which a pair lacks no tile, one, two at most, beside tiles that are taken."""
    one, two, three, _ = begun
    first = ~(hand[0] | one) | one & ~(hand[1] | two) | two & ~(hand[2] | three)
    second = ~(hand[1] | one) | one & ~(hand[2] | two) | two & ~(hand[3] | three)
    enough = ALL_PAIRS & ~three
    return enough & ~second, enough & ~first, enough


@merge
def chow_set(kinds: int) -> int:
    """Mask of the chows whose lowest tiles are the kinds of a mask."""
    return kinds & _SEVEN | (kinds >> 2) & _SEVEN << 7 | (kinds >> 4) & _SEVEN << 14


@leaf
def sort_sets(mem: NDArray[np.int64]) -> None:
    """Part sets and pairs by what each lacks by itself, given the hand's masks."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    none, one, two, three = sets_within((0, 0, 0, 0), hand)
    mem[A_SET_CLASSES] = none
    mem[A_SET_CLASSES + 1] = one & ~none
    mem[A_SET_CLASSES + 2] = two & ~one
    mem[A_SET_CLASSES + 3] = three & ~two
    mem[A_PAIR_CLASSES] = hand[1]
    mem[A_PAIR_CLASSES + 1] = hand[0] & ~hand[1]
    mem[A_PAIR_CLASSES + 2] = ALL_PAIRS & ~hand[0]


@leaf
def least_need(mem: NDArray[np.int64], sets: int) -> int:
    """What the nearest of some sets lacks by itself."""
    need = 0
    while mem[A_SET_CLASSES + need] & sets == 0:
        need += 1
    return need


@leaf
def fixed_within(mem: NDArray[np.int64], sets: int) -> bool:
    """Whether all own melds belong to a field."""
    within = True
    for place in range(4 - mem[M_N_FREE]):
        within = within and (sets >> mem[M_FIXED + place]) & 1 == 1
    return within


@leaf
def usable(mem: NDArray[np.int64], kinds: int) -> int:
    """Tiles of the hand that are of certain kinds."""
    return (
        popcount(mem[M_HAND] & kinds)
        + popcount(mem[M_HAND + 1] & kinds)
        + popcount(mem[M_HAND + 2] & kinds)
        + popcount(mem[M_HAND + 3] & kinds)
    )
