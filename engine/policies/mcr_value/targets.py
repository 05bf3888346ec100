"""Finds the targets: complete hands worth the minimum that lack few tiles.

Families (`families`) are searched one after another: a core, then the other sets and the pair
within the budget; a field of sets; hands of all five types; knitted straights; and, near ready, all
sets.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr import patterns as fan
from engine.policies.mcr_value.explore import explore
from engine.policies.mcr_value.layout import (
    A_LATER,
    A_SETS,
    CORE,
    F_KNOWN,
    FAMILY_WIDE,
    FIELD,
    K_ALL_TYPES,
    K_CORES,
    K_FIELDS,
    K_KNITTED,
    K_MINIMUM,
    K_N_CORES,
    K_N_FIELDS,
    M_BUDGET,
    M_FAMILY,
    M_FIRST,
    M_FIXED,
    M_HAND,
    M_KNITTED,
    M_LEAVES,
    M_N_FREE,
    M_OWN,
    M_PAIR_KINDS,
    M_STAMP,
    M_TARGETS,
    X_WIDE,
)
from engine.policies.mcr_value.leaves import complete_leaves
from engine.policies.mcr_value.listing import (
    ALL_PAIRS,
    ALL_SETS,
    fixed_within,
    least_need,
    usable,
)
from engine.policies.mcr_value.melds import (
    FIRST_PUNG,
    lacking,
    meld_kinds,
    with_meld,
)
from engine.shapes import knitted_mask, popcount

_ROOMY: Final = 20
"""A field of so many sets is searched one tile farther: nearly every draw of its kinds helps."""
_NEAR: Final = 3
_FAR: Final = 6
"""But neither near ready nor where it would be so far that there are too many hands."""
_SLOTS: Final = (
    (0b1111111 | ((1 << 9) - 1) << FIRST_PUNG, (1 << 9) - 1),
    (0b1111111 << 7 | ((1 << 9) - 1) << (FIRST_PUNG + 9), ((1 << 9) - 1) << 9),
    (0b1111111 << 14 | ((1 << 9) - 1) << (FIRST_PUNG + 18), ((1 << 9) - 1) << 18),
    (0b1111 << (FIRST_PUNG + 27), 0b1111 << 27),
    (0b111 << (FIRST_PUNG + 31), 0b111 << 31),
)
"""Sets and pairs of the five types: characters, dots, bamboo, winds, dragons."""


@leaf
def search(
    kin: NDArray[np.int64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    budget: int,
) -> int:
    """Find all targets that lack `budget` tiles at most; what was known before is forgotten.

    Args:
        kin: the knowledge's integers.
        worth: the table of totals.
        shape: shape table.
        mem: the player's memory, the hand and sorted sets in it.
        flt: its floats.
        budget: tiles.

    Returns:
        What the nearest lacks, or more than the budget where there is none.
    """
    nearby = budget
    mem[M_BUDGET] = budget
    mem[M_FIRST] = budget + 1
    mem[M_TARGETS] = 0
    mem[M_STAMP] += 1
    mem[M_LEAVES] = mem[M_OWN] = 0
    n_free = mem[M_N_FREE]
    own = 0
    for place in range(4 - n_free):
        own |= meld_kinds(mem[M_FIXED + place])
        mem[M_OWN] |= mem[M_FIXED + place] << (6 * (n_free + place))
    held = (mem[M_HAND] | own, mem[M_HAND + 1] | own, mem[M_HAND + 2] | own, mem[M_HAND + 3] | own)
    mem[M_KNITTED] = -1
    mem[M_PAIR_KINDS] = ALL_PAIRS
    at = kin[K_CORES]
    for _ in range(kin[K_N_CORES]):
        # Own melds may be part of a core; their kinds count as held.
        masks = (kin[at + 5], kin[at + 6], kin[at + 7], kin[at + 8])
        if lacking(masks, held) <= budget:
            _search_core(kin, worth, shape, mem, flt, at)
        at += CORE
    for field in range(kin[K_N_FIELDS]):
        at = kin[K_FIELDS] + FIELD * field
        budget = nearby + int(popcount(kin[at]) >= _ROOMY and _NEAR < nearby < _FAR)
        mem[M_BUDGET] = budget
        if fixed_within(mem, kin[at]) and usable(mem, kin[at + 2]) >= 3 * n_free + 2 - budget:
            mem[M_PAIR_KINDS] = kin[at + 1]
            mem[M_FAMILY] = kin[at + 3]
            _search_field(worth, shape, mem, flt, kin[at])
    mem[M_BUDGET] = nearby
    if kin[K_ALL_TYPES] == 1:
        mem[M_FAMILY] = fan.ALL_TYPES
        _search_types(worth, shape, mem, flt)
    mem[M_PAIR_KINDS] = ALL_PAIRS
    if n_free >= 3 and kin[K_KNITTED] >= kin[K_MINIMUM]:
        mem[M_FAMILY] = fan.KNITTED_STRAIGHT
        for arrangement in range(6):
            mem[M_KNITTED] = arrangement
            _search_knitted(worth, shape, mem, flt, arrangement)
        mem[M_KNITTED] = -1
    if nearby <= flt[F_KNOWN + X_WIDE]:
        mem[M_FAMILY] = FAMILY_WIDE
        _search_field(worth, shape, mem, flt, ALL_SETS)
    complete_leaves(worth, shape, mem, flt)
    return int(mem[M_FIRST])


@leaf
def _search_core(
    kin: NDArray[np.int64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    core: int,
) -> None:
    """Search the hands that hold a core: own melds of it are made, the others have to be found."""
    n_free = mem[M_N_FREE]
    masks = (0, 0, 0, 0)
    chosen = n_chosen = 0
    if n_free == 4:
        masks = (kin[core + 5], kin[core + 6], kin[core + 7], kin[core + 8])
        n_chosen = kin[core]
        for place in range(n_chosen):
            chosen |= kin[core + 1 + place] << (6 * place)
    else:
        matched = 0
        for place in range(kin[core]):
            meld = kin[core + 1 + place]
            found = False
            for fixed in range(4 - n_free):
                if not found and (matched >> fixed) & 1 == 0 and mem[M_FIXED + fixed] == meld:
                    matched |= 1 << fixed
                    found = True
            if found:
                continue
            if n_chosen == n_free:
                return
            one, two, three, four, enough = with_meld(masks, meld)
            if not enough:
                return
            masks = (one, two, three, four)
            chosen |= meld << (6 * n_chosen)
            n_chosen += 1
    n_levels = n_free - n_chosen
    for level in range(n_levels):
        mem[A_SETS + level] = ALL_SETS
    mem[M_FAMILY] = kin[core + 4]
    explore(worth, shape, mem, flt, masks, chosen, n_chosen, n_levels, True)


@leaf
def _search_field(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    sets: int,
) -> None:
    """Search the hands whose sets belong to a field."""
    n_levels = mem[M_N_FREE]
    for level in range(n_levels):
        mem[A_SETS + level] = sets
    explore(worth, shape, mem, flt, (0, 0, 0, 0), 0, 0, n_levels, True)


@leaf
def _search_types(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> None:
    """Search the hands of all five types 五门齐: a set of each, and a pair of one."""
    taken = 0
    for place in range(4 - mem[M_N_FREE]):
        for slot in range(5):
            if (_SLOTS[slot][0] >> mem[M_FIXED + place]) & 1:
                if (taken >> slot) & 1:
                    return
                taken |= 1 << slot
    for pair in range(5):
        if (taken >> pair) & 1:
            continue
        n_levels = rest = 0
        for slot in range(5):
            if slot == pair or (taken >> slot) & 1:
                continue
            mem[A_SETS + n_levels] = _SLOTS[slot][0]
            rest += least_need(mem, _SLOTS[slot][0])
            n_levels += 1
        if rest > mem[M_BUDGET]:
            continue
        for level in range(n_levels):
            rest -= least_need(mem, mem[A_SETS + level])
            mem[A_LATER + level] = rest
        mem[M_PAIR_KINDS] = _SLOTS[pair][1]
        explore(worth, shape, mem, flt, (0, 0, 0, 0), 0, 0, n_levels, False)


@leaf
def _search_knitted(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    arrangement: int,
) -> None:
    """Search the hands with one knitted straight 组合龙, a set and a pair."""
    begun = (knitted_mask(arrangement), 0, 0, 0)
    if popcount(begun[0] & ~mem[M_HAND]) <= mem[M_BUDGET]:
        mem[A_SETS] = ALL_SETS
        # Where no set is free, the own meld is the one beside the straight.
        own = mem[M_FIXED] if mem[M_N_FREE] == 3 else 0
        explore(worth, shape, mem, flt, begun, own, 0, mem[M_N_FREE] - 3, True)
