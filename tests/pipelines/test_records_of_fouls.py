"""Records of fouls 犯规, and of hands that share a deal: ingested, exported, ingested again.

What is paid is worked out by hand from the Luoyuan card, "Fouls", and the Longgang card, "Other
fouls" (`tests.engine.test_machine_found_fouls` says how).
"""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from pipelines.export import export_records
from pipelines.lake import Lake
from pipelines.verify import verify_lake
from tests.pipelines.ingest_helpers import ingest
from tests.pipelines.rescore_helpers import rescored
from tests.pipelines.rescore_helpers import rows as stored_rows

LUOYUAN = {
    "paipu": 1,
    "rules": "luoyuan-20",
    "wildcard": "9s",
    "deal": [
        "1379m 1379p 1357s 888s 8m 9m",
        "123m 456m 789p 22s 456s 45p",
        "1379m 268p 1357s 77s 8m 2m 3p",
        "2579m 2468p 139s 66m 1s 8m 3p",
    ],
}
OPENED = ["0 turn_wildcard 9s", "0 discard 1m"]
WON = ["1 draw 1p", "1 discard 1p", "2 draw 6p", "2 discard 6p", "1 win 6p"]
LONGGANG = {
    "paipu": 1,
    "rules": "longgang",
    "wildcard": "8p",
    "deal": [
        "147m 147p 258s ESWNCF 8p 9s",
        "123m 456m 789m 345p 67s 11p",
        "258m 258p 147s ESWNCF 8s",
        "369m 999p 369s ESWNCF 3p",
    ],
}
LONGGANG_WON = ["1 draw N", "1 discard N", "2 draw 9m", "2 discard 8s", "1 win 8s"]
HANDS = {
    # Seat 3, with a gold, stands: its D is 0.
    "stands": (LUOYUAN, [*OPENED, "3 foul", *WON], [-2, 6, -2, -2]),
    # Its foul is found at the end: seat 0 pays for all, and seat 3 for its gold.
    "shown": (LUOYUAN, [*OPENED, *WON, "0 foul"], [-7, 6, 0, 1]),
    # The dealer stands from the flowers on: the turn goes to seat 1.
    "early": (LUOYUAN, ["0 foul", "0 turn_wildcard 9s", *WON], [-3, 6, -3, 0]),
    "false": (LUOYUAN, [*OPENED, "3 false_win"], [6, 6, 6, -18]),
    # The dealer has discarded a wildcard 打出财神 and plays on; it counts nothing anyway.
    "wildcard": (
        LONGGANG,
        ["0 turn_wildcard 8p", "0 discard 8p", "0 foul", *LONGGANG_WON],
        [-56, 80, -28, 4],
    ),
    # Seat 3's 8 points count for nothing.
    "void": (
        LONGGANG,
        ["0 turn_wildcard 8p", "0 discard E", *LONGGANG_WON, "3 foul"],
        [-40, 80, -20, -20],
    ),
    # It pays 20 to the dealer and 10 to the others, and counts 0 when somebody wins.
    "false_goes_on": (
        LONGGANG,
        ["0 turn_wildcard 8p", "0 discard E", "3 false_win", *LONGGANG_WON],
        [-40 + 20, 80 + 10, -20 + 10, -20 - 40],
    ),
}
COMPARED = ("events", "wins", "win_patterns", "win_items", "settlements", "chances")


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


def rows(lake, query):
    with lake.connect() as con:
        return con.sql(query).fetchall()


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fouls")
    records = [
        {**head, "match_id": name, "actions": actions, "result": {"deltas": deltas}}
        for name, (head, actions, deltas) in HANDS.items()
    ]
    lake = Lake(str(folder / "lake"))
    results = ingest(lake, write(folder / "fouls.jsonl", records))
    assert sum(result.summary.n_rejects for result in results) == 0
    return lake


def test_fouls_of_records_are_settled_as_the_cards_say(lake):
    found = rows(
        lake,
        "select match_id, agreement, list(delta order by seat), "
        "abs(sum(win)) + abs(sum(losers)) + abs(sum(liability)) + abs(sum(penalty)) "
        "from hands join settlements using (run, hand_id) group by all",
    )
    assert {name: deltas for name, _, deltas, _ in found} == {
        name: deltas for name, (_, _, deltas) in HANDS.items()
    }
    assert {(agreement, parts) for _, agreement, _, parts in found} == {("same", 0)}


def test_records_with_fouls_come_back(lake, tmp_path):
    out = tmp_path / "again.jsonl"
    assert export_records(lake, out).refused == 0
    again = Lake(str(tmp_path / "again"))
    ingest(again, out)
    for table in COMPARED:
        query = (
            f"select match_id, t.* exclude (run, hand_id) from {table} t "
            "join hands using (run, hand_id) order by all"
        )
        assert rows(again, query) == rows(lake, query), table
    verdict = verify_lake(again)
    assert (verdict.hands, verdict.mismatches) == (len(HANDS), ())


