"""The line of a table: what rarity says a pattern is worth, and by how much a value is beside it.

``score = a − k·ln q``, or with the form ``power`` ``ln score = a − k·ln q``, by least squares over
the patterns that were seen. The weight of a pattern is 1 / (τ² + k²s²): s is the standard error of
its rarity, so that its weight grows with the information of q, and τ the scatter of the table's own
values about the line, estimated so that the weighted squares come out as they should (Paule and
Mandel 1982). Without τ the most frequent patterns would settle the line alone. Exact rarities have
s = 0 and equal weights.

Mispricing is today's score − that of the line. Its interval is by the delta method: the weights
are held, and the covariance of the rarities (clustered by deal) goes through the derivative of the
line as well as through the pattern's own rarity. It holds what chance in the hands does, and not
that another table would scatter in another way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, stats

from pipelines.analysis.statistics import Z
from pipelines.tuning.rarities import Floats, Rarities
from schemas.errors import UsageError

FEWEST_PATTERNS: Final = 3
"""A line through fewer patterns says nothing."""
_ROUNDS: Final = 200
_CLOSE: Final = 1e-8


@dataclass(frozen=True, slots=True)
class Scale:
    """On what scale scores lie on a line: as they are, or as logarithms."""

    form: str

    def score(self, values: Floats | NDArray[np.int64]) -> Floats:
        """Values of patterns on the scale."""
        numbers = np.asarray(values, np.float64)
        return np.log(numbers) if self.form == "power" else numbers

    def value(self, scores: Floats) -> Floats:
        """Back from the scale."""
        return np.exp(scores) if self.form == "power" else scores


@dataclass(frozen=True, slots=True)
class Line:
    """A fitted line and the mispricing of each pattern; arrays hold one entry a pattern.

    Attributes:
        a, k: ``score = a − k·ln q``.
        a_error, k_error: their standard errors from the covariance of the rarities.
        scatter: τ, standard deviation of the scores about the line beyond that of q.
        score: of the line; of a pattern never seen at the bound of its rarity; not a number where
            nothing was measured.
        mispricing: score of today's value − `score`; of a pattern never seen at most that.
        error: standard error of `mispricing`; 0 where exact, not a number without a rarity.
        p_value: that the value is right; not a number where the rarity is exact or not measured.
        q_value: the same after Benjamini and Hochberg over all patterns that have one.
    """

    a: float
    k: float
    a_error: float
    k_error: float
    scatter: float
    score: Floats
    mispricing: Floats
    error: Floats
    p_value: Floats
    q_value: Floats

    @property
    def low(self) -> Floats:
        """Lower ends of the 95 % intervals of the mispricing; −∞ without a rarity."""
        return np.where(np.isnan(self.error), -np.inf, self.mispricing - Z * self.error)

    @property
    def high(self) -> Floats:
        """Upper ends; where never seen that of the rule of three."""
        return np.where(np.isnan(self.error), self.mispricing, self.mispricing + Z * self.error)


def fit_line(scores: Floats, rarities: Rarities) -> Line:
    """Lay the line through today's scores of the patterns that were seen.

    Args:
        scores: today's values on their `Scale`.
        rarities: of the same patterns.

    Raises:
        UsageError: where fewer than `FEWEST_PATTERNS` were seen, all are equally rare, or rarer
            patterns are not worth more.
    """
    seen = rarities.seen
    if seen.sum() < FEWEST_PATTERNS or np.ptp(rarities.rarity[seen]) < _CLOSE:
        raise UsageError(
            f"{int(seen.sum())} of {len(seen)} patterns have a measured rarity that differs; a "
            f"line needs {FEWEST_PATTERNS}"
        )
    y, r = scores[seen], rarities.rarity[seen]
    covariance = rarities.covariance[np.ix_(seen, seen)]
    weights, tau = _weights(y, r, np.diag(covariance))
    design = np.column_stack([np.ones_like(r), r])
    inverse = np.linalg.inv(design.T * weights @ design)
    a, k = inverse @ (design.T * weights @ y)
    if k <= 0:
        raise UsageError(
            f"rarer patterns are not worth more in this table (k = {k:.3g}): rarity cannot price it"
        )
    residuals = y - a - k * r
    # How a and k move with each rarity: the normal equations, differentiated.
    moving = inverse @ (np.outer([0.0, 1.0], weights * residuals) - design.T * weights * k)
    spread = moving @ covariance @ moving.T
    jacobian = -k * np.eye(len(r)) - design @ moving
    variance = np.einsum("ij,jk,ik->i", jacobian, covariance, jacobian)
    error = np.full(len(scores), np.nan)
    error[seen] = np.sqrt(np.maximum(variance, 0.0))
    score = a + k * rarities.least
    mispricing = scores - score
    p_value = _p_values(scores, mispricing, error, a, k, rarities)
    tested = np.isfinite(p_value)
    q_value = np.full(len(scores), np.nan)
    if tested.any():
        q_value[tested] = stats.false_discovery_control(p_value[tested])
    return Line(
        a=float(a),
        k=float(k),
        a_error=float(np.sqrt(max(spread[0, 0], 0.0))),
        k_error=float(np.sqrt(max(spread[1, 1], 0.0))),
        scatter=tau,
        score=score,
        mispricing=mispricing,
        error=error,
        p_value=p_value,
        q_value=q_value,
    )


def _weights(y: Floats, r: Floats, variances: Floats) -> tuple[Floats, float]:
    """Weights of the patterns and τ, found together with the slope that they depend on."""
    weights = np.ones_like(y)
    tau2 = 0.0
    for _ in range(_ROUNDS):
        slope = _slope(y, r, weights)
        noise = slope * slope * variances
        before, tau2 = tau2, _scatter(y, r, noise)
        known = tau2 + noise
        weights = 1.0 / known if known.min() > 0 else np.ones_like(y)
        if abs(tau2 - before) <= _CLOSE * max(1.0, tau2):
            break
    return weights, float(np.sqrt(tau2))


def _slope(y: Floats, r: Floats, weights: Floats) -> float:
    centred = r - np.average(r, weights=weights)
    return float((weights * centred) @ y / ((weights * centred) @ centred))


def _scatter(y: Floats, r: Floats, noise: Floats) -> float:
    """τ² with which the weighted squares about the line are as many as its degrees of freedom."""
    degrees = len(y) - 2

    def excess(tau2: float) -> float:
        weights = 1.0 / (tau2 + noise)
        slope = _slope(y, r, weights)
        rest = y - np.average(y, weights=weights) - slope * (r - np.average(r, weights=weights))
        return float((weights * rest) @ rest) - degrees

    if noise.min() > 0 and excess(0.0) <= 0:
        return 0.0
    plain = y - y.mean() - _slope(y, r, np.ones_like(y)) * (r - r.mean())
    squares = float(plain @ plain)
    if squares <= _CLOSE:
        return 0.0
    most = squares / degrees * 4 + 1.0
    while excess(most) > 0:
        most *= 2
    least = most * 1e-12
    return 0.0 if excess(least) <= 0 else float(optimize.brentq(excess, least, most))


def _p_values(
    scores: Floats, mispricing: Floats, error: Floats, a: float, k: float, rarities: Rarities
) -> Floats:
    """How likely a mispricing as large or larger is where there is none.

    Of a pattern never seen: how likely it is not to be seen in n wins with the frequency that its
    value would be right for.
    """
    found = np.full(len(scores), np.nan)
    tested = error > 0
    found[tested] = 2 * stats.norm.sf(np.abs(mispricing[tested]) / error[tested])
    unseen = rarities.unseen
    right_for = np.minimum(1.0, np.exp((a - scores[unseen]) / k))
    found[unseen] = (1.0 - right_for) ** rarities.alone[unseen]
    return found
