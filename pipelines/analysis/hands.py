"""How hands go: how they end, what wins are worth, how long they last, what the seat matters.

A population is a list of runs under one rule set. Rates of outcomes are per hand, win and deal-in
rates per player-hand, self-draw share and waits per win. Hands of one deal are one cluster.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import duckdb
import polars as pl
import polars.selectors as cs

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_PLAYER, PER_WIN, statistic
from pipelines.analysis.statistics import Estimate, clustered_player_rate, with_estimates
from pipelines.analysis.sums import row_mean, row_rate, with_row_means, with_row_rates
from pipelines.analysis.walls import Alone, alone_in

_SEATS: Final = 4
_MOMENTS: Final = "_squares$|^(won|drawn|streak|dealt_in)_hands_(player_)?hands$|_wins$"
"""Sums over deals in the headline's row."""
_OF_HEADLINE: Final = ("win_clusters", "fewest_players", "most_players")
"""Columns of ``headline.sql`` that serve the estimates alone."""
_BARS: Final = {"bar": pl.Int64, "low_total": pl.Int64, "high_total": pl.Int64}
_UNBOUND: Final = 2**31
_MOST_BARS: Final = 64
_BAR_WIDTHS: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
_OPEN_TAIL: Final = 0.99
"""Totals beyond this quantile may share one open bar, so that a rare giant does not flatten all."""


