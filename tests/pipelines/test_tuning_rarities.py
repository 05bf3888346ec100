"""Rarities of patterns and their covariance, against bootstrap and plain counting."""

import math

import numpy as np
import polars as pl
import pytest

from pipelines.tuning.rarities import combined_rarities, priced_patterns, rarities_of_profiles
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset


def profiles(deals):
    """The frame of deal_patterns for deals, each a list of wins, each a set of patterns."""
    rows = []
    for wins in deals:
        held = sorted({key for win in wins for key in win})
        counts = [sum(key in win for win in wins) for key in held]
        rows.append((len(wins), held, counts, 1))
    schema = {
        "wins": pl.Int64,
        "patterns": pl.List(pl.String),
        "counts": pl.List(pl.Int64),
        "deals": pl.Int64,
    }
    return pl.DataFrame(rows, schema=schema, orient="row")


def test_rarity_is_minus_the_log_of_the_share_of_wins():
    found = rarities_of_profiles(profiles([["a"], ["ab"], [""], [""]] * 10), ["a", "b", "c"])
    assert found.wins.tolist() == [20, 10, 0]
    assert found.rarity[:2] == pytest.approx([math.log(2), math.log(4)])
    assert found.seen.tolist() == [True, True, False]
    assert found.unseen.tolist() == [False, False, True]
    assert found.least[2] == pytest.approx(math.log(40 / 3))  # rule of three


def test_the_covariance_of_independent_wins_is_that_of_a_multinomial():
    found = rarities_of_profiles(profiles([["a"], ["ab"], [""], [""]] * 10), ["a", "b"])
    n = 40
    expected = np.array([[1 / 0.5 - 1, 0.25 / (0.5 * 0.25) - 1], [0, 1 / 0.25 - 1]]) / (n - 1)
    expected[1, 0] = expected[0, 1]
    assert found.covariance == pytest.approx(expected)


def test_wins_of_one_deal_are_one_cluster():
    alone = rarities_of_profiles(profiles([["a"], ["a"], [""], [""]] * 20), ["a"])
    together = rarities_of_profiles(profiles([["a", "a"], ["", ""]] * 20), ["a"])
    # The same wins in pairs that are alike tell half as much.
    ratio = together.covariance[0, 0] / alone.covariance[0, 0]
    assert ratio == pytest.approx(2 * (40 / 39) / (80 / 79))


def test_the_covariance_is_that_of_a_bootstrap_over_deals():
    numbers = np.random.default_rng(11)
    deals = [
        ["".join(k for k, q in zip("ab", (0.3, 0.15), strict=True) if numbers.random() < q)]
        * int(numbers.integers(1, 4))
        for _ in range(400)
    ]
    found = rarities_of_profiles(profiles(deals), ["a", "b"])
    counts = np.array([[len(d), sum("a" in w for w in d), sum("b" in w for w in d)] for d in deals])
    samples = []
    for _ in range(2000):
        drawn = counts[numbers.integers(0, len(deals), len(deals))].sum(axis=0)
        samples.append(-np.log(drawn[1:] / drawn[0]))
    bootstrap = np.cov(np.array(samples).T)
    assert np.diag(found.covariance) == pytest.approx(np.diag(bootstrap), rel=0.12)


def test_too_few_wins_have_no_rarity():
    with pytest.raises(UsageError, match="some-run: 29 wins; rarity is measured on 30 or more"):
        rarities_of_profiles(profiles([["a"]] * 29), ["a"], ["some-run"])


def test_what_is_priced_counts_in_totals_and_is_no_limit_and_no_stake():
    assert "dealer" not in priced_patterns(load_ruleset("taiwan-standard"))
    assert "any_wind" not in priced_patterns(load_ruleset("taiwan-standard"))  # worth 0
    assert "full_flush" not in priced_patterns(load_ruleset("longgang"))  # the limit
    assert "flower" not in priced_patterns(load_ruleset("luoyuan-20"))  # counted, not a kind
    assert "golden_pair" in priced_patterns(load_ruleset("luoyuan-20"))
    assert len(priced_patterns(load_ruleset("mcr"))) == 81


def test_exact_sampled_and_undecided_patterns_are_told_apart():
    frame = pl.DataFrame(
        {
            "pattern": ["a", "b", "c", "d"],
            "method": ["exact", "sampled", "sampled", "play"],
            "q": [0.01, 0.1, 0.0, None],
        }
    )
    found = combined_rarities(frame, ["a", "b", "c", "d"])
    assert found.rarity[:2] == pytest.approx([math.log(100), math.log(10)])
    assert found.errors.tolist() == pytest.approx([0, math.sqrt(9 / 200_000), 0, 0])
    assert found.unseen.tolist() == [False, False, True, False]
    assert found.wins.tolist() == [-1, 20_000, 0, -1]
