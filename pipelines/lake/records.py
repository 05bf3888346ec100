"""Stored hands as records again: what `verify`, `replay` and `export` play a second time.

The event log alone replays a hand, so a `RecordBatch` is made of `hands` and `events` and of
nothing that was computed from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from engine.walls import DEAL_SIZE, WALL_SIZE
from pipelines.batches import join_batches, record_hand_ids
from pipelines.lake.columns_read import codes_of, list_values, small_ints
from pipelines.lake.lake import Lake
from pipelines.lake.lineage import played_tables
from pipelines.lake.manifest import Manifest, Part
from schemas.batch import META_SCHEMA, Int8, RecordBatch
from schemas.codes import (
    ACTIONS,
    CHOW,
    DEAL,
    KONG_EXPOSED,
    LOST_CLAIM,
    PUNG,
    WIN,
)
from schemas.errors import LakeError
from schemas.records import HANDS_PER_SESSION


def stored_records(lake: Lake, run: str, hand_ids: Sequence[int] | None = None) -> RecordBatch:
    """The hands of a run as records, in stored order.

    Args:
        lake: the lake.
        run: run id.
        hand_ids: which hands; None: all (a large run is better read part by part, with
            `part_records`).

    Raises:
        LakeError: ``unknown_run``, ``unknown_hand`` where one of the hands is not in the run, or
            ``damaged_part``.
    """
    manifest = lake.manifest(run)
    if hand_ids is None:
        batches = [part_records(lake, manifest, part) for part in manifest.parts]
    else:
        wanted = sorted(set(hand_ids))
        parts = _parts_of(manifest, wanted)
        batches = [part_records(lake, manifest, part, ids) for part, ids in parts]
        if sum(map(len, batches)) != len(wanted):
            found = {one for batch in batches for one in record_hand_ids(batch).tolist()}
            missing = next(one for one in wanted if one not in found)
            raise unknown_hand(lake, run, missing)
    return join_batches(batches)


def part_records(
    lake: Lake, manifest: Manifest, part: Part, hand_ids: Sequence[int] | None = None
) -> RecordBatch:
    """The hands of one part of a run, all or some of them."""
    return records_from_tables(*played_tables(lake, manifest, part, hand_ids=hand_ids))


def records_from_tables(hands: pa.Table, events: pa.Table) -> RecordBatch:
    """Records from rows of `hands` and all their rows of `events`, both in the same order.

    Raises:
        LakeError: with code ``damaged_part`` where hands and events do not belong together.
    """
    n = hands.num_rows
    ids = hands["hand_id"].to_numpy()
    event_ids = events["hand_id"].to_numpy()
    begins = np.flatnonzero(np.diff(event_ids, prepend=-1))
    if not np.array_equal(event_ids[begins], ids):
        raise LakeError("hands and events do not belong together", code="damaged_part")
    hand_of = np.repeat(np.arange(n), np.diff(begins, append=len(event_ids)))
    action = codes_of(events["action"], ACTIONS)
    tile = small_ints(events["tile"])
    seat = small_ints(events["seat"])
    offsets, tiles = list_values(events["tiles"])
    is_deal = action == DEAL
    deal = _padded(offsets, tiles, is_deal, DEAL_SIZE, n, hand_of, seat)
    low, claim = _low_and_claim(action, offsets, tiles)
    keep = ~is_deal
    counts = np.bincount(hand_of[keep], minlength=n)
    wall_offsets, wall_tiles = list_values(hands["wall"])
    return RecordBatch(
        dealer=small_ints(hands["dealer_seat"]),
        round_wind=small_ints(hands["round_wind"]),
        streak=hands["dealer_streak"].to_numpy().astype(np.int16),
        wildcard=small_ints(hands["wildcard"]),
        deal=deal,
        wall=_matrix(wall_offsets, wall_tiles, WALL_SIZE),
        start=np.concatenate(([0], np.cumsum(counts))).astype(np.int64),
        seat=seat[keep],
        action=action[keep],
        tile=tile[keep],
        low=low[keep],
        claim=claim[keep],
        position=events["seq"].to_numpy().astype(np.int32)[keep],
        meta=_meta(hands),
    )


def unknown_hand(lake: Lake, run: str, hand: int) -> LakeError:
    """The error for a hand that a run does not hold."""
    return LakeError(
        f'{lake.uri}: run {run} has no hand {hand}; `paipu sql "select hand_id from hands where '
        f"run = '{run}'\"` lists them",
        code="unknown_hand",
    )


def _parts_of(manifest: Manifest, hand_ids: Iterable[int]) -> list[tuple[Part, list[int]]]:
    groups: dict[int, list[int]] = {}
    parts: dict[int, Part] = {}
    for each in hand_ids:
        for part in manifest.parts_of(each // HANDS_PER_SESSION):
            parts[part.part] = part
            groups.setdefault(part.part, []).append(each)
    return [(parts[number], ids) for number, ids in groups.items()]


def _matrix(offsets: NDArray[np.integer[Any]], values: Int8, width: int) -> Int8:
    """Lists as rows of a matrix, −1 after the last value."""
    lengths = np.diff(offsets)
    matrix = np.full((len(lengths), width), -1, np.int8)
    row = np.repeat(np.arange(len(lengths)), lengths)
    matrix[row, np.arange(len(values)) - np.repeat(offsets[:-1], lengths)] = values
    return matrix


def _padded(
    offsets: NDArray[np.integer[Any]],
    values: Int8,
    rows: NDArray[np.bool_],
    width: int,
    n: int,
    hand_of: NDArray[np.int64],
    seat: Int8,
) -> Int8:
    """The tiles of chosen events as (n, 4, width) by hand and seat."""
    lengths = np.where(rows, np.diff(offsets), 0)
    chosen = np.repeat(rows, np.diff(offsets))
    short = np.concatenate(([0], np.cumsum(lengths)))
    lines = _matrix(short, values[chosen], width)[rows]
    deal = np.full((n, 4, width), -1, np.int8)
    deal[hand_of[rows], seat[rows]] = lines
    return deal


def _low_and_claim(
    action: Int8, offsets: NDArray[np.integer[Any]], tiles: Int8
) -> tuple[Int8, Int8]:
    """Lowest tile of chows and the action behind each lost claim, from the events' tiles.

    A lost claim's tiles tell the claim: none a win, three alike a pung, four a kong, three in a
    row a chow, one a chow whose run the record does not name.
    """
    lengths = np.diff(offsets)
    padded = np.concatenate((tiles, np.full(2, -1, np.int8)))
    first = padded[np.minimum(offsets[:-1], len(tiles))]
    second = padded[np.minimum(offsets[:-1] + 1, len(tiles))]
    lost = action == LOST_CLAIM
    run = (lengths == 3) & (first != second)
    claim = np.full(len(action), -1, np.int8)
    claim[lost & (lengths == 0)] = WIN
    claim[lost & ((lengths == 1) | run)] = CHOW
    claim[lost & (lengths == 3) & ~run] = PUNG
    claim[lost & (lengths == 4)] = KONG_EXPOSED
    low = np.where(((action == CHOW) | lost) & run, first, -1).astype(np.int8)
    return low, claim


def _meta(hands: pa.Table) -> pl.DataFrame:
    names = [name for name in META_SCHEMA if name in hands.column_names]
    frame = pl.from_arrow(hands.select(names))
    assert isinstance(frame, pl.DataFrame)
    # The tables keep no place and no key of the deal.
    columns = [
        (pl.col(name) if name in names else pl.lit(None)).cast(kind).alias(name)
        for name, kind in META_SCHEMA.items()
    ]
    return frame.select(columns)
