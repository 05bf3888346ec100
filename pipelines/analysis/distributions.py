"""How points of a seat and lengths of hands are distributed: means, quantiles, bars.

Means have the interval of every mean, hands of one deal one cluster. For the rest hands fall into
groups of whole deals, and what is told of a distribution has the variance between groups: shares as
ratios of sums, quantiles by the interval of the share that lies below them (Woodruff 1952), with
Student's t.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeVar

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.analysis.queries import ask
from pipelines.analysis.ratios import ratio_sums
from pipelines.analysis.registry import PER_HAND, PER_PLAYER, statistic
from pipelines.analysis.statistics import Estimate, student, with_estimates
from pipelines.analysis.sums import rate_of_sums, row_mean
from pipelines.analysis.walls import have_seatings

FOLDS: Final = 50
"""Groups of deals."""
QUANTILES: Final = (0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
OTHERS: Final = -1
"""In place of a seat: the three who do not deal, together."""
_MOST_BARS: Final = 41
_WIDTHS: Final = tuple(step * 10**power for power in range(7) for step in (1, 2, 5))
_MEASURES: Final = ("draws", "won_draws", "turns", "ready_turns")

_TOGETHER: Final = 4
"""The seat of the three others together in ``seats.sql``."""

Counts = NDArray[np.int64]
Key = TypeVar("Key", int, str)


@statistic(PER_PLAYER, grain="one row for each seat and figure")
def points_by_seat(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Mean and quantiles of the points of a hand, by seat counted from the dealer.

    Returns:
        ``seat`` (0 the dealer … 3; `OTHERS`: the three others together), ``figure`` (``mean``, or a
        quantile such as ``0.25``), ``value``, ``low``, ``high``, ``n`` (hands of these players).
    """
    means = {seat: row_mean(row, "points") for seat, row in _of_seats(con, runs).items()}
    return _figures(_placed(con, runs), "seat", means, pl.Int64)


