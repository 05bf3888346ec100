"""Sessions into rows: what each worker does, in this process or in another one.

A worker makes its simulator once a run and keeps it. Rows of a row group are one table whatever the
number of batches or pieces that they were played in, so files are the same bytes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from engine.policies.registry import resolve_policies
from engine.simulate import Simulator
from pipelines import progress
from pipelines.kernels import compiling_shown
from pipelines.lake.columns import simulated_tables
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Part, Summary
from pipelines.lake.parts import writing_part
from pipelines.simulate.dividing import Lengths
from pipelines.simulate.planning import SimulationPlan
from schemas.records import HANDS_PER_SESSION
from schemas.tables import PLAYED_TABLES

MOST_HANDS: Final = 8_192
"""Hands played at a time: so often a worker looks whether it should stop."""

Tables = dict[str, pa.Table]


class Gate:
    """Tells all workers of this process to stop; in another process it is a gate of its own."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def __reduce__(self) -> tuple[type[Gate], tuple[()]]:
        return Gate, ()

    def close(self) -> None:
        """Have everybody stop at their next batch."""
        self._closed.set()

    @property
    def is_open(self) -> bool:
        """Whether to go on."""
        return not self._closed.is_set()


class Stopped(Exception):
    """The work was not finished: it is not needed any more, or the command was interrupted."""


@dataclass(frozen=True, slots=True)
class Played:
    """Sessions that were played.

    Attributes:
        lengths: hands of each session.
        tables: their rows; None where they are written.
        part: the files, where they are written.
        summary: counts of the part, where it is written.
    """

    lengths: Lengths
    tables: Tables | None = None
    part: Part | None = None
    summary: Summary | None = None


_simulators: dict[str, Simulator] = {}
_lock = threading.Lock()


def simulator_of(plan: SimulationPlan) -> Simulator:
    """The simulator of a run; compiled and prepared when it is asked for first.

    Raises:
        UsageError: where a policy cannot play the rule set.
    """
    with _lock:
        found = _simulators.get(plan.identity)
        if found is None:
            found = _simulators[plan.identity] = Simulator(
                plan.ruleset,
                resolve_policies(",".join(plan.policies)),
                seed=plan.seed,
                single=plan.single,
                duplicate=plan.duplicate,
            )
        return found


def prepare(plans: Iterable[SimulationPlan]) -> None:
    """Compile what is not compiled yet and have all policies look at their rule sets.

    Raises:
        UsageError: where a policy cannot play its rule set.
    """
    for plan in plans:
        with compiling_shown("engine.playing", f"preparing {plan.rules}"):
            simulator_of(plan)


def play_block(uri: str, plan: SimulationPlan, first: int, sessions: int, gate: Gate) -> Played:
    """Play a whole block and write its part.

    Raises:
        Stopped: where the gate was closed meanwhile.
        LakeError: where the lake cannot be written.
    """
    lengths = []

    def groups() -> Iterator[Tables]:
        for at in range(first, first + sessions, plan.group):
            played = play_piece(plan, at, min(plan.group, first + sessions - at), gate)
            lengths.append(played.lengths)
            if played.tables is not None:
                yield played.tables

    part, summary = write_part(Lake(uri), plan, first, sessions, groups())
    return Played(np.concatenate(lengths), part=part, summary=summary)


def play_piece(plan: SimulationPlan, first: int, sessions: int, gate: Gate) -> Played:
    """Play some sessions of one row group.

    Raises:
        Stopped: where the gate was closed meanwhile.
    """
    simulator = simulator_of(plan)
    batches = []
    lengths = np.zeros(sessions, np.int16)
    patterns = plan.ruleset.catalogue.keys
    for batch in simulator.play(first, sessions, most_hands=MOST_HANDS):
        if not gate.is_open:
            raise Stopped
        lengths += np.bincount(batch.session - first, minlength=sessions).astype(np.int16)
        batches.append(
            simulated_tables(
                batch, run=plan.run, rules=plan.rules, patterns=patterns, players=plan.players
            )
        )
        progress.advance(len(batch))
    return Played(lengths, tables=join_tables(batches))


def write_part(
    lake: Lake,
    plan: SimulationPlan,
    first: int,
    sessions: int,
    groups: Iterable[Tables],
) -> tuple[Part, Summary]:
    """Write a part from the rows of its row groups, in order."""
    with writing_part(lake.storage, plan.key(first, sessions), PLAYED_TABLES) as writer:
        for tables in groups:
            writer.write(tables)
            writer.summary.add(_summary(tables["hands"]))
    return writer.part, writer.summary


def join_tables(batches: Sequence[Tables]) -> Tables:
    """Rows of consecutive batches as one table each, each column in one piece."""
    return {
        name: pa.concat_tables([each[name] for each in batches]).combine_chunks()
        for name in PLAYED_TABLES
    }


def rows_before(tables: Tables, session: int) -> Tables:
    """The rows of the sessions before one."""
    bound = pa.scalar(session * HANDS_PER_SESSION)
    return {
        name: table.slice(0, int(pc.sum(pc.less(table["hand_id"], bound)).as_py() or 0))
        for name, table in tables.items()
    }


def _summary(hands: pa.Table) -> Summary:
    return Summary(
        hands=hands.num_rows,
        outcomes=_counts(hands, "outcome"),
        agreement=_counts(hands, "agreement"),
    )


def _counts(hands: pa.Table, column: str) -> dict[str, int]:
    counted: Callable[..., Any] = pc.value_counts
    found = {row["values"]: row["counts"] for row in counted(hands[column]).to_pylist()}
    return dict(sorted(found.items()))
