"""Declarations: ready 宣告聽牌, ready and shown 聽牌現牌, open play 明打.

A seat declares on its own turn, before the discard. Ready: some discard leaves the hand ready, one
of these has to follow at once, and from then on the hand stays as it is (Taiwan card, "Declared
ready"). Open play: on the own first turn (Yantai card, "Open play").
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.last_round import in_last_round
from engine.machine.log import Log
from engine.machine.marks import (
    BOUND,
    BOUND_DECLARED,
    BOUND_DUE,
    BOUND_FLAGS,
    BOUND_HAND,
    BOUND_OPEN,
    BOUND_SHOWN,
    READY_DISCARDS,
)
from engine.machine.moves import log_plain
from engine.machine.refusals import (
    OK,
    R_DECLARED,
    R_LAST_ROUND,
    R_NOT_IN_RULES,
    R_NOT_READY_AFTER,
    R_OPEN_PLAY_LATE,
)
from engine.machine.state import FRESH, N_DISCARDS, N_MELDS, STARTING, State
from engine.params import choice, param
from engine.rules import Rules
from schemas.codes import MELD_KONG_CONCEALED, OPEN_PLAY, SHOW_READY

_DECLARE_READY: Final = param("play.declare_ready")
_NONE: Final = choice("play.declare_ready", "none")
_SHOWN: Final = choice("play.declare_ready", "shown")
_OPEN_PLAY: Final = param("play.open_play")


@leaf
def check_declaration(rules: Rules, st: State, seat: int, action: int) -> int:
    """Refuse a declaration of the seat whose turn it is; in the last round no discard follows."""
    if in_last_round(rules, st):
        return R_LAST_ROUND
    bound = st.marks[seat, BOUND]
    if action == OPEN_PLAY:
        if rules.params[_OPEN_PLAY] == 0:
            return R_NOT_IN_RULES
        if bound & BOUND_OPEN:
            return R_DECLARED
        return _check_first_turn(st, seat)
    option = rules.params[_DECLARE_READY]
    if option == _NONE or (action == SHOW_READY and option != _SHOWN):
        return R_NOT_IN_RULES
    if bound & BOUND_HAND or bound & BOUND_DUE:
        return R_DECLARED
    return OK if st.marks[seat, READY_DISCARDS] != 0 else R_NOT_READY_AFTER


@leaf
def _check_first_turn(st: State, seat: int) -> int:
    """Open play begins before the first discard, with nothing claimed; kongs may be concealed."""
    late = st.seats[seat, N_DISCARDS] > 0
    for k in range(st.seats[seat, N_MELDS]):
        late = late or st.meld_kind[seat, k] != MELD_KONG_CONCEALED
    return R_OPEN_PLAY_LATE if late else OK


@leaf
def declare(st: State, log: Log, seat: int, action: int) -> None:
    """Bind the seat by its declaration.

    A win that the drawn tile already makes is worth more in open play, so it is looked at again.
    """
    st.num[STARTING] = 0
    if action == OPEN_PLAY:
        st.marks[seat, BOUND] |= BOUND_OPEN
        st.num[FRESH] = 1
    else:
        shown = BOUND_SHOWN if action == SHOW_READY else 0
        st.marks[seat, BOUND] |= BOUND_DECLARED | shown | BOUND_DUE
    log_plain(st, log, seat, action, -1)


@leaf
def declared_flags(st: State, seat: int) -> int:
    """Flags of a win of the seat for what it has declared."""
    return int(st.marks[seat, BOUND] & BOUND_FLAGS)
