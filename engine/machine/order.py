"""Whose turn follows: seats in order, those that stand 站胡 after a foul passed by.

A standing seat draws no more, plays no more and cannot win (Luoyuan card, "Fouls"). A chow is still
claimed only from the seat before, so nobody chows across a seat that stands.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.machine.state import (
    DREW,
    FOULED,
    FROM,
    KONG_DUE,
    N_MELDS,
    PHASE,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_START,
    PHASE_TURN,
    RESUME,
    SEAT,
    STANDING,
    State,
)
from engine.rules import P_HAND_SIZE, Rules

_ALL: Final = 15


@merge
def stands(st: State, seat: int) -> bool:
    """Whether a seat stands."""
    return bool((st.num[STANDING] >> seat) & 1)


@merge
def is_held(st: State, seat: int) -> bool:
    """Whether restrictions hold a seat."""
    return bool((st.num[FOULED] >> seat) & 1 == 0)


@leaf
def all_stand(st: State) -> bool:
    """Whether nobody is left that plays."""
    return bool(st.num[STANDING] == _ALL)


@merge
def next_seat(st: State, seat: int) -> int:
    """The seat that plays after another one."""
    if st.num[STANDING] == 0:
        return (seat + 1) % 4
    return _next_playing(st, seat)


@merge
def drawer_after(st: State) -> int:
    """The seat that draws when all let the open window go by: after a kong its maker."""
    giver: int = st.num[FROM]
    if st.num[PHASE] == PHASE_ROB and not stands(st, giver):
        return giver
    return next_seat(st, giver)


@merge
def has_drawn_last(rules: Rules, st: State, seat: int) -> bool:
    """Whether a seat that is to draw holds a full hand: it has had its tile of the last round.

    With standing seats the round comes back to a player before its tiles are used up.
    """
    return st.num[STANDING] != 0 and tiles_over(rules, st, seat) > 0


@leaf
def in_deal(st: State) -> bool:
    """Whether dealt flowers are being replaced or the wildcard turned: a part of the deal.

    A seat that stands already still takes part in it.
    """
    phase = st.num[PHASE]
    return bool(phase == PHASE_START or (phase == PHASE_REPLACE and st.num[RESUME] == PHASE_START))


@leaf
def pass_standing(st: State) -> None:
    """Let the turn, or the draw that is due, of a standing seat go to the next one that plays.

    What it has drawn stays with it; a kong or flower of its own is not replaced any more, and it
    waits for nothing.
    """
    for seat in range(4):
        if stands(st, seat):
            st.waits[seat] = np.uint64(0)
    phase = st.num[PHASE]
    if phase < PHASE_DRAW or phase > PHASE_TURN or in_deal(st) or not stands(st, st.num[SEAT]):
        return
    st.num[SEAT] = _next_playing(st, st.num[SEAT])
    st.num[PHASE] = PHASE_DRAW
    st.num[DREW] = 0
    st.num[KONG_DUE] = 0


@leaf
def _next_playing(st: State, seat: int) -> int:
    following = (seat + 1) % 4
    for _ in range(3):
        if not stands(st, following):
            return following
        following = (following + 1) % 4
    return following


@leaf
def tiles_over(rules: Rules, st: State, seat: int) -> int:
    """Tiles that a seat holds beyond the size of a hand between turns, a meld being three."""
    held = 3 * st.seats[seat, N_MELDS] - rules.params[P_HAND_SIZE]
    for n in st.hand[seat]:
        held += n
    return int(held)
