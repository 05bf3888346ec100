"""One simulated run from what is there to what was asked for: played, written, committed.

The same command again goes on where it was interrupted; more hands of a run play what is missing.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Final

import msgspec

from engine import ENGINE_VERSION
from pipelines import progress
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Manifest, Part, Summary, now, sum_parts, versions
from pipelines.simulate.dividing import Division
from pipelines.simulate.finding import FoundPart, find_blocks, find_tail
from pipelines.simulate.planning import KIND, SimulationPlan
from pipelines.simulate.playing import Tables, join_tables, rows_before, write_part
from pipelines.simulate.working import Team, work_through
from schemas.errors import LakeError, UsageError

Loaded = tuple[Part, Summary]
_BUSY: Final = "busy"
_MOST_HANDS: Final = 1_000_000_000_000


class SimulationResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one run.

    Attributes:
        run: run id.
        rules: name of its rule set.
        system: the rule set's system.
        asked: hands that it was to hold at least.
        held: hands that it held before, as a committed run.
        played: hands that were played now.
        summary: counts over all parts.
        sessions: how many whole sessions it holds.
        policies: canonical text of each player's policy.
        bytes: of all its files.
        seconds: playing and writing; not the start of the workflow server or compiling.
    """

    run: str
    rules: str
    system: str
    asked: int
    held: int
    played: int
    summary: Summary
    sessions: int
    policies: list[str]
    bytes: int
    seconds: float = 0.0

    @property
    def existed(self) -> bool:
        """Whether all was there and nothing was done."""
        return self.held >= self.asked

    @property
    def hands_per_second(self) -> float:
        """Hands played in a second; 0 where none was."""
        return self.played / self.seconds if self.seconds > 0 else 0.0


def wanted_hands(
    lake: Lake, plan: SimulationPlan, *, hands: int | None, append: int | None
) -> tuple[int, Manifest | None]:
    """How many hands a run shall hold at least, and its manifest where it is committed."""
    manifest = lake.manifest(plan.run) if lake.has(plan.run) else None
    if append is not None:
        return (manifest.summary.hands if manifest else 0) + append, manifest
    return hands or 0, manifest


def unfinished(
    lake: Lake, plans: Iterable[SimulationPlan], *, hands: int | None, append: int | None
) -> list[SimulationPlan]:
    """The runs of which hands are missing."""
    found = []
    for plan in plans:
        target, manifest = wanted_hands(lake, plan, hands=hands, append=append)
        if manifest is None or manifest.summary.hands < target:
            found.append(plan)
    return found


def simulate_run(
    lake: Lake,
    plan: SimulationPlan,
    team: Team,
    *,
    hands: int | None = None,
    append: int | None = None,
) -> SimulationResult:
    """Have a run hold at least so many hands.

    Args:
        lake: where to.
        plan: the run.
        team: who plays.
        hands: how many it shall hold at least; whole sessions are played.
        append: instead: how many more than it holds.

    Raises:
        UsageError: where the lake cannot be written.
        LakeError: where another process writes the run, or writing fails on the way.
    """
    target, manifest = wanted_hands(lake, plan, hands=hands, append=append)
    if manifest is not None and manifest.summary.hands >= target:
        return _result(plan, manifest, target, held=manifest.summary.hands)
    with _writing(lake, plan.run):
        started, began = now(), time.monotonic()
        parts, played = _play(lake, plan, team, target)
        held = manifest.summary.hands if manifest else 0
        first_started = manifest.started if manifest else started
        manifest = _commit(lake, plan, parts, first_started)
        lake.drop_unlisted(manifest)
    return _result(
        plan, manifest, target, held=held, played=played, seconds=time.monotonic() - began
    )


def check_counts(hands: int | None, append: int | None) -> None:
    """Tell that a number of hands is none.

    Raises:
        UsageError: where neither or both are given, or one is not positive.
    """
    if hands is None and append is None:
        raise UsageError("say how many hands: --hands N in all, or --append N more")
    if hands is not None and append is not None:
        raise UsageError(
            f"--hands {hands} and --append {append}: give one of them, the hands that the run "
            "shall hold in all, or how many more than it holds"
        )
    count = hands if append is None else append
    if count is not None and not 0 < count <= _MOST_HANDS:
        option = "--hands" if append is None else "--append"
        raise UsageError(f"{option} {count}: a number of hands is from 1 to {_MOST_HANDS:,}")


