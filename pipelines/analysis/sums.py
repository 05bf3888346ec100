"""Estimates from what a query summed up over clusters: means, rates and parts row by row.

A query gives a sum under its name, what it is a mean or share of under another, and over clusters
the sums of squares and products as ``<name>_squares`` and ``<name>_<n>``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from pipelines.analysis.statistics import (
    Estimate,
    clustered_mean,
    clustered_rate,
    effective_size,
    part,
    with_estimates,
)
from pipelines.analysis.walls import Alone


def row_mean(
    row: Mapping[str, Any], name: str, n: str = "hands", *, clusters: str = "clusters"
) -> Estimate:
    """The mean a hand of what a query summed up, by `clustered_mean`.

    Args:
        row: a row with the sum `name`, ``<name>_squares`` and ``<name>_<n>``, ``<n>_squares``, `n`
            and the number of clusters; sums over clusters may be text.
        name: what is summed up.
        n: what it is a mean over.
        clusters: the column with the number of clusters.
    """
    return clustered_mean(*_row_sums(row, name, n, clusters))


def row_rate(
    row: Mapping[str, Any],
    count: str,
    n: str = "hands",
    *,
    alone: Alone,
    clusters: str = "clusters",
) -> Estimate:
    """The share of what a query counted, by `clustered_rate`.

    Args:
        row: a row with the numerator `count`, ``<count>_squares`` and ``<count>_<n>``, the
            denominator `n` and ``<n>_squares`` (squares and products are sums over clusters), and
            the number of clusters.
        count: what is counted.
        n: what it is a share of.
        alone: which of the cases share a wall (`pipelines.analysis.walls.alone_in`).
        clusters: the column with the number of clusters.
    """
    return rate_of_sums(*_row_sums(row, count, n, clusters), alone=alone)


def rate_of_sums(
    count: int,
    squares: int,
    cross: int,
    sizes_squared: int,
    n: int,
    clusters: int,
    *,
    alone: Alone,
) -> Estimate:
    """`clustered_rate`, whose cases that share no wall are asked for where nothing else tells."""
    walls = _walls(count, n, clusters, alone)
    return clustered_rate(count, squares, cross, sizes_squared, n, clusters, alone=walls)


def size_of_sums(
    count: int,
    squares: int,
    cross: int,
    sizes_squared: int,
    n: int,
    clusters: int,
    *,
    alone: Alone,
) -> float:
    """`effective_size`, of the same sums."""
    walls = _walls(count, n, clusters, alone)
    return effective_size(count, squares, cross, sizes_squared, n, clusters, alone=walls)


def row_part(
    row: Mapping[str, Any], name: str, whole: str, *, clusters: str = "clusters"
) -> Estimate:
    """The part of a whole that a query summed up, by `part`; columns as those of `row_mean`."""
    total, squares, cross, whole_squares, whole_sum, n = _row_sums(row, name, whole, clusters)
    return part(total, squares, cross, whole_squares, whole_sum, n)


def with_row_rates(
    frame: pl.DataFrame,
    count: str,
    n: str = "hands",
    *,
    alone: Alone,
    prefix: str = "",
    clusters: str = "clusters",
) -> pl.DataFrame:
    """Add ``share``, ``low`` and ``high`` (behind `prefix`) by `row_rate`, row by row.

    The columns ``<count>_squares`` and ``<count>_<n>`` have served their purpose and are dropped.
    """
    rates = [
        row_rate(row, count, n, alone=alone, clusters=clusters)
        for row in frame.iter_rows(named=True)
    ]
    found = with_estimates(frame, rates, f"{prefix}share", prefix=prefix)
    return found.drop(f"{count}_squares", f"{count}_{n}")


def with_row_means(
    frame: pl.DataFrame,
    name: str,
    n: str = "hands",
    *,
    prefix: str | None = None,
    clusters: str = "clusters",
) -> pl.DataFrame:
    """Add ``<name>_mean``, ``<name>_low``, ``<name>_high`` by `row_mean`, row by row.

    With a `prefix`, which may be empty, the ends are ``<prefix>low`` and ``<prefix>high``. The
    columns ``<name>_squares`` and ``<name>_<n>`` have served their purpose and are dropped.
    """
    means = [row_mean(row, name, n, clusters=clusters) for row in frame.iter_rows(named=True)]
    before = f"{name}_" if prefix is None else prefix
    found = with_estimates(frame, means, f"{name}_mean", prefix=before)
    return found.drop(f"{name}_squares", f"{name}_{n}")


def _walls(count: int, n: int, clusters: int, alone: Alone) -> int | None:
    """Cases that share no wall, asked for where the share is of none or of all."""
    return alone(n, clusters) if n and count in (0, n) else None


def _row_sums(
    row: Mapping[str, Any], name: str, n: str, clusters: str
) -> tuple[int, int, int, int, int, int]:
    return (
        int(row[name]),
        int(row[f"{name}_squares"]),
        int(row[f"{name}_{n}"]),
        int(row[f"{n}_squares"]),
        int(row[n]),
        int(row[clusters]),
    )
