"""What wins alone do not tell, from the events of stored hands (`engine.retracing`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.retracing import (
    Asked,
    EndColumns,
    EventColumns,
    Retraced,
    new_end_columns,
    retrace,
)
from engine.rules import Rules
from pipelines.lake.manifest import Part
from pipelines.lake.parts import read_table
from pipelines.lake.storage import Storage
from pipelines.rescoring.arrays import Places, event_columns
from schemas.batch import Int64
from schemas.codes import FALSE_WIN, FOUL
from schemas.errors import LakeError

ReadEvents = Callable[[Int64 | None], pa.Table]
"""Gives rows of `events`: of the hands with these ids, or of all."""
_COLUMNS: Final = ("hand_id", "seat", "action", "tile", "tiles")
_FEW: Final = 0.3
"""Up to this share of the hands it pays to leave out the events of the others."""


@dataclass(frozen=True, slots=True)
class EventReader:
    """Reads the events of a part, of all hands or of some."""

    storage: Storage
    part: Part

    def __call__(self, ids: Int64 | None) -> pa.Table:
        """Rows of hands with these ids, of all where it is None."""
        named = None if ids is None else ids.tolist()
        return read_table(self.storage, self.part, "events", hand_ids=named, columns=_COLUMNS)


def retrace_hands(
    rules: Rules,
    hands: pa.Table,
    read_events: ReadEvents,
    asked: Asked,
    places: Places,
    *,
    all_wins: bool,
    penalties: bool,
) -> tuple[Retraced, Int64]:
    """Retrace the hands of which more has to be known.

    Args:
        rules: the rules to come.
        hands: rows of `hands`.
        read_events: gives their events.
        asked: wins and completions of all these hands.
        places: where each hand stands.
        all_wins: every hand with a win has to be known; else those with completions alone.
        penalties: hands with false wins and fouls too.

    Returns:
        What was found of these hands, and their positions.

    Raises:
        LakeError: with code ``damaged_part`` where events and wins do not fit together.
    """
    ids: Int64 = hands["hand_id"].to_numpy()
    wanted = np.diff(asked.chance_start) > 0
    if all_wins:
        wanted |= np.diff(asked.win_start) > 0
    few = not penalties and np.count_nonzero(wanted) <= _FEW * len(ids)
    events, here = event_columns(hands, read_events(ids[wanted] if few else None), places)
    if penalties:
        odd = np.flatnonzero((events.action == FALSE_WIN) | (events.action == FOUL))
        wanted[here[np.searchsorted(events.first, odd, side="right") - 1]] = True
    chosen = np.flatnonzero(wanted[here])
    positions = here[chosen]
    if len(positions) != np.count_nonzero(wanted):
        raise _not_together("some hands have no events")
    found = retrace(rules, _events_of(events, chosen), _asked_of(asked, positions))
    if len(found.broken):
        raise _not_together(
            f"hand {ids[positions[found.broken[0]]]}: its events and its wins do not fit together"
        )
    return found, positions


def rows_of(starts: Int64, chosen: Int64) -> Int64:
    """Rows of chosen hands, by the first row of each hand."""
    counts = np.diff(starts)[chosen]
    first = np.repeat(starts[chosen], counts)
    within = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows: Int64 = (first + within).astype(np.int64)
    return rows


def spread(ends: EndColumns, chosen: Int64, n: int) -> EndColumns:
    """Tables of chosen hands among those of n, the others empty."""
    if len(chosen) == n:
        return ends
    all_ends = new_end_columns(n)
    for target, source in zip(all_ends, ends, strict=True):
        target[chosen] = source
    return all_ends


def _events_of(events: EventColumns, chosen: NDArray[np.intp]) -> EventColumns:
    return events._replace(
        dealer=events.dealer[chosen],
        round_wind=events.round_wind[chosen],
        streak=events.streak[chosen],
        first=events.first[chosen],
        end=events.end[chosen],
    )


def _asked_of(asked: Asked, positions: Int64) -> Asked:
    wins = rows_of(asked.win_start, positions)
    chances = rows_of(asked.chance_start, positions)
    return Asked(
        win_start=_starts(asked.win_start, positions),
        win_by=asked.win_by[wins],
        payer=asked.payer[wins],
        chance_start=_starts(asked.chance_start, positions),
        seq=asked.seq[chances],
        seat=asked.seat[chances],
    )


def _starts(starts: Int64, chosen: Int64) -> Int64:
    return np.concatenate(([0], np.cumsum(np.diff(starts)[chosen]))).astype(np.int64)


def _not_together(what: str) -> LakeError:
    return LakeError(f"{what}: run `paipu verify`", code="damaged_part")
