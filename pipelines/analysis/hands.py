"""How hands go: how they end, what wins are worth, how long they last, what the seat matters.

A population is a list of runs under one rule set. Rates of outcomes are per hand, win and deal-in
rates per player-hand, self-draw share and waits per win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.statistics import (
    mean,
    player_rate,
    rate,
    row_mean,
    with_estimates,
    with_rates,
)

_MOST_BARS: Final = 64
_BAR_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_OPEN_TAIL: Final = 0.99
"""Totals beyond this quantile may share one open bar, so that a rare giant does not flatten all."""


def headline(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """The population in one row, with the rates and means that a summary needs.

    Returns:
        The columns of ``headline.sql`` without its sums of squares, and for each of ``won``,
        ``drawn``, ``streak`` (per hand), ``self_draw`` (per win), ``deal_in`` (per player-hand),
        ``total_mean`` and ``turn_mean`` (per win) the value and ``<name>_low``, ``<name>_high``.
    """
    frame = ask(con, "headline", runs)
    row = frame.row(0, named=True)
    estimates = {
        "won": rate(row["won_hands"], row["hands"]),
        "drawn": rate(row["drawn_hands"], row["hands"]),
        "streak": rate(row["streak_hands"], row["hands"]),
        "deal_in": player_rate(
            row["dealt_in_hands"], row["hands"], row["player_hands"] / max(row["hands"], 1)
        ),
        "self_draw": rate(row["self_draws"], row["wins"]),
        "total_mean": mean(row["total_sum"], row["total_squares"], row["wins"]),
        "turn_mean": mean(row["turn_sum"], row["turn_squares"], row["wins"]),
    }
    for name, estimate in estimates.items():
        frame = with_estimates(frame, [estimate], name, prefix=f"{name}_")
    return frame.drop("total_sum", "total_squares", "turn_sum", "turn_squares")


def outcomes(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Ways to end a hand as shares of all hands; they add up to 1.

    Returns:
        ``ending``, ``won``, ``hands``, ``n``, ``share``, ``low``, ``high``; see ``outcomes.sql``.
    """
    return with_rates(ask(con, "outcomes", runs), "hands", "n")


def totals(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, each: bool = False
) -> pl.DataFrame:
    """Totals of wins in bars of one width, the last one open where a few giants lie far out.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        each: one bar for each total that occurs instead, for totals that are products.

    Returns:
        ``low_total``, ``high_total`` (inclusive; null: open), ``wins``, ``n``, ``share``, ``low``,
        ``high``; one row for each bar between the lowest and the highest, empty ones included.
    """
    counts = ask(con, "totals", runs)
    if each:
        low, high = pl.col("total").alias("low_total"), pl.col("total").alias("high_total")
        return with_rates(counts.select(low, high, "wins", "n"), "wins", "n")
    return with_rates(_bars(counts), "wins", "n")


def turns(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Turns of the win and turns in which the winner became ready, as shares of wins.

    Returns:
        ``moment`` (win, ready), ``turn``, ``wins``, ``n``, ``share``, ``low``, ``high``; one row
        for each turn between the first and the last of a moment, empty ones included.
    """
    counts = ask(con, "turns", runs)
    every = counts.group_by("moment", "n", maintain_order=True).agg(
        pl.int_range(pl.col("turn").min(), pl.col("turn").max() + 1).alias("turn")
    )
    filled = (
        every.explode("turn")
        .join(counts.drop("n"), on=("moment", "turn"), how="left", maintain_order="left")
        .select("moment", "turn", pl.col("wins").fill_null(0), "n")
    )
    return with_rates(filled, "wins", "n")


def waits(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Kinds of waits as shares of wins, with the self-draw share of each.

    Returns:
        ``wait``, ``wins``, ``self_draws``, ``n``, ``share``, ``low``, ``high`` and
        ``self_draw_share``, ``self_draw_low``, ``self_draw_high``.
    """
    frame = with_rates(ask(con, "waits", runs), "wins", "n")
    return with_rates(frame, "self_draws", "wins", prefix="self_draw_")


def seats(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Rates and mean points by seat, counted from the dealer: 0 is the dealer, 1 the next.

    Returns:
        ``seat``, ``hands``, ``walls``, ``wins``, ``deal_ins``, ``self_draws``, ``points`` and for
        each of ``win`` and ``deal_in`` (per player-hand), ``self_draw`` (per win of that seat) the
        columns ``<name>_share``, ``<name>_low``, ``<name>_high``; ``points_mean``,
        ``points_low``, ``points_high`` a hand, hands of one wall being one cluster.
    """
    frame = ask(con, "seats", runs)
    frame = with_rates(frame, "wins", "hands", prefix="win_")
    frame = with_rates(frame, "deal_ins", "hands", prefix="deal_in_")
    frame = with_rates(frame, "self_draws", "wins", prefix="self_draw_")
    frame = with_estimates(
        frame,
        [row_mean(row, "points", clusters="walls") for row in frame.iter_rows(named=True)],
        "points_mean",
        prefix="points_",
    )
    return frame.drop("points_squares", "points_hands", "hands_squares")


def dealt_distance(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How far from ready dealt hands are, over the shapes of the rule set.

    Returns:
        One row: ``distances`` (four a hand), ``distance_mean``, ``low``, ``high``; the hands of
        one deal are taken for independent.
    """
    frame = ask(con, "dealt_distance", runs)
    row = frame.row(0, named=True)
    estimate = mean(row["distance_sum"], row["distance_squares"], row["distances"])
    return with_estimates(frame.select("distances"), [estimate], "distance_mean")


def _bars(counts: pl.DataFrame) -> pl.DataFrame:
    """Put counts of totals (``total``, ``wins``, ``n``) into bars of equal width."""
    schema = {"low_total": pl.Int64, "high_total": pl.Int64, "wins": pl.Int64, "n": pl.Int64}
    if counts.is_empty():
        return pl.DataFrame(schema=schema)
    values, wins = counts["total"].to_list(), counts["wins"].to_list()
    n, lowest, highest = sum(wins), values[0], values[-1]
    seen = 0
    far = highest
    for value, count in zip(values, wins, strict=True):
        seen += count
        if seen >= _OPEN_TAIL * n:
            far = value
            break
    width = next(
        (step for step in _BAR_WIDTHS if (far - lowest) // step < _MOST_BARS), _BAR_WIDTHS[-1]
    )
    first = lowest - lowest % width
    n_bars = (far - first) // width + 1
    # One bar more for what lies beyond, left open, unless an ordinary bar would hold it.
    is_open = highest >= first + (n_bars + 1) * width
    if highest >= first + n_bars * width:
        n_bars += 1
    heights = [0] * n_bars
    for value, count in zip(values, wins, strict=True):
        heights[min((value - first) // width, n_bars - 1)] += count
    lows = [first + bar * width for bar in range(n_bars)]
    highs: list[int | None] = [low + width - 1 for low in lows]
    if is_open:
        highs[-1] = None
    return pl.DataFrame(
        {"low_total": lows, "high_total": highs, "wins": heights, "n": [n] * n_bars}, schema=schema
    )
