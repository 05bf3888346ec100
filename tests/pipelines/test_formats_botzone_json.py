"""Botzone judge logs: the three shapes, claims in answers, errors of players, what is refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from formats_data import meta_of, read_all, read_text, rows_of, the_reject, write

from pipelines.formats import find_inputs

DEALS = [
    "W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1",
    "W4 W6 W9 W9 B1 B1 B2 T1 T2 T3 F2 J2 J2",
    "W2 W2 B5 B6 B7 T4 T5 T6 F3 F3 F4 J3 J3",
    "W7 W8 W8 B8 B8 B9 B9 T1 T1 T1 F2 F2 J1",
]


def judge(*texts: str) -> dict[str, Any]:
    """A judge's turn: one text for all, or one for each player."""
    told = texts if len(texts) == 4 else texts * 4
    content = {str(seat): text for seat, text in enumerate(told)}
    return {"output": {"command": "request", "content": content}, "verdict": "OK"}


def draw(seat: int, tile: str) -> dict[str, Any]:
    return judge(*(f"2 {tile}" if each == seat else f"3 {seat} DRAW" for each in range(4)))


def answers(**by_seat: str) -> dict[str, Any]:
    """The players' turn; `p0="HU"` is the answer of player 0, everybody else passes."""
    return {
        str(seat): {"verdict": "OK", "response": by_seat.get(f"p{seat}", "PASS")}
        for seat in range(4)
    }


def finish(scores: list[int], **display: Any) -> dict[str, Any]:
    content = {str(seat): score for seat, score in enumerate(scores)}
    return {"output": {"command": "finish", "content": content, "display": display}}


OPENING = [
    judge("0 0 2", "0 1 2", "0 2 2", "0 3 2"),
    answers(),
    judge(*(f"1 0 0 0 0 {deal}" for deal in DEALS)),
    answers(),
]
# The game of `formats_data.GAME`, as a judge tells it.
LOG = [
    *OPENING,
    draw(0, "W1"),
    answers(p0="GANG W1"),
    judge("3 0 GANG"),
    answers(),
    draw(0, "B4"),
    answers(p0="PLAY W5"),
    judge("3 0 PLAY W5"),
    answers(p1="CHI W5 F2"),
    judge("3 1 CHI W5 F2"),
    answers(p2="PENG F3", p3="GANG"),
    judge("3 3 GANG"),
    answers(),
    draw(3, "B8"),
    answers(p3="PLAY T9"),
    judge("3 3 PLAY T9"),
    answers(),
    draw(2, "J1"),
    answers(p2="PLAY B1"),
    judge("3 2 PLAY B1"),
    answers(p0="HU", p1="PENG W9", p3="CHI B2 B9"),
    judge("3 1 PENG W9"),
    answers(),
    draw(2, "B9"),
    answers(p2="PLAY J3"),
    judge("3 2 PLAY J3"),
    answers(),
    draw(1, "B1"),
    answers(p1="BUGANG B1"),
    judge("3 1 BUGANG B1"),
    answers(p0="HU", p3="HU"),
    finish(
        [36, -20, -8, -8],
        action="HU",
        player=0,
        fanCnt=12,
        fan=[{"name": "抢杠和", "cnt": 1, "value": 8}, {"name": "幺九刻", "cnt": 2, "value": 1}],
    ),
]
LOG_ROWS = [
    # seat, action, tile, low, claim, index of the judge's turn
    (0, 4, 0, -1, -1, 4),
    (0, 10, 0, -1, -1, 6),
    (0, 4, 12, -1, -1, 8),
    (0, 5, 4, -1, -1, 10),
    (1, 6, 4, 3, -1, 12),
    (1, 5, 28, -1, -1, 12),
    (2, 14, 28, -1, 7, 14),
    (3, 8, 28, -1, -1, 14),
    (3, 4, 16, -1, -1, 16),
    (3, 5, 26, -1, -1, 18),
    (2, 4, 31, -1, -1, 20),
    (2, 5, 9, -1, -1, 22),
    (0, 14, 9, -1, 15, 24),
    (3, 14, 9, 9, 6, 24),
    (1, 7, 9, -1, -1, 24),
    (1, 5, 8, -1, -1, 24),
    (2, 4, 17, -1, -1, 26),
    (2, 5, 33, -1, -1, 28),
    (1, 4, 9, -1, -1, 30),
    (1, 9, 9, -1, -1, 32),
    (3, 14, 9, -1, 15, 34),
    (0, 15, 9, -1, -1, 34),
]
# Each player's own wall as the judge keeps it: it takes from the end, so the deal stands there
# backwards; before it the tiles that are drawn later.
WALL = " ".join(" ".join(["B9"] * 21 + deal.split()[::-1]) for deal in DEALS)