def test_replay_shows_fouls(lake):
    [(run, hand)] = rows(lake, "select run, hand_id from hands where match_id = 'shown'")
    shown = CliRunner().invoke(app, ["replay", f"{run}/{hand}", "--lake", lake.uri])
    assert shown.exit_code == 0
    lines = [line for line in shown.stdout.splitlines() if "犯规" in line]
    assert len(lines) == 1
    assert "East 东" in lines[0]
    [(run, hand)] = rows(lake, "select run, hand_id from hands where match_id = 'stands'")
    shown = CliRunner().invoke(app, ["replay", f"{run}/{hand}", "--lake", lake.uri])
    assert shown.exit_code == 0
    assert "North 北 fouls 犯规" in shown.stdout


def test_documented_hands_give_the_results_that_stand_in_them(tmp_path):
    text = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
    found = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    blocks = [json.loads(re.sub(r"\n *", " ", block)) for block in found]
    assert {"luoyuan-20", "longgang", "mcr-botzone"} <= {block["rules"] for block in blocks}
    for number, block in enumerate(blocks):
        block["session"] = number
    lake = Lake(str(tmp_path / "lake"))
    loaded = ingest(lake, write(tmp_path / "docs.jsonl", blocks))
    assert [result.summary.n_rejects for result in loaded] == [0] * len(loaded)
    assert rows(lake, "select distinct agreement from hands") == [("same",)]


# --- hands that share a deal


def drawn(session, **more):
    """Seat 3's false win ends a hand at once; players tell the records apart."""
    head, actions, _ = HANDS["false"]
    players = [f"player {session}", *"bcd"]
    return {**head, "session": session, "players": players, "actions": actions, **more}


IDENTITY = "select session, hand_in_session, deal, permutation, hand_id from hands order by hand_id"


def test_deal_and_permutation_of_records_come_back(tmp_path):
    """Two deals in two orders of the players, and a session that is a deal of its own."""
    records = [
        drawn(0),
        drawn(1, deal_number=0, permutation=1),
        drawn(24, deal_number=1, permutation=0),
        drawn(25, deal_number=1, permutation=1),
        drawn(30),
    ]
    lake, again = Lake(str(tmp_path / "lake")), Lake(str(tmp_path / "again"))
    ingest(lake, write(tmp_path / "a.jsonl", records))
    expected = [(0, 0, 0, 0), (1, 0, 0, 1), (24, 0, 1, 0), (25, 0, 1, 1), (30, 0, 30, 0)]
    assert [row[:4] for row in rows(lake, IDENTITY)] == expected
    export_records(lake, tmp_path / "b.jsonl")
    told = [json.loads(line) for line in (tmp_path / "b.jsonl").read_text().splitlines()]
    assert [(one.get("deal_number"), one.get("permutation")) for one in told] == [
        (None, None),
        (0, 1),
        (1, 0),
        (1, 1),
        (None, None),
    ]
    ingest(again, tmp_path / "b.jsonl")
    assert rows(again, IDENTITY) == rows(lake, IDENTITY)


def test_deals_of_a_second_file_are_others(tmp_path):
    """Sessions of the second file follow those of the first; so do its deals."""
    first = [drawn(0), drawn(1, deal_number=0, permutation=1)]
    second = [{**one, "players": [f"other {number}", *"bcd"]} for number, one in enumerate(first)]
    lake = Lake(str(tmp_path / "lake"))
    ingest(lake, write(tmp_path / "a.jsonl", first), write(tmp_path / "b.jsonl", second))
    assert sorted(row[2:4] for row in rows(lake, IDENTITY)) == [(0, 0), (0, 1), (2, 0), (2, 1)]


@pytest.mark.parametrize(
    "told", [{"deal_number": 2}, {"deal_number": -1}, {"permutation": 24}, {"permutation": "x"}]
)
def test_deals_and_permutations_that_cannot_be_are_refused(tmp_path, told):
    """A deal has the number of its first session or less, and there are 24 orders of players."""
    lake = Lake(str(tmp_path / "lake"))
    [loaded] = ingest(lake, write(tmp_path / "a.jsonl", [drawn(0), drawn(1, **told)]))
    assert (loaded.summary.hands, loaded.summary.n_rejects) == (1, 1)
    [(code, message)] = rows(lake, "select code, message from rejects")
    assert code == "bad_value"
    assert next(iter(told)) in message


@pytest.mark.parametrize("rules", ["luoyuan-20", "longgang"])
def test_hands_with_fouls_scored_again_under_their_own_rules_are_the_same(lake, rules):
    [run] = [one.run for one in lake.manifests() if one.rules == rules and one.kind == "ingest"]
    again = rescored(lake, run, rules)
    for table in ("wins", "win_patterns", "settlements", "chances"):
        assert stored_rows(lake, again.run, table) == stored_rows(lake, run, table), table
