"""Hands in which policies choose at a table that verifies every move; every choice is watched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit
from engine.machine import choices
from engine.machine.choices import MAX_OPTIONS, N_M, Moves
from engine.machine.special_wins import special_win
from engine.machine.state import (
    FROM,
    PHASE,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    State,
)
from engine.machine.table import Table
from engine.machine.words import Move
from engine.policies.look import look, look_at_bet
from engine.policies.policy import MEMORY_FLOATS, MEMORY_INTS, Knowledge, Memory
from engine.policies.registry import kernel_and_knowledge, resolve_policies
from engine.policies.sight import Sight, new_sight
from engine.rules import Rules, compile_rules
from engine.tables import Tables, load_tables
from engine.walls import WALL_SIZE, shuffled_wall
from schemas.ruleset import RuleSet

N_MOVES_AT_MOST: Final = 600


@dataclass
class Choice:
    """A choice that is due: who chooses from what, knowing what.

    Attributes:
        table: the hand in play.
        seat: who chooses.
        options: the legal moves, (n, N_M).
        may_pass: whether letting go by is an answer.
    """

    table: Table
    seat: int
    options: Moves
    may_pass: bool


Watcher = Callable[[Choice, "Chooser"], None]


class Chooser:
    """A policy as one player plays it."""

    def __init__(self, name: str, ruleset: RuleSet, seat: int) -> None:
        rules, tables = compile_rules(ruleset), load_tables()
        self.rules = rules
        self.kernel, self.knowledge = kernel_and_knowledge(
            resolve_policies(name)[0], ruleset, rules, tables
        )
        self.stream = np.array([seat + 1], np.uint64)
        self.memory = Memory(np.zeros(MEMORY_INTS, np.int64), np.zeros(MEMORY_FLOATS))

    def answer(self, sight: Sight, options: Moves, *, trial: bool = False) -> int:
        """The row chosen, −1 to let go by; a trial leaves the player as it was."""
        padded = np.full((MAX_OPTIONS, N_M), -1, np.int16)
        padded[: len(options)] = options
        stream, memory = self.stream, self.memory
        if trial:
            stream = stream.copy()
            memory = Memory(memory.ints.copy(), memory.floats.copy())
        return int(
            _call(
                self.kernel,
                self.rules,
                load_tables(),
                self.knowledge,
                sight,
                padded,
                len(options),
                stream,
                memory,
            )
        )


@jit
def _call(
    kernel: Any,
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    stream: NDArray[np.uint64],
    memory: Memory,
) -> int:
    chosen: int = kernel(rules, tables, knowledge, sight, options, n, stream, memory)
    return chosen


def see(rules: Rules, state: State, seat: int, options: Moves, *, may_pass: bool) -> Sight:
    """What a seat sees when it has to choose."""
    sight = new_sight()
    padded = np.full((MAX_OPTIONS, N_M), -1, np.int16)
    padded[: len(options)] = options
    look(rules, state, seat, padded, may_pass, sight)
    return sight


def see_before_deal(state: State, seat: int) -> Sight:
    """What a seat sees when it bets."""
    sight = new_sight()
    look_at_bet(state, seat, sight)
    return sight


def list_options(rules: Rules, state: State, seat: int) -> Moves:
    """The legal moves of a seat."""
    found = np.empty((MAX_OPTIONS, N_M), np.int16)
    return found[: choices.options(rules, state, seat, found)]


def play_hand(ruleset: RuleSet, policy: str, seed: int, watch: Watcher) -> Table:
    """Play a hand with a policy at all seats; every choice is shown to the watcher before."""
    rules = compile_rules(ruleset)
    wall = np.full(WALL_SIZE, -1, np.int8)
    shuffled_wall(rules, wall, np.zeros(1, np.uint64), seed, 0, 0)
    choosers = [Chooser(policy, ruleset, seat) for seat in range(4)]
    table = Table(rules, load_tables())
    table.begin(dealer=seed % 4, wall=wall)
    for _ in range(N_MOVES_AT_MOST):
        if table.over:
            return table
        table.apply(_answers(table, choosers, watch))
        if table.phase == PHASE_WON:
            table.finish()
    raise AssertionError("the hand does not end")


def _answers(table: Table, choosers: Sequence[Chooser], watch: Watcher) -> list[Move]:
    state = table.state
    phase = int(state.num[PHASE])
    if phase in (PHASE_WINDOW, PHASE_ROB):
        seats = [(int(state.num[FROM]) + turn) % 4 for turn in range(1, 5)]
        found = [_ask(table, seat, True, choosers, watch) for seat in seats]
        return [move for move in found if move is not None]
    on_turn = int(state.num[SEAT])
    for turn in range(4):
        seat = (on_turn + turn) % 4
        waits = special_win(state, seat) >= 0
        if waits and not (phase == PHASE_TURN and seat == on_turn):
            move = _ask(table, seat, True, choosers, watch)
            if move is not None:
                return [move]
    if phase != PHASE_TURN:
        return []
    passes = bool(choices.is_stop(table.rules, state))
    move = _ask(table, on_turn, passes, choosers, watch)
    return [] if move is None else [move]


def _ask(
    table: Table, seat: int, may_pass: bool, choosers: Sequence[Chooser], watch: Watcher
) -> Move | None:
    options = list_options(table.rules, table.state, seat)
    if len(options) == 0:
        return None
    choice = Choice(table, seat, options, may_pass)
    chooser = choosers[seat]
    watch(choice, chooser)
    chosen = chooser.answer(
        see(table.rules, table.state, seat, options, may_pass=may_pass), options
    )
    assert (-1 if may_pass else 0) <= chosen < len(options)
    return Move(*options[chosen].tolist()) if chosen >= 0 else None
