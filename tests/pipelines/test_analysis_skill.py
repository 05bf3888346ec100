"""Skill and luck: known variance components come out, the better policy leads when it should."""

import numpy as np
import pytest

from pipelines import analysis
from pipelines.analysis.skill import COMPONENTS, variance_components
from schemas.errors import UsageError
from tests.made_up import RUN, SEATINGS, duplicate_hands, paid_hands

POLICIES = ["strong", "fair", "fair", "weak"]
SKILL = np.array([3.0, 0.5, 0.5, -4.0])
SEAT = np.array([3.0, -1.0, -1.0, -1.0])
WALL, SUITS, THERE, HAND = 5.0, 2.0, 3.0, 6.0
"""Deviations of what a wall gives a seat, whom it suits, whom at which seat, and of each hand."""

# Each draw is centred, so that a hand's points add up to zero: three quarters of its variance stay.
# A draw of each hand leaks into the means of 24 hands of a player or a seat (1/24 of 3/4), and of 6
# hands of a player at a seat (1/6 of 3/4, less those two). What a wall does to a player at a seat
# is centred over players and seats (9/16); centring each hand takes a third of it (4/9 are left),
# and what it takes has a variance of 3/8 − 1/4 of the draw's beside the cells.
TRUTH = {
    "policy": float((SKILL**2).mean()),
    "seat": float((SEAT**2).mean()),
    "policy_seat": 0.0,
    "wall": 0.75 * WALL**2 + HAND**2 / 32,
    "policy_wall": 0.75 * SUITS**2 + HAND**2 / 32,
    "policy_seat_wall": THERE**2 / 4 + HAND**2 / 16,
    "rest": THERE**2 / 8 + HAND**2 * 5 / 8,
}


def made_up(numbers, n):
    """Points by deal, seating and seat, of known variance components."""

    def draw(deviation, *shape):
        return numbers.normal(0, deviation, shape)

    wall = draw(WALL, n, 4)[:, None, :]
    suits = draw(SUITS, n, 4)[:, SEATINGS]
    there = draw(THERE, n, 4, 4)
    there = there - there.mean(axis=1, keepdims=True)
    there = there - there.mean(axis=2, keepdims=True)
    there = there[:, SEATINGS, np.arange(4)]
    luck = wall + suits + there + draw(HAND, n, 24, 4)
    return SKILL[SEATINGS] + SEAT + luck - luck.mean(axis=2, keepdims=True)


def cells(points):
    """Means by deal, player and seat, and the mean square of the rest, by plain loops."""
    means = np.zeros((len(points), 4, 4))
    rest = np.zeros(len(points))
    for player in range(4):
        for seat in range(4):
            here = points[:, SEATINGS[:, seat] == player, seat]
            means[:, player, seat] = here.mean(axis=1)
            rest += here.var(axis=1) / 16
    return means, rest


def test_known_variance_components_come_out():
    points = np.rint(made_up(np.random.default_rng(4), 400) * 100).astype(int)
    points[:, :, 3] -= points.sum(axis=2)  # rounding
    found = analysis.skill(duplicate_hands(points, POLICIES), [RUN])
    rows = {row["component"]: row for row in found.iter_rows(named=True)}
    assert found["component"].to_list() == [*COMPONENTS, "luck", "total"]
    assert set(found["deals"]) == {400}
    for name, truth in TRUTH.items():
        row = rows[name]
        assert row["low"] < truth * 1e4 < row["high"], name
        assert row["share_low"] < truth / sum(TRUTH.values()) < row["share_high"], name
    assert rows["total"]["variance"] == pytest.approx((points**2).mean())
    parts = sum(rows[name]["variance"] for name in COMPONENTS)
    assert parts == pytest.approx(rows["total"]["variance"])
    luck = rows["total"]["variance"] - rows["policy"]["variance"]
    assert rows["luck"]["variance"] == pytest.approx(luck)


def test_intervals_of_components_cover_the_truth_and_estimates_are_unbiased():
    numbers = np.random.default_rng(8)
    n, times = 120, 1200
    truth = [*TRUTH.values(), sum(TRUTH.values()) - TRUTH["policy"], sum(TRUTH.values())]
    found = [variance_components(*cells(made_up(numbers, n)))[0] for _ in range(times)]
    values = np.array([[one.value for one in row] for row in found])
    error = values.std(axis=0) / np.sqrt(times)
    assert (abs(values.mean(axis=0) - truth) < 3.5 * error).all()
    covered = np.array(
        [
            [one.low <= true <= one.high for one, true in zip(row, truth, strict=True)]
            for row in found
        ]
    ).mean(axis=0)
    for name, share in zip([*COMPONENTS, "luck", "total"], covered, strict=True):
        if name == "policy_seat":  # nothing at all: its estimate is no normal one
            assert share >= 0.94
        else:
            assert 0.93 <= share <= 0.965, name


