"""Two populations side by side: on the same walls in pairs, or as independent samples.

On common walls the difference of each pair is what the rule sets make of one deal, and most of
the luck of the deal falls out; hands of one deal are one cluster. Independent samples, also those
of systems with different tiles, are compared by Welch's interval. Points of different systems have
no common size: in standard deviations of one seat's points in a hand they can be set side by side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, Final

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, statistic
from pipelines.analysis.statistics import Estimate, Z, rate, student, with_estimates
from pipelines.analysis.sums import row_mean, row_rate
from pipelines.analysis.walls import Alone, alone_in

POWER: Final = 0.8
"""With what chance a difference of the size asked for would be told from none."""
_SEATS: Final = 4
_IN_POINTS: Final = ("moved", "dealer_points")
_SHARES: Final = ("drawn", "aborted", "won", "self_drawn", "dealt_in", "dealer_won")


@statistic(PER_HAND)
def measures(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """What is measured of every hand, on average over a population.

    Returns:
        ``measure``, ``hands``, ``clusters``, ``value``, ``low``, ``high``. Shares of hands:
        ``drawn``, ``aborted``, ``won``, ``self_drawn``, ``dealt_in``, ``dealer_won``; a hand:
        ``draws`` (tiles drawn), ``moved`` (points that change hands), ``dealer_points``; both in
        standard deviations as ``moved_unit`` and ``dealer_points_unit``; ``deviation`` (of one
        seat's points in a hand, pooled over seats; without an interval).
    """
    rows, alone = ask(con, "measures", runs), alone_in(con, runs)
    found = [(row["measure"], _own_mean(row, alone), row) for row in rows.iter_rows(named=True)]
    squares = next((one.value for name, one, _ in found if name == "seat_points_squared"), None)
    deviation = math.sqrt(squares / _SEATS) if squares else None
    listed: list[tuple[str, Estimate, int]] = []
    for name, one, row in found:
        if name == "seat_points_squared":
            known = Estimate(deviation, None, None, one.n)
            listed.append(("deviation", known, row["clusters"]))
            continue
        listed.append((name, one, row["clusters"]))
        if name in _IN_POINTS:
            listed.append((f"{name}_unit", _scaled(one, deviation), row["clusters"]))
    return _frame(listed)


@statistic(PER_HAND, paired=True)
def paired_measures(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], other_runs: Sequence[str]
) -> pl.DataFrame:
    """Differences (other − this) over the hands that both have played from the same wall.

    Walls are the same where the runs have one seed and rule sets with the same tiles; that is the
    caller's to see to.

    Returns:
        ``measure``, ``hands`` (pairs), ``clusters``, ``value``, ``low``, ``high``, ``visible``
        (pairs after which a difference of this size would be told from none, with `POWER`).
    """
    rows = ask(con, "paired_measures", runs, other_runs=list(other_runs))
    alone = alone_in(con, [*runs, *other_runs])
    frame = _frame(
        [
            (row["measure"], _paired(row, alone), row["clusters"])
            for row in rows.iter_rows(named=True)
        ]
    )
    return _with_visible(frame)


@statistic(PER_HAND, grain="one row for each measure")
def independent_measures(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], other_runs: Sequence[str]
) -> pl.DataFrame:
    """Differences (other − this) of two samples that share no wall.

    Returns:
        As `paired_measures`, for every measure of `measures` that has an interval; ``hands`` and
        ``clusters`` are those of the smaller sample.
    """
    return independent_differences(measures(con, runs), measures(con, other_runs))


def independent_differences(these: pl.DataFrame, others: pl.DataFrame) -> pl.DataFrame:
    """As `independent_measures`, from the frames of `measures` of both samples.

    Of a sample of one cluster nothing is known about its scatter, and so of no difference.
    """
    both = these.join(others, on="measure", suffix="_other", maintain_order="left")
    listed = []
    for row in both.iter_rows(named=True):
        smaller = min(row["clusters"], row["clusters_other"])
        if row["low"] is not None and row["low_other"] is not None and smaller > 1:
            listed.append((row["measure"], _welch(row), smaller))
    return _with_visible(_frame(listed))


def hands_to_see(size: float, deviation: float) -> int:
    """Hands (pairs, or hands of each sample) that make a difference visible.

    Args:
        size: the difference that would matter, above 0.
        deviation: standard deviation of one hand's part in the difference.

    Returns:
        The number for a two-sided test at 5 % with `POWER`, from the normal approximation.

    >>> hands_to_see(0.5, 10.0)
    3140
    """
    reach = Z + NormalDist().inv_cdf(POWER)
    return math.ceil((reach * deviation / size) ** 2)


def _paired(row: dict[str, Any], alone: Alone) -> Estimate:
    """A mean difference; of a share in which no pair differs within the end of a zero count."""
    one = row_mean(row, "total")
    if row["measure"] in _SHARES and one.n > 0 and one.low == one.high == 0:
        most = rate(0, alone(one.n, row["clusters"])).high
        return Estimate(0.0, None if most is None else -most, most, one.n)
    return one


def _own_mean(row: dict[str, Any], alone: Alone) -> Estimate:
    """A mean of one population; shares keep within 0 and 1."""
    if row["measure"] in _SHARES:
        return row_rate(row, "total", alone=alone)
    return row_mean(row, "total")


def _scaled(one: Estimate, unit: float | None) -> Estimate:
    """An estimate in another unit, whose own error is far smaller and left out."""
    if not unit or one.value is None:
        return Estimate(None, None, None, one.n)
    low = None if one.low is None else one.low / unit
    high = None if one.high is None else one.high / unit
    return Estimate(one.value / unit, low, high, one.n)


def _welch(row: dict[str, Any]) -> Estimate:
    """The difference of two means with Welch's interval, from their own intervals."""
    errors = []
    for suffix in ("", "_other"):
        freedom = row[f"clusters{suffix}"] - 1
        half = (row[f"high{suffix}"] - row[f"low{suffix}"]) / 2
        errors.append((half / student(freedom), freedom))
    variance = sum(error**2 for error, _ in errors)
    difference = row["value_other"] - row["value"]
    n = min(row["hands"], row["hands_other"])
    if variance == 0:
        return Estimate(difference, difference, difference, n)
    freedom = variance**2 / sum(error**4 / count for error, count in errors)
    half = student(freedom) * math.sqrt(variance)
    return Estimate(difference, difference - half, difference + half, n)


def _frame(listed: Sequence[tuple[str, Estimate, int]]) -> pl.DataFrame:
    frame = pl.DataFrame(
        {
            "measure": [name for name, _, _ in listed],
            "hands": [one.n for _, one, _ in listed],
            "clusters": [clusters for _, _, clusters in listed],
        },
        schema={"measure": pl.String, "hands": pl.Int64, "clusters": pl.Int64},
    )
    return with_estimates(frame, [one for _, one, _ in listed], "value")


def _with_visible(frame: pl.DataFrame) -> pl.DataFrame:
    """Add how many hands would make the difference that was found visible."""
    seen: list[int | None] = []
    for row in frame.iter_rows(named=True):
        if row["low"] is None or not row["value"] or row["high"] == row["low"]:
            seen.append(None)
            continue
        freedom = max(row["clusters"] - 1, 1)
        error = (row["high"] - row["low"]) / 2 / student(freedom)
        seen.append(hands_to_see(abs(row["value"]), error * math.sqrt(row["hands"])))
    return frame.with_columns(pl.Series("visible", seen, dtype=pl.Int64))
