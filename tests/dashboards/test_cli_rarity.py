"""``paipu rarity``: which runs it takes, what it shows, what it refuses."""

import json
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import LakeError, RulesError, UsageError
from tests.lake_rows import Rows, write_lake

GREEDY, VALUE, WMO = "mcr-sim-00000000000a", "mcr-sim-00000000000b", "mcr-wmo-sim-00000000000c"


def rows_of(run, rules, hands, pungs):
    rows = Rows(run, rules)
    for session in range(hands):
        patterns = [("self_draw", 1, 1)] + [("all_pungs", 1, 6)] * (session < pungs)
        rows.win(rows.hand(session, "win"), 0, patterns=patterns)
    return rows


@pytest.fixture
def lake(tmp_path):
    folder = tmp_path / "lake"
    for run, rules, pungs, policy in (
        (GREEDY, "mcr", 2, "greedy"),
        (VALUE, "mcr", 30, "value"),
        (WMO, "mcr-wmo", 0, "greedy"),
    ):
        rows = rows_of(run, rules, 100, pungs)
        write_lake(folder, rows, kind="sim", options={"policies": [policy] * 4, "seed": 1})
    return str(folder)


def rarity(lake, *words):
    return CliRunner().invoke(app, ["rarity", *words, "--draw", "500", "--lake", lake])


def test_json_holds_counts_runs_and_patterns(lake):
    result = rarity(lake, "mcr", "--json")
    assert result.exit_code == 0, result.exception
    found = json.loads(result.stdout)
    assert (found["rules"], found["tiles"], found["drawn"]) == ("mcr", 14, 500)
    assert found["complete_hands"] == 13_257_769_189_488
    assert found["natural"] == {"runs": [GREEDY], "played": ["greedy"], "wins": 100}
    assert found["strategic"] == {"runs": [VALUE], "played": ["value"], "wins": 100}
    pungs = next(row for row in found["patterns"] if row["pattern"] == "all_pungs")
    assert (pungs["natural_count"], pungs["strategic_count"], pungs["ratio"]) == (2, 30, 15.0)
    # Every hand of four pungs: of four kinds, the pair of one of the thirty others.
    assert pungs["hands"] == 46_376 * 30 * 4**4 * 6


def test_the_table_says_which_runs_stand_for_what(lake):
    text = rarity(lake, "mcr").stdout
    assert f"Natural: 100 wins of {GREEDY}, greedy (most hands of this kind in the lake)" in text
    assert f"Strategic: 100 wins of {VALUE}, value (most hands of this kind" in text
    assert "碰碰和 All Pungs" in text
    assert "1 pattern differs between the two" in text
    assert "13,257,769,189,488 complete hands of 14 natural tiles" in text


def test_runs_can_be_named_against_what_is_found(lake):
    words = ("--natural", VALUE, "--strategic", GREEDY, "--json")
    found = json.loads(rarity(lake, "mcr", *words).stdout)
    assert (found["natural"]["runs"], found["strategic"]["runs"]) == ([VALUE], [GREEDY])
    assert f"{VALUE}, value (as asked)" in rarity(lake, "mcr", *words[:-1]).stdout


def test_combinatorics_alone_needs_no_lake(tmp_path):
    folder = tmp_path / "nowhere"
    text = rarity(str(folder), "yantai").stdout
    assert "Natural: no run under these rules; --hands N simulates one" in text
    assert "12,922,416,496,752 complete hands" in text
    assert not folder.exists()


def test_missing_runs_are_simulated_when_asked(lake, monkeypatch):
    asked = []

    def play(rules, **options):
        asked.append((rules, options["policy"], options["hands"], options["seed"]))
        assert options["single"]
        return [SimpleNamespace(run=VALUE)]

    monkeypatch.setattr("dashboards.cli.simulate.play", play)
    words = ("--hands", "100", "--seed", "7", "--natural", GREEDY, "--json")
    found = json.loads(rarity(lake, "mcr", *words).stdout)
    assert asked == [(["mcr"], "value", 100, 7)]
    assert (found["natural"]["runs"], found["strategic"]["runs"]) == ([GREEDY], [VALUE])


@pytest.mark.parametrize(
    ("words", "error", "sentence"),
    [
        (("no-such-rules",), RulesError, "no-such-rules"),
        (("mcr", "--natural", "nowhere"), LakeError, "nowhere"),
        (("mcr", "--natural", WMO), UsageError, "was scored under mcr-wmo"),
        (
            ("mcr", "--natural", GREEDY, "--strategic", GREEDY),
            UsageError,
            f"run {GREEDY} cannot be both natural and strategic",
        ),
        (("mcr", "--hands", "0"), UsageError, "0"),
    ],
)
def test_what_cannot_be_shown_is_told_in_one_sentence(lake, words, error, sentence):
    result = rarity(lake, *words)
    assert isinstance(result.exception, error)
    assert sentence in result.exception.message


@pytest.mark.parametrize("words", [("--draw", "0"), ("--seed", "-1")])
def test_hands_to_draw_are_one_or_more_and_seeds_not_negative(lake, words):
    result = CliRunner().invoke(app, ["rarity", "mcr", *words, "--lake", lake])
    assert result.exit_code == 2
