"""The minimal player's hands: played through the state machine, for tests and sample records.

Everything but the choices (`engine.minimal_policy`) is what any other hand goes through: the same
walls, the same machine, the same rows. Beside the rows the records are given, with walls and
results, so that every format can be written and read back.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.begin import begin
from engine.machine.choices import (
    M_ACTION,
    M_CLAIM,
    M_LOW,
    M_SEAT,
    M_TILE,
    MAX_OPTIONS,
    MAX_PLAN,
    N_M,
    PASS,
    Moves,
    copy_move,
    forced,
    options,
    plan_window,
)
from engine.machine.log import E_SEAT, E_TILE, U_EVENTS, Log, new_log
from engine.machine.played import played_batch
from engine.machine.refusals import OK
from engine.machine.special_wins import first_special_win, special_win
from engine.machine.state import (
    FROM,
    OUTCOME,
    PHASE,
    PHASE_OVER,
    PHASE_TURN,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    WILDCARD,
    WINNERS,
    State,
    new_state,
)
from engine.machine.step import END_OF_RECORD, OPEN_HAND, step
from engine.machine.verify import verify
from engine.minimal_meta import action_positions, recorded_meta
from engine.minimal_policy import answer_window, choose_turn
from engine.random import PURPOSE_PLAYER, open_stream
from engine.rules import Rules, compile_rules
from engine.scoring_out import ScoreOut, new_score_out
from engine.tables import Tables
from engine.walls import DEAL_SIZE, WALL_SIZE, deal_from_wall, shuffled_wall
from schemas.batch import PlayedBatch, RecordBatch
from schemas.codes import OUT_ABORT, OUT_DRAW, WIN
from schemas.ruleset import RuleSet

_MOST_ACTIONS: Final = 400
"""More than a hand has: a tile is drawn once, exposed or discarded once, claimed once, and at most
two claims are lost for each that is made."""


class Records(NamedTuple):
    """Columns of a `RecordBatch` that the kernel writes; `moves` holds five of them."""

    dealer: NDArray[np.int8]
    round_wind: NDArray[np.int8]
    streak: NDArray[np.int16]
    wildcard: NDArray[np.int8]
    deal: NDArray[np.int8]
    wall: NDArray[np.int8]
    start: NDArray[np.int64]
    moves: NDArray[np.int8]


def play_batch(
    ruleset: RuleSet,
    tables: Tables,
    *,
    seed: int,
    first_session: int,
    n_hands: int,
    single: bool = False,
) -> tuple[RecordBatch, PlayedBatch]:
    """Play hands with four minimal players.

    Args:
        ruleset: the rule set; sessions are as long as it says, dealers move on as it says.
        tables: `engine.tables.load_tables()`.
        seed: seed of walls and choices; both follow from (seed, session, hand in session) alone.
        first_session: number of the first session, from 0.
        n_hands: how many hands, some thousands at a time; the last session may be left short.
        single: every hand is a session of its own: seat 0 deals, round wind East.

    Returns:
        The records, walls and results in them, and the rows of all tables.
    """
    rules = compile_rules(ruleset)
    length = 1 if single else ruleset.session.hands
    session = first_session + np.arange(n_hands, dtype=np.int64) // length
    within = (np.arange(n_hands) % length).astype(np.int16)
    log = new_log(n_hands, n_hands * _MOST_ACTIONS, 3 * n_hands, len(rules.values))
    records = Records(
        dealer=np.empty(n_hands, np.int8),
        round_wind=np.empty(n_hands, np.int8),
        streak=np.empty(n_hands, np.int16),
        wildcard=np.empty(n_hands, np.int8),
        deal=np.empty((n_hands, 4, DEAL_SIZE), np.int8),
        wall=np.empty((n_hands, WALL_SIZE), np.int8),
        start=np.zeros(n_hands + 1, np.int64),
        moves=np.empty((n_hands * _MOST_ACTIONS, N_M), np.int8),
    )
    _play_hands(
        rules,
        tables,
        new_state(),
        new_score_out(len(rules.values)),
        log,
        records,
        seed,
        session,
        within,
        0 if single else ruleset.session.first_dealer,
        "dealer_win" in ruleset.session.dealer_stays,
        "draw" in ruleset.session.dealer_stays,
        "abort" in ruleset.session.dealer_stays,
        np.zeros(1, np.uint64),
        np.empty((MAX_OPTIONS, N_M), np.int16),
        np.empty((4, N_M), np.int16),
        np.empty((MAX_PLAN, N_M), np.int16),
    )
    played = played_batch(log)
    moves = records.moves[: records.start[-1]]
    batch = RecordBatch(
        dealer=records.dealer,
        round_wind=records.round_wind,
        streak=records.streak,
        wildcard=records.wildcard,
        deal=records.deal,
        wall=records.wall,
        start=records.start,
        seat=moves[:, M_SEAT].copy(),
        action=moves[:, M_ACTION].copy(),
        tile=moves[:, M_TILE].copy(),
        low=moves[:, M_LOW].copy(),
        claim=moves[:, M_CLAIM].copy(),
        position=action_positions(records.start),
        meta=recorded_meta(ruleset, session, within, records.round_wind, played),
    )
    return batch, played


@leaf
def _play_hands(
    rules: Rules,
    tables: Tables,
    st: State,
    score: ScoreOut,
    log: Log,
    records: Records,
    seed: int,
    session: NDArray[np.int64],
    within: NDArray[np.int16],
    first_dealer: int,
    stays_on_win: bool,
    stays_on_draw: bool,
    stays_on_abort: bool,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> None:
    """Play hands in order; a session's next dealer follows from the hand before."""
    n_tiles = 0
    for copies in rules.copies:
        n_tiles += copies
    dealer = passed_on = streak = 0
    for hand in range(len(session)):
        if within[hand] == 0:
            dealer = first_dealer
            passed_on = streak = 0
        elif stays_on_win and (st.num[WINNERS] >> dealer) & 1:
            streak += 1
        elif not (
            (stays_on_draw and st.num[OUTCOME] == OUT_DRAW)
            or (stays_on_abort and st.num[OUTCOME] == OUT_ABORT)
        ):
            dealer = (dealer + 1) % 4
            passed_on += 1
            streak = 0
        round_wind = passed_on // 4 % 4
        records.dealer[hand] = dealer
        records.round_wind[hand] = round_wind
        records.streak[hand] = streak
        wall, deal = records.wall[hand], records.deal[hand]
        shuffled_wall(rules, wall, stream, seed, session[hand], int(within[hand]))
        deal_from_wall(rules, wall, n_tiles, dealer, deal)
        begin(rules, st, log, hand, dealer, round_wind, streak, deal, wall)
        open_stream(stream, seed, session[hand], int(within[hand]), PURPOSE_PLAYER)
        n = _play_hand(
            rules,
            tables,
            st,
            score,
            log,
            records.moves,
            records.start[hand],
            stream,
            found,
            answers,
            plan,
        )
        records.start[hand + 1] = records.start[hand] + n
        records.wildcard[hand] = st.num[WILDCARD]


