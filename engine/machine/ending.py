"""The end of a hand: wins with their rows and payments, penalties, the exhausted wall."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.draws import wall_left
from engine.machine.log import (
    H_DISTANCE,
    H_HAND,
    H_N_DRAWS,
    H_N_EVENTS,
    H_OUTCOME,
    H_WALL_LEFT,
    H_WINNERS,
    U_CONCEALED,
    U_FLOWERS,
    U_HANDS,
    U_MELDS,
    U_PATTERNS,
    U_READING,
    U_WINS,
    W_BY,
    W_FIRST_READY,
    W_FLAGS,
    W_HAND,
    W_LIMIT_HIT,
    W_N_CONCEALED,
    W_N_FLOWERS,
    W_N_MELDS,
    W_N_PATTERNS,
    W_N_READING,
    W_N_WAITS,
    W_PAYER,
    W_TILE,
    W_TOTAL,
    W_TURN,
    W_UNCAPPED,
    W_WAIT,
    W_WILDCARDS,
    W_WINNER,
    WP_COUNT,
    WP_HAND,
    WP_MARGINAL,
    WP_PATTERN,
    WP_VALUE,
    WP_WINNER,
    Log,
    log_event,
)
from engine.machine.moves import log_plain, undo_added_kong
from engine.machine.state import (
    BARRED,
    BY,
    COMPLETES,
    DEALT_DISTANCE,
    FIRST_READY,
    FROM,
    HAND,
    N_DISCARDS,
    N_DRAWS,
    N_EVENTS,
    N_MELDS,
    OUTCOME,
    PHASE,
    PHASE_ENDED,
    PHASE_OVER,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    TILE,
    TILE_SEQ,
    WINNERS,
    WORTH,
    State,
)
from engine.machine.wins import circumstances
from engine.rules import (
    P_ERROR_EACH,
    P_FALSE_WIN_EACH,
    P_FALSE_WIN_ENDS,
    P_MULTIPLE_WINNERS,
    Rules,
)
from engine.scoring import (
    I_LIMIT_HIT,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    ScoreOut,
)
from engine.settlement import N_PARTS, settle_penalty, settle_win
from schemas.codes import (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    EXHAUSTED,
    FALSE_WIN,
    FOUL,
    OUT_DRAW,
    OUT_FALSE_WIN,
    OUT_PENALTY,
    OUT_WIN,
    WIN,
)


@leaf
def win(rules: Rules, st: State, score: ScoreOut, log: Log, seat: int) -> None:
    """Write a legal win, whose score stands in `score`.

    Where several may win on a tile the hand stays open while another hand is completed by it.
    """
    by = st.num[BY]
    giver = -1 if by == BY_SELF_DRAW else st.num[FROM]
    giver_seq = -1 if by == BY_SELF_DRAW else st.num[TILE_SEQ]
    log_event(log, seat, WIN, st.num[TILE], giver, giver_seq, -1, wall_left(st))
    st.num[N_EVENTS] += 1
    st.num[WINNERS] |= 1 << seat
    st.num[OUTCOME] = OUT_WIN
    _log_win(rules, st, score, log, seat, giver)
    more = st.num[COMPLETES] & ~st.num[WINNERS]
    open_end = rules.params[P_MULTIPLE_WINNERS] == 1 and by != BY_SELF_DRAW and more != 0
    st.num[PHASE] = PHASE_WON if open_end else PHASE_ENDED


@leaf
def false_win(rules: Rules, st: State, log: Log, seat: int) -> None:
    """Let a false win pay; it ends the hand, or bars the seat from winning."""
    log_plain(st, log, seat, FALSE_WIN, st.num[TILE])
    settle_penalty(seat, rules.params[P_FALSE_WIN_EACH], st.parts)
    if rules.params[P_FALSE_WIN_ENDS] == 1:
        st.num[OUTCOME] = OUT_FALSE_WIN
        st.num[PHASE] = PHASE_ENDED
    else:
        st.num[BARRED] |= 1 << seat


@leaf
def foul(rules: Rules, st: State, log: Log, seat: int) -> None:
    """Let a player's error pay; it ends the hand."""
    log_plain(st, log, seat, FOUL, -1)
    settle_penalty(seat, rules.params[P_ERROR_EACH], st.parts)
    st.num[OUTCOME] = OUT_PENALTY
    st.num[PHASE] = PHASE_ENDED


@leaf
def exhaust(st: State, log: Log) -> None:
    """End the hand undecided: the seat to draw has no tile."""
    in_window = st.num[PHASE] == PHASE_WINDOW
    drawer = (st.num[FROM] + 1) % 4 if in_window else st.num[SEAT]
    log_plain(st, log, drawer, EXHAUSTED, -1)
    st.num[OUTCOME] = OUT_DRAW
    st.num[PHASE] = PHASE_ENDED


