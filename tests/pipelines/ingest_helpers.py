"""An ingest without a workflow server: the steps of the flow, one after another."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pipelines.ingest.planning import plan_runs
from pipelines.ingest.running import (
    collect_inputs,
    load_parts,
    load_runs,
    part_groups,
    survey_groups,
    survey_inputs,
)
from schemas.rules_files import load_ruleset

if TYPE_CHECKING:
    from pathlib import Path

    from pipelines.ingest.running import RunResult
    from pipelines.lake import Lake

STARTED = datetime(2026, 5, 1, tzinfo=UTC)


def load_serially(lake, run, gate):
    """The parts of a run on one thread."""
    return [load_parts(lake, run, parts, gate) for parts in part_groups(run)]


def ingest(
    lake: Lake,
    *paths: Path | str,
    rules: str | None = None,
    strict: bool = False,
    format_name: str = "auto",
    load=load_serially,
) -> list[RunResult]:
    """Load files into a lake as ``paipu ingest`` does."""
    ruleset = load_ruleset(rules) if rules else None
    inputs, _ = collect_inputs([str(path) for path in paths], format_name)
    surveys = [one for group in survey_groups(inputs) for one in survey_inputs(group, format_name)]
    runs = plan_runs(surveys, ruleset)
    return load_runs(
        lake,
        runs,
        load,
        started=STARTED,
        options={"format": format_name, "rules": rules},
        strict=strict,
    )
