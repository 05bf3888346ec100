"""Joint rarities: independent patterns have the log of their odds, partners share what is rare."""

import math

import numpy as np
import polars as pl
import pytest

from pipelines.tuning.effects import effects_of_sets
from pipelines.tuning.rarities import Rarities
from schemas.errors import UsageError


def single(keys, n):
    zeros, n_wins = np.zeros(len(keys)), np.full(len(keys), n)
    spread = np.zeros((len(keys), len(keys)))
    counts = np.zeros(len(keys), int)
    return Rarities(tuple(keys), counts, n_wins, n_wins, zeros, zeros, zeros, spread)


def sets(cells):
    """The frame of pattern_sets from (fold, patterns, wins)."""
    rows = [(fold, sorted(patterns), wins) for fold, patterns, wins in cells]
    schema = {"fold": pl.Int64, "patterns": pl.List(pl.String), "wins": pl.Int64}
    return pl.DataFrame(rows, schema=schema, orient="row")


def independent(shares, n, folds=1):
    """Expected wins of every set of independent patterns, the same in each group of deals."""
    cells = []
    for mask in range(1 << len(shares)):
        keys = [key for at, key in enumerate(shares) if mask >> at & 1]
        share = math.prod(q if key in keys else 1 - q for key, q in shares.items())
        cells += [(fold, keys, round(n * share / folds)) for fold in range(folds)]
    return cells


def test_the_effect_of_an_independent_pattern_is_minus_the_log_of_its_odds():
    shares = {"a": 0.5, "b": 0.2, "c": 0.1}
    found = effects_of_sets(sets(independent(shares, 1_000_000, folds=4)), single("abc", 1_000_000))
    expected = [-math.log(q / (1 - q)) for q in shares.values()]
    assert found.rarity == pytest.approx(expected, abs=1e-3)
    assert found.errors == pytest.approx(0, abs=1e-6)  # all groups are alike


def test_a_pattern_that_mostly_comes_with_another_is_not_paid_twice():
    # b comes in 1 of 10 wins, and then nearly always with a, which is as rare: −ln q is 2.3 each.
    cells = [(0, "", 8_900), (0, "a", 100), (0, "b", 100), (0, "ab", 900)]
    found = effects_of_sets(sets(cells), single("ab", 10_000))
    # Least squares of −ln share on the two by hand, every win counting once: both alike.
    x = np.array([[1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 1, 1]])
    w = np.array([8_900, 100, 100, 900])
    y = -np.log(w / w.sum())
    beta = np.linalg.solve(x.T @ (w[:, None] * x), x.T @ (w * y))
    assert found.rarity == pytest.approx(beta[1:])
    assert found.rarity.sum() < 3  # not twice 2.3


def test_patterns_that_always_come_together_are_not_told_apart():
    cells = [(0, "", 500), (0, "ab", 200), (0, "c", 200), (0, "abc", 100)]
    found = effects_of_sets(sets(cells), single("abc", 1_000))
    assert found.seen.tolist() == [False, False, True]
    assert found.unseen.tolist() == [False] * 3  # not measured, which is no sign of rarity


def test_patterns_that_are_no_price_are_passed_over():
    with_more = [(0, "x", 300), (0, "", 200), (0, "ax", 200), (0, "a", 100), (0, "b", 200)]
    without = [(0, "", 500), (0, "a", 300), (0, "b", 200)]
    one, other = (effects_of_sets(sets(each), single("ab", 1_000)) for each in (with_more, without))
    assert one.rarity == pytest.approx(other.rarity)


def test_small_cells_are_left_out():
    cells = [(0, "", 500), (0, "a", 300), (0, "b", 4), (0, "ab", 4)]
    found = effects_of_sets(sets(cells), single("ab", 808))
    assert found.seen.tolist() == [True, False]


def test_too_few_wins_are_told():
    with pytest.raises(UsageError, match="effects 'joint' needs more hands"):
        effects_of_sets(sets([(0, "", 20), (0, "a", 20)]), single("a", 40))


def test_jackknife_errors_are_those_of_repeated_samples():
    shares = {"a": 0.4, "b": 0.3, "c": 0.2}
    numbers = np.random.default_rng(8)
    cells = independent(shares, 20_000)
    chances = np.array([wins for *_, wins in cells], float)
    chances /= chances.sum()
    found, errors = [], []
    for _ in range(60):
        rows = [
            (fold, keys, int(wins))
            for fold in range(50)
            for (_, keys, _), wins in zip(cells, numbers.multinomial(400, chances), strict=True)
        ]
        one = effects_of_sets(sets(rows), single("abc", 20_000))
        found.append(one.rarity)
        errors.append(one.errors)
    assert np.mean(errors, axis=0) == pytest.approx(np.std(found, axis=0), rel=0.25)
