"""Lists of sets and pairs, sorted by what each lacks by itself of the present hand."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.layout import (
    A_LISTS,
    A_NEED,
    A_PAIR_NEED,
    A_PAIRS,
    LIST,
    M_FIXED,
    M_HAND,
    M_N_FREE,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, N_MELDS, N_PAIRS, meld_kinds
from engine.shapes import popcount

ALL_PAIRS: Final = (1 << N_PAIRS) - 1
SORTED: Final = A_LISTS
"""The list of all sets."""
FIRST_LIST: Final = A_LISTS + LIST
"""Room for five lists of a family, one behind the other."""


@leaf
def sort_sets(mem: NDArray[np.int64]) -> None:
    """List sets and pairs by what each lacks by itself, given the hand's masks."""
    one, two, three = mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2]
    for meld in range(N_MELDS):
        kinds = meld_kinds(meld)
        held = popcount(one & kinds)
        if meld >= FIRST_PUNG:
            held += popcount(two & kinds) + popcount(three & kinds)
        mem[A_NEED + meld] = 3 - held
    n = 0
    for need in range(4):
        for meld in range(N_MELDS):
            if mem[A_NEED + meld] == need:
                mem[SORTED + n] = meld
                n += 1
    n = 0
    for need in range(3):
        kinds = two if need == 0 else (one & ~two if need == 1 else ALL_PAIRS & ~one)
        while kinds != 0:
            kind = lowest(kinds)
            kinds &= kinds - 1
            mem[A_PAIR_NEED + kind] = need
            mem[A_PAIRS + n] = kind
            n += 1


@leaf
def list_sets(mem: NDArray[np.int64], at: int, sets: int) -> int:
    """Write the sets of a mask to a list, sorted; returns how many."""
    n = 0
    for place in range(N_MELDS):
        meld = mem[SORTED + place]
        mem[at + n] = meld
        n += (sets >> meld) & 1
    return n


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
