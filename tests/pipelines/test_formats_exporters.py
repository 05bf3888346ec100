"""Exporters: what is written is read back the same, and what cannot be held is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from formats_data import EXHAUSTED, GAME, differences, read_text
from test_formats_botzone_json import LOG, OPENING, answers, as_self_play, draw
from test_formats_paipu import RECORD, lines
from test_formats_tziakcha import ACTIONS, act, session, step

from pipelines.formats.columns import Hand, from_batch, to_batch
from pipelines.formats.exporters import write_records
from schemas.batch import RecordBatch
from schemas.errors import UsageError
from schemas.records import json_schema


@pytest.fixture(scope="module")
def batches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, RecordBatch]:
    """A batch of each format, from the records that the other tests are about."""
    folder = tmp_path_factory.mktemp("formats")
    error = as_self_play([*OPENING, draw(0, "W2"), answers()], [-30, 10, 10, 10])
    false_win = [*OPENING, draw(0, "W2"), answers(p0="HU")]
    logs = [
        {"logs": LOG, "matchId": "a" * 24, "players": [{"name": n} for n in "abcd"]},
        as_self_play(LOG[:-1], [36, -20, -8, -8]),
        error,
        as_self_play(false_win, [-30, 10, 10, 10]),
    ]
    fouls = step(i=6, a=[*ACTIONS[:-1], act(2, 6, 0)], b=0, s=[10, 10, -30, 10], y=[{}] * 4)
    drawn = step(i=7, a=ACTIONS[:12], b=0, s=[0, 0, 0, 0], y=[{}] * 4)
    texts = {
        "botzone": GAME + EXHAUSTED,
        "botzone-json": "\n".join(json.dumps(log, ensure_ascii=False) for log in logs),
        "tziakcha": session(step(), fouls, drawn),
        "paipu": lines(RECORD),
    }
    return {name: read_text(folder, text).batch for name, text in texts.items()}


@pytest.mark.parametrize("name", ["botzone", "botzone-json", "tziakcha", "paipu"])
def test_written_and_read_again_is_the_same(
    tmp_path: Path, batches: dict[str, RecordBatch], name: str
) -> None:
    batch = batches[name]
    exported = write_records(batch, name)
    assert exported.refused == ()
    (text,) = exported.documents
    parsed = read_text(tmp_path, text)
    assert parsed.rejects == []
    assert differences(batch, parsed.batch) == set()


@pytest.mark.parametrize("name", ["botzone", "botzone-json", "tziakcha", "paipu"])
def test_paipu_records_hold_hands_of_every_format(
    tmp_path: Path, batches: dict[str, RecordBatch], name: str
) -> None:
    batch = batches[name]
    exported = write_records(batch, "paipu")
    assert exported.refused == ()
    (text,) = exported.documents
    for line in text.splitlines():
        jsonschema.validate(json.loads(line), json_schema())
    assert differences(batch, read_text(tmp_path, text).batch) == set()


def test_written_text_is_botzones(tmp_path: Path) -> None:
    """Letter case of the suffix apart, the very text that was read."""
    (text,) = write_records(read_text(tmp_path, GAME + EXHAUSTED).batch, "botzone").documents
    plain = GAME.replace("IGNORE", "Ignore").replace("chi B2", "Chi B2").replace("HU B1", "Hu B1")
    assert text == plain + EXHAUSTED


def test_written_log_alternates_between_judge_and_players(tmp_path: Path) -> None:
    batch = read_text(tmp_path, json.dumps(LOG)).batch
    (text,) = write_records(batch, "botzone-json").documents
    logs = json.loads(text)["logs"]
    assert all(("output" in turn) == (index % 2 == 0) for index, turn in enumerate(logs))
    assert [turn["output"]["display"]["action"] for turn in logs[::2]] == [
        "INIT", "DEAL", "DRAW", "GANG", "DRAW", "PLAY", "CHI", "GANG", "DRAW", "PLAY", "DRAW",
        "PLAY", "PENG", "DRAW", "PLAY", "DRAW", "BUGANG", "HU",
    ]  # fmt: skip
    told = [turn["output"]["content"] for turn in LOG if "output" in turn]
    assert [turn["output"]["content"] for turn in logs[::2]] == told


def test_text_and_log_of_one_game_are_the_same_hand(tmp_path: Path) -> None:
    text = read_text(tmp_path, GAME).batch
    log = read_text(tmp_path, json.dumps({"logs": LOG, "matchId": GAME.split()[1]})).batch
    # The text leaves out the claim that lost against the robbed kong, and orders claims otherwise.
    assert differences(text, log, besides=("seat", "action", "tile", "low", "claim", "start")) == (
        set()
    )


def test_several_sessions_are_several_documents(tmp_path: Path) -> None:
    batch = read_text(tmp_path, session(step(i=0), step(i=1))).batch
    first, second = from_batch(batch)
    joined = to_batch([first, replace(second, session=9, match_id="other")], "x", "tziakcha")
    documents = write_records(joined, "tziakcha").documents
    assert [json.loads(text)["session"]["id"] for text in documents] == ["2u8pwkTG", "other"]


def changed(batch: RecordBatch, **changes: Any) -> RecordBatch:
    """The first hand of a batch, changed."""
    hand = next(iter(from_batch(batch)))
    return to_batch([replace(hand, **changes)], "x", "botzone")


def only_refusal(batch: RecordBatch, format_name: str) -> str:
    exported = write_records(batch, format_name)
    assert exported.documents == ()
    (refused,) = exported.refused
    assert refused.hand == 0
    return refused.reason


@pytest.mark.parametrize(
    ("format_name", "changes", "words"),
    [
        ("botzone", {"dealer": 1}, "seat 0 deals"),
        ("botzone", {"streak": 1}, "streaks"),
        ("botzone", {"wildcard": 4}, "wildcards"),
        ("botzone", {"deal": [[34] * 13] * 4}, "no flowers"),
        ("botzone", {"deal": [[0] * 14] * 4}, "13 tiles"),
        ("botzone", {"deltas": None}, "recorded scores"),
        ("botzone", {"total": None}, "recorded total"),
        ("botzone", {"rows": [(0, 17, -1, -1, -1, 1)]}, "no word for foul"),
        ("botzone", {"rows": [(0, 14, 4, -1, 6, 1)]}, "middle tile"),
        ("botzone-json", {"rows": [(0, 6, 4, 3, -1, 1)]}, "discard after it"),
        ("botzone-json", {"rows": [(0, 1, 34, -1, -1, 1)]}, "no word for flower"),
        ("botzone-json", {"rows": [(1, 15, 4, -1, -1, 1)]}, "another end than win"),
        ("botzone-json", {"wall": [0] * 136}, "a wall of its own"),
        ("botzone-json", {"wall": [0] * 144}, "a wall of its own"),
        ("tziakcha", {}, "East is dealt 14"),
        ("tziakcha", {"hand": 5}, "four of each round wind"),
    ],
)
def test_botzone_game_that_a_format_cannot_hold(
    batches: dict[str, RecordBatch], format_name: str, changes: dict[str, Any], words: str
) -> None:
    rounds = {"round_wind": 0} if format_name == "tziakcha" else {}
    batch = changed(batches["botzone"], **{**rounds, **changes})
    assert words in only_refusal(batch, format_name)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"hand": 16}, "16 hands"),
        ({"wall": []}, "144 tiles"),
        ({"wall": [0] * 144}, "too often"),
        ({"total": None}, "recorded total"),
        ({"deltas": None}, "recorded scores"),
        ({"patterns": ["??*1"]}, "'??' has no number"),
        ({"rules": "nothing"}, "nothing"),
        ({"rows": [(0, 4, 0, -1, -1, 1)]}, "does not come next"),
        ({"rows": [(0, 2, 40, -1, -1, 1)]}, "follows its flower"),
        ({"rows": [(0, 17, -1, -1, -1, 1)]}, "no action for foul"),
        ({"rows": [(0, 14, 4, -1, 15, 1)]}, "announced win"),
    ],
)
def test_hand_that_a_session_cannot_hold(
    batches: dict[str, RecordBatch], changes: dict[str, Any], words: str
) -> None:
    batch = changed(batches["tziakcha"], **{"rules": "mcr", **changes})
    assert words in only_refusal(batch, "tziakcha")


def test_one_refused_hand_leaves_the_others(tmp_path: Path) -> None:
    first, second = from_batch(read_text(tmp_path, GAME + EXHAUSTED).batch)
    batch = to_batch([replace(first, dealer=2), second], "x", "botzone")
    exported = write_records(batch, "botzone")
    assert [refused.hand for refused in exported.refused] == [0]
    assert exported.documents == (EXHAUSTED,)


def test_batches_of_line_formats_follow_each_other(tmp_path: Path) -> None:
    batch = read_text(tmp_path, GAME + EXHAUSTED).batch
    hands: list[Hand] = list(from_batch(batch))
    for name in ("botzone", "botzone-json", "paipu"):
        parts = [write_records(to_batch([hand], "x", "botzone"), name) for hand in hands]
        text = "".join(part.documents[0] for part in parts)
        # A judge log tells who answered what, not in which order.
        besides = ("seat", "low", "claim") if name == "botzone-json" else ()
        assert differences(batch, read_text(tmp_path, text).batch, besides=besides) == set()


def test_unknown_format_is_wrong_usage(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="botzone, botzone-json, tziakcha or paipu"):
        write_records(read_text(tmp_path, GAME).batch, "auto")
