"""What only some rule systems have, of a few hands that one can count oneself."""

import pytest
from scipy import stats

from pipelines import analysis
from schemas.rules_files import load_ruleset, preset_names
from tests.lake_rows import RUN, Rows, connection


def mean_interval(values):
    found = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    return found.low, found.high


@pytest.fixture
def con():
    """Six hands of one run, the settlements of three of them by parts.

    ======= ====== ======= ====== ===== ======= ========= ================================
    session dealer streak  winner total uncapped wildcards parts by seat 0–3
    ======= ====== ======= ====== ===== ======= ========= ================================
    0       0      0       1      52    52      1         win −52 156 −52 −52, dealer −52 52,
                                                          losers 28 −18 −10 (seats 0, 2, 3)
    1       0      1       0      300   416     0         win 900 −300 −300 −300,
                                                          dealer 900 −300 −300 −300
    2       0      1       2      300   40      1         win −10 −10 30 −10
    3       1      0       3      100   100     1
    4       0      6                                      drawn
    5       0      0                                      aborted, four winds
    ======= ====== ======= ====== ===== ======= ========= ================================
    """
    rows = Rows()
    one = rows.hand(
        0,
        "win",
        parts={
            "win": (-52, 156, -52, -52),
            "dealer": (-52, 52, 0, 0),
            "losers": (28, 0, -18, -10),
        },
    )
    rows.win(one, 1, total=52, wildcards_used=1, items=[("base", 1, 10), ("pair", 2, 2)])
    two = rows.hand(
        1,
        "win",
        dealer_streak=1,
        parts={"win": (900, -300, -300, -300), "dealer": (900, -300, -300, -300)},
    )
    rows.win(two, 0, total=300, uncapped=416, limit_hit=True, items=[("base", 1, 10)])
    three = rows.hand(2, "win", dealer_streak=1, parts={"win": (-10, -10, 30, -10)})
    rows.win(
        three,
        2,
        total=300,
        uncapped=40,
        limit_hit=True,
        wildcards_used=1,
        items=[("base", 1, 10), ("pair", 1, 2)],
    )
    four = rows.hand(3, "win", dealer_seat=1)
    rows.win(four, 3, total=100, wildcards_used=1)
    rows.hand(4, "draw", dealer_streak=6)
    rows.hand(5, "abort", abort_reason="four_winds")
    other = Rows("taiwan-standard-ingest-ffffffffffff")
    strange = other.hand(0, "win", dealer_streak=1, parts={"bet": (5, -5, 0, 0)})
    other.win(strange, 0, total=9, limit_hit=True, wildcards_used=3, items=[("flower", 1, 4)])
    other.hand(1, "abort", abort_reason="four_kongs")
    return connection(rows, other)


def test_items_are_counted_by_wins_repetitions_and_points(con):
    found = analysis.win_items(con, [RUN])
    assert found.select("item", "value", "wins", "times", "points", "n").rows() == [
        ("base", 10, 3, 3, 30, 4),
        ("pair", 2, 2, 3, 6, 4),
    ]
    pair = found.row(1, named=True)
    assert pair["share"] == 0.5
    assert pair["times_mean"] == 1.5
    assert (pair["times_low"], pair["times_high"]) == pytest.approx(mean_interval([2, 1]))
    # Points of all four wins: 4, 0, 2 and, of the win without items, 0.
    assert pair["points_mean"] == 1.5
    assert (pair["points_low"], pair["points_high"]) == pytest.approx(mean_interval([4, 0, 2, 0]))


def test_limit_hits_are_told_apart_from_those_by_points(con):
    [found] = analysis.limits(con, [RUN]).rows(named=True)
    assert (found["wins"], found["limit_hits"], found["by_points"]) == (4, 2, 1)
    assert found["share"] == 0.5


def test_reasons_of_aborted_hands_are_shares_of_all_hands(con):
    found = analysis.abort_reasons(con, [RUN])
    assert found.select("reason", "hands", "n").rows() == [("four_winds", 1, 6)]
    assert found["share"][0] == pytest.approx(1 / 6)


def test_an_aborted_hand_without_a_reason_keeps_its_row():
    rows = Rows()
    rows.hand(0, "abort")
    rows.hand(1, "draw")
    found = analysis.abort_reasons(connection(rows), [RUN])
    assert found.select("reason", "hands", "n").rows() == [(None, 1, 2)]


def test_wildcards_in_wins_with_the_mean_total_of_each_number(con):
    found = analysis.wildcards(con, [RUN])
    assert found.select("wildcards", "wins", "n", "share").rows() == [
        (0, 1, 4, 0.25),
        (1, 3, 4, 0.75),
    ]
    used = found.row(1, named=True)
    assert used["total_mean"] == pytest.approx((52 + 300 + 100) / 3)
    expected = mean_interval([52, 300, 100])
    assert (used["total_low"], used["total_high"]) == pytest.approx(expected)
    assert found["total_low"][0] is None  # one win has no interval