def test_policies_gain_the_mean_of_their_players_deal_by_deal():
    points = np.rint(made_up(np.random.default_rng(4), 100) * 100).astype(int)
    points[:, :, 3] -= points.sum(axis=2)
    found = analysis.policy_points(duplicate_hands(points, POLICIES), [RUN])
    assert found["policy"].to_list() == ["strong", "fair", "weak"]
    assert found["players"].to_list() == [1, 2, 1]
    assert found["hands"].to_list() == [2400, 4800, 2400]
    of_players = cells(points)[0].mean(axis=2)
    expected = [of_players[:, 0], of_players[:, 1:3].mean(axis=1), of_players[:, 3]]
    for row, values in zip(found.iter_rows(named=True), expected, strict=True):
        half = 1.98422 * values.std(ddof=1) / 10  # t of 99 degrees, √100 deals
        assert row["points_mean"] == pytest.approx(values.mean())
        assert row["points_low"] == pytest.approx(values.mean() - half, rel=1e-4)


def test_pairs_differ_hand_by_hand_and_deal_by_deal():
    points = np.rint(made_up(np.random.default_rng(4), 100) * 100).astype(int)
    points[:, :, 3] -= points.sum(axis=2)
    found = analysis.policy_pairs(duplicate_hands(points, POLICIES), [RUN])
    assert found.select("policy", "other").rows() == [
        ("strong", "weak"),
        ("fair", "weak"),
        ("strong", "fair"),
    ]
    of_player = np.zeros((100, 24, 4))
    for seat in range(4):
        np.put_along_axis(of_player, SEATINGS[None, :, seat, None], points[:, :, seat, None], 2)
    row = found.row(0, named=True)
    single = of_player[..., 0] - of_player[..., 3]
    assert row["difference"] == pytest.approx(single.mean())
    assert row["deviation"] == pytest.approx(single.std())
    assert row["deal_deviation"] == pytest.approx(single.mean(axis=1).std(ddof=1))
    assert row["hands"] == np.ceil((1.644854 * single.std() / single.mean()) ** 2)
    deals = np.ceil((1.644854 * row["deal_deviation"] / single.mean()) ** 2)
    assert row["duplicate_hands"] == 24 * deals
    assert row["hands_low"] < row["hands"] < row["hands_high"]
    assert row["q"] >= row["p"]


def test_the_better_policy_is_ahead_in_95_of_100_after_as_many_hands_as_told():
    # Skewed points, as hands have them: mostly small losses, now and then a great gain.
    numbers = np.random.default_rng(3)
    mean, deviation = 0.6, np.sqrt(0.2 * 16**2 - 3.2**2)
    n = analysis.hands_to_lead(mean, deviation)
    gains = numbers.binomial(n, 0.2, 200_000) * 16 - n * (0.2 * 16 - mean)
    assert n == int(np.ceil((1.6449 * deviation / mean) ** 2))
    assert 0.94 <= (gains > 0).mean() <= 0.96


def test_without_a_difference_no_end_is_in_sight():
    assert analysis.hands_to_lead(0.0, 5.0) is None
    assert analysis.hands_to_lead(-1.0, 5.0) is None
    assert analysis.hands_to_lead(1.0, 0.0) == 1


def test_four_players_of_one_policy_have_no_pairs_and_no_skill():
    seats = np.random.default_rng(1).integers(-50, 50, (40, 3))
    deal = np.column_stack([seats, -seats.sum(axis=1)])
    points = np.repeat(deal[:, None, :], 24, axis=1)  # all seatings are the same hand
    con = duplicate_hands(points, ["fair"] * 4)
    parts = dict(analysis.skill(con, [RUN]).select("component", "variance").rows())
    assert parts["policy"] == pytest.approx(0)
    assert parts["rest"] == pytest.approx(0)
    assert parts["wall"] + parts["seat"] == pytest.approx((points**2).mean())
    assert analysis.policy_pairs(con, [RUN]).height == 0


def test_deals_that_were_not_played_in_all_seatings_are_left_out():
    points = np.rint(made_up(np.random.default_rng(4), 5) * 100).astype(int)
    con = duplicate_hands(points, POLICIES)
    con.execute("create or replace view hands as from hands_rows where hand_id != 30")
    assert set(analysis.skill(con, [RUN])["deals"]) == {4}


def test_hands_that_are_no_duplicates_tell_nothing():
    con = paid_hands(np.array([[3, -1, -1, -1]] * 50), np.arange(50), permutation=0)
    assert analysis.skill(con, [RUN]).height == 0
    assert analysis.policy_points(con, [RUN]).height == 0
    assert analysis.policy_pairs(con, [RUN]).height == 0


def test_other_policies_are_not_counted_together():
    points = np.zeros((2, 24, 4), int)
    con = duplicate_hands(points, POLICIES)
    other = duplicate_hands(points, ["random"] * 4)
    one = con.sql("from hands").pl()
    two = other.sql("from hands").pl()
    con.register("more", one.vstack(two.with_columns(run=one["run"] + "x")))
    con.execute("create or replace view hands as from more")
    rows = con.sql("from settlements").pl()
    con.register("more_rows", rows.vstack(rows.with_columns(run=rows["run"] + "x")))
    con.execute("create or replace view settlements as from more_rows")
    with pytest.raises(UsageError, match="different policies"):
        analysis.skill(con, [RUN, RUN + "x"])
