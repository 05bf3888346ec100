"""Which patterns wins contain, how rarely, and wins worth looking at.

Frequency of a pattern is per win: wins that contain it, once or more, over all wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_WIN, statistic
from pipelines.analysis.significance import adjusted, difference_of_rates, same_share
from pipelines.analysis.statistics import Estimate, with_estimates
from pipelines.analysis.sums import rate_of_sums, row_part, size_of_sums, with_row_rates
from pipelines.analysis.walls import alone_in
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

_WHOLE: Final = ("n", "clusters", "n_squares")
"""Columns about all wins, the same in every row."""
_PAID_APART: Final = {"taiwan": ("dealer", "dealer_streak")}
"""Rows of a system's table that stand in payments alone, never in a win's total."""


@statistic(PER_WIN, grain="one row for each pattern that the rule set pays")
def pattern_frequency(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """Frequency of every pattern that the rule set pays, those never seen included.

    Args:
        con: a connection with the views of the lake.
        runs: runs under `ruleset`.
        ruleset: gives names and values; patterns that add nothing to a total (of neutral value, or
            paid apart from it) are left out unless they were seen.

    Returns:
        One row a pattern in the order of the catalogue: ``pattern``, ``name``, ``name_en``,
        ``row`` (of the source), ``value``, ``limit`` (worth the limit by itself), ``wins``,
        ``times``, ``n``, ``share``, ``low``, ``high``, ``part`` (of the totals of the wins that
        contain it, the part that it brings: what these totals would lose without it; null where
        never seen), ``part_low``, ``part_high``.
    """
    frame = _counted(con, runs, ruleset)
    frame = frame.filter(pl.col("counts") | (pl.col("wins") > 0)).drop("counts")
    parts = [_part(row) for row in frame.iter_rows(named=True)]
    frame = with_estimates(frame, parts, "part", prefix="part_")
    frame = frame.drop("totals_squares", "own_clusters", "marginal_squares", "marginal_totals")
    return with_row_rates(frame, "wins", "n", alone=alone_in(con, runs)).drop("n_squares")


def pattern_differences(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    other_runs: Sequence[str],
    ruleset: RuleSet,
    other_ruleset: RuleSet,
) -> pl.DataFrame:
    """By how much two populations differ in the frequency of each pattern, surest first.

    The two are taken for independent samples; where they share walls that is on the safe side.

    Args:
        con: a connection with the views of the lake.
        runs: runs under `ruleset`.
        other_runs: runs under `other_ruleset`.
        ruleset: of the first.
        other_ruleset: of the other, with the same catalogue of patterns.

    Returns:
        One row a pattern that was seen: ``pattern``, ``name``, ``name_en``, ``wins``, ``n``,
        ``share``, ``wins_other``, ``n_other``, ``share_other``, ``difference`` (other − this),
        ``low``, ``high`` (from both shares' own intervals: Newcombe 1998, method 10), ``p`` (of the
        same share; Fisher's exact test where few wins are expected, else the score test, of as
        many independent wins as tell as much), ``q`` (adjusted by Benjamini and Hochberg).

    Raises:
        UsageError: where the rule sets have other catalogues.
    """
    if ruleset.system != other_ruleset.system:
        raise UsageError(
            f"patterns of {ruleset.name} and {other_ruleset.name} are not the same ones",
            code="other_patterns",
        )
    one = _counted(con, runs, ruleset)
    two = _counted(con, other_runs, other_ruleset)
    both = one.join(two, on="pattern", suffix="_other", maintain_order="left")
    both = both.filter((pl.col("wins") > 0) | (pl.col("wins_other") > 0))
    both = both.filter((pl.col("n") > 0) & (pl.col("n_other") > 0))
    rows = list(both.iter_rows(named=True))
    walls = {"": alone_in(con, runs), "_other": alone_in(con, other_runs)}
    sides = [
        {suffix: rate_of_sums(*_sums(row, suffix), alone=alone) for suffix, alone in walls.items()}
        for row in rows
    ]
    pairs = [(each[""], each["_other"]) for each in sides]
    found = [difference_of_rates(ours, theirs) for ours, theirs in pairs]
    chances = [
        same_share(
            ours,
            size_of_sums(*_sums(row, ""), alone=walls[""]),
            theirs,
            size_of_sums(*_sums(row, "_other"), alone=walls["_other"]),
        )
        for row, (ours, theirs) in zip(rows, pairs, strict=True)
    ]
    frame = both.select("pattern", "name", "name_en", "wins", "n", "wins_other", "n_other")
    frame = frame.with_columns(
        pl.Series("share", [ours.value for ours, _ in pairs], dtype=pl.Float64),
        pl.Series("share_other", [theirs.value for _, theirs in pairs], dtype=pl.Float64),
        pl.Series("p", chances, dtype=pl.Float64),
        pl.Series("q", adjusted(chances), dtype=pl.Float64),
    )
    frame = with_estimates(frame, found, "difference")
    size = pl.col("difference").abs()
    frame = frame.sort("q", size, descending=[False, True], nulls_last=True, maintain_order=True)
    return frame.select(
        *("pattern", "name", "name_en", "wins", "n", "share", "wins_other", "n_other"),
        *("share_other", "difference", "low", "high", "p", "q"),
    )


def selection_differences(frequency: pl.DataFrame, other: pl.DataFrame) -> pl.DataFrame:
    """How much more often patterns occur in one selection of hands than in another.

    Args:
        frequency: of `pattern_frequency`, for one selection.
        other: of another one, whose hands are taken for independent of the first's.

    Returns:
        One row for each pattern that both rule sets pay, in the order of the first: ``pattern``,
        ``name``, ``name_en``; ``wins``, ``n``, ``share``, ``low``, ``high`` of the first and
        ``other_wins`` … ``other_high`` of the second; ``difference`` (first − second; null where a
        selection has no win), ``difference_low``, ``difference_high``.
    """
    shared = ("pattern", "wins", "n", "share", "low", "high")
    second = other.select(shared).rename({name: f"other_{name}" for name in shared[1:]})
    both = frequency.select("pattern", "name", "name_en", *shared[1:]).join(
        second, on="pattern", how="inner", maintain_order="left"
    )
    found = [
        difference_of_rates(_estimate(row, "other_"), _estimate(row, ""))
        for row in both.iter_rows(named=True)
    ]
    return with_estimates(both, found, "difference", prefix="difference_")


@statistic(PER_WIN)
def rare_patterns(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, most: int = 3
) -> pl.DataFrame:
    """Patterns seen in at most `most` wins, each with its best win.

    Returns:
        ``pattern``, ``wins``, and ``run``, ``hand_id``, ``winner`` of the example.
    """
    return ask(con, "rare_patterns", runs, most=most)


@statistic(PER_WIN)
def best_wins(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, most: int = 10
) -> pl.DataFrame:
    """The `most` wins of highest total.

    Returns:
        ``run``, ``hand_id``, ``winner``, ``total``.
    """
    return ask(con, "best_wins", runs, most=most)


def win_details(con: duckdb.DuckDBPyConnection, wins: pl.DataFrame) -> pl.DataFrame:
    """Tiles, circumstances and patterns of the wins that a frame names.

    Args:
        con: a connection with the views of the lake.
        wins: columns ``run``, ``hand_id``, ``winner``.

    Returns:
        One row for each win in the same order; columns as in ``win_details.sql``.
    """
    runs = wins["run"].unique().sort().to_list()
    return ask(
        con,
        "win_details",
        runs,
        run_ids=wins["run"].to_list(),
        hand_ids=wins["hand_id"].to_list(),
        winners=wins["winner"].to_list(),
    )


def _counted(con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet) -> pl.DataFrame:
    """The catalogue of a rule set with what was counted of each pattern."""
    seen = ask(con, "pattern_frequency", runs)
    catalogue = pl.DataFrame(
        [
            (
                one.key,
                one.name,
                one.name_en,
                one.row,
                ruleset.patterns[one.key].value,
                ruleset.patterns[one.key].limit,
                counts_in_totals(ruleset, one.key),
            )
            for one in ruleset.catalogue.patterns
        ],
        schema={
            "pattern": pl.String,
            "name": pl.String,
            "name_en": pl.String,
            "row": pl.Int64,
            "value": pl.Int64,
            "limit": pl.Boolean,
            "counts": pl.Boolean,
        },
        orient="row",
    )
    return catalogue.join(
        seen.drop(*_WHOLE), on="pattern", how="left", maintain_order="left"
    ).with_columns(
        pl.col("wins", "times", "wins_squares", "wins_n").fill_null(0),
        *(pl.lit(seen[name][0], dtype=pl.Int64).alias(name) for name in _WHOLE),
    )


def _sums(row: dict[str, Any], suffix: str) -> tuple[int, int, int, int, int, int]:
    """What `clustered_rate` takes, of one of two populations."""
    names = ("wins", "wins_squares", "wins_n", "n_squares", "n", "clusters")
    count, squares, cross, sizes, n, clusters = (int(row[f"{name}{suffix}"]) for name in names)
    return count, squares, cross, sizes, n, clusters


@statistic(PER_WIN, name="win_details")
def best_win_details(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, most: int = 10
) -> pl.DataFrame:
    """Tiles, circumstances and patterns of the `most` wins of highest total.

    Returns:
        Columns as in ``win_details.sql``.
    """
    return win_details(con, best_wins(con, runs, most=most))


def counts_in_totals(ruleset: RuleSet, key: str) -> bool:
    """Whether a pattern can change a win's total."""
    rule = ruleset.patterns[key]
    if key in _PAID_APART.get(ruleset.system, ()):
        return False
    return rule.limit or rule.value != ruleset.neutral


def _estimate(row: dict[str, Any], prefix: str) -> Estimate:
    share, low, high, n = (row[f"{prefix}{name}"] for name in ("share", "low", "high", "n"))
    return Estimate(share, low, high, n)


def _part(row: dict[str, Any]) -> Estimate:
    if row["wins"] == 0:
        return Estimate(None, None, None, 0)
    return row_part(row, "marginal", "totals", clusters="own_clusters")
