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

from engine.jit import leaf, merge
from engine.mcr import patterns as fan
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.chances import wait_of, weigh
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_LEVEL,
    A_LIST,
    A_LISTS,
    A_MARKS,
    A_NEED,
    A_PAIR_NEED,
    A_PAIRS,
    A_TARGETS,
    CORE,
    F_KNOWN,
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
    M_FAMILY,
    M_FIRST,
    M_FIXED,
    M_HAND,
    M_KNITTED,
    M_N_FREE,
    M_PAIR_KINDS,
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
    mem[M_BUDGET] = budget
    mem[M_FIRST] = budget + 1
    mem[M_TARGETS] = 0
    mem[M_STAMP] += 1
    n_free = mem[M_N_FREE]
    mem[M_KNITTED] = -1
    mem[M_PAIR_KINDS] = _ALL_PAIRS
    at = kin[K_CORES]
    for _ in range(kin[K_N_CORES]):
        need = mem[A_NEED + kin[at + 1]] + mem[A_NEED + kin[at + 2]]
        if kin[at] > 2:
            need += mem[A_NEED + kin[at + 3]]
        # Own melds may be part of a core; then what it lacks by itself says nothing.
        if n_free < 4 or need <= budget:
            _search_core(kin, worth, shape, mem, flt, at)
        at += CORE
    for field in range(kin[K_N_FIELDS]):
        at = kin[K_FIELDS] + FIELD * field
        if _fixed_within(mem, kin[at]) and _usable(mem, kin[at + 2]) >= 3 * n_free + 2 - budget:
            mem[M_PAIR_KINDS] = kin[at + 1]
            mem[M_FAMILY] = kin[at + 3]
            _search_field(worth, shape, mem, flt, kin[at])
    if kin[K_ALL_TYPES] == 1:
        mem[M_FAMILY] = fan.ALL_TYPES
        _search_types(worth, shape, mem, flt)
    mem[M_PAIR_KINDS] = _ALL_PAIRS
    if n_free >= 3 and kin[K_KNITTED] >= kin[K_MINIMUM]:
        mem[M_FAMILY] = fan.KNITTED_STRAIGHT
        for arrangement in range(6):
            mem[M_KNITTED] = arrangement
            _search_knitted(worth, shape, mem, flt, arrangement)
        mem[M_KNITTED] = -1
    if budget <= flt[F_KNOWN + X_WIDE]:
        mem[M_FAMILY] = FAMILY_WIDE
        _search_field(worth, shape, mem, flt, _ALL_SETS)
    return int(mem[M_FIRST])


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
                mem[_SORTED + n] = meld
                n += 1
    n = 0
    for need in range(3):
        kinds = two if need == 0 else (one & ~two if need == 1 else _ALL_PAIRS & ~one)
        while kinds != 0:
            kind = lowest(kinds)
            kinds &= kinds - 1
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
    """Tiles of the hand that are of certain kinds."""
    return (
        popcount(mem[M_HAND] & kinds)
        + popcount(mem[M_HAND + 1] & kinds)
        + popcount(mem[M_HAND + 2] & kinds)
        + popcount(mem[M_HAND + 3] & kinds)
    )


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
    n_chosen = 0
    if n_free == 4:
        masks = (kin[core + 5], kin[core + 6], kin[core + 7], kin[core + 8])
        n_chosen = kin[core]
        for place in range(n_chosen):
            mem[M_CHOSEN + place] = kin[core + 1 + place]
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
            if mem[A_NEED + meld] > mem[M_BUDGET] or n_chosen == n_free:
                return
            one, two, three, four, enough = with_meld(masks, meld)
            if not enough:
                return
            masks = (one, two, three, four)
            mem[M_CHOSEN + n_chosen] = meld
            n_chosen += 1
    n_levels = n_free - n_chosen
    for level in range(n_levels):
        mem[A_LIST + 3 * level] = _SORTED
        mem[A_LIST + 3 * level + 1] = N_MELDS
    mem[M_FAMILY] = kin[core + 4]
    _explore(worth, shape, mem, flt, masks, n_chosen, n_levels, True)


@leaf
def _search_field(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    sets: int,
) -> None:
    """Search the hands whose sets belong to a field."""
    n = _list_sets(mem, _FIRST_LIST, sets)
    n_levels = mem[M_N_FREE]
    for level in range(n_levels):
        mem[A_LIST + 3 * level] = _FIRST_LIST
        mem[A_LIST + 3 * level + 1] = n
    _explore(worth, shape, mem, flt, (0, 0, 0, 0), 0, n_levels, True)


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
    for slot in range(5):
        n = _list_sets(mem, _FIRST_LIST + LIST * slot, _SLOTS[slot][0])
        mem[_FIRST_LIST + LIST * slot + LIST - 1] = n
    for pair in range(5):
        if (taken >> pair) & 1:
            continue
        n_levels = rest = 0
        for slot in range(5):
            if slot == pair or (taken >> slot) & 1:
                continue
            at = _FIRST_LIST + LIST * slot
            mem[A_LIST + 3 * n_levels] = at
            mem[A_LIST + 3 * n_levels + 1] = mem[at + LIST - 1]
            rest += mem[A_NEED + mem[at]]
            n_levels += 1
        if rest > mem[M_BUDGET]:
            continue
        for level in range(n_levels):
            rest -= mem[A_NEED + mem[mem[A_LIST + 3 * level]]]
            mem[A_LIST + 3 * level + 2] = rest
        mem[M_PAIR_KINDS] = _SLOTS[pair][1]
        _explore(worth, shape, mem, flt, (0, 0, 0, 0), 0, n_levels, False)


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
        mem[A_LIST] = _SORTED
        mem[A_LIST + 1] = N_MELDS
        _explore(worth, shape, mem, flt, begun, 0, mem[M_N_FREE] - 3, True)


