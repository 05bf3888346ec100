"""Chooses: what to discard, whether to claim or to lay down a kong."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_LOW, M_TILE, Moves
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.chances import blunted, weigh
from engine.policies.mcr_value.danger import danger
from engine.policies.mcr_value.hand import load_hand
from engine.policies.mcr_value.layout import (
    A_LIVE,
    A_TARGETS,
    F_CLAIMS,
    F_NOW,
    F_VALUE,
    F_WEIGHTS,
    K_CONCEALED_KONG,
    K_EXPOSED_KONG,
    M_EXPOSED,
    M_HAND,
    M_KNOWN,
    M_MORE,
    M_N_FREE,
    M_NEAREST,
    M_TARGETS,
    M_WILD,
    T_MASK,
    T_PUNGS,
    T_SETS,
    T_SOLO,
    TARGET,
    X_CAUTION,
    X_CLAIM,
    X_SLACK,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, Masks, chow_number, lacking
from engine.policies.mcr_value.singles import add_singles
from engine.policies.mcr_value.targets import search, sort_sets
from engine.policies.sight import V_WILD, Sight
from schemas.codes import (
    CHOW,
    DISCARD,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    PUNG,
)
from schemas.tiles import N_KINDS, N_TILES

_FIRST_GUESS: Final = 4
_FARTHEST: Final = 6
"""Hands that lack more are not looked for: they are many, and seldom won."""
_COST: Final = 20.0
"""What a tile that another wins on costs, in points."""
_REPLACED: Final = 1.05
"""What the draw that replaces a kong is worth."""
_KONG: Final = 0.9
"""A kong has to leave this part of the hand's value."""
_NEVER: Final = -1e9


