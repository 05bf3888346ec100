"""The report as Markdown, and its figures as images: the same every time it is written."""

import pytest

from dashboards.report import build, write_report
from dashboards.report.images import find_browser
from schemas.errors import UsageError
from tests.dashboards.report_page import small_rows
from tests.lake_rows import write_lake


@pytest.fixture
def lake(tmp_path):
    return write_lake(tmp_path / "lake", small_rows())


@pytest.fixture
def no_browser(monkeypatch):
    monkeypatch.setattr(build, "find_browser", lambda: None)


@pytest.mark.usefixtures("no_browser")
def test_markdown_holds_the_tables_and_says_why_there_are_no_figures(lake, tmp_path):
    written = write_report(lake, tmp_path / "page.md")
    text = written.path.read_text(encoding="utf-8")
    assert "| Self-draw 自摸 | 1 | 25.0%° |" in text
    assert "![" not in text
    assert "drawn by Chromium or Chrome, and none was found" in text
    assert written.images == ()


@pytest.mark.usefixtures("no_browser")
def test_figures_that_nothing_can_draw_are_refused_before_anything_is_written(lake, tmp_path):
    with pytest.raises(UsageError, match="drawn by Chromium or Chrome, and neither"):
        write_report(lake, tmp_path / "page.html", figures=tmp_path / "figures")
    assert not (tmp_path / "page.html").exists()
    assert not (tmp_path / "figures").exists()


def test_an_image_format_that_is_none_is_told_with_the_valid_ones(lake, tmp_path):
    with pytest.raises(UsageError, match="no image format 'gif'; formats: svg, png"):
        write_report(lake, tmp_path / "page.html", image_format="gif")


@pytest.mark.browser
def test_figures_stand_beside_the_markdown_and_are_the_same_every_time(lake, tmp_path):
    if find_browser() is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    chapters = ["outcomes", "waits"]
    first, second = (
        write_report(lake, tmp_path / name, chapters=chapters) for name in ("a.md", "b.md")
    )
    text = first.path.read_text(encoding="utf-8")
    assert "![Outcomes as shares of all hands](a-figures/mcr-botzone-outcomes.svg)" in text
    assert text.replace("a-figures", "b-figures") == second.path.read_text(encoding="utf-8")
    for one, other in zip(first.images, second.images, strict=True):
        assert one.read_bytes().startswith(b"<svg")
        assert one.read_bytes() == other.read_bytes()
