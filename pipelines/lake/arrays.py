"""Arrow arrays from the kernels' codes, masks and ragged columns; array arithmetic, no loop.

−1 becomes null, codes become dictionary entries, masks become lists of names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from engine.readings import format_group
from schemas.batch import Ragged
from schemas.codes import FLAGS, MELD_CHOW, MELD_KINDS, MELD_KONG_CONCEALED, MELD_PUNG
from schemas.tables import MELD

Columns = dict[str, Any]


def constant(text: str, n: int) -> pa.Array:
    """One string n times."""
    return pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(n, np.int32)), pa.array([text], pa.string()), safe=False
    )


def narrow(values: NDArray[Any], dtype: type[np.integer[Any]]) -> NDArray[Any]:
    """The values in the column's width; a value that does not fit is an error, never wrapped."""
    values = np.asarray(values)
    if values.dtype == dtype:
        return values
    narrowed = values.astype(dtype)
    if not np.array_equal(narrowed, values):
        raise OverflowError(f"a value does not fit {np.dtype(dtype).name}")
    return narrowed


def ints(values: NDArray[Any], dtype: type[np.integer[Any]]) -> pa.Array:
    """Integers in the column's width."""
    return pa.array(narrow(values, dtype))


def nullable(values: NDArray[Any]) -> pa.Array:
    """Integers of which −1 means none."""
    return pa.array(values, mask=values == -1)


def enum(codes: NDArray[Any], names: Sequence[str]) -> pa.Array:
    """Codes as dictionary entries; −1 means none."""
    indices = nullable(narrow(codes, np.int8))
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))


def list_array(
    offsets: NDArray[Any], values: pa.Array, null: NDArray[np.bool_] | None = None
) -> pa.Array:
    """Lists by their offsets; null where `null` says so."""
    mask = None if null is None else pa.array(null)
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), values, mask=mask)


def ragged(
    column: Ragged, dtype: type[np.integer[Any]], *, empty_is_null: bool = False
) -> pa.Array:
    """A ragged column of integers."""
    null = np.diff(column.offsets) == 0 if empty_is_null else None
    return list_array(column.offsets, ints(column.values, dtype), null)


def rows(matrix: NDArray[Any], dtype: type[np.integer[Any]] = np.int8) -> pa.Array:
    """Each row of a matrix as one list."""
    n, width = matrix.shape
    return list_array(np.arange(n + 1) * width, ints(matrix.ravel(), dtype))


def melds(column: Ragged) -> pa.Array:
    """Melds from rows of (kind, lowest tile, giver): tiles written out."""
    kind, low, giver = (column.values[:, i] for i in range(3))
    n_tiles = np.where(kind <= MELD_PUNG, 3, 4)
    starts = np.concatenate(([0], np.cumsum(n_tiles)))
    within = np.arange(starts[-1]) - np.repeat(starts[:-1], n_tiles)
    step = np.repeat(kind == MELD_CHOW, n_tiles)
    tiles = np.repeat(low, n_tiles) + np.where(step, within, 0)
    names = pa.array(MELD_KINDS, pa.string())
    structs = pa.StructArray.from_arrays(
        [
            names.take(pa.array(kind)),
            list_array(starts, ints(tiles, np.int8)),
            pa.array(kind == MELD_KONG_CONCEALED),
            nullable(narrow(giver, np.int8)),
        ],
        fields=list(MELD),
    )
    return list_array(column.offsets, structs)


def flags(masks: NDArray[Any]) -> pa.Array:
    """Flag masks as lists of names."""
    codes = pa.array(np.asarray(masks)).dictionary_encode()
    distinct = codes.dictionary.to_pylist()
    lists = [[name for i, name in enumerate(FLAGS) if mask >> i & 1] for mask in distinct]
    return pa.array(lists, pa.list_(pa.string())).take(codes.indices)


def readings(column: Ragged) -> pa.Array:
    """Codes of the reading's groups as they are written: ``123m``, ``CCC``, ``55p``."""
    codes = pa.array(column.values).dictionary_encode()
    names = pa.array([format_group(code) for code in codes.dictionary.to_pylist()], pa.string())
    return list_array(column.offsets, names.take(codes.indices))


def arrow(series: pl.Series) -> pa.Array:
    """A Polars column as one Arrow array."""
    chunked = series.to_arrow()
    return chunked.combine_chunks() if isinstance(chunked, pa.ChunkedArray) else chunked


def text(series: pl.Series) -> pa.Array:
    """A Polars column of strings."""
    return arrow(series).cast(pa.string())


def lists(series: pl.Series, missing: list[Any] | None, item: Any) -> pa.Array:
    """A list column; `missing` stands for a list that was not given, None leaves it null."""
    made = arrow(series).cast(pa.list_(item))
    if missing is None or not made.null_count:
        return made
    return made.fill_null(pa.scalar(missing, pa.list_(item)))