@statistic(PER_PLAYER)
def headline(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """The population in one row, with the rates and means that a summary needs.

    Returns:
        The columns of ``headline.sql`` without sums over wins and deals, and for each of ``won``,
        ``drawn``, ``streak`` (per hand), ``self_draw`` (per win), ``deal_in`` (per player-hand),
        ``total_mean`` and ``turn_mean`` (per win) the value and ``<name>_low``, ``<name>_high``.
    """
    frame = ask(con, "headline", runs)
    row = frame.row(0, named=True)
    alone = alone_in(con, runs)
    estimates = {
        "won": row_rate(row, "won_hands", alone=alone),
        "drawn": row_rate(row, "drawn_hands", alone=alone),
        "streak": row_rate(row, "streak_hands", alone=alone),
        "deal_in": _deal_in(row, alone),
        "self_draw": row_rate(row, "self_draws", "wins", alone=alone, clusters="win_clusters"),
        "total_mean": row_mean(row, "total", "wins", clusters="win_clusters"),
        "turn_mean": row_mean(row, "turn", "wins", clusters="win_clusters"),
    }
    for name, estimate in estimates.items():
        frame = with_estimates(frame, [estimate], name, prefix=f"{name}_")
    return frame.drop("total", "turn", *_OF_HEADLINE, cs.matches(_MOMENTS))


def _deal_in(row: Mapping[str, Any], alone: Alone) -> Estimate:
    """Deal-ins per player-hand.

    At most one player of a hand deals in: where every hand has as many chosen players, the share of
    hands is what varies. Where some have more, their number varies too.
    """
    count = row["dealt_in_hands"]
    if count and row["fewest_players"] < row["most_players"]:
        return row_rate(row, "dealt_in_hands", "player_hands", alone=alone)
    return clustered_player_rate(
        count,
        row["dealt_in_hands_squares"],
        row["dealt_in_hands_hands"],
        row["hands_squares"],
        row["hands"],
        row["clusters"],
        row["player_hands"] / max(row["hands"], 1),
        alone=None if count else alone(row["hands"], row["clusters"]),
    )


@statistic(PER_HAND)
def outcomes(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Ways to end a hand as shares of all hands; they add up to 1.

    Returns:
        ``ending``, ``won``, ``hands``, ``n``, ``clusters``, ``share``, ``low``, ``high``; see
        ``outcomes.sql``.
    """
    frame = ask(con, "outcomes", runs)
    return with_row_rates(frame, "hands", "n", alone=alone_in(con, runs)).drop("n_squares")


@statistic(PER_WIN, grain="one row for each bar")
def totals(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, each: bool = False
) -> pl.DataFrame:
    """Totals of wins in bars of one width, the last one open where a few giants lie far out.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        each: one bar for each total that occurs instead, for totals that are products.

    Returns:
        ``low_total``, ``high_total`` (inclusive; null: open), ``wins``, ``n``, ``clusters``,
        ``share``, ``low``, ``high``; one row for each bar between the lowest and the highest, empty
        ones included.
    """
    found = ask(con, "totals", runs, first=0, width=1, bars=_UNBOUND)
    total = pl.col("bar")
    bars = found.select(total, total.alias("low_total"), total.alias("high_total"))
    if not each and found.height:
        bars = _bars(found)
        low, high = bars.row(0)[1:]
        found = ask(con, "totals", runs, first=low, width=high - low + 1, bars=bars.height)
    return _filled(bars, found, ["bar"], alone_in(con, runs)).drop("bar")


@statistic(PER_WIN, grain="one row for each moment and turn")
def turns(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Turns of the win and turns in which the winner became ready, as shares of wins.

    Returns:
        ``moment`` (win, ready), ``turn``, ``wins``, ``n``, ``clusters``, ``share``, ``low``,
        ``high``; one row for each turn between the first and the last of a moment, empty ones
        included.
    """
    counts = ask(con, "turns", runs)
    every = counts.group_by("moment", maintain_order=True).agg(
        pl.int_range(pl.col("turn").min(), pl.col("turn").max() + 1).alias("turn")
    )
    return _filled(every.explode("turn"), counts, ["moment", "turn"], alone_in(con, runs))


@statistic(PER_WIN)
def waits(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Kinds of waits as shares of wins, with the self-draw share of each.

    Returns:
        ``wait``, ``wins``, ``self_draws``, ``n``, ``share``, ``low``, ``high`` and
        ``self_draw_share``, ``self_draw_low``, ``self_draw_high``.
    """
    frame, alone = ask(con, "waits", runs), alone_in(con, runs)
    frame = with_row_rates(
        frame, "self_draws", "wins", alone=alone, prefix="self_draw_", clusters="wait_clusters"
    )
    return with_row_rates(frame, "wins", "n", alone=alone).drop("n_squares", "wait_clusters")


@statistic(
    PER_PLAYER,
    grain="one row for each seat counted from the dealer: dealer, next, across, previous",
)
def seats(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Rates and mean points by seat, counted from the dealer: 0 is the dealer, 1 the next.

    Returns:
        ``seat``, ``hands``, ``clusters``, ``wins``, ``deal_ins``, ``self_draws``, ``points`` and
        for each of ``win`` and ``deal_in`` (per player-hand), ``self_draw`` (per win of that seat)
        the columns ``<name>_share``, ``<name>_low``, ``<name>_high``; ``points_mean``,
        ``points_low``, ``points_high`` a hand. Row 0 is the dealer's advantage, the means of the
        four add up to 0.
    """
    return _seats(con, runs).filter(pl.col("seat") < _SEATS)


@statistic(PER_PLAYER, grain="one row for the dealer, one for the others")
def roles(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """The same for the dealer and for the three others together.

    Returns:
        As `seats`, with ``role`` (dealer, others) in place of the seat; ``hands`` are hands of one
        player, three of the others to one of the dealer.
    """
    roles = {0: "dealer", _SEATS: "others"}
    frame = _seats(con, runs).filter(pl.col("seat").is_in(list(roles)))
    role = pl.col("seat").replace_strict(roles, return_dtype=pl.String)
    return frame.select(role.alias("role"), pl.exclude("seat"))


@statistic(PER_PLAYER)
def dealt_distance(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How far from ready dealt hands are, over the shapes of the rule set.

    Returns:
        One row: ``clusters``, ``distances`` (four a hand), ``distance_mean``, ``low``, ``high``.
    """
    frame = ask(con, "dealt_distance", runs)
    frame = with_row_means(frame, "distance", "distances", prefix="")
    return frame.drop("distance", "distances_squares")


@statistic(PER_WIN)
def winner_draws(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Tiles that winners had drawn: what a win costs in time, whoever claimed and how often.

    Returns:
        One row: ``draws_median``, ``clusters``, ``wins``, ``draws_mean``, ``low``,
        ``high``; it reads events.
    """
    frame = with_row_means(ask(con, "winner_draws", runs), "draws", "wins", prefix="")
    return frame.drop("draws", "wins_squares")


def _seats(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Each seat, and as a fifth the three together who do not deal."""
    frame, alone = ask(con, "seats", runs), alone_in(con, runs)
    frame = with_row_rates(
        frame, "self_draws", "wins", alone=alone, prefix="self_draw_", clusters="win_clusters"
    )
    frame = with_row_rates(frame, "wins", alone=alone, prefix="win_")
    frame = with_row_rates(frame, "deal_ins", alone=alone, prefix="deal_in_")
    return with_row_means(frame, "points").drop("hands_squares", "win_clusters")


def _filled(
    every: pl.DataFrame, found: pl.DataFrame, keys: list[str], alone: Alone
) -> pl.DataFrame:
    """Shares for every row, those of which no win was found included."""
    whole = [key for key in keys if key != keys[-1]]
    known = ["n", "clusters", "n_squares"]
    sizes = found.select(*whole, *known).unique(maintain_order=True)
    if whole:
        rows = every.join(sizes, on=whole, how="left", maintain_order="left")
    else:
        rows = every.join(sizes, how="cross", maintain_order="left")
    counted = found.select(*keys, "wins", "wins_squares", "wins_n")
    rows = rows.join(counted, on=keys, how="left", maintain_order="left").with_columns(
        pl.col("wins", "wins_squares", "wins_n").fill_null(0)
    )
    return with_row_rates(rows, "wins", "n", alone=alone).drop("n_squares")


def _bars(counts: pl.DataFrame) -> pl.DataFrame:
    """Bars of equal width for counts of totals (``bar``, ``wins``), one or more."""
    values, wins = counts["bar"].to_list(), counts["wins"].to_list()
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
    lows = [first + bar * width for bar in range(n_bars)]
    highs: list[int | None] = [low + width - 1 for low in lows]
    if is_open:
        highs[-1] = None
    return pl.DataFrame(
        {"bar": list(range(n_bars)), "low_total": lows, "high_total": highs}, schema=_BARS
    )
