"""A rescoring from its parent's parts to a committed run; the flow is these steps as tasks.

The same command again does what is missing: parts that are there already are found by their
footers, and hands that the parent has gained since are added.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec
import pyarrow as pa

from engine import ENGINE_VERSION
from engine.jit import is_compiled
from engine.judging import judge_hands
from engine.rescoring import no_hands, rescore_hands
from engine.retracing.columns import no_events, nothing_asked
from engine.retracing.walk import retrace
from engine.rules import compile_rules
from engine.scoring import new_win_columns
from engine.tables import load_tables
from pipelines import progress
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part, Summary, now, sum_parts, versions
from pipelines.lake.parts import find_part, read_table, writing_part
from pipelines.rescoring.chances import as_stored, judge_chances
from pipelines.rescoring.core import Rescored
from pipelines.rescoring.planning import KIND, RescorePlan
from pipelines.rescoring.preparing import CHANCE_COLUMNS, HAND_COLUMNS, WIN_COLUMNS, prepare
from pipelines.rescoring.retraced import EventReader, ReadEvents
from pipelines.rescoring.rows import RESCORED_TABLES, rescored_tables
from pipelines.runners import call_here
from schemas.ruleset import RuleSet

Loaded = tuple[Part, Summary]
_COLUMNS: Final = {
    "hands": (*HAND_COLUMNS, "outcome"),
    "wins": (*WIN_COLUMNS, "turn", "first_ready_turn"),
    "chances": (*CHANCE_COLUMNS, "tile"),
}
"""Columns that are looked at or copied; the others are made anew."""
_KERNELS: Final = ("engine.judging", "engine.rescoring", "engine.retracing.walk")


class RescoreResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a rescoring.

    Attributes:
        run: run id.
        rules: name of its rule set.
        system: the rule set's system.
        parent: the run that holds the hands.
        existed: whether it was in the lake already and nothing was done.
        summary: counts over all parts.
        notices: what people should know.
        bytes: of all its files.
        seconds: reading, scoring and writing; not the start of the workflow server or compiling.
    """

    run: str
    rules: str
    system: str
    parent: str
    existed: bool
    summary: Summary
    notices: list[str]
    bytes: int
    seconds: float = 0.0

    @property
    def hands_per_second(self) -> float:
        """Hands scored in a second; 0 where nothing was done."""
        return self.summary.hands / self.seconds if self.seconds > 0 and not self.existed else 0.0


@dataclass(slots=True)
class Queue:
    """Parts that wait to be scored; several workers take from it.

    Attributes:
        parts: of the parent, in order.
        closed: set when a worker has failed: the others stop.
    """

    parts: deque[Part]
    closed: threading.Event = field(default_factory=threading.Event)


Start = Callable[[Queue], Iterable[list[Loaded]]]
"""Works a queue off on whatever workers, by `work_off`."""
Call = Callable[..., Any]
"""Calls a function with arguments where the work is done, and waits for what it returns."""


def rescore_run(lake: Lake, plan: RescorePlan, start: Start) -> RescoreResult:
    """Have a rescored run hold all hands of its parent.

    Args:
        lake: the lake of both.
        plan: the run.
        start: works off the parts.

    Raises:
        LakeError: where another process writes the run, or reading or writing fails.
    """
    manifest = lake.manifest(plan.run) if lake.has(plan.run) else None
    if manifest is not None and manifest.summary.hands == plan.parent.summary.hands:
        return _result(plan, manifest, existed=True)
    with lake.writing(plan.run):
        started, began = now(), time.monotonic()
        progress.stage(f"rescoring under {plan.rules}", plan.parent.summary.hands, "hands")
        parts = [each for done in start(Queue(deque(plan.parent.parts))) for each in done]
        parts.sort(key=lambda loaded: loaded[0].part)
        summary, rows = sum_parts(parts)
        manifest = Manifest(
            run=plan.run,
            rules=plan.rules,
            kind=KIND,
            identity=plan.identity,
            engine_version=ENGINE_VERSION,
            versions=versions(),
            rule_set=plan.ruleset.model_dump(mode="json"),
            rules_hash=plan.ruleset.hash,
            options=plan.options(),
            parent=plan.parent.run,
            started=manifest.started if manifest else started,
            finished=now(),
            summary=summary,
            rows=rows,
            parts=[part for part, _ in parts],
        )
        lake.commit(manifest)
        lake.drop_unlisted(manifest)
    return _result(plan, manifest, existed=False, seconds=time.monotonic() - began)


