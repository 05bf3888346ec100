"""Batches of records taken apart and put together; the columns are those of `schemas.batch`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.walls import DEAL_SIZE, WALL_SIZE
from schemas.batch import META_SCHEMA, Int64, RecordBatch
from schemas.records import HANDS_PER_SESSION

_PER_HAND: Final = ("dealer", "round_wind", "streak", "wildcard", "deal", "wall")
_PER_ACTION: Final = ("seat", "action", "tile", "low", "claim", "position")


def record_hand_ids(batch: RecordBatch) -> Int64:
    """The hand ids of a batch whose sessions are numbered as in the run."""
    session = batch.meta["session"].to_numpy().astype(np.int64)
    within = batch.meta["hand_in_session"].to_numpy().astype(np.int64)
    return session * HANDS_PER_SESSION + within


def join_batches(batches: Sequence[RecordBatch]) -> RecordBatch:
    """Several batches as one, in order; none make an empty one."""
    if len(batches) == 1:
        return batches[0]
    if not batches:
        return empty_batch()
    lengths = np.concatenate([np.diff(batch.start) for batch in batches])
    joined: dict[str, Any] = {
        name: np.concatenate([getattr(batch, name) for batch in batches])
        for name in (*_PER_HAND, *_PER_ACTION)
    }
    meta = pl.concat([batch.meta for batch in batches])
    return RecordBatch(start=_starts(lengths), meta=meta, **joined)


def take_hands(batch: RecordBatch, index: Int64) -> RecordBatch:
    """Some hands of a batch, in the order of `index`."""
    lengths = np.diff(batch.start)[index]
    start = _starts(lengths)
    actions = np.arange(start[-1]) + np.repeat(batch.start[index] - start[:-1], lengths)
    taken: dict[str, Any] = {name: getattr(batch, name)[index] for name in _PER_HAND}
    taken |= {name: getattr(batch, name)[actions] for name in _PER_ACTION}
    return RecordBatch(start=start, meta=batch.meta[index], **taken)


def empty_batch() -> RecordBatch:
    """A batch without hands."""

    def zeros(dtype: type[Any], *shape: int) -> NDArray[Any]:
        return np.zeros(shape, dtype)

    return RecordBatch(
        dealer=zeros(np.int8, 0),
        round_wind=zeros(np.int8, 0),
        streak=zeros(np.int16, 0),
        wildcard=zeros(np.int8, 0),
        deal=zeros(np.int8, 0, 4, DEAL_SIZE),
        wall=zeros(np.int8, 0, WALL_SIZE),
        start=zeros(np.int64, 1),
        seat=zeros(np.int8, 0),
        action=zeros(np.int8, 0),
        tile=zeros(np.int8, 0),
        low=zeros(np.int8, 0),
        claim=zeros(np.int8, 0),
        position=zeros(np.int32, 0),
        meta=pl.DataFrame(schema=META_SCHEMA),
    )


def _starts(lengths: Int64) -> Int64:
    return np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
