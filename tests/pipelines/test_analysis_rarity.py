"""Rarity side by side: counts as plain SQL counts them, intervals, ratio and tests by formula."""

import math

import numpy as np
import polars as pl
import pytest

from pipelines import analysis
from pipelines.analysis.statistics import clustered_rate, effective_size, rate
from schemas.rules_files import load_ruleset
from tests.lake_rows import Rows, connection

RULES = "mcr-botzone"
RULESET = load_ruleset(RULES)
BLIND, KNOWING = f"{RULES}-sim-00000000000a", f"{RULES}-sim-00000000000b"
Z = 1.959964


def run_of(name, n, counts, hands_of_deal=1):
    """A run of n wins; the first so many of them contain a pattern."""
    rows = Rows(name, RULES)
    for place in range(n):
        session, hand = divmod(place, hands_of_deal)
        won = rows.hand(session, "win", hand_in_session=hand)
        found = [(key, 1, 2) for key, count in counts.items() if place < count]
        rows.win(won, 0, patterns=found)
    lost = rows.hand(n, "draw")
    assert lost
    return rows


@pytest.fixture(scope="module")
def con():
    return connection(
        run_of(BLIND, 40, {"all_chows": 10, "self_draw": 20, "seven_pairs": 2}),
        run_of(KNOWING, 60, {"all_chows": 30, "self_draw": 27, "half_flush": 9}),
    )


@pytest.fixture(scope="module")
def frame(con):
    return analysis.rarity(con, RULESET, natural=[BLIND], strategic=[KNOWING], hands=2_000, seed=1)


def of(frame, key):
    return frame.filter(pl.col("pattern") == key).row(0, named=True)


def fisher(table):
    """Two-sided p-value: all tables with these margins that are no likelier than this one."""
    (a, b), (c, d) = table
    ways = [
        math.comb(a + b, one) * math.comb(c + d, a + c - one)
        for one in range(max(0, a - d), min(a + b, a + c) + 1)
    ]
    own = math.comb(a + b, a) * math.comb(c + d, c)
    return sum(way for way in ways if way <= own) / sum(ways)


def test_counts_are_those_of_plain_sql(con, frame):
    for play, run in (("natural", BLIND), ("strategic", KNOWING)):
        [(n,)] = con.sql(f"select count(*) from wins where run = '{run}'").fetchall()
        for row in frame.iter_rows(named=True):
            [(count,)] = con.sql(
                "select count(distinct (hand_id, winner)) from win_patterns "
                f"where run = '{run}' and pattern = '{row['pattern']}'"
            ).fetchall()
            assert (row[f"{play}_count"], row[f"{play}_n"]) == (count, n)
            assert row[f"{play}_share"] == count / n


def test_shares_of_single_hands_have_wilsons_interval(frame):
    row = of(frame, "all_chows")
    # 10 of 40, by Wilson's formula.
    centre, half = 0.25 + Z * Z / 80, Z * math.sqrt(0.25 * 0.75 / 40 + Z * Z / 6400)
    scale = 1 + Z * Z / 40
    assert row["natural_low"] == pytest.approx((centre - half) / scale, rel=1e-5)
    assert row["natural_high"] == pytest.approx((centre + half) / scale, rel=1e-5)
    assert of(frame, "big_four_winds")["natural_high"] == 3 / 40


def test_ratio_of_strategic_to_natural_share_has_its_log_interval(frame):
    row = of(frame, "all_chows")
    error = math.sqrt(1 / 30 - 1 / 60 + 1 / 10 - 1 / 40)
    assert row["ratio"] == 2.0
    assert row["ratio_low"] == pytest.approx(2 * math.exp(-Z * error), rel=1e-5)
    assert row["ratio_high"] == pytest.approx(2 * math.exp(Z * error), rel=1e-5)


def test_where_one_of_the_counts_is_zero_there_is_a_test_and_no_interval(frame):
    gone, new = of(frame, "seven_pairs"), of(frame, "half_flush")
    assert (gone["ratio"], gone["ratio_low"], gone["ratio_high"]) == (0.0, None, None)
    assert (new["ratio"], new["ratio_low"], new["ratio_high"]) == (None, None, None)
    assert new["p"] == pytest.approx(fisher([[9, 51], [0, 40]]))