def test_streaks_with_the_dealers_wins(con):
    found = analysis.streaks(con, [RUN])
    # Streak 0: sessions 0, 3 and 5; 1: sessions 1 (won by the dealer) and 2; 6: among 4 and more.
    assert found.select("streak", "hands", "n", "dealer_wins").rows() == [
        (0, 3, 6, 0),
        (1, 2, 6, 1),
        (analysis.MOST_STREAK, 1, 6, 0),
    ]
    assert found["share"].to_list() == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    assert found["win_share"].to_list() == [0.0, 0.5, 0.0]


def test_two_winners_leave_a_hand_one_hand_of_its_streak():
    rows = Rows()
    hand = rows.hand(0, "win", dealer_streak=2)
    rows.win(hand, 0)
    rows.win(hand, 1)
    found = analysis.streaks(connection(rows), [RUN])
    assert found.select("streak", "hands", "dealer_wins").rows() == [(2, 1, 1)]


def test_payments_by_part_are_what_the_gaining_seats_receive(con):
    found = analysis.payments(con, [RUN])
    assert found.select("part", "hands_with", "hands", "points").rows() == [
        ("win", 3, 6, 156 + 900 + 30),
        ("dealer", 2, 6, 52 + 900),
        ("losers", 1, 6, 28),
    ]
    losers = found.row(2, named=True)
    assert losers["share"] == pytest.approx(1 / 6)
    assert losers["points_mean"] == pytest.approx(28 / 6)
    expected = mean_interval([28, 0, 0, 0, 0, 0])
    assert (losers["points_low"], losers["points_high"]) == pytest.approx(expected)


def test_points_paid_part_by_part_are_more_than_change_hands_where_parts_cancel(con):
    """Seat 0 of the first hand pays 104 and receives 28: 236 are paid, 208 change hands."""
    assert analysis.payments(con, [RUN])["moved"].unique().to_list() == [208 + 28 + 1800 + 30]
    moved = analysis.concentration(con, [RUN]).filter(figure="moved_mean").row(0, named=True)
    assert moved["value"] * moved["n"] == pytest.approx(208 + 1800 + 30)


def test_payments_of_hands_that_share_a_wall_are_one_cluster():
    # Two walls, played twice each, with 10 and 4 points a hand.
    rows = Rows()
    for session, points in enumerate((10, 10, 4, 4)):
        rows.hand(session, "win", deal=session // 2, parts={"kong": (points, -points, 0, 0)})
    found = analysis.payments(connection(rows), [RUN]).row(0, named=True)
    assert (found["part"], found["hands"], found["clusters"], found["points"]) == ("kong", 4, 2, 28)
    assert (found["points_low"], found["points_high"]) == pytest.approx(mean_interval([10, 4]))


@pytest.mark.parametrize(
    "question",
    [
        analysis.win_items,
        analysis.abort_reasons,
        analysis.wildcards,
        analysis.streaks,
        analysis.payments,
    ],
)
def test_no_hands_give_frames_without_rows_but_with_columns(question, con):
    found = question(con, [])
    assert found.height == 0
    assert found.schema == question(con, [RUN]).schema
    for name, kind in found.schema.items():
        assert kind.is_integer() or kind.is_float() or not kind.is_numeric(), name


def test_no_wins_reach_no_limit():
    [found] = analysis.limits(connection(Rows()), [RUN]).rows(named=True)
    assert (found["wins"], found["limit_hits"], found["share"]) == (0, 0, None)


@pytest.mark.parametrize("name", preset_names())
def test_patterns_of_every_preset_that_can_change_a_total_are_looked_for(name):
    ruleset = load_ruleset(name)
    found = set(analysis.pattern_frequency(connection(Rows()), [RUN], ruleset)["pattern"])
    for key, rule in ruleset.patterns.items():
        apart = ruleset.system == "taiwan" and key in ("dealer", "dealer_streak")
        assert (key in found) is ((rule.limit or rule.value != ruleset.neutral) and not apart)


def test_special_wins_that_another_player_pays_for_are_no_deal_ins():
    rows = Rows()
    rows.win(rows.hand(0, "win"), 2, win_by="seven_flowers", payer=0, win_tile=None)
    rows.win(rows.hand(1, "win"), 2, win_by="discard", payer=0)
    rows.win(rows.hand(2, "win"), 2, win_by="robbed_kong", payer=3)
    con = connection(rows)
    assert analysis.headline(con, [RUN])["dealt_in_hands"].to_list() == [2]
    assert analysis.seats(con, [RUN])["deal_ins"].to_list() == [1, 0, 0, 1]
