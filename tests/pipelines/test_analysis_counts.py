"""Every question against plain Python loops over the same 500 made-up hands."""

import statistics
from collections import Counter

import pytest

from pipelines import analysis
from schemas.rules_files import load_ruleset
from tests.demo_hands import demo_rows
from tests.lake_rows import RUN, connection


@pytest.fixture(scope="module")
def demo():
    """Hands, with dealers that move and some walls played several times."""
    rows = demo_rows(500, seed=20)
    for place, hand in enumerate(rows.rows["hands"]):
        hand["dealer_seat"] = place % 4
        hand["deal"] = place // 3 if place < 60 else place
    return rows


@pytest.fixture(scope="module")
def con(demo):
    return connection(demo)


def test_outcomes(demo, con):
    how = {win["hand_id"]: win["win_by"] for win in demo.rows["wins"]}
    counts = Counter(how.get(hand["hand_id"], hand["outcome"]) for hand in demo.rows["hands"])
    found = analysis.outcomes(con, [RUN])
    assert dict(found.select("ending", "hands").rows()) == counts


def test_patterns(demo, con):
    wins, times, lost, whole = Counter(), Counter(), Counter(), Counter()
    totals = {win["hand_id"]: win["total"] for win in demo.rows["wins"]}
    for row in demo.rows["win_patterns"]:
        wins[row["pattern"]] += 1
        times[row["pattern"]] += row["count"]
        lost[row["pattern"]] += row["count"] * row["value"]
        whole[row["pattern"]] += totals[row["hand_id"]]
    found = analysis.pattern_frequency(con, [RUN], load_ruleset("mcr-botzone"))
    for row in found.iter_rows(named=True):
        key = row["pattern"]
        assert (row["wins"], row["times"], row["n"]) == (wins[key], times[key], len(totals))
        expected = lost[key] / whole[key] if wins[key] else None
        assert row["part"] == (None if expected is None else pytest.approx(expected))


def test_seats(demo, con):
    dealer = {hand["hand_id"]: hand["dealer_seat"] for hand in demo.rows["hands"]}
    wall = {hand["hand_id"]: hand["deal"] for hand in demo.rows["hands"]}
    wins, deal_ins, points = Counter(), Counter(), {seat: [] for seat in range(4)}
    for win in demo.rows["wins"]:
        wins[(win["winner"] - dealer[win["hand_id"]]) % 4] += 1
        if win["payer"] is not None:
            deal_ins[(win["payer"] - dealer[win["hand_id"]]) % 4] += 1
    for row in demo.rows["settlements"]:
        seat = (row["seat"] - dealer[row["hand_id"]]) % 4
        points[seat].append((wall[row["hand_id"]], row["delta"]))
    for row in analysis.seats(con, [RUN]).iter_rows(named=True):
        seat = row["seat"]
        assert (row["wins"], row["deal_ins"]) == (wins[seat], deal_ins[seat])
        assert row["points"] == sum(delta for _, delta in points[seat])
        assert row["clusters"] == len(set(wall.values())) == 460
        assert row["points_mean"] == pytest.approx(
            statistics.fmean(delta for _, delta in points[seat])
        )


def test_totals_turns_and_waits(demo, con):
    wins = demo.rows["wins"]
    bars = analysis.totals(con, [RUN])
    for low, high, count in bars.select("low_total", "high_total", "wins").rows():
        last = float("inf") if high is None else high
        assert count == sum(low <= win["total"] <= last for win in wins)
    turns = analysis.turns(con, [RUN])
    for moment, column in (("win", "turn"), ("ready", "first_ready_turn")):
        counts = Counter(win[column] for win in wins)
        found = dict(turns.filter(moment=moment).select("turn", "wins").rows())
        assert {turn: count for turn, count in found.items() if count} == counts
    waits = Counter(win["wait"] for win in wins)
    assert dict(analysis.waits(con, [RUN]).select("wait", "wins").rows()) == waits


def test_headline(demo, con):
    wins = demo.rows["wins"]
    head = analysis.headline(con, [RUN]).row(0, named=True)
    totals, turns = [win["total"] for win in wins], [win["turn"] for win in wins]
    assert (head["hands"], head["wins"], head["clusters"]) == (500, len(wins), 460)
    assert head["self_draws"] == sum(win["win_by"] == "self_draw" for win in wins)
    assert head["dealt_in_hands"] == sum(win["payer"] is not None for win in wins)
    assert head["total_mean"] == pytest.approx(statistics.fmean(totals))
    assert head["total_median"] == statistics.median(totals)
    assert head["turn_mean"] == pytest.approx(statistics.fmean(turns))
    assert head["total_max"] == max(totals)


def test_rare_patterns_and_best_wins(demo, con):
    counts = Counter(row["pattern"] for row in demo.rows["win_patterns"])
    rare = analysis.rare_patterns(con, [RUN], most=5)
    assert dict(rare.select("pattern", "wins").rows()) == {
        key: count for key, count in counts.items() if count <= 5
    }
    best = analysis.best_wins(con, [RUN], most=10)
    totals = sorted((win["total"] for win in demo.rows["wins"]), reverse=True)
    assert best["total"].to_list() == totals[:10]