def test_false_discoveries_are_held_among_the_patterns_that_were_tested(frame):
    tested = frame.filter(pl.col("p").is_not_null())
    keys = {"all_chows", "self_draw", "seven_pairs", "half_flush"}
    assert set(tested["pattern"]) == keys
    tables = {
        "all_chows": [[30, 30], [10, 30]],
        "self_draw": [[27, 33], [20, 20]],
        "seven_pairs": [[0, 60], [2, 38]],
        "half_flush": [[9, 51], [0, 40]],
    }
    p = {key: fisher(table) for key, table in tables.items()}
    # Benjamini and Hochberg: p times the number tested over its rank, made monotone from above.
    ranked = sorted(p, key=p.get)
    adjusted = {
        key: min(4 * p[other] / (rank + 1) for rank, other in enumerate(ranked) if rank >= place)
        for place, key in enumerate(ranked)
    }
    for row in tested.iter_rows(named=True):
        assert row["p"] == pytest.approx(p[row["pattern"]])
        assert row["p_adjusted"] == pytest.approx(min(1.0, adjusted[row["pattern"]]))


def test_what_the_tiles_decide_is_exact_and_the_rest_is_marked(frame):
    exact = of(frame, "all_chows")
    assert (exact["method"], exact["q_low"], exact["q_high"]) == ("exact", None, None)
    assert exact["q"] == exact["hands"] / 13_257_769_189_488
    sampled = of(frame, "single_wait")
    assert sampled["method"] == "sampled"
    assert sampled["q_low"] < sampled["q"] == sampled["paid"] < sampled["q_high"]
    assert sampled["hands"] is None
    play = of(frame, "self_draw")
    assert (play["method"], play["q"], play["paid"]) == ("play", None, None)


def test_rows_are_the_patterns_in_the_order_of_the_catalogue(frame):
    keys = [key for key in RULESET.catalogue.keys if key in set(frame["pattern"])]
    assert frame["pattern"].to_list() == keys
    # Neutral here and not seen; every pattern with a value is there.
    assert "no_wildcard" not in keys
    worth = {key for key, rule in RULESET.patterns.items() if rule.value}
    assert set(keys) == worth


def test_without_runs_only_combinatorics_is_told(con):
    found = analysis.rarity(con, RULESET, natural=[BLIND], hands=500)
    assert found["strategic_n"].null_count() == len(found) == found["ratio"].null_count()
    assert of(found, "all_chows")["natural_count"] == 10
    assert of(found, "all_chows")["p_adjusted"] is None


def test_runs_without_a_win_tell_nothing():
    rows = Rows(BLIND, RULES)
    rows.hand(0, "draw")
    found = analysis.rarity(connection(rows), RULESET, natural=[BLIND], hands=500)
    assert found["natural_n"].null_count() == len(found)


def test_wins_of_one_deal_that_are_all_alike_count_once():
    """Ten deals of four equal wins tell no more than nine independent wins, one being estimated."""
    size = effective_size(count=20, squares=80, cross=80, sizes_squared=160, n=40, clusters=10)
    assert size == pytest.approx(9.0)
    con = connection(run_of(BLIND, 40, {"all_chows": 20}, hands_of_deal=4))
    row = of(analysis.rarity(con, RULESET, natural=[BLIND], hands=500), "all_chows")
    # Student's t of nine degrees of freedom is 2.262157: as 9 × (Z / t)² independent wins.
    size = 9 * (Z / 2.262157) ** 2
    half = Z * math.sqrt(0.25 / size + Z * Z / (4 * size**2)) / (1 + Z * Z / size)
    assert row["natural_share"] == 0.5
    assert row["natural_low"] == pytest.approx(0.5 - half, rel=1e-5)
    assert row["natural_high"] == pytest.approx(0.5 + half, rel=1e-5)


def test_clustered_intervals_cover_the_truth_at_their_rate():
    """Deals with a chance of their own, 24 wins each: a true share of a tenth, 600 times."""
    rng = np.random.default_rng(8)
    covered = {"clustered": 0, "as if independent": 0}
    trials, deals, wins = 600, 80, 24
    for _ in range(trials):
        found = rng.binomial(wins, rng.beta(1, 9, size=deals))
        count, n = int(found.sum()), deals * wins
        sums = (count, int((found**2).sum()), wins * count, deals * wins**2, n, deals)
        known = {"clustered": clustered_rate(*sums), "as if independent": rate(count, n)}
        for name, one in known.items():
            covered[name] += one.low <= 0.1 <= one.high
    # 95% of 600 are 570; three standard deviations are 16, and deals are few.
    assert 550 <= covered["clustered"] <= 586
    assert covered["as if independent"] < 500