def check_writable(lake: Lake) -> None:
    """Tell before anything is played that a lake cannot be written.

    Raises:
        UsageError: in the words of the lake.
    """
    try:
        lake.storage.check_writable()
    except LakeError as error:
        raise UsageError(error.message, code=error.code) from error


@contextlib.contextmanager
def _writing(lake: Lake, run: str) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(lake.writing(run))
        except LakeError as error:
            if error.code == _BUSY:
                raise
            raise UsageError(error.message, code=error.code) from error
        yield


def _play(lake: Lake, plan: SimulationPlan, team: Team, target: int) -> tuple[list[Loaded], int]:
    """All parts of the run in order, found or made, and how many hands were played."""
    found = find_blocks(lake, plan)
    lengths = {first: each.lengths for first, each in found.items()}
    tail = find_tail(lake, plan, target, lengths)
    there = sum(each.summary.hands for each in (*found.values(), *tail.values()))
    progress.stage(f"playing {plan.rules}", max(0, target - there), "hands")
    division = Division(
        plan,
        target,
        team.workers,
        found=lengths,
        pieces={first: each.lengths for first, each in tail.items()},
    )
    written: dict[int, Loaded] = {
        first: (each.part, each.summary) for first, each in (found | tail).items()
    }
    pieces: dict[int, Tables] = {}
    with contextlib.closing(work_through(lake, plan, team, division)) as works:
        for work, played in works:
            if played.part is not None and played.summary is not None:
                written[work.first] = (played.part, played.summary)
            elif played.tables is not None:
                pieces[work.first] = played.tables
            for first in _whole_blocks(plan, pieces, division.settled):
                # It is written as soon as it is whole: an interrupted command finds it again.
                groups = _groups(plan, pieces, first, plan.block)
                written[first] = write_part(lake, plan, first, plan.block, groups)
    end = division.end
    assert end is not None
    kept = _kept(plan, found | tail, end)
    parts = []
    for first in range(0, end, plan.block):
        sessions = min(plan.block, end - first)
        loaded = written.get(first)
        if loaded is None or loaded[0].sessions != (first, first + sessions):
            groups = _groups(plan, pieces, first, sessions)
            loaded = write_part(lake, plan, first, sessions, groups)
        parts.append(loaded)
    return parts, sum(summary.hands for _, summary in parts) - kept


def _groups(
    plan: SimulationPlan, pieces: dict[int, Tables], first: int, sessions: int
) -> Iterator[Tables]:
    """The rows of a block's row groups, put together from pieces; what is beyond is cut off."""
    end = first + sessions
    for at in range(first, end, plan.group):
        until = min(at + plan.group, end)
        own = [pieces.pop(begin) for begin in sorted(pieces) if at <= begin < until]
        yield join_tables([rows_before(tables, until) for tables in own])


def _whole_blocks(plan: SimulationPlan, pieces: dict[int, Tables], settled: int) -> list[int]:
    """Blocks, by their first session, of which all pieces are there and that the run needs."""
    begun = {first // plan.block for first in pieces}
    return [number * plan.block for number in sorted(begun) if (number + 1) * plan.block <= settled]


def _kept(plan: SimulationPlan, there: dict[int, FoundPart], end: int) -> int:
    """Hands of parts that were there already and belong to the run."""
    return sum(
        each.summary.hands
        for first, each in there.items()
        if each.sessions == min(plan.block, end - first)
    )


def _commit(lake: Lake, plan: SimulationPlan, parts: list[Loaded], started: datetime) -> Manifest:
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
        started=started,
        finished=now(),
        summary=summary,
        rows=rows,
        parts=[part for part, _ in parts],
    )
    lake.commit(manifest)
    return manifest


def _result(
    plan: SimulationPlan,
    manifest: Manifest,
    target: int,
    *,
    held: int,
    played: int = 0,
    seconds: float = 0.0,
) -> SimulationResult:
    last = manifest.parts[-1].sessions
    return SimulationResult(
        run=plan.run,
        rules=plan.rules,
        system=plan.ruleset.system,
        asked=target,
        held=held,
        played=played,
        summary=manifest.summary,
        sessions=last[1] if last else 0,
        policies=list(plan.policies),
        bytes=manifest.size,
        seconds=seconds,
    )
