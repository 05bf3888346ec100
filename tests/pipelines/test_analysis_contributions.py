"""What particular rules bring: parts of payments, flowers, the limit; and what wildcards decide."""

import numpy as np
import pytest

from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.lake_rows import Rows, connection
from tests.made_up import RUN as MADE_UP
from tests.made_up import tables_connection

RUN = "taiwan-standard-sim-0123456789ab"
TAIWAN, LONGGANG, MCR = (load_ruleset(name) for name in ("taiwan-standard", "longgang", "mcr"))


def test_parts_flowers_and_the_limit_stand_side_by_side():
    rows = Rows(RUN, "taiwan-standard")
    for session in range(40):
        parts = {"win": (9, -9, 0, 0), "dealer": (1, -1, 0, 0)}
        hand = rows.hand(session, "win", parts=parts)
        flowers = [("flower_set", 1, 2), ("seat_flower", 1, 1)] if session % 2 else []
        patterns = [*flowers, ("concealed", 1, 1)]
        rows.win(hand, 0, payer=1, total=10, uncapped=14, limit_hit=True, patterns=patterns)
    found = analysis.contributions(connection(rows), [RUN], TAIWAN)
    assert found.select("rule", "amount", "whole", "part", "n").rows() == [
        ("dealer", 40, 400, 0.1, 40),
        ("flowers", 20 * 3, 400, 0.15, 40),
        ("limit", 40 * 4, 400, 0.4, 40),
    ]
    flowers = found.row(1, named=True)
    # Half of the wins bring 0.3, half nothing: the deviation is 0.15, and t of 39 degrees 2.0227.
    half = 2.0227 * 0.15 * np.sqrt(40 / 39) / np.sqrt(40)
    assert flowers["high"] - flowers["low"] == pytest.approx(2 * half, rel=1e-3)


def test_what_was_not_seen_has_no_row():
    rows = Rows(RUN, "taiwan-standard")
    rows.win(rows.hand(0, "win", deltas=(3, -1, -1, -1)), 0, total=1)
    assert analysis.contributions(connection(rows), [RUN], TAIWAN).height == 0
    assert analysis.contributions(connection(Rows(RUN)), [RUN], TAIWAN).height == 0


def lottery(dealt, points, *, wildcard=4, tile=4, draws=()):
    """Hands in which each seat is dealt so many wildcards and gains so many points."""
    n = len(dealt)
    number = np.arange(n)
    tiles = [[tile] * int(count) + [20] * (13 - int(count)) for count in dealt.reshape(-1)]
    hands = {"hand_id": number, "deal": number, "dealer_seat": 0, "wildcard": wildcard}
    winners = np.where(points.max(axis=1) > 0, 1 << points.argmax(axis=1), 0)
    hands |= {"outcome": "win", "winners": winners}
    seats = np.tile(np.arange(4), n)
    events = {
        "hand_id": [*np.repeat(number, 4).tolist(), *(hand for hand, _, _ in draws)],
        "seat": [*seats.tolist(), *(seat for _, seat, _ in draws)],
        "action": ["deal"] * 4 * n + ["draw"] * len(draws),
        "tiles": [*tiles, *([None] * len(draws))],
        "tile": [*([None] * 4 * n), *(drawn for _, _, drawn in draws)],
    }
    settled = {"hand_id": np.repeat(number, 4), "seat": seats, "delta": points.reshape(-1)}
    return tables_connection(hands=hands, events=events, settlements=settled)


def test_wins_and_points_by_wildcards_dealt_and_held():
    dealt = np.array([[1, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 1]])
    points = np.array([[9, -3, -3, -3], [-4, 12, -4, -4], [6, -2, -2, -2]])
    con = lottery(dealt, points, draws=[(2, 0, 4), (2, 1, 5)])
    found = analysis.wildcard_luck(con, [MADE_UP], MCR)
    assert found.height == 0  # plain Chinese Official has no wildcards
    found = analysis.wildcard_luck(con, [MADE_UP], load_ruleset("mcr-caishen"))
    columns = ("moment", "wildcards", "cases", "wins", "points_mean")
    assert found.select(columns).rows() == [
        ("dealt", 0, 9, 1, pytest.approx((-9 - 12 + 6 - 4) / 9)),
        ("dealt", 1, 2, 1, (9 - 2) / 2),
        ("dealt", 2, 1, 1, 12),
        # Seat 0 of the last hand drew one.
        ("held", 0, 8, 0, pytest.approx((-9 - 12 - 4) / 8)),
        ("held", 1, 3, 2, pytest.approx((9 + 6 - 2) / 3)),
        ("held", 2, 1, 1, 12),
    ]


def test_the_own_seat_flower_is_a_wildcard_where_the_rules_say_so():
    # Every seat is dealt one f2 (35), which is the seat flower of the second seat alone.
    dealt, points = np.ones((2, 4), int), np.array([[-3, 9, -3, -3]] * 2)
    found = analysis.wildcard_luck(lottery(dealt, points, tile=35), [MADE_UP], LONGGANG)
    assert found.filter(moment="dealt").select("wildcards", "cases", "wins").rows() == [
        (0, 6, 0),
        (1, 2, 2),
    ]


def test_the_part_that_wildcards_explain_is_the_planted_one():
    numbers = np.random.default_rng(6)
    n = 6000
    dealt = numbers.binomial(3, 0.2, (n, 4))
    # A wildcard more than the others have is worth 10 points; all else is luck of deviation 8.
    luck = 10 * dealt + numbers.normal(0, 8, (n, 4))
    points = np.rint(luck - luck.mean(axis=1, keepdims=True)).astype(int)
    points[:, 3] -= points.sum(axis=1)
    rules = load_ruleset("mcr-caishen")
    found = analysis.wildcard_share(lottery(dealt, points), [MADE_UP], rules)
    row = found.row(0, named=True)
    # Of the four centred draws a player's own number explains 10² · 0.48 · (3/4)² of the variance
    # (100 · 0.48 + 64) · 3/4.
    truth = 100 * 0.48 * 9 / 16 / ((100 * 0.48 + 64) * 3 / 4)
    assert (row["moment"], row["n"]) == ("dealt", 4 * n)
    assert row["low"] < truth < row["high"]
    assert row["high"] - row["low"] < 0.03
    numbers.shuffle(dealt)
    nothing = analysis.wildcard_share(
        lottery(dealt, points), [MADE_UP], load_ruleset("mcr-caishen")
    )
    assert nothing["low"][0] < 0 < nothing["high"][0]
