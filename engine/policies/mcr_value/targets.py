"""Finds the targets: complete hands worth the minimum that lack few tiles.

Sets are listed by what each lacks by itself, which bounds what any hand with it lacks. Families
(`families`) are searched one after another: a core, then the other sets and the pair within the
budget; a field of sets; hands of all five types; and, near ready, all sets. What has been found is
marked, so that a hand that several families reach counts once, for the first of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr import patterns as fan
from engine.policies.mcr_value.chances import weigh
from engine.policies.mcr_value.layout import (
    A_LEVEL,
    A_LIST,
    A_LISTS,
    A_MARKS,
    A_NEED,
    A_PAIR_NEED,
    A_PAIRS,
    A_TARGETS,
    CORE,
    F_WEIGHTS,
    FAMILY_WIDE,
    FIELD,
    K_ALL_CHOWS,
    K_ALL_TYPES,
    K_CORES,
    K_FIELDS,
    K_KNITTED,
    K_MINIMUM,
    K_N_CORES,
    K_N_FIELDS,
    LEVEL,
    LIST,
    M_BUDGET,
    M_CHOSEN,
    M_EXPOSED,
    M_FIRST,
    M_FIXED,
    M_HAND,
    M_N_FREE,
    M_STAMP,
    M_TARGETS,
    M_WILD,
    MOST_TARGETS,
    N_MARKS,
    NO_SETS,
    SETS_FAMILY,
    SETS_PAIR,
    SETS_TOTAL,
    T_MASK,
    T_PUNGS,
    T_SETS,
    T_SOLO,
    TARGET,
    X_WIDE,
)
from engine.policies.mcr_value.melds import (
    FIRST_PUNG,
    N_FOURS,
    N_MELDS,
    N_PAIRS,
    Masks,
    fours_index,
    lacking,
    meld_kinds,
    with_meld,
    with_pair,
)
from engine.policies.mcr_value.worth import IMPOSSIBLE
from engine.shapes import knitted_mask, popcount

_ALL_SETS: Final = (1 << N_MELDS) - 1
_ALL_PAIRS: Final = (1 << N_PAIRS) - 1
_SORTED: Final = A_LISTS
"""All sets, sorted."""
_FIRST_LIST: Final = A_LISTS + LIST
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
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    budget: int,
) -> int:
    """Find all targets that lack `budget` tiles at most; what was known before is forgotten.

    Returns:
        What the nearest lacks, or more than the budget where there is none.
    """
    mem[M_BUDGET] = budget
    mem[M_FIRST] = budget + 1
    mem[M_TARGETS] = 0
    mem[M_STAMP] += 1
    n_free = mem[M_N_FREE]
    for core in range(kin[K_N_CORES]):
        _search_core(kin, kfl, worth, shape, mem, flt, kin[K_CORES] + CORE * core)
    for field in range(kin[K_N_FIELDS]):
        at = kin[K_FIELDS] + FIELD * field
        sets, pairs, family = kin[at], kin[at + 1], kin[at + 3]
        if _fixed_within(mem, sets) and _usable(mem, kin[at + 2]) >= 3 * n_free + 2 - budget:
            _search_field(kin, kfl, worth, shape, mem, flt, sets, pairs, family)
    if kin[K_ALL_TYPES] == 1:
        _search_types(kin, kfl, worth, shape, mem, flt)
    if n_free >= 3 and kin[K_KNITTED] >= kin[K_MINIMUM]:
        for arrangement in range(6):
            _search_knitted(kin, kfl, worth, shape, mem, flt, arrangement)
    if budget <= kfl[X_WIDE]:
        _search_field(kin, kfl, worth, shape, mem, flt, _ALL_SETS, _ALL_PAIRS, FAMILY_WIDE)
    return int(mem[M_FIRST])


@leaf
def sort_sets(mem: NDArray[np.int64]) -> None:
    """List sets and pairs by what each lacks by itself, given the hand's masks."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    nothing = (0, 0, 0, 0)
    for meld in range(N_MELDS):
        one, two, three, four, _ = with_meld(nothing, meld)
        mem[A_NEED + meld] = lacking((one, two, three, four), hand)
    n = 0
    for need in range(4):
        for meld in range(N_MELDS):
            if mem[A_NEED + meld] == need:
                mem[_SORTED + n] = meld
                n += 1
    n = 0
    for need in range(3):
        for kind in range(N_PAIRS):
            missing = 2 - int((hand[0] >> kind) & 1) - int((hand[1] >> kind) & 1)
            if missing == need:
                mem[A_PAIR_NEED + kind] = need
                mem[A_PAIRS + n] = kind
                n += 1


@leaf
def _fixed_within(mem: NDArray[np.int64], sets: int) -> bool:
    """Whether all own melds belong to a field."""
    within = True
    for place in range(4 - mem[M_N_FREE]):
        within = within and (sets >> mem[M_FIXED + place]) & 1 == 1
    return within


