"""``paipu score`` as a command: files, standard input, one hand, exit status, errors."""

import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import InputError, UsageError

HAND = {
    "id": 1, "concealed": "123m 456p 789s EE 11p", "win_tile": "1p", "win_by": "discard",
    "seat_wind": "S", "round_wind": "W",
}  # fmt: skip
# 花龙 8 + 门前清 2 + 幺九刻 1
TOTAL = 11
ONE = ("--rules", "mcr", "--hand", "123m 456p 789s EE 11p", "--win", "1p", "--by", "discard",
       "--seat", "S", "--round", "W")  # fmt: skip


def run(*words, **options):
    return CliRunner().invoke(app, ["score", *map(str, words)], **options)


def test_a_file_is_answered_line_by_line(tmp_path):
    path = tmp_path / "hands.jsonl"
    path.write_text(json.dumps(HAND) + "\n" + json.dumps({**HAND, "id": 2}) + "\n")
    result = run("--rules", "mcr", path)
    assert result.exit_code == 0
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(answer["id"], answer["total"]) for answer in found] == [(1, TOTAL), (2, TOTAL)]


def test_standard_input_is_the_default_and_a_failed_line_is_status_1():
    result = run("--rules", "mcr", input=json.dumps(HAND) + "\n{\n")
    assert result.exit_code == 1
    first, second = map(json.loads, result.stdout.splitlines())
    assert first["total"] == TOTAL
    assert second["error"]["code"] == "bad_json"


def test_one_hand_is_explained():
    result = run(*ONE)
    assert result.exit_code == 0
    for part in ("11 番", "花龙", "Mixed Straight", "123m 111p 456p 789s EE", "S +35"):
        assert part in result.stdout


def test_one_hand_as_json_is_the_interfaces_answer():
    assert json.loads(run(*ONE, "--json").stdout)["total"] == TOTAL


def test_one_hand_below_the_minimum_says_so():
    words = list(ONE)
    words[3] = "123m 456p 123s EE 11p"
    text = run(*words).stdout
    assert "below the minimum of 8 番" in text


def test_a_missing_file_is_wrong_usage():
    error = run("--rules", "mcr", "nowhere.jsonl").exception
    assert isinstance(error, UsageError)
    assert "nowhere.jsonl" in error.message


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--win", "1x"), "unknown_tile"),
        (("--by", "theft"), "bad_value"),
        (("--flag", "kong_replacement"), "contradictory_flags"),
        (("--meld", "124m"), "bad_meld"),
    ],
)
def test_one_hand_that_cannot_exist_is_refused_with_its_code(words, code):
    error = run(*ONE, *words).exception
    assert isinstance(error, InputError)
    assert error.code == code


def test_the_console_script_prints_one_sentence_and_no_traceback():
    result = subprocess.run(
        [sys.executable, "-c", "from dashboards.cli import main; main()", "score", "--rules", "xx"],
        input="", capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.startswith("paipu: unknown rule set 'xx'; presets are ")
    assert result.stderr.count("\n") == 1


def test_one_hand_as_json_that_cannot_exist_is_status_1():
    result = run(*ONE, "--by", "theft", "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["error"]["code"] == "bad_value"


def test_flowers_are_told_apart_where_the_minimum_is_missed():
    # 123m 456p 123s 111p EE: 喜相逢 1 + 门前清 2 + 幺九刻 1, and two flowers.
    words = list(ONE)
    words[3] = "123m 456p 123s EE 11p"
    text = run(*words, "--flowers", "f1f5").stdout
    assert "6 番 under mcr: no win, below the minimum of 8 番 (4 番 without flowers)" in text


def cells(text):
    return [line.split() for line in text.splitlines()]


def test_one_luoyuan_hand_shows_what_multiplies_and_what_is_added():
    # Luoyuan card, "Points": 自摸 (F + G + 1) × 2 with one flower and no gold.
    text = run(
        "--rules", "luoyuan-20", "--hand", "123m 456m 789p 456s 45p 22s", "--win", "6p",
        "--flowers", "E", "--wildcard", "9s", "--seat", "S",
    ).stdout  # fmt: skip
    assert "4 花 under luoyuan-20" in text
    head = next(row for row in cells(text) if row[:1] == ["pattern"])
    assert head == ["pattern", "胡法", "count", "each", "not", "counted", "because", "of"]
    assert ["自摸", "Self-Draw", "1", "×2"] in cells(text)
    assert ["花", "Flower", "Tile", "1", "+1", "花"] in cells(text)


def test_one_yantai_hand_is_a_product():
    # Yantai card, example 1: all pungs × half flush.
    text = run(
        "--rules", "yantai", "--hand", "111m 333m EE 99m", "--win", "9m", "--by", "discard",
        "--meld", "555m", "--seat", "W",
    ).stdout  # fmt: skip
    assert "×4 under yantai" in text
    assert ["碰碰胡", "All", "Pungs", "1", "×2"] in cells(text)


def test_one_longgang_hand_counts_points_and_tai():
    # Longgang card: base 10, a single wait 0, doubled once by 无财神.
    text = run(
        "--rules", "longgang", "--hand", "123m 456m 789p 234s 456p 8s", "--win", "8s",
        "--by", "discard", "--wildcard", "9s", "--seat", "S",
    ).stdout  # fmt: skip
    assert "20 胡 under longgang" in text
    assert ["无财神", "No", "Wildcards", "1", "+1", "台"] in cells(text)
    assert ["10", "×", "2^1", "10"] in cells(text)
