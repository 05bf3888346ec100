"""Hands of four simple players: played through the state machine, for tests and sample hands.

Everything but the choices (`engine.minimal_policy`, `engine.random_policy`) is what any other hand
goes through: the same walls, the same machine, the same rows. Beside the rows the records are
given, with walls and results, so that every format can be written and read back.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from engine.desk import (
    MOST_ACTIONS,
    N_PL,
    PL_END,
    PL_SEED,
    PL_SESSION,
    PL_SINGLE,
    compile_mover,
    new_hands,
    new_simple_desk,
)
from engine.machine.choices import M_ACTION, M_CLAIM, M_LOW, M_SEAT, M_TILE, Moves
from engine.machine.log import new_batch_log, new_log
from engine.machine.played import played_batch
from engine.machine.state import State, new_state
from engine.minimal_meta import action_positions, recorded_meta
from engine.minimal_policy import minimal_moves
from engine.playing import play_hands
from engine.random_policy import has_whim, random_moves
from engine.rules import Rules, compile_rules
from engine.scoring import new_scorer
from engine.tables import Tables
from schemas.batch import PlayedBatch, RecordBatch
from schemas.ruleset import RuleSet

Player = Literal["minimal", "random", "mixed"]
PLAYERS: Final[tuple[Player, ...]] = get_args(Player)


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
    log = new_batch_log(n_hands, n_hands * MOST_ACTIONS, 3 * n_hands, rules.n_patterns)
    hands = new_hands(n_hands, n_moves=n_hands * MOST_ACTIONS, keep_walls=True)
    course = np.zeros(N_PL, np.int64)
    course[PL_SEED] = seed
    course[PL_SESSION] = first_session
    course[PL_END] = first_session + n_hands
    course[PL_SINGLE] = single
    desk = new_simple_desk(_mover(player))
    score = new_scorer(rules)
    play_hands(rules, tables, new_state(), score, new_log(), log, hands, desk, course)
    played = played_batch(log)
    moves = hands.moves[: hands.start[-1]]
    batch = RecordBatch(
        dealer=hands.dealer,
        round_wind=hands.round_wind,
        streak=hands.streak,
        wildcard=hands.wildcard,
        deal=hands.deal,
        wall=hands.wall,
        start=hands.start,
        seat=moves[:, M_SEAT].copy(),
        action=moves[:, M_ACTION].copy(),
        tile=moves[:, M_TILE].copy(),
        low=moves[:, M_LOW].copy(),
        claim=moves[:, M_CLAIM].copy(),
        position=action_positions(hands.start),
        meta=recorded_meta(ruleset, hands.session, hands.within, hands.round_wind, played, player),
    )
    return batch, played


@cache
def _mover(player: Player) -> Any:
    movers = {"minimal": _minimal, "random": _random, "mixed": _mixed}
    return compile_mover(movers[player])


def _minimal(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    return minimal_moves(rules, tables, st, stream, found, answers, plan)


def _random(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    return random_moves(rules, st, stream, found, answers, plan)


def _mixed(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    if has_whim(st, stream):
        return random_moves(rules, st, stream, found, answers, plan)
    return minimal_moves(rules, tables, st, stream, found, answers, plan)
