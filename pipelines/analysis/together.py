"""Patterns of one win and of one deal together, and how they move when a table changes.

Wins of one deal (a session, or the seat permutations of one wall) are one cluster.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import duckdb
import polars as pl

from pipelines.analysis.balance import GROUPS
from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_WIN, statistic
from pipelines.analysis.significance import adjusted
from pipelines.analysis.statistics import (
    Estimate,
    Z,
    student,
    two_sided,
    with_estimates,
)
from pipelines.analysis.sums import rate_of_sums
from pipelines.analysis.walls import alone_in
from schemas.ruleset import RuleSet


@statistic(PER_WIN)
def deal_patterns(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How many wins with which patterns deals bring, alike deals in one row.

    Returns:
        ``wins`` (of such a deal), ``patterns`` and ``counts`` (lists: keys, and in how many of its
        wins), ``deals``.
    """
    return ask(con, "deal_patterns", runs)


@statistic(PER_WIN)
def pattern_sets(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, groups: int = GROUPS
) -> pl.DataFrame:
    """Which patterns wins hold together.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        groups: into how many groups of deals the wins fall, for a jackknife.

    Returns:
        ``fold`` (of `groups` groups of deals), ``patterns`` (list of keys), ``wins``.
    """
    return ask(con, "pattern_sets", runs, groups=groups)


@statistic(PER_HAND)
def hand_courses(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Which deal every hand is of, and whether it was drawn.

    Returns:
        ``run``, ``hand_id``, ``deal``, ``drawn``, in the order of run and hand.
    """
    return ask(con, "hand_courses", runs)


@statistic(PER_WIN, paired=True)
def pattern_moves(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    other_runs: Sequence[str],
    ruleset: RuleSet,
) -> pl.DataFrame:
    """How the frequency of each pattern differs between runs that were dealt the same walls.

    The difference is one of two ratios; its interval is linearised over deals, so that what both
    runs owe to the same wall falls out. The q-value is that of Benjamini and Hochberg over all
    patterns that occur.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        other_runs: equally many, each dealt the walls of its partner.
        ruleset: gives the names.

    Returns:
        In the order of the catalogue: ``pattern``, ``name``, ``name_en``; ``wins``, ``n``,
        ``before``, ``before_low``, ``before_high``; ``other_wins``, ``other_n``, ``after``,
        ``after_low``, ``after_high``; ``move``, ``move_low``, ``move_high`` (after − before),
        ``p_value``, ``q_value``.
    """
    found = ask(con, "pattern_moves", runs, other_runs=list(other_runs))
    names = pl.DataFrame(
        [(one.key, one.name, one.name_en) for one in ruleset.catalogue.patterns],
        schema={"pattern": pl.String, "name": pl.String, "name_en": pl.String},
        orient="row",
    )
    frame = names.join(found, on="pattern", how="inner", maintain_order="left")
    moves = [_move(row) for row in frame.iter_rows(named=True)]
    p_values = [_p_value(move) for move in moves]
    q_values = adjusted(p_values)
    sums_here = ("wins", "cc", "cw", "ww", "n", "clusters")
    sums_there = ("other_wins", "co_co", "co_wo", "wo_wo", "other_n", "other_clusters")
    for side, columns, own in (("before", sums_here, runs), ("after", sums_there, other_runs)):
        alone = alone_in(con, own)
        rows = frame.select(columns).iter_rows()
        shares = [rate_of_sums(*sums, alone=alone) for sums in rows]
        frame = with_estimates(frame, shares, side, prefix=f"{side}_")
    frame = with_estimates(frame, moves, "move", prefix="move_")
    return frame.with_columns(
        pl.Series("p_value", p_values, dtype=pl.Float64),
        pl.Series("q_value", q_values, dtype=pl.Float64),
    ).select(
        *("pattern", "name", "name_en", "wins", "n", "before", "before_low", "before_high"),
        *("other_wins", "other_n", "after", "after_low", "after_high"),
        *("move", "move_low", "move_high", "p_value", "q_value"),
    )


def _move(row: dict[str, Any]) -> Estimate:
    """After − before, with residual (co − q'·wo) / n' − (c − q·w) / n of each deal."""
    n, other, deals = row["n"], row["other_n"], row["deals"]
    if not n or not other:
        return Estimate(None, None, None, 0)
    q, other_q = row["wins"] / n, row["other_wins"] / other
    here = row["cc"] - 2 * q * row["cw"] + q * q * row["ww"]
    there = row["co_co"] - 2 * other_q * row["co_wo"] + other_q * other_q * row["wo_wo"]
    cross = (
        row["c_co"] - other_q * row["c_wo"] - q * row["w_co"] + q * other_q * row["w_wo"]
    )  # fmt: skip
    value = other_q - q
    if deals < 2:
        return Estimate(value, None, None, n + other)
    variance = here / (n * n) + there / (other * other) - 2 * cross / (n * other)
    error = math.sqrt(max(variance, 0.0) * deals / (deals - 1))
    half = student(deals - 1) * error
    return Estimate(value, value - half, value + half, n + other)


def _p_value(move: Estimate) -> float | None:
    """Two-sided, from the interval of a difference; None where there is none."""
    if move.value is None or move.low is None or move.high is None:
        return None
    half = (move.high - move.low) / 2
    if half == 0:
        return 1.0 if move.value == 0 else 0.0
    return two_sided(Z * move.value / half)
