"""The line of a table: least squares, intervals that cover, a planted mispricing that is found."""

import math

import numpy as np
import pytest

from pipelines.tuning.fitting import Scale, fit_line
from pipelines.tuning.rarities import Rarities
from schemas.errors import UsageError

A, K = 1.0, 2.0


def rarities(rarity, covariance=None, n=0):
    rarity = np.array(rarity, float)
    size = len(rarity)
    spread = np.zeros((size, size)) if covariance is None else np.array(covariance)
    keys = tuple(f"p{at}" for at in range(size))
    none = np.full(size, np.nan)
    n_wins = np.full(size, n)
    return Rarities(keys, np.full(size, -1), n_wins, n_wins, none, none, rarity, spread)


def counted(shares, n, numbers):
    """Rarities of independent patterns as they are counted in n wins."""
    wins = numbers.binomial(n, shares)
    found = wins > 0
    rarity = np.where(found, -np.log(np.maximum(wins, 1) / n), np.nan)
    variance = np.where(found, (1 - wins / n) / np.maximum(wins, 1), 0.0)
    keys = tuple(f"p{at}" for at in range(len(shares)))
    none, n_wins = np.full(len(shares), np.nan), np.full(len(shares), n)
    return Rarities(keys, wins, n_wins, n_wins, none, none, rarity, np.diag(variance))


def test_exact_rarities_are_fitted_by_ordinary_least_squares():
    # Through (0, 1), (1, 2), (2, 6): slope Σxy / Σx² about the means = 5 / 2, a = 3 − 2.5.
    line = fit_line(np.array([1.0, 2.0, 6.0]), rarities([0, 1, 2]))
    assert (line.a, line.k) == pytest.approx((0.5, 2.5))
    assert line.mispricing == pytest.approx([0.5, -1.0, 0.5])
    assert line.scatter == pytest.approx(math.sqrt(1.5))  # residuals over one degree of freedom
    assert line.low == pytest.approx(line.high)  # nothing of q is by chance
    assert np.isnan(line.p_value).all()


def test_values_that_multiply_lie_on_a_line_of_their_logarithms():
    scale = Scale("power")
    line = fit_line(scale.score(np.array([2, 4, 8])), rarities([1, 2, 3]))
    assert line.k == pytest.approx(math.log(2))
    assert scale.value(line.score) == pytest.approx([2, 4, 8])


def test_a_pattern_counted_more_often_weighs_more():
    scores = np.array([1.0, 2.0, 3.0, 9.0])
    sure = fit_line(scores, rarities([0, 1, 2, 3], np.diag([0.001, 0.001, 0.001, 0.001])))
    unsure = fit_line(scores, rarities([0, 1, 2, 3], np.diag([0.001, 0.001, 0.001, 4.0])))
    assert abs(unsure.k - 1) < abs(sure.k - 1)


def test_errors_go_through_the_line_as_differences_of_it_do():
    numbers = np.random.default_rng(3)
    rarity, scores = numbers.uniform(0.5, 6, 8), numbers.uniform(1, 20, 8)
    scores = scores + 3 * rarity
    spread = numbers.normal(size=(8, 8)) * 0.05
    covariance = spread @ spread.T
    line = fit_line(scores, rarities(rarity, covariance))
    # The weights are held: recover them from the fit and differentiate the weighted line itself.
    weights = 1 / (line.scatter**2 + line.k**2 * np.diag(covariance))

    def mispricing(r):
        k, a = np.polyfit(r, scores, 1, w=np.sqrt(weights))
        return scores - a - k * r

    assert mispricing(rarity) == pytest.approx(line.mispricing, abs=1e-5)
    step = 1e-5
    jacobian = np.column_stack(
        [
            (mispricing(rarity + step * row) - mispricing(rarity - step * row)) / (2 * step)
            for row in np.eye(8)
        ]
    )
    expected = np.sqrt(np.diag(jacobian @ covariance @ jacobian.T))
    assert line.error == pytest.approx(expected, rel=1e-3)


def test_a_planted_mispricing_is_found_and_no_other_is_made_of_chance():
    shares = np.geomspace(0.4, 0.002, 20)
    scores = A - K * np.log(shares)
    scores[7] += 5.0
    truth = fit_line(scores, rarities(-np.log(shares))).mispricing
    line = fit_line(scores, counted(shares, 50_000, np.random.default_rng(1)))
    assert line.mispricing.argmax() == 7
    assert line.q_value[7] < 1e-6
    assert line.low[7] < truth[7] < line.high[7]
    assert truth[7] > 4


def test_intervals_of_mispricing_cover_the_truth_in_95_of_100_repetitions():
    shares = np.geomspace(0.5, 0.01, 12)
    numbers = np.random.default_rng(2)
    scores = A - K * np.log(shares) + numbers.normal(0, 1.0, 12)
    hits = []
    for _ in range(300):
        seen = counted(shares, 4_000, numbers)
        line = fit_line(scores, seen)
        # The truth: the line of the same weights through the true rarities.
        weights = 1 / (line.scatter**2 + line.k**2 * np.diag(seen.covariance))
        k, a = np.polyfit(-np.log(shares), scores, 1, w=np.sqrt(weights))
        truth = scores - a + k * np.log(shares)
        hits.append((line.low <= truth) & (truth <= line.high))
    rate = float(np.mean(hits))
    assert 0.94 <= rate <= 0.96


def test_the_interval_of_the_slope_covers_it():
    shares = np.geomspace(0.5, 0.01, 12)
    scores = A - K * np.log(shares)
    numbers = np.random.default_rng(4)
    lines = [fit_line(scores, counted(shares, 4_000, numbers)) for _ in range(250)]
    rate = np.mean([abs(line.k - K) <= 1.96 * line.k_error for line in lines])
    assert 0.92 <= rate <= 0.98


def test_a_right_table_has_no_more_discoveries_than_stated():
    shares = np.geomspace(0.5, 0.01, 12)
    scores = A - K * np.log(shares)
    numbers = np.random.default_rng(5)
    found = [
        (fit_line(scores, counted(shares, 4_000, numbers)).q_value < 0.05).any() for _ in range(200)
    ]
    assert np.mean(found) <= 0.08


def test_a_pattern_never_seen_is_held_against_its_bound():
    # n = 3,000 wins without it: q ≤ 0.001, so worth at least 1 + 2·ln 1000 = 14.8.
    shares = [0.5, 0.1, 0.02]
    seen = rarities([*(-np.log(shares)), np.nan], n=3_000)
    scores = np.array([*(A - K * np.log(shares)), 5.0])
    line = fit_line(scores, seen)
    assert line.score[3] == pytest.approx(A + K * math.log(1000))
    assert line.mispricing[3] == line.high[3] == pytest.approx(5 - (A + K * math.log(1000)))
    assert line.low[3] == -np.inf
    # Worth 5 it should come once in e² wins: that none of 3,000 has it is no chance.
    assert line.p_value[3] == pytest.approx((1 - math.exp(-2)) ** 3_000)
    assert line.q_value[3] < 0.001


@pytest.mark.parametrize(
    ("scores", "rarity", "sentence"),
    [
        ([1, 2, 3], [1, 2, np.nan], "2 of 3 patterns have a measured rarity that differs"),
        ([1, 2, 3], [1, 1, 1], "a line needs 3"),
        ([3, 2, 1], [1, 2, 3], r"rarer patterns are not worth more in this table \(k = -1\)"),
    ],
)
def test_what_no_line_can_price_is_told(scores, rarity, sentence):
    with pytest.raises(UsageError, match=sentence):
        fit_line(np.array(scores, float), rarities(rarity))
