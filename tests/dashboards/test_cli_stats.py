"""``paipu stats`` and the filters of the other commands."""

from __future__ import annotations

import json
import subprocess
import sys

import polars as pl
import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from pipelines.analysis import statistics
from pipelines.statistic_names import statistic_names
from schemas.errors import LakeError, UsageError
from tests.lake_rows import Rows, write_lake

RUN = "mcr-ingest-00000000000a"


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    rows = Rows(RUN, "mcr")
    for session in range(40):
        winner = session % 4
        deltas = [-8] * 4
        deltas[winner] = 24
        hand = rows.hand(
            session, "win", deltas=deltas, winners=1 << winner, players=["ann", "bo", "cy", "di"]
        )
        rows.win(hand, winner, win_by="self_draw", total=8, patterns=[("all_pungs", 1, 6)])
    return write_lake(tmp_path_factory.mktemp("stats") / "lake", rows)


def run(*words, lake=None):
    return CliRunner().invoke(app, [*words, *(["--lake", lake] if lake else [])])


def test_without_a_name_all_statistics_are_listed_with_their_question():
    text = run("stats").stdout
    assert "pattern_frequency" in text
    assert "how often does each pattern occur in a win" in text
    listed = json.loads(run("stats", "--json").stdout)
    assert {"name", "question", "per", "grain", "columns", "arguments"} == set(listed[0])


def test_an_answer_has_names_and_intervals(lake):
    text = run("stats", "outcomes", lake=lake).stdout
    assert "Self-draw 自摸" in text
    assert "100% (91.2–100%)" in text  # Wilson, 40 of 40
    assert "国标麻将" in text


def test_differences_of_shares_are_percentage_points_with_their_sign(lake):
    """All wins have 碰碰和 and none 三色三步高, which programs had in 4.07 % and 22.5 %."""
    text = run("stats", "real_play_patterns", lake=lake).stdout
    [pungs] = [line for line in text.splitlines() if "碰碰和" in line]
    assert "100% (91.2–100%)" in pungs
    assert pungs.endswith("+95.93 pp ")
    [chows] = [line for line in text.splitlines() if "三色三步高" in line]
    assert chows.endswith("−22.50 pp ")


def test_json_holds_the_frame(lake):
    result = run("stats", "players", "--player", "ann", "--json", lake=lake)
    [row] = json.loads(result.stdout)
    assert (row["who"], row["hands"], row["wins"], row["points"]) == ("ann", 40, 10, 0)


def test_the_answer_is_written_to_a_file(lake, tmp_path):
    for suffix in (".csv", ".parquet"):
        out = tmp_path / f"wins{suffix}"
        result = run("stats", "win_details", "--set", "most=3", "--out", str(out), lake=lake)
        assert result.exit_code == 0
        frame = pl.read_csv(out) if suffix == ".csv" else pl.read_parquet(out)
        assert frame["total"].to_list() == [8, 8, 8]


def test_what_is_left_is_told(lake):
    result = run("stats", "seats", "--seat", "1", lake=lake)
    assert "seat 1: 40 hands, 40 player-hands left" in result.stderr
    query = run("sql", "select count(*) as n from wins", "--player", "bo", "--json", lake=lake)
    assert json.loads(query.stdout) == [{"n": 10}]
    assert "player bo: 40 hands, 40 player-hands left" in query.stderr


def test_a_report_is_narrowed_and_says_so(lake, tmp_path):
    out = tmp_path / "report.html"
    result = run("report", "--player", "cy", "--out", str(out), "--json", lake=lake)
    told = json.loads(result.stdout)
    assert (told["hands"], told["wins"], told["filter"]) == (40, 10, "player cy")
    assert "Filtered: player cy; 40 player-hands in 40 hands are left." in out.read_text()
    assert "牌手" in out.read_text()


@pytest.mark.parametrize(
    ("words", "error", "said"),
    [
        (("stats", "outcomes", "--seat", "0"), UsageError, "makes no sense"),
        (("stats", "headline", "--round", "N"), LakeError, "no hand is left"),
        (("report", "--round", "N"), LakeError, "no hand is left"),
        (("sql", "from wins", "--round", "N"), LakeError, "no hand is left"),
        (("sql", "from wins", "--player", "an"), UsageError, "did you mean ann?"),
        (("stats", "headline", "--set", "most"), UsageError, "KEY=VALUE"),
        (("stats", "--seat", "0"), UsageError, "which one"),
        (("stats", "headline", "--out", "x.txt"), UsageError, "suffixes are"),
    ],
)
def test_mistakes_are_one_sentence(lake, words, error, said):
    given = None if words[1] == "--seat" else lake
    result = run(*words, lake=given)
    assert isinstance(result.exception, error)
    assert said in result.exception.message


def test_the_same_options_stand_on_every_command():
    from dashboards.cli.filters import OPTIONS
    from pipelines.analysis import Filter

    assert list(OPTIONS) == list(Filter.model_fields)
    for command in ("stats", "report", "sql"):
        text = run(command, "--help").stdout
        assert all(f"--{name.replace('_', '-')} " in text for name in OPTIONS)
    text = run("compare", "--help").stdout
    assert "--dealer" in text
    assert "--win-by" not in text


def test_a_mistyped_name_is_told_before_libraries_are_loaded():
    """So that it takes no seconds: neither polars nor scipy are there when it is told."""
    code = (
        "import sys\n"
        "from typer.testing import CliRunner\n"
        "from dashboards.cli.app import app\n"
        "error = CliRunner().invoke(app, ['stats', 'haedline']).exception\n"
        "print(error.code, error.exit_status, 'did you mean headline?' in error.message)\n"
        "print({'polars', 'scipy'} & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["unknown_statistic 2 True", "set()"]


def test_the_names_read_from_the_sources_are_those_that_can_be_asked():
    assert statistic_names() == {one.name for one in statistics()}