def as_self_play(log: list[dict[str, Any]], scores: list[int]) -> dict[str, Any]:
    """The same log as a self-play record, which has neither display nor final turn."""
    turns = [turn["output"]["content"] if "output" in turn else turn for turn in log]
    return {"scores": scores, "log": turns, "quan": 2, "walltiles": WALL, "seed": 7}


def text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def with_turn(index: int, turn: Any) -> str:
    """The bare log with another turn at one place."""
    log: list[Any] = copy.deepcopy(LOG)
    log[index] = turn
    return text(log)


def test_bare_log(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, json.dumps(LOG, indent="\t"))
    assert parsed.rejects == []
    assert rows_of(parsed.batch) == LOG_ROWS
    meta = meta_of(parsed.batch)
    assert (meta["recorded_total"], meta["recorded_deltas"]) == (12, [36, -20, -8, -8])
    assert meta["recorded_patterns"] == ["抢杠和*1", "幺九刻*2"]
    assert meta["match_id"] is None
    assert meta["deal_hash"] is not None
    assert meta["players"] is None
    assert meta["played_at"] is None
    assert parsed.batch.round_wind.tolist() == [2]
    assert (parsed.batch.wall == -1).all()


def test_self_play_record_ends_by_its_scores(tmp_path: Path) -> None:
    parsed = read_text(tmp_path, text(as_self_play(LOG[:-1], [36, -20, -8, -8])) + "\n")
    assert parsed.rejects == []
    assert rows_of(parsed.batch) == [(*row[:5], min(row[5], 33)) for row in LOG_ROWS]
    meta = meta_of(parsed.batch)
    assert meta["recorded_total"] is None
    assert meta["recorded_patterns"] is None
    assert meta["recorded_deltas"] == [36, -20, -8, -8]


def test_personal_walls_stand_in_the_order_of_their_draws(tmp_path: Path) -> None:
    batch = read_text(tmp_path, text(as_self_play(LOG[:-1], [36, -20, -8, -8]))).batch
    walls = batch.wall[0]
    for seat in range(4):
        own = walls[34 * seat : 34 * (seat + 1)].tolist()
        assert own == batch.deal[0, seat, :13].tolist() + [17] * 21
    assert walls[136:].tolist() == [-1] * 8


def test_match_document_and_metadata(tmp_path: Path) -> None:
    lite = {"logs": LOG, "players": [{"name": f"bot{n}"} for n in range(4)]}
    metadata = {"matchId": "6a20231658ebe27b197daaa8", "initdata": {"quan": 2, "walltiles": WALL}}
    write(tmp_path, text(lite), "match_lite.json")
    write(tmp_path, text(metadata), "match_metadata.json")
    inputs, notices = find_inputs([tmp_path])
    assert notices == []
    _, parsed = read_all(*inputs)
    meta = meta_of(parsed.batch)
    assert meta["match_id"] == "6a20231658ebe27b197daaa8"
    assert meta["players"] == ["bot0", "bot1", "bot2", "bot3"]
    assert meta["deal_hash"] is None
    assert parsed.batch.wall[0, :4].tolist() == [0, 0, 0, 4]


