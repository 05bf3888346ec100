"""``paipu verify``: says what is wrong, exit status 1 where anything is."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from tests.dashboards.lake_fixture import make_lake


@pytest.fixture
def made(tmp_path):
    return make_lake(tmp_path)


def run(lake, *words):
    return CliRunner().invoke(app, ["verify", "--lake", lake.uri, *words])


def test_a_good_lake(made):
    lake, name = made
    result = run(lake)
    assert result.exit_code == 0
    assert "1 run, 2 hands replayed, no mismatch" in result.stdout
    assert json.loads(run(lake, "--json").stdout) == {"hands": 2, "mismatches": 0}
    assert json.loads(run(lake, "--json", "--run", name, "--sample", "1").stdout)["hands"] >= 1


def test_a_missing_part_is_listed_and_repaired(made):
    lake, name = made
    file = lake.manifest(name).parts[0].files["wins"].path
    lake.storage.remove(file)
    result = run(lake)
    assert result.exit_code == 1
    assert file in result.stdout
    assert "the file is missing" in result.stdout
    assert json.loads(run(lake, "--json").stdout) == {"hands": 0, "mismatches": 1}
    repaired = run(lake, "--repair")
    assert repaired.exit_code == 0
    assert f"{name}: made again: part 0" in repaired.stdout
    assert run(lake).exit_code == 0


def test_what_cannot_be_repaired_stays_wrong(made, tmp_path):
    lake, name = made
    lake.storage.remove(lake.manifest(name).parts[0].files["wins"].path)
    (tmp_path / "games.txt").unlink()
    result = run(lake, "--repair")
    assert result.exit_code == 1
    assert "cannot be restored" in result.stdout
