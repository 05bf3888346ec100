"""Abortive draws 流局: four winds 一路歸西 and four kongs 四槓 (Taiwan card, "Deal, play").

Both end a hand with a discard that nobody wins on; its other claims and the next draw are then
refused.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.log import Log
from engine.machine.marks import ABORT_DUE, DISCARDS, FOUR_KONGS, KONGS, WINDS
from engine.machine.moves import log_plain
from engine.machine.refusals import OK, R_LOST_WITHOUT_WINNER, R_NO_ABORT, R_NOT_IN_RULES
from engine.machine.state import (
    FROM,
    LOST,
    N_MELDS,
    OUTCOME,
    PHASE,
    PHASE_ENDED,
    PHASE_WINDOW,
    State,
)
from engine.params import param
from engine.rules import Rules
from schemas.codes import (
    ABORT,
    ABORT_FOUR_KONGS,
    ABORT_FOUR_WINDS,
    MELD_KONG_EXPOSED,
    OUT_ABORT,
)

_FOUR_WINDS: Final = param("abort.four_winds")
_FOUR_KONGS: Final = param("abort.four_kongs")
_EAST: Final = 27
_IN_ORDER: Final = 0b11_10_01_00
"""E S W N, the first in the lowest two bits."""
_ALIKE: Final = 0b01_01_01_01
"""Times a wind: four of it."""
_FOUR: Final = 4


@leaf
def note_discarded(rules: Rules, st: State, tile: int) -> None:
    """Note whether a discard aborts the hand unless it is won on."""
    course = st.course
    place = course[DISCARDS]
    course[DISCARDS] = place + 1
    course[ABORT_DUE] = 0
    if place < _FOUR and course[WINDS] >= 0:
        wind = tile - _EAST
        if 0 <= wind < _FOUR:
            course[WINDS] |= wind << (2 * place)
        else:
            course[WINDS] = -1
    if rules.params[_FOUR_WINDS] == 1 and place == _FOUR - 1 and course[WINDS] >= 0:
        winds = course[WINDS]
        if winds == _IN_ORDER or winds == (winds & 3) * _ALIKE:
            course[ABORT_DUE] = ABORT_FOUR_WINDS + 1
    if course[FOUR_KONGS] == 1:
        course[FOUR_KONGS] = 0
        course[ABORT_DUE] = ABORT_FOUR_KONGS + 1


@leaf
def note_claimed(st: State) -> None:
    """A claim among the first four discards: they are no four winds."""
    if st.course[DISCARDS] < _FOUR:
        st.course[WINDS] = -1


@leaf
def note_kong(rules: Rules, st: State, seat: int) -> None:
    """Count a kong that is about to be made; the fourth one aborts, unless one seat has all."""
    st.course[KONGS] += 1
    if rules.params[_FOUR_KONGS] == 0 or st.course[KONGS] != _FOUR:
        return
    own = 1
    for k in range(st.seats[seat, N_MELDS]):
        if st.meld_kind[seat, k] >= MELD_KONG_EXPOSED:
            own += 1
    if own < _FOUR:
        st.course[FOUR_KONGS] = 1


@merge
def is_abort_due(st: State) -> bool:
    """Whether the hand ends now unless somebody wins on the discard."""
    return bool(st.course[ABORT_DUE] != 0 and st.num[PHASE] == PHASE_WINDOW)


@leaf
def check_abort(rules: Rules, st: State) -> int:
    """Refuse to abort a hand that the rules let go on."""
    if rules.params[_FOUR_WINDS] == 0 and rules.params[_FOUR_KONGS] == 0:
        return R_NOT_IN_RULES
    if not is_abort_due(st):
        return R_NO_ABORT
    return OK if st.num[LOST] == 0 else R_LOST_WITHOUT_WINNER


@leaf
def abort(st: State, log: Log) -> None:
    """End the hand undecided; who discarded last stands in the event."""
    log_plain(st, log, st.num[FROM], ABORT, -1)
    st.num[OUTCOME] = OUT_ABORT
    st.num[PHASE] = PHASE_ENDED
