"""``paipu runs``: what is in a lake, and removing it."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import LakeError
from tests.dashboards.lake_fixture import make_lake
from tests.lake_rows import Rows, write_lake


@pytest.fixture
def made(tmp_path):
    return make_lake(tmp_path)


def run(*words):
    return CliRunner().invoke(app, ["runs", *map(str, words)])


def test_runs_are_listed_with_their_sizes(made):
    lake, name = made
    result = run("--lake", lake.uri)
    assert result.exit_code == 0
    [line] = [line.split() for line in result.stdout.splitlines() if name in line]
    assert line[:5] == [name, "mcr-botzone", "ingest", "2", "1"]
    assert line[-1] in ("kB", "B")


def test_the_json_document_is_a_list_of_runs(made):
    lake, name = made
    [document] = json.loads(run("--lake", lake.uri, "--json").stdout)
    assert (document["run"], document["rules"], document["kind"]) == (
        name,
        "mcr-botzone",
        "ingest",
    )
    assert (document["hands"], document["rejects"]) == (2, 1)
    assert document["finished"].endswith("+00:00")


def test_a_run_is_removed(made):
    lake, name = made
    result = run("--lake", lake.uri, "--delete", name)
    assert (result.exit_code, result.stdout) == (0, f"removed {name}: 2 hands\n")
    assert lake.runs() == []
    again = run("--lake", lake.uri)
    assert again.exit_code == 0
    assert "no runs yet" in again.stdout
    assert json.loads(run("--lake", lake.uri, "--json").stdout) == []


def test_an_unknown_run_removes_nothing(made):
    lake, name = made
    result = run("--lake", lake.uri, "--delete", name, "--delete", "nothing")
    assert isinstance(result.exception, LakeError)
    assert f"no run 'nothing'; runs are {name}" in result.exception.message
    assert lake.runs() == [name]


def test_files_of_an_unfinished_run_are_told_and_can_be_removed(made):
    lake, name = made
    lake.storage.remove(f"runs/{name}.json")
    listed = run("--lake", lake.uri)
    assert f"{name} was not finished" in listed.stdout
    result = run("--lake", lake.uri, "--delete", name)
    assert (result.exit_code, result.stdout) == (0, f"removed {name}: was not finished\n")
    assert not lake.storage.exists("hands")


def test_a_run_that_cannot_be_read_is_named_beside_the_others_and_can_be_removed(made, tmp_path):
    lake, name = made
    other = write_lake(tmp_path / "lake", Rows("mcr-botzone-ingest-ffffffffffff"))
    assert other == lake.uri
    broken = tmp_path / "lake" / "runs" / f"{name}.json"
    broken.write_text("{", encoding="utf-8")
    listed = run("--lake", lake.uri)
    assert listed.exit_code == 1
    assert "mcr-botzone-ingest-ffffffffffff" in listed.stdout
    assert f"`paipu runs --delete {name}` removes the run" in listed.stderr
    result = run("--lake", lake.uri, "--delete", name)
    assert (result.exit_code, result.stdout) == (0, f"removed {name}: could not be read\n")
    assert lake.runs() == ["mcr-botzone-ingest-ffffffffffff"]
    assert name not in json.dumps(lake.storage.folders("hands/rules=mcr-botzone"))
    assert run("--lake", lake.uri).exit_code == 0


def test_without_a_lake_there_is_one_sentence(tmp_path):
    result = run("--lake", tmp_path / "nowhere")
    assert isinstance(result.exception, LakeError)
    assert "no lake there" in result.exception.message
