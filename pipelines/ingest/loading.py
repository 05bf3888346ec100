"""One part of an ingest run: read its chunks, replay them, compare, write.

Chunks are put together until there is enough for the kernels to be busy, and each such group is
one row group of the part's files; so the memory that a part takes does not grow with the part.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from engine.replay import replay_batch
from engine.rules import Rules, compile_rules
from engine.tables import Tables, load_tables
from pipelines import progress
from pipelines.batches import join_batches, take_hands
from pipelines.formats import Reject, Work, read_chunk
from pipelines.ingest.agreement import compare_scores
from pipelines.ingest.planning import PartPlan, RunPlan
from pipelines.ingest.rejects import (
    hands_of_unknown_rules,
    refused_hands,
    rejects_table,
    sentence,
    summarize,
)
from pipelines.lake.columns import played_tables
from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Part, Summary
from pipelines.lake.parts import PartWriter, find_part, writing_part
from schemas.batch import PlayedBatch, RecordBatch
from schemas.codes import AGREEMENTS, OUTCOMES
from schemas.errors import InputError
from schemas.tables import PLAYED_TABLES

INGEST_TABLES: Final = (*PLAYED_TABLES, "rejects")
"""Tables that an ingest writes."""
_GROUP_RECORDS: Final = 4_096
"""Chunks are put together until they hold so many records."""


class StrictRefusal(InputError):
    """The first record that was refused, where nothing may be (``--strict``)."""

    def __init__(self, reject: Reject) -> None:
        super().__init__(f"{sentence(reject)}; nothing was loaded", code=reject.code)
        self.reject = reject


@dataclass(slots=True)
class Gate:
    """Lets the parts of a run stop early together.

    Parts before the first one that was refused go on, so that the refusal that is reported is
    the first in the order of the records, whatever the workers.
    """

    strict: bool = False
    closed: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _first: int | None = None

    def refuse(self, part: int) -> None:
        """A record of this part was refused."""
        with self._lock:
            self._first = part if self._first is None else min(self._first, part)

    def is_open(self, part: int) -> bool:
        """Whether this part should still be worked on."""
        return not self.closed.is_set() and (self._first is None or part <= self._first)


class Stopped(Exception):
    """The part was not finished, because another one was refused or the command interrupted."""


def load_part(
    lake: Lake, run: RunPlan, part: PartPlan, gate: Gate, *, again: bool = False
) -> tuple[Part, Summary]:
    """Read, replay and write one part, or find it finished by an earlier attempt.

    Args:
        lake: where to.
        run: the run.
        part: one of its parts.
        gate: says when to stop.
        again: write it even where it is there.

    Raises:
        StrictRefusal: the first refused record, where the gate is strict.
        Stopped: where the gate closed meanwhile.
        LakeError: where the lake cannot be written.
    """
    if not gate.is_open(part.key.part):
        raise Stopped
    found = None if again else find_part(lake.storage, part.key, INGEST_TABLES)
    # A strict ingest reads a part with rejects once more, to say which record it was.
    if found is not None and not (gate.strict and found[1].n_rejects):
        progress.advance(part.n_records)
        return found
    rules = compile_rules(run.ruleset) if run.ruleset is not None else None
    tables = load_tables()
    with writing_part(lake.storage, part.key, INGEST_TABLES) as writer:
        whole_files = [each for each in part.rejects if run.takes(each.source_file, each.rules)]
        _refuse(run, part, writer, whole_files, gate)
        for group in _groups(part.work):
            if not gate.is_open(part.key.part):
                raise Stopped
            _load_group(run, part, writer, group, rules, tables, gate)
            progress.advance(sum(work.chunk.n_records for work in group))
    return writer.part, writer.summary


def _load_group(
    run: RunPlan,
    part: PartPlan,
    writer: PartWriter,
    group: Iterable[Work],
    rules: Rules | None,
    tables: Tables,
    gate: Gate,
) -> None:
    batch, rejects = _read_group(run, group)
    if rules is None or run.ruleset is None:
        _refuse(run, part, writer, [*rejects, *hands_of_unknown_rules(batch)], gate)
        return
    played = replay_batch(batch, rules, tables)
    _refuse(run, part, writer, [*rejects, *refused_hands(batch, played)], gate)
    agreement, unknown = compare_scores(batch, played, run.ruleset.catalogue)
    writer.write(
        played_tables(
            batch,
            played,
            run=run.run,
            rules=run.rules,
            patterns=run.ruleset.catalogue.keys,
            agreement=agreement,
        )
    )
    writer.summary.add(_summary(played, np.bincount(agreement, minlength=len(AGREEMENTS)), unknown))


def _read_group(run: RunPlan, group: Iterable[Work]) -> tuple[RecordBatch, list[Reject]]:
    """The records of some chunks that belong to this run."""
    batches = []
    rejects: list[Reject] = []
    for work in group:
        name = work.source.name
        parsed = read_chunk(work.source, work.chunk)
        batch = parsed.batch
        if name in run.own_rules:
            named = batch.meta["rules"].to_list()
            mine = np.array([run.takes(name, rules) for rules in named], np.bool_)
            batch = take_hands(batch, np.flatnonzero(mine))
        batches.append(batch)
        rejects.extend(each for each in parsed.rejects if run.takes(name, each.rules))
    return join_batches(batches), rejects


def _refuse(
    run: RunPlan, part: PartPlan, writer: PartWriter, rejects: Iterable[Reject], gate: Gate
) -> None:
    rejects = list(rejects)
    if gate.strict and rejects:
        gate.refuse(part.key.part)
        raise StrictRefusal(rejects[0])
    writer.write({"rejects": rejects_table(run.run, rejects)})
    writer.summary.add(summarize(rejects))


def _groups(work: Iterable[Work]) -> Iterator[list[Work]]:
    group: list[Work] = []
    records = 0
    for each in work:
        group.append(each)
        records += each.chunk.n_records
        if records >= _GROUP_RECORDS:
            yield group
            group, records = [], 0
    if group:
        yield group


def _summary(played: PlayedBatch, agreement: np.ndarray, unknown: dict[str, int]) -> Summary:
    outcomes = np.bincount(played.hands["outcome"], minlength=len(OUTCOMES))
    return Summary(
        hands=len(played.hands["hand"]),
        outcomes=_counted(OUTCOMES, outcomes),
        agreement=_counted(AGREEMENTS, agreement),
        unknown_names=unknown,
    )


def _counted(names: Iterable[str], counts: np.ndarray) -> dict[str, int]:
    return {name: int(n) for name, n in zip(names, counts, strict=True) if n}
