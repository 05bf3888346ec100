"""Outcomes, seats, turns, totals, waits: counts of a few hands that one can count oneself."""

import pytest
from scipy import stats

from pipelines import analysis
from tests.lake_rows import RUN, Rows, connection


@pytest.fixture
def con():
    """Seven hands: three won on a discard, one by self-draw, one robbed, one drawn, one penalty.

    ======= ====== ====== ===== ===== ======== ===== ==== ===== ========
    session dealer winner payer total by       wait  turn ready points
    ======= ====== ====== ===== ===== ======== ===== ==== ===== ========
    0       0      1      0     10    discard  edge  9    6     −18 +34 −8 −8
    1       1      1            12    self     edge  12   12    −20 +60 −20 −20
    2       2      1      0     8     discard  two_s 9    0     −16 +32 −8 −8
    3       3      0      2     30    robbed   two_s 15   ?     +54 −8 −38 −8
    4       0      2      3     8     discard  two_s 3    2     −8 −8 +32 −16
    5       0                         draw                      0
    6       1                         penalty                   +10 +10 +10 −30
    ======= ====== ====== ===== ===== ======== ===== ==== ===== ========
    """
    rows = Rows()
    one = rows.hand(0, "win", dealer_seat=0, deltas=(-18, 34, -8, -8))
    rows.win(one, 1, payer=0, total=10, wait="edge", turn=9, first_ready_turn=6)
    two = rows.hand(1, "win", dealer_seat=1, deltas=(-20, 60, -20, -20))
    rows.win(two, 1, win_by="self_draw", total=12, wait="edge", turn=12, first_ready_turn=12)
    three = rows.hand(2, "win", dealer_seat=2, deltas=(-16, 32, -8, -8))
    rows.win(three, 1, payer=0, total=8, wait="two_sided", turn=9, first_ready_turn=0)
    four = rows.hand(3, "win", dealer_seat=3, deltas=(54, -8, -38, -8))
    rows.win(four, 0, win_by="robbed_kong", payer=2, total=30, wait="two_sided", turn=15)
    five = rows.hand(4, "win", dealer_seat=0, deltas=(-8, -8, 32, -16))
    rows.win(five, 2, payer=3, total=8, wait="two_sided", turn=3, first_ready_turn=2)
    rows.hand(5, "draw", dealer_seat=0)
    rows.hand(6, "penalty", dealer_seat=1, deltas=(10, 10, 10, -30))
    other = Rows("mcr-botzone-ingest-ffffffffffff")
    other.win(other.hand(0, "win"), 0, total=88, wait="single", turn=1)
    return connection(rows, other)


def test_the_headline_counts_hands_wins_and_deal_ins(con):
    head = analysis.headline(con, [RUN]).row(0, named=True)
    assert (head["hands"], head["player_hands"], head["clusters"]) == (7, 28, 7)
    assert (head["won_hands"], head["drawn_hands"], head["dealt_in_hands"]) == (5, 1, 4)
    assert (head["wins"], head["self_draws"]) == (5, 1)
    assert head["won"] == 5 / 7
    assert head["drawn"] == 1 / 7
    assert head["self_draw"] == 1 / 5
    assert head["deal_in"] == 4 / 28
    assert head["total_mean"] == 13.6
    assert (head["total_median"], head["total_max"]) == (10.0, 30)
    assert head["turn_mean"] == 9.6
    expected = stats.ttest_1samp([10, 12, 8, 30, 8], 0).confidence_interval(0.95)
    assert head["total_mean_low"] == pytest.approx(expected.low)
    assert head["total_mean_high"] == pytest.approx(expected.high)


def test_runs_that_were_not_asked_for_do_not_count(con):
    both = analysis.headline(con, [RUN, "mcr-botzone-ingest-ffffffffffff"])
    assert both["hands"].to_list() == [8]
    assert analysis.headline(con, [])["hands"].to_list() == [0]


def test_outcomes_split_wins_by_how_and_add_up_to_all_hands(con):
    found = analysis.outcomes(con, [RUN])
    assert found.select("ending", "won", "hands", "n").rows() == [
        ("discard", True, 3, 7),
        ("robbed_kong", True, 1, 7),
        ("self_draw", True, 1, 7),
        ("draw", False, 1, 7),
        ("penalty", False, 1, 7),
    ]
    assert found["share"].sum() == pytest.approx(1.0)


def test_two_winners_of_one_discard_are_one_hand_and_one_deal_in():
    rows = Rows()
    hand = rows.hand(0, "win", deltas=(-60, 30, 30, 0))
    rows.win(hand, 1, payer=0, total=9)
    rows.win(hand, 2, payer=0, total=11)
    con = connection(rows)
    head = analysis.headline(con, [RUN]).row(0, named=True)
    assert (head["won_hands"], head["wins"], head["dealt_in_hands"]) == (1, 2, 1)
    assert analysis.outcomes(con, [RUN]).select("hands", "n").rows() == [(1, 1)]
    seats = analysis.seats(con, [RUN])
    assert seats["deal_ins"].to_list() == [1, 0, 0, 0]
    assert seats["wins"].to_list() == [0, 1, 1, 0]


