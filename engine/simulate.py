"""Simulated hands: policies at four seats, sessions as the rule set says, columns out.

Everything follows from (seed, session, hand in session): walls, choices, rows. How many hands are
played in one call, and by how many threads, changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.desk import (
    MOST_ACTIONS,
    N_PERMUTATIONS,
    N_PL,
    PL_END,
    PL_PERMUTED,
    PL_SEED,
    PL_SESSION,
    PL_SINGLE,
    Hands,
    new_desk,
    new_hands,
)
from engine.machine.log import new_batch_log, new_log
from engine.machine.played import played_batch
from engine.machine.state import new_state
from engine.playing import play_hands
from engine.policies.policy import Knowledge
from engine.policies.registry import PolicySpec, kernel_and_knowledge
from engine.rules import compile_rules
from engine.scoring import new_scorer
from engine.tables import load_tables
from schemas.batch import PlayedBatch
from schemas.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class SimulatedBatch:
    """Hands in the order of sessions; columns of n hands.

    Attributes:
        played: rows of all tables; `hand` is the position here.
        session, hand_in_session: which hands (int64, int16).
        deal, permutation: what keys the walls, and who sits where (int64, int8).
        dealer, round_wind, streak, wildcard: int8, int8, int16, int8 (−1: none).
        players: int8 (n, 4), number of the player at each seat.
        bets: int32 (n, 4), by seat.
    """

    played: PlayedBatch
    session: NDArray[np.int64]
    hand_in_session: NDArray[np.int16]
    deal: NDArray[np.int64]
    permutation: NDArray[np.int8]
    dealer: NDArray[np.int8]
    round_wind: NDArray[np.int8]
    streak: NDArray[np.int16]
    wildcard: NDArray[np.int8]
    players: NDArray[np.int8]
    bets: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.session)


class Simulator:
    """A rule set with four policies, ready to play any sessions of one seed."""

    def __init__(
        self,
        ruleset: RuleSet,
        policies: tuple[PolicySpec, PolicySpec, PolicySpec, PolicySpec],
        *,
        seed: int,
        single: bool = False,
        duplicate: bool = False,
    ) -> None:
        """Compile or load the kernels and have the policies prepare themselves.

        Args:
            ruleset: the rule set.
            policies: by the players' seats in the first round.
            seed: seed of walls and choices.
            single: every hand is a session of its own: seat 0 deals, round wind East, streak 0.
            duplicate: sessions 24 k to 24 k + 23 are the seat permutations of one deal, single
                hands on the same wall.

        Raises:
            UsageError: where a policy cannot play the rule set.
        """
        self.ruleset = ruleset
        self.policies = policies
        self._rules = compile_rules(ruleset)
        self._tables = load_tables()
        known: dict[str, tuple[Any, Knowledge]] = {}
        for spec in policies:
            if spec.text not in known:
                known[spec.text] = kernel_and_knowledge(spec, ruleset, self._rules, self._tables)
        ready = [known[spec.text] for spec in policies]
        self._kernels = tuple(kernel for kernel, _ in ready)
        self._knowledge = tuple(knowledge for _, knowledge in ready)
        self._duplicate = duplicate
        self._course = np.zeros(N_PL, np.int64)
        self._course[PL_SEED] = seed
        self._course[PL_SINGLE] = single or duplicate
        self._course[PL_PERMUTED] = duplicate
        next(self.play(0, 1, most_hands=1))

    def play(
        self, first_session: int, n_sessions: int, *, most_hands: int = 8192
    ) -> Iterator[SimulatedBatch]:
        """Play whole sessions; safe to call from several threads at once.

        Args:
            first_session: number of the first one, from 0.
            n_sessions: how many.
            most_hands: of a batch; a session may go on in the next one.

        Yields:
            Batches with all hands of the sessions, in order.
        """
        course = self._course.copy()
        course[PL_SESSION] = first_session
        course[PL_END] = first_session + n_sessions
        score = new_scorer(self._rules)
        state, log = new_state(), new_log()
        rotation = self.ruleset.session.seat_rotation or ((0, 1, 2, 3),)
        desk = new_desk(np.array(rotation, np.int8), self._kernels, self._knowledge)
        # One log for all batches: their columns are copies, and fresh memory takes its time.
        batch = new_batch_log(
            most_hands, most_hands * MOST_ACTIONS, 3 * most_hands, self._rules.n_patterns
        )
        while course[PL_SESSION] < course[PL_END]:
            batch.used[:] = 0
            hands = new_hands(most_hands)
            n = play_hands(self._rules, self._tables, state, score, log, batch, hands, desk, course)
            if desk.fault[0] != 0:
                name = self.policies[int(desk.fault[0]) - 1].text
                raise RuntimeError(f"policy {name} answered what is no option")
            yield self._batch(hands, n, played_batch(batch))

    def _batch(self, hands: Hands, n: int, played: PlayedBatch) -> SimulatedBatch:
        session = hands.session[:n]
        order = session % N_PERMUTATIONS if self._duplicate else np.zeros_like(session)
        return SimulatedBatch(
            played=played,
            session=session,
            hand_in_session=hands.within[:n],
            deal=session // N_PERMUTATIONS if self._duplicate else session.copy(),
            permutation=order.astype(np.int8),
            dealer=hands.dealer[:n],
            round_wind=hands.round_wind[:n],
            streak=hands.streak[:n],
            wildcard=hands.wildcard[:n],
            players=hands.players[:n],
            bets=hands.bets[:n],
        )
