"""Hands of four simple players: played through the state machine, for tests and sample records.

Everything but the choices (`engine.minimal_policy`, `engine.random_policy`) is what any other hand
goes through: the same walls, the same machine, the same rows. Beside the rows the records are
given, with walls and results, so that every format can be written and read back.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

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
    Moves,
)
from engine.machine.log import E_SEAT, E_TILE, U_EVENTS, Log, new_log
from engine.machine.played import played_batch
from engine.machine.state import (
    OUTCOME,
    PHASE,
    PHASE_OVER,
    PHASE_WON,
    WILDCARD,
    WINNERS,
    State,
    new_state,
)
from engine.machine.step import END_OF_RECORD, OPEN_HAND, step
from engine.minimal_meta import action_positions, recorded_meta
from engine.minimal_policy import minimal_moves
from engine.random import PURPOSE_PLAYER, open_stream
from engine.random_policy import has_whim, random_moves
from engine.rules import Rules, compile_rules
from engine.scoring import Scorer, new_scorer
from engine.succession import (
    N_Q,
    Q_DEALER,
    Q_STREAK,
    Q_WITHIN,
    Place,
    next_hand,
    open_session,
    round_wind_of,
)
from engine.tables import Tables
from engine.walls import DEAL_SIZE, WALL_SIZE, deal_from_wall, shuffled_wall
from schemas.batch import PlayedBatch, RecordBatch
from schemas.codes import OUT_FALSE_WIN
from schemas.ruleset import RuleSet

_MOST_ACTIONS: Final = 400
"""More than a hand has: a tile is drawn once, exposed or discarded once, claimed once, and at most
two claims are lost for each that is made."""

Player = Literal["minimal", "random", "mixed"]
PLAYERS: Final[tuple[Player, ...]] = get_args(Player)
_RANDOM: Final = PLAYERS.index("random")
_MIXED: Final = PLAYERS.index("mixed")


class Records(NamedTuple):
    """Columns of a `RecordBatch` that the kernel writes; `moves` holds five of them."""

    session: NDArray[np.int64]
    within: NDArray[np.int16]
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
    player: Player = "minimal",
) -> tuple[RecordBatch, PlayedBatch]:
    """Play hands with four players of one kind.

    Args:
        ruleset: the rule set; sessions are as long as it says, dealers move on as it says.
        tables: `engine.tables.load_tables()`.
        seed: seed of walls and choices; both follow from (seed, session, hand in session) alone.
        first_session: number of the first session, from 0.
        n_hands: how many hands, some thousands at a time; the last session may be left short.
        single: every hand is a session of its own: seat 0 deals, round wind East.
        player: who plays at all seats: "minimal" wins whenever it may and goes for ready, "random"
            chooses among all that is legal, "mixed" is the minimal one with its whims.

    Returns:
        The records, walls and results in them, and the rows of all tables.
    """
    rules = compile_rules(ruleset)
    log = new_log(n_hands, n_hands * _MOST_ACTIONS, 3 * n_hands, len(rules.values))
    records = Records(
        session=np.empty(n_hands, np.int64),
        within=np.empty(n_hands, np.int16),
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
        new_scorer(rules),
        log,
        records,
        seed,
        first_session,
        single,
        PLAYERS.index(player),
        np.zeros(N_Q, np.int64),
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
        meta=recorded_meta(
            ruleset, records.session, records.within, records.round_wind, played, player
        ),
    )
    return batch, played


@leaf
def _play_hands(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    records: Records,
    seed: int,
    session: int,
    single: bool,
    player: int,
    place: Place,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> None:
    """Play hands in order; a session's next dealer follows from the hand before."""
    n_tiles = 0
    for copies in rules.copies:
        n_tiles += int(np.int64(copies))
    open_session(rules, place)
    for hand in range(len(records.session)):
        dealer = 0 if single else place[Q_DEALER]
        within = place[Q_WITHIN]
        round_wind = round_wind_of(place)
        streak = place[Q_STREAK]
        records.session[hand] = session
        records.within[hand] = within
        records.dealer[hand] = dealer
        records.round_wind[hand] = round_wind
        records.streak[hand] = streak
        wall, deal = records.wall[hand], records.deal[hand]
        shuffled_wall(rules, wall, stream, seed, session, within)
        deal_from_wall(rules, wall, n_tiles, dealer, deal)
        begin(rules, st, log, hand, dealer, round_wind, streak, deal, wall)
        open_stream(stream, seed, session, within, PURPOSE_PLAYER)
        n = _play_hand(
            rules,
            tables,
            st,
            score,
            log,
            records.moves,
            records.start[hand],
            player,
            stream,
            found,
            answers,
            plan,
        )
        records.start[hand + 1] = records.start[hand] + n
        records.wildcard[hand] = st.num[WILDCARD]
        offender = -1
        if st.num[OUTCOME] == OUT_FALSE_WIN:
            offender = int(log.events[log.used[U_EVENTS] - 1, E_SEAT])
        goes_on = next_hand(rules, place, st.num[OUTCOME], st.num[WINNERS], offender)
        if single or not goes_on:
            open_session(rules, place)
            session += 1


@leaf
def _play_hand(
    rules: Rules,
    tables: Tables,
    st: State,
    score: Scorer,
    log: Log,
    moves: NDArray[np.int8],
    start: int,
    player: int,
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
        if st.num[PHASE] == PHASE_WON:
            plan[0, M_ACTION] = END_OF_RECORD
            n = 1
        elif player == _RANDOM or (player == _MIXED and has_whim(st, stream)):
            n = random_moves(rules, st, stream, found, answers, plan)
        else:
            n = minimal_moves(rules, tables, st, stream, found, answers, plan)
    return n_moves