@leaf
def _play_hand(
    rules: Rules,
    tables: Tables,
    st: State,
    score: ScoreOut,
    log: Log,
    moves: NDArray[np.int8],
    start: int,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    """Play a dealt hand to its end, its moves to `moves` from `start` on; returns how many."""
    n_moves = 0
    n = 1
    plan[0, M_ACTION] = OPEN_HAND
    while st.num[PHASE] != PHASE_OVER:
        for k in range(n):
            step(
                rules,
                tables,
                st,
                score,
                log,
                int(plan[k, M_SEAT]),
                int(plan[k, M_ACTION]),
                int(plan[k, M_TILE]),
                int(plan[k, M_LOW]),
                int(plan[k, M_CLAIM]),
            )
            if plan[k, M_ACTION] >= OPEN_HAND:
                continue
            row = moves[start + n_moves]
            event = log.events[log.used[U_EVENTS] - 1]
            row[M_SEAT] = event[E_SEAT]
            row[M_ACTION] = plan[k, M_ACTION]
            row[M_TILE] = event[E_TILE]
            row[M_LOW] = plan[k, M_LOW]
            row[M_CLAIM] = plan[k, M_CLAIM]
            n_moves += 1
        n = _next_moves(rules, tables, st, stream, found, answers, plan)
    return n_moves


@leaf
def _next_moves(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    """Write what happens next to `plan`: forced, chosen on a turn, or answered in a window."""
    if st.num[PHASE] == PHASE_WON:
        plan[0, M_ACTION] = END_OF_RECORD
        return 1
    if forced(rules, st, False, plan[0]):
        return 1
    seat, phase = st.num[SEAT], st.num[PHASE]
    winner = first_special_win(st) if phase < PHASE_WINDOW else -1
    wins_itself = phase == PHASE_TURN and verify(rules, st, seat, WIN, -1, -1, -1) == OK
    if winner >= 0 and not wins_itself:
        options(rules, st, winner, found)
        copy_move(found, 0, plan[0])
        return 1
    if st.num[PHASE] == PHASE_TURN:
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
