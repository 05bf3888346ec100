"""Whether an event may happen now: one verdict for policies, records and people.

`verify` changes nothing; it answers 0 or the code of a refusal (`machine.refusals`). Options are
the candidates that it accepts, so what is offered and what is accepted can never differ.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.aborts import check_abort, is_abort_due
from engine.machine.claims import RANK_WIN, check_claim, check_priority, claim_rank
from engine.machine.declare import check_declaration
from engine.machine.draws import check_draw, drawable, is_flower
from engine.machine.keep_back import kept_for_kong
from engine.machine.last_round import at_penalty_discard, in_last_round, must_expose
from engine.machine.marks import ACTIVE
from engine.machine.refusals import (
    OK,
    R_ABORT_DUE,
    R_AFTER_END,
    R_BAD_SEAT,
    R_CLAIMED_TWICE,
    R_DRAW_NOT_DUE,
    R_FALSE_WIN_LEGAL,
    R_FLOWER_FIRST,
    R_KONG_AT_PENALTY,
    R_KONG_WITHOUT_DRAW,
    R_LAST_ROUND,
    R_LOST_WITHOUT_WINNER,
    R_MUST_DRAW,
    R_MUST_REPLACE,
    R_NO_PUNG,
    R_NO_REPLACEMENT,
    R_NOT_A_FLOWER,
    R_NOT_A_RUN,
    R_NOT_ALLOWED,
    R_NOT_EXHAUSTED,
    R_NOT_HELD,
    R_NOT_IN_PLAY,
    R_NOT_IN_RULES,
    R_NOTHING_TO_CLAIM,
    R_OUT_OF_TURN,
    R_OWN_DISCARD,
    R_REPLACE_NOT_DUE,
    R_ROB_KONG,
    R_TURN_FIRST,
    R_WILDCARD_DISCARDED,
    R_WILDCARD_IN_MELD,
    R_WIN_OTHER_TILE,
    R_WIN_WITHOUT_DRAW,
)
from engine.machine.restrict import restriction
from engine.machine.special_wins import may_win_specially
from engine.machine.state import (
    BARRED,
    BY,
    DREW,
    FROM,
    KONG_DUE,
    LOST,
    N_MELDS,
    PHASE,
    PHASE_DRAW,
    PHASE_OVER,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_START,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    STARTING,
    TILE,
    WINNERS,
    X_TURN_DUE,
    State,
)
from engine.machine.turning import check_turn_wildcard
from engine.machine.wildcards import holds_other, may_be_melded, must_not_discard
from engine.machine.wins import check_worth
from engine.params import param
from engine.rules import P_ROB_KONG, Rules
from schemas.codes import (
    ABORT,
    BY_ROBBED_KONG,
    CHOW,
    DECLARE_READY,
    DISCARD,
    DRAW,
    EXHAUSTED,
    FALSE_WIN,
    FLOWER,
    FOUL,
    KONG_ADDED,
    KONG_CONCEALED,
    LOST_CLAIM,
    MELD_PUNG,
    OPEN_PLAY,
    REPLACE,
    TURN_WILDCARD,
    WIN,
)
from schemas.tiles import N_TILES

_DEFERRED_KONG: Final = param("play.deferred_kong_after_claim")


@leaf
def verify(
    rules: Rules,
    st: State,
    seat: int,
    action: int,
    tile: int,
    low: int,
    claim: int,
) -> int:
    """Check one event against the state.

    Args:
        rules: compiled rules.
        st: the state.
        seat: who acts; of no meaning for `exhausted` and `abort`.
        action: an action of `schemas.codes`.
        tile: its tile, −1 where it names none.
        low: lowest tile of a chow, else −1.
        claim: the action announced by a lost claim, else −1.

    Returns:
        0, or the code of the refusal.
    """
    if action == DRAW and is_abort_due(st):
        return R_ABORT_DUE
    refusal = _check(rules, st, seat, action, tile, low, claim)
    if refusal != OK or st.course[ACTIVE] == 0:
        return refusal
    asked = claim if action == LOST_CLAIM else action
    return restriction(rules, st, seat, asked, tile, low)


@leaf
def _check(
    rules: Rules,
    st: State,
    seat: int,
    action: int,
    tile: int,
    low: int,
    claim: int,
) -> int:
    """What the order of play and the tiles say; restrictions come after."""
    phase = st.num[PHASE]
    if phase == PHASE_OVER:
        return R_AFTER_END
    if action == EXHAUSTED:
        return _check_exhausted(rules, st)
    if action == ABORT:
        return check_abort(rules, st)
    if seat < 0 or seat > 3:
        return R_BAD_SEAT
    if tile >= N_TILES:
        return R_NOT_IN_PLAY
    if action == WIN:
        return _check_win(rules, st, seat, tile)
    if phase == PHASE_WON:
        return R_AFTER_END
    if action == DISCARD:
        return _check_discard(rules, st, seat, tile)
    if action == DRAW:
        return _check_draw_due(rules, st, seat, tile)
    if 0 < claim_rank(action) < RANK_WIN:
        if action == CHOW and low < 0:
            return R_NOT_A_RUN
        refusal = check_claim(rules, st, seat, action, tile, low)
        return refusal if refusal != OK else check_priority(rules, st, seat, action)
    if action == KONG_ADDED:
        return _check_added_kong(rules, st, seat, tile)
    if action == KONG_CONCEALED:
        return _check_own_kong(rules, st, seat, tile, 4)
    if action == FLOWER:
        return _check_flower(rules, st, seat, tile)
    if action == REPLACE:
        if phase != PHASE_REPLACE:
            return R_REPLACE_NOT_DUE
        return check_draw(rules, st, seat, tile, True) if seat == st.num[SEAT] else R_OUT_OF_TURN
    if action == LOST_CLAIM:
        return _check_lost_claim(rules, st, seat, claim, tile, low)
    if DECLARE_READY <= action <= OPEN_PLAY:
        refusal = _check_turn(rules, st, seat)
        return refusal if refusal != OK else check_declaration(rules, st, seat, action)
    if action == FALSE_WIN:
        return _check_false_win(rules, st, seat)
    if action == FOUL:
        return _first_of_all(st) if phase == PHASE_START else OK
    if action == TURN_WILDCARD:
        return check_turn_wildcard(rules, st, seat, tile)
    return R_NOT_IN_RULES


@leaf
def _check_turn(rules: Rules, st: State, seat: int) -> int:
    """Refuse an own-turn action of a seat that does not hold a full hand on its turn."""
    phase = st.num[PHASE]
    if phase == PHASE_START:
        return _first_of_all(st)
    if phase == PHASE_WINDOW:
        return R_MUST_DRAW if seat == (st.num[FROM] + 1) % 4 else R_OUT_OF_TURN
    if phase == PHASE_ROB:
        return R_MUST_DRAW if seat == st.num[FROM] else R_OUT_OF_TURN
    if seat != st.num[SEAT]:
        return R_OUT_OF_TURN
    if phase == PHASE_DRAW:
        return R_MUST_DRAW
    if phase == PHASE_REPLACE:
        return R_MUST_REPLACE
    return R_FLOWER_FIRST if must_expose(rules, st) else OK


@merge
def _first_of_all(st: State) -> int:
    """What goes before the dealer's first act: the wildcard is turned up, flowers are exposed."""
    return R_TURN_FIRST if st.special[X_TURN_DUE] == 1 else R_FLOWER_FIRST


