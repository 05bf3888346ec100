"""An ingest from inputs to committed runs, step by step; the flow is these steps as tasks."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

import msgspec

from engine import ENGINE_VERSION
from engine.jit import is_compiled
from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.tables import load_tables
from pipelines import progress
from pipelines.batches import join_batches
from pipelines.formats import Input, Survey, find_inputs, format_names, survey
from pipelines.ingest.loading import Gate, Stopped, StrictRefusal, load_part
from pipelines.ingest.planning import PartPlan, RunPlan
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part, RunInput, Summary, now, sum_parts, versions
from pipelines.lake.parts import read_table
from schemas.errors import InputError, LakeError, UsageError, one_of
from schemas.rules_files import load_ruleset, preset_names

Loaded = tuple[Part, Summary]
GroupResult = list[Loaded] | StrictRefusal | None
"""Parts that were loaded; or the refusal that stopped a strict ingest; or None: stopped
elsewhere."""

_SURVEY_GROUPS = 32


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one run.

    Attributes:
        run: run id.
        rules: name of its rule set.
        system: the rule set's system; empty where it cannot be known.
        existed: whether it was in the lake already and nothing was done.
        summary: counts over all parts.
        records: records in its inputs, refused ones too.
        inputs: the files.
        notices: what people should know.
        first_hand: id of the first hand; None where none was loaded.
        seconds: counting, reading, replaying and writing; not the start of the workflow server
            or compiling.
    """

    run: str
    rules: str
    system: str
    existed: bool
    summary: Summary
    records: int
    inputs: list[RunInput]
    notices: list[str]
    first_hand: int | None
    seconds: float = 0.0

    @property
    def hands_per_second(self) -> float:
        """Hands loaded in a second; 0 where nothing was done."""
        return self.summary.hands / self.seconds if self.seconds > 0 and not self.existed else 0.0


def collect_inputs(paths: Sequence[str], format_name: str) -> tuple[list[Input], list[str]]:
    """Expand paths, folders and globs.

    Raises:
        UsageError: where one names nothing, or there is nothing to read.
        UsageError: where the format is unknown.
    """
    if format_name not in format_names():
        raise UsageError(f"unknown format {format_name!r}; formats are {one_of(format_names())}")
    inputs, notices = find_inputs(paths)
    if not inputs:
        raise UsageError(f"no record files in {one_of(paths)}", code="no_such_file")
    return inputs, notices


def survey_groups(inputs: Sequence[Input]) -> list[list[Input]]:
    """Inputs dealt out into a few groups, so that thousands of files are not as many tasks."""
    n = min(len(inputs), _SURVEY_GROUPS)
    return [list(inputs[start::n]) for start in range(n)]


def survey_inputs(inputs: Iterable[Input], format_name: str) -> list[Survey]:
    """Count, hash and cut inputs."""
    surveys = []
    for each in inputs:
        surveys.append(survey(each, format_name))
        progress.advance(1)
    return surveys


