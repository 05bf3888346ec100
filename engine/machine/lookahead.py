"""Which choices would leave a hand ready, for the rules that ask: looked up once an event.

`machine.verify` has no tables; what it needs of them is noted here after every event, as waits and
completions are (`machine.ready`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.machine.marks import (
    BOUND,
    BOUND_DUE,
    BOUND_FACE,
    BOUND_HAND,
    READY_CLAIM,
    READY_DISCARDS,
    READY_KONGS,
    READY_PUNG,
    SAME_KONGS,
)
from engine.machine.restrict import barred_kinds, is_face_pung, swap_mask
from engine.machine.shape import seat_distance, seat_waits
from engine.machine.state import (
    DEALER,
    DREW,
    FROM,
    GAINED,
    LOWER,
    N_MELDS,
    PHASE,
    PHASE_TURN,
    PHASE_WINDOW,
    SEAT,
    TILE,
    State,
)
from engine.machine.wildcards import must_not_discard
from engine.params import choice, param
from engine.rules import Rules
from engine.tables import Tables
from schemas.codes import MELD_PUNG, PUNG
from schemas.tiles import N_KINDS

_DECLARE_READY: Final = param("play.declare_ready")
_NONE: Final = choice("play.declare_ready", "none")
_ADDED_KONG: Final = param("play.added_kong")
_READY_KONG: Final = choice("play.added_kong", "ready")
_DEALER_FACE: Final = param("play.dealer_face")


@merge
def look_ahead(rules: Rules, tables: Tables, st: State) -> None:
    """Note for the seat on turn, or the dealer's previous seat in a window, what keeps it ready."""
    if st.num[PHASE] == PHASE_TURN:
        _look_at_turn(rules, tables, st, st.num[SEAT])
    elif st.num[PHASE] == PHASE_WINDOW and rules.params[_DEALER_FACE] == 1:
        seat = (st.num[DEALER] + 3) % 4
        if seat != st.num[FROM]:
            _look_at_window(rules, tables, st, seat)


@merge
def _look_at_turn(rules: Rules, tables: Tables, st: State, seat: int) -> None:
    marks = st.marks[seat]
    bound = marks[BOUND]
    marks[READY_DISCARDS] = 0
    marks[READY_KONGS] = 0
    marks[SAME_KONGS] = 0
    may_declare = rules.params[_DECLARE_READY] != _NONE and bound & BOUND_HAND == 0
    # Each tile gained since the last look brought the hand nearer by one at most.
    near = st.seats[seat, LOWER] <= st.seats[seat, GAINED]
    if near and (bound & BOUND_DUE or may_declare):
        n_melds = st.seats[seat, N_MELDS]
        barred = barred_kinds(st, seat)
        marks[READY_DISCARDS] = _ready_discards(rules, tables, st, seat, n_melds, barred)
    claimed_kong = st.num[DREW] == 0 and rules.params[_ADDED_KONG] == _READY_KONG
    if bound & BOUND_DUE == 0 and (bound & BOUND_HAND or claimed_kong):
        _look_at_kongs(rules, tables, st, seat)


@leaf
def _look_at_kongs(rules: Rules, tables: Tables, st: State, seat: int) -> None:
    """Note the kinds whose kong leaves the hand ready, or its waits unchanged."""
    marks = st.marks[seat]
    hand = st.hand[seat]
    n_melds = st.seats[seat, N_MELDS]
    for tile in range(N_KINDS):
        if hand[tile] == 4:
            hand[tile] = 0
            if seat_distance(rules, tables, st, seat, n_melds + 1) == 0:
                marks[READY_KONGS] |= 1 << tile
                if seat_waits(rules, tables, st, seat, n_melds + 1) == st.waits[seat]:
                    marks[SAME_KONGS] |= 1 << tile
            hand[tile] = 4
    for k in range(n_melds):
        tile = int(np.int64(st.meld_tile[seat, k]))
        if st.meld_kind[seat, k] == MELD_PUNG and hand[tile] > 0:
            hand[tile] -= 1
            if seat_distance(rules, tables, st, seat, n_melds) == 0:
                marks[READY_KONGS] |= 1 << tile
            hand[tile] += 1


@leaf
def _look_at_window(rules: Rules, tables: Tables, st: State, seat: int) -> None:
    """Note what a pung or an exposed kong of the discard would leave of the hand."""
    marks = st.marks[seat]
    hand = st.hand[seat]
    tile = st.num[TILE]
    n_melds = st.seats[seat, N_MELDS] + 1
    marks[READY_PUNG] = 0
    marks[READY_CLAIM] = 0
    if hand[tile] >= 2 and is_face_pung(rules, st, seat):
        hand[tile] -= 2
        barred = barred_kinds(st, seat) | swap_mask(rules, PUNG, tile, -1)
        if _ready_discards(rules, tables, st, seat, n_melds, barred) != 0:
            marks[READY_PUNG] = 1
        hand[tile] += 2
    if hand[tile] == 3 and marks[BOUND] & BOUND_FACE:
        hand[tile] = 0
        if seat_distance(rules, tables, st, seat, n_melds) == 0:
            marks[READY_CLAIM] = 1
        hand[tile] = 3


@leaf
def _ready_discards(
    rules: Rules, tables: Tables, st: State, seat: int, n_melds: int, barred: int
) -> int:
    """Mask of the kinds whose discard leaves the hand ready, what may not go left out."""
    hand = st.hand[seat]
    found = 0
    # With the tile to be discarded a hand is no farther from ready than without.
    if seat_distance(rules, tables, st, seat, n_melds) > 0:
        return 0
    for tile in range(N_KINDS):
        kept = (barred >> tile) & 1 == 1 or must_not_discard(rules, st, seat, tile)
        if hand[tile] > 0 and not kept:
            hand[tile] -= 1
            if seat_distance(rules, tables, st, seat, n_melds) == 0:
                found |= 1 << tile
            hand[tile] += 1
    return found
