"""How the minimal player chooses on its own turn and in a claim window.

It discards at random among the tiles that keep its distance to ready, takes every legal win, and
claims or lays down a kong by the toss of a coin where that does not take it further from ready.
Where the rules know declarations, it makes one now and then.
It knows nothing of what a hand is worth, so its wins say nothing about how people win.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.distance import FAR
from engine.jit import leaf
from engine.machine.choices import (
    M_ACTION,
    M_LOW,
    M_TILE,
    PASS,
    Moves,
    copy_move,
    forced,
    is_legal,
    options,
    plan_window,
)
from engine.machine.shape import seat_distance
from engine.machine.special_wins import first_special_win, special_win
from engine.machine.state import (
    FROM,
    N_MELDS,
    PHASE,
    PHASE_TURN,
    PHASE_WINDOW,
    SEAT,
    State,
)
from engine.random import below
from engine.rules import Rules
from engine.tables import Tables
from schemas.codes import (
    CHOW,
    DECLARE_READY,
    DISCARD,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    OPEN_PLAY,
    PUNG,
    WIN,
)
from schemas.tiles import N_KINDS

_COIN: Final = 2
_SELDOM: Final = 8
"""One declaration in so many that it could make."""


@leaf
def minimal_moves(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    """Write what happens next to `plan`: forced, chosen on a turn, or answered in a window.

    Args:
        rules: compiled rules.
        tables: distance tables.
        st: the state, unchanged, not ended.
        stream: the players' random numbers.
        found: (MAX_OPTIONS, N_M), scratch.
        answers: (4, N_M), scratch.
        plan: (MAX_PLAN, N_M), written.

    Returns:
        How many events it is.
    """
    if forced(rules, st, False, plan[0]):
        return 1
    seat, phase = st.num[SEAT], st.num[PHASE]
    winner = first_special_win(st) if phase < PHASE_WINDOW else -1
    wins_itself = phase == PHASE_TURN and is_legal(rules, st, seat, WIN, -1, -1)
    if winner >= 0 and not wins_itself:
        options(rules, st, winner, found)
        copy_move(found, 0, plan[0])
        return 1
    if phase == PHASE_TURN:
        choose_turn(rules, tables, st, stream, found, plan[0])
        return 1
    answers[:] = PASS
    robbing = special_win(st, st.num[FROM]) >= 0
    for distance in range(1, 5 if robbing else 4):
        seat = (st.num[FROM] + distance) % 4
        answer_window(rules, tables, st, seat, stream, found, answers)
    n = plan_window(rules, st, answers, plan)
    if n == 0:
        forced(rules, st, True, plan[0])
        return 1
    return n


@leaf
def choose_turn(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    move: Moves,
) -> None:
    """Choose on the own turn of the seat whose options are found; write the choice to `move`.

    Args:
        rules: compiled rules.
        tables: distance tables.
        st: the state; unchanged when the call returns.
        stream: the player's random numbers.
        found: scratch for options.
        move: (N_M,), written.
    """
    seat = st.num[SEAT]
    n = options(rules, st, seat, found)
    if found[0, M_ACTION] == WIN:
        copy_move(found, 0, move)
        return
    hand = st.hand[seat]
    n_melds = st.seats[seat, N_MELDS]
    nearest = FAR
    ties = 0
    for k in range(n):
        if found[k, M_ACTION] != DISCARD:
            continue
        hand[found[k, M_TILE]] -= 1
        left = seat_distance(rules, tables, st, seat, n_melds)
        hand[found[k, M_TILE]] += 1
        if left < nearest:
            nearest = left
            ties = 0
        if left == nearest:
            ties += 1
            if below(stream, ties) == 0:
                copy_move(found, k, move)
    for k in range(n):
        action = found[k, M_ACTION]
        if action != KONG_CONCEALED and action != KONG_ADDED:
            continue
        laid = 4 if action == KONG_CONCEALED else 1
        hand[found[k, M_TILE]] -= laid
        more = 1 if action == KONG_CONCEALED else 0
        left = seat_distance(rules, tables, st, seat, n_melds + more)
        hand[found[k, M_TILE]] += laid
        if left <= nearest and below(stream, _COIN) == 0:
            copy_move(found, k, move)
    for k in range(n):
        declares = DECLARE_READY <= found[k, M_ACTION] <= OPEN_PLAY
        if declares and below(stream, _SELDOM) == 0:
            copy_move(found, k, move)


@leaf
def answer_window(
    rules: Rules,
    tables: Tables,
    st: State,
    seat: int,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
) -> None:
    """Answer an open window for one seat: its row of `answers`, which holds a pass so far."""
    n = options(rules, st, seat, found)
    if n == 0:
        return
    row = answers[seat]
    if found[0, M_ACTION] == WIN:
        copy_move(found, 0, row)
        return
    now = seat_distance(rules, tables, st, seat, st.seats[seat, N_MELDS])
    good = 0
    chosen = -1
    for k in range(n):
        action = found[k, M_ACTION]
        if action == WIN:
            continue
        left = _distance_after(rules, tables, st, seat, action, found[k, M_TILE], found[k, M_LOW])
        if left <= now:
            good += 1
            if below(stream, good) == 0:
                chosen = k
    if chosen >= 0 and below(stream, _COIN) == 0:
        copy_move(found, chosen, row)


@leaf
def _distance_after(
    rules: Rules, tables: Tables, st: State, seat: int, action: int, tile: int, low: int
) -> int:
    """Distance to ready after a claim and the best discard; a kong is replaced, not discarded."""
    hand = st.hand[seat]
    n_melds = st.seats[seat, N_MELDS] + 1
    _lay_down(hand, action, tile, low, -1)
    nearest = FAR
    if action == KONG_EXPOSED:
        nearest = seat_distance(rules, tables, st, seat, n_melds)
    else:
        for other in range(N_KINDS):
            if hand[other] > 0:
                hand[other] -= 1
                nearest = min(nearest, seat_distance(rules, tables, st, seat, n_melds))
                hand[other] += 1
    _lay_down(hand, action, tile, low, 1)
    return nearest


@leaf
def _lay_down(hand: NDArray[np.int8], action: int, tile: int, low: int, sign: int) -> None:
    """Take the tiles that a claim lays down from a hand (sign -1), or put them back (+1)."""
    if action == CHOW:
        for other in range(low, low + 3):
            if other != tile:
                hand[other] += sign
    else:
        hand[tile] += sign * (2 if action == PUNG else 3)
