"""Simulated hands beside published figures of real play.

The figures say how near a policy comes to how the game is played; they judge policies, not rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

import duckdb
import polars as pl

from pipelines.analysis.hands import dealt_distance, headline, seats, winner_draws
from pipelines.analysis.patterns import pattern_frequency
from pipelines.analysis.registry import PER_PLAYER, PER_WIN, statistic
from pipelines.analysis.statistics import Estimate, player_rate, rate, with_estimates
from schemas.errors import UsageError
from schemas.real_play import RealPlay, load_real_play
from schemas.ruleset import RuleSet

_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Beside:
    """A population beside real play.

    Attributes:
        measures: ``measure``, ``kind`` (share, number), ``value``, ``low``, ``high``, ``n``, and
            one column for each of the players, null where nothing is published.
        patterns: ``pattern``, ``kind`` (share), ``value``, ``low``, ``high``, ``n``, the players'
            columns, and ``deviation`` from the first of them, in shares.
        deviation: mean of the absolute deviations; None where there is no win.
    """

    measures: pl.DataFrame
    patterns: pl.DataFrame
    deviation: float | None


def beside_real_play(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    published: RealPlay,
    *,
    headline: Mapping[str, Any],
    seats: pl.DataFrame,
    patterns: pl.DataFrame,
) -> Beside:
    """Set a population beside the published figures of its system.

    Args:
        con: a connection with the views of the lake.
        runs: run ids of the population.
        published: the figures.
        headline: the row of `pipelines.analysis.headline` of the same runs.
        seats: the frame of `pipelines.analysis.seats`.
        patterns: the frame of `pipelines.analysis.pattern_frequency`.
    """
    found = _measures(con, runs, headline, seats, patterns)
    rows = [(key, *found[key]) for key in published.measures]
    measures = pl.DataFrame(
        {"measure": [key for key, _, _ in rows], "kind": [kind for _, kind, _ in rows]},
        schema={"measure": pl.String, "kind": pl.String},
    )
    measures = with_estimates(measures, [one for _, _, one in rows], "value").with_columns(
        pl.Series("n", [one.n for _, _, one in rows], dtype=pl.Int64),
        *_columns(published, published.measures),
    )
    shares = {row["pattern"]: row for row in patterns.iter_rows(named=True)}
    seen = [_share(shares.get(key)) for key in published.patterns]
    table = with_estimates(
        pl.DataFrame(
            {"pattern": list(published.patterns), "kind": ["share"] * len(published.patterns)},
            schema={"pattern": pl.String, "kind": pl.String},
        ),
        seen,
        "value",
    ).with_columns(
        pl.Series("n", [one.n for one in seen], dtype=pl.Int64),
        *_columns(published, published.patterns),
    )
    first = published.patterns_of[0]
    table = table.with_columns((pl.col("value") - pl.col(first)).alias("deviation"))
    return Beside(measures, table, cast("float | None", table["deviation"].abs().mean()))


def published_share(measure: str, share: float, n: int) -> Estimate:
    """A published share with the interval that its n gives it.

    Args:
        measure: of `RealPlay.measures`, or a pattern.
        share: as published.
        n: hands, wins or player-hands that it is a share of.

    >>> found = published_share("drawn", 0.25, 400)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.25, 0.21, 0.295)
    """
    cases = round(share * n)
    # At most one player of a hand deals in: hands are what is independent.
    found = player_rate(cases, n // _SEATS) if measure == "deal_in" else rate(cases, n)
    return Estimate(share, found.low, found.high, n)


@statistic(PER_PLAYER, grain="one row for each measure that is published of the system")
def real_play_measures(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """Shares and means of a population beside what is published of real play.

    Returns:
        ``measure``, ``kind`` (share, number), ``value``, ``low``, ``high``, ``n``, and one column
        for each of the published players, null where nothing is published.

    Raises:
        UsageError: with code ``not_applicable`` where nothing is published of the system.
    """
    return _beside(con, runs, ruleset).measures


@statistic(PER_WIN, grain="one row for each pattern whose share is published of the system")
def real_play_patterns(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet
) -> pl.DataFrame:
    """Shares of wins with a pattern beside what is published of real play.

    Returns:
        ``pattern``, ``kind`` (share), ``value``, ``low``, ``high``, ``n``, the columns of the
        published players, and ``deviation`` from the first of them, in shares.

    Raises:
        UsageError: with code ``not_applicable`` where nothing is published of the system.
    """
    return _beside(con, runs, ruleset).patterns


def _beside(con: duckdb.DuckDBPyConnection, runs: Sequence[str], ruleset: RuleSet) -> Beside:
    published = load_real_play(ruleset.system)
    if published is None:
        raise UsageError(
            f"no figures of real play are published for {ruleset.system}", code="not_applicable"
        )
    return beside_real_play(
        con,
        runs,
        published,
        headline=headline(con, runs).row(0, named=True),
        seats=seats(con, runs),
        patterns=pattern_frequency(con, runs, ruleset),
    )


def _columns(published: RealPlay, rows: Mapping[str, Mapping[str, float]]) -> list[pl.Series]:
    """One column for each of the players."""
    return [
        pl.Series(player, [values.get(player) for values in rows.values()], dtype=pl.Float64)
        for player in published.players
    ]


def _measures(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    head: Mapping[str, Any],
    seats: pl.DataFrame,
    patterns: pl.DataFrame,
) -> dict[str, tuple[str, Estimate]]:
    """Every measure that can be published, with what kind of number it is."""
    dealt = dealt_distance(con, runs).row(0, named=True)
    drawn = winner_draws(con, runs).row(0, named=True)
    found = {
        name: ("share", Estimate(head[name], head[f"{name}_low"], head[f"{name}_high"], n))
        for name, n in (
            ("drawn", head["hands"]),
            ("self_draw", head["wins"]),
            ("deal_in", head["player_hands"]),
        )
    }
    for name in ("total_mean", "turn_mean"):
        estimate = Estimate(head[name], head[f"{name}_low"], head[f"{name}_high"], head["wins"])
        found[name] = ("number", estimate)
    found["turn_median"] = ("number", Estimate(head["turn_median"], None, None, head["wins"]))
    found["draws_median"] = ("number", Estimate(drawn["draws_median"], None, None, drawn["wins"]))
    found["draws_mean"] = (
        "number",
        Estimate(drawn["draws_mean"], drawn["low"], drawn["high"], drawn["wins"]),
    )
    found["dealt_distance"] = (
        "number",
        Estimate(dealt["distance_mean"], dealt["low"], dealt["high"], dealt["distances"]),
    )
    by_seat = {row["seat"]: row for row in seats.iter_rows(named=True)}
    for seat in range(_SEATS):
        row = by_seat.get(seat)
        found[f"seat_{seat}"] = ("share", _share(row, "win_", n="hands"))
    concealed = patterns.filter(pl.col("pattern") == "concealed_hand").to_dicts()
    found["concealed_hand"] = ("share", _share(concealed[0] if concealed else None))
    return found


def _share(row: Mapping[str, Any] | None, prefix: str = "", *, n: str = "n") -> Estimate:
    """The share that a row of a frame holds; none where nothing was seen of it."""
    if row is None:
        return Estimate(None, None, None, 0)
    value, low, high = (row[f"{prefix}{name}"] for name in ("share", "low", "high"))
    return Estimate(value, low, high, row[n], row["wins"])
