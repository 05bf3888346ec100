"""The same quantity of the same hands is told with the same interval, whichever command tells it.

The hands are sessions, of which the formula for clusters and that for single hands differ, and
seatings of walls.
"""

from contextlib import closing
from functools import partial

import numpy as np
import pytest

from pipelines import analysis
from pipelines.analysis.statistics import clustered_rate, rate
from pipelines.analysis.sums import rate_of_sums
from pipelines.analysis.walls import alone, have_seatings
from pipelines.lake import Lake
from pipelines.tuning.measuring import Rescorer
from pipelines.tuning.proposing import plan_task, proposal_frame, propose
from schemas.rules_files import load_ruleset
from schemas.tuning import Tuning
from tests.lake_rows import Rows, connection
from tests.pipelines.rescore_helpers import rescored, rules_file
from tests.pipelines.simulate_helpers import plan_of, simulate

ENDS = ("value", "low", "high")
VALUES = {"all_chows": 7, "mixed_triple_chow": 2}
"""Other values than today's of mcr: wins change, are none, and hands would have ended earlier."""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of sessions, its hands scored again, and the same table measured by tuning."""
    folder = tmp_path_factory.mktemp("sessions")
    run = simulate(folder, plan_of("mcr", policy="greedy", seed=6), 320).run
    lake = Lake(str(folder))
    changes = "".join(f"[patterns.{key}]\nvalue = {value}\n" for key, value in VALUES.items())
    child = rescored(lake, run, rules_file(folder, "mcr", changes)).run
    options = {"rules": "mcr", "output": "new.toml", "rarity": {"natural": [run]}}
    with closing(lake.connect()) as con:
        task = plan_task(Tuning.model_validate(options), folder, lake)
        proposal = propose(con, task)
        rescorer = Rescorer(lake, con, [run], proposal, hands=320)
        table = proposal.today.copy()
        for key, value in VALUES.items():
            table[proposal.patterns.index(key)] = value
        assert rescorer.hands == analysis.left(con, [run]).hands > 300
        yield con, run, child, task, proposal, rescorer, table


def same(one, row, value="value", low="low", high="high"):
    """Whether an estimate is that of a row, up to the last digits of floating point."""
    assert (one.value, one.low, one.high) == pytest.approx((row[value], row[low], row[high]))
    return True


def by(frame, key="measure"):
    return {row[key]: row for row in frame.to_dicts()}


def test_tuning_tells_of_todays_table_what_the_statistics_tell(played):
    con, run, _, _, proposal, rescorer, _ = played
    found = rescorer.estimates(proposal.today)
    stored, spread = by(analysis.measures(con, [run])), analysis.concentration(con, [run])
    assert stored["moved"]["clusters"] < rescorer.hands / 10
    assert same(found["points_moved"], stored["moved"])
    assert same(found["dealer_advantage"], stored["dealer_points"])
    assert same(found["draw_rate"], stored["drawn"])
    for name in ("gini", "top_share"):
        assert same(found[name], by(spread, "figure")[name])
    head = analysis.headline(con, [run]).row(0, named=True)
    ends = ("self_draw", "self_draw_low", "self_draw_high")
    assert same(found["self_draw_share"], head, *ends)


def test_tuning_tells_of_another_table_what_rescoring_tells(played):
    con, run, child, _, proposal, rescorer, table = played
    told = by(analysis.rescored(con, [child], [run]))
    before, after = rescorer.estimates(proposal.today), rescorer.estimates(table)
    move = rescorer.estimates(proposal.today, table)
    assert same(before["points_moved"], told["moved_before"])
    assert same(after["points_moved"], told["moved_after"])
    assert same(move["points_moved"], told["moved"])
    assert told["earlier"]["count"] > 0
    assert same(after["earlier"], told["earlier"])
    changes = by(analysis.rescored_changes(con, [child], [run]), "moved")
    assert changes[None]["wins"] > 0
    assert same(after["unwon"], changes[None], "share")
    seats = {
        (row["seat"], row["measure"]): row
        for row in analysis.rescored_seats(con, [child], [run]).to_dicts()
    }
    assert same(before["dealer_advantage"], seats[0, "old_delta"])
    assert same(after["dealer_advantage"], seats[0, "new_delta"])
    assert same(move["dealer_advantage"], seats[0, "moved"])


def test_the_share_of_a_pattern_is_one_in_every_command(played):
    con, run, child, task, proposal, _, _ = played
    ruleset = task.ruleset
    rows = by(analysis.pattern_frequency(con, [run], ruleset), "pattern")
    assert any(row["wins"] == 0 for row in rows.values())
    tuned = by(proposal_frame(proposal, ruleset), "pattern")
    rarity = by(analysis.rarity(con, ruleset, natural=[run], hands=500), "pattern")
    again = by(analysis.rescored_patterns(con, [child], [run]), "pattern")
    moved = by(analysis.pattern_moves(con, [run], [run], ruleset), "pattern")
    for key, row in rows.items():
        ends = (row["share"], row["low"], row["high"])
        told = [("natural_share", "natural_low", "natural_high", rarity)]
        told.append(("share", "low", "high", tuned))
        told.append(("before_share", "before_low", "before_high", again))
        told.append(("before", "before_low", "before_high", moved))
        told.append(("after", "after_low", "after_high", moved))
        for *names, frame in told:
            if key in frame:
                assert tuple(frame[key][name] for name in names) == pytest.approx(ends), key


def test_a_mean_is_one_whether_alone_or_beside_its_quantiles(played):
    con, run, *_ = played
    stored, head = by(analysis.measures(con, [run])), analysis.headline(con, [run])
    lengths = analysis.hand_lengths(con, [run]).filter(figure="mean")
    lengths = by(lengths)
    draws, turns = stored["draws"], head.row(0, named=True)
    assert tuple(lengths["draws"][end] for end in ENDS) == tuple(draws[end] for end in ENDS)
    assert [lengths["turns"][end] for end in ENDS] == [
        turns[name] for name in ("turn_mean", "turn_mean_low", "turn_mean_high")
    ]
    points = by(analysis.points_by_seat(con, [run]).filter(figure="mean"), "seat")
    for row in analysis.seats(con, [run]).to_dicts():
        mean = [row[name] for name in ("points_mean", "points_low", "points_high")]
        assert [points[row["seat"]][end] for end in ENDS] == mean
    others = analysis.roles(con, [run]).row(1, named=True)
    assert points[analysis.OTHERS]["low"] == others["points_low"]
    moved = by(analysis.concentration(con, [run]), "figure")["moved_mean"]
    assert [moved[end] for end in ENDS] == [stored["moved"][end] for end in ENDS]
    endings = by(analysis.outcomes(con, [run]).filter(won=False), "ending")
    if "draw" in endings:
        drawn = endings["draw"]
        assert (drawn["share"], drawn["low"]) == (stored["drawn"]["value"], stored["drawn"]["low"])
        assert drawn["high"] == turns["drawn_high"] == stored["drawn"]["high"]


def seated(seatings):
    """Six hands in three deals, none drawn: of sessions, or two seatings of one wall each."""
    rows = Rows()
    for deal in range(3):
        for place in range(2):
            hand = rows.hand(
                2 * deal + place if seatings else deal,
                "win",
                hand_in_session=0 if seatings else place,
                deal=deal,
                permutation=place if seatings else 0,
                winners=1,
            )
            rows.win(hand, 0, payer=1, total=8, patterns=[("all_chows", 1, 2)])
    return connection(rows)


@pytest.mark.parametrize(("seatings", "cases"), [(False, 6), (True, 3)])
def test_a_count_of_none_takes_the_rule_of_three_over_walls(seatings, cases):
    """Hands of a session have walls of their own, seatings of a wall count once."""
    con = seated(seatings)
    [run] = [run for (run,) in con.sql("select distinct run from hands").fetchall()]
    assert have_seatings(con, [run]) is seatings
    drawn = by(analysis.measures(con, [run]))["drawn"]
    assert (drawn["value"], drawn["low"], drawn["high"]) == (0, 0, min(1, 3 / cases))
    ruleset = load_ruleset("mcr-botzone")
    rows = by(analysis.pattern_frequency(con, [run], ruleset), "pattern")
    assert rows["big_four_winds"]["high"] == min(1, 3 / cases)
    assert rows["all_chows"]["low"] == rate(cases, cases).low  # all is none of the others


def test_the_bound_of_a_count_of_none_holds_where_hands_of_a_wall_are_alike():
    """Walls of 24 seatings that meet something all alike, or sessions whose hands meet it alone.

    A true share so large that none is met in 5 of 100 samples must still be within the bound.
    """
    walls, seatings = 150, 24
    n = walls * seatings
    truth = 1 - 0.05 ** (1 / walls)  # of walls: none of 150 meets it with a chance of 5 %
    sums = (0, 0, 0, walls * seatings**2, n, walls)
    bound = clustered_rate(*sums, alone=alone(n, walls, seatings=True)).high
    assert truth <= bound <= 1.02 * truth
    own = 1 - 0.05 ** (1 / n)
    bound = clustered_rate(*sums, alone=alone(n, walls, seatings=False)).high
    assert own <= bound <= 1.02 * own


def test_what_is_seen_once_is_no_rarer_than_what_was_never_seen():
    """The upper end of one case in 250 sessions is above that of none."""
    n, sessions = 4000, 250
    size = 16 * 16 * sessions
    none = clustered_rate(0, 0, 0, size, n, sessions, alone=n)
    once = clustered_rate(1, 1, 16, size, n, sessions)
    assert none.high < once.high
    assert np.isclose(none.high, 3 / n)


def test_walls_are_asked_for_where_a_count_is_none_or_all():
    asked = []

    def walls(n, deals):
        asked.append((n, deals))
        return partial(alone, seatings=True)(n, deals)

    rate_of_sums(3, 3, 12, 160, 40, 10, alone=walls)
    assert asked == []
    assert rate_of_sums(0, 0, 0, 160, 40, 10, alone=walls).high == 3 / 10
    assert asked == [(40, 10)]
