"""What an event leaves behind for later ones: bars, bonds and counts, kept by `machine.step`."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.machine.aborts import note_claimed, note_discarded, note_kong
from engine.machine.late import is_late_dragon
from engine.machine.marks import (
    BOUND,
    BOUND_DUE,
    BOUND_FACE,
    CHOW_BARRED,
    DISCARDED,
    FACE,
    FOURTH,
    LATE_DRAGON,
    NO_DISCARD,
    PASSED_PUNG,
    PASSED_WIN,
    SINGLE,
    SINGLE_DUE,
    WIN_BARRED,
)
from engine.machine.passed import leave_window
from engine.machine.restrict import is_face_pung, swap_mask
from engine.machine.state import (
    COMPLETES,
    N_MELDS,
    PHASE,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    TILE,
    State,
)
from engine.params import choice, param
from engine.rules import Rules
from schemas.codes import (
    CHOW,
    DISCARD,
    DRAW,
    KONG_CONCEALED,
    KONG_EXPOSED,
    MELD_PUNG,
    PUNG,
    REPLACE,
)
from schemas.tiles import N_TILES

_OWN_DISCARD_CHOW: Final = param("play.own_discard_chow")
_OWN_DISCARD_WIN: Final = param("play.own_discard_win")
_PASSED_UNTIL: Final = param("play.passed_until")
_OWN_DRAW: Final = choice("play.passed_until", "own_draw")
_FORCED_KONG: Final = param("play.forced_added_kong")
_MOST_FACE: Final = 2


@merge
def note_before(
    rules: Rules, st: State, seat: int, action: int, tile: int, low: int, completed: int
) -> None:
    """Note what a legal event leaves behind, before it happens.

    `completed` are the seats that the tile at stake completes; their chances are written already.
    """
    if PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB:
        st.num[COMPLETES] = completed
        leave_window(rules, st, seat, action)
        st.num[COMPLETES] = 0
    if action == DISCARD:
        _note_discard(rules, st, seat, int(np.int64(tile)))
    elif CHOW <= action <= KONG_EXPOSED:
        _note_claim(rules, st, seat, action, int(np.int64(low)))
    if KONG_EXPOSED <= action <= KONG_CONCEALED:
        note_kong(rules, st, seat)


@merge
def note_after(rules: Rules, st: State, seat: int, action: int) -> None:
    """Note what a draw frees from, and whether it was the fourth tile of an exposed pung."""
    if (action != DRAW and action != REPLACE) or st.num[PHASE] != PHASE_TURN:
        return
    marks = st.marks[seat]
    marks[PASSED_PUNG] = 0
    marks[SINGLE] = -1
    if rules.params[_PASSED_UNTIL] == _OWN_DRAW:
        marks[PASSED_WIN] = 0
    if rules.params[_FORCED_KONG] == 1:
        tile = st.num[TILE]
        for k in range(st.seats[seat, N_MELDS]):
            if st.meld_kind[seat, k] == MELD_PUNG and st.meld_tile[seat, k] == tile:
                marks[FOURTH] |= 1 << tile


@leaf
def _note_discard(rules: Rules, st: State, seat: int, tile: int) -> None:
    marks = st.marks[seat]
    marks[CHOW_BARRED] = tile if rules.params[_OWN_DISCARD_CHOW] == 0 else -1
    marks[WIN_BARRED] = tile if rules.params[_OWN_DISCARD_WIN] == 0 else -1
    if rules.params[_PASSED_UNTIL] != _OWN_DRAW:
        marks[PASSED_WIN] = 0
    marks[SINGLE] = _kept_single(st, seat, tile) if marks[SINGLE] == SINGLE_DUE else -1
    marks[NO_DISCARD] = 0
    marks[FOURTH] &= ~(1 << tile)
    marks[BOUND] &= ~BOUND_DUE
    st.course[LATE_DRAGON] = 1 if is_late_dragon(rules, st, seat, tile) else 0
    st.course[DISCARDED] |= 1 << tile
    note_discarded(rules, st, tile)


@leaf
def _kept_single(st: State, seat: int, discarded: int) -> int:
    """The kind that a hand of two tiles keeps beside its discard."""
    for tile in range(N_TILES):
        if st.hand[seat, tile] > (1 if tile == discarded else 0):
            return tile
    return -1


@leaf
def _note_claim(rules: Rules, st: State, seat: int, action: int, low: int) -> None:
    marks = st.marks[seat]
    note_claimed(st)
    marks[NO_DISCARD] = swap_mask(rules, action, st.num[TILE], low)
    if action == PUNG and is_face_pung(rules, st, seat):
        marks[FACE] += 1
        if marks[FACE] == _MOST_FACE:
            marks[BOUND] |= BOUND_FACE | BOUND_DUE
