"""What wins alone do not tell, from the events of stored hands (`engine.retracing`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
import pyarrow as pa

from engine.retracing.columns import (
    Asked,
    EndColumns,
    EventColumns,
    Retraced,
    new_end_columns,
    no_events,
    nothing_asked,
)
from engine.retracing.walk import retrace
from engine.rules import Rules
from pipelines.lake.manifest import Part
from pipelines.lake.parts import read_groups
from pipelines.lake.storage import Storage
from pipelines.rescoring.arrays import event_columns
from schemas.batch import Int64
from schemas.codes import FALSE_WIN, FOUL
from schemas.errors import LakeError

ReadEvents = Callable[[], Iterable[pa.Table]]
"""Gives the rows of `events` of all hands, some at a time, in the order of the hands."""
_COLUMNS: Final = ("seat", "action", "tile", "tiles")
_FEW: Final = 0.3
"""Up to this share of the hands it pays to leave out the events of the others."""


@dataclass(frozen=True, slots=True)
class EventReader:
    """Reads the events of a part, a row group at a time."""

    storage: Storage
    part: Part

    def __call__(self) -> Iterator[pa.Table]:
        """Rows of all hands."""
        return read_groups(self.storage, self.part, "events", columns=_COLUMNS)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What has to be known of hands beside their wins.

    Attributes:
        wins: circumstances of the wins.
        ends: the tables at the end of the hands that somebody won.
        penalties: what false wins and fouls moved.
    """

    wins: bool
    ends: bool
    penalties: bool


def retrace_hands(
    rules: Rules, hands: pa.Table, read_events: ReadEvents, asked: Asked, wanted: Wanted
) -> tuple[Retraced, Int64]:
    """Retrace the hands of which more has to be known: those with completions, and what is wanted.

    Args:
        rules: the rules to come.
        hands: rows of `hands`.
        read_events: gives their events.
        asked: wins and completions of all these hands.
        wanted: what else.

    Returns:
        What was found of these hands, and their positions.

    Raises:
        LakeError: with code ``damaged_part`` where events and wins do not fit together.
    """
    chosen = np.diff(asked.chance_start) > 0
    if wanted.wins or wanted.ends:
        chosen |= np.diff(asked.win_start) > 0
    if not wanted.penalties and not chosen.any():
        return retrace(rules, no_events(), nothing_asked()), np.zeros(0, np.int64)
    few = not wanted.penalties and np.count_nonzero(chosen) <= _FEW * len(chosen)
    events = event_columns(hands, read_events(), chosen if few else None)
    if wanted.penalties:
        odd = np.flatnonzero((events.action == FALSE_WIN) | (events.action == FOUL))
        chosen[np.searchsorted(events.first, odd, side="right") - 1] = True
    places = np.flatnonzero(chosen).astype(np.int64)
    found = retrace(
        rules,
        events if few else _events_of(events, places),
        _asked_of(asked, places),
        wins=wanted.wins,
        ends=wanted.ends,
    )
    if len(found.broken):
        one = hands["hand_id"][int(places[found.broken[0]])]
        raise LakeError(
            f"hand {one}: its events and its wins do not fit together: run `paipu verify`",
            code="damaged_part",
        )
    return found, places


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


def _events_of(events: EventColumns, chosen: Int64) -> EventColumns:
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
