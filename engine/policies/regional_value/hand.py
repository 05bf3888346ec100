"""Reads what a player sees into the working memory, and plays moves there before they are made."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.marks import BOUND_OPEN, BOUND_SHOWN
from engine.policies.regional_value.layout import (
    G_ADD,
    G_BARE,
    G_DECLARED,
    G_EXTRA,
    G_FLAT,
    G_LIVE,
    G_ONE,
    G_PAYERS,
    G_PUNG,
    G_TIMES,
    G_UNSEEN,
    K_ALL_PAY,
    K_FLOWERS,
    K_SETS,
    K_THREE_SELF,
    M_BARE,
    M_CHOWS,
    M_DEALS,
    M_HAND,
    M_LIVE_WILD,
    M_MELDS,
    M_N,
    M_NO_CLAIM,
    M_OPEN,
    M_ROUND_WIND,
    M_SEAT_WIND,
    M_SELF_ONLY,
    M_SUITS,
    M_TURNS,
    M_WILD,
    X_CLAIM,
    X_DEALER_ADD,
    X_DEALER_TIMES,
    X_DECLARED,
    X_FLOWER,
    X_GOLD,
    X_HONOR,
    X_HONOR_TIMES,
    X_KONG,
    X_KONG_FLAT,
    X_OPEN_PLAY,
    X_PUNG,
    X_SHOWN,
    X_STREAK_ADD,
)
from engine.policies.regional_value.weigh import honor_at
from engine.policies.sight import (
    V_BOUND,
    V_DEALER,
    V_DRAWS_LEFT,
    V_N_MELDS,
    V_ROUND_WIND,
    V_SEAT_WIND,
    V_STREAK,
    V_UNSEEN,
    V_WILD,
    Sight,
)
from schemas.codes import FLAG_DECLARED_READY, MELD_CHOW, MELD_KONG_CONCEALED, MELD_PUNG
from schemas.tiles import N_TILES

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_PUNG_CLAIMS: Final = 3.0
"""Three players discard what may be punged, one what may be chowed."""


@leaf
def read_hand(k: Ints, f: Floats, sight: Sight, m: Ints, g: Floats) -> None:
    """Read the own hand, what is live, who deals, what the melds and flowers add."""
    num = sight.num
    wild = num[V_WILD]
    m[M_WILD] = m[M_LIVE_WILD] = 0
    g[G_BARE] = 1.0
    flowers_live = 0
    for tile in range(N_TILES):
        count = int(sight.hand[tile])
        live = max(0, int(sight.live[tile]))
        if (wild >> tile) & 1:
            m[M_WILD] += count
            m[M_LIVE_WILD] += live
            count = live = 0
        elif (k[K_FLOWERS] >> tile) & 1:
            flowers_live += live
            count = live = 0
        if tile < 34:
            m[M_HAND + tile] = count
            g[G_LIVE + tile] = live
            g[G_EXTRA + tile] = 0.0
            if live > 0:
                claimed_by = _PUNG_CLAIMS if count >= 2 else (1.0 if tile < 27 else 0.0)
                g[G_EXTRA + tile] = live * claimed_by * f[X_CLAIM]
    m[M_N] = k[K_SETS] - num[V_N_MELDS]
    m[M_MELDS] = num[V_N_MELDS]
    m[M_TURNS] = num[V_DRAWS_LEFT]
    m[M_SEAT_WIND] = num[V_SEAT_WIND]
    m[M_ROUND_WIND] = num[V_ROUND_WIND]
    m[M_DEALS] = 1 if num[V_DEALER] == 0 else 0
    m[M_OPEN] = m[M_SUITS] = m[M_CHOWS] = 0
    m[M_BARE] = 1
    g[G_UNSEEN] = max(1.0, float(num[V_UNSEEN]))
    g[G_BARE] = np.exp(-0.5 * m[M_TURNS] * flowers_live / g[G_UNSEEN])
    g[G_ADD] = m[M_WILD] * f[X_GOLD]
    g[G_PUNG] = g[G_FLAT] = g[G_DECLARED] = 0.0
    g[G_TIMES] = 1.0
    for tile in range(N_TILES):
        if sight.flowers[0, tile] > 0:
            m[M_BARE] = 0
            at = X_FLOWER + 42 * m[M_SEAT_WIND] + tile
            g[G_ADD] += f[at] * int(sight.flowers[0, tile])
    for meld in range(num[V_N_MELDS]):
        add_meld(f, m, g, int(sight.meld_kind[0, meld]), int(sight.meld_tile[0, meld]))
    _read_payers(k, f, sight, m, g)
    bound = num[V_BOUND]
    m[M_SELF_ONLY] = m[M_NO_CLAIM] = 0
    if bound & BOUND_OPEN:
        open_hand(f, m, g)
    if bound & FLAG_DECLARED_READY or bound & BOUND_SHOWN:
        m[M_NO_CLAIM] = 1
        g[G_DECLARED] = f[X_SHOWN] if bound & BOUND_SHOWN else f[X_DECLARED]
    if k[K_THREE_SELF] == 1 and m[M_WILD] >= 3:
        m[M_SELF_ONLY] = 1


@leaf
def _read_payers(k: Ints, f: Floats, sight: Sight, m: Ints, g: Floats) -> None:
    """How many payments a win brings, and what the dealer adds to one in the mean."""
    dealer = f[X_DEALER_ADD] + f[X_STREAK_ADD] * sight.num[V_STREAK]
    if m[M_DEALS] == 1:
        g[G_PAYERS] = 3 * f[X_DEALER_TIMES]
        g[G_ADD] += dealer
    else:
        g[G_PAYERS] = 2 + f[X_DEALER_TIMES]
        g[G_ADD] += dealer / 3
    g[G_ONE] = g[G_PAYERS] if k[K_ALL_PAY] == 1 else g[G_PAYERS] / 3


@leaf
def open_hand(f: Floats, m: Ints, g: Floats) -> None:
    """Open play 明打: nothing is claimed, self-draws alone win."""
    m[M_SELF_ONLY] = m[M_NO_CLAIM] = 1
    g[G_TIMES] *= f[X_OPEN_PLAY]


@leaf
def add_meld(f: Floats, m: Ints, g: Floats, kind: int, tile: int) -> None:
    """Count a meld among those that the hand has."""
    m[M_SUITS] |= 1 << (tile // 9)
    if kind != MELD_KONG_CONCEALED:
        m[M_OPEN] = 1
    if kind == MELD_CHOW:
        m[M_CHOWS] += 1
        return
    concealed = kind == MELD_KONG_CONCEALED
    if tile >= 27:
        at = honor_at(m, tile)
        g[G_ADD] += f[at]
        g[G_TIMES] *= f[at + X_HONOR_TIMES - X_HONOR]
    if kind == MELD_PUNG:
        g[G_PUNG] += f[X_PUNG + 34 + tile]
    else:
        m[M_BARE] = 0
        g[G_ADD] += f[X_KONG + (34 if concealed else 0) + tile]
        g[G_FLAT] += f[X_KONG_FLAT + (1 if concealed else 0)]


@leaf
def claim(f: Floats, m: Ints, g: Floats, kind: int, tile: int, low: int) -> None:
    """Lay down a meld with a tile that is not in the hand: a chow's lowest, pung or kong."""
    if kind == MELD_CHOW:
        for part in range(low, low + 3):
            m[M_HAND + part] -= 1 if part != tile else 0
        add_meld(f, m, g, kind, low)
    else:
        m[M_HAND + tile] -= 2 if kind == MELD_PUNG else 3
        add_meld(f, m, g, kind, tile)
    m[M_N] -= 1
    m[M_MELDS] += 1
    m[M_OPEN] = 1
