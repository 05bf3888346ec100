"""Intervals: every rate and mean leaves the analysis layer with its n and a 95 % interval.

- Rates: Wilson's score interval (Wilson 1927; method 3 of Newcombe 1998), which never leaves
  [0, 1] and covers well for small n. A zero count takes the rule of three (Hanley and
  Lippman-Hand 1983) for its upper end: 3 / n, at most 1.
- Rates of cases that fall into clusters: Wilson's interval of as many independent cases as would
  have the variance that the formula for clusters gives (Korn and Graubard 1998, with its
  correction for few clusters). Where every case is its own cluster this is the interval above.
- None, or all, of cases that fall into clusters: no variance tells how alike the cases of a
  cluster are. The rule of three is then taken over walls: what is rare comes with the wall, hands
  of one session have walls of their own, and seatings of one wall count once.
- Means: Student's t over clusters. Hands of one deal (a session, or the seatings of one wall) are
  one cluster; where every hand is its own cluster this is the ordinary interval of a mean. The
  variance is that of a ratio of sums (points ÷ hands), linearised.
- Many patterns at once: Benjamini and Hochberg's adjusted p-values (1995).

Sums and sums of squares arrive as integers, so that results do not depend on the order in which
a database adds them up.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

CONFIDENCE: Final = 0.95
Z: Final = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
"""Standard normal quantile of a two-sided 95 % interval, about 1.96."""
FEW: Final = 30
"""Below this n a rate or mean is marked as resting on few cases."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A rate or mean with what it rests on.

    Attributes:
        value: the rate or mean; None where n is 0.
        low: lower end of the 95 % interval; None where it cannot be known.
        high: upper end of the 95 % interval; None where it cannot be known.
        n: cases it is a rate or mean of.
        count: numerator of a rate; None for a mean.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int
    count: int | None = None

    @property
    def is_few(self) -> bool:
        """Whether n is too small to show the value without saying so."""
        return self.n < FEW


@cache
def student(freedom: float) -> float:
    """Quantile of a two-sided 95 % interval of Student's t.

    >>> round(student(1), 3), round(student(10**6), 3)
    (12.706, 1.96)
    """
    from scipy import special  # with scipy.stats, it would be loaded a second longer

    return float(special.stdtrit(freedom, 0.5 + CONFIDENCE / 2))


def two_sided(z: float) -> float:
    """The p-value of a standard normal deviate, either side.

    >>> round(two_sided(Z), 6)
    0.05
    """
    from scipy import special

    return float(2 * special.ndtr(-abs(z)))


def normal_ends(value: float, error: float) -> tuple[float, float]:
    """The 95 % interval of what is about normal, from its standard error.

    >>> low, high = normal_ends(0.0, 1.0)
    >>> round(low, 2), round(high, 2)
    (-1.96, 1.96)
    """
    return value - Z * error, value + Z * error


def rate(count: int, n: int) -> Estimate:
    """A share of independent cases with Wilson's interval; rule of three for a zero count.

    >>> estimate = rate(10, 40)
    >>> round(estimate.low, 4), round(estimate.high, 4)
    (0.1419, 0.4019)
    >>> rate(0, 300).high
    0.01
    """
    if n == 0:
        return Estimate(None, None, None, 0, 0)
    low, high = _wilson(count, n)
    return Estimate(count / n, low, high, n, count)


