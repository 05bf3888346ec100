"""How a rule set deals out its points: by seat, by hand, by pattern; where its bounds bind.

Hands of one deal (a session, or the seat permutations of one wall) are one cluster. Means and
ratios have intervals by formula; statistics that are neither are jackknifed over groups of deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.analysis.hands import seats
from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_PLAYER, PER_WIN, statistic
from pipelines.analysis.statistics import Estimate, grouped_jackknife, part, with_estimates
from pipelines.analysis.sums import row_mean, row_rate
from pipelines.analysis.walls import alone_in
from schemas.ruleset import RuleSet

GROUPS: Final = 50
"""Groups of deals that a jackknife leaves out, one at a time."""
TOP: Final = 0.01
"""The share of hands whose part of all points is told."""
_SEATS: Final = 4
_SEAT_POINTS: Final = (
    "seat",
    "hands",
    "clusters",
    "points",
    "points_mean",
    "points_low",
    "points_high",
)


@statistic(PER_PLAYER, grain="one row for each seat counted from the dealer")
def seat_points(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """What each seat gains a hand, counted from the dealer.

    Returns:
        ``seat`` (0 the dealer), ``hands``, ``clusters``, ``points``, ``points_mean``,
        ``points_low``, ``points_high``. Row 0 is the dealer's advantage, the four add up to 0.
    """
    return seats(con, runs).select(_SEAT_POINTS)


@statistic(PER_PLAYER, grain="one row; none where half of the deals has no hand")
def compensation(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """What the dealer would have to pay a hand for its seat to be worth nothing, and a check.

    It is the dealer's mean gain on even deals; on odd deals, other walls, what is left of the gain
    after paying it is told with an interval that holds the error of both halves.

    Returns:
        One row: ``compensation`` (all the dealer pays, a third of it to each other player),
        ``low``, ``high``, ``hands``; ``left``, ``left_low``, ``left_high``, ``left_hands``.
        Empty where one of the halves has no hand.
    """
    rows = {row["fold"]: row for row in ask(con, "compensation", runs).iter_rows(named=True)}
    columns = ("compensation", "low", "high", "left", "left_low", "left_high")
    schema = dict.fromkeys(columns, pl.Float64) | dict.fromkeys(("hands", "left_hands"), pl.Int64)
    if set(rows) != {0, 1}:
        return pl.DataFrame(schema=schema)
    found, other = row_mean(rows[0], "points"), row_mean(rows[1], "points")
    if found.value is None or other.value is None:
        return pl.DataFrame(schema=schema)
    left = other.value - found.value
    half = math.hypot(_half(found), _half(other))
    return pl.DataFrame(
        {
            "compensation": [found.value],
            "low": [found.low],
            "high": [found.high],
            "left": [left],
            "left_low": [None if math.isnan(half) else left - half],
            "left_high": [None if math.isnan(half) else left + half],
            "hands": [found.n],
            "left_hands": [other.n],
        },
        schema=schema,
    )


@statistic(PER_HAND, grain="one row for each figure")
def concentration(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How unevenly points fall on hands, and how widely a seat's points scatter.

    Returns:
        ``figure``, ``value``, ``low``, ``high``, ``n`` (hands), for the figures ``top_share``
        (of all points that change hands, the part of the `TOP` of hands that move most),
        ``gini`` (of points moved, over all hands), ``deviation`` (standard deviation of one seat's
        points in a hand, pooled over seats) and ``moved_mean`` (points moved a hand). The mean has
        the interval of a mean, by deal; the others are jackknifed.
    """
    frame = ask(con, "concentration", runs, groups=GROUPS)
    figures: dict[str, Callable[[NDArray[np.int64]], float]] = {
        "top_share": top_share,
        "gini": gini,
        "deviation": _deviation,
    }
    n = int(frame["hands"].sum())
    rows = frame.select("moved", "hands", "delta_squares", "fold").to_numpy()
    estimates = [jackknife(rows, figure, n) for figure in figures.values()]
    moved = Estimate(None, None, None, 0)
    if n:
        moved = row_mean(frame.row(0, named=True), "total", "all_hands")
    named = pl.DataFrame({"figure": [*figures, "moved_mean"]}, schema={"figure": pl.String})
    estimates.append(moved)
    return with_estimates(named, estimates, "value").with_columns(pl.lit(n).alias("n"))


