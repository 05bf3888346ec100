"""Hands without sets: seven pairs 七对, thirteen orphans 十三幺, knitted singles 全不靠.

They may be completed in many ways at once: of the m kinds that would help, any n will do. The
chance is that of n successes in m trials with the kinds' mean chance.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr import patterns as fan
from engine.mcr.ledger import lowest
from engine.policies.mcr_value.chances import sharpened
from engine.policies.mcr_value.layout import (
    A_LIVE,
    F_GAIN,
    F_ONE,
    F_VALUE,
    K_BASE,
    K_MINIMUM,
    K_ORPHANS,
    K_SEVEN_PAIRS,
    K_SINGLES,
    M_HAND,
    M_N_FREE,
    M_WILD,
    X_GROWTH,
    X_HEADER,
)
from engine.shapes import HONORS, ORPHANS, knitted_mask, popcount

_FAR: Final = 6
"""Hands that lack more are not thought of."""
_TYPICAL: Final = 2
"""Live copies by which the last tile's chance to come from anybody is judged."""


@leaf
def add_singles(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    discard: bool,
) -> float:
    """Add the value of hands without sets.

    Args:
        kin: the knowledge's integers.
        kfl: its floats.
        mem: memory with the hand.
        flt: chances; the values after each discard are added to.
        discard: a tile has to be discarded first.

    Returns:
        The value of the hand as it is, sharpened; 0 where a tile has to be discarded.
    """
    if mem[M_N_FREE] < 4:
        return 0.0
    now = 0.0
    held = mem[M_HAND]
    if kin[K_SEVEN_PAIRS] >= kin[K_MINIMUM]:
        now += _seven_pairs(kin, kfl, mem, flt, discard)
    if kin[K_SINGLES] >= kin[K_MINIMUM]:
        pay = _pay(kin, kfl, kin[K_SINGLES], fan.LESSER_KNITTED_HONORS)
        for arrangement in range(6):
            kinds = knitted_mask(arrangement) | HONORS
            lacks = 14 - popcount(held & kinds) - mem[M_WILD]
            now += _kinds(mem, flt, kinds, lacks, pay, discard)
    if kin[K_ORPHANS] >= kin[K_MINIMUM]:
        pay = _pay(kin, kfl, kin[K_ORPHANS], fan.THIRTEEN_ORPHANS)
        # The pair is not thought of: nearly any of the thirteen makes it.
        lacks = 13 - popcount(held & ORPHANS) - mem[M_WILD]
        now += _kinds(mem, flt, ORPHANS, lacks, pay, discard)
    return now


@leaf
def _pay(kin: NDArray[np.int64], kfl: NDArray[np.float64], total: int, family: int) -> float:
    return float((3 * kin[K_BASE] + kfl[X_GROWTH] * total) * kfl[X_HEADER + family])


@leaf
def _seven_pairs(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    discard: bool,
) -> float:
    one, two, three, four = mem[M_HAND], mem[M_HAND + 1], mem[M_HAND + 2], mem[M_HAND + 3]
    n_pairs = popcount(two) + popcount(four)
    odd = one & ~two | three & ~four
    lacks = 7 - n_pairs - mem[M_WILD]
    if lacks > _FAR - 1:
        return 0.0
    pay = _pay(kin, kfl, kin[K_SEVEN_PAIRS], fan.SEVEN_PAIRS) * flt[F_GAIN + _TYPICAL]
    n_odd = popcount(odd)
    total = 0.0
    rest = odd
    while rest != 0:
        total += flt[F_ONE + mem[A_LIVE + lowest(rest)]]
        rest &= rest - 1
    if not discard:
        return sharpened(flt, pay * _enough(n_odd, lacks, total / max(n_odd, 1)))
    rest = one
    while rest != 0:
        kind = lowest(rest)
        own = flt[F_ONE + mem[A_LIVE + kind]]
        if (odd >> kind) & 1:
            if n_odd > 1:
                mean = (total - own) / (n_odd - 1)
                value = pay * _enough(n_odd - 1, lacks, mean)
                flt[F_VALUE + kind] += sharpened(flt, value)
        else:
            mean = (total + own) / (n_odd + 1)
            value = pay * _enough(n_odd + 1, lacks + 1, mean)
            flt[F_VALUE + kind] += sharpened(flt, value)
        rest &= rest - 1
    return 0.0


@leaf
def _kinds(
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
    kinds: int,
    lacks: int,
    pay: float,
    discard: bool,
) -> float:
    """Hands of so many different kinds out of a mask."""
    if lacks > _FAR:
        return 0.0
    held = mem[M_HAND]
    missing = kinds & ~held
    n = popcount(missing)
    total = 0.0
    rest = missing
    while rest != 0:
        total += flt[F_ONE + mem[A_LIVE + lowest(rest)]]
        rest &= rest - 1
    pay *= flt[F_GAIN + _TYPICAL]
    now = sharpened(flt, pay * _enough(n, lacks, total / max(n, 1)))
    if not discard:
        return now
    single = held & ~mem[M_HAND + 1] & kinds
    rest = held
    while rest != 0:
        kind = lowest(rest)
        if (single >> kind) & 1:
            mean = (total + flt[F_ONE + mem[A_LIVE + kind]]) / (n + 1)
            value = pay * _enough(n + 1, lacks + 1, mean)
            flt[F_VALUE + kind] += sharpened(flt, value)
        else:
            flt[F_VALUE + kind] += now
        rest &= rest - 1
    return 0.0


@leaf
def _enough(trials: int, wanted: int, chance: float) -> float:
    """Chance of `wanted` successes at least."""
    if wanted <= 0:
        return 1.0
    if wanted > trials or chance <= 0.0:
        return 0.0
    none = 1.0 - chance
    # From all successes downwards: C(n, k) p^k q^(n - k).
    term = 1.0
    for _ in range(trials):
        term *= chance
    enough = term
    for k in range(trials, wanted, -1):
        term *= k * none / ((trials - k + 1) * chance)
        enough += term
    return enough