@leaf
def _check_discard(rules: Rules, st: State, seat: int, tile: int) -> int:
    refusal = _check_turn(rules, st, seat)
    if refusal != OK:
        return refusal
    if in_last_round(rules, st):
        return R_LAST_ROUND
    if tile < 0 or st.hand[seat, tile] == 0:
        return R_NOT_HELD
    if must_not_discard(rules, st, seat, tile):
        # A hand of nothing else has to win; where it is worth no win it cannot be held up.
        wins = st.num[DREW] == 1 and check_worth(st, seat) == OK
        return R_WILDCARD_DISCARDED if holds_other(st, seat) or wins else OK
    return OK


@leaf
def _check_draw_due(rules: Rules, st: State, seat: int, tile: int) -> int:
    phase = st.num[PHASE]
    if PHASE_WINDOW <= phase <= PHASE_ROB:
        drawer = (st.num[FROM] + 1) % 4 if phase == PHASE_WINDOW else st.num[FROM]
        if seat != drawer:
            return R_OUT_OF_TURN
        if st.num[LOST] != 0:
            return R_LOST_WITHOUT_WINNER
        return check_draw(rules, st, seat, tile, phase == PHASE_ROB)
    if phase == PHASE_START:
        return _first_of_all(st)
    if in_last_round(rules, st):
        due = (st.num[SEAT] + 1) % 4
        return check_draw(rules, st, seat, tile, False) if seat == due else R_OUT_OF_TURN
    if seat != st.num[SEAT]:
        return R_OUT_OF_TURN
    if phase == PHASE_REPLACE:
        return R_MUST_REPLACE
    if phase == PHASE_DRAW:
        return check_draw(rules, st, seat, tile, st.num[KONG_DUE] == 1)
    return R_DRAW_NOT_DUE


