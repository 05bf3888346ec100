"""How far the hands are from ready, and which tiles complete them, kept up to date cheaply.

The exact distance is a table look-up, but twenty of them a hand for each seat would be most of a
replay. A tile that is drawn or claimed shortens the distance by at most one, so a known distance
is a lower bound for as many tiles; only when the bound has run down is the hand looked at again.

Moves only note what has to be looked at (`STALE`, `FRESH`), and `measure` looks, once an event:
the look-ups are large kernels, and every caller of theirs is compiled with a copy of them.
"""

from __future__ import annotations

import numpy as np

from engine.jit import leaf, merge
from engine.machine.draws import is_flower
from engine.machine.shape import seat_distance, seat_waits
from engine.machine.state import (
    COMPLETES,
    DEALER,
    DEALT_DISTANCE,
    DREW,
    FIRST_READY,
    FRESH,
    FROM,
    GAINED,
    LOWER,
    N_DISCARDS,
    N_MELDS,
    OPENING,
    PHASE,
    PHASE_DRAW,
    PHASE_TURN,
    SEAT,
    STALE,
    TILE,
    State,
)
from engine.machine.wildcards import is_dead_discard
from engine.rules import P_DEALER_DRAWS_FIRST, Rules
from engine.tables import Tables


@leaf
def open_play(rules: Rules, st: State) -> None:
    """Let the dealer move and the hands be measured: no dealt flower is left, or none has to go.

    Where flowers may be kept it is done again after each that is exposed before the dealer moves.
    """
    st.num[SEAT] = st.num[DEALER]
    st.num[STALE] = 15
    st.num[OPENING] = 1
    st.seats[:, LOWER] = 0
    if rules.params[P_DEALER_DRAWS_FIRST] == 1:
        st.num[PHASE] = PHASE_DRAW
        return
    st.num[PHASE] = PHASE_TURN
    st.num[DREW] = 1
    st.num[FRESH] = 1


@merge
def measure(rules: Rules, tables: Tables, st: State) -> None:
    """Bring waits and completions up to date after an event.

    A drawn tile is set apart: waits are those of the hand between its turns. On the dealt hand of
    a dealer that draws no first tile it is the last tile dealt, or drawn in place of a flower.
    """
    holder = -1
    if st.num[PHASE] == PHASE_TURN and st.num[DREW] == 1:
        holder = st.num[SEAT]
        st.hand[holder, st.num[TILE]] -= 1
    for seat in range(4):
        if (st.num[STALE] >> seat) & 1:
            apart = 1 if seat == holder and not is_flower(st, seat, st.num[TILE]) else 0
            st.seats[seat, LOWER] -= st.seats[seat, GAINED] - apart
            st.seats[seat, GAINED] = apart
            if st.seats[seat, LOWER] <= 0:
                _look(rules, tables, st, seat)
            if st.num[OPENING] == 1:
                st.num[DEALT_DISTANCE + seat] = st.seats[seat, LOWER]
    if holder >= 0:
        st.hand[holder, st.num[TILE]] += 1
    st.num[STALE] = 0
    st.num[OPENING] = 0
    if st.num[FRESH] == 1:
        st.num[COMPLETES] = _completed(rules, st, holder)
        st.num[FRESH] = 0


@leaf
def _look(rules: Rules, tables: Tables, st: State, seat: int) -> None:
    n_melds = st.seats[seat, N_MELDS]
    exact = seat_distance(rules, tables, st, seat, n_melds)
    st.seats[seat, LOWER] = exact
    if exact > 0:
        st.waits[seat] = np.uint64(0)
        return
    st.waits[seat] = seat_waits(rules, tables, st, seat, n_melds)
    if st.seats[seat, FIRST_READY] < 0:
        st.seats[seat, FIRST_READY] = st.seats[seat, N_DISCARDS]


@merge
def _completed(rules: Rules, st: State, holder: int) -> int:
    """Bit mask of the seats that the tile at stake completes: its drawer, or all but its giver."""
    if is_dead_discard(rules, st):
        return 0
    mask = 0
    for seat in range(4):
        asked = seat == holder if holder >= 0 else seat != st.num[FROM]
        if asked and (st.waits[seat] >> np.uint64(st.num[TILE])) & np.uint64(1):
            mask |= 1 << seat
    return mask
