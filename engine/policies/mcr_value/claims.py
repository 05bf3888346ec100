"""Answers a discard: whether to claim it, and for which set."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_LOW, M_TILE, Moves
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.aims import find_targets, holds, take_meld
from engine.policies.mcr_value.chances import blunted, weigh
from engine.policies.mcr_value.hand import load_hand
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_TARGETS,
    F_CLAIMS,
    F_NOW,
    F_WEIGHTS,
    K_EXPOSED_KONG,
    M_EXPOSED,
    M_HAND,
    M_KNOWN,
    M_MORE,
    M_N_FREE,
    M_SINGLES,
    M_TARGETS,
    M_WILD,
    T_PUNGS,
    T_SETS,
    T_SOLO,
    TARGET,
    X_CLAIM,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, chow_number, lacking
from engine.policies.mcr_value.singles import add_singles
from engine.policies.mcr_value.waits import wait_of
from engine.policies.sight import Sight
from schemas.codes import CHOW, KONG_EXPOSED, PUNG
from schemas.tiles import N_KINDS, N_TILES

_REPLACED: Final = 1.05
"""What the draw that replaces a kong is worth."""


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
    """Answer a discard: the row of a claim, or -1.

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
    if mem[M_KNOWN] == 1 and not _fits_any(options, n, mem):
        return -1
    load_hand(kin, kfl, sight, mem, flt)
    if mem[M_KNOWN] == 0:
        find_targets(kin, worth, shape, mem, flt)
        now = add_singles(kin, kfl, mem, flt, False)
        for target in range(mem[M_TARGETS]):
            now += flt[F_WEIGHTS + target]
        flt[F_NOW] = blunted(flt, now)
        mem[M_SINGLES] = 1
    best, chosen = kfl[X_CLAIM] * flt[F_NOW], -1
    for row in range(n):
        if _meld_of(options, row) >= 0:
            value = _value_claim(shape, mem, flt, options, row)
            if value > best:
                best, chosen = value, row
    if chosen >= 0:
        take_meld(mem, _meld_of(options, chosen))
    return chosen


@leaf
def _meld_of(options: Moves, row: int) -> int:
    """The set that a claim makes, -1 for other moves."""
    action = options[row, M_ACTION]
    if action == CHOW:
        return int(chow_number(int(options[row, M_LOW])))
    if PUNG <= action <= KONG_EXPOSED:
        return FIRST_PUNG + int(options[row, M_TILE])
    return -1


@leaf
def _fits_any(options: Moves, n: int, mem: NDArray[np.int64]) -> bool:
    """Whether any target holds a set that may be claimed."""
    fits = False
    for row in range(n):
        meld = _meld_of(options, row)
        if meld >= 0:
            at = A_TARGETS + T_SETS
            for _ in range(mem[M_TARGETS]):
                fits = fits or holds(mem[at], meld, mem[M_N_FREE])
                at += TARGET
    return fits


@leaf
def _value_claim(
    shape: NDArray[np.uint32],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    options: Moves,
    row: int,
) -> float:
    """Value of the hand after a claim and the best discard: the targets that hold the new meld."""
    meld = _meld_of(options, row)
    tile = 1 << int(options[row, M_TILE])
    one, two, three, four = mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3]
    hand = (one | tile, two | (one & tile), three | (two & tile), four | (three & tile))
    kong = options[row, M_ACTION] == KONG_EXPOSED
    for kind in range(N_TILES):
        flt[F_CLAIMS + kind] = 0.0
    kept = 0.0
    more = mem[A_KNOWN + K_EXPOSED_KONG] if kong else 0
    mem[M_MORE] += more
    for target in range(mem[M_TARGETS]):
        at = A_TARGETS + TARGET * target
        sets, pungs, solo = mem[at + T_SETS], mem[at + T_PUNGS], mem[at + T_SOLO]
        masks = (mem[at], mem[at + 1], mem[at + 2], mem[at + 3])
        left = lacking(masks, hand) - mem[M_WILD]
        if not holds(sets, meld, mem[M_N_FREE]) or left <= 0 or (kong and masks[3] & tile):
            continue
        if meld >= FIRST_PUNG:
            pungs &= ~tile
        wait = wait_of(shape, mem, masks, hand, sets) if left == 1 else 0
        exposed = mem[M_EXPOSED] + 1
        weight = weigh(mem, flt, masks, hand, sets, pungs, solo, left, exposed, wait)
        kept += weight
        rest = hand[0] & ~masks[0] | hand[1] & ~masks[1] | hand[2] & ~masks[2] | hand[3] & ~masks[3]
        while rest != 0:
            flt[F_CLAIMS + lowest(rest)] += weight
            rest &= rest - 1
    mem[M_MORE] -= more
    if kong:
        return blunted(flt, kept) * _REPLACED
    best = 0.0
    for kind in range(N_KINDS):
        best = max(best, flt[F_CLAIMS + kind])
    return blunted(flt, best)
