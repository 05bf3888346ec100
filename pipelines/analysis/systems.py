"""What only some rule systems have: points by item, a limit, wildcards, streaks, many payments.

Each question gives an empty frame, or counts of zero, where the hands have nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_WIN, statistic
from pipelines.analysis.statistics import (
    mean,
    row_mean,
    with_estimates,
    with_rates,
)

MOST_STREAK: Final = 4
"""Streaks of so many and more stand in one row."""


@statistic(PER_WIN)
def win_items(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Items of points 胡, as shares of wins, with how often and for how much they count.

    Returns:
        ``item``, ``value``, ``wins``, ``times``, ``points``, ``n``, ``share``, ``low``, ``high``;
        ``times_mean``, ``times_low``, ``times_high`` (per win that contains the item);
        ``points_mean``, ``points_low``, ``points_high`` (per win, wins without the item counting
        0).
    """
    frame = with_rates(ask(con, "win_items", runs), "wins", "n")
    rows = list(frame.iter_rows(named=True))
    times = [mean(row["times"], row["times_squares"], row["wins"]) for row in rows]
    points = [mean(row["points"], row["points_squares"], row["n"]) for row in rows]
    frame = with_estimates(frame, times, "times_mean", prefix="times_")
    frame = with_estimates(frame, points, "points_mean", prefix="points_")
    return frame.drop("times_squares", "points_squares")


@statistic(PER_WIN)
def limits(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How many wins reach the limit.

    Returns:
        One row: ``wins``, ``limit_hits``, ``by_points`` (worth it also without a row that is worth
        the limit by itself) and ``share``, ``low``, ``high`` of limit hits per win.
    """
    return with_rates(ask(con, "limits", runs), "limit_hits", "wins")


@statistic(PER_HAND)
def abort_reasons(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Why hands were aborted, as shares of all hands.

    Returns:
        ``reason``, ``hands``, ``n``, ``share``, ``low``, ``high``.
    """
    return with_rates(ask(con, "abort_reasons", runs), "hands", "n")


@statistic(PER_WIN)
def wildcards(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Wildcards used in wins, as shares of wins, with the mean total by their number.

    Returns:
        ``wildcards``, ``wins``, ``n``, ``share``, ``low``, ``high``, ``total_mean``,
        ``total_low``, ``total_high``.
    """
    frame = with_rates(ask(con, "wildcards", runs), "wins", "n")
    totals = [
        mean(row["total_sum"], row["total_squares"], row["wins"])
        for row in frame.iter_rows(named=True)
    ]
    frame = with_estimates(frame, totals, "total_mean", prefix="total_")
    return frame.drop("total_sum", "total_squares")


@statistic(PER_HAND)
def streaks(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Streaks with which dealers play, as shares of hands, and how often the dealer wins then.

    Returns:
        ``streak`` (`MOST_STREAK`: so many and more), ``hands``, ``n``, ``dealer_wins``, ``share``,
        ``low``, ``high``; ``win_share``, ``win_low``, ``win_high`` (dealer's wins per hand with
        this streak).
    """
    frame = with_rates(ask(con, "streaks", runs, most=MOST_STREAK), "hands", "n")
    return with_rates(frame, "dealer_wins", "hands", prefix="win_")


@statistic(PER_HAND)
def payments(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Points that change hands, by part of the settlement.

    Returns:
        ``part``, ``hands_with``, ``hands``, ``points``, ``walls``; ``share``, ``low``, ``high``
        (hands in which the part moves points); ``points_mean``, ``points_low``, ``points_high``
        (points it moves a hand; hands of one wall are one cluster).
    """
    frame = with_rates(ask(con, "payments", runs), "hands_with", "hands")
    means = [row_mean(row, "points", clusters="walls") for row in frame.iter_rows(named=True)]
    frame = with_estimates(frame, means, "points_mean", prefix="points_")
    return frame.drop("points_squares", "points_hands", "hands_squares")
