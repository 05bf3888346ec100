"""Intervals cover the truth in 95 of 100 made-up samples, and a bootstrap of deals agrees.

Numbers come from distributions whose means, shares and ratios are known beforehand; sums over
deals are taken with numpy.
"""

import math

import numpy as np
import pytest
from scipy import stats

from pipelines import analysis
from pipelines.analysis.balance import jackknife
from pipelines.analysis.significance import difference_of_rates
from pipelines.analysis.statistics import clustered_mean, clustered_rate, part, rate
from tests.made_up import RUN, paid_hands, tables_connection

TIMES = 3000


def covered(intervals, truth):
    """In how many of 100 samples the interval holds the truth."""
    return np.mean([one.low <= truth <= one.high for one in intervals])


def sums(part_of, size):
    """What an interval for clusters is made of: part and size by cluster."""
    return (
        int(part_of.sum()),
        int((part_of * part_of).sum()),
        int((part_of * size).sum()),
        int((size * size).sum()),
        int(size.sum()),
        len(size),
    )


def test_means_of_deals_of_several_hands():
    numbers = np.random.default_rng(1)
    found = []
    for _ in range(TIMES):
        size = numbers.integers(4, 21, 150)
        luck = numbers.normal(0, 6, 150) * size + numbers.normal(0, 12, 150) * np.sqrt(size)
        found.append(clustered_mean(*sums(np.rint(2 * size + luck).astype(int), size)))
    assert 0.94 <= covered(found, 2.0) <= 0.96


def test_means_of_skewed_points_of_single_hands():
    numbers = np.random.default_rng(2)
    # Lose 8 three times of four, else gain 24 or more: the mean is −6 + (24 + 4) / 4 = 1.
    found = []
    for _ in range(TIMES):
        gains = numbers.random(400) < 0.25
        points = np.where(gains, 24 + numbers.poisson(4, 400), -8)
        found.append(clustered_mean(*sums(points, np.ones(400, int))))
    assert 0.94 <= covered(found, 1.0) <= 0.96


@pytest.mark.parametrize(("truth", "n"), [(0.27, 400), (0.25, 1000), (0.02, 2000)])
def test_shares_of_independent_hands(truth, n):
    numbers = np.random.default_rng(3)
    found = [rate(int(count), n) for count in numbers.binomial(n, truth, 2 * TIMES)]
    assert 0.94 <= covered(found, truth) <= 0.96


@pytest.mark.parametrize(("truth", "strength"), [(0.3, 10.0), (0.1, 20.0)])
def test_shares_of_hands_of_one_deal(truth, strength):
    numbers = np.random.default_rng(4)
    found = []
    for _ in range(TIMES):
        size = np.full(200, 24)
        own = numbers.beta(truth * strength, (1 - truth) * strength, 200)
        found.append(clustered_rate(*sums(numbers.binomial(size, own), size)))
    assert 0.94 <= covered(found, truth) <= 0.96
    plain = [rate(one.count, one.n) for one in found]
    assert covered(plain, truth) < 0.85  # what taking hands for independent would promise


def test_parts_of_a_whole():
    numbers = np.random.default_rng(5)
    found = []
    for _ in range(TIMES):
        whole = numbers.geometric(0.1, 400) + 7  # of 17 on average
        own = numbers.binomial(whole, 0.4)
        found.append(part(*sums(own, whole)))
    assert 0.94 <= covered(found, 0.4) <= 0.96


def test_differences_of_shares():
    numbers = np.random.default_rng(6)
    counts = numbers.binomial((500, 700), (0.22, 0.3), (2 * TIMES, 2))
    found = [
        difference_of_rates(rate(int(one), 500), rate(int(other), 700)) for one, other in counts
    ]
    assert 0.94 <= covered(found, 0.08) <= 0.96


def test_jackknifed_figures():
    numbers = np.random.default_rng(7)
    found = []
    for _ in range(1500):
        points = numbers.geometric(0.05, 2000)
        # Points moved, hands, squares, and the group of deals that the hand belongs to.
        rows = np.column_stack([points, np.ones(2000, int), points * points, np.arange(2000) % 50])
        found.append(
            jackknife(rows, lambda one: math.sqrt(one[:, 2].sum() / one[:, 1].sum()), 2000)
        )
    # The mean square of a geometric number is (2 − p) / p².
    assert 0.935 <= covered(found, math.sqrt(1.95) / 0.05) <= 0.965


