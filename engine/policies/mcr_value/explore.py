"""Chooses sets and a pair within a budget, and keeps the hands that are worth aiming at.

The search goes through lists of sets that are sorted by what each lacks by itself, which bounds
what any hand with it lacks. What has been found is marked, so that a hand that several families
reach counts once, for the first of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.mcr_value.chances import weigh
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_LEVEL,
    A_LIST,
    A_MARKS,
    A_NEED,
    A_PAIR_NEED,
    A_PAIRS,
    A_TARGETS,
    F_WEIGHTS,
    K_ALL_CHOWS,
    K_KNITTED,
    LEVEL,
    M_BUDGET,
    M_CHOSEN,
    M_EXPOSED,
    M_FAMILY,
    M_FIRST,
    M_FIXED,
    M_HAND,
    M_KNITTED,
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
)
from engine.policies.mcr_value.melds import (
    FIRST_PUNG,
    N_FOURS,
    N_MELDS,
    N_PAIRS,
    Masks,
    fours_index,
    lacking,
    with_meld,
    with_pair,
)
from engine.policies.mcr_value.waits import wait_of
from engine.policies.mcr_value.worth import IMPOSSIBLE
from engine.shapes import knitted_mask

_DISTANT: Final = 4
"""Hands that lack so much are many; sets and pairs of which nothing is held tell them apart least,
and are left out beside what the family asks for."""
_SOME: Final = 2
_NOTHING: Final = 3
_WHOLE_PAIR: Final = 2


@leaf
def explore(
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
    most_needed = _SOME if budget >= _DISTANT else _NOTHING
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
        if need > most_needed:
            level -= 1
            continue
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
        need = mem[A_PAIR_NEED + pair]
        if lacks + need > budget or (need == _WHOLE_PAIR and budget >= _DISTANT):
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