@leaf
def close(rules: Rules, st: State, log: Log) -> None:
    """Write what the end of a hand settles: payments and the hand's row."""
    winners = st.num[WINNERS]
    giver = -1 if st.num[BY] == BY_SELF_DRAW else st.num[FROM]
    for seat in range(4):
        if (winners >> seat) & 1:
            settle_win(rules, seat, giver, winners, st.seats[seat, WORTH], st.parts)
    if winners != 0 and st.num[BY] == BY_ROBBED_KONG:
        undo_added_kong(st)
    row = log.hands[log.used[U_HANDS]]
    row[H_HAND] = st.num[HAND]
    row[H_OUTCOME] = st.num[OUTCOME]
    row[H_WINNERS] = winners
    row[H_N_EVENTS] = st.num[N_EVENTS]
    row[H_N_DRAWS] = st.num[N_DRAWS]
    row[H_WALL_LEFT] = wall_left(st)
    for seat in range(4):
        row[H_DISTANCE + seat] = st.num[DEALT_DISTANCE + seat]
    parts = log.settlements[log.used[U_HANDS]]
    for seat in range(4):
        for part in range(N_PARTS):
            parts[seat, part] = st.parts[seat, part]
    log.used[U_HANDS] += 1
    st.num[PHASE] = PHASE_OVER


@leaf
def _log_win(rules: Rules, st: State, score: ScoreOut, log: Log, seat: int, giver: int) -> None:
    tile = st.num[TILE]
    for pattern in range(len(score.counts)):
        count = score.counts[pattern]
        if count == 0:
            continue
        pattern_row = log.patterns[log.used[U_PATTERNS]]
        pattern_row[WP_HAND] = st.num[HAND]
        pattern_row[WP_WINNER] = seat
        pattern_row[WP_PATTERN] = pattern
        pattern_row[WP_COUNT] = count
        pattern_row[WP_VALUE] = rules.values[pattern]
        pattern_row[WP_MARGINAL] = count * rules.values[pattern]
        log.used[U_PATTERNS] += 1
    row = log.wins[log.used[U_WINS]]
    row[W_HAND] = st.num[HAND]
    row[W_WINNER] = seat
    row[W_PAYER] = giver
    row[W_BY] = st.num[BY]
    row[W_TILE] = tile
    row[W_FLAGS] = circumstances(rules, st)
    row[W_WAIT] = score.info[I_WAIT]
    row[W_N_WAITS] = score.info[I_N_WAITS]
    row[W_TURN] = st.seats[seat, N_DISCARDS] + 1
    row[W_FIRST_READY] = st.seats[seat, FIRST_READY]
    row[W_TOTAL] = score.info[I_TOTAL]
    row[W_UNCAPPED] = score.info[I_UNCAPPED]
    row[W_LIMIT_HIT] = score.info[I_LIMIT_HIT]
    row[W_WILDCARDS] = score.info[I_WILDCARDS_USED]
    row[W_N_PATTERNS] = score.info[I_N_PATTERNS]
    row[W_N_MELDS] = st.seats[seat, N_MELDS]
    row[W_N_CONCEALED] = _copy_tiles(
        st.hand[seat], tile if giver < 0 else -1, log.concealed, log.used, U_CONCEALED
    )
    row[W_N_FLOWERS] = _copy_tiles(st.flowers[seat], -1, log.flowers, log.used, U_FLOWERS)
    for k in range(st.seats[seat, N_MELDS]):
        meld = log.melds[log.used[U_MELDS]]
        meld[0] = st.meld_kind[seat, k]
        meld[1] = st.meld_tile[seat, k]
        meld[2] = st.meld_from[seat, k]
        log.used[U_MELDS] += 1
    n_reading = score.info[I_N_READING]
    for k in range(n_reading):
        log.reading[log.used[U_READING]] = score.reading[k]
        log.used[U_READING] += 1
    row[W_N_READING] = n_reading
    log.used[U_WINS] += 1


@leaf
def _copy_tiles(
    counts: NDArray[np.int8],
    left_out: int,
    target: NDArray[np.int8],
    used: NDArray[np.int64],
    counter: int,
) -> int:
    """Write counted tiles as an ascending list, one copy of `left_out` less; returns how many."""
    n = 0
    for tile in range(len(counts)):
        copies = counts[tile] - (1 if tile == left_out else 0)
        for _ in range(copies):
            target[used[counter]] = tile
            used[counter] += 1
            n += 1
    return n
