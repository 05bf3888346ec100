"""Two shares beside each other: their difference, whether it may be chance, many at once."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from pipelines.analysis.statistics import Estimate, two_sided

_EXPECTED: Final = 5
"""Below so many expected cases an exact test is taken."""


def adjusted(chances: Sequence[float | None]) -> list[float | None]:
    """p-values adjusted for their number, so that of those below 5 % one in twenty is false.

    That is Benjamini and Hochberg's control of the false discovery rate; where there is no p-value
    there is none afterwards, and it does not count.

    >>> adjusted([0.01, None, 0.04, 0.03])
    [0.03, None, 0.04, 0.04]
    """
    known = [one for one in chances if one is not None]
    if not known:
        return list(chances)
    from scipy import stats  # a second to load, for those who ask

    found = iter(stats.false_discovery_control(known, method="bh").tolist())
    return [None if one is None else float(next(found)) for one in chances]


def difference_of_rates(one: Estimate, other: Estimate) -> Estimate:
    """Other − one of two independent shares, from their own intervals.

    The interval reaches as far as the shares' intervals do, put together like the sides of a right
    angle (Newcombe 1998, method 10); n is the smaller one.

    >>> from pipelines.analysis.statistics import rate
    >>> found = difference_of_rates(rate(48, 80), rate(56, 70))  # Newcombe's example (a)
    >>> round(found.value, 4), round(found.low, 4), round(found.high, 4)
    (0.2, 0.0524, 0.3339)
    """
    n = min(one.n, other.n)
    ends = (one.low, one.high, other.low, other.high)
    if one.value is None or other.value is None:
        return Estimate(None, None, None, n)
    difference = other.value - one.value
    if any(end is None for end in ends):
        return Estimate(difference, None, None, n)
    low, high, low_other, high_other = (float(end) for end in ends if end is not None)
    below = math.hypot(other.value - low_other, high - one.value)
    above = math.hypot(high_other - other.value, one.value - low)
    return Estimate(difference, difference - below, difference + above, n)


def same_share(one: Estimate, cases: float, other: Estimate, other_cases: float) -> float | None:
    """The p-value of two shares being the same, from `effective_size` of each.

    Fisher's exact test where fewer than `_EXPECTED` cases are expected in any cell, else the score
    test with the pooled share.

    >>> from pipelines.analysis.statistics import rate
    >>> round(same_share(rate(48, 80), 80.0, rate(56, 70), 70.0), 5)
    0.00805
    """
    if one.value is None or other.value is None or not cases or not other_cases:
        return None
    pooled = (one.value * cases + other.value * other_cases) / (cases + other_cases)
    if min(pooled, 1 - pooled) * min(cases, other_cases) < _EXPECTED:
        from scipy import stats

        table = []
        for share, n in ((one.value, cases), (other.value, other_cases)):
            count = round(share * n)
            table.append([count, round(n) - count])
        return float(stats.fisher_exact(table).pvalue)
    error = math.sqrt(pooled * (1 - pooled) * (1 / cases + 1 / other_cases))
    return two_sided((other.value - one.value) / error)
