"""Keeps the targets between turns: most survive a draw, and searching is what takes time.

The list is complete up to a number of missing tiles. A drawn tile that is discarded at once
changes nothing. One that is kept, or a claim, brings every target one tile nearer at most, so
afterwards the list is complete up to one tile less; it is made anew when that does not reach the
nearest target any more, or when few targets are left.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.mcr_value.chances import weigh
from engine.policies.mcr_value.layout import (
    A_TARGETS,
    F_KNOWN,
    F_WEIGHTS,
    M_COMPLETE,
    M_EXPOSED,
    M_HAND,
    M_IDLE,
    M_KNOWN,
    M_N_FREE,
    M_NEAREST,
    M_TARGETS,
    M_WILD,
    T_LACKS,
    T_PUNGS,
    T_SETS,
    T_SOLO,
    TARGET,
    X_ENOUGH,
    X_SLACK,
)
from engine.policies.mcr_value.listing import sort_sets
from engine.policies.mcr_value.melds import FIRST_PUNG, lacking, meld_kinds
from engine.policies.mcr_value.targets import search
from engine.policies.mcr_value.waits import wait_of

_FIRST_GUESS: Final = 4
_NEAR: Final = 3
"""Of hands that lack no more, farther targets are looked for at once."""
FARTHEST: Final = 7
"""Hands that lack more are not looked for: they are many, and seldom won."""


@leaf
def find_targets(
    kin: NDArray[np.int64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> None:
    """Have the targets of the hand in the memory, weighed: those that are kept, or new ones."""
    slack = int(flt[F_KNOWN + X_SLACK])
    guess = _FIRST_GUESS
    if mem[M_KNOWN] == 1:
        guess = nearest = _nearest(mem)
        mem[M_COMPLETE] = min(mem[M_COMPLETE] - 1, nearest + slack)
        if nearest <= mem[M_COMPLETE]:
            _sift(shape, mem, flt, nearest + slack + 1)
            few = mem[M_TARGETS] < flt[F_KNOWN + X_ENOUGH] and mem[M_COMPLETE] < nearest + slack
            if mem[M_TARGETS] > 0 and not few:
                mem[M_NEAREST] = nearest
                mem[M_IDLE] = 0
                return
    sort_sets(mem)
    budget = min(guess + (slack if guess <= _NEAR else 0), FARTHEST)
    first = search(kin, worth, shape, mem, flt, budget)
    while first > budget and budget < FARTHEST:
        budget += 1
        first = search(kin, worth, shape, mem, flt, budget)
    wider = min(first + slack, FARTHEST)
    if first <= budget < wider and mem[M_TARGETS] < flt[F_KNOWN + X_ENOUGH]:
        budget = wider
        search(kin, worth, shape, mem, flt, budget)
    mem[M_NEAREST] = first
    mem[M_COMPLETE] = budget
    mem[M_KNOWN] = 1
    mem[M_IDLE] = 0


@leaf
def wanted_share(mem: NDArray[np.int64], flt: NDArray[np.float64], kind: int, copies: int) -> float:
    """Part of the targets' value, as last weighed, that needs so many copies of a kind."""
    at = A_TARGETS + copies - 1
    wanted = total = 0.0
    for target in range(mem[M_TARGETS]):
        weight = flt[F_WEIGHTS + target]
        total += weight
        if (mem[at] >> kind) & 1:
            wanted += weight
        at += TARGET
    return wanted / total if total > 0.0 else 1.0


@merge
def holds(sets: int, meld: int, n_free: int) -> bool:
    """Whether a set is among the free ones of a target."""
    found = False
    for place in range(n_free):
        found = found or (sets >> (6 * place)) & 63 == meld
    return found


@leaf
def take_meld(mem: NDArray[np.int64], meld: int) -> None:
    """A set of the targets is melded: those that do not hold it fall away."""
    n_free = mem[M_N_FREE]
    kinds = meld_kinds(meld)
    kept = 0
    for target in range(mem[M_TARGETS]):
        at, to = A_TARGETS + TARGET * target, A_TARGETS + TARGET * kept
        sets = mem[at + T_SETS]
        if not holds(sets, meld, n_free):
            continue
        one, two, three, four = mem[at], mem[at + 1], mem[at + 2], mem[at + 3]
        steps = 1 if meld < FIRST_PUNG else 3
        for _ in range(steps):
            one = (one & ~kinds) | (two & kinds)
            two = (two & ~kinds) | (three & kinds)
            three = (three & ~kinds) | (four & kinds)
            four &= ~kinds
        place = 0
        while (sets >> (6 * place)) & 63 != meld:
            place += 1
        last = (sets >> (6 * (n_free - 1))) & 63  # takes the free place, the meld the last one
        sets &= ~(63 << (6 * place) | 63 << (6 * (n_free - 1)))
        sets |= meld << (6 * (n_free - 1))
        if place < n_free - 1:
            sets |= last << (6 * place)
        pungs = mem[at + T_PUNGS]
        mem[to] = one
        mem[to + 1] = two
        mem[to + 2] = three
        mem[to + 3] = four
        mem[to + T_SETS] = sets
        mem[to + T_PUNGS] = pungs if meld < FIRST_PUNG else pungs & ~kinds
        mem[to + T_SOLO] = mem[at + T_SOLO]
        kept += 1
    mem[M_TARGETS] = kept


@leaf
def _nearest(mem: NDArray[np.int64]) -> int:
    """What the nearest target lacks of the hand; what each lacks is noted."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    nearest = FARTHEST
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target
        lacks = lacking((mem[at], mem[at + 1], mem[at + 2], mem[at + 3]), hand)
        mem[at + T_LACKS] = lacks
        if mem[M_WILD] < lacks < nearest:
            nearest = lacks
    return nearest


@leaf
def _sift(
    shape: NDArray[np.uint32], mem: NDArray[np.int64], flt: NDArray[np.float64], farthest: int
) -> None:
    """Weigh the targets anew and let those go that lack too many tiles, as noted."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    kept = 0
    for target in range(mem[M_TARGETS]):
        at, to = A_TARGETS + TARGET * target, A_TARGETS + TARGET * kept
        lacks = mem[at + T_LACKS]
        if lacks > farthest or lacks <= mem[M_WILD]:
            continue
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        sets, pungs, solo = mem[at + T_SETS], mem[at + T_PUNGS], mem[at + T_SOLO]
        left = lacks - mem[M_WILD]
        wait = wait_of(shape, mem, masks, hand, sets) if lacks == 1 else 0
        exposed = mem[M_EXPOSED]
        weight = weigh(mem, flt, masks, hand, sets, pungs, solo, left, exposed, wait)
        if weight > 0.0:
            for place in range(4):
                mem[to + place] = masks[place]
            mem[to + T_SETS] = sets
            mem[to + T_PUNGS] = pungs
            mem[to + T_SOLO] = solo
            flt[F_WEIGHTS + kept] = weight
            kept += 1
    mem[M_TARGETS] = kept
