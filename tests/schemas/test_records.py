"""The paipu record: its notation of actions, its schema and its documentation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import msgspec
import pytest

from schemas.errors import InputError
from schemas.records import HandRecord, format_action, json_schema, parse_action
from schemas.tiles import parse_tiles

ROOT = Path(__file__).parents[2]
RECORD = {
    "paipu": 1,
    "rules": "mcr",
    "deal": ["1m", "2m", "3m", "4m"],
    "actions": ["0 draw 5m", "- exhausted"],
}

# Every action as it is written, with the codes of `schemas.codes` counted out by hand:
# deal 0, flower 1, replace 2, turn_wildcard 3, draw 4, discard 5, chow 6, pung 7, kong_exposed 8,
# kong_added 9, kong_concealed 10, declare_ready 11, show_ready 12, open_play 13, lost_claim 14,
# win 15, false_win 16, foul 17, abort 18, exhausted 19.
ACTIONS = [
    ("0 flower f7", (0, 1, 40, -1, -1)),
    ("0 replace N", (0, 2, 30, -1, -1)),
    ("2 turn_wildcard 9s", (2, 3, 26, -1, -1)),
    ("3 draw 1p", (3, 4, 9, -1, -1)),
    ("3 discard F", (3, 5, 32, -1, -1)),
    ("1 chow 4m 345m", (1, 6, 3, 2, -1)),
    ("1 chow 9s 789s", (1, 6, 26, 24, -1)),
    ("2 pung E", (2, 7, 27, -1, -1)),
    ("2 kong_exposed 5p", (2, 8, 13, -1, -1)),
    ("2 kong_added 5p", (2, 9, 13, -1, -1)),
    ("2 kong_concealed 5p", (2, 10, 13, -1, -1)),
    ("0 declare_ready", (0, 11, -1, -1, -1)),
    ("0 show_ready 3s", (0, 12, 20, -1, -1)),
    ("0 open_play", (0, 13, -1, -1, -1)),
    ("0 lost_claim chow 5m 345m", (0, 14, 4, 2, 6)),
    ("0 lost_claim chow 5m", (0, 14, 4, -1, 6)),
    ("0 lost_claim pung P", (0, 14, 33, -1, 7)),
    ("0 lost_claim kong_exposed P", (0, 14, 33, -1, 8)),
    ("0 lost_claim win P", (0, 14, 33, -1, 15)),
    ("1 win 1m", (1, 15, 0, -1, -1)),
    ("1 win", (1, 15, -1, -1, -1)),
    ("1 false_win 1m", (1, 16, 0, -1, -1)),
    ("1 foul", (1, 17, -1, -1, -1)),
    ("1 abort", (1, 18, -1, -1, -1)),
    ("- exhausted", (-1, 19, -1, -1, -1)),
    ("3 exhausted", (3, 19, -1, -1, -1)),
]


@pytest.mark.parametrize(("text", "row"), ACTIONS)
def test_action_is_read_and_written(text: str, row: tuple[int, ...]) -> None:
    assert parse_action(text) == row
    assert format_action(*row) == text


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "bad_action", "seat ''"),
        ("4 draw 1m", "bad_action", "0, 1, 2, 3"),
        ("0", "bad_action", "unknown action"),
        ("0 drow 1m", "bad_action", "exhausted"),
        ("0 deal 1m", "bad_action", "unknown action"),
        ("0 draw", "bad_action", "0 tiles"),
        ("0 draw 1m 2m", "bad_action", "2 tiles"),
        ("0 draw 0m", "unknown_tile", "'0m'"),
        ("0 lost_claim draw 1m", "bad_action", "chow, pung, kong_exposed or win"),
        ("0 lost_claim", "bad_action", "no claim"),
        ("1 chow 4m", "bad_meld", "names its run"),
        ("1 chow 4m 567m", "bad_meld", "names its run"),
        ("1 chow 4m 346m", "bad_meld", "no run"),
        ("1 chow 9m 9m1p2p", "bad_meld", "no run"),
        ("1 chow E ESW", "bad_meld", "no run"),
        ("1 foul 5p", "bad_action", "foul, abort and exhausted name none"),
        ("1 abort 5p", "bad_action", "names a tile"),
        ("- exhausted 5p", "bad_action", "names a tile"),
    ],
)
def test_bad_action_is_one_sentence(text: str, code: str, words: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_action(text)
    assert caught.value.code == code
    assert words in caught.value.message
    assert "\n" not in caught.value.message


def test_schema_file_is_the_models_schema() -> None:
    path = ROOT / "schemas" / "paipu-record.schema.json"
    assert json.loads(path.read_text(encoding="utf-8")) == json_schema()


def test_schema_is_a_json_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())


@pytest.mark.parametrize("text", [text for text, _ in ACTIONS])
def test_schema_accepts_every_action(text: str) -> None:
    jsonschema.validate({**RECORD, "actions": [text]}, json_schema())


@pytest.mark.parametrize(
    "change",
    [
        {"paipu": 2},
        {"rules": 5},
        {"deal": ["1m", "2m", "3m"]},
        {"actions": ["0 drow 1m"]},
        {"actions": ["4 draw 1m"]},
        {"actions": ["1 foul 5p"]},
        {"hand": 1024},
        {"session": -1},
        {"dealer": 4},
        {"round_wind": "C"},
        {"result": {"deltas": [1, 2, 3]}},
        {"colour": "red"},
    ],
)
def test_schema_refuses_what_reading_refuses(change: dict[str, object]) -> None:
    record = {**RECORD, **change}
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(record, json_schema())
    with pytest.raises((msgspec.ValidationError, InputError)):
        _read(json.dumps(record))


def _read(text: str) -> None:
    for action in msgspec.json.decode(text, type=HandRecord).actions:
        parse_action(action)


def test_documented_example_is_a_record() -> None:
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    block = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    assert block is not None
    example = json.loads(block[1])
    jsonschema.validate(example, json_schema())
    record = msgspec.json.decode(json.dumps(example), type=HandRecord)
    assert [len(parse_tiles(tiles)) for tiles in record.deal] == [13, 13, 13, 13]
    assert parse_action(record.actions[4]) == (1, 14, 13, 12, 6)


def test_documentation_names_every_key_and_action() -> None:
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    for field in msgspec.structs.fields(HandRecord):
        assert f"`{field.name}`" in text
    for name in {text.split(" ")[1] for text, _ in ACTIONS}:
        assert f"`{name}`" in text
