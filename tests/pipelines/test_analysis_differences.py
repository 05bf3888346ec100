"""Patterns of two populations: shares, intervals, and how many of many are told to differ."""

import numpy as np
import pytest
from scipy import stats

from pipelines import analysis
from pipelines.analysis.significance import adjusted, same_share
from pipelines.analysis.statistics import rate
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset
from tests.lake_rows import Rows, connection

ONE, TWO = "mcr-botzone-sim-000000000001", "mcr-botzone-sim-000000000002"
RULESET = load_ruleset("mcr-botzone")


def rows_of(run, counts, wins):
    """Wins of a hand each, the first `counts[pattern]` of them with the pattern."""
    rows = Rows(run)
    for number in range(wins):
        has = [(key, 1, 2) for key, count in counts.items() if number < count]
        rows.win(rows.hand(number, "win"), 0, payer=1, patterns=has)
    return rows


def test_patterns_differ_with_newcombes_interval_and_an_adjusted_p():
    ours = {"all_chows": 48, "half_flush": 40, "full_flush": 1}
    theirs = {"all_chows": 56, "half_flush": 35, "full_flush": 1}
    con = connection(rows_of(ONE, ours, 80), rows_of(TWO, theirs, 70))
    found = analysis.pattern_differences(con, [ONE], [TWO], RULESET, RULESET)
    assert found["pattern"].to_list()[0] == "all_chows"
    rows = {row["pattern"]: row for row in found.iter_rows(named=True)}
    # 48 of 80 and 56 of 70 are example (a) of Newcombe 1998: 0.2, from 0.0524 to 0.3339.
    chows = rows["all_chows"]
    assert (chows["share"], chows["share_other"]) == (0.6, 0.8)
    assert (chows["difference"], chows["low"], chows["high"]) == pytest.approx(
        (0.2, 0.0524, 0.3339), abs=5e-5
    )
    chi = stats.chi2_contingency([[48, 32], [56, 14]], correction=False).pvalue
    assert chows["p"] == pytest.approx(chi)
    assert rows["full_flush"]["p"] == stats.fisher_exact([[1, 79], [1, 69]]).pvalue
    p = [row["p"] for row in rows.values()]
    assert [row["q"] for row in rows.values()] == pytest.approx(
        stats.false_discovery_control(p).tolist()
    )


def test_what_is_no_difference_is_seldom_told_to_be_one():
    # Sixty patterns of equal frequency in 300 comparisons: the share of comparisons in which any
    # is told to differ is the false discovery rate, at most 5 % (and a little of chance).
    numbers = np.random.default_rng(2)
    told = 0
    for _ in range(300):
        shares = numbers.uniform(0.05, 0.5, 60)
        counts = numbers.binomial(500, shares, (2, 60))
        chances = [
            same_share(rate(int(a), 500), 500.0, rate(int(b), 500), 500.0) for a, b in counts.T
        ]
        told += min(q for q in adjusted(chances)) < 0.05
    assert told / 300 <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / 300)


def test_hands_of_one_deal_make_a_difference_less_sure():
    def clustered(run, winners):
        rows = Rows(run)
        for deal in range(40):
            for copy in range(6):
                has = [("all_chows", 1, 2)] if deal < winners else []
                hand = rows.hand(deal * 6 + copy, "win", deal=deal)
                rows.win(hand, 0, payer=1, patterns=has or [("half_flush", 1, 6)])
        return rows

    con = connection(clustered(ONE, 16), clustered(TWO, 24))
    row = analysis.pattern_differences(con, [ONE], [TWO], RULESET, RULESET).row(0, named=True)
    # Each deal is all or nothing: 240 wins tell as much as 39 or 40 deals.
    expected = stats.chi2_contingency([[16, 24], [24, 16]], correction=False).pvalue
    assert row["p"] == pytest.approx(expected, rel=0.1)


def test_patterns_that_nobody_won_with_are_not_compared():
    con = connection(rows_of(ONE, {"all_chows": 3}, 40), rows_of(TWO, {"all_chows": 9}, 40))
    found = analysis.pattern_differences(con, [ONE], [TWO], RULESET, RULESET)
    assert found["pattern"].to_list() == ["all_chows"]
    assert found["q"][0] == found["p"][0]


def test_populations_without_wins_have_no_differences():
    con = connection(rows_of(ONE, {"all_chows": 3}, 40), Rows(TWO))
    assert analysis.pattern_differences(con, [ONE], [TWO], RULESET, RULESET).height == 0


def test_other_catalogues_are_refused():
    other = load_ruleset("yantai")
    with pytest.raises(UsageError, match="are not the same ones"):
        analysis.pattern_differences(connection(Rows(ONE)), [ONE], [TWO], RULESET, other)
