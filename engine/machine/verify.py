"""Whether an event may happen now: one verdict for policies, records and people.

`verify` changes nothing; it answers 0 or the code of a refusal (`machine.refusals`). Options are
the candidates that it accepts, so what is offered and what is accepted can never differ.
"""

from __future__ import annotations

from engine.jit import leaf
from engine.machine.aborts import check_abort, is_abort_due
from engine.machine.claims import RANK_WIN, check_claim, check_priority, claim_rank
from engine.machine.declare import check_declaration
from engine.machine.draw_due import check_draw_due, check_exhausted
from engine.machine.draws import check_draw
from engine.machine.fouls import check_foul, check_standing
from engine.machine.marks import ACTIVE
from engine.machine.own_turn import (
    check_added_kong,
    check_discard,
    check_flower,
    check_own_kong,
    check_turn,
)
from engine.machine.refusals import (
    OK,
    R_ABORT_DUE,
    R_AFTER_END,
    R_BAD_SEAT,
    R_NOT_A_RUN,
    R_NOT_IN_PLAY,
    R_NOT_IN_RULES,
    R_OUT_OF_TURN,
    R_REPLACE_NOT_DUE,
)
from engine.machine.restrict import restriction
from engine.machine.state import (
    PHASE,
    PHASE_OVER,
    PHASE_REPLACE,
    PHASE_WON,
    SEAT,
    STANDING,
    State,
)
from engine.machine.turning import check_turn_wildcard
from engine.machine.win_checks import check_false_win, check_lost_claim, check_win
from engine.rules import Rules
from schemas.codes import (
    ABORT,
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
    OPEN_PLAY,
    REPLACE,
    TURN_WILDCARD,
    WIN,
)
from schemas.tiles import N_TILES


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
    if action == FOUL and 0 <= seat <= 3:
        return check_foul(rules, st, seat)
    if phase == PHASE_OVER:
        return R_AFTER_END
    if action == EXHAUSTED:
        return check_exhausted(rules, st)
    if action == ABORT:
        return check_abort(rules, st)
    if seat < 0 or seat > 3:
        return R_BAD_SEAT
    if tile >= N_TILES:
        return R_NOT_IN_PLAY
    if st.num[STANDING] != 0:
        refusal = check_standing(st, seat, action)
        if refusal != OK:
            return refusal
    if action == WIN:
        return check_win(rules, st, seat, tile)
    if phase == PHASE_WON:
        return R_AFTER_END
    if action == DISCARD:
        return check_discard(rules, st, seat, tile)
    if action == DRAW:
        return check_draw_due(rules, st, seat, tile)
    if 0 < claim_rank(action) < RANK_WIN:
        if action == CHOW and low < 0:
            return R_NOT_A_RUN
        refusal = check_claim(rules, st, seat, action, tile, low)
        return refusal if refusal != OK else check_priority(rules, st, seat, action)
    if action == KONG_ADDED:
        return check_added_kong(rules, st, seat, tile)
    if action == KONG_CONCEALED:
        return check_own_kong(rules, st, seat, tile, 4)
    if action == FLOWER:
        return check_flower(rules, st, seat, tile)
    if action == REPLACE:
        if phase != PHASE_REPLACE:
            return R_REPLACE_NOT_DUE
        return check_draw(rules, st, seat, tile, True) if seat == st.num[SEAT] else R_OUT_OF_TURN
    if action == LOST_CLAIM:
        return check_lost_claim(rules, st, seat, claim, tile, low)
    if DECLARE_READY <= action <= OPEN_PLAY:
        refusal = check_turn(rules, st, seat)
        return refusal if refusal != OK else check_declaration(rules, st, seat, action)
    if action == FALSE_WIN:
        return check_false_win(rules, st, seat, tile)
    if action == TURN_WILDCARD:
        return check_turn_wildcard(rules, st, seat, tile)
    return R_NOT_IN_RULES
