"""How rare patterns are, three ways: among all complete hands, and in two kinds of play.

- *Combinatorial*: the share of all complete hands, weighted by copies (`engine.rarity`). Counted
  where the tiles alone decide, sampled where the winning tile or the best-paying reading does.
- *Natural*: the share of the wins of play that is blind to what patterns are worth.
- *Strategic*: the share of the wins of play that knows the table.

Wins of one deal (a session, the seatings of a duplicate run) are one cluster. The two kinds of play
are compared by Fisher's exact test on effective counts, and the rate of false discoveries among all
patterns is controlled (Benjamini and Hochberg 1995).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import duckdb
import polars as pl

from pipelines.analysis.patterns import counts_in_totals
from pipelines.analysis.queries import ask
from pipelines.analysis.significance import adjusted
from pipelines.analysis.statistics import CONFIDENCE, Estimate, rate
from pipelines.analysis.sums import rate_of_sums, size_of_sums
from pipelines.analysis.walls import alone_in
from schemas.ruleset import RuleSet

SAMPLED_HANDS: Final = 200_000
"""Complete hands that are drawn where counting cannot tell; about a second."""
_PLAYS: Final = ("natural", "strategic")
_PLAY_COLUMNS: Final = {
    "count": pl.Int64,
    "n": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}
SCHEMA: Final = pl.Schema(
    {
        "pattern": pl.String,
        "name": pl.String,
        "name_en": pl.String,
        "value": pl.Int64,
        "limit": pl.Boolean,
        "method": pl.String,
        "hands": pl.Float64,
        "q": pl.Float64,
        "q_low": pl.Float64,
        "q_high": pl.Float64,
        "paid": pl.Float64,
        "paid_low": pl.Float64,
        "paid_high": pl.Float64,
        **{f"{play}_{name}": kind for play in _PLAYS for name, kind in _PLAY_COLUMNS.items()},
        "ratio": pl.Float64,
        "ratio_low": pl.Float64,
        "ratio_high": pl.Float64,
        "p": pl.Float64,
        "p_adjusted": pl.Float64,
    }
)
"""Columns of `rarity`."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """Share of wins with a pattern among all of some runs, clustered by deal.

    `effective` independent wins tell as much.
    """

    share: Estimate
    effective: float

    @property
    def count(self) -> int:
        """Wins with the pattern."""
        return self.share.count or 0

    @property
    def n(self) -> int:
        """All wins."""
        return self.share.n

    @property
    def counts(self) -> tuple[int, int]:
        """Effective counts: wins with the pattern, all wins."""
        n = round(self.effective)
        return min(n, round(self.count * self.effective / self.n)), n


def rarity(
    con: duckdb.DuckDBPyConnection,
    ruleset: RuleSet,
    *,
    natural: Sequence[str] = (),
    strategic: Sequence[str] = (),
    hands: int = SAMPLED_HANDS,
    seed: int = 1,
) -> pl.DataFrame:
    """How rare every pattern of a rule set is, by counting and in two kinds of play.

    Args:
        con: a connection with the views of the lake; not asked where no run is named.
        ruleset: whose patterns, tiles and shapes are looked at.
        natural: runs of play that is blind to the table, under `ruleset`.
        strategic: runs of play that knows it.
        hands: complete hands to draw for what is sampled.
        seed: of what is drawn.

    Returns:
        One row a pattern in the order of the catalogue, without patterns that add nothing to a
        total and were never seen (`SCHEMA`): ``pattern``, ``name``, ``name_en``, ``value``,
        ``limit``; ``method`` (``exact``, ``sampled``, or ``play``: not decided by tiles, all the
        following to ``paid_high`` null); ``hands`` (complete hands with the pattern, exact only),
        ``q`` (share of all complete hands that have it in some reading; sampled: that are paid for
        it), ``q_low``, ``q_high`` (null where exact); ``paid``, ``paid_low``, ``paid_high`` (share
        that is paid for it, always sampled); for both plays ``_count`` (wins that count it),
        ``_n`` (wins), ``_share``, ``_low``, ``_high``, null without runs; ``ratio`` (strategic
        over natural share), ``ratio_low``, ``ratio_high`` (null where a count is 0), ``p`` and
        ``p_adjusted`` (of no difference between the two).
    """
    # Kernels and their compiler take a second to load: only who counts needs them.
    from engine.rarity.counting import count_complete
    from engine.rarity.patterns import how_known
    from engine.rarity.sampling import sample_complete

    how = how_known(ruleset)
    counted = count_complete(ruleset)
    sampled = sample_complete(ruleset, hands, seed=seed).patterns
    plays = [_seen(con, ruleset, runs) for runs in (natural, strategic)]
    rows = []
    for one in ruleset.catalogue.patterns:
        seen = [play.get(one.key) for play in plays]
        if not (counts_in_totals(ruleset, one.key) or any(play and play.count for play in seen)):
            continue
        rule, method = ruleset.patterns[one.key], how[one.key]
        paid = Estimate(None, None, None, 0) if method == "play" else rate(sampled[one.key], hands)
        rows.append(
            {
                "pattern": one.key,
                "name": one.name,
                "name_en": one.name_en,
                "value": rule.value,
                "limit": rule.limit,
                "method": method,
                **_combinatorial(counted.hands, counted.patterns.get(one.key), paid),
                **_interval("paid", paid),
                **_of_play("natural", seen[0]),
                **_of_play("strategic", seen[1]),
                **_ratio(*seen),
            }
        )
    return _adjusted(pl.DataFrame(rows, schema=SCHEMA))


def _seen(
    con: duckdb.DuckDBPyConnection, ruleset: RuleSet, runs: Sequence[str]
) -> Mapping[str, _Seen]:
    """Every pattern in the wins of some runs; nothing where there is no run or no win."""
    if not runs:
        return {}
    rows = ask(con, "pattern_frequency", runs)
    n = rows["n"][0]
    if n == 0:
        return {}
    alone = alone_in(con, runs)

    def seen(wins: int, squares: int, cross: int) -> _Seen:
        sums = (wins, squares, cross, rows["n_squares"][0], n, rows["clusters"][0])
        return _Seen(rate_of_sums(*sums, alone=alone), size_of_sums(*sums, alone=alone))

    found = dict.fromkeys(ruleset.catalogue.keys, seen(0, 0, 0))
    for row in rows.filter(pl.col("pattern").is_not_null()).iter_rows(named=True):
        found[row["pattern"]] = seen(row["wins"], row["wins_squares"], row["wins_n"])
    return found


def _combinatorial(hands: int, exact: Fraction | None, paid: Estimate) -> dict[str, float | None]:
    if exact is None:
        return {"hands": None, **_interval("q", paid)}
    share = Estimate(float(exact / hands), None, None, hands)
    return {"hands": float(exact), **_interval("q", share)}


def _of_play(play: str, seen: _Seen | None) -> dict[str, Any]:
    if seen is None:
        return {f"{play}_{name}": None for name in _PLAY_COLUMNS}
    one = seen.share
    return {
        f"{play}_count": seen.count,
        f"{play}_n": seen.n,
        f"{play}_share": one.value,
        f"{play}_low": one.low,
        f"{play}_high": one.high,
    }


def _interval(name: str, one: Estimate) -> dict[str, float | None]:
    return {name: one.value, f"{name}_low": one.low, f"{name}_high": one.high}


def _ratio(natural: _Seen | None, strategic: _Seen | None) -> dict[str, float | None]:
    """The ratio of two shares with the log interval of Katz, and the test of no difference."""
    nothing: dict[str, float | None] = {
        "ratio": None,
        "ratio_low": None,
        "ratio_high": None,
        "p": None,
    }
    if natural is None or strategic is None or natural.count + strategic.count == 0:
        return nothing
    base, n_base = natural.counts
    other, n_other = strategic.counts
    from scipy import stats  # a second to load, for those who ask

    table = [[other, n_other - other], [base, n_base - base]]
    p = float(stats.fisher_exact(table).pvalue)
    if natural.count == 0:
        return {**nothing, "p": p}
    ratio = (strategic.count / strategic.n) / (natural.count / natural.n)
    if strategic.count == 0 or base == 0 or other == 0:
        return {**nothing, "ratio": ratio, "p": p}
    risk = stats.contingency.relative_risk(other, n_other, base, n_base)
    low, high = risk.confidence_interval(CONFIDENCE)
    # Effective counts are rounded: the interval is moved to the ratio itself.
    moved = ratio / risk.relative_risk
    return {
        "ratio": ratio,
        "ratio_low": float(low * moved),
        "ratio_high": float(high * moved),
        "p": p,
    }


def _adjusted(frame: pl.DataFrame) -> pl.DataFrame:
    """With p-values that hold the rate of false discoveries among all that were tested."""
    tested = frame.filter(pl.col("p").is_not_null())
    if tested.is_empty():
        return frame
    p_adjusted = adjusted(tested["p"].to_list())
    found = pl.DataFrame({"pattern": tested["pattern"], "p_adjusted": p_adjusted})
    return (
        frame.drop("p_adjusted")
        .join(found, on="pattern", how="left", maintain_order="left")
        .select(SCHEMA.names())
    )
