"""Parts of a run that an earlier command has finished, committed or not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from pipelines.lake.lake import Lake
from pipelines.lake.manifest import Part, Summary
from pipelines.lake.parts import find_part, read_table, run_folder
from pipelines.simulate.dividing import Division, Lengths
from pipelines.simulate.planning import SimulationPlan
from schemas.tables import PLAYED_TABLES

_NAME: Final = re.compile(r"part-(?P<part>\d+)(?:-(?P<sessions>\d+))?\.parquet")


@dataclass(frozen=True, slots=True)
class FoundPart:
    """A part whose files are there, whole and of this very run.

    Attributes:
        sessions: how many it holds.
        lengths: hands of each.
        part: its files.
        summary: its counts.
    """

    sessions: int
    lengths: Lengths
    part: Part
    summary: Summary


def find_blocks(lake: Lake, plan: SimulationPlan) -> dict[int, FoundPart]:
    """Whole blocks by their first session."""
    return dict(_find(lake, plan, whole=True))


def find_tail(
    lake: Lake, plan: SimulationPlan, target: int, blocks: Mapping[int, Lengths]
) -> dict[int, FoundPart]:
    """The short last part by its first session, where with it the run has what is asked for.

    Args:
        lake: the lake.
        plan: the run.
        target: hands that are asked for.
        blocks: whole blocks that are there.
    """
    for first, found in _find(lake, plan, whole=False):
        pieces = {first: found.lengths}
        if Division(plan, target, 1, found=blocks, pieces=pieces).end == first + found.sessions:
            return {first: found}
    return {}


def _find(lake: Lake, plan: SimulationPlan, *, whole: bool) -> Iterator[tuple[int, FoundPart]]:
    folder = run_folder("hands", plan.rules, plan.run)
    for name in lake.storage.names(folder, ".parquet"):
        match = _NAME.fullmatch(name)
        if match is None or (match["sessions"] is None) != whole:
            continue
        first = int(match["part"]) * plan.block
        sessions = int(match["sessions"] or plan.block)
        found = find_part(lake.storage, plan.key(first, sessions), PLAYED_TABLES)
        if found is None:
            continue
        part, summary = found
        session = read_table(lake.storage, part, "hands", columns=["session"])["session"]
        lengths = np.bincount(session.to_numpy() - first, minlength=sessions).astype(np.int16)
        yield first, FoundPart(sessions, lengths, part, summary)
