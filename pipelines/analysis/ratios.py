"""Ratios of sums over hands in memory: the sums over deals that intervals are made of.

The same sums as those that SQL brings (`pipelines.analysis.sums`), from arrays with a number a
hand or a deal.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pipelines.analysis.statistics import Estimate, student

Floats = NDArray[np.float64]
Ratio = tuple[Floats, Floats]
"""Numerator and denominator by deal, float64 (deals)."""


def by_deal(deal: NDArray[np.int64], of_hand: NDArray[Any], deals: int) -> Floats:
    """Sums over the hands of each deal.

    Args:
        deal: number of each hand's deal, from 0 on.
        of_hand: a number of each hand.
        deals: how many deals there are.

    Returns:
        float64 (deals).
    """
    return np.bincount(deal, weights=of_hand, minlength=deals).astype(np.float64)


def ratio_sums(ratio: tuple[NDArray[Any], NDArray[Any]]) -> tuple[int, int, int, int, int, int]:
    """What `clustered_mean` and `clustered_rate` take; deals without a case are none of theirs.

    >>> ratio_sums((np.array([1.0, 2, 0]), np.array([2.0, 2, 0])))
    (3, 5, 6, 8, 4, 2)
    """
    top, bottom = ratio
    return (
        int(top.sum()),
        int(top @ top),
        int(top @ bottom),
        int(bottom @ bottom),
        int(bottom.sum()),
        int(np.count_nonzero(bottom)),
    )


def ratio_difference(before: Ratio, after: Ratio) -> Estimate:
    """After − before of two ratios over the same deals.

    Both are linearised, so that what is common to them falls out.

    Returns:
        `n` is the denominator before. No value where a denominator is zero, no interval with fewer
        than two deals.

    >>> one = np.ones(3)
    >>> found = ratio_difference((np.array([1.0, 2, 3]), one), (np.array([2.0, 3, 4]), one))
    >>> found.value, found.low, found.high
    (1.0, 1.0, 1.0)
    """
    (top, bottom), (new_top, new_bottom) = before, after
    whole, new_whole = float(bottom.sum()), float(new_bottom.sum())
    if not whole or not new_whole:
        return Estimate(None, None, None, int(whole))
    value, new_value = float(top.sum()) / whole, float(new_top.sum()) / new_whole
    deals, difference = len(top), new_value - value
    if deals < 2:
        return Estimate(difference, None, None, int(whole))
    residuals = (new_top - new_value * new_bottom) / new_whole - (top - value * bottom) / whole
    half = student(deals - 1) * math.sqrt(float(residuals @ residuals) * deals / (deals - 1))
    return Estimate(difference, difference - half, difference + half, int(whole))