@leaf
def _usable(mem: NDArray[np.int64], kinds: int) -> int:
    """Tiles of the hand that are of certain kinds, wildcards among them."""
    return (
        popcount(mem[M_HAND] & kinds)
        + popcount(mem[M_HAND + 1] & kinds)
        + popcount(mem[M_HAND + 2] & kinds)
        + popcount(mem[M_HAND + 3] & kinds)
    )


@leaf
def _search_core(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    core: int,
) -> None:
    """Search the hands that hold a core: own melds of it are made, the others have to be found."""
    budget = mem[M_BUDGET]
    n_fixed = 4 - mem[M_N_FREE]
    matched = 0
    masks = (0, 0, 0, 0)
    n_chosen = 0
    for place in range(kin[core]):
        meld = kin[core + 1 + place]
        found = False
        for fixed in range(n_fixed):
            if not found and (matched >> fixed) & 1 == 0 and mem[M_FIXED + fixed] == meld:
                matched |= 1 << fixed
                found = True
        if not found:
            if mem[A_NEED + meld] > budget or n_chosen == mem[M_N_FREE]:
                return
            one, two, three, four, enough = with_meld(masks, meld)
            if not enough:
                return
            masks = (one, two, three, four)
            mem[M_CHOSEN + n_chosen] = meld
            n_chosen += 1
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    if lacking(masks, hand) > budget:
        return
    n_levels = mem[M_N_FREE] - n_chosen
    for level in range(n_levels):
        mem[A_LIST + 3 * level] = _SORTED
        mem[A_LIST + 3 * level + 1] = N_MELDS
    family = kin[core + 4]
    _explore(
        kin, kfl, worth, shape, mem, flt, masks, n_chosen, n_levels, True, _ALL_PAIRS, family, -1
    )


@leaf
def _search_field(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    sets: int,
    pairs: int,
    family: int,
) -> None:
    """Search the hands whose sets and pair belong to a field."""
    n = _list_sets(mem, _FIRST_LIST, sets)
    n_levels = mem[M_N_FREE]
    for level in range(n_levels):
        mem[A_LIST + 3 * level] = _FIRST_LIST
        mem[A_LIST + 3 * level + 1] = n
    nothing = (0, 0, 0, 0)
    _explore(kin, kfl, worth, shape, mem, flt, nothing, 0, n_levels, True, pairs, family, -1)


