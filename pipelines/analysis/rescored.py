"""What other rules make of hands that were played: a rescored run beside its parent, hand by hand.

Every figure compares a hand with itself, so that the luck of the deal falls out. What cannot be
known from stored hands is counted beside it: wins that the new rules do not know, after which play
would have gone on, and completions that would have been wins, which would have ended the hand.
The second population is always that of the parents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_WIN, statistic
from pipelines.analysis.statistics import Estimate, with_estimates
from pipelines.analysis.sums import row_mean, row_rate, with_row_rates
from pipelines.analysis.walls import Alone, alone_in

_SHARES: Final = ("same", "unwon", "earlier")
_ORDER: Final = (*_SHARES, "moved_before", "moved_after", "moved")


@statistic(PER_HAND)
def rescored(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], other_runs: Sequence[str]
) -> pl.DataFrame:
    """What changes in the hands of rescored runs.

    Returns:
        ``measure``, ``hands``, ``clusters``, ``count`` (hands; null for points), ``value``,
        ``low``, ``high``. Shares of hands: ``same`` (nobody's points change), ``unwon`` (the wins
        are none any more), ``earlier`` (a completion would have been a win that was none); points
        a hand: ``moved_before`` and ``moved_after`` (that change hands), ``moved`` (the
        difference, paired).
    """
    found = {
        row["measure"]: row
        for row in ask(con, "rescored", runs, other_runs=list(other_runs)).iter_rows(named=True)
    }
    rows = [found[name] for name in _ORDER if name in found]
    alone = alone_in(con, other_runs)
    frame = pl.DataFrame(
        {
            "measure": [row["measure"] for row in rows],
            "hands": [row["hands"] for row in rows],
            "clusters": [row["clusters"] for row in rows],
            "count": [row["total"] if row["measure"] in _SHARES else None for row in rows],
        },
        schema={
            "measure": pl.String,
            "hands": pl.Int64,
            "clusters": pl.Int64,
            "count": pl.Int64,
        },
    )
    return with_estimates(frame, [_mean(row, alone) for row in rows], "value")


@statistic(PER_HAND)
def rescored_seats(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], other_runs: Sequence[str]
) -> pl.DataFrame:
    """Points a hand of each seat before and after, and the paired difference.

    Returns:
        ``seat`` (0 the dealer, 1 the next …), ``measure`` (``old_delta``, ``new_delta``,
        ``moved``), ``hands``, ``clusters``, ``value``, ``low``, ``high``.
    """
    rows = ask(con, "rescored_seats", runs, other_runs=list(other_runs))
    means = [row_mean(row, "total") for row in rows.iter_rows(named=True)]
    return with_estimates(rows.select("seat", "measure", "hands", "clusters"), means, "value")


@statistic(PER_WIN)
def rescored_changes(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], other_runs: Sequence[str]
) -> pl.DataFrame:
    """By how much the totals of stored wins change.

    Returns:
        ``moved`` (null: no win any more), ``wins``, ``n`` (all stored wins), ``clusters``,
        ``old_totals``, ``new_totals``, ``share``, ``low``, ``high``.
    """
    frame = ask(con, "rescored_changes", runs, other_runs=list(other_runs))
    frame = with_row_rates(frame, "wins", "n", alone=alone_in(con, other_runs))
    return frame.drop("n_squares")


@statistic(PER_WIN)
def rescored_patterns(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], other_runs: Sequence[str]
) -> pl.DataFrame:
    """Patterns before and after, those whose points change most first.

    Returns:
        ``pattern``, ``value_before``, ``value_after``, ``wins_before``, ``wins_after``,
        ``points_before``, ``points_after`` (sums of marginal), ``n_before``, ``n_after``;
        ``before_share`` with ``before_low``, ``before_high`` and the same ``after_``: shares of
        all wins.
    """
    frame = ask(con, "rescored_patterns", runs, other_runs=list(other_runs))
    alone = alone_in(con, other_runs)
    for side in ("before", "after"):
        frame = with_row_rates(
            frame,
            f"wins_{side}",
            f"n_{side}",
            alone=alone,
            prefix=f"{side}_",
            clusters=f"clusters_{side}",
        ).drop(f"n_{side}_squares", f"clusters_{side}")
    return frame


@statistic(PER_WIN)
def rescored_wins(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    other_runs: Sequence[str],
    *,
    most: int = 20,
) -> pl.DataFrame:
    """The wins that change most, those that are none any more first.

    Returns:
        ``run``, ``parent``, ``hand_id``, ``winner``, ``win_by``, ``old_total``, ``new_total``.
    """
    return ask(con, "rescored_wins", runs, other_runs=list(other_runs), most=most)


def _mean(row: dict[str, Any], alone: Alone) -> Estimate:
    """A share of hands, or points a hand."""
    if row["measure"] in _SHARES:
        return row_rate(row, "total", alone=alone)
    return row_mean(row, "total")
