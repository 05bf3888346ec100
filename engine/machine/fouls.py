"""Fouls 犯规 of records: what they do to the hand, found during play or when hands are shown.

Sources: Luoyuan card, "Fouls" (站胡 and 赔胡); Longgang card, "Payment", "Other fouls". A foul ends
the hand, or its player plays on without winning, or it stands (`engine.machine.order`). One that is
found when the hands of a win are shown changes what is paid, so the hand is settled again.

The illegal act itself may stand in the record: what the rules only restrict (a wildcard discarded,
a barred discard, an unready second pung of the dealer's face) is not refused to a seat whose foul
the record tells, before or after it.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.log import U_HANDS, Log
from engine.machine.moves import log_plain
from engine.machine.order import all_stand, in_deal, stands
from engine.machine.own_turn import first_of_all
from engine.machine.refusals import (
    OK,
    R_AFTER_END,
    R_FOUL_OF_WINNER,
    R_FOULED_ALREADY,
    R_STANDS,
)
from engine.machine.state import (
    BARRED,
    COMPLETES,
    FOULED,
    LIABLE,
    OUTCOME,
    PHASE,
    PHASE_ENDED,
    PHASE_OVER,
    PHASE_START,
    PHASE_WON,
    STANDING,
    WINNERS,
    State,
)
from engine.params import choice, param
from engine.rules import P_ERROR_EACH, Rules
from engine.settling.parts import N_PARTS, PART_PENALTY, settle_penalty
from schemas.codes import FLOWER, FOUL, OUT_DRAW, OUT_PENALTY, OUT_WIN, REPLACE, TURN_WILDCARD

_FOUL: Final = param("violations.foul")
_ENDS_HAND: Final = choice("violations.foul", "ends_hand")
_STANDS: Final = choice("violations.foul", "stands")
_SHOWN: Final = param("violations.shown_foul")
_REFUSED: Final = choice("violations.shown_foul", "refused")
_PAYS_ALL: Final = choice("violations.shown_foul", "pays_all")


@leaf
def recorded_fouls(seat: NDArray[np.int8], action: NDArray[np.int8], start: int, end: int) -> int:
    """The seats whose fouls the actions from `start` to `end` tell, a bit each."""
    seats = 0
    for k in range(start, end):
        if action[k] == FOUL and 0 <= seat[k] <= 3:
            seats |= 1 << int(np.int64(seat[k]))
    return seats


@leaf
def expect_fouls(st: State, seats: int) -> None:
    """Note the seats (a bit each) whose fouls a record tells: restrictions do not hold them."""
    st.num[FOULED] = seats


@leaf
def check_standing(st: State, seat: int, action: int) -> int:
    """Refuse what a standing seat does; only in the deal it takes part as the others do."""
    if not stands(st, seat):
        return OK
    if in_deal(st) and action in (FLOWER, REPLACE, TURN_WILDCARD):
        return OK
    return R_STANDS


@leaf
def check_foul(rules: Rules, st: State, seat: int) -> int:
    """Refuse a foul that can be no more: of a winner, a second one, after an end that stays."""
    phase = st.num[PHASE]
    if phase in (PHASE_OVER, PHASE_WON):
        shown = st.num[OUTCOME] == OUT_WIN or st.num[OUTCOME] == OUT_DRAW
        if rules.params[_SHOWN] == _REFUSED or not shown:
            return R_AFTER_END
        if (st.num[WINNERS] >> seat) & 1:
            return R_FOUL_OF_WINNER
        return R_FOULED_ALREADY if (st.num[LIABLE] >> seat) & 1 else OK
    if stands(st, seat):
        return R_FOULED_ALREADY
    if phase == PHASE_START and rules.params[_FOUL] == _ENDS_HAND:
        return first_of_all(st)
    return OK


@leaf
def foul(rules: Rules, st: State, log: Log, seat: int) -> None:
    """Let a player's error pay, and let the hand end, go on or be settled again."""
    shown = st.num[PHASE] == PHASE_OVER or st.num[PHASE] == PHASE_WON
    log_plain(st, log, seat, FOUL, -1)
    if shown:
        note_shown(rules, st, seat)
        _settle_again(st, log)
    else:
        note_in_play(rules, st, seat)


@leaf
def note_in_play(rules: Rules, st: State, seat: int) -> None:
    """Let a foul found during play pay, and bar its player, let it stand or end the hand."""
    settle_penalty(seat, rules.params[P_ERROR_EACH], st.parts)
    if rules.params[_FOUL] == _ENDS_HAND:
        st.num[OUTCOME] = OUT_PENALTY
        st.num[PHASE] = PHASE_ENDED
        return
    st.num[BARRED] |= 1 << seat
    st.num[FOULED] |= 1 << seat
    if rules.params[_FOUL] == _STANDS:
        st.num[STANDING] |= 1 << seat
        if all_stand(st):
            st.num[OUTCOME] = OUT_PENALTY
            st.num[PHASE] = PHASE_ENDED


@leaf
def note_shown(rules: Rules, st: State, seat: int) -> None:
    """Let a foul found when the hands were shown pay; its player is liable, or its hand void."""
    settle_penalty(seat, rules.params[P_ERROR_EACH], st.parts)
    st.num[LIABLE] |= 1 << seat
    if rules.params[_SHOWN] != _PAYS_ALL:
        st.num[BARRED] |= 1 << seat


@leaf
def liable_for_all(rules: Rules, st: State) -> int:
    """The seats, a bit each, of which one pays for all after a foul found at the end."""
    return int(st.num[LIABLE]) if rules.params[_SHOWN] == _PAYS_ALL else 0


@leaf
def _settle_again(st: State, log: Log) -> None:
    """Have the hand's row and payments made again; what penalties moved stays."""
    if st.num[PHASE] == PHASE_OVER:
        log.used[U_HANDS] -= 1
        st.num[COMPLETES] = 0  # their chances are written already
        for other in range(4):
            for part in range(N_PARTS):
                if part != PART_PENALTY:
                    st.parts[other, part] = 0
    st.num[PHASE] = PHASE_ENDED
