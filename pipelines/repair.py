"""Making missing or damaged parts of a run again, where what they were made from is still there.

An ingest run follows from its inputs: where these still have the content that the manifest lists,
the parts are made again, by the same engine under the same rules. A simulated run follows from its
seed, a rescored one from its parent. Nothing is dropped: a run that cannot be restored stays as it
is, and the reason is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pipelines.formats import Input
from pipelines.ingest.loading import Gate, load_part
from pipelines.ingest.planning import RunPlan, plan_runs
from pipelines.ingest.running import survey_inputs
from pipelines.lake.lake import Lake
from pipelines.lake.lineage import played_part
from pipelines.lake.manifest import Manifest, Part
from pipelines.rescoring.planning import planned_again as rescoring_again
from pipelines.rescoring.running import rescore_part
from pipelines.simulate.planning import KIND as SIMULATED
from pipelines.simulate.planning import planned_again
from pipelines.simulate.playing import Gate as PlayingGate
from pipelines.simulate.playing import play_block
from pipelines.verify import Verdict
from schemas.errors import LakeError


@dataclass(frozen=True, slots=True)
class Repair:
    """What became of one damaged run.

    Attributes:
        run: run id, or the name of the file with the views.
        parts: numbers of the parts that were made again.
        problem: why it could not be restored, in a sentence; empty where it was.
    """

    run: str
    parts: tuple[int, ...]
    problem: str = ""


def repair_lake(lake: Lake, verdict: Verdict) -> list[Repair]:
    """Restore what a verification found damaged, and write ``views.sql`` anew."""
    repairs = [_repair_run(lake, run, parts) for run, parts in verdict.damaged.items()]
    lake.refresh_views()
    return repairs


def _repair_run(lake: Lake, run: str, numbers: Sequence[int]) -> Repair:
    manifest = lake.manifest(run)
    try:
        make_again = _maker(lake, manifest)
        with lake.writing(run):
            for number in numbers:
                manifest.parts[number] = make_again(number)
            # Other releases of the libraries may write the same rows as other bytes.
            lake.commit(manifest)
    except LakeError as error:
        return Repair(run, (), error.message)
    return Repair(run, tuple(numbers))


def _maker(lake: Lake, manifest: Manifest) -> Callable[[int], Part]:
    """What makes a part of a run again, by its number.

    Raises:
        LakeError: where the run does not follow from what is there any more.
    """
    if manifest.kind == SIMULATED:
        simulation = planned_again(manifest)

        def play(number: int) -> Part:
            first, end = manifest.parts[number].sessions or (0, 0)
            gate = PlayingGate()
            part = play_block(lake.uri, simulation, first, end - first, gate).part
            assert part is not None
            return part

        return play
    if manifest.parent is not None:
        plan = rescoring_again(lake, manifest)

        def score(number: int) -> Part:
            played = played_part(lake, manifest, manifest.parts[number])
            return rescore_part(lake, plan, played, again=True)[0]

        return score
    ingest = _plan_again(manifest)

    def load(number: int) -> Part:
        return load_part(lake, ingest, ingest.parts[number], Gate(), again=True)[0]

    return load


def _plan_again(manifest: Manifest) -> RunPlan:
    """The plan of a run, from its inputs as they are now.

    Raises:
        LakeError: where it does not follow from them any more.
    """
    inputs = list(_inputs(manifest))
    ruleset = manifest.ruleset() if manifest.options.get("rules") is not None else None
    surveys = survey_inputs(inputs, str(manifest.options.get("format", "auto")))
    for plan in plan_runs(surveys, ruleset):
        if plan.run == manifest.run and plan.identity == manifest.identity:
            return plan
    raise LakeError(
        f"run {manifest.run} cannot be restored: inputs, rule set or engine have changed since; "
        "remove it with `paipu runs --delete` and ingest again"
    )


def _inputs(manifest: Manifest) -> Iterable[Input]:
    for each in manifest.inputs:
        path = Path(each.path)
        companion = Path(each.companion) if each.companion else None
        for needed in (path, companion):
            if needed is not None and not needed.is_file():
                raise LakeError(
                    f"run {manifest.run} cannot be restored: its input {needed} is gone"
                )
        yield Input(path, each.name, companion)
