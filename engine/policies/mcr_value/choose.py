"""Chooses on the own turn: what to discard, whether to lay down a kong."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_TILE, Moves
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.aims import find_targets, take_meld, wanted_share
from engine.policies.mcr_value.chances import blunted, weigh
from engine.policies.mcr_value.danger import danger
from engine.policies.mcr_value.hand import load_hand
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_TARGETS,
    F_NOW,
    F_VALUE,
    F_WEIGHTS,
    K_CONCEALED_KONG,
    K_EXPOSED_KONG,
    M_COMPLETE,
    M_EXPOSED,
    M_HAND,
    M_IDLE,
    M_KNOWN,
    M_MORE,
    M_SINGLES,
    M_TARGETS,
    M_WILD,
    T_MASK,
    T_PUNGS,
    T_SETS,
    T_SOLO,
    TARGET,
    X_CAUTION,
    X_IDLE,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, lacking
from engine.policies.mcr_value.singles import add_singles
from engine.policies.mcr_value.waits import wait_of
from engine.policies.sight import V_DREW, V_TILE, V_WILD, Sight
from schemas.codes import DISCARD, KONG_ADDED, KONG_CONCEALED
from schemas.tiles import N_KINDS, N_TILES

_COST: Final = 20.0
"""What a tile that another wins on costs, in points."""
_REPLACED: Final = 1.05
"""What the draw that replaces a kong is worth."""
_KONG: Final = 0.6
"""A kong has to leave this part of the value, in which distant targets count for much."""
_ALONE: Final = 1.02
"""Hands without sets count when they make the value so many times as high."""
_USELESS: Final = 0.004
"""A drawn tile goes at once when targets that need it are no more than this part of the value."""
_SAFE: Final = 0.04
"""And when the danger is no greater."""
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
    row = _passed_on(kfl, sight, options, n, mem, flt)
    if row >= 0:
        mem[M_IDLE] += 1
        return row
    load_hand(kin, kfl, sight, mem, flt)
    find_targets(kin, worth, shape, mem, flt)
    _value_discards(mem, flt)
    with_sets = 0.0
    for kind in range(N_KINDS):
        with_sets = max(with_sets, flt[F_VALUE + kind])
    add_singles(kin, kfl, mem, flt, True)
    best, chosen = _NEVER, -1
    wild = sight.num[V_WILD]
    caution = kfl[X_CAUTION]
    highest = 0.0
    for row in range(n):
        if options[row, M_ACTION] != DISCARD:
            continue
        tile = int(options[row, M_TILE])
        value = blunted(flt, flt[F_VALUE + tile])
        risk = caution * danger(sight, tile) if tile < N_KINDS else 0.0
        score = value * (1.0 - risk) - risk * _COST
        if (wild >> tile) & 1:
            score = 0.5 * _NEVER
        if score > best:
            best, chosen = score, row
        highest = max(highest, value)
    flt[F_NOW] = highest if chosen < 0 else blunted(flt, flt[F_VALUE + options[chosen, M_TILE]])
    mem[M_SINGLES] = int(highest > _ALONE * blunted(flt, with_sets))
    for row in range(n):
        action, tile = options[row, M_ACTION], int(options[row, M_TILE])
        if KONG_ADDED <= action <= KONG_CONCEALED:
            value = _value_kong(shape, mem, flt, action == KONG_ADDED, tile)
            if value > 0.0 and value >= _KONG * highest:
                highest = value / _KONG
                flt[F_NOW] = value
                chosen = row
    if options[chosen, M_ACTION] == KONG_CONCEALED:
        take_meld(mem, FIRST_PUNG + int(options[chosen, M_TILE]))
    elif options[chosen, M_TILE] == sight.num[V_TILE] and sight.num[V_DREW] == 1:
        mem[M_COMPLETE] += 1  # the hand is what it was before the draw
    return chosen


@leaf
def _passed_on(
    kfl: NDArray[np.float64],
    sight: Sight,
    options: Moves,
    n: int,
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> int:
    """The row that discards a drawn tile which no target needs; -1: there is more to think of."""
    tile = int(sight.num[V_TILE])
    known = mem[M_KNOWN] == 1 and mem[M_TARGETS] > 0 and mem[M_IDLE] < kfl[X_IDLE]
    known = known and mem[M_SINGLES] == 0
    if not known or sight.num[V_DREW] != 1 or tile >= N_KINDS or (sight.num[V_WILD] >> tile) & 1:
        return -1
    if wanted_share(mem, flt, tile, int(np.int64(sight.hand[tile]))) > _USELESS:
        return -1
    if kfl[X_CAUTION] * danger(sight, tile) > _SAFE:
        return -1
    found = -1
    for row in range(n):
        if options[row, M_ACTION] != DISCARD:
            return -1
        if options[row, M_TILE] == tile:
            found = row
    return found


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
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    added: bool,
    tile: int,
) -> float:
    """Value after a kong on the own turn: the targets that need no fourth copy elsewhere."""
    hand = (mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3])
    bit = 1 << tile
    value = 0.0
    more = mem[A_KNOWN + K_EXPOSED_KONG] if added else mem[A_KNOWN + K_CONCEALED_KONG]
    mem[M_MORE] += more
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target
        sets, pungs, solo = mem[at + T_SETS], mem[at + T_PUNGS], mem[at + T_SOLO]
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        fits = masks[0] & bit == 0
        if not added:
            fits = pungs & bit != 0 and masks[3] & bit == 0
        if fits:
            left = lacking(masks, hand) - mem[M_WILD]
            wait = wait_of(shape, mem, masks, hand, sets) if left == 1 else 0
            exposed = mem[M_EXPOSED]
            value += weigh(mem, flt, masks, hand, sets, pungs, solo, left, exposed, wait)
    mem[M_MORE] -= more
    return blunted(flt, value) * _REPLACED
