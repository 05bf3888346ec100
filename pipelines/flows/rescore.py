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
    Loaded,
    Queue,
    RescoreResult,
    kernels_ready,
    prepare_kernels,
    rescore_run,
    work_off,
)
from pipelines.rescoring.words import summary_markdown
from pipelines.runners import n_workers, thread_runner
from schemas.ruleset import RuleSet

_MOST_THREADS = 1_024
"""Threads are started as they are needed: as many as there are workers."""


@task(name="prepare", cache_policy=NO_CACHE)
def prepare_task(ruleset: RuleSet) -> None:
    """Compile what is not compiled yet."""
    prepare_kernels(ruleset)


@task(name="rescore", cache_policy=NO_CACHE)
def rescore_task(lake: Lake, plan: RescorePlan, queue: Queue) -> list[Loaded]:
    """Score parts until none is left."""
    return work_off(lake, plan, queue)


@flow(name="rescore", task_runner=thread_runner(_MOST_THREADS), validate_parameters=False)
def rescore(run: str, rules: str, lake: str, workers: int | None = None) -> RescoreResult:
    """Score the hands of a run under another rule set, as a run of its own.

    Args:
        run: whose hands.
        rules: a preset or a rule-set file.
        lake: folder or URI.
        workers: how many work at once; None: one a core.

    Raises:
        PaipuError: one sentence about run, rule set or lake.
    """
    opened = Lake(lake)
    plan = plan_rescoring(opened, run, rules)
    if not kernels_ready():
        progress.stage("compiling the kernels: minutes, this once")
    ruleset: Any = quote(plan.ruleset)
    prepare_task(ruleset)

    def start(queue: Queue) -> list[list[Loaded]]:
        futures: Any = rescore_task.map(
            unmapped(quote(opened)),
            unmapped(quote(plan)),
            [quote(queue)] * (workers or n_workers()),
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
