"""The rescore flow: a run and a rule set in, a committed run of the same hands out.

Settle the run, prepare the kernels, score the parts on all workers, commit. Run again after an
interruption it does what is missing; where all is there it does nothing.
"""

from __future__ import annotations

from typing import Any

from prefect import flow, task
from prefect.artifacts import create_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.utilities.annotations import quote, unmapped

from pipelines import progress
from pipelines.lake import Lake
from pipelines.rescoring.planning import RescorePlan, plan_rescoring
from pipelines.rescoring.running import (
    Call,
    Loaded,
    Queue,
    RescoreResult,
    kernels_ready,
    prepare_kernels,
    rescore_run,
    work_off,
)
from pipelines.rescoring.words import summary_markdown
from pipelines.runners import check_runner, crew, thread_runner
from schemas.ruleset import RuleSet

_MOST_THREADS = 1_024
"""Threads are started as they are needed: as many as there are workers."""


@task(name="prepare", cache_policy=NO_CACHE)
def prepare_task(ruleset: RuleSet) -> None:
    """Compile what is not compiled yet."""
    prepare_kernels(ruleset)


@task(name="rescore", cache_policy=NO_CACHE)
def rescore_task(lake: Lake, plan: RescorePlan, queue: Queue, call: Call) -> list[Loaded]:
    """Score parts until none is left."""
    return work_off(lake, plan, queue, call)


@flow(name="rescore", task_runner=thread_runner(_MOST_THREADS), validate_parameters=False)
def rescore(
    run: str,
    rules: str,
    lake: str,
    runner: str | None = None,
    workers: int | None = None,
    scheduler: str | None = None,
) -> RescoreResult:
    """Score the hands of a run under another rule set, as a run of its own.

    Args:
        run: whose hands.
        rules: a preset or a rule-set file.
        lake: folder or URI.
        runner: ``threads`` or ``dask``; None: threads, or dask where a scheduler is named.
        workers: how many work at once; None: one a core.
        scheduler: address of a Dask scheduler; None: a cluster of its own on this machine.

    Raises:
        PaipuError: one sentence about run, rule set, runner or lake.
    """
    runner = check_runner(runner, workers, scheduler)
    opened = Lake(lake)
    plan = plan_rescoring(opened, run, rules)
    if not kernels_ready():
        progress.stage("compiling the kernels: minutes, this once")
    ruleset: Any = quote(plan.ruleset)
    prepare_task(ruleset)

    def start(queue: Queue) -> list[list[Loaded]]:
        with crew(runner, workers, scheduler) as found:
            futures: Any = rescore_task.map(
                unmapped(quote(opened)),
                unmapped(quote(plan)),
                [quote(queue)] * found.workers,
                unmapped(quote(found.call)),
            )
            try:
                return list(futures.result())
            except BaseException:
                queue.closed.set()  # the other threads stop at their next part
                raise

    result = rescore_run(opened, plan, start)
    create_markdown_artifact(
        summary_markdown(result), key="rescore", description="What was scored again"
    )
    return result
