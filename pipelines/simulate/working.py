"""A division's work done by a team: so many at once, until the end of the run is known."""

from __future__ import annotations

import queue
from collections.abc import Callable, Generator
from typing import Any, Protocol

from pipelines import progress
from pipelines.lake.lake import Lake
from pipelines.simulate.dividing import Division, Work
from pipelines.simulate.planning import SimulationPlan
from pipelines.simulate.playing import Gate, Played, Stopped, play_block, play_piece


class Team(Protocol):
    """Whoever does the work: threads of this process, or processes behind them."""

    @property
    def workers(self) -> int:
        """How many work at once."""
        ...

    @property
    def is_remote(self) -> bool:
        """Whether they work in other processes, from where no progress is heard."""
        ...

    def start(self, job: Callable[[], None]) -> object:
        """Run a job on a thread of its own, one of at most `workers`."""
        ...

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function where the work is done, from within a job."""
        ...


def work_through(
    lake: Lake, plan: SimulationPlan, team: Team, division: Division
) -> Generator[tuple[Work, Played]]:
    """Play until the end of the run is known; yields what is of use."""
    answers: queue.SimpleQueue[tuple[Work, Played | BaseException]] = queue.SimpleQueue()
    gate = Gate()
    at_work = 0

    def job_of(work: Work) -> Callable[[], None]:
        def job() -> None:
            try:
                if work.is_block:
                    played = team.call(play_block, lake.uri, plan, work.first, work.sessions, gate)
                else:
                    played = team.call(play_piece, plan, work.first, work.sessions, gate)
            except Stopped as stopped:
                answers.put((work, stopped))
            except BaseException as error:
                answers.put((work, error))
                raise
            else:
                answers.put((work, played))

        return job

    try:
        while division.end is None:
            while at_work < team.workers and (work := division.take()) is not None:
                team.start(job_of(work))
                at_work += 1
            work, answer = answers.get()
            at_work -= 1
            if isinstance(answer, BaseException):
                raise answer
            if team.is_remote:
                progress.advance(int(answer.lengths.sum()))
            if division.finish(work, answer.lengths):
                yield work, answer
        gate.close()
        while at_work:
            _, answer = answers.get()
            at_work -= 1
    except KeyboardInterrupt:
        gate.close()  # the threads stop at their next batch
        raise
    except BaseException:
        gate.close()
        while at_work:
            answers.get()
            at_work -= 1
        raise
