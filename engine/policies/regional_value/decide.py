"""The kernel: bets, options to win, and whom else it asks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_TILE, Moves
from engine.policies.policy import Knowledge, Memory
from engine.policies.regional_value.choose import (
    weigh_discards,
    weigh_hand,
)
from engine.policies.regional_value.claims import choose_claim
from engine.policies.regional_value.danger import forget, watch
from engine.policies.regional_value.hand import read_hand
from engine.policies.regional_value.layout import (
    G_FLAT,
    G_ONE,
    G_PAYERS,
    K_DECLARES,
    K_LOOSE,
    K_WAITS,
    M_DEALS,
    M_KNOWN,
    M_TURNS,
    M_WILD,
    WAITS_DISCARD,
    WAITS_GOLD,
    X_LOSS,
    X_PATIENCE,
    X_PAY_BASE,
    X_PAY_DEALER,
    X_PAY_STREAK,
    X_PAY_TIMES,
)
from engine.policies.regional_value.turn import choose_turn, see_discards
from engine.policies.sight import (
    ASK_BET,
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_MAY_PASS,
    V_STREAK,
    V_WIN_TOTAL,
    Sight,
)
from engine.rules import Rules
from engine.tables import Tables
from schemas.codes import (
    WIN,
)

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


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
        return choose_turn(k, f, missing, sight, options, n, m, g)
    if ask == ASK_WINDOW:
        return choose_claim(k, f, rules, missing, sight, options, n, m, g)
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
        if not see_discards(k, f, sight, options, n, m, g):
            return False
        later = weigh_discards(k, f, missing, m, g)
    else:
        later = weigh_hand(k, f, missing, m, g)
    return bool(later > f[X_PATIENCE] * now)
