"""Completes chosen sets with pairs, and keeps the hands that are worth aiming at.

Sets that the search has chosen are gathered first: the table of totals is larger than the caches
that are near, and while one entry is waited for others are asked for. What has been found is
marked, so that a hand that several families reach counts once, for the first of them.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.chances import weigh
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_LEAVES,
    A_MARKS,
    A_PAIR_CLASSES,
    A_TARGETS,
    F_WEIGHTS,
    K_ALL_CHOWS,
    K_KNITTED,
    LEAF,
    LEAF_INDEX,
    LEAF_MASKS,
    LEAF_PAIRS,
    LEAF_PUNGS,
    LEAF_SETS,
    M_BUDGET,
    M_EXPOSED,
    M_FAMILY,
    M_FIRST,
    M_HAND,
    M_KNITTED,
    M_LEAVES,
    M_PAIR_KINDS,
    M_STAMP,
    M_TARGETS,
    M_WILD,
    MOST_LEAVES,
    MOST_TARGETS,
    N_MARKS,
    NO_SETS,
    SETS_FAMILY,
    SETS_PAIR,
    SETS_TOTAL,
    T_KEY,
    T_MASK,
    T_PUNGS,
    T_SETS,
    T_SOLO,
    TARGET,
)
from engine.policies.mcr_value.listing import pairs_within
from engine.policies.mcr_value.melds import (
    FIRST_PUNG,
    N_FOURS,
    N_MELDS,
    N_PAIRS,
    Masks,
    fours_index,
    lacking,
    with_pair,
)
from engine.policies.mcr_value.waits import wait_of
from engine.policies.mcr_value.worth import IMPOSSIBLE
from engine.prefetch import begin_reading
from engine.shapes import knitted_mask

DISTANT: Final = 4
"""Hands that lack so much are many; sets and pairs of which nothing is held tell them apart least,
and are left out beside what the family asks for."""
_WHOLE_PAIR: Final = 2
_SET: Final = 63
_NEXT: Final = 16
_NONE: Final = (1 << _NEXT) - 1
"""Targets with the same mark form a chain that ends with this number."""


@merge
def put_leaf(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    masks: Masks,
    lacks: int,
    sets: int,
    pungs: int,
) -> None:
    """Gather the sets that are chosen, where any pair fits the budget beside them.

    Args:
        worth: the table of totals.
        shape: shape table.
        mem: the player's memory.
        flt: its floats.
        masks: tiles of the sets.
        lacks: tiles that they lack.
        sets: the chosen ones, then the own melds, six bits each.
        pungs: kinds of the pungs among the chosen.
    """
    slack = mem[M_BUDGET] - lacks
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    none, one, two = pairs_within(masks, hand)
    pairs = mem[M_PAIR_KINDS] & (none if slack == 0 else (one if slack == 1 else two))
    if mem[M_BUDGET] >= DISTANT:
        pairs &= ~mem[A_PAIR_CLASSES + _WHOLE_PAIR]
    if pairs == 0:
        return
    knitted = mem[M_KNITTED]
    at = A_LEAVES + LEAF * mem[M_LEAVES]
    if knitted < 0:
        index = fours_index(sets & _SET, (sets >> 6) & _SET, (sets >> 12) & _SET, sets >> 18)
        begin_reading(worth, N_PAIRS * index)
        begin_reading(worth, N_PAIRS * index + N_PAIRS - 1)
    else:
        sets &= _SET
        index = N_FOURS + N_MELDS * knitted + sets
        sets |= NO_SETS
    mem[at + LEAF_MASKS] = masks[0]
    mem[at + LEAF_MASKS + 1] = masks[1]
    mem[at + LEAF_MASKS + 2] = masks[2]
    mem[at + LEAF_MASKS + 3] = masks[3]
    mem[at + LEAF_SETS] = sets | mem[M_FAMILY] << SETS_FAMILY
    mem[at + LEAF_INDEX] = index
    mem[at + LEAF_PUNGS] = pungs
    mem[at + LEAF_PAIRS] = pairs
    mem[M_LEAVES] += 1
    if mem[M_LEAVES] == MOST_LEAVES:
        complete_leaves(worth, shape, mem, flt)


@leaf
def complete_leaves(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> None:
    """Add to the sets that were gathered each pair that fits, nearest pairs first."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    for leaf_number in range(mem[M_LEAVES]):
        at = A_LEAVES + LEAF * leaf_number
        begun = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        for need in range(_WHOLE_PAIR + 1):
            pairs = mem[at + LEAF_PAIRS] & mem[A_PAIR_CLASSES + need]
            while pairs != 0:
                pair = lowest(pairs)
                pairs &= pairs - 1
                _keep(worth, shape, mem, flt, at, begun, hand, pair)
    mem[M_LEAVES] = 0


@merge
def _keep(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    leaf_at: int,
    begun: Masks,
    hand: Masks,
    pair: int,
) -> None:
    """Keep gathered sets with a pair, where the hand is new and worth aiming at."""
    index, packed, pungs = (
        mem[leaf_at + LEAF_INDEX],
        mem[leaf_at + LEAF_SETS],
        mem[leaf_at + LEAF_PUNGS],
    )
    key = N_PAIRS * index + pair
    solo = 0
    if index < N_FOURS:
        total = int(np.int64(worth[key]))
    else:
        solo = knitted_mask((index - N_FOURS) // N_MELDS)
        total = mem[A_KNOWN + K_KNITTED]
        if packed & _SET < FIRST_PUNG and pair < 27:
            total += mem[A_KNOWN + K_ALL_CHOWS]
    one, two, three, four, _ = with_pair(begun, pair)
    masks = (one, two, three, four)
    missing = lacking(masks, hand)
    left = missing - mem[M_WILD]
    # A complete hand is no target: if it might win, the win would be among the options.
    if left <= 0 or total == IMPOSSIBLE or mem[M_TARGETS] == MOST_TARGETS:
        return
    mark = (key * 40503 >> 4) & (N_MARKS - 1)
    before = _found_before(mem, mark, key)
    if before < 0:
        return
    packed |= pair << SETS_PAIR | total << SETS_TOTAL
    exposed = mem[M_EXPOSED]
    wait = wait_of(shape, mem, masks, hand, packed) if missing == 1 else 0
    weight = weigh(mem, flt, masks, hand, packed, pungs, solo, left, exposed, wait)
    if weight <= 0.0:
        return
    n = mem[M_TARGETS]
    at = A_TARGETS + TARGET * n
    mem[at + T_KEY] = key << _NEXT | before
    mem[A_MARKS + mark] = mem[M_STAMP] << _NEXT | n
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


@merge
def _found_before(mem: NDArray[np.int64], mark: int, key: int) -> int:
    """The last target of this search with the same mark, _NONE where there is none; -1: found."""
    first = before = _NONE
    if mem[A_MARKS + mark] >> _NEXT == mem[M_STAMP]:
        first = before = mem[A_MARKS + mark] & _NONE
    while before != _NONE:
        entry = mem[A_TARGETS + TARGET * before + T_KEY]
        if entry >> _NEXT == key:
            return -1
        before = entry & _NONE
    return first
