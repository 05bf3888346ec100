"""What a discard may cost: somebody is ready and wins on it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.policies.regional_value.layout import X_CAUTION, X_DEAL_IN
from engine.policies.sight import V_TURN, V_WILD, Sight
from schemas.codes import FLAG_DECLARED_READY, FLAG_SHOWN_READY, MELD_CHOW

Floats = NDArray[np.float64]
_A_TURN: Final = 0.022
_A_MELD: Final = 0.09
_MOST: Final = 0.75
"""How the chance that a player is ready grows with discards and melds."""
_WAITS: Final = 0.075
"""Chance that a ready hand waits for a given kind of tile, in the mean."""


@leaf
def ready_chance(sight: Sight, other: int) -> float:
    """Chance that another player is ready, from its discards, melds and declarations."""
    if sight.bound[other] & (FLAG_DECLARED_READY | FLAG_SHOWN_READY):
        return 1.0
    melds = 0
    for k in range(5):
        melds += 1 if sight.meld_kind[other, k] >= MELD_CHOW else 0
    turns = max(0, sight.num[V_TURN] - 2)
    return float(min(_MOST, _A_TURN * turns + _A_MELD * melds * min(1.0, turns / 4)))


@leaf
def danger(f: Floats, sight: Sight, tile: int, chances: tuple[float, float, float]) -> float:
    """Points that a discard is expected to lose to ready hands.

    Args:
        f: what the policy knows.
        sight: the table.
        tile: the discard.
        chances: that each other player is ready.
    """
    if (sight.num[V_WILD] >> tile) & 1:
        return 0.0
    wait = _WAITS
    if tile >= 27:
        wait *= (0.1, 0.5, 0.9, 1.0, 1.0)[max(0, min(4, int(sight.live[tile])))]
    else:
        rank = tile % 9
        wait *= 0.8 if rank in (0, 8) else (1.0 if rank in (1, 7) else 1.15)
        wait *= 0.6 if sight.live[tile] <= 0 else 1.0
    sum_ = 0.0
    for other in range(3):
        passed = 0.35 if sight.discards[other + 1, tile] > 0 else 1.0
        sum_ += chances[other] * passed
    return float(f[X_CAUTION] * f[X_DEAL_IN] * wait * sum_)
