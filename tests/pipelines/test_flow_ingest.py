"""The ingest flow as it is deployed and called: one command, its own server, no noise."""

import json
import os
from pathlib import Path

import pytest

import pipelines.prefect_setup as prefect_setup
from pipelines.ingest.running import RunResult
from pipelines.ingest.words import summary_markdown
from pipelines.lake import Lake, Summary
from pipelines.prefect_setup import WorkflowServerError, has_own_server
from tests.command import ROOT, paipu
from tests.pipelines.botzone_games import drawn_game, illegal_game, won_game


@pytest.mark.flow
def test_a_command_runs_its_flow_on_a_private_server(tmp_path):
    games, lake = tmp_path / "games.txt", tmp_path / "lake"
    games.write_text(won_game("w") + drawn_game("d") + illegal_game("x"), encoding="utf-8")
    result = paipu("ingest", games, "--lake", lake, "--json", HOME=str(tmp_path))
    assert result.returncode == 1, result.stderr
    document = json.loads(result.stdout)
    assert (document["hands"], document["rejects"]) == (2, 1)
    assert Lake(str(lake)).runs() == [document["run"]]
    for line in result.stderr.splitlines():
        assert line.startswith("paipu: "), result.stderr
    assert not (tmp_path / ".prefect").exists()


@pytest.mark.flow
def test_a_server_of_ones_own_that_does_not_answer_is_one_sentence(tmp_path):
    games = tmp_path / "games.txt"
    games.write_text(won_game("w"), encoding="utf-8")
    result = paipu(
        "ingest",
        games,
        "--lake",
        tmp_path / "lake",
        HOME=str(tmp_path),
        PREFECT_API_URL="http://127.0.0.1:9/api",
    )
    assert result.returncode == 1
    last = result.stderr.splitlines()[-1]
    assert last.startswith("paipu: the Prefect server does not answer")
    assert "http://127.0.0.1:9/api" in last
    assert "Traceback" not in result.stderr


@pytest.fixture
def plain_environment(monkeypatch):
    for name in list(os.environ):
        if name.startswith("PREFECT") or name == "DO_NOT_TRACK":
            monkeypatch.delenv(name)
    has_own_server.cache_clear()
    yield monkeypatch
    has_own_server.cache_clear()


def profiles(folder, text):
    (folder / "profiles.toml").write_text(text, encoding="utf-8")
    return folder


def test_without_settings_the_server_is_private(plain_environment, tmp_path):
    assert not has_own_server(tmp_path)
    text = 'active = "local"\n[profiles.local]\nPREFECT_LOGGING_LEVEL = "INFO"\n'
    has_own_server.cache_clear()
    assert not has_own_server(profiles(tmp_path, text))


@pytest.mark.parametrize("name", ["PREFECT_API_URL", "PREFECT_PROFILE", "PREFECT_HOME"])
def test_settings_of_ones_own_are_kept(plain_environment, tmp_path, name):
    plain_environment.setenv(name, "mine")
    plain_environment.setenv("PREFECT_LOGGING_LEVEL", "DEBUG")
    assert has_own_server(tmp_path)
    prefect_setup.prepare()
    assert os.environ[name] == "mine"
    assert os.environ["PREFECT_LOGGING_LEVEL"] == "DEBUG"
    assert os.environ.get("PREFECT_HOME") in (None, "mine")


def test_an_active_profile_with_a_server_is_used(plain_environment, tmp_path):
    text = 'active = "work"\n[profiles.work]\nPREFECT_API_URL = "http://prefect.example/api"\n'
    assert has_own_server(profiles(tmp_path, text))


def test_unreadable_profiles_are_one_sentence(plain_environment, tmp_path):
    with pytest.raises(
        WorkflowServerError, match=r"profiles\.toml: not a file of Prefect profiles"
    ):
        has_own_server(profiles(tmp_path, "active = "))


def test_no_telemetry(plain_environment, tmp_path):
    plain_environment.setattr(Path, "home", lambda: tmp_path)
    plain_environment.setenv("HOME", str(tmp_path))
    prefect_setup.prepare()
    assert os.environ["DO_NOT_TRACK"] == "1"
    assert os.environ["PREFECT_SERVER_ANALYTICS_ENABLED"] == "false"
    assert os.environ["PREFECT_HOME"] == str(ROOT / ".prefect")


def test_each_flow_run_leaves_its_summary_in_markdown():
    summary = Summary(
        hands=1200,
        outcomes={"draw": 200, "win": 1000},
        agreement={"same": 1200},
        rejects={"duplicate": 3, "unknown_tile": 5},
        examples={"duplicate": "a.txt: line 3: again", "unknown_tile": "a.txt: line 9: 'X9'"},
    )
    result = RunResult(
        run="mcr-botzone-ingest-0123456789ab",
        rules="mcr-botzone",
        system="mcr",
        existed=False,
        summary=summary,
        records=1208,
        inputs=[],
        notices=["2 files passed by"],
        first_hand=0,
    )
    assert summary_markdown([result]).splitlines() == [
        "## `mcr-botzone-ingest-0123456789ab`",
        "",
        "- loaded: 1,200 of 1,208 records",
        "- refused: 8",
        "    - 5 × `unknown_tile`, first: a.txt: line 9: 'X9'",
        "    - 3 × `duplicate`, first: a.txt: line 3: again",
        "- win: 1,000",
        "- draw: 200",
        "- recorded scores, same: 1,200",
        "- 2 files passed by",
    ]
