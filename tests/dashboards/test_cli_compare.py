"""``paipu compare``: pairs where walls are shared, independent samples elsewhere, one sentence."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from engine import ENGINE_VERSION
from pipelines.simulate.planning import plan_simulations
from schemas.errors import RulesError, UsageError
from tests.lake_rows import Rows, write_lake

ONE, TWO, THREE = (f"{name}-sim-0123456789ab" for name in ("mcr", "mcr-wmo", "yantai"))
OPTIONS = {"seed": 1, "single": True, "duplicate": False, "walls": "shared", "policies": ["x"] * 4}


def rows_of(run, rules, extra):
    rows = Rows(run, rules)
    for session in range(40):
        won = 24 + session % 5 + extra
        hand = rows.hand(session, "win", deltas=(won, -won, 0, 0), winners=1)
        rows.win(hand, 0, payer=1, total=8)
    return rows


@pytest.fixture
def lake(tmp_path):
    runs = [rows_of(ONE, "mcr", 0), rows_of(TWO, "mcr-wmo", 3), rows_of(THREE, "yantai", 9)]
    return write_lake(tmp_path / "lake", *runs, kind="sim", options=OPTIONS)


def compare(lake, *words):
    return CliRunner().invoke(app, ["compare", *words, "--lake", str(lake)])


def test_rule_sets_of_the_same_tiles_and_seed_are_compared_in_pairs(lake):
    result = compare(lake, ONE, TWO, "--json")
    assert result.exit_code == 0, result.exception
    [difference] = json.loads(result.stdout)["differences"]
    assert (difference["method"], difference["from"], difference["to"]) == ("paired", ONE, TWO)
    moved = next(row for row in difference["measures"] if row["measure"] == "moved")
    assert (moved["value"], moved["low"], moved["high"], moved["hands"]) == (3, 3, 3, 40)


def test_rule_sets_of_other_tiles_are_independent_samples(lake):
    [difference] = json.loads(compare(lake, TWO, THREE, "--json").stdout)["differences"]
    assert difference["method"] == "independent"
    moved = next(row for row in difference["measures"] if row["measure"] == "moved")
    assert moved["value"] == 6
    assert moved["low"] < 6 < moved["high"]


def test_the_tables_name_both_sides_and_what_was_done(lake):
    text = compare(lake, ONE, TWO, THREE).stdout
    assert f"{TWO} against {ONE}, pairs on the same walls" in text
    assert f"{THREE} against {ONE}, independent samples" in text
    assert "Dealer's points a hand" in text


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        ((ONE,), UsageError, "a comparison needs two rule sets or runs, or more"),
        ((ONE, "no-such-rules"), RulesError, "no-such-rules"),
        ((ONE, "longgang"), UsageError, "no hands under longgang; `--hands N` simulates them"),
        ((ONE, THREE, "--paired"), UsageError, "were not dealt the same walls"),
        ((ONE, "mcr", "--policy", "genius"), UsageError, "unknown policy 'genius'"),
    ],
)
def test_what_cannot_be_compared_is_told_in_one_sentence(lake, words, error, sentence):
    result = compare(lake, *words)
    assert isinstance(result.exception, error)
    assert sentence in result.exception.message


def test_an_empty_run_is_not_compared(tmp_path):
    lake = write_lake(tmp_path / "lake", rows_of(ONE, "mcr", 0), Rows(TWO, "mcr-wmo"), kind="sim")
    result = compare(lake, ONE, TWO)
    assert isinstance(result.exception, UsageError)
    assert "its runs hold no hand" in result.exception.message


def test_runs_of_another_engine_are_named_where_records_stand_for_a_rule_set(tmp_path):
    [plan] = plan_simulations(["mcr"], seed=1, policy="greedy", single=True)
    told = {"kind": "sim", "engine_version": ENGINE_VERSION - 1, "options": plan.options()}
    other = write_lake(tmp_path, rows_of(TWO, "mcr-wmo", 3), kind="sim", options=OPTIONS)
    write_lake(tmp_path, rows_of(ONE, "mcr", 0), **told)
    refused = compare(other, "mcr", TWO)
    assert isinstance(refused.exception, UsageError)
    assert "no hands under mcr; `--hands N` simulates them" in refused.exception.message
    assert refused.exception.message.endswith(f"what another engine version played, too: {ONE}")
    write_lake(tmp_path, rows_of("mcr-ingest-0123456789ab", "mcr", 1))
    done = compare(other, "mcr", TWO)
    assert done.exit_code == 0, done.exception
    assert done.stderr.startswith("paipu: mcr stands for 40 recorded hands; `--hands N` plays anew")
    assert done.stderr.rstrip().endswith(ONE)
