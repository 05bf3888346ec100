"""Measures of a table on stored hands: today's are the lake's, others follow from payments."""

from contextlib import closing

import numpy as np
import pytest

from pipelines import analysis
from pipelines.lake import Lake
from pipelines.tuning.measuring import Rescorer
from pipelines.tuning.proposing import plan_task, propose
from schemas.errors import UsageError
from schemas.tuning import Tuning
from tests.pipelines.rescore_helpers import rescored, rules_file
from tests.pipelines.simulate_helpers import plan_of, simulate


def tuning_of(rules, run):
    return Tuning.model_validate(
        {"rules": rules, "output": "new.toml", "rarity": {"natural": [run]}}
    )


@pytest.fixture(scope="module")
def yantai(tmp_path_factory):
    folder = tmp_path_factory.mktemp("yantai")
    run = simulate(folder, plan_of("yantai", policy="greedy", seed=3, single=True), 400).run
    lake = Lake(str(folder))
    with closing(lake.connect()) as con:
        proposal = propose(con, plan_task(tuning_of("yantai", run), folder, lake))
        rescorer = Rescorer(lake, con, [run], proposal, hands=400)
        yield con, run, proposal, rescorer


def test_measures_of_todays_table_are_those_of_the_lake(yantai):
    con, run, proposal, rescorer = yantai
    found = rescorer.estimates(proposal.today)
    stored = {row["measure"]: row for row in analysis.measures(con, [run]).to_dicts()}
    spread = {row["figure"]: row for row in analysis.concentration(con, [run]).to_dicts()}
    for mine, row in (
        ("dealer_advantage", stored["dealer_points"]),
        ("draw_rate", stored["drawn"]),
        ("points_moved", stored["moved"]),
        ("gini", spread["gini"]),
        ("top_share", spread["top_share"]),
    ):
        assert found[mine].value == pytest.approx(row["value"])
    # The jackknife's interval is nearly that of the mean's formula.
    low, high = stored["dealer_points"]["low"], stored["dealer_points"]["high"]
    mine = found["dealer_advantage"]
    assert mine.high - mine.low == pytest.approx(high - low, rel=0.25)
    for name in ("gini", "top_share"):
        assert found[name].low == pytest.approx(spread[name]["low"])
    won = stored["won"]["value"]
    assert found["self_draw_share"].value == pytest.approx(stored["self_drawn"]["value"] / won)
    assert found["unwon"].value == found["distance"].value == 0


def test_a_factor_doubled_doubles_what_its_wins_are_paid(yantai):
    con, run, proposal, rescorer = yantai
    table = proposal.today.copy()
    table[proposal.patterns.index("concealed_hand")] *= 2
    # Payments of wins with the factor double, kongs and bets do not.
    rows = con.sql(
        """
        with doubled as (
            select hand_id from win_patterns where run = $run and pattern = 'concealed_hand'
        )
        select
            (s.win + s.dealer) * case when d.hand_id is null then 1 else 2 end
            + s.kong + s.bet + s.losers + s.liability + s.penalty as delta,
            s.seat = h.dealer_seat as deals
        from settlements as s
        inner join hands as h on s.run = h.run and s.hand_id = h.hand_id
        left join doubled as d on s.hand_id = d.hand_id
        where s.run = $run
        """,
        params={"run": run},
    ).fetchall()
    hands = rescorer.hands
    found = rescorer(table)
    assert found["dealer_advantage"] == pytest.approx(sum(d for d, deals in rows if deals) / hands)
    assert found["points_moved"] == pytest.approx(sum(max(d, 0) for d, _ in rows) / hands)
    assert found["distance"] == pytest.approx(np.log(2) / len(table))
    move = rescorer.estimates(proposal.today, table)["points_moved"]
    assert move.value == pytest.approx(
        found["points_moved"] - rescorer(proposal.today)["points_moved"]
    )
    assert move.low > 0


def test_wins_below_the_minimum_are_none_and_their_hands_drawn(tmp_path):
    run = simulate(tmp_path, plan_of("mcr", policy="greedy", seed=5, single=True), 300).run
    lake = Lake(str(tmp_path))
    with closing(lake.connect()) as con:
        proposal = propose(con, plan_task(tuning_of("mcr", run), tmp_path, lake))
        rescorer = Rescorer(lake, con, [run], proposal, hands=300)
        table = proposal.today.copy()
        table[proposal.patterns.index("mixed_triple_chow")] = 1
        below = con.sql(
            """
            select count(*) from wins as w
            inner join win_patterns as p using (run, hand_id, winner)
            left join win_patterns as f
                on
                    w.run = f.run and w.hand_id = f.hand_id and w.winner = f.winner
                    and f.pattern = 'flower'
            where p.pattern = 'mixed_triple_chow' and w.total - coalesce(f.count, 0) - 7 < 8
            """
        ).fetchall()[0][0]
        wins = con.sql("select count(*) from wins").fetchall()[0][0]
    found, today = rescorer(table), rescorer(proposal.today)
    # Another reading may save some of them.
    assert 0 < found["unwon"] <= below / wins
    lost = found["unwon"] * wins
    assert found["draw_rate"] == pytest.approx(today["draw_rate"] + lost / rescorer.hands)


def test_hands_that_would_have_ended_earlier_are_counted_as_rescoring_counts_them(tmp_path):
    run = simulate(tmp_path, plan_of("mcr", policy="greedy", seed=6, single=True), 200).run
    lake = Lake(str(tmp_path))
    with closing(lake.connect()) as con:
        proposal = propose(con, plan_task(tuning_of("mcr", run), tmp_path, lake))
        rescorer = Rescorer(lake, con, [run], proposal, hands=200)
    table = proposal.today.copy()
    table[proposal.patterns.index("all_chows")] += 5
    child = rescored(lake, run, rules_file(tmp_path, "mcr", "[patterns.all_chows]\nvalue = 7\n"))
    with closing(lake.connect()) as con:
        [told] = analysis.rescored(con, [child.run], [run]).filter(measure="earlier").to_dicts()
    today, found = rescorer.estimates(proposal.today), rescorer.estimates(table)
    assert found["earlier"].value == told["value"] > 0
    assert found["earlier"].low == pytest.approx(told["low"], abs=0.03)
    assert (today["earlier"].value, today["earlier"].low) == (0, 0)
    assert rescorer.estimates(proposal.today, table)["earlier"].value == told["value"]
    assert "earlier" not in rescorer(table)


def test_targets_without_stored_hands_cannot_be_measured(yantai):
    con, _, proposal, _ = yantai
    with pytest.raises(UsageError, match=r"name runs in rarity\.natural or rarity.strategic"):
        Rescorer(Lake("nowhere"), con, [], proposal, hands=100)