def work_off(lake: Lake, plan: RescorePlan, queue: Queue, call: Call = call_here) -> list[Loaded]:
    """Score parts of a queue until none is left.

    Args:
        lake: the lake of both.
        plan: the run.
        queue: the parts that are left.
        call: of a worker.
    """
    done: list[Loaded] = []
    try:
        while not queue.closed.is_set():
            try:
                part = queue.parts.popleft()
            except IndexError:
                break
            done.append(call(score_part, lake.uri, plan, part))
            progress.advance(part.files["hands"].rows)
    except BaseException:
        queue.closed.set()
        raise
    return done


def score_part(uri: str, plan: RescorePlan, part: Part) -> Loaded:
    """As `rescore_part`, in whatever process."""
    return rescore_part(Lake(uri), plan, part)


def rescore_part(lake: Lake, plan: RescorePlan, part: Part, *, again: bool = False) -> Loaded:
    """Score the hands of one of the parent's parts and write the rows.

    Args:
        lake: the lake.
        plan: the run.
        part: of the parent.
        again: write it also where it is there.
    """
    key = plan.key(part)
    found = None if again else find_part(lake.storage, key, RESCORED_TABLES)
    if found is not None:
        return found
    tables, summary = rescored_rows(
        plan,
        lambda table: read_table(lake.storage, part, table, columns=_COLUMNS[table], threads=False),
        EventReader(lake.storage, part),
    )
    with writing_part(lake.storage, key, RESCORED_TABLES) as writer:
        writer.cover(part.sessions)
        writer.summary.add(summary)
        writer.write(tables)
    return writer.part, writer.summary


def rescored_rows(
    plan: RescorePlan, read: Callable[[str], pa.Table], read_events: ReadEvents
) -> tuple[dict[str, pa.Table], Summary]:
    """All rows that some hands of the parent give under the new rules, and their counts.

    Args:
        plan: the run.
        read: gives the hands' rows of the parent's `hands`, `wins` and `chances`.
        read_events: gives their events.
    """
    hands, wins, missed = read("hands"), read("wins"), read("chances")
    switch = plan.switch
    # Completions are looked at again where they could be anything else than they were.
    again = None if plan.keeps_chances else missed
    stored = prepare(plan.parent, hands, wins, again, read_events, switch)
    answers = rescore_hands(switch.rules, load_tables(), stored.won)
    judged = (
        as_stored(missed)
        if stored.chances is None
        else judge_chances(stored.chances, switch.own_rules, switch.rules, answers.winners)
    )
    found = Rescored(plan.ruleset, answers)
    return rescored_tables(stored, found, judged, hands, wins, missed, run=plan.run)


def kernels_ready() -> bool:
    """Whether rescoring is compiled; else that takes a minute, once."""
    return all(map(is_compiled, _KERNELS))


def prepare_kernels(ruleset: RuleSet) -> None:
    """Load tables and compile what is needed, before two threads ask for it at once."""
    rules, tables = compile_rules(ruleset), load_tables()
    rescore_hands(rules, tables, no_hands())
    retrace(rules, no_events(), nothing_asked())
    judge_hands(rules, tables, new_win_columns(0))


def _result(
    plan: RescorePlan, manifest: Manifest, *, existed: bool, seconds: float = 0.0
) -> RescoreResult:
    return RescoreResult(
        run=plan.run,
        rules=plan.rules,
        system=plan.ruleset.system,
        parent=plan.parent.run,
        existed=existed,
        summary=manifest.summary,
        notices=list(plan.notices),
        bytes=manifest.size,
        seconds=seconds,
    )