def test_paired_differences_of_the_same_walls():
    numbers = np.random.default_rng(8)

    def pairs(n):
        # What the wall gives is the same under both rules; the other pays the dealer 2 more.
        wall = numbers.normal(0, 20, n)
        return (np.rint(wall + mean + numbers.normal(0, 6, n)).astype(int) for mean in (0, 2))

    found = []
    for _ in range(TIMES):
        one, other = pairs(200)
        found.append(clustered_mean(*sums(other - one, np.ones(200, int))))
    assert 0.94 <= covered(found, 2.0) <= 0.96
    one, other = pairs(2000)
    told = paired_dealer(one, other)
    expected = stats.ttest_rel(other, one).confidence_interval(0.95)
    assert told["value"] == pytest.approx((other - one).mean())
    assert (told["low"], told["high"]) == pytest.approx(tuple(expected))


def paired_dealer(one, other):
    """The dealer's paired difference of two runs with these points of the dealer."""
    n = len(one)
    number = np.arange(2 * n)
    runs = ["one"] * n + ["other"] * n
    dealer = np.concatenate([one, other])
    points = np.column_stack([dealer, -dealer, 0 * dealer, 0 * dealer])
    hands = {"run": runs, "hand_id": number, "deal": number % n, "dealer_seat": 0}
    hands |= {"outcome": "win", "winners": 1, "permutation": 0, "hand_in_session": 0, "n_draws": 9}
    settled = {"run": [run for run in runs for _ in range(4)], "hand_id": np.repeat(number, 4)}
    settled |= {"seat": np.tile(np.arange(4), 2 * n), "delta": points.reshape(-1)}
    con = tables_connection(hands=hands, settlements=settled)
    found = analysis.paired_measures(con, ["one"], ["other"])
    con.close()
    return found.filter(measure="dealer_points").row(0, named=True)


def test_a_bootstrap_of_deals_agrees_with_the_formulas():
    numbers = np.random.default_rng(9)
    size = numbers.integers(5, 25, 400)
    own = numbers.beta(3, 7, 400)
    counts = numbers.binomial(size, own)
    points = np.rint(numbers.normal(0, 5, 400) * size + numbers.normal(0, 20, 400)).astype(int)
    drawn = numbers.integers(0, 400, (6000, 400))
    for found, top in (
        (clustered_rate(*sums(counts, size)), counts),
        (clustered_mean(*sums(points, size)), points),
        (part(*sums(counts, size)), counts),
    ):
        values = top[drawn].sum(axis=1) / size[drawn].sum(axis=1)
        low, high = np.quantile(values, [0.025, 0.975])
        width = found.high - found.low
        assert found.low == pytest.approx(low, abs=0.05 * width)
        assert found.high == pytest.approx(high, abs=0.05 * width)


def test_a_planted_bias_of_one_seat_is_found_and_its_compensation_right():
    numbers = np.random.default_rng(10)
    n, sessions = 24_000, 3000
    winner = numbers.integers(4, size=n)
    points = np.where(np.arange(4) == winner[:, None], 24, -8)
    dealer = numbers.integers(4, size=n)
    bias = np.where(np.arange(4) == dealer[:, None], 3, -1)  # each of the others pays one more
    deals = np.repeat(np.arange(sessions), n // sessions)
    con = paid_hands(points + bias, deals, dealer_seat=dealer)
    means = analysis.seat_points(con, [RUN])
    assert means["points_low"][0] < 3 < means["points_high"][0]
    assert (means["points_low"][1:] < -1).all()
    assert (means["points_high"][1:] > -1).all()
    found = analysis.compensation(con, [RUN]).row(0, named=True)
    assert found["low"] < 3 < found["high"]
    assert found["left_low"] < 0 < found["left_high"]
    paid = points + bias - np.where(np.arange(4) == dealer[:, None], 3, -1)
    even = analysis.seat_points(paid_hands(paid, deals, dealer_seat=dealer), [RUN])
    assert even["points_low"][0] < 0 < even["points_high"][0]
