"""Chooses sets within a budget; what they need to be whole hands is left to `leaves`.

Which sets may follow those that are chosen is worked out for all sets at once, as masks
(`listing`). Sets are taken in the order of what each lacks by itself, then of their numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.layout import (
    A_LATER,
    A_LEVEL,
    A_SET_CLASSES,
    A_SETS,
    L_CLASSES,
    L_MASKS,
    L_PUNGS,
    L_SETS,
    LEVEL,
    M_BUDGET,
    M_HAND,
    M_OWN,
)
from engine.policies.mcr_value.leaves import DISTANT, put_leaf
from engine.policies.mcr_value.listing import sets_within
from engine.policies.mcr_value.melds import FIRST_PUNG, Masks, lacking, with_meld

_ALL_CLASSES: Final = 4
_BUT_LAST: Final = 3
"""Sets of which nothing is held are left out of distant hands, beside what a family asks for."""


@leaf
def explore(
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    begun: Masks,
    chosen: int,
    n_chosen: int,
    n_levels: int,
    alike: bool,
) -> None:
    """Choose a set from each level's sets, within the budget.

    Args:
        worth: the table of totals.
        shape: shape table.
        mem: the player's memory; family, pairs and the levels' sets stand in it.
        flt: its floats.
        begun: tiles of the sets that are chosen already.
        chosen: these sets, six bits each.
        n_chosen: how many.
        n_levels: how many are still to be chosen.
        alike: all levels choose from the same sets, whatever the order.
    """
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    lacks = lacking(begun, hand)
    if lacks > mem[M_BUDGET]:
        return
    sets, pungs = chosen | mem[M_OWN], 0
    for place in range(n_chosen):
        meld = (chosen >> (6 * place)) & 63
        pungs |= 1 << (meld - FIRST_PUNG) if meld >= FIRST_PUNG else 0
    if n_levels == 0:
        put_leaf(worth, shape, mem, flt, begun, lacks, sets, pungs)
        return
    mem[A_LEVEL + L_SETS], mem[A_LEVEL + L_PUNGS] = sets, pungs
    _open_level(mem, 0, begun, hand, lacks, n_levels, alike, 0, 0)
    level = 0
    while level >= 0:
        at = A_LEVEL + LEVEL * level
        group = 0
        while group < _ALL_CLASSES and mem[at + L_CLASSES + group] == 0:
            group += 1
        if group == _ALL_CLASSES:
            level -= 1
            continue
        left = mem[at + L_CLASSES + group]
        mem[at + L_CLASSES + group] = left & (left - 1)
        meld = lowest(left)
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        one, two, three, four, _ = with_meld(masks, meld)
        masks = (one, two, three, four)
        lacks = lacking(masks, hand)
        sets = mem[at + L_SETS] | meld << (6 * (n_chosen + level))
        pungs = mem[at + L_PUNGS] | (1 << (meld - FIRST_PUNG) if meld >= FIRST_PUNG else 0)
        if level + 1 == n_levels:
            put_leaf(worth, shape, mem, flt, masks, lacks, sets, pungs)
        else:
            level += 1
            at += LEVEL
            mem[at + L_SETS], mem[at + L_PUNGS] = sets, pungs
            _open_level(mem, level, masks, hand, lacks, n_levels, alike, group, meld)


@merge
def _open_level(
    mem: NDArray[np.int64],
    level: int,
    masks: Masks,
    hand: Masks,
    lacks: int,
    n_levels: int,
    alike: bool,
    group: int,
    meld: int,
) -> None:
    """Note which sets may be chosen next, by what they lack by themselves.

    Where levels are alike these begin with the set that was chosen last, `meld` of class `group`.
    What later levels lack at least is kept free for them.
    """
    at = A_LEVEL + LEVEL * level
    mem[at + L_MASKS] = masks[0]
    mem[at + L_MASKS + 1] = masks[1]
    mem[at + L_MASKS + 2] = masks[2]
    mem[at + L_MASKS + 3] = masks[3]
    none, one, two, three = sets_within(masks, hand)
    budget = mem[M_BUDGET]
    n_classes = _BUT_LAST if budget >= DISTANT else _ALL_CLASSES
    sets = mem[A_SETS + level]
    for need in range(_ALL_CLASSES):
        later = (n_levels - level - 1) * need if alike else mem[A_LATER + level]
        slack = budget - lacks - later
        found = 0
        if slack >= 0 and need < n_classes:
            found = none if slack == 0 else (one if slack == 1 else (two if slack == 2 else three))
            found &= sets & mem[A_SET_CLASSES + need]
            if alike and need <= group:
                found = found & -(1 << meld) if need == group else 0
        mem[at + L_CLASSES + need] = found
