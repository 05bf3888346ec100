"""What may be chosen, and which events the choices become: options, answers, forced events.

The machine stops at an own turn or at a claim window. In a window the seats that may do something
answer independently; then priority is applied: announced claims that lose become `lost_claim`
events before the claim that wins. It stops also where somebody may make a special win and on a
turn of the last round that wins, where letting go by is an answer, too. Between stops everything
is forced: draws, flowers, the turned wildcard, the end of the wall. All functions here only say
what comes next; whoever plays passes it to `machine.step`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.machine.aborts import is_abort_due
from engine.machine.claims import RANK_WIN, claim_rank, has_run, win_distance
from engine.machine.draw_due import gets_tile
from engine.machine.draws import drawable, is_flower
from engine.machine.flowers import next_flower
from engine.machine.last_round import in_last_round
from engine.machine.marks import ACTIVE, BOUND, BOUND_DUE, BOUND_HAND, READY_DISCARDS
from engine.machine.order import drawer_after, next_seat
from engine.machine.refusals import OK
from engine.machine.restrict import barred_kinds
from engine.machine.special_wins import first_special_win, special_tile, special_win
from engine.machine.state import (
    COMPLETES,
    DEALER,
    FLOWERS,
    FROM,
    N_DISCARDS,
    N_MELDS,
    PHASE,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_START,
    PHASE_TURN,
    PHASE_WINDOW,
    SEAT,
    TILE,
    X_TURN_DUE,
    State,
)
from engine.machine.verify import verify
from engine.machine.wildcards import is_dead_discard, is_wild
from engine.rules import P_MULTIPLE_WINNERS, Rules
from engine.shapes import popcount
from schemas.codes import (
    ABORT,
    CHOW,
    DECLARE_READY,
    DISCARD,
    DRAW,
    EXHAUSTED,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    LOST_CLAIM,
    MELD_PUNG,
    OPEN_PLAY,
    PUNG,
    REPLACE,
    SHOW_READY,
    TURN_WILDCARD,
    WIN,
)
from schemas.tiles import N_TILES

PASS: Final = -1
"""The answer of a seat that lets a window go by, and no forced event."""
MAX_OPTIONS: Final = 64
"""Room for the options of one seat."""
MAX_PLAN: Final = 4
"""Room for the events that the answers of a window become."""
M_SEAT, M_ACTION, M_TILE, M_LOW, M_CLAIM, N_M = range(6)
"""Columns of a planned event, an option or an answer: the arguments of `step`."""

_FAR: Final = 99
_SUIT_TILES: Final = 27

Moves = NDArray[np.int16]
"""int16 (n, N_M)."""


@leaf
def options(rules: Rules, st: State, seat: int, found: Moves) -> int:
    """List what a seat may choose now, passing a window aside; a win stands first.

    Args:
        rules: compiled rules.
        st: the state, unchanged.
        seat: whose options.
        found: (MAX_OPTIONS, N_M), written.

    Returns:
        The number of options; 0 where the seat has nothing to choose.
    """
    phase = st.num[PHASE]
    offered = st.num[TILE]
    n = 0
    special = special_win(st, seat) >= 0
    if special and phase != PHASE_TURN:
        n = _keep(rules, st, seat, WIN, special_tile(st, seat), -1, found, n)
    if (st.num[COMPLETES] >> seat) & 1:
        n = _keep(rules, st, seat, WIN, offered, -1, found, n)
    if special and n == 0:
        n = _keep(rules, st, seat, WIN, special_tile(st, seat), -1, found, n)
    if phase == PHASE_WINDOW:
        # What the tiles rule out is not asked for: most windows offer nobody anything.
        if st.hand[seat, offered] >= 3:
            n = _keep(rules, st, seat, KONG_EXPOSED, offered, -1, found, n)
        if st.hand[seat, offered] >= 2:
            n = _keep(rules, st, seat, PUNG, offered, -1, found, n)
        if seat == (st.num[FROM] + 1) % 4:
            for low in range(offered - 2, offered + 1):
                if has_run(st, seat, offered, low):
                    n = _keep(rules, st, seat, CHOW, offered, low, found, n)
    elif PHASE_START <= phase <= PHASE_TURN:
        n = _list_turn(rules, st, seat, found, n)
    return n


@merge
def may_choose(st: State, seat: int) -> bool:
    """Whether `options` could list anything for a seat in a window: what the tiles rule out."""
    if (st.num[COMPLETES] >> seat) & 1 or special_win(st, seat) >= 0:
        return True
    if st.num[PHASE] != PHASE_WINDOW or seat == st.num[FROM]:
        return False
    offered = st.num[TILE]
    hand = st.hand[seat]
    if hand[offered] >= 2:
        return True
    if seat != (st.num[FROM] + 1) % 4 or offered >= _SUIT_TILES:
        return False
    rank = offered % 9
    below = rank > 0 and hand[offered - 1] > 0
    above = rank < 8 and hand[offered + 1] > 0
    return bool(
        (below and above)
        or (below and rank > 1 and hand[offered - 2] > 0)
        or (above and rank < 7 and hand[offered + 2] > 0)
    )


@leaf
def _list_turn(rules: Rules, st: State, seat: int, found: Moves, n: int) -> int:
    """List flowers, own kongs, discards and declarations.

    Natural tiles may all be discarded, or none of them, unless something binds the seat: then one
    of them is asked for.
    """
    free = st.marks[seat, BOUND] & (BOUND_DUE | BOUND_HAND) == 0 and barred_kinds(st, seat) == 0
    asked = False
    allowed = False
    n_melds = st.seats[seat, N_MELDS]
    held = 0
    for tile in range(N_TILES):
        held |= (1 if st.hand[seat, tile] > 0 else 0) << tile
    while held != 0:
        tile = popcount((held & -held) - 1)
        held &= held - 1
        if is_flower(st, seat, tile):
            n = _keep(rules, st, seat, FLOWER, tile, -1, found, n)
            n = _keep(rules, st, seat, DISCARD, tile, -1, found, n)
            continue
        if st.hand[seat, tile] >= 4:
            n = _keep(rules, st, seat, KONG_CONCEALED, tile, -1, found, n)
        for k in range(n_melds):
            if st.meld_kind[seat, k] == MELD_PUNG and st.meld_tile[seat, k] == tile:
                n = _keep(rules, st, seat, KONG_ADDED, tile, -1, found, n)
        if not free or is_wild(st, seat, tile):
            n = _keep(rules, st, seat, DISCARD, tile, -1, found, n)
            continue
        if not asked:
            allowed = is_legal(rules, st, seat, DISCARD, tile, -1)
            asked = True
        if allowed:
            n = _list(seat, DISCARD, tile, -1, found, n)
    if st.course[ACTIVE] == 1:
        if st.marks[seat, READY_DISCARDS] != 0:
            n = _keep(rules, st, seat, DECLARE_READY, -1, -1, found, n)
            n = _keep(rules, st, seat, SHOW_READY, -1, -1, found, n)
        if st.seats[seat, N_DISCARDS] == 0:
            n = _keep(rules, st, seat, OPEN_PLAY, -1, -1, found, n)
    return n


@leaf
def plan_window(rules: Rules, st: State, answers: Moves, plan: Moves) -> int:
    """Order the legal answers of a window into events: claims that lose, then what wins.

    Args:
        rules: compiled rules.
        st: the state, in a window.
        answers: (4, N_M) by seat; action `PASS` for none.
        plan: (MAX_PLAN, N_M), written.

    Returns:
        The number of events; 0 where all pass (`forced` then closes the window).
    """
    giver = st.num[FROM]
    best = 0
    for seat in range(4):
        best = max(best, claim_rank(answers[seat, M_ACTION]))
    all_win = best == RANK_WIN and rules.params[P_MULTIPLE_WINNERS] == 1
    for seat in range(4):
        all_win = all_win and special_win(st, seat) < 0  # there is one gold to rob
    winners = 0
    nearest = _FAR
    for seat in range(4):
        if best == 0 or claim_rank(answers[seat, M_ACTION]) != best:
            continue
        if all_win:
            winners |= 1 << seat
        elif win_distance(st, seat) < nearest:
            nearest = win_distance(st, seat)
            winners = 1 << seat
    n = 0
    for distance in range(1, 5):
        seat = (giver + distance) % 4
        if answers[seat, M_ACTION] != PASS and not (winners >> seat) & 1:
            copy_move(answers, seat, plan[n])
            plan[n, M_CLAIM] = answers[seat, M_ACTION]
            plan[n, M_ACTION] = LOST_CLAIM
            n += 1
    for distance in range(1, 5):
        seat = (giver + distance) % 4
        if (winners >> seat) & 1:
            copy_move(answers, seat, plan[n])
            n += 1
    return n


@leaf
def forced(rules: Rules, st: State, window_passed: bool, move: Moves) -> bool:
    """Write the event that comes next without a choice, if there is one.

    Flowers are exposed without asking, also where the rules let players keep them.

    Args:
        rules: compiled rules.
        st: the state.
        window_passed: everybody has let the open window, the special win or the last round's
            win go by.
        move: (N_M,), written; its tile is -1 where the wall decides.

    Returns:
        False at a stop and at the end of the hand.
    """
    phase = st.num[PHASE]
    seat = st.num[SEAT]
    action = PASS
    tile = -1
    last_round = in_last_round(rules, st)
    if not window_passed and phase != PHASE_WINDOW and first_special_win(st) >= 0:
        return False
    if phase == PHASE_START and st.special[X_TURN_DUE] == 1:
        seat = st.num[DEALER]
        action = TURN_WILDCARD
    elif last_round:
        if window_passed or not is_legal(rules, st, seat, WIN, -1, -1):
            seat = next_seat(st, seat)
            action = DRAW if gets_tile(rules, st, seat) else EXHAUSTED
    elif PHASE_START <= phase <= PHASE_TURN and st.num[FLOWERS] > 0:
        seat, tile = next_flower(rules, st)
        action = FLOWER if tile >= 0 else PASS
    elif phase == PHASE_DRAW:
        action = DRAW if gets_tile(rules, st, seat) else EXHAUSTED
    elif phase == PHASE_REPLACE:
        action = REPLACE if drawable(rules, st, seat) > 0 else EXHAUSTED
    elif window_passed and is_abort_due(st):
        seat = st.num[FROM]
        action = ABORT
    elif (phase == PHASE_ROB and window_passed) or (
        phase == PHASE_WINDOW and (window_passed or _nothing_offered(rules, st))
    ):
        seat = drawer_after(st)
        action = DRAW if gets_tile(rules, st, seat) else EXHAUSTED
    move[M_SEAT] = seat
    move[M_ACTION] = action
    move[M_TILE] = tile
    move[M_LOW] = -1
    move[M_CLAIM] = -1
    return action != PASS


@leaf
def is_stop(rules: Rules, st: State) -> bool:
    """Whether the seats may let the state go by, after which `forced` goes on."""
    phase = st.num[PHASE]
    return bool(
        PHASE_WINDOW <= phase <= PHASE_ROB or first_special_win(st) >= 0 or in_last_round(rules, st)
    )


@leaf
def _nothing_offered(rules: Rules, st: State) -> bool:
    """Whether the discard in the window is a dead wildcard and no gold can be robbed on it."""
    return is_dead_discard(rules, st) and first_special_win(st) < 0


@leaf
def is_legal(rules: Rules, st: State, seat: int, action: int, tile: int, low: int) -> bool:
    """Whether `machine.verify` accepts an action; the one copy of it that the choices share."""
    return bool(verify(rules, st, seat, action, tile, low, -1) == OK)


@merge
def _keep(
    rules: Rules, st: State, seat: int, action: int, tile: int, low: int, found: Moves, n: int
) -> int:
    if not is_legal(rules, st, seat, action, tile, low):
        return n
    return _list(seat, action, tile, low, found, n)


@merge
def _list(seat: int, action: int, tile: int, low: int, found: Moves, n: int) -> int:
    found[n, M_SEAT] = seat
    found[n, M_ACTION] = action
    found[n, M_TILE] = tile
    found[n, M_LOW] = low
    found[n, M_CLAIM] = -1
    return n + 1


@merge
def copy_move(source: Moves, row: int, move: Moves) -> None:
    """Copy a row of moves into a single one."""
    for column in range(N_M):
        move[column] = source[row, column]
