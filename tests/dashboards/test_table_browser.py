"""The table editor in a real browser: edits, bad values, links, files, a full rescore."""

import re
import subprocess

import pytest
from playwright.sync_api import expect

from dashboards.app.editing import edited
from pipelines import analysis
from pipelines.lake import Lake
from schemas.rules_files import load_ruleset
from tests.command import ROOT, command, plain_environment
from tests.dashboards.browser_pages import WIDTHS, Opened
from tests.dashboards.dashboard_fixture import plain_sql, served
from tests.pipelines.rescore_helpers import rescored, rules_file, simulated

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    lake, run = simulated(tmp_path_factory.mktemp("edited") / "lake", "taiwan-standard", 250)
    return lake.uri, run


@pytest.fixture(scope="module")
def address(shown):
    with served(shown[0]) as found:
        yield found


@pytest.fixture(scope="module")
def window(browser, address):
    opened = Opened(browser, address)
    yield opened
    opened.page.close()


@pytest.fixture
def desk(window):
    return window.forget()


def cell(page, grid: str, row: str, column: str):
    return page.locator(f"#{grid} [row-id='{row}'] [col-id='{column}']").first


def write(page, grid: str, row: str, column: str, value: str) -> None:
    """Type a value into a cell and take it over."""
    place = cell(page, grid, row, column)
    page.locator(f"#{grid} .ag-row").first.wait_for()
    page.evaluate(  # rows out of sight are not drawn
        "async ([grid, row]) => (await dash_ag_grid.getApiAsync(grid))"
        ".ensureNodeVisible((node) => node.id === row)",
        [grid, row],
    )
    place.click()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type(value)
    page.keyboard.press("Enter")


def row_of(page, table: str, name: str) -> list[str]:
    """Texts of the cells of a row."""
    row = page.locator(f"#table-effects table.{table} tbody tr", has_text=name)
    return row.locator("td").all_inner_texts()


def number(text: str) -> float:
    return float(text.replace("−", "-").replace(",", "").rstrip("°"))


