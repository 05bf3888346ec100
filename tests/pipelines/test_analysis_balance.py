"""Balance of a rule set: seats, compensation, concentration, parts of the points, the minimum."""

import math

import numpy as np
import pytest

from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection

RULESET = load_ruleset("mcr-botzone")


def rows_of(deltas, **columns):
    """One won hand a row of deltas, each a deal of its own."""
    rows = Rows()
    for session, row in enumerate(deltas):
        rows.hand(session, "win", deltas=row, **columns)
    return rows


def test_a_seat_gains_its_mean_points_counted_from_the_dealer():
    found = analysis.seat_points(
        connection(rows_of([(30, -10, -10, -10), (-6, 18, -6, -6)], dealer_seat=1)), [RUN]
    )
    assert found["seat"].to_list() == [0, 1, 2, 3]
    # Seat 1 deals: −10 and +18; seat 0 is the last, +30 and −6.
    assert found["points_mean"].to_list() == [4.0, -8.0, -8.0, 12.0]
    assert found["points_mean"].sum() == 0


def test_hands_of_one_session_are_one_cluster():
    rows = Rows()
    for within in range(5):
        rows.hand(0, "win", deltas=(3, -1, -1, -1), hand_in_session=within, deal=0)
    rows.hand(1, "win", deltas=(-3, 1, 1, 1))
    found = analysis.seat_points(connection(rows), [RUN])
    assert found["clusters"].to_list() == [2] * 4
    assert found["points_mean"][0] == 2.0


def test_compensation_of_even_deals_is_checked_on_odd_ones():
    even, odd = (9, -3, -3, -3), (6, -2, -2, -2)
    found = analysis.compensation(connection(rows_of([even, odd] * 20)), [RUN]).row(0, named=True)
    assert (found["compensation"], found["hands"]) == (9.0, 20)
    assert (found["left"], found["left_hands"]) == (-3.0, 20)


def test_a_planted_bias_of_one_seat_is_found_and_its_compensation_right():
    # A fair game in which the dealer is given two points more by each of the others.
    numbers = np.random.default_rng(5)
    hands = []
    for _ in range(4000):
        winner = int(numbers.integers(4))
        row = [24 if seat == winner else -8 for seat in range(4)]
        hands.append((row[0] + 6, row[1] - 2, row[2] - 2, row[3] - 2))
    con = connection(rows_of(hands))
    dealer = analysis.seat_points(con, [RUN]).row(0, named=True)
    assert dealer["points_low"] < 6 < dealer["points_high"]
    assert dealer["points_low"] > 0
    found = analysis.compensation(con, [RUN]).row(0, named=True)
    assert found["low"] < 6 < found["high"]
    assert found["left_low"] < 0 < found["left_high"]


def test_one_half_of_the_deals_alone_has_no_compensation():
    assert analysis.compensation(connection(rows_of([(3, -1, -1, -1)])), [RUN]).height == 0


def figures(deltas):
    found = analysis.concentration(connection(rows_of(deltas)), [RUN])
    return {row["figure"]: row for row in found.iter_rows(named=True)}


def test_concentration_of_equal_hands_is_none():
    found = figures([(8, -8, 0, 0)] * 200)
    assert found["gini"]["value"] == pytest.approx(0.0)
    assert found["top_share"]["value"] == pytest.approx(0.01)  # two of two hundred hands
    assert found["moved_mean"]["value"] == 8
    assert found["deviation"]["value"] == pytest.approx(math.sqrt(128 / 4))
    assert found["gini"]["n"] == 200


def test_concentration_of_one_great_hand_among_many():
    found = figures([(99, -33, -33, -33)] + [(1, -1, 0, 0)] * 99)
    # One hand of a hundred moves 99 of 198 points.
    assert found["top_share"]["value"] == pytest.approx(0.5)
    # Lorenz's curve: straight to (0.99, 0.5), then to (1, 1).
    below = 0.99 * 0.5 / 2 + 0.01 * (0.5 + 1) / 2
    assert found["gini"]["value"] == pytest.approx(1 - 2 * below)


def test_the_jackknife_of_a_mean_is_its_ordinary_interval():
    numbers = np.random.default_rng(1)
    values = numbers.integers(1, 50, 2000)
    found = figures([(int(v), -int(v), 0, 0) for v in values])["moved_mean"]
    half = 2.0096 * values.std(ddof=1) / math.sqrt(len(values))  # t of 49 degrees
    assert found["high"] - found["value"] == pytest.approx(half, rel=0.35)
    assert found["value"] == pytest.approx(values.mean())


def test_a_pattern_s_part_is_of_all_points_won():
    rows = Rows()
    for session in range(40):
        hand = rows.hand(session, "win")
        patterns = [("all_chows", 1, 2)] if session % 2 else [("half_flush", 1, 6)]
        rows.win(hand, 0, payer=1, total=8, patterns=patterns)
    found = analysis.pattern_points(connection(rows), [RUN], RULESET)
    assert found["pattern"].to_list() == ["half_flush", "all_chows"]
    assert found["part"].to_list() == [20 * 6 / 320, 20 * 2 / 320]
    assert found["name"].to_list() == ["混一色", "平和"]
    assert all(low < part for low, part in zip(found["low"], found["part"], strict=True))


def test_the_minimum_binds_where_hands_are_completed_for_less():
    rows = Rows()
    for session in range(4):
        rows.win(rows.hand(session, "win"), 0, payer=1, total=8 if session < 3 else 20)
    rows.hand(4, "draw")
    for seq in (5, 9):
        rows.chance(4 * 1024, seq=seq, seat=2, tile=3, total=5, reason="below_minimum")
    rows.chance(0, seq=3, seat=1, tile=3, total=9, reason="passed")
    found = analysis.minimum_binds(connection(rows), [RUN], RULESET)
    assert found["count"].to_list() == [1, 3]
    assert found["n"].to_list() == [5, 4]
    assert found["share"].to_list() == [0.2, 0.75]


def test_no_hands_give_no_figures():
    con = connection(Rows())
    assert analysis.seat_points(con, [RUN]).height == 0
    assert analysis.concentration(con, [RUN])["value"].to_list() == [None] * 4
    assert analysis.pattern_points(con, [RUN], RULESET).height == 0
    assert analysis.minimum_binds(con, [RUN], RULESET)["share"].to_list() == [None, None]
