"""What a discard may cost: somebody is ready and wins on it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.machine.marks import BOUND_OPEN
from engine.policies.regional_value.layout import (
    K_DECLARES,
    M_SEEN,
    SEEN,
    X_CAUTION,
    X_DEAL_IN,
)
from engine.policies.sight import V_TURN, V_WILD, Sight
from schemas.codes import FLAG_DECLARED_READY, FLAG_SHOWN_READY, MELD_CHOW

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_A_TURN: Final = 0.022
_A_MELD: Final = 0.09
_MOST: Final = 0.75
"""How the chance that a player is ready grows with discards and melds."""
_WAITS: Final = 0.075
"""Chance that a ready hand waits for a given kind of tile, in the mean."""
_PASSED: Final = 0.4
"""What is left of it for kinds that the player has discarded itself."""
_UNDECLARED: Final = 0.25
"""What is left of the chance to be ready where ready hands are declared as a rule."""
_DECLARED: Final = FLAG_DECLARED_READY | FLAG_SHOWN_READY


@leaf
def watch(sight: Sight, m: Ints) -> None:
    """Note what lay on the table when another player was first seen to have declared ready.

    Whatever is discarded after that and not won on is safe against that player.
    """
    for other in range(1, 4):
        at = M_SEEN + SEEN * (other - 1)
        if m[at] == 0 and sight.bound[other] & _DECLARED:
            m[at] = 1
            for kind in range(34):
                m[at + 1 + kind] = _discarded(sight, kind)


@leaf
def forget(m: Ints) -> None:
    """Begin a hand: nobody has declared."""
    for other in range(3):
        m[M_SEEN + SEEN * other] = 0


@merge
def _discarded(sight: Sight, kind: int) -> int:
    n = 0
    for seat in range(4):
        n += int(sight.discards[seat, kind])
    return n


@leaf
def ready_chance(k: Ints, sight: Sight, other: int) -> float:
    """Chance that another player is ready and may win on a discard."""
    bound = sight.bound[other]
    if bound & _DECLARED:
        return 1.0
    if bound & BOUND_OPEN:
        return 0.0
    melds = 0
    for meld in range(5):
        melds += 1 if sight.meld_kind[other, meld] >= MELD_CHOW else 0
    turns = max(0, sight.num[V_TURN] - 2)
    found = min(_MOST, _A_TURN * turns + _A_MELD * melds * min(1.0, turns / 4))
    return float(found * (_UNDECLARED if k[K_DECLARES] == 1 else 1.0))


@merge
def danger(
    f: Floats, sight: Sight, m: Ints, tile: int, chances: tuple[float, float, float]
) -> float:
    """Points that a discard is expected to lose to ready hands.

    Args:
        f: what the policy knows.
        sight: the table.
        m: working memory, `watch` done.
        tile: the discard.
        chances: that each other player is ready.
    """
    if tile >= 34 or (sight.num[V_WILD] >> tile) & 1:
        return 0.0
    wait = _WAITS
    if tile >= 27:
        wait *= (0.1, 0.5, 0.9, 1.0, 1.0)[max(0, min(4, int(sight.live[tile])))]
    else:
        rank = tile % 9
        wait *= 0.8 if rank in (0, 8) else (1.0 if rank in (1, 7) else 1.15)
        wait *= 0.6 if sight.live[tile] <= 0 else 1.0
    risk = 0.0
    now = _discarded(sight, tile)
    for other in range(3):
        at = M_SEEN + SEEN * other
        if m[at] == 1 and now > m[at + 1 + tile]:
            continue
        risk += chances[other] * (_PASSED if sight.discards[other + 1, tile] > 0 else 1.0)
    return float(f[X_CAUTION] * f[X_DEAL_IN] * wait * risk)
