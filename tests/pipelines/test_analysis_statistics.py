"""Intervals: against scipy, against published values, and their coverage by simulation."""

import math

import numpy as np
import polars as pl
import pytest
from scipy import stats

from pipelines.analysis.statistics import (
    FEW,
    clustered_mean,
    mean,
    part,
    player_rate,
    rate,
    with_estimates,
)


@pytest.mark.parametrize(("count", "n"), [(1, 1), (1, 7), (10, 40), (40, 40), (263, 1000)])
def test_rates_have_wilsons_interval(count, n):
    found = rate(count, n)
    expected = stats.binomtest(count, n).proportion_ci(method="wilson")
    assert found.value == count / n
    assert found.low == pytest.approx(expected.low, abs=1e-12)
    assert found.high == pytest.approx(expected.high, abs=1e-12)
    assert (found.count, found.n) == (count, n)


def test_wilson_of_newcombes_example():
    # Newcombe 1998, table I, method 3: 81 of 263 gives 0.2553 to 0.3662.
    found = rate(81, 263)
    assert (round(found.low, 4), round(found.high, 4)) == (0.2553, 0.3662)


@pytest.mark.parametrize(("n", "high"), [(300, 0.01), (30, 0.1), (3, 1.0), (2, 1.0)])
def test_a_zero_count_takes_the_rule_of_three(n, high):
    found = rate(0, n)
    assert (found.value, found.low, found.high) == (0.0, 0.0, high)


def test_a_rate_of_no_cases_has_no_value():
    found = rate(0, 0)
    assert (found.value, found.low, found.high, found.n) == (None, None, None, 0)


def test_wilson_covers_the_truth_in_about_95_of_100_samples():
    rng = np.random.default_rng(11)
    for truth, n in ((0.27, 400), (0.03, 400)):
        found = [rate(int(k), n) for k in rng.binomial(n, truth, 2000)]
        covered = sum(one.low <= truth <= one.high for one in found) / len(found)
        assert 0.935 <= covered <= 0.975


def test_player_rates_take_the_interval_of_hands():
    hands, players = rate(60, 100), player_rate(60, 100)
    assert players.n == 400
    assert players.value == 0.15
    assert players.low == pytest.approx(hands.low / 4)
    assert players.high == pytest.approx(hands.high / 4)


def test_means_have_students_interval():
    values = [8, 9, 12, 40, 8]
    found = mean(sum(values), sum(value * value for value in values), len(values))
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert found.value == 15.4
    assert found.low == pytest.approx(expected.low)
    assert found.high == pytest.approx(expected.high)


def test_one_case_has_a_mean_but_no_interval():
    found = mean(5, 25, 1)
    assert (found.value, found.low, found.high, found.n) == (5.0, None, None, 1)


def test_a_mean_of_no_cases_has_no_value():
    assert mean(0, 0, 0).value is None


def test_clusters_widen_the_interval_of_a_mean():
    # Three walls, each played twice with the same result: as good as three hands.
    sums, sizes = [20, -4, 8], [2, 2, 2]
    found = clustered_mean(
        total=sum(sums),
        squares=sum(value * value for value in sums),
        cross=sum(value * size for value, size in zip(sums, sizes, strict=True)),
        sizes_squared=12,
        n=6,
        clusters=3,
    )
    expected = stats.ttest_1samp([10, -2, 4], 0).confidence_interval(0.95)
    assert found.value == 4.0
    assert found.low == pytest.approx(expected.low)
    assert found.high == pytest.approx(expected.high)


def test_unequal_clusters_agree_with_a_cluster_bootstrap():
    rng = np.random.default_rng(5)
    sizes = rng.integers(1, 6, 300)
    sums = np.array([int(rng.normal(0, 20) * size + rng.normal(0, 5)) for size in sizes])
    found = clustered_mean(
        int(sums.sum()),
        int((sums * sums).sum()),
        int((sums * sizes).sum()),
        int((sizes * sizes).sum()),
        int(sizes.sum()),
        len(sizes),
    )
    draws = rng.integers(0, len(sizes), (4000, len(sizes)))
    means = sums[draws].sum(axis=1) / sizes[draws].sum(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    half = (found.high - found.low) / 2
    assert found.low == pytest.approx(low, abs=0.1 * half)
    assert found.high == pytest.approx(high, abs=0.1 * half)


def test_a_part_is_a_ratio_of_sums_within_0_and_1():
    # 6 of 10, 6 of 24 and 6 of 12, each twenty times.
    parts, wholes = [6, 6, 6] * 20, [10, 24, 12] * 20
    crosses = [p * w for p, w in zip(parts, wholes, strict=True)]
    squares = [whole * whole for whole in wholes]
    found = part(sum(parts), 36 * 60, sum(crosses), sum(squares), sum(wholes), 60)
    residuals = [p - 18 / 46 * w for p, w in zip(parts, wholes, strict=True)]
    deviation = math.sqrt(sum(r * r for r in residuals) * 60 / 59) / sum(wholes)
    half = stats.t.ppf(0.975, 59) * deviation
    assert found.value == pytest.approx(18 / 46)
    assert found.low == pytest.approx(18 / 46 - half)
    assert found.high == pytest.approx(18 / 46 + half)
    assert found.n == 60


def test_a_part_in_few_cases_has_no_interval():
    found = part(10, 50, 100, 200, 20, FEW - 1)
    assert (found.value, found.low, found.high) == (0.5, None, None)


@pytest.mark.parametrize(("n", "few"), [(FEW - 1, True), (FEW, False)])
def test_few_cases_are_known_as_few(n, few):
    assert rate(1, n).is_few is few


def test_frames_get_estimates_under_the_names_given():
    frame = with_estimates(pl.DataFrame({"a": [1]}), [rate(1, 2)], "won", prefix="won_")
    assert frame.columns == ["a", "won", "won_low", "won_high"]
    assert frame["won"].to_list() == [0.5]
