"""``paipu simulate``: what it prints, its JSON document, its exit status.

The flow is replaced by its steps and the hands by ones that nobody played;
`tests/pipelines/test_flow_simulate.py` runs the command as it is.
"""

import json
import sys

import pytest
from typer.testing import CliRunner

import pipelines.prefect_setup as prefect_setup
import pipelines.simulate.playing as playing
from dashboards.cli.app import app, main
from pipelines.lake import Lake
from pipelines.simulate.planning import plan_simulations
from pipelines.simulate.running import simulate_run
from schemas.errors import RulesError, UsageError
from tests.pipelines.fake_simulator import FakeSimulator
from tests.pipelines.simulate_helpers import ThreadTeam


@pytest.fixture(autouse=True)
def _without_server(monkeypatch):
    def steps(name, *, rules, lake, hands, append, runner, workers, scheduler, **options):
        assert name == "pipelines.flows.simulate:simulate"
        return [
            simulate_run(Lake(lake), plan, ThreadTeam(2), hands=hands, append=append)
            for plan in plan_simulations(rules, **options)
        ]

    def simulator_of(plan):
        return FakeSimulator(
            plan.ruleset, None, seed=plan.seed, single=plan.single, duplicate=plan.duplicate
        )

    monkeypatch.setattr(prefect_setup, "run_flow", steps)
    monkeypatch.setattr(playing, "simulator_of", simulator_of)


def run(tmp_path, *words, policy="random"):
    words = ["simulate", *map(str, words), "--policy", policy, "--lake", str(tmp_path / "lake")]
    return CliRunner().invoke(app, words)


def test_the_json_document_is_the_contracts(tmp_path):
    result = run(tmp_path, "mcr", "--hands", 100, "--single", "--json")
    assert result.exit_code == 0, result.exception
    document = json.loads(result.stdout)
    assert list(document) == ["run", "hands", "rejects", "seconds", "hands_per_second"]
    assert (document["hands"], document["rejects"]) == (100, 0)
    assert document["run"].startswith("mcr-sim-")
    assert document["run"] in Lake(str(tmp_path / "lake")).runs()


def test_several_rule_sets_make_a_run_each_and_a_list(tmp_path):
    file = tmp_path / "club.toml"
    file.write_text('extends = "mcr"\nname = "club"\n[win]\nminimum = 6\n', encoding="utf-8")
    result = run(tmp_path, "mcr", file, "mcr", "--hands", 10, "--single", "--json")
    documents = json.loads(result.stdout)
    assert [each["run"].partition("-sim-")[0].rsplit("-", 1)[0] for each in documents[1:]] == [
        "club"
    ]
    assert [each["hands"] for each in documents] == [10, 10]


def test_the_summary_tells_what_was_played(tmp_path):
    result = run(tmp_path, "mcr", "--hands", 100, "--single")
    text = result.stdout
    [name] = Lake(str(tmp_path / "lake")).runs()
    assert f"{name} committed: 100 hands in 100 sessions, 100 were asked for" in text
    rows = [line.split() for line in text.splitlines()]
    assert any(row[1:3] == ["Won", "和"] and row[-1].endswith("%") for row in rows)
    assert "bytes a hand" in text
    for command in ("paipu report", "paipu sql", f"paipu replay {name}/0", "paipu verify"):
        assert command in text


def test_whole_sessions_are_told_beside_the_hands_asked_for(tmp_path):
    text = run(tmp_path, "taiwan-standard", "--hands", 50).stdout
    [manifest] = Lake(str(tmp_path / "lake")).manifests()
    hands, sessions = manifest.summary.hands, manifest.parts[-1].sessions[1]
    assert hands >= 50
    assert f"{hands:,} hands in {sessions:,} sessions, 50 were asked for" in text


def test_a_finished_run_says_so_and_does_nothing(tmp_path):
    first = json.loads(run(tmp_path, "mcr", "--hands", 100, "--single", "--json").stdout)
    for hands in (100, 20):
        again = run(tmp_path, "mcr", "--hands", hands, "--single")
        assert again.exit_code == 0
        expected = f"{first['run']} holds 100 hands in 100 sessions already, {hands} were asked for"
        assert expected in again.stdout
        assert "nothing to do" in again.stdout


