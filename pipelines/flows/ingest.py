"""The ingest flow: record files in, committed runs out.

Find the inputs, count and cut them, settle the runs, load their parts on all cores, commit. Run
again after an interruption it does what is missing; with the same inputs it does nothing.
"""

from __future__ import annotations

import time
from typing import Any

import msgspec
from prefect import flow, task
from prefect.artifacts import create_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.utilities.annotations import quote, unmapped

from pipelines import progress
from pipelines.formats import Input, Survey
from pipelines.ingest.loading import Gate
from pipelines.ingest.planning import PartPlan, RunPlan, plan_runs
from pipelines.ingest.running import (
    GroupResult,
    RunResult,
    collect_inputs,
    kernels_ready,
    load_parts,
    load_runs,
    part_groups,
    prepare_kernels,
    survey_groups,
    survey_inputs,
)
from pipelines.ingest.words import summary_markdown
from pipelines.lake import Lake
from pipelines.lake.manifest import now
from pipelines.runners import thread_runner
from schemas.rules_files import load_ruleset


@task(name="survey", cache_policy=NO_CACHE)
def survey_task(inputs: list[Input], format_name: str) -> list[Survey]:
    """Count, hash and cut some inputs."""
    return survey_inputs(inputs, format_name)


@task(name="prepare", cache_policy=NO_CACHE)
def prepare_task() -> None:
    """Compile what is not compiled yet."""
    prepare_kernels()


@task(name="load", cache_policy=NO_CACHE)
def load_task(lake: Lake, run: RunPlan, parts: list[PartPlan], gate: Gate) -> GroupResult:
    """Read, replay and write some parts of a run."""
    return load_parts(lake, run, parts, gate)


@flow(name="ingest", task_runner=thread_runner(), validate_parameters=False)
def ingest(
    paths: list[str],
    lake: str,
    format_name: str = "auto",
    rules: str | None = None,
    strict: bool = False,
) -> list[RunResult]:
    """Load record files into a lake.

    Args:
        paths: files, folders or globs.
        lake: folder or URI.
        format_name: ``auto`` or the name of a format.
        rules: rule set for all records; None: as their format or they themselves say.
        strict: stop at the first refused record and load nothing.

    Raises:
        PaipuError: one sentence about inputs, rule set or lake.
    """
    started, began = now(), time.monotonic()
    ruleset = load_ruleset(rules) if rules is not None else None
    inputs, notices = collect_inputs(paths, format_name)
    options = {"format": format_name, "rules": rules}
    compiling = "" if kernels_ready() else " and compiling the kernels: minutes, this once"
    progress.stage(f"counting{compiling}", len(inputs), "files")
    kernels = prepare_task.submit()
    groups = survey_groups(inputs)
    surveys = survey_task.map([quote(group) for group in groups], unmapped(format_name)).result()
    runs = plan_runs([each for group in surveys for each in group], ruleset)
    counted = time.monotonic() - began
    kernels.result()
    progress.stage("replaying", sum(run.n_records for run in runs), "records")
    results = load_runs(
        Lake(lake), runs, _load, started=started, options=options, strict=strict, counted=counted
    )
    results[0] = msgspec.structs.replace(results[0], notices=[*notices, *results[0].notices])
    create_markdown_artifact(
        summary_markdown(results), key="ingest", description="What was loaded and refused"
    )
    return results


def _load(lake: Lake, run: RunPlan, gate: Gate) -> list[GroupResult]:
    """Load the parts of a run, groups of them side by side."""
    futures: Any = load_task.map(
        unmapped(quote(lake)),
        unmapped(quote(run)),
        [quote(parts) for parts in part_groups(run)],
        unmapped(quote(gate)),
    )
    try:
        return list(futures.result())
    except BaseException:
        gate.closed.set()  # the other threads stop at their next group of records
        raise