@pytest.mark.parametrize("width", WIDTHS)
def test_it_opens_without_a_complaint_and_fits(browser, address, shown, width):
    opened = Opened(browser, address, width)
    page = opened.go(f"/table?run={shown[1]}")
    expect(page.locator("#table-effects")).to_contain_text("No value differs")
    expect(page.locator("#table-effects svg.main-svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert opened.complaints == []
    assert all(url.startswith((address, "data:")) for url in opened.requests)
    page.close()


def test_an_edited_base_moves_points_as_a_full_rescore_does(desk, shown, tmp_path):
    lake, run = shown
    page = desk.go(f"/table?run={run}")
    expect(page.locator("#table-effects")).to_contain_text("No value differs")
    write(page, "table-options", "settlement.base", "text", "9")
    expect(page.locator("#table-effects")).to_contain_text("another total")
    expect(cell(page, "table-options", "settlement.base", "text")).to_have_class(
        re.compile("changed")
    )
    full = rescored(Lake(lake), run, rules_file(tmp_path, "taiwan-standard", _BASE))
    with Lake(lake).connect() as con:
        seats = analysis.rescored_seats(con, [full.run], [run])
    for seat, name in enumerate(("East", "South", "West", "North")):
        said = [number(text) for text in row_of(page, "seat-effects", name)[1:4]]
        there = seats.filter(seats["seat"] == seat)
        values = [
            there.filter(there["measure"] == kind)["value"][0]
            for kind in ("old_delta", "new_delta", "moved")
        ]
        assert said == pytest.approx(values, abs=0.0005)
    desk.wait_for(set="settlement.base~9")
    assert desk.complaints == []


_BASE = "[settlement]\nbase = 9\n"


def test_a_pattern_s_value_is_edited_and_the_link_shows_it_again(desk, shown):
    lake, run = shown
    page = desk.go(f"/table?run={run}")
    write(page, "table-patterns", "seat_flower", "value", "4")
    expect(page.locator("#table-effects")).to_contain_text("another total")
    [(wins, total)] = plain_sql(lake, f"select count(*), sum(total) from wins where run = '{run}'")
    [(counts,)] = plain_sql(
        lake,
        f"select sum(count) from win_patterns where run = '{run}' and pattern = 'seat_flower'",
    )
    said = [number(text) for text in row_of(page, "effects", "Mean total")[1:4]]
    wanted = [total / wins, (total + 3 * counts) / wins, 3 * counts / wins]
    assert said == pytest.approx(wanted, abs=0.0005)
    desk.wait_for(set="patterns.seat_flower.value~4")
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#table-effects")).to_contain_text("another total")
    assert [number(text) for text in row_of(page, "effects", "Mean total")[1:4]] == said
    page.locator("#table-reset").click()
    expect(page.locator("#table-effects")).to_contain_text("No value differs")
    desk.wait_for(set=None)
    assert desk.complaints == []


def test_a_bad_value_is_told_and_the_earlier_result_stays(desk, shown):
    page = desk.go(f"/table?run={shown[1]}&set=settlement.base~5")
    expect(page.locator("#table-effects")).to_contain_text("another total")
    before = page.locator("#table-effects table.effects").inner_text()
    write(page, "table-options", "settlement.per_tai", "text", "some")
    told = page.locator("#table-notice")
    expect(told).to_contain_text("settlement.per_tai: 'some': Input should be a valid integer")
    expect(told).to_contain_text("of the earlier table: settlement.base 5")
    assert page.locator("#table-effects table.effects").inner_text() == before
    expect(page.locator("#table-keep")).to_be_hidden()
    write(page, "table-options", "settlement.per_tai", "text", "2")
    expect(told).to_be_empty()
    expect(page.locator("#table-keep")).to_be_visible()


def test_the_table_is_taken_as_a_file(desk, shown, tmp_path):
    page = desk.go(
        f"/table?run={shown[1]}&set=settlement.base~5&set=patterns.dealer.excludes~self_draw"
    )
    page.locator("#table-name").fill("mine")
    page.keyboard.press("Enter")
    expect(page.locator("#table-command")).to_contain_text("--rules mine.toml")
    with page.expect_download() as caught:
        page.locator("#table-download").click()
    assert caught.value.suggested_filename == "mine.toml"
    file = tmp_path / "mine.toml"
    caught.value.save_as(file)
    texts = {"settlement.base": "5", "patterns.dealer.excludes": "self_draw"}
    assert load_ruleset(str(file)).hash == edited(load_ruleset("taiwan-standard"), texts).hash
    page.locator("#table-name").fill("no name")
    page.keyboard.press("Enter")
    page.locator("#table-download").click()
    expect(page.locator("#table-saved .bad")).to_contain_text("letters, digits and hyphens")


@pytest.mark.flow
def test_a_full_rescore_is_started_where_that_is_allowed(browser, tmp_path):
    lake, run = simulated(tmp_path / "lake", "taiwan-standard", 60)
    words = ["dashboard", "--lake", lake.uri, "--port", 0, "--no-open", "--allow-rescore"]
    with subprocess.Popen(
        command(*words),
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=plain_environment(HOME=str(tmp_path), PYTHONUNBUFFERED="1"),
    ) as server:
        try:
            address = server.stdout.readline().split()[0].rstrip("/")
            page = Opened(browser, address).go(f"/table?run={run}&set=settlement.base~9")
            page.locator("#table-rescore").click()
            expect(page.locator("#table-job")).to_contain_text("is in the lake", timeout=240_000)
            [made] = set(lake.runs()) - {run}
            expect(page.locator("#table-job a").first).to_have_attribute("href", re.compile(made))
            assert lake.manifest(made).ruleset().settlement.base == 9
            assert lake.manifest(made).summary.hands == 60
            page.close()
        finally:
            server.terminate()
