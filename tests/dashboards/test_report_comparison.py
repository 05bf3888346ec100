"""Chapters of the report: the one that sets rule sets side by side, and the choice among them."""

import pytest

from dashboards.report import build_report
from schemas.errors import UsageError
from tests.dashboards.report_page import Page
from tests.dashboards.test_cli_compare import ONE, OPTIONS, THREE, TWO, rows_of
from tests.lake_rows import write_lake


@pytest.fixture
def lake(tmp_path):
    """40 hands each: points that change hands are 26 on average, 3 and 9 more in the others."""
    runs = [rows_of(ONE, "mcr", 0), rows_of(TWO, "mcr-wmo", 3), rows_of(THREE, "yantai", 9)]
    return write_lake(tmp_path / "lake", *runs, kind="sim", options=OPTIONS)


def page(lake, **asked):
    return Page(build_report(str(lake), **asked).html)


def test_rule_sets_stand_side_by_side(lake):
    found = page(lake).tables["sides"]
    names = [row[0] for row in found[1:]]
    assert names == ["mcr", "mcr-wmo", "yantai"]
    moved = found[0].index("Points that change hands")
    assert [row[moved].split(" ")[0] for row in found[1:]] == ["26.00", "29.00", "35.00"]


def test_the_first_run_named_is_the_one_that_others_are_set_against(lake):
    found = page(lake, runs=[TWO, THREE, ONE])
    assert "mcr was dealt the walls of mcr-wmo" in found.text
    assert "yantai against mcr-wmo, independent samples" in found.text
    assert "mcr against mcr-wmo, pairs on the same walls" in found.text
    rows = [row for name, rows in found.tables.items() if "difference" in name for row in rows]
    moved = [row for row in rows if row[0] == "Points that change hands"]
    assert [row[1] for row in moved] == ["+6.00", "−3.00"]


def test_one_rule_set_has_nothing_beside_it(lake):
    found = page(lake, runs=[ONE])
    assert "sides" not in found.tables
    assert "comparison" not in found.ids


def test_only_the_chapters_asked_for_are_shown(lake):
    found = page(lake, runs=[ONE], chapters=["seats"])
    assert {"seats"} <= set(found.tables)
    assert not {"patterns", "outcomes", "waits", "sides", "formats"} & set(found.tables)
    anchors = [target for target in found.targets if target.startswith("#")]
    assert {anchor[1:] for anchor in anchors} <= set(found.ids)


@pytest.mark.parametrize("chapter", ["loaded", "details"])
def test_the_contents_name_what_is_shown_alone(lake, chapter):
    found = page(lake, runs=[ONE], chapters=[chapter])
    anchors = {target[1:] for target in found.targets if target.startswith("#")}
    assert anchors <= set(found.ids)
    assert not {"s1-patterns", "s1-seats", "s1-outcomes", "s1-best"} & anchors


def test_a_chapter_that_is_none_is_told_with_the_valid_ones(lake):
    with pytest.raises(UsageError, match=r"no chapter 'yaku' in a report; chapters: loaded, "):
        build_report(str(lake), chapters=["yaku"])
