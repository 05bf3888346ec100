"""``paipu export``: tables and records into files, and how many went there."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import UsageError
from tests.dashboards.lake_fixture import make_lake


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_lake(tmp_path_factory.mktemp("export"))


def run(lake, *words):
    return CliRunner().invoke(app, ["export", *map(str, words), "--lake", lake.uri])


def test_a_table(made, tmp_path):
    lake, name = made
    out = tmp_path / "settlements.csv"
    result = run(lake, "settlements", "--out", out, "--run", name)
    assert (result.exit_code, result.stdout) == (0, f"{out}: 8 rows\n")
    assert len(out.read_text(encoding="utf-8").splitlines()) == 9


def test_records(made, tmp_path):
    lake, _ = made
    out = tmp_path / "hands.jsonl"
    result = run(lake, "records", "--out", out, "--json")
    assert json.loads(result.stdout) == {
        "what": "records",
        "rows": 2,
        "refused": 0,
        "file": str(out),
    }
    assert len(out.read_text(encoding="utf-8").splitlines()) == 2


def test_hands_that_the_format_cannot_hold_end_with_status_1(made, tmp_path):
    lake, name = made
    result = run(lake, "records", "--out", tmp_path / "s.json", "--format", "tziakcha")
    assert result.exit_code == 1
    assert f"2 hands cannot be written as tziakcha, first {name}/0: " in result.stderr


def test_a_format_for_a_table_is_wrong_usage(made, tmp_path):
    lake, _ = made
    result = run(lake, "wins", "--out", tmp_path / "x.csv", "--format", "botzone")
    assert isinstance(result.exception, UsageError)


def test_the_file_has_to_be_named(made):
    result = run(made[0], "wins")
    assert result.exit_code == 2
    assert "--out" in result.stderr
