"""The beginning of a hand: the deal is checked, flowers are awaited, first hands are measured."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.draws import check_copy, take, wall_left
from engine.machine.flowers import dealt_flowers
from engine.machine.log import Log, log_event, log_tile
from engine.machine.marks import clear_marks
from engine.machine.refusals import (
    OK,
    R_BAD_DEAL,
    R_BAD_DEALER,
    R_BAD_WALL,
    R_WALL_MISMATCH,
)
from engine.machine.special_wins import begin_specials
from engine.machine.state import (
    DEALER,
    FIRST_READY,
    HAND,
    N_EVENTS,
    N_TILES_IN_PLAY,
    OUTCOME,
    OUTCOME_OPEN,
    PHASE,
    PHASE_OVER,
    ROUND_WIND,
    STARTING,
    STREAK,
    TILE,
    TILE_SEQ,
    WALL_KNOWN,
    WILDCARD,
    State,
)
from engine.machine.turning import begin_wildcards
from engine.rules import P_DEALER_DRAWS_FIRST, Rules
from engine.situation import NO_MELD
from engine.walls import DEAL_SIZE, WALL_SIZE, dealt_place, dealt_size
from schemas.codes import DEAL
from schemas.tiles import N_TILES


@leaf
def begin(
    rules: Rules,
    st: State,
    log: Log,
    hand: int,
    dealer: int,
    round_wind: int,
    streak: int,
    deal: NDArray[np.int8],
    wall: NDArray[np.int8],
) -> int:
    """Set the state to a dealt hand and log the deal.

    Args:
        rules: compiled rules.
        st: the state, overwritten.
        log: rows; one `deal` event a seat is added.
        hand: index of the hand in its batch.
        dealer: seat that deals, 0–3.
        round_wind: 0–3.
        streak: consecutive wins of the dealer before this hand.
        deal: int8 (4, 17), the tiles dealt, in dealing order, −1 after the last.
        wall: int8 (144), the whole wall, first entry −1 where it is unknown.

    Returns:
        0, or a refusal code.
    """
    refusal = lay_out(rules, st, hand, dealer, round_wind, streak, deal, wall)
    if refusal != OK:
        return refusal
    for seat in range(4):
        log_event(log, seat, DEAL, -1, -1, -1, -1, wall_left(st))
        for k in range(dealt_size(rules, seat, dealer)):
            log_tile(log, int(deal[seat, k]))
    return OK


@leaf
def lay_out(
    rules: Rules,
    st: State,
    hand: int,
    dealer: int,
    round_wind: int,
    streak: int,
    deal: NDArray[np.int8],
    wall: NDArray[np.int8],
) -> int:
    """As `begin`, without a log.

    Args:
        rules: compiled rules.
        st: the state, overwritten.
        hand: index of the hand in its batch.
        dealer: seat that deals, 0–3.
        round_wind: 0–3.
        streak: consecutive wins of the dealer before this hand.
        deal: int8 (4, 17), the tiles dealt, in dealing order, −1 after the last.
        wall: int8 (144), the whole wall, first entry −1 where it is unknown.

    Returns:
        0, or a refusal code.
    """
    _clear(st, hand, dealer, round_wind, streak)
    clear_marks(rules, st)
    if dealer < 0 or dealer > 3 or round_wind < 0 or round_wind > 3:
        return R_BAD_DEALER
    n_tiles = 0
    for copies in rules.copies:
        n_tiles += int(np.int64(copies))
    st.num[N_TILES_IN_PLAY] = n_tiles
    begin_wildcards(rules, st)
    begin_specials(rules, st)
    refusal = _set_wall(rules, st, wall)
    if refusal != OK:
        return refusal
    refusal = _deal_hands(rules, st, deal)
    if refusal != OK:
        return refusal
    st.num[N_EVENTS] = 4
    if rules.params[P_DEALER_DRAWS_FIRST] == 0:
        st.num[TILE] = deal[dealer, dealt_size(rules, dealer, dealer) - 1]
        st.num[TILE_SEQ] = dealer
    st.num[STARTING] = 1
    dealt_flowers(rules, st)
    return OK


@leaf
def _clear(st: State, hand: int, dealer: int, round_wind: int, streak: int) -> None:
    st.hand[:] = 0
    st.flowers[:] = 0
    st.seen[:] = 0
    st.discards[:] = 0
    st.taken[:] = 0
    st.waits[:] = 0
    st.num[:] = 0
    st.special[:] = 0
    st.seats[:] = 0
    st.seats[:, FIRST_READY] = -1
    st.parts[:] = 0
    st.bets[:] = 0
    st.meld_kind[:] = NO_MELD
    st.num[WILDCARD] = -1
    st.num[HAND] = hand
    st.num[PHASE] = PHASE_OVER
    st.num[OUTCOME] = OUTCOME_OPEN
    st.num[DEALER] = dealer
    st.num[ROUND_WIND] = round_wind
    st.num[STREAK] = streak


@leaf
def _set_wall(rules: Rules, st: State, wall: NDArray[np.int8]) -> int:
    """Take a known wall over: it holds each tile as often as there are copies, and no more."""
    for k in range(WALL_SIZE):
        st.wall[k] = wall[k]
    if wall[0] < 0:
        return OK
    st.num[WALL_KNOWN] = 1
    for k in range(WALL_SIZE):
        tile = wall[k]
        inside = k < st.num[N_TILES_IN_PLAY]
        if inside != (0 <= tile < N_TILES):
            return R_BAD_WALL
        if inside:
            st.taken[tile] += 1
    for tile in range(N_TILES):
        if st.taken[tile] != rules.copies[tile]:
            return R_BAD_WALL
    st.taken[:] = 0
    return OK


@leaf
def _deal_hands(rules: Rules, st: State, deal: NDArray[np.int8]) -> int:
    dealer = st.num[DEALER]
    for seat in range(4):
        size = dealt_size(rules, seat, dealer)
        for k in range(DEAL_SIZE):
            tile = int(deal[seat, k])
            if (k < size) != (tile >= 0):
                return R_BAD_DEAL
            if k >= size:
                continue
            refusal = check_copy(rules, st, tile)
            if refusal != OK:
                return refusal
            take(rules, st, seat, tile, False)
    if st.num[WALL_KNOWN] == 1:
        n_tiles = st.num[N_TILES_IN_PLAY]
        for seat in range(4):
            for k in range(dealt_size(rules, seat, dealer)):
                if deal[seat, k] != st.wall[dealt_place(rules, n_tiles, dealer, seat, k)]:
                    return R_WALL_MISMATCH
    return OK
