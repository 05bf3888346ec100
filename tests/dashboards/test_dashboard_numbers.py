"""Numbers of the dashboard's pages against plain SQL, and the hands that they lead to."""

import pytest

from dashboards.app.data import LakeReader
from tests.dashboards.dashboard_fixture import DEMO, plain_sql
from tests.dashboards.page_helpers import grid_rows, links, section, text


class TestNumbers:
    def test_patterns_of_a_seat_are_those_of_plain_sql(self, lake):
        rows = grid_rows(section(lake, f"/patterns?run={DEMO}&seat=0", "frequency"))
        told = {row["href"].partition("pattern=")[2]: (row["wins"], row["n"]) for row in rows
                if row["wins"]}  # fmt: skip
        dealt = (
            f"from wins w join hands h using (run, hand_id) "
            f"where run = '{DEMO}' and winner = dealer_seat"
        )
        [(n,)] = plain_sql(lake, f"select count(*) {dealt}")
        counted = plain_sql(
            lake,
            "select pattern, count(*) from win_patterns join "
            f"(select run, hand_id, winner {dealt}) using (run, hand_id, winner) group by all",
        )
        assert told == {pattern: (wins, n) for pattern, wins in counted}

    def test_a_difference_is_that_of_the_shares(self, lake):
        href = f"/patterns?run={DEMO}&seat=0&other_run={DEMO}&other_seat=1&other_seat=2"
        rows = grid_rows(section(lake, href, "frequency"))
        assert len(rows) > 10
        for row in rows:
            assert row["difference"] == pytest.approx(row["share"] - row["other_share"])

    @pytest.mark.parametrize(
        ("search", "where"),
        [
            ("pattern=all_chows", "exists (from win_patterns p where p.run = w.run and "
             "p.hand_id = w.hand_id and p.winner = w.winner and p.pattern = 'all_chows')"),
            ("least=20&most=40", "w.total between 20 and 40"),
            ("first_turn=5&last_turn=7", "w.turn between 5 and 7"),
            ("wait=closed", "w.wait = 'closed'"),
            ("win_by=self_draw", "w.win_by = 'self_draw'"),
            ("seat=2", "(w.winner - h.dealer_seat + 4) % 4 = 2"),
            ("payer=1", "w.win_by in ('discard', 'robbed_kong') and "
             "(w.payer - h.dealer_seat + 4) % 4 = 1"),
            ("outcome=draw", "h.outcome = 'draw'"),
            ("round=E&seat=0&seat=1",
             "h.round_wind = 0 and (w.winner - h.dealer_seat + 4) % 4 < 2"),
        ],
    )  # fmt: skip
    def test_hands_found_are_those_of_plain_sql(self, lake, search, where):
        told = text(section(lake, f"/hands?run={DEMO}&{search}", "found"))
        [(n,)] = plain_sql(
            lake,
            "select count(*) from hands h left join wins w using (run, hand_id) "
            f"where h.run = '{DEMO}' and " + where,
        )
        assert n > 0
        assert told.startswith(f"{n:,} hand")

    def test_every_pattern_leads_to_as_many_hands_as_it_counts(self, lake):
        rows = grid_rows(section(lake, f"/patterns?run={DEMO}&win_by=discard", "frequency"))
        for row in [row for row in rows if row["wins"]][:8]:
            told = text(section(lake, row["href"], "found"))
            assert told.split(" ")[0] == f"{row['wins']:,}", row["name"]

    def test_every_seat_leads_to_as_many_wins_as_it_counts(self, lake):
        built = section(lake, f"/balance?run={DEMO}", "seats")
        for seat, href in enumerate(links(built)[:4]):
            [(n,)] = plain_sql(
                lake,
                "select count(*) from wins join hands using (run, hand_id) "
                f"where run = '{DEMO}' and (winner - dealer_seat + 4) % 4 = {seat}",
            )
            assert text(section(lake, href, "found")).startswith(f"{n} hand")

    def test_pages_of_the_list_hold_every_hand_once(self, lake):
        seen = []
        for page in range(1, 17):
            seen += [one for one in links(section(lake, f"/hands?run={DEMO}&page={page}", "found"))
                     if one.startswith("/hand?")]  # fmt: skip
        [(n,)] = plain_sql(lake, f"select count(*) from hands where run = '{DEMO}'")
        assert len(set(seen)) == n

    def test_a_hand_that_was_played_is_shown_step_by_step(self, shown):
        lake, played = shown
        steps = LakeReader(lake).snapshot().hand(played, 0).steps
        [(n,)] = plain_sql(
            lake,
            f"select count(*) from events where run = '{played}' and hand_id = 0 "
            "and action <> 'deal'",
        )
        assert len(steps) == n + 1  # the deal is one step
        first, last = steps[0], steps[-1]
        assert [len(seat["hand"]) for seat in first["seats"]] == [13] * 4
        assert first["text"] == "the deal 配牌"
        winner = last["seat"]
        assert "wins 和" in last["text"]
        [(total, points)] = plain_sql(
            lake,
            "select total, delta from wins join settlements s using (run, hand_id) "
            f"where run = '{played}' and s.seat = winner and winner = {winner}",
        )
        told = text(section(lake, f"/hand?id={played}/0", "ending"))
        assert f"{total} 番" in told
        assert f"+{points}" in told