@leaf
def _search_types(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
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
    nothing = (0, 0, 0, 0)
    for pair in range(5):
        if (taken >> pair) & 1:
            continue
        n_levels = 0
        rest = 0
        for slot in range(5):
            if slot == pair or (taken >> slot) & 1:
                continue
            at = _FIRST_LIST + LIST * n_levels
            mem[A_LIST + 3 * n_levels] = at
            mem[A_LIST + 3 * n_levels + 1] = _list_sets(mem, at, _SLOTS[slot][0])
            rest += mem[A_NEED + mem[at]]
            n_levels += 1
        if rest > mem[M_BUDGET]:
            continue
        for level in range(n_levels):
            rest -= mem[A_NEED + mem[mem[A_LIST + 3 * level]]]
            mem[A_LIST + 3 * level + 2] = rest
        pairs = _SLOTS[pair][1]
        _explore(
            kin, kfl, worth, shape, mem, flt, nothing, 0, n_levels, False, pairs, fan.ALL_TYPES, -1
        )


@leaf
def _search_knitted(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    arrangement: int,
) -> None:
    """Search the hands with one knitted straight 组合龙, a set and a pair."""
    begun = (knitted_mask(arrangement), 0, 0, 0)
    if popcount(begun[0] & ~mem[M_HAND]) > mem[M_BUDGET]:
        return
    n_levels = mem[M_N_FREE] - 3
    mem[A_LIST] = _SORTED
    mem[A_LIST + 1] = N_MELDS
    _explore(
        kin,
        kfl,
        worth,
        shape,
        mem,
        flt,
        begun,
        0,
        n_levels,
        True,
        _ALL_PAIRS,
        fan.KNITTED_STRAIGHT,
        arrangement,
    )


@leaf
def _list_sets(mem: NDArray[np.int64], at: int, sets: int) -> int:
    """Write the sets of a mask to a list, sorted; returns how many."""
    n = 0
    for place in range(N_MELDS):
        meld = mem[_SORTED + place]
        if (sets >> meld) & 1:
            mem[at + n] = meld
            n += 1
    return n


@leaf
def _explore(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    begun: Masks,
    n_chosen: int,
    n_levels: int,
    alike: bool,
    pairs: int,
    family: int,
    knitted: int,
) -> None:
    """Choose a set from each level's list and a pair, within the budget.

    Args:
        kin: the knowledge's integers.
        kfl: its floats.
        worth: the table of totals.
        shape: shape table.
        mem: the player's memory.
        flt: its floats.
        begun: tiles of the sets that are chosen already.
        n_chosen: how many these are, at `M_CHOSEN`.
        n_levels: how many are still to be chosen.
        alike: all levels choose from the same list, whatever the order.
        pairs: mask of the pairs.
        family: what the targets belong to.
        knitted: arrangement of the knitted straight that is begun, -1 for none.
    """
    budget = mem[M_BUDGET]
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    if n_levels == 0:
        _choose_pair(kin, kfl, worth, shape, mem, flt, begun, n_chosen, pairs, family, knitted)
        return
    level = 0
    at = A_LEVEL
    mem[at] = 0
    mem[at + 1] = begun[0]
    mem[at + 2] = begun[1]
    mem[at + 3] = begun[2]
    mem[at + 4] = begun[3]
    mem[at + 5] = lacking(begun, hand)
    while level >= 0:
        at = A_LEVEL + LEVEL * level
        place = mem[at]
        if place >= mem[A_LIST + 3 * level + 1]:
            level -= 1
            continue
        meld = mem[mem[A_LIST + 3 * level] + place]
        need = mem[A_NEED + meld]
        later = (n_levels - level - 1) * need if alike else mem[A_LIST + 3 * level + 2]
        if mem[at + 5] + need + later > budget:
            level -= 1
            continue
        mem[at] = place + 1
        begun = (mem[at + 1], mem[at + 2], mem[at + 3], mem[at + 4])
        one, two, three, four, enough = with_meld(begun, meld)
        masks = (one, two, three, four)
        lacks = lacking(masks, hand)
        if not enough or lacks + later > budget:
            continue
        mem[M_CHOSEN + n_chosen + level] = meld
        if level + 1 == n_levels:
            _choose_pair(
                kin, kfl, worth, shape, mem, flt, masks, n_chosen + n_levels, pairs, family, knitted
            )
            continue
        level += 1
        at += LEVEL
        mem[at] = place if alike else 0
        mem[at + 1] = one
        mem[at + 2] = two
        mem[at + 3] = three
        mem[at + 4] = four
        mem[at + 5] = lacks


@leaf
def _choose_pair(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    begun: Masks,
    n_free: int,
    pairs: int,
    family: int,
    knitted: int,
) -> None:
    """Add each pair that the budget allows to chosen sets, and keep what is worth aiming at."""
    budget = mem[M_BUDGET]
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    lacks = lacking(begun, hand)
    sets = pungs = 0
    n_sets = 4 if knitted < 0 else 1
    for place in range(n_sets):
        meld = mem[M_CHOSEN + place] if place < n_free else mem[M_FIXED + place - n_free]
        sets |= meld << (6 * place)
        if place < n_free and meld >= FIRST_PUNG:
            pungs |= meld_kinds(meld)
    index = solo = 0
    chow = False
    if knitted < 0:
        index = fours_index(sets & 63, (sets >> 6) & 63, (sets >> 12) & 63, (sets >> 18) & 63)
    else:
        chow = sets < FIRST_PUNG
        index = N_FOURS + N_MELDS * knitted + sets
        solo = knitted_mask(knitted)
        sets |= NO_SETS
    for place in range(N_PAIRS):
        pair = mem[A_PAIRS + place]
        if lacks + mem[A_PAIR_NEED + pair] > budget:
            break
        if (pairs >> pair) & 1 == 0:
            continue
        one, two, three, four, enough = with_pair(begun, pair)
        masks = (one, two, three, four)
        missing = lacking(masks, hand)
        if not enough or missing > budget:
            continue
        left = missing - mem[M_WILD]
        if left <= 0:  # complete, and no legal win as it stands
            continue
        key = N_PAIRS * index + pair
        if knitted < 0:
            total = int(np.int64(worth[key]))
            if total == IMPOSSIBLE:
                continue
        else:
            total = kin[K_KNITTED] + (kin[K_ALL_CHOWS] if chow and pair < 27 else 0)
        mark = _place_of(mem, key)
        if mark < 0:
            continue
        packed = sets | pair << SETS_PAIR | total << SETS_TOTAL | family << SETS_FAMILY
        weight = weigh(
            kin, kfl, shape, mem, flt, masks, hand, packed, pungs, solo, left, mem[M_EXPOSED]
        )
        if weight <= 0.0 or mem[M_TARGETS] == MOST_TARGETS:
            continue
        mem[A_MARKS + mark] = mem[M_STAMP] << 24 | key
        n = mem[M_TARGETS]
        at = A_TARGETS + TARGET * n
        mem[at + T_MASK] = one
        mem[at + T_MASK + 1] = two
        mem[at + T_MASK + 2] = three
        mem[at + T_MASK + 3] = four
        mem[at + T_SETS] = packed
        mem[at + T_PUNGS] = pungs
        mem[at + T_SOLO] = solo
        flt[F_WEIGHTS + n] = weight
        mem[M_TARGETS] = n + 1
        mem[M_FIRST] = min(mem[M_FIRST], missing)


@leaf
def _place_of(mem: NDArray[np.int64], key: int) -> int:
    """Where the mark of a hand that this search has not found goes; -1 where it has."""
    stamp = mem[M_STAMP]
    mark = stamp << 24 | key
    place = (key * 40503 >> 4) & (N_MARKS - 1)
    while mem[A_MARKS + place] >> 24 == stamp:
        if mem[A_MARKS + place] == mark:
            return -1
        place = (place + 1) & (N_MARKS - 1)
    return place
