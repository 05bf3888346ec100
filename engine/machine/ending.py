"""The end of a hand: wins and their payments, penalties, the exhausted wall."""

from __future__ import annotations

import numpy as np

from engine.jit import leaf
from engine.machine.draws import wall_left
from engine.machine.fouls import liable_for_all
from engine.machine.log import (
    H_ABORT,
    H_DISTANCE,
    H_HAND,
    H_N_DRAWS,
    H_N_EVENTS,
    H_OUTCOME,
    H_WALL_LEFT,
    H_WINNERS,
    U_HANDS,
    Log,
    log_event,
)
from engine.machine.marks import ABORT_DUE
from engine.machine.moves import log_plain, undo_added_kong
from engine.machine.order import drawer_after, next_seat
from engine.machine.special_wins import payer_of_win, special_win, stake_special_win
from engine.machine.state import (
    BARRED,
    BY,
    COMPLETES,
    DEALER,
    DEALT_DISTANCE,
    HAND,
    N_DRAWS,
    N_EVENTS,
    OUTCOME,
    PHASE,
    PHASE_ENDED,
    PHASE_OVER,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    STREAK,
    TILE,
    TILE_SEQ,
    WILDCARD,
    WINNERS,
    State,
)
from engine.machine.win_rows import log_win
from engine.machine.wins import circumstances, log_chances
from engine.rules import (
    P_FALSE_WIN_ENDS,
    P_MULTIPLE_WINNERS,
    Rules,
)
from engine.scoring_out import ScoreOut
from engine.settlement import settle
from engine.settling.false_win import settle_false_win
from engine.settling.parts import N_PARTS
from engine.situation import (
    S_DEALER,
    S_FLAGS,
    S_LIABLE,
    S_PAYER,
    S_STREAK,
    S_VOID,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
    Showdown,
)
from engine.tables import Tables
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    EXHAUSTED,
    FALSE_WIN,
    OUT_ABORT,
    OUT_DRAW,
    OUT_FALSE_WIN,
    OUT_WIN,
    WIN,
)


@leaf
def win(rules: Rules, st: State, score: ScoreOut, log: Log, seat: int) -> None:
    """Write a legal win, whose score stands in `score`.

    Where several may win on a tile the hand stays open while another hand is completed by it.
    """
    by = st.num[BY]
    giver = payer_of_win(st)
    giver_seq = st.num[TILE_SEQ] if BY_DISCARD <= by <= BY_ROBBED_KONG else -1
    log_event(log, seat, WIN, st.num[TILE], giver, giver_seq, -1, wall_left(st))
    st.num[N_EVENTS] += 1
    st.num[WINNERS] |= 1 << seat
    st.num[OUTCOME] = OUT_WIN
    log_win(rules, st, score, log, seat, giver)
    more = st.num[COMPLETES] & ~st.num[WINNERS]
    open_end = rules.params[P_MULTIPLE_WINNERS] == 1 and giver_seq >= 0 and more != 0
    st.num[PHASE] = PHASE_WON if open_end else PHASE_ENDED


@leaf
def stake_special(rules: Rules, st: State, log: Log, seat: int) -> None:
    """Turn from the tile at stake to a seat's special win; hands it completed lost their chance."""
    st.num[WINNERS] |= 1 << seat
    log_chances(rules, st, log)
    st.num[COMPLETES] = 0
    stake_special_win(rules, st, seat, special_win(st, seat))


@leaf
def false_win(rules: Rules, st: State, log: Log, seat: int) -> None:
    """Let a false win pay; it ends the hand, or bars the seat from winning and its hand is void."""
    log_plain(st, log, seat, FALSE_WIN, st.num[TILE])
    wildcard = st.num[WILDCARD]
    settle_false_win(
        rules,
        seat,
        st.num[DEALER],
        st.num[STREAK],
        st.flowers[seat],
        st.meld_kind[seat],
        int(np.int64(st.hand[seat, wildcard])) if wildcard >= 0 else 0,
        st.parts,
    )
    if rules.params[P_FALSE_WIN_ENDS] == 1:
        st.num[OUTCOME] = OUT_FALSE_WIN
        st.num[PHASE] = PHASE_ENDED
    else:
        st.num[BARRED] |= 1 << seat


@leaf
def exhaust(st: State, log: Log) -> None:
    """End the hand undecided: the seat to draw has no tile."""
    drawer = st.num[SEAT]
    if PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB:
        drawer = drawer_after(st)
    elif st.num[PHASE] == PHASE_TURN:  # nobody discards in the last round
        drawer = next_seat(st, drawer)
    log_plain(st, log, drawer, EXHAUSTED, -1)
    st.num[OUTCOME] = OUT_DRAW
    st.num[PHASE] = PHASE_ENDED


@leaf
def close(rules: Rules, tables: Tables, st: State, score: ScoreOut, log: Log) -> None:
    """Write what the end of a hand settles: payments and the hand's row."""
    winners = st.num[WINNERS]
    if winners != 0 and st.num[BY] == BY_ROBBED_KONG:
        undo_added_kong(st)  # before it is paid: its owner has a pung
    if winners != 0:
        _pay(rules, tables, st, score)
    row = log.hands[log.used[U_HANDS]]
    row[H_HAND] = st.num[HAND]
    row[H_OUTCOME] = st.num[OUTCOME]
    row[H_WINNERS] = winners
    row[H_N_EVENTS] = st.num[N_EVENTS]
    row[H_N_DRAWS] = st.num[N_DRAWS]
    row[H_WALL_LEFT] = wall_left(st)
    for seat in range(4):
        row[H_DISTANCE + seat] = st.num[DEALT_DISTANCE + seat]
    aborted = st.num[OUTCOME] == OUT_ABORT
    row[H_ABORT] = st.course[ABORT_DUE] - 1 if aborted else -1
    parts = log.settlements[log.used[U_HANDS]]
    for seat in range(4):
        for part in range(N_PARTS):
            parts[seat, part] = st.parts[seat, part]
    log.used[U_HANDS] += 1
    st.num[PHASE] = PHASE_OVER


@leaf
def _pay(rules: Rules, tables: Tables, st: State, score: ScoreOut) -> None:
    facts = st.showdown[:]  # plain arrays, so that the settlement is compiled once
    facts[S_DEALER] = st.num[DEALER]
    facts[S_STREAK] = st.num[STREAK]
    facts[S_WINNERS] = st.num[WINNERS]
    facts[S_PAYER] = payer_of_win(st)
    facts[S_WIN_TILE] = st.num[TILE]
    facts[S_WIN_BY] = st.num[BY]
    facts[S_FLAGS] = circumstances(rules, st, _first_seat(st.num[WINNERS]))
    facts[S_WILDCARD] = st.num[WILDCARD]
    facts[S_VOID] = st.num[BARRED]
    facts[S_LIABLE] = liable_for_all(rules, st)
    table = Showdown(
        st.hand[:],
        st.meld_kind[:],
        st.meld_tile[:],
        st.flowers[:],
        st.bets[:],
        facts,
        st.info[:],
    )
    settle(rules, tables, table, score.scratch, st.parts[:])


@leaf
def _first_seat(seats: int) -> int:
    """The lowest seat of a mask."""
    for seat in range(4):
        if (seats >> seat) & 1:
            return seat
    return -1
