"""Two populations side by side: paired on common walls, independent, and in a common unit."""

import math

import numpy as np
import pytest
from scipy import stats

from pipelines import analysis
from tests.lake_rows import RUN, Rows, connection

OTHER = "mcr-sim-ffffffffffff"


def rows_of(run, deltas, **columns):
    rows = Rows(run)
    for session, row in enumerate(deltas):
        outcome = "win" if any(row) else "draw"
        hand = rows.hand(session, outcome, deltas=row, winners=1 if any(row) else 0, **columns)
        if any(row):
            rows.win(hand, 0, payer=1)
    return rows


def one(frame, measure):
    return frame.filter(measure=measure).row(0, named=True)


def test_measures_are_means_over_all_hands():
    rows = rows_of(RUN, [(24, -8, -8, -8), (0, 0, 0, 0), (12, -12, 0, 0)])
    found = analysis.measures(connection(rows), [RUN])
    assert one(found, "drawn")["value"] == pytest.approx(1 / 3)
    assert one(found, "won")["value"] == pytest.approx(2 / 3)
    assert one(found, "dealt_in")["value"] == pytest.approx(2 / 3)
    assert one(found, "dealer_won")["value"] == pytest.approx(2 / 3)
    assert one(found, "moved")["value"] == 12
    deviation = math.sqrt((24**2 + 3 * 64 + 2 * 144) / 12)
    assert one(found, "deviation")["value"] == pytest.approx(deviation)
    assert one(found, "moved_unit")["value"] == pytest.approx(12 / deviation)


def test_a_sample_of_one_hand_tells_no_difference():
    """Nothing is known about its scatter; with two hands there is an interval."""
    many = rows_of(RUN, [(24, -8, -8, -8), (0, 0, 0, 0), (12, -12, 0, 0)])
    con = connection(many, rows_of(OTHER, [(0, 0, 0, 0)]))
    assert analysis.independent_measures(con, [RUN], [OTHER]).is_empty()
    con = connection(many, rows_of(OTHER, [(0, 0, 0, 0), (8, -8, 0, 0)]))
    assert one(analysis.independent_measures(con, [RUN], [OTHER]), "moved")["value"] == 4 - 12


def test_the_dealer_s_points_are_those_of_the_dealer_s_seat():
    rows = rows_of(RUN, [(24, -8, -8, -8)], dealer_seat=2)
    found = analysis.measures(connection(rows), [RUN])
    assert one(found, "dealer_points")["value"] == -8
    assert one(found, "dealer_won")["value"] == 0


def test_paired_differences_are_of_the_same_walls_alone():
    numbers = np.random.default_rng(3)
    base = numbers.integers(8, 60, 200)
    extra = numbers.integers(0, 3, 200)
    one_run = rows_of(RUN, [(int(v), -int(v), 0, 0) for v in base])
    other = rows_of(OTHER, [(int(v), -int(v), 0, 0) for v in base + extra] + [(500, -500, 0, 0)])
    found = one(analysis.paired_measures(connection(one_run, other), [RUN], [OTHER]), "moved")
    expected = stats.ttest_rel(base + extra, base).confidence_interval(0.95)
    assert found["hands"] == 200
    assert found["value"] == pytest.approx(extra.mean())
    assert (found["low"], found["high"]) == (
        pytest.approx(expected.low),
        pytest.approx(expected.high),
    )


def test_independent_differences_have_welch_s_interval():
    numbers = np.random.default_rng(4)
    base, other = numbers.integers(8, 60, 150), numbers.integers(8, 90, 80)
    con = connection(
        rows_of(RUN, [(int(v), -int(v), 0, 0) for v in base]),
        rows_of(OTHER, [(int(v), -int(v), 0, 0) for v in other]),
    )
    found = one(analysis.independent_measures(con, [RUN], [OTHER]), "moved")
    expected = stats.ttest_ind(other, base, equal_var=False).confidence_interval(0.95)
    assert found["value"] == pytest.approx(other.mean() - base.mean())
    assert found["low"] == pytest.approx(expected.low)
    assert found["high"] == pytest.approx(expected.high)


def test_hands_to_see_a_difference_agree_with_the_power_of_the_test():
    numbers = np.random.default_rng(6)
    n = analysis.hands_to_see(1.0, 4.0)
    seen = 0
    for _ in range(1000):
        sample = numbers.normal(1.0, 4.0, n)
        seen += stats.ttest_1samp(sample, 0.0).pvalue < 0.05
    # 80 % is asked for; 1000 trials scatter by 1.3 points.
    assert 0.76 < seen / 1000 < 0.84


def test_what_is_the_same_in_every_pair_differs_by_nothing():
    rows, same = (rows_of(run, [(8, -8, 0, 0)] * 20) for run in (RUN, OTHER))
    found = analysis.paired_measures(connection(rows, same), [RUN], [OTHER])
    assert found["value"].to_list() == [0.0] * found.height
    assert found["visible"].to_list() == [None] * found.height


def test_shares_stay_within_0_and_1_and_a_zero_count_has_the_rule_of_three():
    found = analysis.measures(connection(rows_of(RUN, [(8, -8, 0, 0)] * 50)), [RUN])
    won, drawn = one(found, "won"), one(found, "drawn")
    assert (won["value"], won["high"]) == (1.0, 1.0)
    assert 0.9 < won["low"] < 1
    assert (drawn["value"], drawn["low"], drawn["high"]) == (0.0, 0.0, 3 / 50)


def test_pairs_none_of_which_differs_are_bounded_by_the_rule_of_three():
    """100 pairs, none drawn: a difference above 3 in 100 would have been seen with 95 %."""
    won = [(24, -24, 0, 0)] * 100
    con = connection(rows_of(RUN, won), rows_of(OTHER, won))
    found = one(analysis.paired_measures(con, [RUN], [OTHER]), "drawn")
    assert (found["value"], found["low"], found["high"]) == (0, -0.03, 0.03)
    assert found["visible"] is None
