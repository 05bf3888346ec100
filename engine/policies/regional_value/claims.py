"""Which discards of others are claimed."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_LOW, M_TILE, Moves
from engine.machine.restrict import swap_mask
from engine.policies.regional_value.aims import aim_of, in_flush, may_aim, plan_lack
from engine.policies.regional_value.alike import count_alike
from engine.policies.regional_value.choose import weigh_discards, weigh_hand
from engine.policies.regional_value.hand import claim, read_hand
from engine.policies.regional_value.layout import (
    G_DANGER,
    HALF,
    K_SWAPS,
    M_LEGAL,
    M_TURNS,
    M_WILD,
    PLAIN,
    PUNGS,
    X_GREED,
)
from engine.policies.regional_value.plans import (
    AIM_ANY,
    read_suits,
    suits_lack,
    take_meld,
)
from engine.policies.sight import (
    Sight,
)
from engine.rules import Rules
from schemas.codes import (
    CHOW,
    KONG_EXPOSED,
    MELD_CHOW,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    PUNG,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_FARTHEST: Final = 3
"""Claims for a plan that lacks so many tiles more than the plain hand are not looked at."""


@leaf
def choose_claim(
    k: Ints,
    f: Floats,
    rules: Rules,
    missing: NDArray[np.uint64],
    sight: Sight,
    options: Moves,
    n: int,
    m: Ints,
    g: Floats,
) -> int:
    """Claim what leaves the hand worth more than before; −1 where nothing does."""
    read_hand(k, f, sight, m, g)
    read_suits(missing, m, False)
    count_alike(m, g)
    promising = 0
    for row in range(n):
        action = options[row, M_ACTION]
        if action in (CHOW, PUNG, KONG_EXPOSED):
            tile, low = int(options[row, M_TILE]), int(options[row, M_LOW])
            promising |= int(_claim_helps(k, missing, m, g, action, tile, low)) << row
    if promising == 0:
        return -1
    best = weigh_hand(k, f, missing, m, g) * f[X_GREED]
    chosen = -1
    for row in range(n):
        action = options[row, M_ACTION]
        if (promising >> row) & 1:
            tile, low = int(options[row, M_TILE]), int(options[row, M_LOW])
            read_hand(k, f, sight, m, g)
            if action == KONG_EXPOSED:
                claim(f, m, g, MELD_KONG_EXPOSED, tile, -1)
                m[M_TURNS] += 1
                value = weigh_hand(k, f, missing, m, g)
            else:
                claim(f, m, g, MELD_CHOW if action == CHOW else MELD_PUNG, tile, low)
                m[M_LEGAL] = (1 << 34) - 1
                if k[K_SWAPS] == 1:
                    m[M_LEGAL] &= ~int(swap_mask(rules, action, tile, low))
                for kind in range(34):
                    g[G_DANGER + kind] = 0.0
                value = weigh_discards(k, f, missing, m, g)
            if value > best:
                best = value
                chosen = row
    return chosen


@leaf
def _claim_helps(
    k: Ints, missing: NDArray[np.uint64], m: Ints, g: Floats, action: int, tile: int, low: int
) -> bool:
    """Whether a claim brings some plan that is near enough one tile nearer."""
    if action == KONG_EXPOSED:
        return True
    plain = plan_lack(m, g, PLAIN, -1) + m[M_WILD]
    take_meld(missing, m, tile, low if action == CHOW else -1, 2)
    if suits_lack(m, AIM_ANY, tile, 1) < plain:
        return True
    if action == PUNG and may_aim(k, m, PUNGS):
        return bool(plan_lack(m, g, PUNGS, -1) + m[M_WILD] <= plain + _FARTHEST)
    for plan in range(HALF, PUNGS):
        if not may_aim(k, m, plan):
            continue
        if not in_flush(plan, tile):
            continue
        before = suits_lack(m, aim_of(plan), -1, 0)
        if before <= plain + _FARTHEST and suits_lack(m, aim_of(plan), tile, 1) < before:
            return True
    return False
