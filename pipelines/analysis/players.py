"""How players of recorded hands, and policies of simulated ones, fare.

A player's hands of one deal (a session, or the seatings of one wall) are one cluster. Win and
deal-in rates and points are per hand that the player sat in; self-draws, totals and turns per win.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_PLAYER, PER_WIN, statistic
from pipelines.analysis.statistics import with_estimates
from pipelines.analysis.sums import row_mean, row_rate, with_row_rates
from pipelines.analysis.walls import alone_in
from schemas.ruleset import RuleSet

By = Literal["player", "policy"]


@statistic(PER_PLAYER)
def players(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, by: By = "player"
) -> pl.DataFrame:
    """How each player fares, or each policy.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        by: ``player`` or ``policy`` (of simulated players; others are left out).

    Returns:
        ``who``, ``hands``, ``clusters``, ``wins``, ``deal_ins``, ``self_draws``, ``points``; for
        each of ``win``, ``deal_in`` (per hand of the player) and ``self_draw`` (per win) the share
        and ``<name>_low``, ``<name>_high``; ``points_mean``, ``points_low``, ``points_high`` (per
        hand of the player), and the same of ``total`` and ``turn`` (per win). Most hands first.
    """
    frame = ask(con, "players", runs, by=by)
    rows, alone = list(frame.iter_rows(named=True)), alone_in(con, runs)
    estimates = {
        "win": [row_rate(row, "wins", alone=alone) for row in rows],
        "deal_in": [row_rate(row, "deal_ins", alone=alone) for row in rows],
        "points_mean": [row_mean(row, "points") for row in rows],
        "self_draw": [
            row_rate(row, "self_draws", "wins", alone=alone, clusters="win_clusters")
            for row in rows
        ],
        "total_mean": [row_mean(row, "total", "wins", clusters="win_clusters") for row in rows],
        "turn_mean": [row_mean(row, "turn", "wins", clusters="win_clusters") for row in rows],
    }
    counted = ("who", "hands", "clusters", "wins", "deal_ins", "self_draws", "points")
    found = frame.select(counted)
    for name, known in estimates.items():
        found = with_estimates(found, known, name, prefix=f"{name.removesuffix('_mean')}_")
    return found


@statistic(PER_WIN)
def player_patterns(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    ruleset: RuleSet,
    *,
    by: By = "player",
    most: int = 5,
) -> pl.DataFrame:
    """The patterns that each player, or each policy, wins with most, as shares of its wins.

    Args:
        con: a connection with the views of the lake.
        runs: runs under `ruleset`.
        ruleset: gives the patterns' names.
        by: ``player`` or ``policy``, as in `players`.
        most: so many patterns of each.

    Returns:
        ``who``, ``pattern``, ``name``, ``wins``, ``n``, ``clusters``, ``share``, ``low``,
        ``high``.
    """
    names = {one.key: one.name for one in ruleset.catalogue.patterns}
    frame = ask(con, "player_patterns", runs, by=by, most=most)
    named = pl.col("pattern").replace_strict(names, return_dtype=pl.String).alias("name")
    frame = frame.select("who", "pattern", named, pl.exclude("who", "pattern"))
    return with_row_rates(frame, "wins", "n", alone=alone_in(con, runs)).drop("n_squares")
