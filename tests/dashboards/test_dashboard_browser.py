"""The dashboard in a real browser: what only one can show. Phone and desk, no request to elsewhere,
controls, clicks on grids and figures, hands step by step.
"""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from dashboards.app.serving import open_server
from dashboards.app.settings import Settings
from schemas.tuning_result import load_tuning_result
from tests.dashboards.browser_pages import WIDTHS, Opened
from tests.dashboards.dashboard_fixture import DEMO, plain_sql, served, serving
from tests.dashboards.tuning_document import DOCUMENT

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def address(lake, tmp_path_factory):
    """A server that shows a result of tuning, too."""
    file = tmp_path_factory.mktemp("tuned") / "result.json"
    file.write_text(json.dumps(DOCUMENT), encoding="utf-8")
    settings = Settings(tunings=(load_tuning_result(file),))
    with serving(open_server(lake, 0, settings)) as found:
        yield found


@pytest.fixture(scope="module")
def window(browser, address):
    opened = Opened(browser, address)
    yield opened
    opened.page.close()


@pytest.fixture
def desk(window):
    return window.forget()


def choose(page, label: str, option: str) -> None:
    """Choose an option of the control with a label."""
    control = page.locator("label.choice", has=page.get_by_text(label, exact=True)).first
    control.locator("button.dash-dropdown").click()
    page.locator(".dash-dropdown-option", has_text=option).first.click()
    page.keyboard.press("Escape")


_GOES_ON = """() => {
    const area = document.querySelector(".ag-center-cols-viewport");
    return area.scrollWidth - area.clientWidth > 2;
}"""


def pages(played: str) -> list[str]:
    return ["/", f"/patterns?run={DEMO}&other_run={DEMO}&other_seat=0", f"/balance?run={DEMO}",
            "/scores?rules=taiwan-standard", f"/hands?run={DEMO}", "/rarity", "/players",
            "/compare", "/tuning", f"/hand?id={played}/0", "/sql?q=from+runs"]  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_opens_without_a_complaint_and_asks_nobody_else(browser, address, shown, width):
    opened = Opened(browser, address, width)
    for path in pages(shown[1]):
        page = opened.go(path)
        for figure in page.locator("figure.plot").all():
            expect(figure.locator("svg.main-svg").first).to_be_attached()
        for grid in page.locator(".grid").all():
            expect(grid.locator(".ag-row").first).to_be_attached()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.locator(".empty.bad").count() == 0, path
        assert page.locator("[data-title*='hare'], .modebar-btn:visible").count() == 0, path
        if path == "/rarity" and width > WIDTHS[0]:
            assert page.locator("#rarity").count() == 1
            expect(page.locator(".grid.goes-on")).to_have_count(0)
        if path == "/players":  # a table that goes on beyond the window says so
            goes_on = page.evaluate(_GOES_ON)
            assert goes_on or width > WIDTHS[0]
            expect(page.locator(".grid.goes-on")).to_have_count(int(goes_on))
        assert opened.complaints == [], path
    assert {urlsplit(url).netloc for url in opened.requests if not url.startswith("data:")} == {
        urlsplit(address).netloc
    }
    opened.page.close()


def test_a_lake_that_is_not_there_is_told_without_a_complaint(browser, tmp_path):
    with served(str(tmp_path / "nowhere")) as empty:
        opened = Opened(browser, empty)
        page = opened.go("/patterns")
        expect(page.locator(".empty.bad")).to_contain_text("no lake there")
        assert opened.complaints == []
        opened.page.close()


def test_what_an_address_says_is_text(desk):
    page = desk.go("/hands?least=<script>alert(1)</script>")
    expect(page.locator(".empty.bad").first).to_contain_text("whole number")
    assert desk.complaints == []