@leaf
def _check_flower(rules: Rules, st: State, seat: int, tile: int) -> int:
    if st.num[STARTING] == 0 or st.num[PHASE] == PHASE_REPLACE:
        refusal = _check_turn(rules, st, seat)
        if refusal != OK and refusal != R_FLOWER_FIRST:
            return refusal
    if st.special[X_TURN_DUE] == 1:
        return R_TURN_FIRST
    if in_last_round(rules, st):
        return R_LAST_ROUND
    if tile < 0:
        return R_NOT_A_FLOWER
    if st.hand[seat, tile] == 0:
        return R_NOT_HELD
    return OK if is_flower(st, seat, tile) else R_NOT_A_FLOWER


@leaf
def _check_own_kong(rules: Rules, st: State, seat: int, tile: int, copies: int) -> int:
    """Refuse a kong that the seat lays down from so many copies in its hand."""
    refusal = _check_turn(rules, st, seat)
    if refusal != OK:
        return refusal
    if st.num[DREW] == 0 and rules.params[_DEFERRED_KONG] == 0:
        return R_KONG_WITHOUT_DRAW
    if in_last_round(rules, st):
        return R_LAST_ROUND
    if tile < 0 or st.hand[seat, tile] < copies:
        return R_NOT_HELD
    if not may_be_melded(rules, st, seat, tile):
        return R_WILDCARD_IN_MELD
    if at_penalty_discard(rules, st):
        return R_KONG_AT_PENALTY
    left = drawable(rules, st, seat) - kept_for_kong(rules, copies == 4)
    return OK if left > 0 else R_NO_REPLACEMENT


@leaf
def _check_added_kong(rules: Rules, st: State, seat: int, tile: int) -> int:
    refusal = _check_own_kong(rules, st, seat, tile, 1)
    if refusal != OK:
        return refusal
    for k in range(st.seats[seat, N_MELDS]):
        if st.meld_kind[seat, k] == MELD_PUNG and st.meld_tile[seat, k] == tile:
            return OK
    return R_NO_PUNG


@leaf
def _check_win(rules: Rules, st: State, seat: int, tile: int) -> int:
    if st.num[PHASE] >= PHASE_WINDOW:
        if (st.num[WINNERS] >> seat) & 1:
            return R_CLAIMED_TWICE
        refusal = check_priority(rules, st, seat, WIN)
        return refusal if refusal != OK else _check_offered(rules, st, seat, tile)
    if may_win_specially(st, seat, tile):
        return OK
    refusal = _check_turn(rules, st, seat)
    if refusal != OK:
        return refusal
    if st.num[DREW] == 0:
        return R_WIN_WITHOUT_DRAW
    if tile >= 0 and tile != st.num[TILE]:
        return R_WIN_OTHER_TILE
    return check_worth(st, seat)


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


@leaf
def _check_lost_claim(rules: Rules, st: State, seat: int, claim: int, tile: int, low: int) -> int:
    """An announced claim has to be legal by itself; that it loses is checked with the winner."""
    if (st.num[LOST] >> seat) & 1:
        return R_CLAIMED_TWICE
    if claim != WIN:
        return check_claim(rules, st, seat, claim, tile, low)
    if not PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB:
        return R_NOTHING_TO_CLAIM
    return _check_offered(rules, st, seat, tile)


@leaf
def _check_false_win(rules: Rules, st: State, seat: int) -> int:
    """A false win is announced once, where a win could be: on the own turn or an offered tile."""
    if st.num[PHASE] >= PHASE_WINDOW:
        if seat == st.num[FROM]:
            return R_OWN_DISCARD
        refusal = _check_offered(rules, st, seat, -1)
    else:
        refusal = _check_turn(rules, st, seat)
        if refusal != OK:
            return refusal
        refusal = R_WIN_WITHOUT_DRAW if st.num[DREW] == 0 else check_worth(st, seat)
        if may_win_specially(st, seat, -1):
            refusal = OK
    if (st.num[BARRED] >> seat) & 1:
        return R_NOT_ALLOWED
    return R_FALSE_WIN_LEGAL if refusal == OK else OK


@leaf
def _check_exhausted(rules: Rules, st: State) -> int:
    """The wall is exhausted when the player to draw has no tile left."""
    phase = st.num[PHASE]
    if phase == PHASE_WINDOW:
        drawer = (st.num[FROM] + 1) % 4
        ended = st.num[LOST] == 0
    else:
        drawer = st.num[SEAT]
        ended = PHASE_DRAW <= phase <= PHASE_REPLACE
        if in_last_round(rules, st):
            drawer = (drawer + 1) % 4
            ended = True
    return OK if ended and drawable(rules, st, drawer) <= 0 else R_NOT_EXHAUSTED