def test_seats_are_counted_from_the_dealer(con):
    found = analysis.seats(con, [RUN])
    assert found["seat"].to_list() == [0, 1, 2, 3]
    assert found["hands"].to_list() == [7, 7, 7, 7]
    # Winners: 1−0, 1−1, 1−2, 0−3, 2−0 → 1, 0, 3, 1, 2; payers: 0−0, 0−2, 2−3, 3−0 → 0, 2, 3, 3.
    assert found["wins"].to_list() == [1, 2, 1, 1]
    assert found["deal_ins"].to_list() == [1, 0, 1, 2]
    assert found["self_draws"].to_list() == [1, 0, 0, 0]
    assert found["points"].to_list() == [
        -18 + 60 - 8 - 8 - 8 + 0 + 10,
        34 - 20 - 8 + 54 - 8 + 0 + 10,
        -8 - 20 - 16 - 8 + 32 + 0 - 30,
        -8 - 20 + 32 - 38 - 16 + 0 + 10,
    ]
    assert found["points"].sum() == 0
    assert found["win_share"].to_list() == [1 / 7, 2 / 7, 1 / 7, 1 / 7]
    assert found["self_draw_share"].to_list() == [1.0, 0.0, 0.0, 0.0]


def test_points_of_a_seat_have_students_interval_over_hands(con):
    dealer = analysis.seats(con, [RUN]).row(0, named=True)
    expected = stats.ttest_1samp([-18, 60, -8, -8, -8, 0, 10], 0).confidence_interval(0.95)
    assert dealer["points_mean"] == 4.0
    assert dealer["points_low"] == pytest.approx(expected.low)
    assert dealer["points_high"] == pytest.approx(expected.high)