def test_a_chosen_seat_stands_in_the_address_and_in_the_numbers(desk, lake):
    page = desk.go(f"/patterns?run={DEMO}")
    choose(page, "Seat from the dealer", "East")
    [(n,)] = plain_sql(
        lake,
        "select count(*) from wins join hands using (run, hand_id) "
        f"where run = '{DEMO}' and winner = dealer_seat",
    )
    expect(page.locator(".lead", has_text="seat East 东. Share of")).to_contain_text(f"{n} wins")
    desk.wait_for(seat="0", run=DEMO)
    page.go_back()
    [(every,)] = plain_sql(lake, f"select count(*) from wins where run = '{DEMO}'")
    expect(page.locator(".lead", has_text="Share of")).to_contain_text(f"{every} wins")
    expect(page.locator("label.choice", has_text="Seat from the dealer")).not_to_contain_text(
        "East"
    )
    assert desk.complaints == []


def test_another_rule_set_drops_what_belongs_to_the_one_before(desk):
    page = desk.go(f"/patterns?rules=mcr-botzone&run={DEMO}&seat=0")
    choose(page, "Rule set", "Taiwan")
    expect(page.locator(".lead", has_text="Share of")).to_contain_text("Taiwan")
    said = desk.wait_for(rules="taiwan-standard", seat=None)
    assert said.keys() <= {"rules", "run"}
    assert DEMO not in page.url
    assert desk.complaints == []


def test_a_player_that_nobody_knows_is_told_where_it_can_be_mended(desk, lake):
    page = desk.go(f"/balance?run={DEMO}")
    player = page.locator("label.choice", has_text="Player").locator("input")
    player.fill("nobody")
    page.keyboard.press("Enter")
    expect(page.locator(".empty.bad")).to_have_count(1)
    expect(page.locator(".empty.bad")).to_contain_text("No player 'nobody'")
    expect(page.locator("#sections > section")).to_have_count(0)
    [(name,)] = plain_sql(lake, f"select players[1] from hands where run = '{DEMO}' limit 1")
    player.fill(name)
    page.keyboard.press("Enter")
    expect(page.locator("#sections > section")).to_have_count(9)
    desk.settle()
    expect(page.locator(".empty.bad")).to_have_count(0)
    desk.wait_for(player=name)
    assert desk.complaints == []


def test_a_pattern_leads_to_its_hands_and_columns_sort_by_value(desk, lake):
    page = desk.go(f"/patterns?run={DEMO}")
    page.locator(".ag-header-cell", has_text="Value").click()
    first = page.locator("#pattern-table .ag-row[row-index='0'] [col-id=value]")
    [(most,)] = plain_sql(lake, f"select max(value) from win_patterns where run = '{DEMO}'")
    expect(first).to_have_text(f"+{most} 番")
    shown = page.evaluate(
        """() => Array.from(document.querySelectorAll("#pattern-table .ag-row"))
            .sort((a, b) => a.getAttribute("row-index") - b.getAttribute("row-index"))
            .slice(0, 8).map((row) => row.querySelector("[col-id=value]").textContent)"""
    )
    values = [int(text.strip("+ 番")) for text in shown]
    assert values == sorted(values, reverse=True)
    page.locator("#pattern-table .ag-row a").first.click()
    expect(page.locator("#found")).to_be_visible()
    pattern = desk.wait_for_name("pattern")
    [(n,)] = plain_sql(
        lake, f"select count(*) from win_patterns where run = '{DEMO}' and pattern = '{pattern}'"
    )
    expect(page.locator("#found")).to_contain_text(f"{n} hand")
    assert page.locator(".hands .hand").count() == min(n, 20)


def test_a_bar_leads_to_its_hands_and_a_total_is_typed(desk, lake):
    page = desk.go(f"/scores?run={DEMO}")
    bar = page.locator("[data-section=waits] .bars .point").first
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#found")).to_be_visible()
    wait = desk.wait_for_name("wait")
    page.locator("label.choice", has_text="Total from").locator("input").fill("20")
    page.keyboard.press("Enter")
    [(n,)] = plain_sql(
        lake, f"select count(*) from wins where run = '{DEMO}' and total >= 20 and wait = '{wait}'"
    )
    expect(page.locator("#found")).to_contain_text(f"{n} hand")
    desk.wait_for(least="20")


