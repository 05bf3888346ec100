"""Wins and pungs that players let go by, noted when a window is left.

A seat has passed a win when the rules would have let it win on the tile at stake, discarded or
added to a kong, and it did not; a pung when it could have claimed one and claimed neither that
nor the kong (Luoyuan card, "Passed win"; Longgang card, item 5).
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.claims import check_claim
from engine.machine.marks import ALL_KINDS, PASSED_PUNG, PASSED_WIN, SINGLE, SINGLE_DUE
from engine.machine.refusals import OK
from engine.machine.restrict import restriction
from engine.machine.state import (
    BY,
    COMPLETES,
    FROM,
    N_MELDS,
    PHASE,
    PHASE_WINDOW,
    TILE,
    State,
)
from engine.machine.wins import check_worth
from engine.params import choice, param
from engine.rules import P_ROB_KONG, P_SETS, Rules
from schemas.codes import BY_ROBBED_KONG, CHOW, KONG_EXPOSED, PUNG

_PASSED_WIN: Final = param("play.passed_win")
_FREE: Final = choice("play.passed_win", "free")
_ANY_KIND: Final = choice("play.passed_win", "any_kind")
_PASSED_PUNG: Final = param("play.passed_pung")
_SINGLE_WAIT: Final = param("play.single_wait_exception")


@leaf
def leave_window(rules: Rules, st: State, seat: int, action: int) -> None:
    """Note what each seat lets go by with the event that closes a window, before it happens.

    Args:
        rules: compiled rules.
        st: the state, still in the window.
        seat: whose event closes it; -1 the end of the wall.
        action: that event: a claim or a draw, never a win.
    """
    for other in range(4):
        if other == st.num[FROM]:
            continue
        if (st.num[COMPLETES] >> other) & 1:
            _note_win(rules, st, other, other == seat and CHOW <= action <= PUNG)
        if rules.params[_PASSED_PUNG] == 1 and st.num[PHASE] == PHASE_WINDOW:
            claimed = other == seat and PUNG <= action <= KONG_EXPOSED
            holds = st.hand[other, st.num[TILE]] >= 2
            if holds and not claimed and _may_pung(rules, st, other):
                st.marks[other, PASSED_PUNG] |= 1 << st.num[TILE]


@leaf
def _note_win(rules: Rules, st: State, seat: int, claims_set: bool) -> None:
    """Note a passed win, and where it is claimed for a set, that a single tile may be kept.

    The single wait exception (Longgang card, item 5): a ready hand of four tiles.
    """
    robbing_barred = st.num[BY] == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0
    if robbing_barred or check_worth(st, seat) != OK:
        return
    tile = st.num[TILE]
    option = rules.params[_PASSED_WIN]
    if option == _ANY_KIND:
        st.marks[seat, PASSED_WIN] = ALL_KINDS
    elif option != _FREE:
        st.marks[seat, PASSED_WIN] |= 1 << tile
    st.marks[seat, SINGLE] = -1
    four_tiles = st.seats[seat, N_MELDS] == rules.params[P_SETS] - 1
    if claims_set and four_tiles and rules.params[_SINGLE_WAIT] == 1:
        st.marks[seat, SINGLE] = SINGLE_DUE


@leaf
def _may_pung(rules: Rules, st: State, seat: int) -> bool:
    if check_claim(rules, st, seat, PUNG, -1, -1) != OK:
        return False
    return restriction(rules, st, seat, PUNG, -1, -1) == OK
