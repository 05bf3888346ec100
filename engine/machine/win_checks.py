"""Whether a win, an announced claim that loses or a false win may happen now.

Parts of `machine.verify`; each answers 0 or the code of a refusal.
"""

from __future__ import annotations

from engine.jit import leaf
from engine.machine.claims import check_claim, check_priority
from engine.machine.own_turn import check_turn
from engine.machine.refusals import (
    OK,
    R_CLAIMED_TWICE,
    R_FALSE_WIN_LEGAL,
    R_NOT_ALLOWED,
    R_NOTHING_TO_CLAIM,
    R_OWN_DISCARD,
    R_ROB_KONG,
    R_WIN_OTHER_TILE,
    R_WIN_WITHOUT_DRAW,
)
from engine.machine.special_wins import may_win_specially
from engine.machine.state import (
    BARRED,
    BY,
    DREW,
    FROM,
    LOST,
    PHASE,
    PHASE_ROB,
    PHASE_WINDOW,
    TILE,
    WINNERS,
    State,
)
from engine.machine.wins import check_worth
from engine.rules import P_ROB_KONG, Rules
from schemas.codes import BY_ROBBED_KONG, WIN


@leaf
def check_win(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a win out of order, on a tile that is not at stake, or that is worth none."""
    if st.num[PHASE] >= PHASE_WINDOW:
        if (st.num[WINNERS] >> seat) & 1:
            return R_CLAIMED_TWICE
        refusal = check_priority(rules, st, seat, WIN)
        return refusal if refusal != OK else _check_offered(rules, st, seat, tile)
    if may_win_specially(st, seat, tile):
        return OK
    refusal = check_turn(rules, st, seat)
    if refusal != OK:
        return refusal
    if st.num[DREW] == 0:
        return R_WIN_WITHOUT_DRAW
    if tile >= 0 and tile != st.num[TILE]:
        return R_WIN_OTHER_TILE
    return check_worth(st, seat)


@leaf
def check_lost_claim(rules: Rules, st: State, seat: int, claim: int, tile: int, low: int) -> int:
    """An announced claim has to be legal by itself; that it loses is checked with the winner."""
    if (st.num[LOST] >> seat) & 1:
        return R_CLAIMED_TWICE
    if claim != WIN:
        return check_claim(rules, st, seat, claim, tile, low)
    if not PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB:
        return R_NOTHING_TO_CLAIM
    return _check_offered(rules, st, seat, tile)


@leaf
def check_false_win(rules: Rules, st: State, seat: int, tile: int) -> int:
    """A false win is announced once, where a win could be: on the own turn or an offered tile.

    A tile that it names is the one at stake, as a win's is.
    """
    if tile >= 0 and tile != st.num[TILE]:
        return R_WIN_OTHER_TILE
    if st.num[PHASE] >= PHASE_WINDOW:
        if seat == st.num[FROM]:
            return R_OWN_DISCARD
        refusal = _check_offered(rules, st, seat, -1)
    else:
        refusal = check_turn(rules, st, seat)
        if refusal != OK:
            return refusal
        refusal = R_WIN_WITHOUT_DRAW if st.num[DREW] == 0 else check_worth(st, seat)
        if may_win_specially(st, seat, -1):
            refusal = OK
    if (st.num[BARRED] >> seat) & 1:
        return R_NOT_ALLOWED
    return R_FALSE_WIN_LEGAL if refusal == OK else OK


@leaf
def _check_offered(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a win on a tile that another seat has discarded or added to a kong."""
    if may_win_specially(st, seat, tile):
        return OK
    if seat == st.num[FROM]:
        return R_OWN_DISCARD
    if tile >= 0 and tile != st.num[TILE]:
        return R_WIN_OTHER_TILE
    if st.num[BY] == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0:
        return R_ROB_KONG
    return check_worth(st, seat)
