"""Skill and luck in a duplicate run: the same walls, four players in all 24 seatings.

A player's points in a hand are taken apart into what depends on who plays, on the seat, on the wall
and on their combinations. Every deal is played in all seatings, so these parts are orthogonal
within each deal and their variances add up to the whole without a model; only the deals are a
sample. Of what is the same in every deal (policy, seat, a policy at a seat) the estimate takes off
what the sampling of deals adds to it, of the other parts it is the variance between deals: all of
them are unbiased, so that a part which is nothing may come out slightly below zero. Intervals are
those of the jackknife that leaves out one deal at a time. The points of a hand add up to zero, so a
deal has no effect of its own: what its wall does is to favour a seat.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, statistic
from pipelines.analysis.significance import adjusted
from pipelines.analysis.statistics import Estimate, student, with_estimates
from schemas.errors import UsageError

SEATINGS: Final = 24
"""Hands that a deal is played in: four players in all orders of seats."""
LEAD: Final = 0.95
"""With what chance the better of two policies is to be ahead."""
COMPONENTS: Final = (
    "policy",
    "seat",
    "policy_seat",
    "wall",
    "policy_wall",
    "policy_seat_wall",
    "rest",
)
"""Parts of the variance, as `skill` names them; they add up to the total."""
_SEATS: Final = 4

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Table:
    """Points of all complete deals.

    Attributes:
        policies: of the four players.
        points: mean points by deal, player and seat, over the seatings of the others.
        rest: by deal, mean square of what is left beside those means.
    """

    policies: tuple[str, ...]
    points: Floats
    rest: Floats

    @property
    def n(self) -> int:
        """Deals."""
        return len(self.rest)

    @property
    def players(self) -> dict[str, list[int]]:
        """Players of each policy."""
        return {
            policy: [player for player, own in enumerate(self.policies) if own == policy]
            for policy in dict.fromkeys(self.policies)
        }


@statistic(PER_HAND, grain="one row for each component")
def skill(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Where the variance of a player's points in a hand comes from.

    Args:
        con: a connection with the views of the lake.
        runs: duplicate runs of the same four policies under one rule set.

    Returns:
        ``component``, ``deals``, ``hands``, ``variance``, ``low``, ``high``, ``share`` (of the
        total), ``share_low``, ``share_high``. Empty with fewer than two deals that were played in
        all seatings; intervals need three. The components:

        - ``policy``: who plays gains the same a hand, at every seat and wall.
        - ``seat``: the same of seats; ``policy_seat``: who plays better at one seat than at others.
        - ``wall``: what a seat gets from this wall, whoever sits there.
        - ``policy_wall``, ``policy_seat_wall``: whom this wall suits, at any seat or at this one.
        - ``rest``: how the three others are seated.
        - ``luck``: all but ``policy``; ``total``: all.

    Raises:
        UsageError: where the runs were played by different policies.
    """
    table = _table(con, runs)
    if table is None or table.n < 2:
        return _frame([], [], 0)
    return _frame(*variance_components(table.points, table.rest), table.n)


def variance_components(points: Floats, rest: Floats) -> tuple[list[Estimate], list[Estimate]]:
    """The variances of `COMPONENTS`, luck and the total, and their shares of the total.

    Args:
        points: mean points by deal, player and seat, over the seatings of the others; two deals or
            more, in each of which all points add up to zero.
        rest: by deal, mean square of what single hands have beside those means.
    """
    n = len(rest)
    effects = _effects(points)
    sums, squares, left = effects.sum(axis=0), (effects**2).sum(axis=0), rest.sum()
    whole = _variances(sums, squares, left, n)
    # The same without one deal each.
    others = _variances(sums - effects, squares - effects**2, left - rest, n - 1)
    total, totals = whole[-1], others[-1]
    variances = [_jackknifed(one, each) for one, each in zip(whole, others, strict=True)]
    if total <= 0:
        return variances, [Estimate(None, None, None, n)] * len(variances)
    return variances, [
        _jackknifed(one / total, each / totals) for one, each in zip(whole, others, strict=True)
    ]


