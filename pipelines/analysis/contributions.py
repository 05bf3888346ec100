"""What particular rules contribute to the points: settlement parts, flowers, limit, wildcards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_PLAYER, PER_WIN, statistic
from pipelines.analysis.statistics import (
    Estimate,
    grouped_jackknife,
    with_estimates,
)
from pipelines.analysis.sums import row_part, with_row_means, with_row_rates
from pipelines.analysis.systems import limits, payments
from pipelines.analysis.walls import alone_in
from schemas.ruleset import RuleSet

GROUPS: Final = 50
"""Groups of deals that a jackknife leaves out, one at a time."""
MOMENTS: Final = ("dealt", "held")
"""When a player's wildcards are counted: in the tiles dealt, or dealt and drawn until the end."""
_FLOWERS: Final = {
    "mcr": ("flower",),
    "taiwan": ("eight_flowers", "seven_rob_one", "flower_set", "seat_flower", "any_flower"),
    "luoyuan": ("flower", "flower_set"),
    "longgang": ("seat_flower", "four_flowers"),
}
"""Patterns that flowers alone make, by system."""

Sums = NDArray[np.int64]


@statistic(PER_WIN)
def flower_points(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """The part of all points won that patterns of flowers bring: what totals would lose without.

    Returns:
        One row: ``wins``, ``marginal``, ``totals``, ``clusters``, ``part``, ``low``, ``high``. In
        rule sets that pay no flowers ``marginal`` is 0.
    """
    keys = list(_FLOWERS.get(ruleset.system, ()))
    frame = ask(con, "flower_points", runs, patterns=keys)
    found = [row_part(row, "marginal", "totals") for row in frame.iter_rows(named=True)]
    frame = with_estimates(frame, found, "part")
    return frame.drop("marginal_squares", "marginal_totals", "totals_squares")


@statistic(PER_HAND, grain="one row for each rule that was seen")
def contributions(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """How much particular rules contribute, side by side.

    Returns:
        ``rule``, ``amount``, ``whole``, ``part``, ``low``, ``high``, ``n`` (hands or wins), for
        what was seen: parts of settlements other than the win itself (``dealer`` with its streak,
        ``losers``, ``liability``, ``kong``, ``bet``, ``penalty``), of all points paid part by
        part; ``flowers``, of the totals of wins; ``limit``, what it cuts off, in parts of the
        totals of wins that are left.
    """
    rows: list[tuple[str, int, int, Estimate]] = []
    for row in payments(con, runs).iter_rows(named=True):
        if row["part"] != "win":
            one = Estimate(row["points_part"], row["part_low"], row["part_high"], row["hands"])
            rows.append((row["part"], row["points"], row["moved"], one))
    flowers = flower_points(con, runs, ruleset).row(0, named=True)
    if flowers["marginal"]:
        one = Estimate(flowers["part"], flowers["low"], flowers["high"], flowers["wins"])
        rows.append(("flowers", flowers["marginal"], flowers["totals"], one))
    limit = limits(con, runs).row(0, named=True)
    if limit["cut"]:
        one = Estimate(limit["cut_part"], limit["cut_low"], limit["cut_high"], limit["wins"])
        rows.append(("limit", limit["cut"], limit["totals"], one))
    frame = pl.DataFrame(
        [(rule, amount, whole, one.n) for rule, amount, whole, one in rows],
        {"rule": pl.String, "amount": pl.Int64, "whole": pl.Int64, "n": pl.Int64},
        orient="row",
    )
    return with_estimates(frame, [one for _, _, _, one in rows], "part")


@statistic(PER_PLAYER, grain="one row for each moment and number of wildcards")
def wildcard_luck(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """Wins and points of a player by the number of wildcards that came to it.

    Reads the events of the runs. Empty where the rule set has no wildcards.

    Returns:
        ``moment`` (one of `MOMENTS`), ``wildcards``, ``cases`` (players of hands), ``wins``;
        ``share``, ``low``, ``high`` (wins ÷ cases); ``points_mean``, ``points_low``,
        ``points_high`` a hand. More wildcards are held in longer hands, so that only ``dealt`` is
        luck alone.
    """
    frame = _received(con, runs, ruleset).drop("fold", "points_squared")
    frame = frame.group_by("moment", "wildcards", maintain_order=True).sum()
    frame = with_row_rates(frame, "wins", "cases", alone=alone_in(con, runs))
    frame = with_row_means(frame, "points", "cases")
    return frame.drop("points", "clusters", "cases_squares")


@statistic(PER_PLAYER, grain="one row for each moment")
def wildcard_share(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """How much the lottery decides: the part of the variance of points that wildcards explain.

    Returns:
        ``moment``, ``explained``, ``low``, ``high``, ``n`` (players of hands): one minus the
        variance within equal numbers of wildcards ÷ the whole variance, both unbiased (ε²), so that
        wildcards without effect may come out slightly below zero. Empty without wildcards.
    """
    frame = _received(con, runs, ruleset)
    moments, found = [], []
    for (moment,), own in frame.group_by("moment", maintain_order=True):
        kinds, kind = np.unique(own["wildcards"].to_numpy(), return_inverse=True)
        folds, fold = np.unique(own["fold"].to_numpy(), return_inverse=True)
        sums = np.zeros((len(folds), len(kinds), 3), np.int64)
        columns = own.select("cases", "points", "points_squared").to_numpy()
        np.add.at(sums, (fold, kind), columns)
        moments.append(moment)
        found.append(grouped_jackknife(sums, _explained, int(own["cases"].sum())))
    named = pl.DataFrame(
        {"moment": moments, "n": [one.n for one in found]},
        schema={"moment": pl.String, "n": pl.Int64},
    )
    return with_estimates(named, found, "explained").select(
        "moment", "explained", "low", "high", "n"
    )


def _received(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """Sums by moment, number of wildcards and group of deals; no rows without wildcards."""
    rules = ruleset.wildcard
    return ask(
        con,
        "wildcard_luck",
        runs if rules.kind == "turned" else [],
        seat_flower=rules.seat_flower,
        flowers_wild=rules.on_flower == "flowers_wild",
        groups=GROUPS,
    )


def _explained(sums: Sums) -> float:
    """ε² of groups from their cases, sums and sums of squares."""
    cases, points, squares = sums[sums[:, 0] > 0].T
    n, kinds = int(cases.sum()), len(cases)
    whole = float(squares.sum()) - float(points.sum()) ** 2 / n
    within = float((squares - points.astype(float) ** 2 / cases).sum())
    if whole <= 0 or n <= kinds:
        return 0.0
    return 1.0 - (within / (n - kinds)) / (whole / (n - 1))
