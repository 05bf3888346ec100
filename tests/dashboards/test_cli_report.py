"""``paipu report``: the page, the JSON document, exit status, errors as one sentence."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dashboards.cli.app import app
from schemas.errors import LakeError, UsageError
from tests.lake_rows import RUN, Rows, write_lake


@pytest.fixture
def lake(tmp_path):
    rows = Rows()
    rows.win(rows.hand(0, "win", deltas=(32, -16, -8, -8)), 0, payer=1)
    rows.hand(1, "draw")
    rows.reject("line 9", "unknown_tile", "unknown tile 'X9'")
    return write_lake(tmp_path / "lake", rows)


def run(*words):
    return CliRunner().invoke(app, ["report", *map(str, words)], catch_exceptions=True)


def test_the_page_is_written_and_summed_up_in_a_line(lake, tmp_path):
    out = tmp_path / "page.html"
    result = run("--lake", lake, "--out", out)
    assert result.exit_code == 0
    assert "2 hands, 1 win, 1 refused record of 1 run" in result.stdout.replace("\n", " ")
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_json_is_one_document_and_nothing_else(lake, tmp_path):
    out = tmp_path / "page.html"
    result = run("--lake", lake, "--out", out, "--json")
    document = json.loads(result.stdout)
    assert document["report"] == str(out)
    assert document["runs"] == [RUN]
    assert (document["hands"], document["wins"], document["rejects"]) == (2, 1, 1)
    assert document["bytes"] == out.stat().st_size
    assert result.exit_code == 0


def test_an_empty_lake_is_reported_as_empty(tmp_path):
    (tmp_path / "lake").mkdir()
    result = run("--lake", tmp_path / "lake", "--out", tmp_path / "page.html")
    assert result.exit_code == 0
    assert "the lake holds no runs yet" in result.stdout
    assert (tmp_path / "page.html").is_file()


def test_a_run_can_be_chosen_and_an_unknown_one_is_refused(lake, tmp_path):
    out = tmp_path / "page.html"
    assert run("--lake", lake, "--run", RUN, "--out", out).exit_code == 0
    refused = run("--lake", lake, "--run", "mcr-nothing", "--out", out)
    assert isinstance(refused.exception, LakeError)
    assert RUN in refused.exception.message  # the runs there are


def test_a_missing_folder_is_wrong_usage(lake, tmp_path):
    refused = run("--lake", lake, "--out", tmp_path / "none" / "page.html")
    assert isinstance(refused.exception, UsageError)
    assert refused.exception.exit_status == 2


def broken_lake(lake, how):
    """A lake with a second run that cannot be read, as `how` says."""
    other = "mcr-botzone-ingest-ffffffffffff"
    write_lake(Path(lake), Rows(other))
    path = Path(lake) / "runs" / f"{other}.json"
    if how == "manifest":
        path.write_text("{", encoding="utf-8")
    elif how == "rules":
        manifest = json.loads(path.read_text(encoding="utf-8"))
        manifest["rule_set"]["patterns"]["all_pungs"]["value"] = -6
        path.write_text(json.dumps(manifest), encoding="utf-8")
    return other


@pytest.mark.parametrize("how", ["manifest", "rules"])
def test_a_run_that_cannot_be_read_is_named_and_the_rest_goes_through(lake, tmp_path, how):
    broken = broken_lake(lake, how)
    out = tmp_path / "page.html"
    result = run("--lake", lake, "--out", out)
    assert result.exit_code == 1
    assert "2 hands, 1 win, 1 refused record of 1 run" in result.stdout
    assert "left out: " in result.stderr
    assert broken in result.stderr
    page = out.read_text(encoding="utf-8")
    assert "Left out, as it cannot be read: 1 run" in page
    assert broken in page


def test_a_broken_run_beside_the_one_that_is_named_does_not_matter(lake, tmp_path):
    broken = broken_lake(lake, "manifest")
    out = tmp_path / "page.html"
    assert run("--lake", lake, "--out", out, "--run", RUN).exit_code == 0
    refused = run("--lake", lake, "--out", out, "--run", broken)
    assert refused.exception.exit_status == 1
    assert broken in refused.exception.message


def test_figures_are_not_written_into_a_lake(lake, tmp_path, monkeypatch):
    monkeypatch.setattr("dashboards.report.build.find_browser", lambda: "chromium")
    for folder in (lake, f"{lake}/figures", f"{lake}/hands"):
        refused = run("--lake", lake, "--out", tmp_path / "page.html", "--figures", folder)
        assert isinstance(refused.exception, UsageError)
        assert f"lies in the lake {lake}" in refused.exception.message
    assert not Path(lake, "figures").exists()


def test_runs_of_one_rule_set_are_told_apart_where_they_are_listed(lake, tmp_path):
    for policy in ("greedy", "random"):
        rows = Rows(f"mcr-botzone-sim-{policy:0<12.12}")
        rows.hand(0, "draw")
        write_lake(Path(lake), rows, kind="sim", options={"policies": [policy] * 4, "seed": 1})
    out = tmp_path / "page.html"
    assert run("--lake", lake, "--out", out).exit_code == 0
    page = out.read_text(encoding="utf-8")
    heads = re.findall(r"<h2>Chinese Official.*</h2>", page)
    assert len(set(heads)) == 3
    ends = [head.removesuffix("</h2>").rpartition(" · ")[2] for head in heads]
    assert ends == ["recorded", "greedy", "random"]


def test_help_has_an_example():
    assert "paipu report --out report.html" in " ".join(run("--help").stdout.split())