def test_match_document_alone_has_its_own_wall(tmp_path: Path) -> None:
    lite = {"logs": LOG, "initdata": json.dumps({"quan": 2, "walltiles": WALL})}
    path = write(tmp_path, text(lite), "6a20231658ebe27b197daaa8_lite.json")
    batch = read_all(path)[1].batch
    assert meta_of(batch)["match_id"] == "6a20231658ebe27b197daaa8"
    assert batch.wall[0, :4].tolist() == [0, 0, 0, 4]
    assert meta_of(batch)["players"] is None


def test_metadata_of_another_match_is_refused(tmp_path: Path) -> None:
    other = " ".join(reversed(WALL.split()))
    write(tmp_path, text({"logs": LOG, "walltiles": WALL}), "x_lite.json")
    write(tmp_path, text({"initdata": {"walltiles": other}}), "x_metadata.json")
    reject = the_reject(read_all(*find_inputs([tmp_path])[0])[1])
    assert reject.code == "bad_metadata"
    assert "two matches" in reject.message


def test_damaged_metadata_is_refused(tmp_path: Path) -> None:
    write(tmp_path, text({"logs": LOG}), "x_lite.json")
    write(tmp_path, '{"matchId": ', "x_metadata.json")
    reject = the_reject(read_all(*find_inputs([tmp_path])[0])[1])
    assert reject.code == "bad_metadata"
    assert "x_metadata.json" in reject.message


@pytest.mark.parametrize("answer", ["PASS", "PLAY J3", "", None, {"a": 1}])
def test_a_players_error_is_a_foul(tmp_path: Path, answer: Any) -> None:
    turn = answers()
    turn["0"]["response"] = answer
    log = [*OPENING, draw(0, "W2"), turn]
    parsed = read_text(tmp_path, text(as_self_play(log, [-30, 10, 10, 10])))
    assert parsed.rejects == []
    assert rows_of(parsed.batch) == [(0, 4, 1, -1, -1, 4), (0, 17, -1, -1, -1, 5)]


def test_an_error_of_announcing_a_win_is_a_false_win(tmp_path: Path) -> None:
    log = [*OPENING, draw(0, "W2"), answers(p0="PLAY W2"), judge("3 0 PLAY W2")]
    log += [answers(p1="PENG W4", p2="HU"), finish([10, 10, -30, 10], action="WH", player=2)]
    assert rows_of(read_text(tmp_path, text(log)).batch)[2:] == [(2, 16, 1, -1, -1, 8)]


