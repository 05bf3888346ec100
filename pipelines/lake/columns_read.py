"""Arrow columns of the lake as the arrays that kernels take: the way back of `lake.arrays`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from schemas.batch import Int8


def small_ints(column: pa.ChunkedArray) -> Int8:
    """A small integer column with −1 for null."""
    values: Int8 = column.fill_null(-1).to_numpy().astype(np.int8)
    return values


def codes_of(column: pa.ChunkedArray, names: Sequence[str]) -> Int8:
    """A dictionary column as codes of an enumeration, whatever order its dictionary has."""
    flat = column.unify_dictionaries().combine_chunks()
    flat = flat.chunk(0) if isinstance(flat, pa.ChunkedArray) and flat.num_chunks else flat
    if len(flat) == 0:
        return np.zeros(0, np.int8)
    table = np.array([names.index(name) for name in flat.dictionary.to_pylist()], np.int8)
    codes: Int8 = table[flat.indices.to_numpy()]
    return codes


def list_values(column: pa.ChunkedArray) -> tuple[NDArray[np.int64], Int8]:
    """Offsets and values of a list column; null counts as empty."""
    lengths = np.zeros(len(column), np.int64)
    values = []
    at = 0
    for chunk in column.chunks:
        counts = chunk.value_lengths().fill_null(0).to_numpy()
        lengths[at : at + len(chunk)] = counts
        values.append(chunk.flatten().to_numpy())
        at += len(chunk)
    flat = np.concatenate(values) if values else np.zeros(0, np.int8)
    return np.concatenate(([0], np.cumsum(lengths))), flat.astype(np.int8)
