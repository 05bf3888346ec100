"""The page of tuning results: what the report shows of them, and hands where the lake has them."""

import json

import pytest
from typer.testing import CliRunner

from dashboards.app.settings import Settings
from dashboards.cli.app import app
from dashboards.report.tuning import tuning_chapters
from schemas.errors import UsageError
from schemas.tuning_result import load_tuning_result
from tests.dashboards.dashboard_fixture import DEMO
from tests.dashboards.page_helpers import figures, grid_rows, section, text
from tests.dashboards.tuning_document import DOCUMENT


@pytest.fixture
def result(tmp_path):
    def load(**values):
        file = tmp_path / "result.json"
        file.write_text(json.dumps(DOCUMENT | values), encoding="utf-8")
        return load_tuning_result(file)

    return load


def test_it_shows_what_the_report_shows(lake, result):
    settings = Settings(tunings=(result(),))
    [chapter] = tuning_chapters(settings.tunings)
    built = section(lake, "/tuning", "line", settings)
    assert " ".join(chapter.paragraphs) in text(built)
    shown = [[row[f"t{place}"] for place in range(10)] for row in grid_rows(built)]
    assert shown == [[cell.text for cell in row] for row in chapter.patterns.rows]
    [figure] = figures(built)
    assert figure.data[0].x == chapter.figures["mispricing"].data[0].x
    effects = section(lake, "/tuning", "effects", settings)
    assert chapter.measures is not None
    assert chapter.measures.rows[0][3].text in text(effects)
    assert len(figures(effects)) == len(chapter.front_figures)
    played = text(section(lake, "/tuning", "played", settings))
    assert all(sentence in played for one in chapter.played for sentence in one.sentences)


def test_patterns_lead_to_hands_where_the_lake_has_their_runs(lake, result):
    without = grid_rows(section(lake, "/tuning", "line", Settings(tunings=(result(),))))
    assert {row["h0"] for row in without} == {None}
    there = Settings(tunings=(result(runs=[DEMO]),))
    rows = grid_rows(section(lake, "/tuning", "line", there))
    seen = {pattern["pattern"] for pattern in DOCUMENT["patterns"] if pattern["wins"]}
    assert {row["h0"].partition("pattern=")[2] for row in rows if row["h0"]} == seen


def test_without_a_result_it_says_how_one_is_named(lake):
    assert "paipu dashboard --tuning RESULT.json" in text(section(lake, "/tuning", "line"))


def test_a_result_that_was_not_named_is_told(lake, result):
    with pytest.raises(UsageError, match="result=3; 1 result was named"):
        section(lake, "/tuning?result=3", "line", Settings(tunings=(result(),)))


def test_a_file_that_is_no_result_is_refused_at_the_start(lake, tmp_path):
    file = tmp_path / "none.json"
    words = ["dashboard", "--lake", lake, "--no-open", "--tuning", str(file)]
    with pytest.raises(UsageError, match=r"none\.json: cannot be read"):
        CliRunner().invoke(app, words, catch_exceptions=False)