def test_hands_that_share_a_wall_are_one_cluster():
    # Two walls, each played in two permutations with the same points.
    rows = Rows()
    for session, points in enumerate((10, 10, -2, -2)):
        rows.hand(session, "win", deal=session // 2, deltas=(points, -points, 0, 0))
    found = analysis.seats(connection(rows), [RUN]).row(0, named=True)
    assert (found["hands"], found["clusters"], found["points"]) == (4, 2, 16)
    expected = stats.ttest_1samp([10, -2], 0).confidence_interval(0.95)
    assert found["points_low"] == pytest.approx(expected.low)
    assert found["points_high"] == pytest.approx(expected.high)


def test_turns_hold_every_turn_between_first_and_last(con):
    found = analysis.turns(con, [RUN])
    won = found.filter(moment="win")
    assert won["turn"].to_list() == list(range(3, 16))
    assert [row for row in won.select("turn", "wins").rows() if row[1]] == [
        (3, 1),
        (9, 2),
        (12, 1),
        (15, 1),
    ]
    assert set(won["n"]) == {5}
    ready = found.filter(moment="ready")
    assert ready["turn"].to_list() == list(range(13))
    assert set(ready["n"]) == {4}
    assert ready["wins"].sum() == 4


def test_waits_are_shares_of_wins_with_their_self_draw_share(con):
    found = analysis.waits(con, [RUN])
    assert found.select("wait", "wins", "self_draws", "n").rows() == [
        ("two_sided", 3, 0, 5),
        ("edge", 2, 1, 5),
    ]
    assert found["self_draw_share"].to_list() == [0.0, 0.5]
    assert found["self_draw_high"].to_list()[0] == 1.0  # rule of three for 0 of 3


def test_totals_have_one_bar_for_each_total_where_they_lie_close(con):
    found = analysis.totals(con, [RUN])
    assert found["low_total"].to_list() == list(range(8, 31))
    assert found["low_total"].to_list() == found["high_total"].to_list()
    counts = dict(found.select("low_total", "wins").rows())
    assert (counts[8], counts[10], counts[12], counts[30], counts[9]) == (2, 1, 1, 1, 0)
    assert found["share"].sum() == pytest.approx(1.0)


def totals_of(*totals: int):
    rows = Rows()
    for session, total in enumerate(totals):
        rows.win(rows.hand(session, "win"), 0, total=total)
    return analysis.totals(connection(rows), [RUN])


def test_totals_one_by_one_leave_out_what_does_not_occur(con):
    found = analysis.totals(con, [RUN], each=True)
    assert found.select("low_total", "high_total", "wins", "n").rows() == [
        (8, 8, 2, 5),
        (10, 10, 1, 5),
        (12, 12, 1, 5),
        (30, 30, 1, 5),
    ]
    assert found.schema == analysis.totals(con, [RUN]).schema


def test_totals_far_apart_share_bars_of_one_round_width():
    found = totals_of(*range(8, 408, 4))
    widths = {high - low + 1 for low, high in found.select("low_total", "high_total").rows()}
    assert widths == {10}
    assert found["low_total"][0] == 0
    assert found["wins"].sum() == 100


def test_a_few_giants_stand_in_one_open_bar():
    found = totals_of(*([8, 9, 10, 12] * 50), 500)
    assert found["low_total"].to_list() == [8, 9, 10, 11, 12, 13]
    assert found["high_total"].to_list() == [8, 9, 10, 11, 12, None]
    assert found["wins"].to_list() == [50, 50, 50, 0, 50, 1]


def test_a_giant_next_to_the_others_needs_no_open_bar():
    found = totals_of(*([8, 9] * 100), 10)
    assert found["high_total"].to_list() == [8, 9, 10]
    assert found["wins"].to_list() == [100, 100, 1]


@pytest.mark.parametrize(
    "question",
    [analysis.outcomes, analysis.totals, analysis.turns, analysis.waits, analysis.seats],
)
def test_no_hands_give_frames_without_rows_but_with_columns(question):
    empty, some = Rows(), Rows()
    some.win(some.hand(0, "win"), 0, first_ready_turn=2)
    found = question(connection(empty), [RUN])
    assert found.height == 0
    assert found.schema == question(connection(some), [RUN]).schema


def test_no_hands_give_a_headline_of_zeros_without_rates():
    head = analysis.headline(connection(Rows()), [RUN]).row(0, named=True)
    assert (head["hands"], head["wins"], head["self_draws"]) == (0, 0, 0)
    assert head["won"] is None
    assert head["total_mean"] is None
    assert head["total_median"] is None


def test_counts_are_integers_not_decimals(con):
    for question in (analysis.outcomes, analysis.seats, analysis.totals, analysis.waits):
        for name, kind in question(con, [RUN]).schema.items():
            assert kind.is_integer() or kind.is_float() or not kind.is_numeric(), name


def test_the_winners_own_draws_are_counted_and_nobody_elses():
    """Hand 0: seat 1 draws, claims, draws and wins: 2. Hand 1: seat 0 wins at once, drew none."""
    rows = Rows()
    rows.win(rows.hand(0, "win"), 1, win_by="self_draw", turn=3)
    acts = [(0, "draw"), (0, "discard"), (1, "draw"), (1, "discard"), (2, "draw"), (2, "discard")]
    acts += [(1, "pung"), (1, "discard"), (0, "draw"), (0, "discard"), (1, "draw"), (1, "win")]
    rows.events(0, acts)
    rows.win(rows.hand(1, "win"), 0, payer=3)
    rows.events(1024, [(3, "draw"), (3, "discard"), (0, "win")])
    rows.hand(2, "draw")
    rows.events(2048, [(0, "draw"), (0, "discard")])
    drawn = analysis.winner_draws(connection(rows), [RUN]).row(0, named=True)
    assert (drawn["wins"], drawn["clusters"]) == (2, 2)
    assert (drawn["draws_median"], drawn["draws_mean"]) == (1.0, 1.0)
    expected = stats.ttest_1samp([2, 0], 0).confidence_interval(0.95)
    assert (drawn["low"], drawn["high"]) == pytest.approx((expected.low, expected.high))


def test_without_a_win_nobody_drew():
    rows = Rows()
    rows.hand(0, "draw")
    drawn = analysis.winner_draws(connection(rows), [RUN]).row(0, named=True)
    assert drawn["wins"] == 0
    assert [drawn[name] for name in ("draws_median", "draws_mean", "low", "high")] == [None] * 4


def test_dealt_hands_of_one_wall_are_one_cluster():
    """Two walls, one played in three seatings: its hands are seen three times, not known better."""
    rows = Rows()
    for permutation in range(3):
        of_one = {"deal": 0, "permutation": permutation, "hand_in_session": permutation}
        rows.hand(0, "draw", dealt_distance=[2, 3, 3, 4], **of_one)
    rows.hand(1, "draw", dealt_distance=[5, 5, 5, 5])
    dealt = analysis.dealt_distance(connection(rows), [RUN]).row(0, named=True)
    assert (dealt["distances"], dealt["clusters"]) == (16, 2)
    assert dealt["distance_mean"] == (3 * 12 + 20) / 16
    # Linearised: deviations of the two sums from the mean 3.5 are 36 − 42 and 20 − 14.
    deviation = (2 / 1 * (6**2 + 6**2)) ** 0.5 / 16
    assert dealt["high"] - 3.5 == pytest.approx(stats.t.ppf(0.975, 1) * deviation)
