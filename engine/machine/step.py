"""One event: verified, done and logged. Everything that plays or replays goes through `step`.

What comes from the machine's own options is legal: it is carried out by `perform`, unasked again.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.aborts import abort
from engine.machine.declare import declare
from engine.machine.ending import close, exhaust, false_win, stake_special, win
from engine.machine.fouls import foul
from engine.machine.log import E_SEAT, E_TILE, U_EVENTS, Log
from engine.machine.lookahead import look_ahead
from engine.machine.marks import ACTIVE
from engine.machine.moves import (
    added_kong,
    claim,
    concealed_kong,
    discard,
    draw,
    flower,
    lost_claim,
    replace,
)
from engine.machine.order import pass_standing
from engine.machine.ready import measure
from engine.machine.refusals import OK, R_MISSING_END
from engine.machine.remember import note_after, note_before
from engine.machine.special_wins import find_special_wins, takes_special_win
from engine.machine.state import (
    COMPLETES,
    FRESH,
    PHASE,
    PHASE_ENDED,
    PHASE_OVER,
    PHASE_WON,
    STALE,
    STANDING,
    STARTING,
    X_WINS,
    State,
)
from engine.machine.turning import turn_wildcard
from engine.machine.verify import verify
from engine.machine.wins import appraise, appraise_completed, log_chances
from engine.rules import Rules
from engine.scoring import Scorer
from engine.tables import Tables
from schemas.codes import (
    ABORT,
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

# Beyond what the eight bits of a recorded action can hold.
OPEN_HAND: Final = 1000
"""No event: measures the hands after `machine.begin.begin`."""
END_OF_RECORD: Final = 1001
"""No event: nothing follows; a hand won by one of several is closed, an open hand refused."""


@leaf
def step(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    seat: int,
    action: int,
    tile: int,
    low: int,
    claimed: int,
) -> int:
    """Verify one event and, where it is legal, do it.

    Args:
        rules: compiled rules.
        tables: distance tables.
        st: the state, changed where the event is legal.
        score: the scoring kernel and room for its answer.
        log: rows, added to where the event is legal.
        seat: who acts; of no meaning for `exhausted` and `abort`.
        action: an action of `schemas.codes`, `OPEN_HAND` or `END_OF_RECORD`; passes are no events.
        tile: its tile; -1 takes the tile at stake for claims and wins, and what a known wall
            gives for draws.
        low: lowest tile of a chow, else -1.
        claimed: the action announced by a lost claim, else -1.

    Returns:
        0, or the refusal's code; then nothing has changed.
    """
    refusal = OK
    if action == END_OF_RECORD:
        if st.num[PHASE] != PHASE_WON and st.num[PHASE] != PHASE_OVER:
            refusal = R_MISSING_END
    elif action != OPEN_HAND:
        refusal = verify(rules, st, seat, action, tile, low, claimed)
    if refusal == OK:
        perform(rules, tables, st, score, log, seat, action, tile, low, claimed)
    return refusal


@leaf
def perform(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    seat: int,
    action: int,
    tile: int,
    low: int,
    claimed: int,
) -> None:
    """Do one event that is legal; arguments as for `step`."""
    if action == END_OF_RECORD:
        if st.num[PHASE] == PHASE_WON:
            st.num[PHASE] = PHASE_ENDED
    elif action != OPEN_HAND:
        if action == WIN:
            if takes_special_win(st, seat, tile):
                stake_special(rules, st, log, seat)
            appraise(rules, tables, st, score, seat)
            win(rules, st, score.out, log, seat)
        elif action == LOST_CLAIM:
            lost_claim(st, log, seat, claimed, low)
        elif action == FALSE_WIN:
            false_win(rules, st, log, seat)
        elif action == FOUL:
            foul(rules, st, log, seat)
        elif DECLARE_READY <= action <= OPEN_PLAY:
            declare(st, log, seat, action)
        elif action == ABORT:
            abort(st, log)
        else:
            completed = st.num[COMPLETES]
            if completed != 0:
                log_chances(rules, st, log)
            if st.course[ACTIVE] != 0:
                note_before(rules, st, seat, action, tile, low, completed)
            if action != FLOWER and action != REPLACE and action != TURN_WILDCARD:
                st.num[STARTING] = 0
            _move(rules, st, log, seat, action, tile, low)
            if st.course[ACTIVE] != 0:
                note_after(rules, st, seat, action)
    changed = st.num[STALE] != 0 or st.num[FRESH] != 0
    if changed:
        measure(rules, tables, st)
    if st.special[X_WINS] == 1:
        event = log.events[log.used[U_EVENTS] - 1]
        find_special_wins(rules, st, action, int(event[E_TILE]), int(event[E_SEAT]))
        changed = st.num[PHASE] < PHASE_WON
    if changed:
        appraise_completed(rules, tables, st, score)
    if st.num[STANDING] != 0:
        pass_standing(st)
    if st.course[ACTIVE] != 0:
        look_ahead(rules, tables, st)
    if st.num[PHASE] == PHASE_ENDED:
        log_chances(rules, st, log)
        close(rules, tables, st, score.out, log)


@merge
def _move(rules: Rules, st: State, log: Log, seat: int, action: int, tile: int, low: int) -> None:
    if action == DISCARD:
        discard(st, log, seat, tile)
    elif action == DRAW:
        draw(rules, st, log, seat, tile)
    elif action == FLOWER:
        flower(rules, st, log, seat, tile)
    elif action == REPLACE:
        replace(rules, st, log, seat, tile)
    elif action == KONG_ADDED:
        added_kong(st, log, seat, tile)
    elif action == KONG_CONCEALED:
        concealed_kong(st, log, seat, tile)
    elif action == TURN_WILDCARD:
        turn_wildcard(rules, st, log, tile)
    elif action == EXHAUSTED:
        exhaust(st, log)
    else:
        claim(st, log, seat, action, low)
