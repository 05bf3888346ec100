"""Players and policies: intervals over deals, and the patterns they win with."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection


def test_points_of_a_player_have_the_interval_of_deals():
    # Deal 0 in two seatings, deals 1 and 2 once: sums of ann 30, -6, 12 over 2, 1, 1 hands.
    rows = Rows()
    for session, permutation, points in ((0, 0, 10), (1, 1, 20), (2, 0, -6), (3, 0, 12)):
        rows.hand(
            session,
            "win",
            deltas=(points, -points, 0, 0),
            deal=max(0, session - 1),
            permutation=permutation,
            players=["ann", "bo", None, None],
        )
    frame = analysis.players(connection(rows), [RUN])
    ann = frame.filter(frame["who"] == "ann").row(0, named=True)
    sums, sizes = np.array([30, -6, 12]), np.array([2, 1, 1])
    mean = 36 / 4
    residuals = sums - mean * sizes
    half = stats.t.ppf(0.975, 2) * math.sqrt(3 / 2 * (residuals**2).sum()) / 4
    assert (ann["hands"], ann["clusters"], ann["points"]) == (4, 3, 36)
    assert ann["points_mean"] == pytest.approx(mean)
    assert ann["points_low"] == pytest.approx(mean - half)
    assert ann["points_high"] == pytest.approx(mean + half)
    assert frame["who"].to_list() == ["ann", "bo"]


def test_the_patterns_a_policy_wins_with_are_shares_of_its_wins():
    rows = Rows()
    for session, winner, patterns in (
        (0, 0, ["all_pungs", "half_flush"]),
        (1, 0, ["all_pungs"]),
        (2, 1, ["half_flush"]),
        (3, 2, ["half_flush"]),
    ):
        hand = rows.hand(session, "win", players=["p0:a", "p1:b", "p2:a", "p3:b"])
        rows.win(hand, winner, win_by="self_draw", patterns=[(key, 1, 6) for key in patterns])
    con = connection(rows)
    frame = analysis.player_patterns(con, [RUN], load_ruleset("mcr"), by="policy", most=1)
    told = frame.select("who", "pattern", "name", "wins", "n").rows()
    assert told == [("a", "all_pungs", "碰碰和", 2, 3), ("b", "half_flush", "混一色", 1, 1)]
    assert frame["share"].to_list() == pytest.approx([2 / 3, 1.0])
