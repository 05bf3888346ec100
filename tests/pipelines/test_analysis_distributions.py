"""Distributions of points and lengths: quantiles, bars and their intervals."""

import numpy as np
import pytest

from pipelines import analysis
from pipelines.analysis.distributions import quantile
from tests.lake_rows import RUN, Rows, connection
from tests.made_up import RUN as MADE_UP
from tests.made_up import paid_hands


def test_quantiles_of_points_are_those_of_the_sorted_points():
    numbers = np.random.default_rng(3)
    points = numbers.integers(-30, 60, (2000, 4))
    points[:, 3] -= points.sum(axis=1)
    con = paid_hands(points, np.arange(2000), dealer_seat=1)
    found = analysis.points_by_seat(con, [MADE_UP])
    for seat in range(4):
        own = np.sort(points[:, (seat + 1) % 4])
        rows = {row["figure"]: row for row in found.filter(seat=seat).iter_rows(named=True)}
        assert rows["mean"]["value"] == pytest.approx(own.mean())
        for share in (0.05, 0.25, 0.5, 0.75, 0.99):
            row = rows[f"{share:g}"]
            assert row["value"] == own[int(np.ceil(share * 2000)) - 1]
            assert row["low"] <= row["value"] <= row["high"]
            assert row["n"] == 2000
    others = found.filter(seat=analysis.OTHERS)
    assert set(others["n"]) == {6000}
    assert others["value"][0] == pytest.approx(-points[:, 1].mean() / 3)


def test_intervals_of_a_median_cover_it_in_95_of_100_samples():
    numbers = np.random.default_rng(5)
    amounts = np.arange(-40, 41)
    covered = []
    for _ in range(2000):
        # Deals favour or hurt: all eight hands of a deal share a part of their points.
        deals = numbers.normal(0, 8, 500).repeat(8) + numbers.normal(0, 8, 4000)
        values = np.clip(np.rint(deals), -40, 40).astype(int)
        counts = np.zeros((81, 50), np.int64)
        np.add.at(counts, (values + 40, np.arange(500).repeat(8) % 50), 1)
        one = quantile(amounts, counts, 0.8)
        covered.append(one.low <= 10 <= one.high)  # 0.8 of N(0, √128) lies below 9.52
    # The quantile stands on whole points, so its interval reaches a little too far.
    assert 0.94 <= np.mean(covered) <= 0.985


def test_bars_of_points_hold_every_hand_and_keep_zero_apart():
    points = np.array([[24, -8, -8, -8]] * 30 + [[0, 0, 0, 0]] * 10 + [[-8, -8, 24, -8]] * 60)
    found = analysis.point_bars(paid_hands(points, np.arange(100)), [MADE_UP])
    dealer = found.filter(seat=0)
    assert dealer["hands"].sum() == 100
    zero = dealer.filter(low_points=0, high_points=0).row(0, named=True)
    assert (zero["hands"], zero["share"]) == (10, 0.1)
    assert (dealer["low_points"][0], dealer["high_points"][-1]) == (None, None)
    others = found.filter(seat=analysis.OTHERS)
    assert others["hands"].sum() == 300
    lost = others.filter((others["high_points"] < 0).fill_null(False))
    assert lost["hands"].sum() == 90 + 120


def test_lengths_are_draws_of_hands_and_turns_of_winners():
    rows = Rows()
    for session, draws in enumerate((10, 20, 30, 40)):
        hand = rows.hand(session, "win" if draws < 40 else "draw", n_draws=draws)
        if draws < 40:
            rows.win(hand, 0, turn=draws // 4, first_ready_turn=2 if draws < 30 else None)
    found = analysis.hand_lengths(connection(rows), [RUN])
    assert found.filter(figure="mean").select("measure", "value", "n").rows() == [
        ("draws", 25.0, 4),
        ("won_draws", 20.0, 3),
        ("turns", pytest.approx((2 + 5 + 7) / 3), 3),
        ("ready_turns", 2.0, 2),
    ]
    assert found.filter(figure="0.5")["value"].to_list() == [20.0, 20.0, 5.0, 2.0]


@pytest.mark.parametrize(
    "question", [analysis.points_by_seat, analysis.point_bars, analysis.hand_lengths]
)
def test_no_hands_give_no_rows(question):
    some = Rows()
    some.win(some.hand(0, "win", deltas=(3, -1, -1, -1)), 0)
    empty = question(connection(Rows()), [RUN])
    assert empty.height == 0
    assert empty.schema == question(connection(some), [RUN]).schema
