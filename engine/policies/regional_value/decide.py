"""The kernel: what to do with an option to win, on an own turn, in a window."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_LOW, M_TILE, Moves
from engine.machine.restrict import swap_mask
from engine.policies.policy import Knowledge, Memory
from engine.policies.regional_value.choose import (
    aim_of,
    in_flush,
    may_aim,
    plan_lack,
    weigh_discards,
    weigh_hand,
)
from engine.policies.regional_value.danger import danger, forget, ready_chance, watch
from engine.policies.regional_value.hand import add_meld, claim, open_hand, read_hand
from engine.policies.regional_value.layout import (
    G_ADD,
    G_DANGER,
    G_FLAT,
    G_ONE,
    G_PAYERS,
    G_PUNG,
    HALF,
    K_ALL_PAY,
    K_DECLARES,
    K_LOOSE,
    K_PENALTY,
    K_SWAPS,
    K_WAITS,
    M_BARE,
    M_BEST,
    M_BEST_HELP,
    M_BEST_LACK,
    M_DEALS,
    M_HAND,
    M_KNOWN,
    M_LEGAL,
    M_LIVE_WILD,
    M_MELDS,
    M_N,
    M_TURNS,
    M_WILD,
    PLAIN,
    PUNGS,
    WAITS_DISCARD,
    WAITS_GOLD,
    X_BOLD,
    X_DECLARE_FROM,
    X_GREED,
    X_KONG,
    X_KONG_FLAT,
    X_LOSS,
    X_PATIENCE,
    X_PAY_BASE,
    X_PAY_DEALER,
    X_PAY_STREAK,
    X_PAY_TIMES,
    X_PUNG,
)
from engine.policies.regional_value.plans import (
    AIM_ANY,
    count_alike,
    read_suits,
    suits_lack,
    take_meld,
)
from engine.policies.sight import (
    ASK_BET,
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_MAY_PASS,
    V_STREAK,
    V_WALL_LEFT,
    V_WILD,
    V_WIN_TOTAL,
    Sight,
)
from engine.rules import Rules
from engine.tables import Tables
from schemas.codes import (
    CHOW,
    DECLARE_READY,
    DISCARD,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    OPEN_PLAY,
    PUNG,
    SHOW_READY,
    WIN,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_FARTHEST: Final = 3
"""Claims for a plan that lacks so many tiles more than the plain hand are not looked at."""


def decide_regional(
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    stream: NDArray[np.uint64],
    memory: Memory,
) -> int:
    """Choose one of `n` options; see `engine.policies.policy.Policy`."""
    k, f = knowledge.ints, knowledge.floats
    m, g = memory.ints, memory.floats
    missing = tables.missing_any if k[K_LOOSE] == 1 else tables.missing
    if m[0] == 0:
        m[0] = 1
        m[M_KNOWN] = 0
        forget(m)
    ask = sight.num[V_ASK]
    if ask == ASK_BET:
        return _lowest_bet(options, n)
    if k[K_DECLARES] == 1:
        watch(sight, m)
    if options[0, M_ACTION] == WIN and not _waits(k, f, missing, sight, options, n, m, g):
        return 0
    if ask == ASK_TURN:
        return _choose_turn(k, f, missing, sight, options, n, m, g)
    if ask == ASK_WINDOW:
        return _choose_claim(k, f, rules, missing, sight, options, n, m, g)
    return -1


@leaf
def _lowest_bet(options: Moves, n: int) -> int:
    """The row of the lowest bet: among equals a bet gains nothing, it only widens the swing."""
    lowest = 0
    for row in range(n):
        if options[row, M_TILE] < options[lowest, M_TILE]:
            lowest = row
    return lowest


@leaf
def _waits(
    k: Ints,
    f: Floats,
    missing: NDArray[np.uint64],
    sight: Sight,
    options: Moves,
    n: int,
    m: Ints,
    g: Floats,
) -> bool:
    """Whether a win is let go by because the hand is worth clearly more when it goes on."""
    on_turn = sight.num[V_ASK] == ASK_TURN
    if k[K_WAITS] & (WAITS_GOLD if on_turn else WAITS_DISCARD) == 0:
        return False
    if sight.num[V_MAY_PASS] == 0 and not on_turn:
        return False
    read_hand(k, f, sight, m, g)
    if m[M_TURNS] == 0 or (on_turn and m[M_WILD] < 2):
        return False
    due = f[X_PAY_BASE] + f[X_PAY_TIMES] * sight.num[V_WIN_TOTAL] + g[G_FLAT]
    dealers = f[X_PAY_DEALER] + f[X_PAY_STREAK] * sight.num[V_STREAK]
    due += dealers if m[M_DEALS] == 1 else dealers / 3
    now = due * (g[G_PAYERS] if on_turn else g[G_ONE]) + f[X_LOSS]
    if on_turn:
        if not _see_discards(k, f, sight, options, n, m, g):
            return False
        later = weigh_discards(k, f, missing, m, g)
    else:
        later = weigh_hand(k, f, missing, m, g)
    return bool(later > f[X_PATIENCE] * now)


@leaf
def _see_discards(
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
def _choose_turn(
    k: Ints,
    f: Floats,
    missing: NDArray[np.uint64],
    sight: Sight,
    options: Moves,
    n: int,
    m: Ints,
    g: Floats,
) -> int:
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
    _see_discards(k, f, sight, options, n, m, g)
    best = weigh_discards(k, f, missing, m, g)
    tile, lack = m[M_BEST], m[M_BEST_LACK]
    enough = m[M_BEST_HELP] + m[M_LIVE_WILD] >= f[X_DECLARE_FROM]
    if declaration >= 0 and lack == 1 and tile >= 0 and enough:
        return declaration
    if opens >= 0:
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


@leaf
def _choose_claim(
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
