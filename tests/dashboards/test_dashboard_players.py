"""The page of players: numbers against plain SQL, hands behind them, policies of simulations."""

import pytest

from tests.dashboards.dashboard_fixture import DEMO, plain_sql
from tests.dashboards.page_helpers import controls, figures, grid_rows, links, section, text
from tests.lake_rows import Rows, write_lake

SIM = "mcr-sim-00000000000d"


@pytest.fixture(scope="module")
def built(lake):
    return section(lake, "/players?rules=mcr-botzone", "fare")


def test_every_player_s_hands_wins_and_points_are_those_of_plain_sql(lake, built):
    counted = plain_sql(
        lake,
        "select players[s.seat + 1] as who, count(*) as n, count(w.winner) as wins, "
        "avg(s.delta) as points from hands h join settlements s using (run, hand_id) "
        "left join wins w on w.run = h.run and w.hand_id = h.hand_id and w.winner = s.seat "
        f"where h.run = '{DEMO}' group by who",
    )
    told = {row["t0"]: (row["s1"], row["s2"], row["s6"]) for row in grid_rows(built)}
    assert len(counted) >= 4
    assert told == {who: (n, wins, pytest.approx(points)) for who, n, wins, points in counted}


def test_recorded_hands_are_taken_where_nobody_chooses(lake):
    assert controls(lake, "/players")["by"] == "player"
    assert "recorded" in text(section(lake, "/players", "fare"))


def test_numbers_lead_to_as_many_hands(lake, built):
    counted = plain_sql(
        lake,
        "select players[s.seat + 1] as who, count(*) as n, count(w.winner) as wins, "
        "count(w.winner) filter (w.win_by = 'self_draw') as drawn, "
        "count(*) filter (exists (from wins p where p.run = h.run and p.hand_id = h.hand_id "
        "and p.win_by in ('discard', 'robbed_kong') and p.payer = s.seat)) as dealt_in "
        "from hands h join settlements s using (run, hand_id) "
        "left join wins w on w.run = h.run and w.hand_id = h.hand_id and w.winner = s.seat "
        f"where h.run = '{DEMO}' group by who",
    )
    behind = {who: numbers for who, *numbers in counted}
    assert sum(dealt_in for *_, dealt_in in behind.values()) > 0
    for row in grid_rows(built)[:2]:
        n, wins, drawn, dealt_in = behind[row["t0"]]
        leads = {0: wins, 1: n, 2: wins, 3: wins, 4: dealt_in, 5: drawn, 7: wins, 8: wins}
        for place, number in leads.items():
            found = text(section(lake, row[f"h{place}"], "found"))
            assert found.startswith(f"{number:,} hand"), place


def test_the_figure_has_a_dot_for_each_that_leads_to_its_balance(lake, built):
    [figure] = figures(built)
    names = [row["t0"] for row in grid_rows(built)]
    assert list(figure.layout.yaxis.ticktext) == names
    assert f"player={names[0]}" in figure.data[0].customdata[0]
    assert section(lake, figure.data[0].customdata[0], "seats")


def test_patterns_of_a_player_lead_to_as_many_hands_as_they_count(lake):
    built = section(lake, f"/players?run={DEMO}", "patterns")
    first = links(built)[0]
    [(wins,)] = plain_sql(
        lake,
        "select count(*) as n from win_patterns p join hands h using (run, hand_id) "
        f"where h.run = '{DEMO}' and players[p.winner + 1] = "
        f"'{first.partition('player=')[2].partition('&')[0]}' "
        f"and pattern = '{first.partition('pattern=')[2].partition('&')[0]}'",
    )
    assert text(section(lake, first, "found")).startswith(f"{wins} hand")
    assert f" {wins:,} " in text(built)


def test_records_have_no_policies(lake):
    assert "No policy played these hands" in text(
        section(lake, f"/players?run={DEMO}&by=policy", "fare")
    )


def test_policies_of_simulated_hands_are_told_apart(tmp_path):
    policies = ["value", "greedy", "greedy", "random"]
    players = [f"p{seat}:{policy}" for seat, policy in enumerate(policies)]
    rows = Rows(SIM, "mcr")
    for session, winner in enumerate((0, 0, 1, 2, 2)):
        rows.win(rows.hand(session, "win", winners=1 << winner, players=players), winner)
    lake = write_lake(tmp_path, rows, kind="sim", options={"policies": policies, "seed": 1})
    told = {row["t0"]: (row["s1"], row["s2"]) for row in
            grid_rows(section(lake, "/players", "fare"))}  # fmt: skip
    assert told == {"greedy": (10, 3), "value": (5, 2), "random": (5, 0)}
    by_name = grid_rows(section(lake, "/players?by=player", "fare"))
    assert {row["t0"] for row in by_name} == set(players)
