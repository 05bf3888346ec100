"""The simulate flow: rule sets and policies in, committed runs out.

Settle the runs, prepare the policies, play each run on all workers, commit it. Run again after an
interruption it does what is missing; asked for more hands of a run it plays only these.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from prefect import flow, task
from prefect.artifacts import create_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.utilities.annotations import quote

from pipelines.lake import Lake
from pipelines.runners import THREADS, Crew, check_runner, crew, thread_runner
from pipelines.simulate.planning import plan_simulations
from pipelines.simulate.playing import prepare
from pipelines.simulate.running import (
    SimulationResult,
    check_counts,
    check_writable,
    simulate_run,
    unfinished,
)
from pipelines.simulate.words import summary_markdown

_MOST_THREADS = 1_024
"""Threads are started as they are needed: as many as there are workers."""


@task(name="play", cache_policy=NO_CACHE)
def play_task(job: Callable[[], None]) -> None:
    """Play some sessions; what comes of it goes to the flow by itself."""
    job()


@dataclass(frozen=True, slots=True)
class TaskTeam:
    """A crew whose work is done in tasks of the flow."""

    crew: Crew

    @property
    def workers(self) -> int:
        """How many work at once."""
        return self.crew.workers

    @property
    def is_remote(self) -> bool:
        """Whether they work in other processes."""
        return self.crew.is_remote

    def start(self, job: Callable[[], None]) -> object:
        """Run a job as a task."""
        quoted: Any = quote(job)  # Prefect would look for futures in it
        return play_task.submit(quoted)

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function on a worker."""
        return self.crew.call(function, *arguments)


@flow(name="simulate", task_runner=thread_runner(_MOST_THREADS), validate_parameters=False)
def simulate(
    rules: list[str],
    lake: str,
    hands: int | None = None,
    append: int | None = None,
    seed: int = 1,
    policy: str = "greedy",
    single: bool = False,
    walls: str | None = None,
    duplicate: bool = False,
    runner: str | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
) -> list[SimulationResult]:
    """Play hands of one or more rule sets into a lake, one run for each.

    Args:
        rules: presets and rule-set files.
        lake: folder or URI.
        hands: each run shall hold at least so many; whole sessions are played.
        append: instead: each run shall hold so many more.
        seed: of walls and choices.
        policy: one for all players, or four with commas between them.
        single: every hand is a session of its own.
        walls: ``shared`` or ``personal``; None: as the rule set says.
        duplicate: the same deal in all permutations of the seats.
        runner: ``threads`` or ``dask``; None: threads, or dask where a scheduler is named.
        workers: how many work at once; None: one a core.
        scheduler: address of a Dask scheduler; None: a cluster of its own on this machine.

    Raises:
        PaipuError: one sentence about rule sets, policies, runner or lake.
    """
    check_counts(hands, append)
    runner = check_runner(runner, workers, scheduler)
    plans = plan_simulations(
        rules, seed=seed, policy=policy, walls=walls, single=single, duplicate=duplicate
    )
    opened = Lake(lake)
    check_writable(opened)
    missing = unfinished(opened, plans, hands=hands, append=append)
    prepare(missing)
    with crew(runner if missing else THREADS, workers, scheduler) as found:
        team = TaskTeam(found)
        results = [simulate_run(opened, plan, team, hands=hands, append=append) for plan in plans]
    create_markdown_artifact(
        summary_markdown(results), key="simulate", description="What was played"
    )
    return results
