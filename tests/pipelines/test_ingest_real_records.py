"""Games that people and programs really played: every one replays, every score is met.

The records lie beside the checkout and are no part of the project; their README states the facts
that are met here.
"""

from pathlib import Path

import pytest

from pipelines.export import export_records
from pipelines.lake import Lake
from pipelines.verify import verify_lake
from tests.pipelines.ingest_helpers import ingest

RECORDS = Path(__file__).resolve().parents[2].parent / "shared" / "records"
pytestmark = pytest.mark.skipif(
    not RECORDS.is_dir(), reason="real records lie beside the checkout, and are not there"
)
BOTZONE = RECORDS / "botzone"


@pytest.fixture
def lake(tmp_path):
    return Lake(str(tmp_path / "lake"))


def rows(lake, query):
    with lake.connect() as con:
        return con.sql(query).fetchall()


@pytest.mark.parametrize(
    ("paths", "hands", "outcomes"),
    [
        (["botzone/sample16.txt"], 16, None),
        (["botzone/ladder24.txt"], 24, None),
        (["botzone/json"], 24, None),
        (["botzone/misc"], 9, {"win": 4, "draw": 5}),
        (["botzone/selfplay50.jsonl"], 50, None),
        (["tziakcha"], 16, {"win": 16}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_all_hands_are_loaded_and_every_score_is_met(lake, paths, hands, outcomes):
    [result] = ingest(lake, *(RECORDS / path for path in paths))
    assert (result.summary.hands, result.summary.n_rejects) == (hands, 0)
    assert result.summary.agreement == {"same": hands}
    assert result.summary.unknown_names == {}
    if outcomes is not None:
        assert result.summary.outcomes == outcomes


def test_errors_of_players_are_penalties_of_10_each(lake):
    ingest(lake, BOTZONE / "selfplay50.jsonl")
    found = rows(
        lake,
        "select hand_id, list(delta order by delta) from hands join settlements using (run, "
        "hand_id) where outcome = 'penalty' group by all",
    )
    assert found
    assert {tuple(deltas) for _, deltas in found} == {(-30, 10, 10, 10)}


def test_lost_names_are_reported_and_the_totals_still_met(lake):
    [result] = ingest(lake, BOTZONE / "sample16_crlf_mangled_fan_names.txt")
    assert (result.summary.hands, result.summary.agreement) == (16, {"same": 16})
    assert set("".join(result.summary.unknown_names)) == {"?"}
    assert result.inputs[0].encoding == "UTF-8, CRLF"


def test_mangled_names_change_nothing_else(lake, tmp_path):
    ingest(lake, BOTZONE / "sample16_crlf_mangled_fan_names.txt")
    other = Lake(str(tmp_path / "other"))
    ingest(other, BOTZONE / "sample16.txt")
    for table in ("events", "wins", "win_patterns", "settlements", "chances"):
        query = f"select * exclude (run) from {table} order by all"
        assert rows(lake, query) == rows(other, query), table


def test_text_and_judge_log_of_a_game_give_the_same_rows(lake, tmp_path):
    """But for source, wall, and the claims that lost, which the text form leaves out."""
    other = Lake(str(tmp_path / "other"))
    ingest(lake, BOTZONE / "ladder24.txt")
    ingest(other, BOTZONE / "json")
    hands = (
        "select match_id, dealer_seat, round_wind, outcome, winners, n_draws, wall_left, "
        "dealt_distance, recorded_total, recorded_deltas from hands order by all"
    )
    assert rows(lake, hands) == rows(other, hands)
    for query in (
        "select * exclude (run, hand_id) from wins",
        "select * exclude (run, hand_id) from win_patterns",
        "select * exclude (run, hand_id) from settlements",
        "select row_number() over (partition by hand_id order by seq) as n, seat, action, tile, "
        "tiles, from_seat, source, wall_left from events where action != 'lost_claim'",
    ):
        named = query.replace("select ", "select run, hand_id, ", 1)
        joined = f"select match_id, t.* exclude (run, hand_id) from ({named}) as t "
        joined += "join hands using (run, hand_id) order by all"
        assert rows(lake, joined) == rows(other, joined), query


def test_everything_verifies_and_comes_back_from_records(lake, tmp_path):
    results = ingest(lake, RECORDS)
    assert {result.rules: result.summary.hands for result in results} == {
        "mcr-botzone": 99,
        "mcr-tziakcha": 16,
    }
    # 24 games lie there as text and as logs, 16 as two texts.
    refused = [result.summary.rejects for result in results]
    assert sorted(refused, key=len) == [{}, {"duplicate": 40}]
    verdict = verify_lake(lake)
    assert (verdict.hands, verdict.mismatches) == (115, ())
    again = Lake(str(tmp_path / "again"))
    for result in results:
        export_records(lake, tmp_path / f"{result.rules}.jsonl", run=result.run)
        ingest(again, tmp_path / f"{result.rules}.jsonl")
    kept = {"hands": "* exclude (run, source, source_file, recorded_patterns)"}
    for table in ("hands", "events", "wins", "win_patterns", "settlements", "chances"):
        query = f"select {kept.get(table, '* exclude (run)')} from {table} order by all"
        assert rows(lake, query) == rows(again, query), table
