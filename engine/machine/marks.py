"""What restrictions remember: of each seat in `State.marks`, of the hand in `State.course`.

Kept only where a rule set has such a rule (`ACTIVE`), so that the others pay one comparison an
event. Masks hold a bit for each kind of tile.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.state import N_COURSE, N_MARKS, State
from engine.params import choice, param
from engine.rules import P_SETTLEMENT_KIND, Rules
from schemas.codes import FLAG_DECLARED_READY, FLAG_OPEN_PLAY, FLAG_SHOWN_READY

(
    CHOW_BARRED,  # kind of the own last discard where it may not be claimed by chow, −1 none
    WIN_BARRED,  # the same where it may not be won on
    PASSED_WIN,  # kinds that may not be won on since a win was passed; all bits: any discard
    PASSED_PUNG,  # kinds that may not be punged since a pung was passed
    SINGLE,  # kind that may be won on in spite of these, −1 none, SINGLE_DUE until the discard
    NO_DISCARD,  # kinds that may not be discarded this turn, for the claim that began it
    FOURTH,  # drawn fourth tiles of the own exposed pungs, which must not be discarded
    BOUND,  # BOUND_* bits
    FACE,  # dealer's face: pungs that count
    READY_DISCARDS,  # kinds whose discard leaves the hand ready, where somebody asks
    READY_KONGS,  # kinds whose concealed or added kong leaves it ready
    SAME_KONGS,  # kinds whose concealed kong leaves its waits unchanged
    READY_PUNG,  # 1: after a pung of the discard some discard leaves the hand ready
    READY_CLAIM,  # 1: an exposed kong of the discard leaves the hand ready
) = range(N_MARKS)
"""Columns of `State.marks`."""

(
    ACTIVE,  # 1: the rules have a restriction, a declaration or an abortive draw
    DISCARDS,  # discards so far, of anybody
    WINDS,  # the first four discards while they may be four winds: kinds, two bits each; −1 not
    KONGS,  # kongs so far
    FOUR_KONGS,  # 1: the fourth kong is made, not all by one seat; its discard is awaited
    ABORT_DUE,  # reason (position in ABORT_REASONS) + 1 that ends the hand if no win follows
    DISCARDED,  # kinds discarded so far
    LATE_DRAGON,  # 1: the tile in the window is a late dragon that makes its giver liable
) = range(N_COURSE)
"""Entries of `State.course`."""

BOUND_DUE: Final = 1
"""The discard of this turn has to leave the hand ready."""
BOUND_FACE: Final = 2
"""Dealer's face: the hand stays as it is; kongs that keep it ready are allowed."""
BOUND_DECLARED: Final = FLAG_DECLARED_READY
"""Declared ready: the hand stays as it is."""
BOUND_SHOWN: Final = FLAG_SHOWN_READY
"""Declared and shown."""
BOUND_OPEN: Final = FLAG_OPEN_PLAY
"""Open play: no claims, no win but by self-draw."""
BOUND_FLAGS: Final = BOUND_DECLARED | BOUND_SHOWN | BOUND_OPEN
"""Bits that are flags of the seat's win as they are."""
BOUND_HAND: Final = BOUND_FACE | BOUND_DECLARED | BOUND_SHOWN
"""The seat discards what it draws."""
SINGLE_DUE: Final = -2
ALL_KINDS: Final = -1
"""A mask of all kinds."""


_OWN_DISCARD_CHOW: Final = param("play.own_discard_chow")
_OWN_DISCARD_WIN: Final = param("play.own_discard_win")
_FREE_PASSING: Final = (param("play.passed_win"), choice("play.passed_win", "free"))
_PASSED_PUNG: Final = param("play.passed_pung")
_FREE_CALLS: Final = (param("play.swap_calls"), choice("play.swap_calls", "free"))
_HELD_KONGS: Final = (param("play.added_kong"), choice("play.added_kong", "held"))
_FORCED_KONG: Final = param("play.forced_added_kong")
_DEALER_FACE: Final = param("play.dealer_face")
_NO_READY: Final = (param("play.declare_ready"), choice("play.declare_ready", "none"))
_OPEN_PLAY: Final = param("play.open_play")
_FOUR_WINDS: Final = param("abort.four_winds")
_FOUR_KONGS: Final = param("abort.four_kongs")
_TOTALS: Final = choice("settlement.kind", "totals")
_LIABILITY: Final = param("settlement.liability")


@leaf
def clear_marks(rules: Rules, st: State) -> None:
    """Begin a hand: nothing is remembered; note whether the rules ever will."""
    st.marks[:] = 0
    st.marks[:, CHOW_BARRED] = -1
    st.marks[:, WIN_BARRED] = -1
    st.marks[:, SINGLE] = -1
    st.course[:] = 0
    params = rules.params
    free = (
        params[_OWN_DISCARD_CHOW] == 1
        and params[_OWN_DISCARD_WIN] == 1
        and params[_FREE_PASSING[0]] == _FREE_PASSING[1]
        and params[_PASSED_PUNG] == 0
        and params[_FREE_CALLS[0]] == _FREE_CALLS[1]
        and params[_HELD_KONGS[0]] == _HELD_KONGS[1]
        and params[_FORCED_KONG] == 0
        and params[_DEALER_FACE] == 0
    )
    plain = (
        params[_NO_READY[0]] == _NO_READY[1]
        and params[_OPEN_PLAY] == 0
        and params[_FOUR_WINDS] == 0
        and params[_FOUR_KONGS] == 0
        and not late_dragons_count(rules)
    )
    if not (free and plain):
        st.course[ACTIVE] = 1


@leaf
def late_dragons_count(rules: Rules) -> bool:
    """Whether a late dragon may make its discarder liable (Longgang card, "Liability" (b))."""
    params = rules.params
    return bool(params[P_SETTLEMENT_KIND] == _TOTALS and params[_LIABILITY] == 1)