def test_more_hands_of_a_run_play_what_is_missing(tmp_path):
    run(tmp_path, "mcr", "--hands", 100, "--single")
    text = run(tmp_path, "mcr", "--append", 50, "--single").stdout
    assert "committed: 150 hands in 150 sessions, 150 were asked for" in text


@pytest.mark.parametrize(
    ("words", "policy", "kind", "said"),
    [
        (["riichi", "--hands", 10], "random", RulesError, "unknown rule set 'riichi'; presets"),
        (["mcr", "--hands", 10], "lucky", UsageError, "unknown policy 'lucky'; policies are"),
        (["mcr", "--hands", 10], "random,random", UsageError, "names 2 policies"),
        (["mcr", "--hands", 10], "random:luck=1", UsageError, "has no option 'luck'"),
        (["mcr"], "random", UsageError, "say how many hands"),
        (
            ["mcr", "--hands", 10, "--append", 5],
            "random",
            UsageError,
            "--hands 10 and --append 5: give one",
        ),
        (["mcr", "--hands", 0], "random", UsageError, "--hands 0: a number of hands is from 1"),
        (["mcr", "--hands", -3], "random", UsageError, "--hands -3: a number of hands is from 1"),
        (["mcr", "--append", 0], "random", UsageError, "--append 0: a number of hands is from 1"),
        (["mcr", "--hands", 1, "--seed", -1], "random", UsageError, "seed -1 is out of range"),
        (["mcr", "--hands", 1, "--walls", "own"], "random", UsageError, "unknown walls 'own'"),
        (
            ["luoyuan-20", "--hands", 1, "--walls", "personal"],
            "random",
            UsageError,
            "luoyuan-20 cannot be played with personal walls",
        ),
        (["mcr", "--hands", 1, "--runner", "ray"], "random", UsageError, "unknown runner 'ray'"),
        (["mcr", "--hands", 1, "--workers", 0], "random", UsageError, "0 workers"),
        (
            ["mcr", "--hands", 1, "--runner", "threads", "--scheduler", "tcp://127.0.0.1:1"],
            "random",
            UsageError,
            "a scheduler belongs to the runner dask",
        ),
    ],
)
def test_wrong_words_are_one_sentence_and_status_2(tmp_path, words, policy, kind, said):
    result = run(tmp_path, *words, policy=policy)
    assert isinstance(result.exception, kind)
    assert result.exception.exit_status == 2
    assert said in result.exception.message
    assert "\n" not in result.exception.message
    assert not (tmp_path / "lake").exists()


def test_a_lake_that_cannot_be_written_is_status_2(tmp_path, monkeypatch, capsys):
    (tmp_path / "lake").write_text("no folder")
    words = ["simulate", "mcr", "--hands", "10", "--policy", "random"]
    monkeypatch.setattr(sys, "argv", ["paipu", *words, "--lake", str(tmp_path / "lake")])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    assert line.startswith(f"paipu: {tmp_path / 'lake'}: cannot write")


def test_a_run_that_append_begins_is_told(tmp_path):
    words = ("mcr", "--append", 5, "--single", "--seed", 9)
    first = run(tmp_path, *words)
    assert "is not in the lake: --append begins it" in first.stderr
    again = run(tmp_path, *words)
    assert "begins" not in again.stderr
    assert "10 hands in 10 sessions" in again.stdout


def test_without_rule_sets_it_is_wrong_usage(tmp_path):
    assert run(tmp_path, "--hands", 10).exit_code == 2


def test_an_interruption_says_how_to_go_on(tmp_path, monkeypatch):
    def interrupted(name, **parameters):
        raise KeyboardInterrupt

    monkeypatch.setattr(prefect_setup, "run_flow", interrupted)
    result = run(tmp_path, "mcr", "--hands", 10)
    assert result.exit_code == 130
    assert "interrupted; the same command does what is missing" in result.stderr


def test_runs_are_listed_with_who_played_them(tmp_path):
    run(tmp_path, "mcr", "--hands", 10, "--single", "--seed", 5)
    words = ["runs", "--lake", str(tmp_path / "lake")]
    assert "simulated: random, seed 5, single hands" in CliRunner().invoke(app, words).stdout
    [document] = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert document["options"]["seed"] == 5