def part_groups(run: RunPlan, most: int = 48) -> list[list[PartPlan]]:
    """Neighbouring parts put together where there are more than tens of them."""
    size = -(-len(run.parts) // most)
    return [list(run.parts[at : at + size]) for at in range(0, len(run.parts), size)]


def load_parts(lake: Lake, run: RunPlan, parts: Iterable[PartPlan], gate: Gate) -> GroupResult:
    """Load some parts of a run."""
    try:
        return [load_part(lake, run, part, gate) for part in parts]
    except StrictRefusal as refusal:
        return refusal
    except Stopped:
        return None
    except BaseException:
        gate.closed.set()
        raise


def load_runs(
    lake: Lake,
    runs: Sequence[RunPlan],
    load: Callable[[Lake, RunPlan, Gate], Sequence[GroupResult]],
    *,
    started: datetime,
    options: dict[str, str | None],
    strict: bool = False,
    counted: float = 0.0,
) -> list[RunResult]:
    """Load all runs that are not there yet; commit them only when all are loaded.

    Args:
        lake: where to.
        runs: what to load.
        load: loads the parts of one run by `load_parts`, on whatever workers, results in order.
        started: for the manifests.
        options: what the command was asked for, for the manifests: ``format`` and ``rules``.
        strict: load nothing where a record is refused.
        counted: seconds that counting took, shared among the runs by their records.

    Raises:
        StrictRefusal: the first refused record, where the ingest is strict.
        LakeError: where the lake cannot be written.
    """
    results = {run.run: existing_result(lake, run, strict=strict) for run in runs}
    total = max(1, sum(run.n_records for run in runs))
    with contextlib.ExitStack() as stack:
        loaded: list[tuple[RunPlan, Sequence[GroupResult], float]] = []
        for run in runs:
            if results[run.run] is None:
                stack.enter_context(lake.writing(run.run))
                began = time.monotonic()
                parts = load(lake, run, Gate(strict))
                seconds = time.monotonic() - began + counted * run.n_records / total
                loaded.append((run, parts, seconds))
            else:
                progress.advance(run.n_records)
        refuse_strictly(lake, [(run, parts) for run, parts, _ in loaded])
        for run, parts, seconds in loaded:
            result = commit_run(lake, run, parts, started, options)
            results[run.run] = msgspec.structs.replace(result, seconds=seconds)
    return [result for result in results.values() if result is not None]


def existing_result(lake: Lake, run: RunPlan, *, strict: bool) -> RunResult | None:
    """The result of a run that is in the lake already; None where it is to be made.

    Raises:
        InputError: where it holds rejects and nothing may be refused.
    """
    if not lake.has(run.run):
        return None
    manifest = lake.manifest(run.run)
    if strict and manifest.summary.n_rejects:
        raise InputError(
            f"run {run.run} is in the lake already, with {manifest.summary.n_rejects:,} rejects",
            code="strict",
        )
    return _result(lake, run, manifest, existed=True)


def refuse_strictly(lake: Lake, loaded: Iterable[tuple[RunPlan, Sequence[GroupResult]]]) -> None:
    """Where a strict ingest met a refusal: remove what was written, raise the first one.

    Raises:
        StrictRefusal: the first refusal in the order of runs and records.
    """
    loaded = list(loaded)
    refusals = [
        each for _, results in loaded for each in results if isinstance(each, StrictRefusal)
    ]
    if refusals:
        for run, _ in loaded:
            lake.drop_files(run.rules, run.run)
        raise refusals[0]


def commit_run(
    lake: Lake,
    run: RunPlan,
    results: Sequence[GroupResult],
    started: datetime,
    options: dict[str, str | None],
) -> RunResult:
    """Put the parts of a run together and commit it.

    Args:
        lake: where to.
        run: the run.
        results: what became of its parts, in order.
        started: when the command began.
        options: what it was asked for: ``format`` and ``rules``.

    Raises:
        LakeError: where a part was not finished.
    """
    loaded = [each for group in results if isinstance(group, list) for each in group]
    if len(loaded) != len(run.parts):
        raise LakeError(f"{lake.uri}: run {run.run} was not finished; run the command again")
    summary, rows = sum_parts(loaded)
    ruleset = run.ruleset
    manifest = Manifest(
        run=run.run,
        rules=run.rules,
        kind="ingest",
        identity=run.identity,
        engine_version=ENGINE_VERSION,
        versions=versions(),
        rule_set=ruleset.model_dump(mode="json") if ruleset else None,
        rules_hash=ruleset.hash if ruleset else None,
        options=options,
        inputs=list(run.inputs),
        started=started,
        finished=now(),
        summary=summary,
        rows=rows,
        parts=[part for part, _ in loaded],
    )
    lake.commit(manifest)
    return _result(lake, run, manifest, existed=False)


def kernels_ready() -> bool:
    """Whether the replay is compiled; else that takes minutes, once."""
    return is_compiled("engine.replay")


def prepare_kernels() -> None:
    """Load the tables and compile what the replay needs, before two threads ask for it at once."""
    replay_batch(join_batches([]), compile_rules(load_ruleset(preset_names()[0])), load_tables())


def _result(lake: Lake, run: RunPlan, manifest: Manifest, *, existed: bool) -> RunResult:
    return RunResult(
        run=run.run,
        rules=run.rules,
        system=run.ruleset.system if run.ruleset else "",
        existed=existed,
        summary=manifest.summary,
        records=run.n_records,
        inputs=list(run.inputs),
        notices=list(run.notices),
        first_hand=_first_hand(lake, manifest),
    )


def _first_hand(lake: Lake, manifest: Manifest) -> int | None:
    for part in manifest.parts:
        if part.files["hands"].rows:
            return int(read_table(lake.storage, part, "hands", columns=["hand_id"])[0][0].as_py())
    return None
