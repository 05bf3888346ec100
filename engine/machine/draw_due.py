"""Whether a draw is due, or the wall exhausted where one would be.

Parts of `machine.verify`; each answers 0 or the code of a refusal.
"""

from __future__ import annotations

from engine.jit import leaf
from engine.machine.draws import check_draw, drawable
from engine.machine.last_round import in_last_round
from engine.machine.order import drawer_after, has_drawn_last, next_seat, stands
from engine.machine.own_turn import first_of_all
from engine.machine.refusals import (
    OK,
    R_DRAW_NOT_DUE,
    R_EMPTY_WALL,
    R_LOST_WITHOUT_WINNER,
    R_MUST_REPLACE,
    R_NOT_EXHAUSTED,
    R_OUT_OF_TURN,
)
from engine.machine.state import (
    FROM,
    KONG_DUE,
    LOST,
    PHASE,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_START,
    PHASE_WINDOW,
    SEAT,
    State,
)
from engine.rules import Rules


@leaf
def check_draw_due(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a draw of a seat that is not to draw now, or of a tile that cannot come."""
    phase = st.num[PHASE]
    if PHASE_WINDOW <= phase <= PHASE_ROB:
        if seat != drawer_after(st):
            return R_OUT_OF_TURN
        if st.num[LOST] != 0:
            return R_LOST_WITHOUT_WINNER
        replaces = phase == PHASE_ROB and seat == st.num[FROM]
        return _check_next(rules, st, seat, tile, replaces)
    if phase == PHASE_START:
        return first_of_all(st)
    if in_last_round(rules, st):
        due = next_seat(st, st.num[SEAT])
        return _check_next(rules, st, seat, tile, False) if seat == due else R_OUT_OF_TURN
    if seat != st.num[SEAT]:
        return R_OUT_OF_TURN
    if phase == PHASE_REPLACE:
        return R_MUST_REPLACE
    if phase == PHASE_DRAW:
        return _check_next(rules, st, seat, tile, st.num[KONG_DUE] == 1)
    return R_DRAW_NOT_DUE


@leaf
def gets_tile(rules: Rules, st: State, seat: int) -> bool:
    """Whether a seat that is to draw has a tile to draw."""
    return bool(drawable(rules, st, seat) > 0 and not has_drawn_last(rules, st, seat))


@leaf
def _check_next(rules: Rules, st: State, seat: int, tile: int, tail: bool) -> int:
    if has_drawn_last(rules, st, seat):
        return R_EMPTY_WALL
    return check_draw(rules, st, seat, tile, tail)


@leaf
def check_exhausted(rules: Rules, st: State) -> int:
    """The wall is exhausted when the player to draw has no tile left."""
    phase = st.num[PHASE]
    drawer = st.num[SEAT]
    ended = PHASE_DRAW <= phase <= PHASE_REPLACE
    if phase == PHASE_WINDOW or (phase == PHASE_ROB and stands(st, st.num[FROM])):
        drawer = drawer_after(st)
        ended = st.num[LOST] == 0
    elif in_last_round(rules, st):
        drawer = next_seat(st, drawer)
        ended = True
    return OK if ended and not gets_tile(rules, st, drawer) else R_NOT_EXHAUSTED