@statistic(PER_PLAYER, grain="one row for the dealer and the others, and bar")
def point_bars(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """The points of a hand in bars of one width, for the dealer and the three others.

    Returns:
        ``seat`` (0 the dealer; `OTHERS`), ``low_points``, ``high_points`` (inclusive; null: open),
        ``hands``, ``n``, ``share``, ``low``, ``high``; the outermost bars of either side are open
        and hold about a hundredth of the hands together. Zero points are a bar of their own.
    """
    frame = _placed(con, runs).filter(pl.col("seat").is_in([0, OTHERS]))
    schema = {"seat": pl.Int64, "bar": pl.Int64, "low_points": pl.Int64, "high_points": pl.Int64}
    if frame.is_empty():
        empty = pl.DataFrame(schema=schema | {"hands": pl.Int64, "n": pl.Int64})
        return with_estimates(empty, [], "share").drop("bar")
    edges, seatings = _edges(frame), cache(lambda: have_seatings(con, runs))
    of_seats = cache(lambda: _of_seats(con, runs))  # asked for where a bar is empty
    rows, shares = [], []
    for seat in (0, OTHERS):
        amounts, counts = _counts(frame.filter(pl.col("seat") == seat))
        sizes = counts.sum(axis=0)

        def walls(n: int, _groups: int, seat: int = seat) -> int:
            return of_seats()[seat]["clusters"] if seatings() else n

        for place, (low, high) in enumerate(edges):
            inside = np.ones(len(amounts), bool)
            inside &= amounts >= low if low is not None else inside
            inside &= amounts <= high if high is not None else inside
            here = counts[inside].sum(axis=0)
            # Groups say nothing of a bar with none or all of the hands: then deals are asked for.
            shares.append(rate_of_sums(*ratio_sums((here, sizes)), alone=walls))
            rows.append((seat, place, low, high, int(here.sum()), int(sizes.sum())))
    bars = pl.DataFrame(rows, schema | {"hands": pl.Int64, "n": pl.Int64}, orient="row")
    return with_estimates(bars, shares, "share").drop("bar")


@statistic(PER_HAND, grain="one row for each measure and figure")
def hand_lengths(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Mean and quantiles of how long hands last.

    Returns:
        ``measure`` (``draws``: tiles drawn after the deal, all hands; ``won_draws``: of won hands;
        ``turns``: own discards of a winner + 1; ``ready_turns``: turn in which it became ready),
        ``figure``, ``value``, ``low``, ``high``, ``n`` (hands, or wins), as `points_by_seat`.
    """
    frame = ask(con, "hand_lengths", runs, groups=FOLDS)
    of_measure = {
        row["measure"]: row_mean(row, "total", "all_cases")
        for row in frame.unique("measure").iter_rows(named=True)
    }
    means = {name: of_measure[name] for name in _MEASURES if name in of_measure}
    return _figures(frame, "measure", means, pl.String)


def quantile(amounts: Counts, counts: Counts, share: float) -> Estimate:
    """The smallest amount that at least a share of all cases do not exceed.

    Args:
        amounts: in rising order, shape (k,).
        counts: cases by amount and group of deals, shape (k, groups).
        share: between 0 and 1.
    """
    n = int(counts.sum())
    reached = np.cumsum(counts.sum(axis=1))
    at = _place(reached, share, n)
    value = float(amounts[at])
    below, sizes = counts[: at + 1].sum(axis=0), counts.sum(axis=0)
    groups = int((sizes > 0).sum())
    if groups < 2:
        return Estimate(value, None, None, n)
    # The error of the share below the quantile is that of a ratio of sums over groups.
    residuals = below - reached[at] / n * sizes
    error = math.sqrt(float((residuals**2).sum()) * groups / (groups - 1)) / n
    half = student(groups - 1) * error
    low, high = (_place(reached, edge, n) for edge in (share - half, share + half))
    return Estimate(value, float(amounts[low]), float(amounts[high]), n)


def _place(reached: Counts, share: float, n: int) -> int:
    """Index of the first amount at which a share of n cases is reached."""
    wanted = min(max(share, 0.0), 1.0) * n
    return min(int(np.searchsorted(reached, wanted - 1e-9)), len(reached) - 1)


def _figures(
    frame: pl.DataFrame,
    column: str,
    means: Mapping[Key, Estimate],
    kind: type[pl.DataType],
) -> pl.DataFrame:
    """Means and quantiles of the rows of each key, in the order of `means`."""
    rows, found = [], []
    for key, mean in means.items():
        amounts, counts = _counts(frame.filter(pl.col(column) == key))
        figures = {"mean": mean}
        figures |= {f"{share:g}": quantile(amounts, counts, share) for share in QUANTILES}
        rows += [(key, name, one.n) for name, one in figures.items()]
        found += list(figures.values())
    named = pl.DataFrame(rows, {column: kind, "figure": pl.String, "n": pl.Int64}, orient="row")
    return with_estimates(named, found, "value").select(
        column, "figure", "value", "low", "high", "n"
    )


def _of_seats(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> dict[int, dict[str, Any]]:
    """Sums over deals of each seat, and of the three others together, as far as any is chosen."""
    rows = {row["seat"]: row for row in ask(con, "seats", runs).iter_rows(named=True)}
    return {OTHERS if seat == _TOGETHER else seat: row for seat, row in sorted(rows.items())}


def _placed(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Counts of points by seat, and of the three others together."""
    frame = ask(con, "points_by_seat", runs, groups=FOLDS).with_columns(pl.col("seat").cast(int))
    others = frame.filter(pl.col("seat") > 0).group_by("amount", "fold").agg(pl.col("cases").sum())
    together = others.select(
        pl.lit(OTHERS, pl.Int64).alias("seat"), "amount", "fold", "cases"
    ).sort("amount", "fold")
    return pl.concat([frame, together])


def _counts(frame: pl.DataFrame) -> tuple[Counts, Counts]:
    """Amounts in rising order, and cases by amount and group."""
    amounts, where = np.unique(frame["amount"].to_numpy(), return_inverse=True)
    counts = np.zeros((len(amounts), FOLDS), np.int64)
    np.add.at(counts, (where, frame["fold"].to_numpy()), frame["cases"].to_numpy())
    return amounts, counts


def _edges(frame: pl.DataFrame) -> list[tuple[int | None, int | None]]:
    """Bars for the points of all seats: losses, zero, gains; the outermost ones open."""
    amounts, counts = _counts(frame)
    reached = np.cumsum(counts.sum(axis=1))
    n = int(reached[-1])
    lowest, highest = (int(amounts[_place(reached, share, n)]) for share in (0.005, 0.995))
    low, high = min(lowest, -1), max(highest, 1)
    width = next(step for step in _WIDTHS if (high - low) / step < _MOST_BARS)
    losses = list(range(-1, low - width, -width))
    gains = list(range(1, high + width, width))
    edges: list[tuple[int | None, int | None]] = [
        (last - width + 1, last) for last in reversed(losses)
    ]
    edges += [(0, 0), *((first, first + width - 1) for first in gains)]
    edges[0], edges[-1] = (None, edges[0][1]), (edges[-1][0], None)
    return edges
