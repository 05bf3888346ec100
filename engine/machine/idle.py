"""Idle gold 闲金 at the table: hands that may not go before another winner.

Luoyuan card, "Play"; what is idle says `engine.wild_bars`, which also judges the other choice, that
such a hand may not win on the tile at all.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.state import (
    COMPLETES,
    N_MELDS,
    PHASE,
    PHASE_ROB,
    PHASE_WINDOW,
    TILE,
    WILDCARD,
    X_IDLE,
    State,
)
from engine.params import choice, param
from engine.rules import Rules
from engine.tables import Tables
from engine.wild import proper_wildcards
from engine.wild_bars import is_idle

_IDLE: Final = param("wildcard.idle")
_NO_INTERCEPT: Final = choice("wildcard.idle", "no_intercept")


@leaf
def note_idle(rules: Rules, tables: Tables, st: State) -> None:
    """Note which of the hands that the offered tile completes may not go before another winner."""
    st.special[X_IDLE] = 0
    in_window = PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB
    if rules.params[_IDLE] != _NO_INTERCEPT or not in_window or st.num[WILDCARD] < 0:
        return
    wild = proper_wildcards(rules, st.num[WILDCARD])
    for seat in range(4):
        if (st.num[COMPLETES] >> seat) & 1:
            n_melds, tile = st.seats[seat, N_MELDS], st.num[TILE]
            idle = is_idle(rules, tables, st.hand[seat], n_melds, wild, tile)
            st.special[X_IDLE] |= int(idle) << seat