class TestReplay:
    def test_keys_and_buttons_step_and_the_address_follows(self, desk, shown):
        lake, played = shown
        page = desk.go(f"/hand?id={played}/0")
        place = page.locator("#replayer .place")
        # Events have the numbers of the lake; the deal has that of its last one.
        [(deal, last)] = plain_sql(
            lake,
            "select max(seq) filter (where action = 'deal'), max(seq) from events "
            f"where run = '{played}' and hand_id = 0",
        )
        expect(place).to_have_text(f"event {deal} of {last}")
        page.keyboard.press("ArrowRight")
        expect(place).to_have_text(f"event {deal + 1} of {last}")
        page.keyboard.press("ArrowLeft")
        expect(place).to_have_text(f"event {deal} of {last}")
        page.keyboard.press("End")
        expect(place).to_have_text(f"event {last} of {last}")
        expect(page.locator("#replayer .event")).to_contain_text("wins 和")
        page.keyboard.press("Home")
        page.locator("#replayer button[title^='Step on']").click()
        expect(place).to_have_text(f"event {deal + 1} of {last}")
        wanted = {"id": f"{played}/0", "step": f"{deal + 1}"}
        assert desk.wait_for(**wanted) == wanted
        [(total,)] = plain_sql(
            lake, f"select total from wins where run = '{played}' and hand_id = 0"
        )
        cells = page.locator("table.scored tbody tr td:last-child").all_inner_texts()
        assert sum(int(cell) for cell in cells) == total
        assert desk.complaints == []

    def test_what_lies_on_the_table_is_what_the_events_say(self, desk, shown):
        lake, played = shown
        page = desk.go(f"/hand?id={played}/1024&step=9999")
        expect(page.locator("#replayer .event")).to_contain_text("exhausted 荒牌")
        expect(page.locator("[data-section=ending]")).to_contain_text("Drawn, wall exhausted")
        counted = dict(
            plain_sql(
                lake,
                f"select seat, count(*) from events where run = '{played}' and hand_id = 1024 "
                "and action = 'discard' group by seat",
            )
        )
        for seat in range(4):
            tiles = page.locator(f"#replayer .seat[data-seat='{seat}'] .discards img.tile")
            assert tiles.count() == counted.get(seat, 0)
            held = page.locator(f"#replayer .seat[data-seat='{seat}'] .held img.tile")
            assert held.count() in (13, 14)
        page.wait_for_function(
            "() => Array.from(document.querySelectorAll('#replayer img.tile')).slice(0, 10)"
            ".every((image) => image.naturalWidth > 0 && image.alt.length > 1)"
        )

    def test_an_event_of_a_link_is_shown(self, desk, shown):
        lake, played = shown
        page = desk.go(f"/hand?id={played}/1024&step=20")
        expect(page.locator("#replayer .place")).to_contain_text("event 20 of")
        [(action,)] = plain_sql(
            lake,
            f"select action from events where run = '{played}' and hand_id = 1024 and seq = 20",
        )
        words = {"discard": "discards 打", "draw": "draws 摸"}
        expect(page.locator("#replayer .event")).to_contain_text(words[action])


def test_a_query_is_run_and_taken_as_a_file(desk, lake):
    page = desk.go("/sql")
    page.locator("#sql-text").fill("select outcome, count(*) as n from hands group by all")
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-section=answer] .lead")).to_contain_text("rows.")
    counted = dict(plain_sql(lake, "select outcome, count(*) from hands group by all"))
    shown_rows = page.locator("#answer .ag-center-cols-container .ag-row")
    expect(shown_rows).to_have_count(len(counted))  # the grid draws them after the page
    rows = shown_rows.all_inner_texts()
    assert {row.split()[0]: int(row.split()[1]) for row in rows} == counted
    with page.expect_download() as caught:
        page.locator("a[download]", has_text="CSV").click()
    lines = caught.value.path().read_text(encoding="utf-8").split()
    assert dict(line.split(",") for line in lines[1:]) == {
        outcome: str(n) for outcome, n in counted.items()
    }
    assert desk.complaints == []
