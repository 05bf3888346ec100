"""The report of any lake: empty, refused records alone, several rule sets, damaged names."""

import shutil

import pytest

from dashboards.report import build_report
from pipelines import analysis
from tests.dashboards.report_page import Page, page_of, small_rows
from tests.demo_hands import demo_rows
from tests.lake_rows import RUN, Rows, write_lake

OTHER = "mcr-botzone-ingest-ffffffffffff"


@pytest.mark.parametrize("make", [None, "folder"], ids=["no manifest", "other files"])
def test_an_empty_lake_gives_a_page_that_says_so(tmp_path, make):
    (tmp_path / "lake").mkdir()
    if make:
        (tmp_path / "lake" / "hands").mkdir()
    report = build_report(str(tmp_path / "lake"))
    page = Page(report.html)
    assert "This lake holds no runs yet, so there is nothing to report." in page.text
    assert (report.runs, report.hands, report.wins) == ((), 0, 0)


def test_a_run_of_refused_records_alone_gives_a_page_that_says_so(tmp_path):
    rows = Rows()
    rows.reject("line 1", "bad_line", "no match")
    page = page_of(tmp_path, rows)
    assert "No hand was loaded from 1 file; 1 record was refused (bad_line)." in page.text
    assert "No hand was loaded under this rule set" in page.text
    assert "outcomes" not in page.tables


def test_a_run_of_unknown_rules_shows_what_was_refused(tmp_path):
    rows = Rows("unknown-ingest-0123456789ab", "unknown")
    rows.reject("line 1", "unknown_format", "no format is known")
    page = page_of(tmp_path, rows)
    assert "1 record was refused (unknown_format)" in page.text
    assert "no format is known" in page.text


def test_hands_without_a_win_give_a_page_that_says_so(tmp_path):
    rows = Rows()
    rows.hand(0, "draw")
    rows.hand(1, "penalty", deltas=(-30, 10, 10, 10))
    page = page_of(tmp_path, rows)
    assert "0 of 2 hands were won" in page.text
    assert "No hand was won: there are no patterns, totals, turns or waits to show." in page.text
    assert "patterns" not in page.tables
    assert len(page.tables["seats"]) == 5


def test_without_draws_the_bound_of_the_rule_of_three_is_told(tmp_path):
    rows = Rows()
    rows.win(rows.hand(0, "win"), 0)
    rows.win(rows.hand(1, "win"), 0)
    rows.win(rows.hand(2, "win"), 0)
    rows.win(rows.hand(3, "win"), 0)
    assert "none ended in a draw (95%: at most 75.0%)" in page_of(tmp_path, rows).text


def test_several_rule_sets_have_a_section_each(tmp_path):
    other = small_rows("mcr-ingest-0123456789ab")
    other.rules = "mcr"
    page = page_of(tmp_path, small_rows(), other)
    assert "Hands under 2 rule sets" in page.text
    assert {"s1", "s2"} <= set(page.ids)
    assert "8 hands (Botzone text) from 1 file under 2 rule sets" in page.text


def test_runs_can_be_chosen(tmp_path):
    lake = write_lake(tmp_path / "lake", small_rows(), small_rows(OTHER))
    assert build_report(lake).hands == 8
    assert build_report(lake, [RUN]).hands == 4


def test_hands_counted_more_than_once_are_pointed_out(tmp_path):
    text = page_of(tmp_path, small_rows(), small_rows(OTHER)).text
    assert "4 hands of matches that stand in several runs count more than once" in text


def test_shared_walls_are_pointed_out(tmp_path):
    rows = Rows()
    for session in range(4):
        rows.hand(session, "draw", deal=session // 2)
    assert "belong to 2 deals" in page_of(tmp_path, rows).text


def test_the_same_lake_gives_the_same_file_wherever_it_lies(tmp_path):
    lake = write_lake(tmp_path / "lake", demo_rows(120))
    shutil.copytree(lake, tmp_path / "elsewhere")
    first = build_report(lake).html
    assert build_report(lake).html == first
    assert build_report(str(tmp_path / "elsewhere")).html == first


def test_nothing_of_a_record_becomes_markup(tmp_path):
    bad = "</script><script>alert(1)</script><img src=x>"
    rows = Rows()
    hand = rows.hand(0, "win", match_id=bad, source_file=bad, players=[bad] * 4, agreement="total")
    rows.win(hand, 0, payer=1, patterns=[("full_flush", 1, 24)])
    rows.reject(bad, "bad_line", bad, source_file=bad, excerpt=bad, match_id=bad)
    html = build_report(write_lake(tmp_path / "lake", rows)).html
    assert "<script>alert" not in html
    assert "<img" not in html
    assert html.count("&lt;script&gt;alert(1)") > 4


def test_what_no_chapter_shows_is_not_asked(tmp_path, monkeypatch):
    lake = write_lake(tmp_path / "lake", small_rows())
    asked = []
    for name in ("waits", "payments", "contributions", "best_wins", "rejects_by_file"):
        question = getattr(analysis, name)

        def ask(*given, name=name, question=question, **options):
            asked.append(name)
            return question(*given, **options)

        monkeypatch.setattr(analysis, name, ask)
    assert "waits" not in build_report(lake, chapters=["outcomes"]).values["sections"][0]
    assert asked == []
    report = build_report(lake, chapters=["waits", "loaded"])
    assert asked == ["rejects_by_file", "waits"]
    assert list(report.values["sections"][0]["figures"]) == ["waits"]
