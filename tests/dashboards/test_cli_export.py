"""``paipu export``: tables and records into files, and how many went there."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from pipelines.lake import Lake
from schemas.errors import UsageError
from tests.dashboards.lake_fixture import make_lake
from tests.pipelines.ingest_helpers import ingest


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("export")
    return *make_lake(folder), folder / "games.txt"


def run(lake, *words):
    return CliRunner().invoke(app, ["export", *map(str, words), "--lake", lake.uri])


def test_a_table(made, tmp_path):
    lake, name, _ = made
    out = tmp_path / "settlements.csv"
    result = run(lake, "settlements", "--out", out, "--run", name)
    assert (result.exit_code, result.stdout) == (0, f"{out}: 8 rows\n")
    assert len(out.read_text(encoding="utf-8").splitlines()) == 9


def test_records(made, tmp_path):
    lake, *_ = made
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
    lake, name, _ = made
    result = run(lake, "records", "--out", tmp_path / "s.json", "--format", "tziakcha")
    assert result.exit_code == 1
    assert f"2 hands cannot be written as tziakcha, first {name}/0: " in result.stderr


def test_records_under_a_rule_set_file_are_ingested_with_it(made, tmp_path):
    """What the export says how to do is what ingest asks for, and it works."""
    rules = tmp_path / "club.toml"
    rules.write_text('extends = "mcr-botzone"\nname = "club"\n[win]\nminimum = 6\n')
    lake = Lake(str(tmp_path / "own"))
    [first] = ingest(lake, made[2], rules=str(rules))
    out = tmp_path / "hands.jsonl"
    said = run(lake, "records", "--out", out, "--run", first.run).stdout
    assert f"paipu ingest {out} --rules FILE.toml`, the file of the rule set {first.rules}" in said

    [refused] = ingest(Lake(str(tmp_path / "again")), out)
    assert refused.summary.rejects == {"unknown_rules": 2}
    assert (
        "--rules FILE.toml, the file of that rule set" in refused.summary.examples["unknown_rules"]
    )
    [again] = ingest(Lake(str(tmp_path / "again")), out, rules=str(rules))
    assert (again.summary.hands, again.summary.n_rejects, again.rules) == (2, 0, first.rules)


def test_records_of_several_rule_sets_with_a_file_are_exported_run_by_run(made, tmp_path):
    rules = tmp_path / "club.toml"
    rules.write_text('extends = "mcr-botzone"\nname = "club"\n[win]\nminimum = 6\n')
    lake = Lake(str(tmp_path / "own"))
    [own] = ingest(lake, made[2], rules=str(rules))
    ingest(lake, made[2])
    said = run(lake, "records", "--out", tmp_path / "hands.jsonl").stdout
    assert f"Records of {own.rules} are ingested with --rules FILE.toml" in said
    assert "one by one (--run)" in said


def test_a_format_for_a_table_is_wrong_usage(made, tmp_path):
    lake, *_ = made
    result = run(lake, "wins", "--out", tmp_path / "x.csv", "--format", "botzone")
    assert isinstance(result.exception, UsageError)


def test_the_file_has_to_be_named(made):
    result = run(made[0], "wins")
    assert result.exit_code == 2
    assert "--out" in result.stderr