@leaf
def choose_turn(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    sight: Sight,
    options: Moves,
    n: int,
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> int:
    """Choose on the own turn; returns the option's row.

    Args:
        kin: the knowledge's integers.
        kfl: its floats.
        worth: the table of totals.
        shape: shape table.
        sight: what the player sees.
        options: the legal moves, `n` of them.
        n: how many.
        mem: the player's memory.
        flt: its floats.
    """
    load_hand(kin, kfl, sight, mem, flt)
    _find(kin, kfl, worth, shape, mem, flt)
    _value_discards(mem, flt)
    add_singles(kin, kfl, mem, flt, True)
    best, chosen = _NEVER, -1
    wild = sight.num[V_WILD]
    caution = kfl[X_CAUTION]
    highest = 0.0
    for row in range(n):
        if options[row, M_ACTION] != DISCARD:
            continue
        tile = int(options[row, M_TILE])
        value = blunted(kfl, flt[F_VALUE + tile])
        risk = caution * danger(sight, tile) if tile < N_KINDS else 0.0
        score = value * (1.0 - risk) - risk * _COST
        if (wild >> tile) & 1:
            score = 0.5 * _NEVER
        if score > best:
            best, chosen = score, row
        highest = max(highest, value)
    kept = highest if chosen < 0 else blunted(kfl, flt[F_VALUE + int(options[chosen, M_TILE])])
    for row in range(n):
        action, tile = options[row, M_ACTION], int(options[row, M_TILE])
        if KONG_ADDED <= action <= KONG_CONCEALED:
            value = _value_kong(kin, kfl, shape, mem, flt, action, tile)
            if value > 0.0 and value >= _KONG * highest:
                highest = value / _KONG
                kept = value
                chosen = row
    mem[M_KNOWN] = 1
    flt[F_NOW] = kept
    return chosen


@leaf
def choose_claim(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    sight: Sight,
    options: Moves,
    n: int,
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> int:
    """Answer a discard: the row of a claim, or -1; arguments as for `choose_turn`."""
    load_hand(kin, kfl, sight, mem, flt)
    if mem[M_KNOWN] == 0:
        _find(kin, kfl, worth, shape, mem, flt)
        now = add_singles(kin, kfl, mem, flt, False)
        for target in range(mem[M_TARGETS]):
            now += flt[F_WEIGHTS + target]
        flt[F_NOW] = blunted(kfl, now)
        mem[M_KNOWN] = 1
    best, chosen = kfl[X_CLAIM] * flt[F_NOW], -1
    for row in range(n):
        value = _value_claim(
            kin,
            kfl,
            shape,
            mem,
            flt,
            int(options[row, M_ACTION]),
            int(options[row, M_TILE]),
            int(options[row, M_LOW]),
        )
        if value > best:
            best, chosen = value, row
    return chosen


@leaf
def _find(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    worth: NDArray[np.uint8],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> None:
    """Find the targets of the hand; where those of the last turn are known, they say how far."""
    slack = int(kfl[X_SLACK])
    sort_sets(mem)
    budget = _FIRST_GUESS
    if mem[M_KNOWN] == 1:
        budget = min(_nearest(mem) + slack, _FARTHEST)
    first = search(kin, kfl, worth, shape, mem, flt, budget)
    while first > budget and budget < _FARTHEST:
        budget += 1
        first = search(kin, kfl, worth, shape, mem, flt, budget)
    if first <= budget and first + slack > budget:
        first = search(kin, kfl, worth, shape, mem, flt, first + slack)
    mem[M_NEAREST] = first


@leaf
def _nearest(mem: NDArray[np.int64]) -> int:
    """What the nearest of the known targets lacks of the present hand."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    best = _FARTHEST
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target + T_MASK
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        lacks = lacking(masks, hand)
        if lacks < best and lacks > mem[M_WILD] and _is_alive(mem, masks, hand):
            best = lacks
    return best


@leaf
def _is_alive(mem: NDArray[np.int64], target: Masks, hand: Masks) -> bool:
    """Whether there is an unseen copy of every tile that a target lacks."""
    rest = target[0] & ~hand[0] | target[1] & ~hand[1] | target[2] & ~hand[2]
    alive = True
    while rest != 0 and alive:
        alive = mem[A_LIVE + lowest(rest)] > 0
        rest &= rest - 1
    return alive or mem[M_WILD] > 0


@leaf
def _value_discards(mem: NDArray[np.int64], flt: NDArray[np.float64]) -> None:
    """Value of the hand after each discard: the targets that do not need the tile."""
    one, two, three, four = mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3]
    for kind in range(N_TILES):
        flt[F_VALUE + kind] = 0.0
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target + T_MASK
        rest = one & ~mem[at] | two & ~mem[at + 1] | three & ~mem[at + 2] | four & ~mem[at + 3]
        weight = flt[F_WEIGHTS + target]
        while rest != 0:
            flt[F_VALUE + lowest(rest)] += weight
            rest &= rest - 1


@leaf
def _value_kong(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    action: int,
    tile: int,
) -> float:
    """Value after a kong on the own turn: the targets that need no fourth copy elsewhere."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    bit = 1 << tile
    value = 0.0
    if action == KONG_ADDED:
        mem[M_MORE] += kin[K_EXPOSED_KONG]
    else:
        mem[M_MORE] += kin[K_CONCEALED_KONG]
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target
        sets, pungs = mem[at + T_SETS], mem[at + T_PUNGS]
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        if action == KONG_ADDED:
            fits = masks[0] & bit == 0
        else:
            fits = pungs & bit != 0 and masks[3] & bit == 0
        if fits:
            lacks = lacking(masks, hand) - mem[M_WILD]
            value += weigh(
                kin,
                kfl,
                shape,
                mem,
                flt,
                masks,
                hand,
                sets,
                pungs,
                mem[at + T_SOLO],
                lacks,
                mem[M_EXPOSED],
            )
    mem[M_MORE] -= kin[K_EXPOSED_KONG] if action == KONG_ADDED else kin[K_CONCEALED_KONG]
    return blunted(kfl, value) * _REPLACED


@leaf
def _value_claim(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    action: int,
    tile: int,
    low: int,
) -> float:
    """Value of the hand after a claim and the best discard: the targets that hold the new meld."""
    if action != CHOW and action != PUNG and action != KONG_EXPOSED:
        return _NEVER
    meld = chow_number(low) if action == CHOW else FIRST_PUNG + tile
    claimed = meld_bit = 1 << tile
    one, two, three, four = mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3]
    hand = (
        one | claimed,
        two | (one & claimed),
        three | (two & claimed),
        four | (three & claimed),
    )
    kong = action == KONG_EXPOSED
    for kind in range(N_TILES):
        flt[F_CLAIMS + kind] = 0.0
    kept = 0.0
    if kong:
        mem[M_MORE] += kin[K_EXPOSED_KONG]
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target
        sets = mem[at + T_SETS]
        if not _holds(sets, meld, mem[M_N_FREE]):
            continue
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        if kong and masks[3] & meld_bit:
            continue
        pungs = mem[at + T_PUNGS]
        if action != CHOW:
            pungs &= ~meld_bit
        lacks = lacking(masks, hand) - mem[M_WILD]
        if lacks <= 0:
            continue
        weight = weigh(
            kin,
            kfl,
            shape,
            mem,
            flt,
            masks,
            hand,
            sets,
            pungs,
            mem[at + T_SOLO],
            lacks,
            mem[M_EXPOSED] + 1,
        )
        kept += weight
        rest = hand[0] & ~masks[0] | hand[1] & ~masks[1] | hand[2] & ~masks[2] | hand[3] & ~masks[3]
        while rest != 0:
            flt[F_CLAIMS + lowest(rest)] += weight
            rest &= rest - 1
    if kong:
        mem[M_MORE] -= kin[K_EXPOSED_KONG]
        return blunted(kfl, kept) * _REPLACED
    best = 0.0
    for kind in range(N_KINDS):
        best = max(best, flt[F_CLAIMS + kind])
    return blunted(kfl, best)


@leaf
def _holds(sets: int, meld: int, n_free: int) -> bool:
    """Whether a set is among the free ones of a target."""
    found = False
    for place in range(n_free):
        found = found or (sets >> (6 * place)) & 63 == meld
    return found
