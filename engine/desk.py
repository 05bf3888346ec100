"""Where hands are played: who sits there, the plan of play, and the columns that are filled."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import by_address
from engine.machine.choices import MAX_OPTIONS, MAX_PLAN, N_M, Moves
from engine.machine.state import State, new_state
from engine.policies.policy import MEMORY_FLOATS, MEMORY_INTS, Knowledge
from engine.policies.registry import compiled_policy
from engine.policies.sight import Sight, new_sights
from engine.rules import Rules, compile_rules
from engine.succession import N_Q
from engine.tables import Tables, load_tables
from engine.walls import DEAL_SIZE, WALL_SIZE
from schemas.rules_files import load_ruleset

MOST_ACTIONS: Final = 400
"""More than a hand has: a tile is drawn once, exposed or discarded once, claimed once, and at most
two claims are lost for each that is made."""

(
    PL_SEED,
    PL_SESSION,  # the session that is played, or comes next
    PL_END,  # the session after the last
    PL_OPEN,  # 1: the session has begun
    PL_SINGLE,  # 1: every hand is a session of its own; seat 0 deals, round East
    PL_PERMUTED,  # 1: sessions are seat permutations of a deal, 24 each
    PL_PLACE,  # first of N_Q: where the session stands (`engine.succession`)
    N_PL,
) = (*range(7), 6 + N_Q)
"""Entries of a plan of play, int64 (N_PL)."""
N_PERMUTATIONS: Final = 24


class Hands(NamedTuple):
    """Columns of the hands played, n of them; `moves` of a simple player's records.

    Attributes:
        session: int64 (n); within: int16 (n), hand in session; dealer, round_wind: int8 (n);
            streak: int16 (n); wildcard: int8 (n), −1 for none.
        players: int8 (n, 4), number of the player at each seat; bets: int32 (n, 4), by seat.
        deal: int8 (k, 4, 17), wall: int8 (k, 144): of hand h in row h mod k.
        start: int64 (n + 1), where a hand's moves begin; moves: int8 (room, N_M), no room: not
            written.
    """

    session: NDArray[np.int64]
    within: NDArray[np.int16]
    dealer: NDArray[np.int8]
    round_wind: NDArray[np.int8]
    streak: NDArray[np.int16]
    wildcard: NDArray[np.int8]
    players: NDArray[np.int8]
    bets: NDArray[np.int32]
    deal: NDArray[np.int8]
    wall: NDArray[np.int8]
    start: NDArray[np.int64]
    moves: NDArray[np.int8]


class Desk(NamedTuple):
    """Who plays, and the working memory of the loop.

    Attributes:
        mover: a simple player's kernel, called by its address.
        simple: whether it plays at all seats; else the policies do.
        kernels: of the policies, by player.
        knowledge: of the policies, by player.
        seating: int8 (k, 4), player at each seat in round r (mod k).
        permutations: int8 (24, 4), player in the place of each one.
        streams: uint64 (5, 1), random numbers by player, and of the wall.
        ints, floats: (4, room), memory by player.
        found, answers, plan: int16 (…, N_M), scratch.
        sights: (4), what each player sees, by seat (`engine.policies.sight.Sight`).
        fault: int64 (1), 0, or 1 + the player whose policy gave an answer that is none.
    """

    mover: Any
    simple: bool
    kernels: Any
    knowledge: tuple[Knowledge, Knowledge, Knowledge, Knowledge]
    seating: NDArray[np.int8]
    permutations: NDArray[np.int8]
    streams: NDArray[np.uint64]
    ints: NDArray[np.int64]
    floats: NDArray[np.float64]
    found: Moves
    answers: Moves
    plan: Moves
    sights: Any
    fault: NDArray[np.int64]


def new_hands(n: int, *, n_moves: int = 0, keep_walls: bool = False) -> Hands:
    """Room for n hands, for so many recorded moves, for the walls of all or of one at a time."""
    n_walls = n if keep_walls else 1
    return Hands(
        session=np.empty(n, np.int64),
        within=np.empty(n, np.int16),
        dealer=np.empty(n, np.int8),
        round_wind=np.empty(n, np.int8),
        streak=np.empty(n, np.int16),
        wildcard=np.empty(n, np.int8),
        players=np.empty((n, 4), np.int8),
        bets=np.zeros((n, 4), np.int32),
        deal=np.empty((n_walls, 4, DEAL_SIZE), np.int8),
        wall=np.empty((n_walls, WALL_SIZE), np.int8),
        start=np.zeros(n + 1, np.int64),
        moves=np.empty((n_moves, N_M), np.int8),
    )


def new_desk(
    seating: NDArray[np.int8], kernels: tuple[Any, ...], knowledge: tuple[Knowledge, ...]
) -> Desk:
    """A desk for four policies."""
    one, two, three, four = knowledge
    return _desk(_nobody(), False, seating, kernels, (one, two, three, four))


def new_simple_desk(mover: Any) -> Desk:
    """A desk for one kind of simple player at all seats: a kernel compiled by `compile_mover`."""
    nothing = Knowledge(np.zeros(1, np.int64), np.zeros(1), np.zeros(1, np.uint8))
    seating = np.arange(4, dtype=np.int8).reshape(1, 4)
    kernel = compiled_policy(_no_policy)
    return _desk(mover, True, seating, (kernel,) * 4, (nothing,) * 4)


def compile_mover(function: Any) -> Any:
    """Compile a simple player: ``(rules, tables, st, stream, found, answers, plan) -> events``."""
    return by_address(
        function,
        compile_rules(load_ruleset("mcr")),
        load_tables(),
        new_state(),
        np.zeros(1, np.uint64),
        np.empty((MAX_OPTIONS, N_M), np.int16),
        np.empty((4, N_M), np.int16),
        np.empty((MAX_PLAN, N_M), np.int16),
    )


def _desk(
    mover: Any,
    simple: bool,
    seating: NDArray[np.int8],
    kernels: tuple[Any, ...],
    knowledge: tuple[Knowledge, Knowledge, Knowledge, Knowledge],
) -> Desk:
    return Desk(
        mover=mover,
        simple=simple,
        kernels=kernels,
        knowledge=knowledge,
        seating=seating,
        permutations=np.array(list(permutations(range(4))), np.int8),
        streams=np.zeros((5, 1), np.uint64),
        ints=np.zeros((4, MEMORY_INTS), np.int64),
        floats=np.zeros((4, MEMORY_FLOATS)),
        found=np.empty((MAX_OPTIONS, N_M), np.int16),
        answers=np.empty((4, N_M), np.int16),
        plan=np.empty((MAX_PLAN, N_M), np.int16),
        sights=new_sights(4),
        fault=np.zeros(1, np.int64),
    )


@cache
def _nobody() -> Any:
    return compile_mover(_no_mover)


def _no_mover(
    rules: Rules,
    tables: Tables,
    st: State,
    stream: NDArray[np.uint64],
    found: Moves,
    answers: Moves,
    plan: Moves,
) -> int:
    """Stands in the place of a simple player where policies play; it is never called."""
    return 0


def _no_policy(
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    stream: NDArray[np.uint64],
    memory: Any,
) -> int:
    """Stands in the place of a policy where a simple player plays; it is never called."""
    return -1
