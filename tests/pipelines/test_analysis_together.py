"""Patterns of one deal and of one win together, and how they move, on rows written by hand."""

import math

import numpy as np
import pytest
from scipy import stats

from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.lake_rows import RUN, Rows, connection

OTHER = RUN.replace("0123456789ab", "ba9876543210")
RULESET = load_ruleset("mcr-botzone")


def run_of(wins, run=RUN, deals=None):
    """One won hand for each list of patterns."""
    rows = Rows(run)
    for session, patterns in enumerate(wins):
        deal = session if deals is None else deals[session]
        hand = rows.hand(session, "win", winners=1, deal=deal)
        rows.win(hand, 0, patterns=[(key, 1, 2) for key in patterns])
    return rows


def test_deals_of_the_same_patterns_are_one_profile():
    rows = run_of(
        [["all_chows"], ["all_chows", "self_draw"], ["all_chows"], []], deals=[0, 0, 1, 2]
    )
    found = analysis.deal_patterns(connection(rows), [RUN]).to_dicts()
    assert sorted((row["wins"], row["patterns"], row["counts"], row["deals"]) for row in found) == [
        (1, [], [], 1),
        (1, ["all_chows"], [1], 1),
        (2, ["all_chows", "self_draw"], [2, 1], 1),
    ]


def test_deals_that_are_alike_are_counted():
    found = analysis.deal_patterns(connection(run_of([["all_chows"]] * 5)), [RUN])
    assert found.rows() == [(1, ["all_chows"], [1], 5)]


def test_wins_of_one_set_of_patterns_are_counted_by_group_of_deals():
    rows = run_of([["all_chows", "self_draw"], ["self_draw", "all_chows"], [], ["self_draw"]])
    found = analysis.pattern_sets(connection(rows), [RUN], groups=2)
    assert sorted((fold, tuple(keys), wins) for fold, keys, wins in found.rows()) == [
        (0, (), 1),
        (0, ("all_chows", "self_draw"), 1),
        (1, ("all_chows", "self_draw"), 1),
        (1, ("self_draw",), 1),
    ]


def test_every_hand_has_its_course():
    rows = Rows()
    rows.hand(3, "draw", deal=1)
    rows.hand(4, "abort", deal=2)
    rows.hand(5, "win", deal=2)
    found = analysis.hand_courses(connection(rows), [RUN])
    assert found.rows() == [
        (RUN, 3 * 1024, 1, True),
        (RUN, 4 * 1024, 2, False),
        (RUN, 5 * 1024, 2, False),
    ]


def moves(before, after):
    con = connection(run_of(before), run_of(after, OTHER))
    return analysis.pattern_moves(con, [RUN], [OTHER], RULESET)


def test_the_same_wins_have_not_moved():
    wins = [["all_chows"], ["self_draw"], []] * 20
    found = moves(wins, wins)
    assert found["move"].to_list() == found["move_low"].to_list() == [0.0, 0.0]
    assert found["p_value"].to_list() == found["q_value"].to_list() == [1.0, 1.0]


def test_a_move_has_the_interval_of_the_differences_deal_by_deal():
    # Of 100 deals the pattern is in 40 before; of those 10 lose it, of the others 30 gain it.
    before = [["all_chows"]] * 40 + [[]] * 60
    after = [[]] * 10 + [["all_chows"]] * 60 + [[]] * 30
    [row] = moves(before, after).to_dicts()
    assert (row["before"], row["after"]) == (0.4, 0.6)
    differences = np.array([-1] * 10 + [0] * 30 + [1] * 30 + [0] * 30)
    half = stats.t.ppf(0.975, 99) * differences.std(ddof=1) / math.sqrt(100)
    assert row["move"] == pytest.approx(0.2)
    assert row["move_low"] == pytest.approx(0.2 - half)
    assert row["move_high"] == pytest.approx(0.2 + half)
    assert (row["wins"], row["n"], row["other_wins"], row["other_n"]) == (40, 100, 60, 100)


def test_a_deal_that_one_side_did_not_win_counts_in_its_own_share_alone():
    rows, other = Rows(), Rows(OTHER)
    for session in range(40):
        for one, won in ((rows, True), (other, session % 2 == 0)):
            hand = one.hand(session, "win" if won else "draw")
            if won:
                one.win(hand, 0, patterns=[("all_chows", 1, 2)] if session % 4 == 0 else [])
    con = connection(rows, other)
    [row] = analysis.pattern_moves(con, [RUN], [OTHER], RULESET).to_dicts()
    assert (row["before"], row["after"]) == (0.25, 0.5)
    # Residual of a deal: (c' − q'w') / n' − (c − qw) / n.
    residuals = []
    for session in range(40):
        has, won = session % 4 == 0, session % 2 == 0
        residuals.append((has - 0.5 * won) / 20 - (has - 0.25) / 40)
    error = math.sqrt(sum(r * r for r in residuals) * 40 / 39)
    assert row["move_high"] - row["move"] == pytest.approx(stats.t.ppf(0.975, 39) * error)
