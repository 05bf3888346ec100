"""Puts what a player sees into the memory: masks of the hand, own melds, live copies, chances."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.policies.mcr_value.chances import open_chances
from engine.policies.mcr_value.layout import (
    A_KNOWN,
    A_LIVE,
    F_KNOWN,
    K_CONCEALED_KONG,
    K_EXPOSED_KONG,
    K_HEADER,
    K_NO_WILDCARD,
    K_ROUND_WIND,
    K_SEAT_WIND,
    K_WIND_LESS,
    M_EXPOSED,
    M_FIXED,
    M_HAND,
    M_KONG_PUNGS,
    M_MORE,
    M_N_FREE,
    M_ROUND_KIND,
    M_SEAT_KIND,
    M_WILD,
    X_HORIZON,
)
from engine.policies.mcr_value.melds import FIRST_PUNG, chow_number
from engine.policies.sight import (
    V_DRAWS_LEFT,
    V_N_MELDS,
    V_ROUND_WIND,
    V_SEAT_WIND,
    V_UNSEEN,
    V_WILD,
    Sight,
)
from schemas.codes import MELD_CHOW, MELD_KONG_CONCEALED, MELD_PUNG
from schemas.tiles import N_KINDS, N_TILES

_HALF_A_DRAW: Final = 0.5
_WINDS: Final = 27


@leaf
def load_hand(
    kin: NDArray[np.int64],
    kfl: NDArray[np.float64],
    sight: Sight,
    mem: NDArray[np.int64],
    flt: NDArray[np.float64],
) -> None:
    """Write all that the search and the weights need to know of the hand."""
    for place in range(K_HEADER):
        mem[A_KNOWN + place] = kin[place]
    for place in range(len(kfl)):
        flt[F_KNOWN + place] = kfl[place]
    wild = sight.num[V_WILD]
    one = two = three = four = 0
    n_wild = 0
    for kind in range(N_TILES):
        count = int(np.int64(sight.hand[kind]))
        if (wild >> kind) & 1:
            n_wild += count
        elif kind < N_KINDS:
            one |= int(count > 0) << kind
            two |= int(count > 1) << kind
            three |= int(count > 2) << kind
            four |= int(count > 3) << kind
        if kind < N_KINDS:
            mem[A_LIVE + kind] = max(min(int(np.int64(sight.live[kind])), 4), 0)
    mem[M_HAND] = one
    mem[M_HAND + 1] = two
    mem[M_HAND + 2] = three
    mem[M_HAND + 3] = four
    mem[M_WILD] = n_wild
    seat, round_wind = _WINDS + sight.num[V_SEAT_WIND], _WINDS + sight.num[V_ROUND_WIND]
    mem[M_SEAT_KIND] = seat
    mem[M_ROUND_KIND] = round_wind
    more = kin[K_NO_WILDCARD] if n_wild == 0 else 0
    n_melds = sight.num[V_N_MELDS]
    exposed = concealed = 0
    for meld in range(n_melds):
        kind, tile = int(sight.meld_kind[0, meld]), int(sight.meld_tile[0, meld])
        if kind == MELD_CHOW:
            mem[M_FIXED + meld] = chow_number(tile)
        else:
            mem[M_FIXED + meld] = FIRST_PUNG + tile
            if tile == seat:
                more += kin[K_SEAT_WIND] - kin[K_WIND_LESS]
            if tile == round_wind:
                more += kin[K_ROUND_WIND] - (kin[K_WIND_LESS] if tile != seat else 0)
            if kind == MELD_KONG_CONCEALED:
                more += kin[K_CONCEALED_KONG]
                concealed += 1
            elif kind != MELD_PUNG:
                more += kin[K_EXPOSED_KONG]
        exposed += int(kind != MELD_KONG_CONCEALED)
    mem[M_N_FREE] = 4 - n_melds
    mem[M_EXPOSED] = exposed
    mem[M_KONG_PUNGS] = concealed
    mem[M_MORE] = more
    draws = (sight.num[V_DRAWS_LEFT] + _HALF_A_DRAW) * kfl[X_HORIZON]
    open_chances(flt, draws / max(sight.num[V_UNSEEN], 1))
