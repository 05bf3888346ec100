"""Arrow columns of the lake as the arrays that kernels take: the way back of `lake.arrays`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from schemas.batch import Int8


def small_ints(column: pa.ChunkedArray) -> Int8:
    """A small integer column with −1 for null."""
    known = column.fill_null(-1) if column.null_count else column
    values: Int8 = known.to_numpy().astype(np.int8)
    return values


def codes_of(column: pa.ChunkedArray, names: Sequence[str]) -> Int8:
    """A dictionary column as codes of an enumeration, whatever order its dictionary has."""
    flat = whole(column.unify_dictionaries())
    if len(flat) == 0:
        return np.zeros(0, np.int8)
    table = np.array([names.index(name) for name in flat.dictionary.to_pylist()], np.int8)
    indices = flat.indices.to_numpy()
    as_written = np.array_equal(table, np.arange(len(table)))
    codes: Int8 = indices.astype(np.int8) if as_written else table[indices]
    return codes


def list_values(column: pa.ChunkedArray) -> tuple[NDArray[np.int32], Int8]:
    """Offsets and values of a list column; null counts as empty."""
    lists = whole(column)
    if not len(lists):
        return np.zeros(1, np.int32), np.zeros(0, np.int8)
    offsets = lists.offsets.to_numpy()
    values = lists.values.slice(offsets[0], offsets[-1] - offsets[0])
    if lists.null_count and len(values) != (pc.sum(pc.list_value_length(lists)).as_py() or 0):
        # Arrow lets a null list have values, which count for nothing.
        lengths = lists.value_lengths().fill_null(0).to_numpy()
        offsets, values = np.concatenate(([0], np.cumsum(lengths))), lists.flatten()
    return (offsets - offsets[0]).astype(np.int32, copy=False), values.to_numpy().astype(np.int8)


def whole(column: pa.ChunkedArray) -> pa.Array:
    """A column as one array, without a copy where it is one."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
