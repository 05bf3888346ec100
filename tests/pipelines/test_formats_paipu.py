"""paipu records: every key, sessions that records name, duplicates, what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from formats_data import meta_of, read_all, read_text, rows_of, the_reject, write

from pipelines.formats import survey

RECORD: dict[str, Any] = {
    "paipu": 1,
    "rules": "mcr",
    "session": 3,
    "hand": 7,
    "match_id": "cup-1",
    "deal_number": 1,
    "permutation": 23,
    "played_at": "2026-05-31T14:00:00.250+02:00",
    "players": ["a", None, "c", "d"],
    "dealer": 2,
    "round_wind": "W",
    "dealer_streak": 4,
    "wildcard": "9s",
    "bets": [1, 2, 3, 4],
    "deal": ["123m 4m", "f1 EE", "55p", "P"],
    "wall": "1m 2m f8",
    "actions": ["2 draw 5m", "2 discard 5m", "0 lost_claim pung 5m", "3 chow 5m 345m", "1 foul"],
    "result": {"total": 9, "patterns": ["混一色*1", "老少副*2"], "deltas": [-8, 33, -17, -8]},
    "source": "botzone",
}
PLAIN = {"paipu": 1, "rules": "mcr", "deal": ["1m", "2m", "3m", "4m"], "actions": ["- exhausted"]}


def lines(*records: Any) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def test_every_key_of_a_record(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, lines(RECORD))
    assert parsed.rejects == []
    batch = parsed.batch
    assert batch.dealer.tolist() == [2]
    assert batch.round_wind.tolist() == [2]
    assert batch.streak.tolist() == [4]
    assert batch.wildcard.tolist() == [26]
    assert batch.deal[0, 0, :5].tolist() == [0, 1, 2, 3, -1]
    assert batch.deal[0, 1, :4].tolist() == [34, 27, 27, -1]
    assert batch.wall[0, :4].tolist() == [0, 1, 41, -1]
    assert rows_of(batch) == [
        (2, 4, 4, -1, -1, 1),
        (2, 5, 4, -1, -1, 2),
        (0, 14, 4, -1, 7, 3),
        (3, 6, 4, 2, -1, 4),
        (1, 17, -1, -1, -1, 5),
    ]
    meta = meta_of(batch)
    assert meta["played_at"].isoformat() == "2026-05-31T12:00:00.250000+00:00"
    del meta["played_at"]
    assert meta == {
        "rules": "mcr",
        "session": 3,
        "hand_in_session": 7,
        "deal": 1,
        "permutation": 23,
        "source": "paipu",
        "source_file": str(tmp_path / "records.txt"),
        "place": "line 1",
        "match_id": "cup-1",
        "players": ["a", None, "c", "d"],
        "bets": [1, 2, 3, 4],
        "recorded_total": 9,
        "recorded_deltas": [-8, 33, -17, -8],
        "recorded_patterns": ["混一色*1", "老少副*2"],
        "deal_hash": None,
    }


def test_keys_that_may_be_left_out(tmp_path: Path) -> None:
    batch = read_text(tmp_path, lines(PLAIN)).batch
    meta = meta_of(batch)
    assert (meta["session"], meta["hand_in_session"]) == (0, 0)
    assert batch.dealer.tolist() == batch.round_wind.tolist() == batch.streak.tolist() == [0]
    assert batch.wildcard.tolist() == [-1]
    assert (batch.wall == -1).all()
    for name in ("match_id", "played_at", "players", "bets", "recorded_total", "recorded_deltas"):
        assert meta[name] is None
    assert meta["deal_hash"] is not None


def test_records_keep_the_sessions_that_they_name(tmp_path: Path) -> None:
    named = [{**PLAIN, "session": n, "round_wind": "ESWN"[n % 4], "dealer": n // 4} for n in (2, 5)]
    loose = [{**PLAIN, "dealer": 2 + n} for n in range(2)]
    batch = read_text(tmp_path, lines(named[0], loose[0], named[1], loose[1])).batch
    assert batch.meta["session"].to_list() == [2, 3, 5, 6]


def test_sessions_of_the_next_file_follow(tmp_path: Path) -> None:
    first = write(tmp_path, lines({**PLAIN, "session": 4}), "a.jsonl")
    second = write(tmp_path, lines({**PLAIN, "session": 1, "dealer": 1}), "b.jsonl")
    work, parsed = read_all(first, second)
    by_file = dict(zip(parsed.batch.meta["source_file"], parsed.batch.meta["session"], strict=True))
    if work.surveys[0].input.path == first:
        assert by_file == {str(first): 4, str(second): 5 + 1}
    else:
        assert by_file == {str(second): 1, str(first): 2 + 4}
    assert work.n_sessions == 5 + 2


@pytest.mark.parametrize(
    ("second", "words"),
    [
        ({**RECORD, "session": 9, "deal": ["1m"] * 4}, "record 1 of"),  # same match and hand
        ({**RECORD, "match_id": "cup-2"}, "by its session and number"),
    ],
)
def test_duplicates(tmp_path: Path, second: dict[str, Any], words: str) -> None:
    reject = the_reject(read_text(tmp_path, lines(RECORD, second)), hands=1)
    assert (reject.code, reject.place, reject.rules) == ("duplicate", "line 2", "mcr")
    assert words in reject.message


def test_the_same_play_under_another_rule_set_is_another_hand(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, lines(PLAIN, PLAIN | {"rules": "mcr-wmo"}))
    assert parsed.rejects == []
    assert len(parsed.batch) == 2


def test_without_a_match_id_deal_actions_and_players_make_the_hand(tmp_path: Path) -> None:
    spelled = {**PLAIN, "session": 1, "deal": ["W1", "2m", "3m", "🀊"]}
    named = {**PLAIN, "session": 2, "players": ["a", "b", "c", "d"]}
    others = {**PLAIN, "session": 3, "players": ["b", "a", "c", "d"]}
    reject = the_reject(read_text(tmp_path, lines(PLAIN, spelled, named, others)), hands=3)
    assert (reject.code, reject.place) == ("duplicate", "line 2")


def test_a_declaration_may_name_the_tile_that_is_discarded_with_it(tmp_path: Path) -> None:
    actions = ["0 draw 1m", "0 declare_ready 1m", "0 discard 1m", "1 foul"]
    parsed = read_text(tmp_path, lines({**PLAIN, "actions": actions}))
    assert parsed.rejects == []
    assert rows_of(parsed.batch)[1:3] == [(0, 11, 0, -1, -1, 2), (0, 5, 0, -1, -1, 3)]


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"paipu": 2}, "bad_value", "$.paipu"),
        ({"colour": "red"}, "unknown_key", "`colour`"),
        ({"rules": 5}, "bad_value", "$.rules"),
        ({"session": -1}, "bad_value", "$.session"),
        ({"session": 1 << 60}, "bad_value", "$.session"),
        ({"hand": 1024}, "bad_value", "$.hand"),
        ({"players": ["a"]}, "bad_value", "$.players"),
        ({"dealer": 4}, "bad_value", "$.dealer"),
        ({"round_wind": "F"}, "bad_value", "$.round_wind"),
        ({"dealer_streak": 40_000}, "bad_value", "$.dealer_streak"),
        ({"wildcard": "0m"}, "unknown_tile", "'0m'"),
        ({"bets": [1 << 31, 0, 0, 0]}, "bad_value", "$.bets"),
        ({"played_at": "2026-05-31T14:00:00"}, "bad_value", "timezone"),
        ({"played_at": "0001-01-01T00:00:00+14:00"}, "bad_value", "years 1 to 9999"),
        ({"played_at": "9999-12-31T23:59:59-14:00"}, "bad_value", "years 1 to 9999"),
        ({"played_at": "yesterday"}, "bad_value", "$.played_at"),
        ({"deal": ["1m"] * 3}, "bad_value", "$.deal"),
        ({"deal": ["1x", "", "", ""]}, "unknown_tile", "'1x'"),
        ({"deal": ["1m" * 18, "", "", ""]}, "wrong_tile_count", "18 tiles"),
        ({"wall": "1m" * 145}, "wrong_tile_count", "145 tiles"),
        ({"actions": ["0 drow 1m"]}, "bad_action", "draw"),
        ({"actions": ["0 draw 1m", "0 foul 1m"]}, "bad_action", "'0 foul 1m' names a tile"),
        ({"actions": ["0 show_ready 1m"]}, "bad_action", "discard by seat 0"),
        ({"actions": ["0 open_play 1m", "0 discard 2m"]}, "bad_action", "discard by seat 0"),
        ({"actions": [5]}, "bad_value", "$.actions[0]"),
        ({"actions": "0 draw 1m"}, "bad_value", "$.actions"),
        ({"actions": ["1 chow 1m 124m"]}, "bad_meld", "no run"),
        ({"result": {"deltas": [1, 2, 3, 4]}}, "score_not_zero", "sum to 10"),
        ({"result": {"deltas": [1, -1]}}, "bad_value", "$.result.deltas"),
        ({"result": 5}, "bad_value", "$.result"),
    ],
)
def test_bad_record_costs_itself_alone(
    tmp_path: Path, change: dict[str, Any], code: str, words: str
) -> None:
    good = [{**PLAIN, "dealer": n} for n in (1, 2)]
    parsed = read_text(tmp_path, lines(good[0], {**PLAIN, **change}, good[1]))
    reject = the_reject(parsed, hands=2)
    assert (reject.code, reject.place) == (code, "line 2")
    assert words in reject.message
    assert parsed.batch.meta["place"].to_list() == ["line 1", "line 3"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", "truncated"),
        (json.dumps(PLAIN)[:-5], "truncated"),
        (json.dumps(PLAIN) + "}", "bad_json"),
        ("5", "bad_value"),
        ("[" * 200_000, "bad_value"),
        ('{"paipu": ' + "[" * 200_000, "bad_value"),
        (json.dumps({**PLAIN, "x" * 10_000_000: 1}), "unknown_key"),
        (json.dumps({**PLAIN, "wall": "q" * 10_000_000}), "wrong_tile_count"),
        (json.dumps({**PLAIN, "actions": ["z" * 10_000_000]}), "bad_action"),
    ],
)
def test_bad_line_costs_itself_alone(tmp_path: Path, line: str, code: str) -> None:
    content = json.dumps({**PLAIN, "dealer": 1}) + "\n" + line + "\n" + json.dumps(PLAIN)
    reject = the_reject(read_text(tmp_path, content), hands=2)
    assert (reject.code, reject.place) == (code, "line 2")


def test_first_line_may_be_the_damaged_one(tmp_path: Path) -> None:
    content = json.dumps(PLAIN)[:-5] + "\n" + lines(PLAIN)
    assert the_reject(read_text(tmp_path, content), hands=1).place == "line 1"


def test_broken_bytes_cost_their_own_record(tmp_path: Path) -> None:
    good = json.dumps({**PLAIN, "match_id": "杯"}, ensure_ascii=False).encode()
    bad = good.replace("杯".encode(), b"\xff\xfe")
    reject = the_reject(read_text(tmp_path, good + b"\n" + bad + b"\n"), hands=1)
    assert (reject.code, reject.place) == ("bad_json", "line 2")


def test_lines_may_end_as_on_windows_with_blank_ones_between(tmp_path: Path) -> None:
    content = lines(PLAIN, {**PLAIN, "dealer": 1}).replace("\n", "\r\n\r\n")
    parsed = read_text(tmp_path, content)
    assert parsed.rejects == []
    assert parsed.batch.meta["place"].to_list() == ["line 1", "line 3"]


def test_survey_tells_the_rule_sets_of_the_records(tmp_path: Path) -> None:
    content = lines(PLAIN, {**PLAIN, "rules": "taiwan-standard"}) + "{\n"
    assert survey(write(tmp_path, content), "auto").rules == ("", "mcr", "taiwan-standard")


def test_reject_tells_the_rule_set_where_it_can_be_read(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, lines({**PLAIN, "actions": ["x"]}, {**PLAIN, "hand": "x"}))
    assert [reject.rules for reject in parsed.rejects] == ["mcr", None]
