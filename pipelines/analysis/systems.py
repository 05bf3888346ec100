"""What only some rule systems have: points by item, a limit, wildcards, streaks, many payments.

Each question gives an empty frame, or counts of zero, where the hands have nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_PLAYER, PER_WIN, statistic
from pipelines.analysis.statistics import with_estimates
from pipelines.analysis.sums import row_mean, row_part, with_row_means, with_row_rates
from pipelines.analysis.walls import alone_in

MOST_STREAK: Final = 4
"""Streaks of so many and more stand in one row."""


@statistic(PER_WIN)
def win_items(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Items of points 胡, as shares of wins, with how often and for how much they count.

    Returns:
        ``item``, ``value``, ``wins``, ``times``, ``points``, ``n``, ``clusters``, ``share``,
        ``low``, ``high``; ``times_mean``, ``times_low``, ``times_high`` (per win that contains the
        item); ``points_mean``, ``points_low``, ``points_high`` (per win, wins without the item
        counting 0); ``part``, ``part_low``, ``part_high`` (of the points of all items).
    """
    frame = ask(con, "win_items", runs)
    frame = with_row_means(frame, "times", "wins", clusters="own_clusters")
    parts = [row_part(row, "points", "item_points") for row in frame.iter_rows(named=True)]
    frame = with_row_means(with_estimates(frame, parts, "part", prefix="part_"), "points", "n")
    frame = with_row_rates(frame, "wins", "n", alone=alone_in(con, runs))
    moments = ("n_squares", "own_clusters", "item_points_squares", "points_item_points")
    return frame.drop("item_points", *moments)


@statistic(PER_WIN)
def limits(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How many wins reach the limit, and what it takes from them.

    Returns:
        One row: ``wins``, ``limit_hits``, ``by_points`` (worth it also without a row that is worth
        the limit by itself), ``clusters``, and ``share``, ``low``, ``high`` of limit hits per win;
        ``cut`` (by how much totals would be higher without the limit), ``totals`` (their sum with
        it), ``cut_part``, ``cut_low``, ``cut_high`` (cut ÷ totals).
    """
    frame = ask(con, "limits", runs)
    row = frame.row(0, named=True)
    cut = row_mean(row, "cut", "totals")
    if cut.low is not None:
        cut = replace(cut, low=max(0.0, cut.low))
    frame = with_estimates(frame, [cut], "cut_part", prefix="cut_")
    frame = with_row_rates(frame, "limit_hits", "wins", alone=alone_in(con, runs))
    return frame.drop("wins_squares", "cut_squares", "cut_totals", "totals_squares")


@statistic(PER_HAND)
def abort_reasons(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Why hands were aborted, as shares of all hands.

    Returns:
        ``reason``, ``hands``, ``n``, ``clusters``, ``share``, ``low``, ``high``.
    """
    frame = ask(con, "abort_reasons", runs)
    return with_row_rates(frame, "hands", "n", alone=alone_in(con, runs)).drop("n_squares")


@statistic(PER_WIN)
def wildcards(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Wildcards used in wins, as shares of wins, with mean totals and points by their number.

    Returns:
        ``wildcards``, ``wins``, ``n``, ``clusters``, ``share``, ``low``, ``high``, ``total_mean``,
        ``total_low``, ``total_high``; ``points_mean``, ``points_low``, ``points_high`` (what the
        winner gains in the hand).
    """
    frame = ask(con, "wildcards", runs)
    for name in ("total", "points"):
        frame = with_row_means(frame, name, "wins", clusters="own_clusters").drop(name)
    frame = with_row_rates(frame, "wins", "n", alone=alone_in(con, runs))
    return frame.drop("n_squares", "own_clusters")


@statistic(PER_HAND)
def streaks(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Streaks with which dealers play, as shares of hands, and how often the dealer wins then.

    Returns:
        ``streak`` (`MOST_STREAK`: so many and more), ``hands``, ``n``, ``clusters``,
        ``dealer_wins``, ``share``, ``low``, ``high``; ``win_share``, ``win_low``, ``win_high``
        (dealer's wins per hand with this streak); ``added`` and ``added_mean``, ``added_low``,
        ``added_high`` (points a hand that the dealer gains, or loses, because the dealer and its
        streak count in payments).
    """
    frame, alone = ask(con, "streaks", runs, most=MOST_STREAK), alone_in(con, runs)
    frame = with_row_rates(
        frame, "dealer_wins", alone=alone, prefix="win_", clusters="own_clusters"
    )
    frame = with_row_means(frame, "added", clusters="own_clusters")
    frame = with_row_rates(frame, "hands", "n", alone=alone)
    return frame.drop("n_squares", "own_clusters")


@statistic(PER_HAND)
def payments(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Points paid, part by part of the settlement, before the parts of a hand are summed up.

    Where one seat gains by one part and loses by another, these come to more than what changes
    hands in all (`concentration`).

    Returns:
        ``part``, ``hands_with``, ``hands``, ``points``, ``moved`` (points by all parts, each for
        itself), ``clusters``; ``share``, ``low``, ``high`` (hands in which the part moves points);
        ``points_mean``, ``points_low``, ``points_high`` (points it moves a hand); ``points_part``,
        ``part_low``, ``part_high`` (points ÷ moved).
    """
    frame = ask(con, "payments", runs)
    parts = [row_part(row, "points", "moved") for row in frame.iter_rows(named=True)]
    frame = with_estimates(frame, parts, "points_part", prefix="part_")
    frame = with_row_rates(frame, "hands_with", alone=alone_in(con, runs))
    frame = with_row_means(frame, "points")
    return frame.drop("hands_squares", "moved_squares", "points_moved")


@statistic(PER_PLAYER)
def dealer_parts(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """What the dealer gains a hand by each part of settlements; the others lose it.

    Returns:
        ``part``, ``hands``, ``points``, ``clusters``; ``points_mean``, ``points_low``,
        ``points_high`` a hand. The means add up to the dealer's mean points.
    """
    return with_row_means(ask(con, "dealer_parts", runs), "points").drop("hands_squares")
