"""Which sessions are played next, so that all workers are busy to the end and none plays in vain.

How many sessions hold the hands that are asked for is known only when they have been played. Whole
blocks are given out while the run surely goes on beyond them; its last two blocks or so in pieces
that become smaller towards the end. Pieces beyond the last session that is needed, should there be
any, are thrown away. Nothing here depends on time: it plays no hand and writes no file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pipelines.simulate.planning import SimulationPlan

Lengths = NDArray[np.int16]
"""Hands of consecutive sessions."""

PIECE_HANDS: Final = 512
"""Fewer hands are not worth a task of their own."""
_SURPLUS: Final = 1.05
"""Sessions asked for towards the end, over those expected, where their lengths vary."""
_GUESS_SESSIONS: Final = 8
"""Weight of the first guess at a session's length, in sessions."""


class Work(NamedTuple):
    """Consecutive sessions to be played; a whole block is also written by who plays it."""

    first: int
    sessions: int
    is_block: bool


class Division:
    """Gives out the work of one run; used by one thread.

    Attributes:
        end: sessions of the run; None as long as that is not known.
        settled: all sessions before this one are played, and the run goes on behind them.
    """

    def __init__(
        self,
        plan: SimulationPlan,
        target: int,
        workers: int,
        *,
        found: Mapping[int, Lengths] | None = None,
        pieces: Mapping[int, Lengths] | None = None,
    ) -> None:
        """Begin a run, or go on with it.

        Args:
            plan: the run.
            target: hands that it shall at least have.
            workers: how many work at once.
            found: whole blocks that are there already, by their first session.
            pieces: other sessions that are there.
        """
        self.end: int | None = None
        self.settled = 0
        self._plan = plan
        self._target = target
        self._workers = workers
        self._done: dict[int, Lengths] = {**(found or {}), **(pieces or {})}
        self._blocks = set(found or {})
        self._running: dict[int, int] = {}
        self._next = 0
        self._cut = False
        self._see_end()

    def take(self) -> Work | None:
        """The next work; None where there is nothing to do before something else is finished."""
        if self.end is not None:
            return None
        while self._next in self._done:
            self._next += len(self._done[self._next])
        mean = self._mean()
        before = sum(
            int(each.sum(dtype=np.int64)) for at, each in self._done.items() if at < self._next
        )
        left = self._target - before - sum(self._running.values()) * mean
        if left <= 0:
            return None
        block = self._plan.block
        on_border = self._next % block == 0
        if on_border and not self._cut and left >= self._tail_blocks() * block * mean:
            work = Work(self._next, block, True)
        else:
            work = Work(self._next, self._piece(left, mean), False)
        self._running[work.first] = work.sessions
        self._next += work.sessions
        return work

    def finish(self, work: Work, lengths: Lengths) -> bool:
        """Take note of what was played; returns whether it is of any use."""
        if self._running.get(work.first) != work.sessions:
            return False
        del self._running[work.first]
        self._done[work.first] = lengths
        if work.is_block:
            self._blocks.add(work.first)
        self._see_end()
        return True

    def _mean(self) -> float:
        """Expected hands of a session."""
        guess = self._plan.session_hands
        if self._plan.is_exact:
            return guess
        sessions = sum(len(each) for each in self._done.values())
        hands = sum(int(each.sum(dtype=np.int64)) for each in self._done.values())
        return (guess * _GUESS_SESSIONS + hands) / (_GUESS_SESSIONS + sessions)

    def _tail_blocks(self) -> float:
        """How many blocks before the end pieces begin."""
        if self._workers > 1:
            return 2.0
        return 1.0 if self._plan.is_exact else _SURPLUS

    def _piece(self, left: float, mean: float) -> int:
        plan = self._plan
        needed = left / mean if plan.is_exact else left / mean * _SURPLUS + 1
        share = max(needed / (2 * self._workers), PIECE_HANDS / mean)
        sessions = math.ceil(min(needed, share) / plan.step) * plan.step
        return min(sessions, plan.group - self._next % plan.group)

    def _see_end(self) -> None:
        """Find the end, where all sessions before it are played."""
        hands = at = 0
        while at in self._done:
            lengths = self._done[at]
            total = int(lengths.sum(dtype=np.int64))
            if hands + total >= self._target:
                within = int(
                    np.searchsorted(np.cumsum(lengths, dtype=np.int64), self._target - hands)
                )
                end = at + -(-(within + 1) // self._plan.step) * self._plan.step
                if at in self._blocks and end < at + len(lengths):
                    self._cut_block(at)
                else:
                    self.end = end
                return
            hands += total
            at += len(lengths)
        self.settled = at

    def _cut_block(self, first: int) -> None:
        """The run ends within a block that was played whole: it is played again, in pieces."""
        for at in [at for at in self._done if at >= first]:
            del self._done[at]
        self._blocks &= self._done.keys()
        self._running = {at: n for at, n in self._running.items() if at < first}
        self._next = first
        self._cut = True