def clustered_rate(
    count: int,
    squares: int,
    cross: int,
    sizes_squared: int,
    n: int,
    clusters: int,
    *,
    alone: int | None = None,
) -> Estimate:
    """A share of cases that fall into clusters; arguments as those of `clustered_mean`.

    A share of none or all has no variance to go by: then as many independent cases are taken as
    are known to have nothing in common.

    Args:
        count: numerator.
        squares: sum over clusters of (numerator in the cluster)².
        cross: sum over clusters of (numerator in the cluster) × (cases in the cluster).
        sizes_squared: sum over clusters of (cases in the cluster)².
        n: number of cases.
        clusters: number of clusters; with one cluster there is no interval.
        alone: so many cases no two of which share a wall; None: one a cluster.

    >>> clustered_rate(10, 10, 10, 40, 40, 40) == rate(10, 40)  # each case its own cluster
    True
    >>> estimate = clustered_rate(10, 100, 100, 400, 40, 4)  # in one of four clusters, all cases
    >>> round(estimate.low, 4), round(estimate.high, 4)
    (0.0164, 0.8693)
    >>> seatings, sessions = (clustered_rate(0, 0, 0, 1600, 400, 100, alone=k) for k in (100, 400))
    >>> seatings.high, sessions.high
    (0.03, 0.0075)
    """
    if clusters == n or n == 0:
        return rate(count, n)
    if clusters < 2:
        return Estimate(count / n, None, None, n, count)
    if count in (0, n):
        walls = clusters if alone is None else alone
        bound = rate(walls if count else 0, walls)
        return Estimate(bound.value, bound.low, bound.high, n, count)
    share = count / n
    cases = effective_size(count, squares, cross, sizes_squared, n, clusters)
    low, high = _score_interval(share, cases * (Z / student(clusters - 1)) ** 2)
    return Estimate(share, low, high, n, count)


def clustered_player_rate(
    hands: int,
    squares: int,
    cross: int,
    sizes_squared: int,
    all_hands: int,
    clusters: int,
    players: float = 4,
    *,
    alone: int | None = None,
) -> Estimate:
    """`player_rate` of hands that fall into clusters; arguments as those of `clustered_rate`."""
    share = clustered_rate(hands, squares, cross, sizes_squared, all_hands, clusters, alone=alone)
    return _per_player(share, players)


def effective_size(
    count: int,
    squares: int,
    cross: int,
    sizes_squared: int,
    n: int,
    clusters: int,
    *,
    alone: int | None = None,
) -> float:
    """How many independent cases tell as much of a share as n cases that fall into clusters.

    It is n divided by the design effect (Kish 1965): the variance of the share over clusters, in
    that of independent cases. Never more than n; of a share of none or all as `clustered_rate`.

    Args:
        count: numerator of the share.
        squares: sum over clusters of (numerator in the cluster)².
        cross: sum over clusters of (numerator in the cluster) × (cases in the cluster).
        sizes_squared: sum over clusters of (cases in the cluster)².
        n: number of cases.
        clusters: number of clusters.
        alone: so many cases no two of which share a wall; None: one a cluster.

    >>> effective_size(2, 4, 4, 8, 4, 2)  # two clusters of two cases, alike within each
    1.0
    """
    if clusters == n or n == 0:
        return float(n)
    if count in (0, n):
        return float(clusters if alone is None else alone)
    if clusters < 2:
        return float(n)
    share = count / n
    variance = _ratio_variance(count, squares, cross, sizes_squared, n, clusters)
    return n / max(1.0, variance / (share * (1 - share) / n))


def player_rate(hands: int, all_hands: int, players: float = 4) -> Estimate:
    """A rate per player-hand of something that at most one player of a hand meets.

    The players of one hand are not independent, its hands are: the interval is that of the share
    of hands, divided by the number of players (of a hand, on average). `n` counts player-hands.
    """
    return _per_player(rate(hands, all_hands), players)


def mean(total: int, squares: int, n: int) -> Estimate:
    """The mean of n independent integers, from their sum and sum of squares.

    >>> estimate = mean(12, 56, 3)  # of 2, 4 and 6
    >>> estimate.value, round(estimate.low, 3), round(estimate.high, 3)
    (4.0, -0.968, 8.968)
    """
    return clustered_mean(total, squares, total, n, n, n)


def clustered_mean(
    total: int, squares: int, cross: int, sizes_squared: int, n: int, clusters: int
) -> Estimate:
    """The mean over n cases that fall into clusters, with an interval for whole clusters.

    Args:
        total: sum over all cases.
        squares: sum over clusters of (sum in the cluster)².
        cross: sum over clusters of (sum in the cluster) × (cases in the cluster).
        sizes_squared: sum over clusters of (cases in the cluster)².
        n: number of cases.
        clusters: number of clusters; with one cluster there is no interval.
    """
    if n == 0:
        return Estimate(None, None, None, 0)
    value = total / n
    if clusters < 2:
        return Estimate(value, None, None, n)
    variance = _ratio_variance(total, squares, cross, sizes_squared, n, clusters)
    half = student(clusters - 1) * math.sqrt(variance)
    return Estimate(value, value - half, value + half, n)


