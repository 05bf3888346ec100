"""The report as one closed file: written whole, with nothing from outside."""

import re

import pytest

from dashboards.report import build_report, write_report
from schemas.errors import LakeError, UsageError
from tests.dashboards.report_page import Page, small_rows
from tests.demo_hands import demo_rows
from tests.lake_rows import write_lake


@pytest.fixture(scope="module")
def demo_page(tmp_path_factory):
    html = build_report(write_lake(tmp_path_factory.mktemp("demo") / "lake", demo_rows(300))).html
    return Page(html), html


def test_ids_are_unique_and_links_lead_somewhere(demo_page):
    page, _ = demo_page
    assert len(page.ids) == len(set(page.ids))
    assert {target.removeprefix("#") for target in page.targets} <= set(page.ids)


def test_the_page_refers_to_nothing_outside(demo_page):
    page, html = demo_page
    assert set(page.sources) == {"data:,"}
    policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
    assert policy + "img-src data: blob:" in html
    assert "url(" not in re.search(r"<style>(.*?)</style>", html, re.DOTALL).group(1)


def test_plotly_stands_in_the_page_once(demo_page):
    _, html = demo_page
    assert html.count("plotly.js v") == 1
    assert len(html.encode()) < 6_000_000


def test_the_methods_define_what_is_counted(demo_page):
    text = demo_page[0].text
    for words in (
        "Wilson's score interval",
        "rule of three",
        "÷ all wins",
        "(seat − dealer) mod 4",
    ):
        assert words in text


def test_a_report_is_written_whole_over_an_older_one(tmp_path):
    lake = write_lake(tmp_path / "lake", small_rows())
    out = tmp_path / "report.html"
    out.write_text("old")
    written = write_report(lake, out)
    assert out.read_text(encoding="utf-8") == written.report.html
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("out", ["missing/report.html", "."])
def test_a_place_that_cannot_be_written_is_refused_before_anything_is_read(tmp_path, out):
    with pytest.raises(UsageError, match="cannot be written"):
        write_report(str(tmp_path / "no lake"), tmp_path / out)


def test_a_missing_lake_and_an_unknown_run_are_refused(tmp_path):
    with pytest.raises(LakeError, match="no lake there"):
        build_report(str(tmp_path / "none"))
    lake = write_lake(tmp_path / "lake", small_rows())
    with pytest.raises(LakeError, match="no run 'mcr-nothing'"):
        build_report(lake, ["mcr-nothing"])
