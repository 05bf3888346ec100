"""What is done on an own turn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_TILE, Moves
from engine.policies.regional_value.choose import (
    weigh_discards,
    weigh_hand,
)
from engine.policies.regional_value.danger import danger, ready_chance
from engine.policies.regional_value.hand import add_meld, open_hand, read_hand
from engine.policies.regional_value.layout import (
    G_ADD,
    G_DANGER,
    G_FLAT,
    G_PUNG,
    K_ALL_PAY,
    K_PENALTY,
    M_BARE,
    M_BEST,
    M_BEST_HELP,
    M_BEST_LACK,
    M_HAND,
    M_LEGAL,
    M_LIVE_WILD,
    M_MELDS,
    M_N,
    M_TURNS,
    X_BOLD,
    X_DECLARE_FROM,
    X_KONG,
    X_KONG_FLAT,
    X_PUNG,
)
from engine.policies.sight import (
    V_WALL_LEFT,
    V_WILD,
    Sight,
)
from schemas.codes import (
    DECLARE_READY,
    DISCARD,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    MELD_KONG_CONCEALED,
    OPEN_PLAY,
    SHOW_READY,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@leaf
def see_discards(
    k: Ints, f: Floats, sight: Sight, options: Moves, n: int, m: Ints, g: Floats
) -> bool:
    """Note which kinds may be discarded and what each risks; whether there are any."""
    m[M_LEGAL] = 0
    penalty = sight.num[V_WALL_LEFT] == k[K_PENALTY]
    careful = penalty or k[K_ALL_PAY] == 0
    chances = (0.0, 0.0, 0.0)
    if careful:
        chances = (ready_chance(k, sight, 1), ready_chance(k, sight, 2), ready_chance(k, sight, 3))
    for row in range(n):
        if options[row, M_ACTION] == DISCARD:
            tile = int(options[row, M_TILE])
            m[M_LEGAL] |= 1 << tile
            g[G_DANGER + tile] = danger(f, sight, m, tile, chances) if careful else 0.0
    return bool(m[M_LEGAL] != 0)


@leaf
def choose_turn(
    k: Ints,
    f: Floats,
    missing: NDArray[np.uint64],
    sight: Sight,
    options: Moves,
    n: int,
    m: Ints,
    g: Floats,
) -> int:
    """The own turn: flowers, kongs, declarations, the discard; a row of the options."""
    kongs = n_discards = 0
    declaration = opens = first_discard = -1
    for row in range(n):
        action = options[row, M_ACTION]
        if action == FLOWER:
            return row
        if action == DISCARD:
            n_discards += 1
            first_discard = row
        elif action in (KONG_ADDED, KONG_CONCEALED):
            kongs += 1
        elif action in (DECLARE_READY, SHOW_READY):
            declaration = row  # shown ready stands behind declared ready and pays more
        elif action == OPEN_PLAY:
            opens = row
    if n_discards == 1 and n == 1:
        return first_discard
    read_hand(k, f, sight, m, g)
    see_discards(k, f, sight, options, n, m, g)
    best = weigh_discards(k, f, missing, m, g)
    tile, lack = m[M_BEST], m[M_BEST_LACK]
    enough = m[M_BEST_HELP] + m[M_LIVE_WILD] >= f[X_DECLARE_FROM]
    if declaration >= 0 and lack == 1 and tile >= 0 and enough:
        return declaration
    if opens >= 0 and f[X_BOLD] > 0:
        open_hand(f, m, g)
        if weigh_discards(k, f, missing, m, g) > f[X_BOLD] * best:
            return opens
    chosen = _row_of(options, n, DISCARD, tile) if tile >= 0 else first_discard
    if tile >= 0 and best < 0:
        chosen = _safe_wildcard(sight, options, n, chosen)
    if kongs > 0:
        for row in range(n):
            action = options[row, M_ACTION]
            if action in (KONG_ADDED, KONG_CONCEALED):
                read_hand(k, f, sight, m, g)
                _make_kong(f, m, g, action == KONG_CONCEALED, int(options[row, M_TILE]))
                value = weigh_hand(k, f, missing, m, g)
                if value > best or chosen < 0:
                    best = value
                    chosen = row
    return chosen if chosen >= 0 else 0


@leaf
def _make_kong(f: Floats, m: Ints, g: Floats, concealed: bool, tile: int) -> None:
    """Lay down a kong on the own turn; its replacement is one draw more."""
    m[M_TURNS] += 1
    if concealed:
        m[M_HAND + tile] -= 4
        m[M_N] -= 1
        m[M_MELDS] += 1
        add_meld(f, m, g, MELD_KONG_CONCEALED, tile)
    else:
        m[M_HAND + tile] -= 1
        m[M_BARE] = 0
        g[G_PUNG] -= f[X_PUNG + 34 + tile]
        g[G_ADD] += f[X_KONG + tile]
        g[G_FLAT] += f[X_KONG_FLAT]


@leaf
def _row_of(options: Moves, n: int, action: int, tile: int) -> int:
    for row in range(n):
        if options[row, M_ACTION] == action and options[row, M_TILE] == tile:
            return row
    return -1


@leaf
def _safe_wildcard(sight: Sight, options: Moves, n: int, chosen: int) -> int:
    """A wildcard instead of a discard that is expected to lose: nobody can win on it."""
    for row in range(n):
        wild = (sight.num[V_WILD] >> int(options[row, M_TILE])) & 1 == 1
        if wild and options[row, M_ACTION] == DISCARD:
            return row
    return chosen