@statistic(PER_HAND, grain="one row for each policy")
def policy_points(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """What each policy of a duplicate run gains a hand, best first.

    Returns:
        ``policy``, ``players`` (of the four), ``deals``, ``hands`` (each of its players' counts),
        ``points_mean``, ``points_low``, ``points_high``; a deal is one cluster.
    """
    table = _table(con, runs)
    rows = []
    if table is not None:
        means = table.points.mean(axis=2)
        for policy, players in table.players.items():
            one = _mean(means[:, players].mean(axis=1))
            rows.append((policy, len(players), one))
    frame = pl.DataFrame(
        {
            "policy": [policy for policy, _, _ in rows],
            "players": [players for _, players, _ in rows],
            "deals": [one.n for _, _, one in rows],
            "hands": [one.n * SEATINGS * players for _, players, one in rows],
        },
        schema=dict.fromkeys(("policy",), pl.String)
        | dict.fromkeys(("players", "deals", "hands"), pl.Int64),
    )
    frame = with_estimates(frame, [one for _, _, one in rows], "points_mean", prefix="points_")
    return frame.sort("points_mean", descending=True, maintain_order=True)


@statistic(PER_HAND, grain="one row for each two policies")
def policy_pairs(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """How far apart any two policies are, and how soon the better one is ahead.

    Returns:
        One row for each two policies: ``policy`` (the one that gained more), ``other``,
        ``difference`` (points a hand), ``low``, ``high``, ``p`` (of no difference), ``q``
        (adjusted for the number of pairs), ``deals``; ``deviation`` (of the difference in one hand
        of players who sit anywhere), ``hands`` (after which the better one is ahead with `LEAD`, at
        tables where every hand has a wall and a seating of its own), ``hands_low``, ``hands_high``;
        ``deal_deviation`` (of the mean difference in a deal), ``duplicate_hands`` (the same where
        each wall is played in all seatings), ``duplicate_low``, ``duplicate_high``. Hands are null
        where no end is in sight: the difference, or the end of its interval, is not above zero.
    """
    table = _table(con, runs)
    if table is None or table.n < 2:
        return pl.DataFrame(schema=_PAIR)
    asked = {
        (row["player"], row["other"]): row
        for row in ask(con, "policy_pairs", runs).iter_rows(named=True)
    }
    means = table.points.mean(axis=2)
    rows: list[dict[str, object]] = []
    for one, two in combinations(table.players, 2):
        ours, theirs = table.players[one], table.players[two]
        between = means[:, ours].mean(axis=1) - means[:, theirs].mean(axis=1)
        better, worse = (one, two) if between.mean() >= 0 else (two, one)
        between = between if better == one else -between
        gap = _mean(between)
        squares = [
            int(row["difference_squares"]) / row["hands"]
            for row in (asked[min(i, j), max(i, j)] for i in ours for j in theirs)
        ]
        single = math.sqrt(max(float(np.mean(squares)) - float(between.mean()) ** 2, 0.0))
        deal = float(between.std(ddof=1))
        found = {"": (single, 1), "duplicate": (deal, SEATINGS)}
        row: dict[str, object] = {
            "policy": better,
            "other": worse,
            "difference": gap.value,
            "low": gap.low,
            "high": gap.high,
            "p": _chance(between),
            "deals": table.n,
            "deviation": single,
            "deal_deviation": deal,
        }
        for kind, (deviation, size) in found.items():
            names = ("hands", "hands_low", "hands_high")
            if kind:
                names = ("duplicate_hands", "duplicate_low", "duplicate_high")
            for name, edge in zip(names, (gap.value, gap.high, gap.low), strict=True):
                needed = hands_to_lead(edge or 0.0, deviation)
                row[name] = None if needed is None else needed * size
        rows.append(row)
    for row, q in zip(rows, adjusted([row["p"] for row in rows]), strict=True):  # type: ignore[misc]
        row["q"] = q
    frame = pl.DataFrame(rows, schema=_PAIR)
    return frame.sort("difference", descending=True, maintain_order=True)


def hands_to_lead(difference: float, deviation: float, chance: float = LEAD) -> int | None:
    """After how many independent hands (or deals) the better one is ahead with a chance.

    The sum of n differences is about normal with mean n × difference and deviation √n × deviation,
    so that it is above zero with the chance Φ(√n × difference ÷ deviation).

    Args:
        difference: mean of one hand (or deal) by which the better one is better.
        deviation: standard deviation of it.
        chance: with which it is to be ahead.

    Returns:
        The smallest n, at least 1; None where the difference is not above zero.

    >>> hands_to_lead(1.0, 10.0), hands_to_lead(0.0, 10.0)
    (271, None)
    """
    if difference <= 0:
        return None
    reach = NormalDist().inv_cdf(chance)
    return max(1, math.ceil((reach * deviation / difference) ** 2))


_PAIR: Final = (
    {"policy": pl.String, "other": pl.String}
    | dict.fromkeys(("difference", "low", "high", "p", "q"), pl.Float64)
    | {"deals": pl.Int64, "deviation": pl.Float64}
    | dict.fromkeys(("hands", "hands_low", "hands_high"), pl.Int64)
    | {"deal_deviation": pl.Float64}
    | dict.fromkeys(("duplicate_hands", "duplicate_low", "duplicate_high"), pl.Int64)
)


def _table(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> _Table | None:
    """Complete deals as arrays; None where there are none."""
    frame = ask(con, "skill", runs)
    if frame.is_empty():
        return None
    policies = frame.select("player", "policy").unique().sort("player", "policy")["policy"]
    if len(policies) < _SEATS:  # a filter leaves no table whole
        return None
    if len(policies) > _SEATS:
        raise UsageError(
            "duplicate runs of different policies cannot be counted together", code="other_policies"
        )
    form = (-1, _SEATS, _SEATS)
    hands = frame["hands"].to_numpy().reshape(form)
    points = frame["points"].to_numpy().reshape(form) / hands
    squares = frame["points_squares"].to_numpy().reshape(form) / hands
    return _Table(tuple(policies), points, (squares - points**2).mean(axis=(1, 2)))


def _effects(points: Floats) -> Floats:
    """By deal: of the four players, of the four seats, of the sixteen combinations beside them."""
    players, seats = points.mean(axis=2), points.mean(axis=1)
    both = points - players[:, :, None] - seats[:, None, :]
    return np.concatenate([players, seats, both.reshape(len(points), -1)], axis=1)


def _variances(sums: Floats, squares: Floats, rest: Floats, n: int) -> list[Floats]:
    """Components, luck and total from sums over n deals; further axes come first."""
    between = (squares - sums**2 / n) / max(n - 1, 1)
    fixed = (sums / n) ** 2 - between / n
    groups = (slice(0, _SEATS), slice(_SEATS, 2 * _SEATS), slice(2 * _SEATS, None))
    parts = [fixed[..., group].mean(axis=-1) for group in groups]
    seats_first = (groups[1], groups[0], groups[2])
    parts += [between[..., group].mean(axis=-1) for group in seats_first]
    parts.append(np.asarray(rest) / n)
    total = np.sum(parts, axis=0)
    return [*parts, total - parts[0], total]


def _jackknifed(value: Floats, left_out: Floats) -> Estimate:
    """A statistic with its interval from its values without one deal each."""
    n = len(left_out)
    if n < 3:
        return Estimate(float(value), None, None, n)
    spread = ((left_out - left_out.mean()) ** 2).sum() * (n - 1) / n
    half = student(n - 1) * math.sqrt(float(spread))
    return Estimate(float(value), float(value) - half, float(value) + half, n)


def _mean(values: Floats) -> Estimate:
    """The mean of what each deal gives, with its interval."""
    n = len(values)
    mean = float(values.mean())
    if n < 2:
        return Estimate(mean, None, None, n)
    half = student(n - 1) * float(values.std(ddof=1)) / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half, n)


def _chance(values: Floats) -> float | None:
    """The p-value of a mean of zero; None where the values do not differ."""
    if np.ptp(values) == 0:
        return None
    from scipy import stats  # a second to load, for those who ask

    return float(stats.ttest_1samp(values, 0.0).pvalue)


def _frame(variances: Sequence[Estimate], shares: Sequence[Estimate], n: int) -> pl.DataFrame:
    names = [*COMPONENTS, "luck", "total"] if variances else []
    frame = pl.DataFrame(
        {"component": names, "deals": [n] * len(names), "hands": [n * SEATINGS] * len(names)},
        schema={"component": pl.String, "deals": pl.Int64, "hands": pl.Int64},
    )
    frame = with_estimates(frame, list(variances), "variance")
    return with_estimates(frame, list(shares), "share", prefix="share_")