@leaf
def _list_sets(mem: NDArray[np.int64], at: int, sets: int) -> int:
    """Write the sets of a mask to a list, sorted; returns how many."""
    n = 0
    for place in range(N_MELDS):
        meld = mem[_SORTED + place]
        mem[at + n] = meld
        n += (sets >> meld) & 1
    return n


@leaf
def _explore(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    begun: Masks,
    n_chosen: int,
    n_levels: int,
    alike: bool,
) -> None:
    """Choose a set from each level's list and a pair, within the budget.

    Args:
        worth: the table of totals.
        shape: shape table.
        mem: the player's memory; family, pairs and lists stand in it.
        flt: its floats.
        begun: tiles of the sets that are chosen already.
        n_chosen: how many these are, at `M_CHOSEN`.
        n_levels: how many are still to be chosen.
        alike: all levels choose from the same list, whatever the order.
    """
    budget = mem[M_BUDGET]
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    lacks = lacking(begun, hand)
    if lacks > budget:
        return
    level = 0
    mem[A_LEVEL] = 0
    mem[A_LEVEL + 1] = begun[0]
    mem[A_LEVEL + 2] = begun[1]
    mem[A_LEVEL + 3] = begun[2]
    mem[A_LEVEL + 4] = begun[3]
    mem[A_LEVEL + 5] = lacks
    while level >= 0:
        at = A_LEVEL + LEVEL * level
        masks = (mem[at + 1], mem[at + 2], mem[at + 3], mem[at + 4])
        if level == n_levels:
            _choose_pair(worth, shape, mem, flt, masks, hand, mem[at + 5], n_chosen + n_levels)
            level -= 1
            continue
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
        one, two, three, four, enough = with_meld(masks, meld)
        lacks = lacking((one, two, three, four), hand)
        if not enough or lacks + later > budget:
            continue
        mem[M_CHOSEN + n_chosen + level] = meld
        level += 1
        at += LEVEL
        mem[at] = place if alike else 0
        mem[at + 1] = one
        mem[at + 2] = two
        mem[at + 3] = three
        mem[at + 4] = four
        mem[at + 5] = lacks


@merge
def _choose_pair(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    begun: Masks,
    hand: Masks,
    lacks: int,
    n_free: int,
) -> None:
    """Add each pair that the budget allows to chosen sets, and keep what is worth aiming at."""
    budget, knitted, pairs = mem[M_BUDGET], mem[M_KNITTED], mem[M_PAIR_KINDS]
    sets = pungs = 0
    for place in range(4 if knitted < 0 else 1):
        meld = mem[M_CHOSEN + place] if place < n_free else mem[M_FIXED + place - n_free]
        sets |= meld << (6 * place)
        if place < n_free and meld >= FIRST_PUNG:
            pungs |= 1 << (meld - FIRST_PUNG)
    solo = 0
    if knitted < 0:
        index = fours_index(sets & 63, (sets >> 6) & 63, (sets >> 12) & 63, (sets >> 18) & 63)
    else:
        index = N_FOURS + N_MELDS * knitted + sets
        solo = knitted_mask(knitted)
    for place in range(N_PAIRS):
        pair = mem[A_PAIRS + place]
        if lacks + mem[A_PAIR_NEED + pair] > budget:
            break
        if (pairs >> pair) & 1 == 0:
            continue
        one, two, three, four, enough = with_pair(begun, pair)
        masks = (one, two, three, four)
        missing = lacking(masks, hand)
        left = missing - mem[M_WILD]
        # A complete hand is no target: if it might win, the win would be among the options.
        if not enough or missing > budget or left <= 0:
            continue
        key = N_PAIRS * index + pair
        total = mem[A_KNOWN + K_KNITTED]
        if knitted < 0:
            total = int(np.int64(worth[key]))
        elif sets < FIRST_PUNG and pair < 27:
            total += mem[A_KNOWN + K_ALL_CHOWS]
        if total == IMPOSSIBLE:
            continue
        mark = _place_of(mem, key)
        if mark < 0 or mem[M_TARGETS] == MOST_TARGETS:
            continue
        packed = sets | pair << SETS_PAIR | total << SETS_TOTAL | mem[M_FAMILY] << SETS_FAMILY
        if knitted >= 0:
            packed |= NO_SETS
        exposed = mem[M_EXPOSED]
        wait = wait_of(shape, mem, masks, hand, packed) if missing == 1 else 0
        weight = weigh(mem, flt, masks, hand, packed, pungs, solo, left, exposed, wait)
        if weight <= 0.0:
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
