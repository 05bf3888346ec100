"""How likely a discard is to be won on, judged cheaply by what lies open."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf
from engine.policies.sight import Sight
from engine.situation import NO_MELD
from schemas.codes import MELD_KONG_CONCEALED

_MELDS_THAT_WARN: Final = 2
_TWO: Final = 0.02
_MORE: Final = 0.06
_SEEN: Final = 0.3
"""Of what somebody has let go by or discarded, this much is left."""
_DEAD: Final = 0.3
_OUTSIDE: Final = 0.7
"""Terminals and honors fit into less."""
_OFF_SUIT: Final = 0.4
"""All open melds are of another suit."""


@leaf
def danger(sight: Sight, tile: int) -> float:
    """Chance that discarding a tile loses the hand: 0 while nobody shows two sets."""
    risk = 0.0
    for seat in range(1, 4):
        n_open = suits = 0
        for meld in range(sight.meld_kind.shape[1]):
            kind = sight.meld_kind[seat, meld]
            if kind != NO_MELD and kind != MELD_KONG_CONCEALED:
                n_open += 1
                suits |= 1 << (int(np.int64(sight.meld_tile[seat, meld])) // 9)
        if n_open < _MELDS_THAT_WARN:
            continue
        share = _TWO if n_open == _MELDS_THAT_WARN else _MORE
        if sight.discards[seat, tile] > 0:
            share *= _SEEN
        if sight.live[tile] == 0:
            share *= _DEAD
        if tile >= 27 or tile % 9 == 0 or tile % 9 == 8:
            share *= _OUTSIDE
        suit = tile // 9
        held = suits & 7
        one_suit = held != 0 and held & (held - 1) == 0
        if one_suit and suit < 3 and (suits >> suit) & 1 == 0:
            share *= _OFF_SUIT
        risk += share
    return risk