def part(
    part_sum: int, part_squares: int, cross: int, whole_squares: int, whole_sum: int, n: int
) -> Estimate:
    """The part that something has in a whole, as a ratio of sums over n cases, within [0, 1].

    Few cases have no interval: the ratio's normal approximation does not hold for them.

    Args:
        part_sum: sum over the cases of the part.
        part_squares: sum of (part)².
        cross: sum of part × whole.
        whole_squares: sum of (whole)².
        whole_sum: sum over the cases of the whole.
        n: number of cases; below `FEW` there is no interval.

    >>> estimate = part(200, 1000, 2000, 4000, 400, 40)  # 5 of 10, forty times
    >>> estimate.value, estimate.low, estimate.high, estimate.n
    (0.5, 0.5, 0.5, 40)
    """
    ratio = clustered_mean(part_sum, part_squares, cross, whole_squares, whole_sum, n)
    if n < FEW or ratio.low is None or ratio.high is None:
        return Estimate(ratio.value, None, None, n)
    return Estimate(ratio.value, max(0.0, ratio.low), min(1.0, ratio.high), n)


def grouped_jackknife(
    sums: NDArray[np.int64], figure: Callable[[NDArray[np.int64]], float], n: int
) -> Estimate:
    """A figure of sums with its interval over groups left out, one at a time.

    The variance is that of the delete-a-group jackknife (Kott 2001): (G − 1) / G times the sum of
    the squared distances of the G values from the whole's.

    Args:
        sums: what the figure is made of, by group of deals along the first axis.
        figure: of sums over groups.
        n: cases.
    """
    total = sums.sum(axis=0)
    whole = figure(total)
    groups = len(sums)
    if groups < 2:
        return Estimate(whole, None, None, n)
    values = np.array([figure(total - own) for own in sums])
    variance = float(((values - whole) ** 2).sum()) * (groups - 1) / groups
    half = student(groups - 1) * math.sqrt(variance)
    return Estimate(whole, whole - half, whole + half, n)


def with_estimates(
    frame: pl.DataFrame, estimates: list[Estimate], name: str, *, prefix: str = ""
) -> pl.DataFrame:
    """Add estimates, one a row, as the columns `name`, ``low`` and ``high`` (behind `prefix`)."""
    return frame.with_columns(
        pl.Series(name, [one.value for one in estimates], dtype=pl.Float64),
        pl.Series(f"{prefix}low", [one.low for one in estimates], dtype=pl.Float64),
        pl.Series(f"{prefix}high", [one.high for one in estimates], dtype=pl.Float64),
    )


def _per_player(share: Estimate, players: float) -> Estimate:
    if share.value is None:
        return Estimate(None, None, None, 0, 0)
    low = None if share.low is None else share.low / players
    high = None if share.high is None else share.high / players
    return Estimate(share.value / players, low, high, round(share.n * players), share.count)


def _ratio_variance(
    total: int, squares: int, cross: int, sizes_squared: int, n: int, clusters: int
) -> float:
    """Variance of a ratio of sums over clusters, linearised.

    The residual of a cluster is its sum − mean × its size. With mean = total / n the sum of
    squares of the residuals is an integer divided by n².
    """
    residuals = squares * n * n - 2 * total * n * cross + total * total * sizes_squared
    return max(residuals / (n * n) / (n * n) * clusters / (clusters - 1), 0.0)


def _wilson(count: int, n: int) -> tuple[float, float]:
    if count == 0:
        return 0.0, min(1.0, 3 / n)
    low, high = _score_interval(count / n, n)
    return low, 1.0 if count == n else high


def _score_interval(share: float, n: float) -> tuple[float, float]:
    centre = share + Z * Z / (2 * n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return (centre - half) / scale, (centre + half) / scale