def test_exhausted_log(tmp_path: Path) -> None:
    log = [*OPENING, draw(0, "W2"), answers(p0="PLAY W2"), judge("3 0 PLAY W2"), answers()]
    parsed = read_text(tmp_path, text([*log, finish([0, 0, 0, 0], action="HUANG")]))
    assert rows_of(parsed.batch)[-1] == (-1, 19, -1, -1, -1, 8)
    assert meta_of(parsed.batch)["recorded_total"] is None


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        (text(LOG[:-1]), "truncated", "ends without scores"),
        (text(LOG[:2]), "truncated", "holds no deal"),
        (text(LOG)[:-400], "truncated", "truncated"),
        (text(LOG) + "]", "bad_json", "trailing"),
        (with_turn(2, judge("1 0 0 0 0 " + DEALS[0][:-3])), "wrong_tile_count", "12 tiles"),
        (with_turn(2, judge("1 0 0 1 0 " + DEALS[0])), "bad_value", "flowers"),
        (with_turn(4, draw(0, "X1")), "unknown_tile", "logs[4]"),
        (with_turn(4, judge("3 0 DRAW")), "bad_value", "not told its tile"),
        (with_turn(10, judge("3 0 PLAY X1")), "unknown_tile", "'X1'"),
        (with_turn(10, judge("3 0 BUHUA H1")), "bad_value", "DRAW, PLAY, CHI, PENG, GANG"),
        (with_turn(10, judge("3 7 PLAY W1")), "bad_value", "'3 7 PLAY W1'"),
        (with_turn(10, judge("3 0 PLAY W1", "3 0 PLAY W2", "", "")), "bad_value", "not all four"),
        (with_turn(12, judge("3 1 CHI F1 F2")), "bad_meld", "middle"),
        (with_turn(4, judge("3 1 PENG F2")), "bad_value", "no tile was discarded"),
        (with_turn(5, answers(p0="PLAY W1")), "bad_value", "'GANG <tile>'"),
        (with_turn(0, judge("0 0 9")), "bad_value", "winds are 0, 1, 2 or 3"),
        (with_turn(-1, finish([36, -20, -8, -7])), "score_not_zero", "sum to 1"),
        (with_turn(-1, finish([8, 8, -8, -8])), "bad_value", "fit no end"),
        (with_turn(-1, finish([1 << 40, -(1 << 40), 0, 0])), "bad_value", "$[34]"),
        (with_turn(4, 5), "bad_value", "$[4]"),
        (with_turn(4, {"output": {"content": "x"}}), "bad_value", "$[4].output.content"),
        (with_turn(4, {"output": {}}), "missing_key", "content"),
        ('{"logs": ' + "[" * 200_000, "bad_value", "$.logs[0]"),
        ('{"deep": ' + "[" * 200_000, "bad_json", "nested too deeply"),
        ('{"logs": [], "deep": ' + '{"a":' * 200_000 + "1" + "}" * 200_001, "bad_json", "deeply"),
    ],
)
def test_bad_log_is_one_reject(tmp_path: Path, content: str, code: str, words: str) -> None:
    reject = the_reject(read_text(tmp_path, content, "botzone-json"))
    assert reject.code == code
    assert words in reject.message


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"walltiles": WALL[:-3]}, "wrong_tile_count", "135 tiles"),
        ({"walltiles": WALL.replace("B9", "X9", 1)}, "unknown_tile", "'X9'"),
        ({"walltiles": " ".join(reversed(WALL.split()))}, "bad_wall", "player 0"),
        ({"scores": [36, -20, -8]}, "bad_value", "3 scores"),
        ({"scores": "none"}, "bad_value", "$.scores"),
        ({"scores": None}, "truncated", "without scores"),
        ({"log": None}, "bad_value", "neither 'logs' nor 'log'"),
        ({"players": [{"name": "a"}]}, "bad_value", "1 players"),
    ],
)
def test_bad_record_costs_itself_alone(
    tmp_path: Path, change: dict[str, Any], code: str, words: str
) -> None:
    good = as_self_play(LOG[:-1], [36, -20, -8, -8])
    other = as_self_play([*OPENING[:3], answers()], [0, 0, 0, 0])
    lines = [text(good), text({**other, **change}), "", text({**other, "quan": 3})]
    parsed = read_text(tmp_path, "\n".join(lines))
    reject = the_reject(parsed, hands=2)
    assert (reject.code, reject.place) == (code, "line 2")
    assert words in reject.message
    assert parsed.batch.meta["session"].to_list() == [0, 2]
    assert parsed.batch.meta["place"].to_list() == ["line 1", "line 4"]


def test_a_line_of_ten_megabytes_of_debug_output_is_read(tmp_path: Path) -> None:
    record = as_self_play(LOG[:-1], [36, -20, -8, -8])
    record["log"][5]["0"]["debug"] = "x" * 10_000_000
    assert len(read_text(tmp_path, text(record)).batch) == 1


def test_same_game_twice_is_a_duplicate_whatever_its_spaces(tmp_path: Path) -> None:
    record = as_self_play(LOG[:-1], [36, -20, -8, -8])
    lines = [json.dumps(record), json.dumps({**record, "seed": 9}, separators=(",", ":"))]
    reject = the_reject(read_text(tmp_path, "\n".join(lines)), hands=1)
    assert (reject.code, reject.place) == ("duplicate", "line 2")
