"""Whether a record's own scores agree with ours: total, patterns, payments.

Recorded pattern names are what a source calls them; the catalogue knows their aliases. Patterns
are compared as multisets. Where a record holds a name that the catalogue does not know (a file
with lost characters), its patterns are not compared, and the name is counted and reported.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from schemas.batch import Int8, PlayedBatch, RecordBatch
from schemas.catalogue import Catalogue
from schemas.codes import AGREEMENTS

NOT_RECORDED, SAME, TOTAL, PATTERNS, DELTAS = range(len(AGREEMENTS))
_N_SEATS: Final = 4


def compare_scores(
    batch: RecordBatch, played: PlayedBatch, catalogue: Catalogue
) -> tuple[Int8, dict[str, int]]:
    """Compare recorded with computed scores.

    Where several things differ the first of total, patterns, deltas is named: a wrong total
    implies wrong payments.

    Args:
        batch: the records.
        played: what the state machine made of them.
        catalogue: names and aliases of the patterns.

    Returns:
        int8 codes of `AGREEMENTS` for each row of ``played.hands``, and how often each unknown
        pattern name occurs.
    """
    index = played.hands["hand"]
    meta = batch.meta[index]
    row_of = np.full(len(batch), -1, np.int64)
    row_of[index] = np.arange(len(index))

    has_total = meta["recorded_total"].is_not_null().to_numpy()
    recorded_total = meta["recorded_total"].fill_null(0).to_numpy()
    total = _sum_by_row(row_of[played.wins["hand"]], played.wins["total"], len(index))

    has_deltas = meta["recorded_deltas"].is_not_null().to_numpy()
    recorded_deltas = _deltas(meta["recorded_deltas"], has_deltas)
    deltas = np.zeros((len(index), _N_SEATS), np.int64)
    paid = played.settlements
    deltas[row_of[paid["hand"]], paid["seat"]] = paid["delta"]

    recorded, known, unknown = _recorded_patterns(meta["recorded_patterns"], catalogue)
    rows = played.win_patterns
    computed = _fingerprint(row_of[rows["hand"]], rows["pattern"], rows["count"], len(index))

    has_patterns = meta["recorded_patterns"].is_not_null().to_numpy()
    result = np.full(len(index), NOT_RECORDED, np.int8)
    result[has_total | has_deltas | (has_patterns & known)] = SAME
    result[has_deltas & (recorded_deltas != deltas).any(axis=1)] = DELTAS
    result[has_patterns & known & (recorded != computed)] = PATTERNS
    result[has_total & (recorded_total != total)] = TOTAL
    return result, unknown


def _sum_by_row(row: NDArray[Any], values: NDArray[Any], n: int) -> NDArray[np.int64]:
    sums = np.zeros(n, np.int64)
    np.add.at(sums, row, values)
    return sums


def _deltas(series: pl.Series, given: NDArray[np.bool_]) -> NDArray[np.int64]:
    deltas = np.zeros((len(series), _N_SEATS), np.int64)
    if given.any():
        values = series.drop_nulls().explode().to_numpy()
        deltas[given] = values.reshape(-1, _N_SEATS)
    return deltas


def _recorded_patterns(
    series: pl.Series, catalogue: Catalogue
) -> tuple[NDArray[np.uint64], NDArray[np.bool_], dict[str, int]]:
    """Fingerprints of recorded pattern lists, whether all names are known, and unknown names."""
    n = len(series)
    entries = (
        pl.DataFrame({"row": np.arange(n), "entry": series})
        .explode("entry")
        .drop_nulls("entry")
        .with_columns(
            name=pl.col("entry").str.replace(r"\*\d+$", ""),
            count=pl.col("entry").str.extract(r"\*(\d+)$").cast(pl.Int64).fill_null(1),
        )
    )
    names = entries["name"].unique().to_list()
    ids = {name: catalogue.find(name) for name in names}
    pattern = entries["name"].replace_strict(ids, default=None, return_dtype=pl.Int64)
    row = entries["row"].to_numpy()
    known = np.ones(n, np.bool_)
    known[row[pattern.is_null().to_numpy()]] = False
    unknown = Counter(entries.filter(pattern.is_null())["name"].to_list())
    # Two names of one pattern, or one name twice, are one row of ours.
    merged = (
        entries.select("row", "count", pattern=pattern.fill_null(-1))
        .group_by("row", "pattern")
        .agg(pl.col("count").sum())
    )
    prints = _fingerprint(
        merged["row"].to_numpy(), merged["pattern"].to_numpy(), merged["count"].to_numpy(), n
    )
    return prints, known, dict(sorted(unknown.items()))


def _fingerprint(
    row: NDArray[Any], pattern: NDArray[Any], count: NDArray[Any], n: int
) -> NDArray[np.uint64]:
    """A sum of mixed 64-bit numbers for each row: equal for equal multisets in any order."""
    mixed = (pattern.astype(np.uint64) << np.uint64(16)) + count.astype(np.uint64)
    mixed += np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    mixed ^= mixed >> np.uint64(31)
    sums = np.zeros(n, np.uint64)
    np.add.at(sums, row, mixed)
    return sums