@statistic(PER_WIN, grain="one row for each pattern that occurs, most points first")
def pattern_points(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """The part of all points won that each pattern brings: what totals would lose without it.

    Parts of patterns that go together overlap in products and doublings, so they need not add up
    to 1 (`marginal` of ``win_patterns``).

    Returns:
        ``pattern``, ``name``, ``wins``, ``marginal``, ``totals``, ``part``, ``low``, ``high``, in
        the order of the parts.
    """
    frame = ask(con, "pattern_points", runs)
    whole = frame.filter(pl.col("pattern").is_null()).row(0, named=True)
    names = {one.key: one.name for one in ruleset.catalogue.patterns}
    seen = frame.filter(pl.col("pattern").is_not_null()).with_columns(
        pl.col("pattern").replace_strict(names, default=None).alias("name"),
        pl.lit(whole["marginal"], dtype=pl.Int64).alias("totals"),
    )
    parts = [
        part(
            row["marginal"],
            row["marginal_squares"],
            row["marginal_totals"],
            whole["marginal_squares"],
            whole["marginal"],
            whole["clusters"],
        )
        for row in seen.iter_rows(named=True)
    ]
    columns = ("pattern", "name", "wins", "marginal", "totals", "part", "low", "high")
    return (
        with_estimates(seen, parts, "part")
        .select(columns)
        .sort("part", descending=True, maintain_order=True)
    )


@statistic(PER_PLAYER, grain="one row for each figure")
def minimum_binds(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """How often the minimum keeps hands from winning, and how many wins just reach it.

    Returns:
        ``figure``, ``count``, ``n``, ``share``, ``low``, ``high``: ``hands_below`` (hands in which
        a hand was completed for less than the minimum, of all hands) and ``wins_at`` (wins worth
        the minimum and no more, of all wins).
    """
    row = ask(con, "minimum_binds", runs, minimum=ruleset.win.minimum).row(0, named=True)
    alone = alone_in(con, runs)
    rates = [
        row_rate(row, "hands_below", alone=alone),
        row_rate(row, "wins_at", "wins", alone=alone, clusters="win_clusters"),
    ]
    frame = pl.DataFrame(
        {
            "figure": ["hands_below", "wins_at"],
            "count": [row["hands_below"], row["wins_at"]],
            "n": [row["hands"], row["wins"]],
        },
        schema={"figure": pl.String, "count": pl.Int64, "n": pl.Int64},
    )
    return with_estimates(frame, rates, "share")


def jackknife(
    rows: NDArray[np.int64], figure: Callable[[NDArray[np.int64]], float], n: int
) -> Estimate:
    """A statistic with its interval over groups of deals left out, one at a time.

    Args:
        rows: points moved, hands with so many, their squares over the seats, group of deals.
        figure: of points moved, hands and squares, fewest points first, one row for each number.
        n: hands.
    """
    if n == 0:
        return Estimate(None, None, None, 0)
    moved, place = np.unique(rows[:, 0], return_inverse=True)
    folds, fold = np.unique(rows[:, 3], return_inverse=True)
    sums = np.zeros((len(folds), len(moved), 2), np.int64)
    np.add.at(sums, (fold, place), rows[:, 1:3])
    return grouped_jackknife(sums, lambda one: figure(np.column_stack([moved, one])), n)


def concentrated(
    moves: Sequence[NDArray[np.int64]],
    fold: NDArray[np.int64],
    figure: Callable[[NDArray[np.int64]], float],
) -> Estimate:
    """`jackknife` of hands in memory, or how a figure of the same hands differs.

    Args:
        moves: points that each hand moves, one array, or two: before and after.
        fold: group of deals of each hand.
        figure: of points moved and hands, fewest points first, one row for each number.
    """
    moved = np.unique(np.concatenate(moves))
    folds, place = np.unique(fold, return_inverse=True)
    sums = np.zeros((len(folds), len(moved), len(moves)), np.int64)
    for side, each in enumerate(moves):
        np.add.at(sums[:, :, side], (place, np.searchsorted(moved, each)), 1)

    def value(one: NDArray[np.int64]) -> float:
        found = [figure(np.column_stack([moved, hands])) for hands in one.T]
        return found[-1] - found[0] if len(found) > 1 else found[0]

    return grouped_jackknife(sums, value, len(fold))


def _half(estimate: Estimate) -> float:
    """Half the width of an interval; not a number where there is none."""
    if estimate.low is None or estimate.high is None:
        return math.nan
    return (estimate.high - estimate.low) / 2


def top_share(rows: NDArray[np.int64]) -> float:
    """The part of all points that the `TOP` of hands move which move most.

    Args:
        rows: points moved, fewest first, and hands that move so many.
    """
    moved, hands = rows[::-1, 0], rows[::-1, 1]
    room = math.ceil(TOP * int(hands.sum()))
    before = np.concatenate([[0], np.cumsum(hands)[:-1]])
    taken = np.clip(room - before, 0, hands)
    whole = int((moved * hands).sum())
    return float((moved * taken).sum()) / whole if whole else 0.0


def gini(rows: NDArray[np.int64]) -> float:
    """Gini's coefficient: 1 − 2 × the area below the curve of Lorenz; rows as in `top_share`."""
    moved, hands = rows[:, 0], rows[:, 1]
    points = moved * hands
    whole, n = int(points.sum()), int(hands.sum())
    if whole == 0:
        return 0.0
    reached = np.cumsum(points)
    below = float((hands * (2 * reached - points)).sum())
    return 1.0 - below / (whole * n)


def _deviation(rows: NDArray[np.int64]) -> float:
    return math.sqrt(int(rows[:, 2].sum()) / (_SEATS * int(rows[:, 1].sum())))
