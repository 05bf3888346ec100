"""From surveys to work: the order of inputs, session numbers, duplicates, blocks of chunks.

Nothing here depends on paths, dates or workers: inputs stand in the order of their content
hashes, so the same files give the same sessions and the same rejects wherever they lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pipelines.formats.base import CHUNK_BYTES, Chunk, Input, Reject, Survey
from schemas.errors import one_of

BLOCK_CHUNKS: Final = 512
"""A block holds at most this many chunks, so that thousands of small files share tasks."""


@dataclass(frozen=True, slots=True)
class Work:
    """A chunk, and the input that it is read from."""

    source: Input
    chunk: Chunk


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything to read in one run.

    Attributes:
        surveys: one an input, ordered by content hash, equal contents once.
        blocks: the chunks in that order, some together where they are small; a block is one
            task and one part.
        n_sessions: sessions in all.
        n_records: records in all, refused ones too.
        rejects: what is refused without reading a chunk.
        notices: what people should know.
    """

    surveys: tuple[Survey, ...]
    blocks: tuple[tuple[Work, ...], ...]
    n_sessions: int
    n_records: int
    rejects: tuple[Reject, ...]
    notices: tuple[str, ...]

    @property
    def content_hashes(self) -> tuple[str, ...]:
        """The sorted content hashes, for the run's identity; unreadable inputs have none."""
        return tuple(each.content.sha256 for each in self.surveys if each.content is not None)


def plan(surveys: Iterable[Survey]) -> Plan:
    """Order inputs by content, number their sessions, find records that repeat earlier ones."""
    given = sorted(surveys, key=lambda each: (_hash_of(each), each.input.name))
    ordered: list[Survey] = []
    equal: list[str] = []
    for each in given:
        if ordered and each.content and _hash_of(ordered[-1]) == _hash_of(each):
            equal.append(each.input.name)
        else:
            ordered.append(each)
    notices = [notice for each in ordered for notice in each.notices]
    if equal:
        notices.append(f"{len(equal)} files passed by ({one_of(equal, most=3)}): same content")
    repeats = _find_repeats(ordered)
    work: list[Work] = []
    sessions = 0
    for index, each in enumerate(ordered):
        for chunk in each.chunks:
            again = (
                tuple(
                    (record - chunk.record, repeats[index, record])
                    for record in range(chunk.record, chunk.record + chunk.n_records)
                    if (index, record) in repeats
                )
                if repeats
                else ()
            )
            work.append(Work(each.input, replace(chunk, session_offset=sessions, repeats=again)))
        sessions += each.n_sessions
    return Plan(
        surveys=tuple(ordered),
        blocks=tuple(_blocks(work)),
        n_sessions=sessions,
        n_records=sum(each.n_records for each in ordered),
        rejects=tuple(reject for each in ordered for reject in each.rejects),
        notices=tuple(notices),
    )


def _hash_of(survey: Survey) -> str:
    return survey.content.sha256 if survey.content else ""


def _find_repeats(surveys: Sequence[Survey]) -> dict[tuple[int, int], str]:
    """(input, record) of every record that is there already, and where the first one stands.

    It has the key of an earlier record of the run, or the session and number of an earlier one
    of its input.
    """
    repeats = {}
    starts = np.cumsum([0] + [len(each.keys) for each in surveys]).tolist()

    def place(position: int) -> tuple[int, int]:
        index = int(np.searchsorted(starts, position, side="right")) - 1
        return index, position - starts[index]

    for index, each in enumerate(surveys):
        for record, earlier in _later_ones(each.slots):
            if each.slots[record] >= 0:
                name = f"record {earlier + 1} of {each.input.name}"
                repeats[index, record] = f"{name} by its session and number"
    keys = [each.keys for each in surveys]
    for later, earlier in _later_ones(np.concatenate(keys)) if keys else ():
        source, record = place(earlier)
        repeats[place(later)] = f"record {record + 1} of {surveys[source].input.name}"
    return repeats


def _later_ones(values: NDArray[Any]) -> Iterable[tuple[int, int]]:
    """Positions of values that came before, each with the position of the first such value."""
    _, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    first_of = first[inverse]
    for position in np.flatnonzero(first_of != np.arange(len(values))).tolist():
        yield position, int(first_of[position])


def _blocks(work: Iterable[Work]) -> Iterable[tuple[Work, ...]]:
    block: list[Work] = []
    size = 0
    for each in work:
        block.append(each)
        size += each.chunk.stop - each.chunk.start
        if size >= CHUNK_BYTES or len(block) == BLOCK_CHUNKS:
            yield tuple(block)
            block, size = [], 0
    if block:
        yield tuple(block)
