"""``paipu sql``: tables for people, JSON for programs, one sentence for mistakes."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import UsageError
from tests.dashboards.lake_fixture import make_lake


@pytest.fixture(scope="module")
def lake(tmp_path_factory):
    return make_lake(tmp_path_factory.mktemp("sql"))[0]


def run(lake, *words):
    return CliRunner().invoke(app, ["sql", *words, "--lake", lake.uri])


def test_a_table_for_people(lake):
    result = run(lake, "select match_id, outcome, n_draws from hands order by hand_id")
    assert result.exit_code == 0
    lines = [line.split() for line in result.stdout.splitlines() if line.strip()]
    assert lines[0] == ["match_id", "outcome", "n_draws"]
    assert lines[2:] == [["w", "win", "1"], ["d", "draw", "84"]]


def test_chinese_columns_line_up(lake):
    query = "select '国标麻将' as name, 1 as n union all select 'ab', 2 order by n"
    lines = run(lake, query).stdout.splitlines()
    [wide] = [line for line in lines if "国标麻将" in line]
    [narrow] = [line for line in lines if "ab" in line]
    # A Chinese character takes two columns of a terminal.
    assert wide.index("1") + 4 == narrow.index("2")


def test_json_is_a_list_of_objects(lake):
    query = "select hand_id, match_id, players, played_at from hands order by hand_id"
    assert json.loads(run(lake, query, "--json").stdout) == [
        {"hand_id": 0, "match_id": "w", "players": [None] * 4, "played_at": None},
        {"hand_id": 1024, "match_id": "d", "players": [None] * 4, "played_at": None},
    ]


def test_json_has_numbers_times_and_lists_as_they_are(lake):
    query = (
        "select sum(delta) as total, avg(delta) as mean, timestamptz '2026-05-01 12:00:00+00' as t,"
        " [1, 2] as l, {'a': 1.5} as s, true as b, 'nan'::double as nan from settlements"
    )
    assert json.loads(run(lake, query, "--json").stdout) == [
        {
            "total": 0,
            "mean": 0.0,
            "t": "2026-05-01T12:00:00+00:00",
            "l": [1, 2],
            "s": {"a": 1.5},
            "b": True,
            "nan": None,
        }
    ]


def test_intervals_are_written_as_duckdb_writes_them(lake):
    query = "select interval 1 year as y, {'x': interval 36 hours} as s, map{'k': interval 1 day} m"
    assert json.loads(run(lake, query, "--json").stdout) == [
        {"y": "1 year", "s": {"x": "36:00:00"}, "m": {"k": "1 day"}}
    ]
    # Two columns of one name stay two, and what only sounds like an interval is left alone.
    query = "select interval 1 month as a, 'INTERVAL' as a, {'b INTERVAL': 1} as s"
    shown = run(lake, query).stdout.split("\n")
    assert [line.strip().split(maxsplit=3) for line in shown if "month" in line] == [
        ["1", "month", "INTERVAL", "{'b INTERVAL': 1}"]
    ]


def test_rejects_can_be_queried(lake):
    [row] = json.loads(run(lake, "select code, position, excerpt from rejects", "--json").stdout)
    assert row["code"] == "tile_not_held"


def test_text_with_brackets_is_text(lake):
    assert "[bold]x[/]" in run(lake, "select '[bold]x[/]' as \"[red]\"").stdout


def test_a_query_without_rows_shows_its_columns(lake):
    result = run(lake, "select hand_id from hands where false")
    assert (result.exit_code, "hand_id" in result.stdout) == (0, True)
    assert json.loads(run(lake, "from hands where false", "--json").stdout) == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("selec 1", "syntax error"),
        ("select x from hands", "x"),
        ("delete from hands", "DELETE statements change things"),
        ("from read_csv('/etc/passwd')", "disabled"),
    ],
)
def test_mistakes_are_wrong_usage_in_one_sentence(lake, query, said):
    result = run(lake, query)
    assert isinstance(result.exception, UsageError)
    assert result.exception.exit_status == 2
    assert said in result.exception.message
    assert "\n" not in result.exception.message
