"""Which plans a hand may have, what each lacks, and which tiles help it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.regional_value.alike import (
    orphans_help,
    orphans_lack,
    pairs_after,
    pungs_after,
)
from engine.policies.regional_value.layout import (
    FULL,
    GOLD_DRAGON,
    GOLD_PAIR,
    HALF,
    K_PLANS,
    M_CHOWS,
    M_HAND,
    M_MELDS,
    M_N,
    M_SUITS,
    M_WILD,
    ORPHANS,
    PAIRS,
    PLAIN,
    PUNGS,
)
from engine.policies.regional_value.plans import (
    AIM_ANY,
    AIM_BARE,
    AIM_HALF,
    suits_help,
    suits_lack,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@merge
def may_aim(k: Ints, m: Ints, plan: int) -> bool:
    """Whether the table may pay a plan and the melds allow it."""
    if (k[K_PLANS] >> plan) & 1 == 0:
        return False
    if HALF <= plan < FULL:
        return bool(m[M_SUITS] & ~(1 << (plan - HALF) | 8) == 0)
    if FULL <= plan < PUNGS:
        return bool(m[M_SUITS] & ~(1 << (plan - FULL)) == 0)
    if plan == PUNGS:
        return bool(m[M_CHOWS] == 0)
    if plan in (PAIRS, ORPHANS):
        return bool(m[M_MELDS] == 0)
    if plan == GOLD_PAIR:
        return bool(m[M_WILD] == 2)
    if plan == GOLD_DRAGON:
        return bool(m[M_WILD] == 3 and m[M_N] > 0)
    return True


@merge
def in_flush(plan: int, tile: int) -> bool:
    """Whether a tile may be part of the hand that a plan aims at; only flushes leave tiles out."""
    if HALF <= plan < FULL:
        return tile >= 27 or tile // 9 == plan - HALF
    if FULL <= plan < PUNGS:
        return tile // 9 == plan - FULL
    return True


@merge
def aim_of(plan: int) -> int:
    """Which suits a plan of sets and a pair allows."""
    return AIM_ANY if plan == PLAIN else AIM_HALF + plan - HALF


@leaf
def plan_lack(m: Ints, g: Floats, plan: int, tile: int) -> int:
    """Tiles that a plan lacks beside the wildcards; after a discard where a tile is given."""
    if plan < PUNGS:
        return int(suits_lack(m, aim_of(plan), tile, 0) - m[M_WILD])
    if plan == GOLD_PAIR:
        return int(suits_lack(m, AIM_BARE, tile, 0))
    if plan == GOLD_DRAGON:
        return int(suits_lack(m, AIM_ANY, tile, 1))
    if plan == PUNGS:
        lack, _, _ = pungs_after(m, g, tile)
        return int(lack - m[M_WILD])
    if plan == PAIRS:
        lack, _ = pairs_after(m, g, tile)
        return int(lack - m[M_WILD])
    if tile >= 0:
        m[M_HAND + tile] -= 1
    lack = orphans_lack(m)
    if tile >= 0:
        m[M_HAND + tile] += 1
    return int(lack - m[M_WILD])


@leaf
def plan_help(
    missing: NDArray[np.uint64], m: Ints, g: Floats, plan: int, tile: int, lack: int
) -> tuple[float, float]:
    """Copies that help a plan; arguments as in `plan_lack`, whose answer is `lack`."""
    if plan < PUNGS:
        natural = lack + m[M_WILD]
        return suits_help(missing, m, g, aim_of(plan), tile, 0, natural)
    if plan == GOLD_PAIR:
        return suits_help(missing, m, g, AIM_BARE, tile, 0, lack)
    if plan == GOLD_DRAGON:
        return suits_help(missing, m, g, AIM_ANY, tile, 1, lack)
    if plan == PUNGS:
        _, draw, extra = pungs_after(m, g, tile)
        return draw, extra
    if plan == PAIRS:
        _, draw = pairs_after(m, g, tile)
        return draw, 0.0
    if tile >= 0:
        m[M_HAND + tile] -= 1
    draw = orphans_help(m, g)
    if tile >= 0:
        m[M_HAND + tile] += 1
    return draw, 0.0
