"""``paipu rules``: list, show, validate, compare; as text and as JSON."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import RulesError, UsageError
from schemas.rules_files import load_ruleset, preset_names


def run(*words):
    return CliRunner().invoke(app, ["rules", *map(str, words)])


def test_the_list_names_every_preset():
    result = run()
    assert result.exit_code == 0
    for name in preset_names():
        assert name in result.stdout
    assert [preset["name"] for preset in json.loads(run("--json").stdout)] == preset_names()


def test_a_preset_is_shown_with_options_and_patterns():
    text = run("mcr").stdout
    for part in ("国标麻将", "win.minimum", "大四喜", "big_four_winds", "Big Four Winds"):
        assert part in text


@pytest.mark.parametrize(
    ("rules", "head", "row"),
    [
        ("mcr", "番 pattern 番种", "88 大四喜"),
        ("luoyuan-20", "value 值 pattern 胡法", "×10 天胡"),
        ("luoyuan-20", "value 值 pattern 胡法", "+1 花 花 Flower"),
        ("longgang", "value 值 pattern 台", "+1 台 字刻"),
        ("longgang", "value 值 pattern 台", "limit 满 清一色"),
        ("yantai", "value 值 pattern 大和", "×4 清一色"),
    ],
)
def test_a_value_says_what_it_does_where_not_all_do_the_same(rules, head, row):
    """Luoyuan's kinds of win multiply, its flowers and golds are counted (Luoyuan card)."""
    lines = [" ".join(line.split()) for line in run(rules).stdout.splitlines()]
    assert any(line.startswith(head) for line in lines)
    assert any(line.startswith(row) for line in lines)


def test_lines_in_a_pipe_are_as_long_as_they_are(monkeypatch):
    """Also where a setting calls everything a terminal of 80 columns."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    meaning = "hands; or the offender plays on, cannot win and counts 0; or it stands"
    assert any(
        "violations.foul " in line and meaning[8:] in line
        for line in run("mcr").stdout.splitlines()
    )


def test_json_of_a_preset_is_that_of_the_contract():
    document = json.loads(run("mcr-botzone", "--json").stdout)
    assert set(document) == {"name", "hash", "patterns", "options"}
    assert document["name"] == "mcr-botzone"
    assert document["hash"] == load_ruleset("mcr-botzone").hash
    assert {key: document["patterns"][-2][key] for key in ("key", "name", "value")} == {
        "key": "mixed_kongs",
        "name": "明暗杠",
        "value": 5,
    }
    assert document["options"]["wall.kind"] == "personal"


def test_diff_says_what_differs():
    text = run("diff", "mcr", "mcr-botzone").stdout
    assert "明暗杠" in text
    assert "wall.kind" in text
    rows = json.loads(run("diff", "mcr", "mcr-botzone", "--json").stdout)
    assert {"what": "mixed_kongs 明暗杠: value", "mcr": "0 番", "mcr-botzone": "5 番"} in rows
    assert "same rules" in run("diff", "mcr", "mcr").stdout


@pytest.mark.parametrize("words", [("mcr", "mcr-wmo"), ("diff", "mcr"), ("diff", "a", "b", "c")])
def test_a_wrong_number_of_words_is_wrong_usage(words):
    error = run(*words).exception
    assert isinstance(error, UsageError)
    assert error.exit_status == 2


def test_a_file_is_validated_with_line_and_valid_values(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('extends = "mcr"\nname = "house"\n[wall]\nkind = "square"\n', encoding="utf-8")
    error = run(path).exception
    assert isinstance(error, RulesError)
    assert error.exit_status == 1
    for part in (str(path), "line 4", "'square'", "'common' or 'personal'"):
        assert part in error.message


def test_an_unknown_preset_names_the_known_ones():
    error = run("nonsense").exception
    assert error.exit_status == 2
    assert all(name in error.message for name in preset_names())
