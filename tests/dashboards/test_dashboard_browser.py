"""The dashboard in a real browser: pages, filters, hands step by step, links, phone and desk."""

from contextlib import ExitStack
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect

from tests.dashboards.dashboard_fixture import DEMO, make_shown_lake, plain_sql, served
from tests.demo_hands import demo_rows
from tests.lake_rows import write_lake

pytestmark = pytest.mark.browser

WIDTHS = (390, 1440)
TIMEOUT = 20_000
"""Milliseconds; machines that run tests are busy ones."""
expect.set_options(timeout=TIMEOUT)


class Opened:
    """A page of the dashboard, with everything it asked for and complained about."""

    def __init__(self, browser, address: str, width: int = 1440) -> None:
        self.address = address
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page = browser.new_page(
            viewport={"width": width, "height": 900}, locale="en-GB", accept_downloads=True
        )
        self.page.set_default_timeout(TIMEOUT)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def go(self, path: str):
        """Open a path and wait until all of it is there."""
        self.page.goto(self.address + path)
        return self.settle()

    def settle(self):
        expect(self.page.locator("#head h1")).to_be_visible(timeout=TIMEOUT)
        expect(self.page.locator(".waiting")).to_have_count(0)
        return self.page

    def said(self) -> dict[str, list[str]]:
        """Values of the address by name."""
        found: dict[str, list[str]] = {}
        for name, value in parse_qsl(urlsplit(self.page.url).query):
            found.setdefault(name, []).append(value)
        return found

    def _hear(self, message) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    return make_shown_lake(tmp_path_factory.mktemp("shown"))


@pytest.fixture(scope="module")
def servers(shown, tmp_path_factory):
    """Addresses of servers over lakes with many hands, one hand, no hand, and over none."""
    folder = tmp_path_factory.mktemp("lakes")
    (folder / "empty").mkdir()
    lakes = {
        "many": shown[0],
        "one": write_lake(folder / "one", demo_rows(1, n_rejects=0, n_disagree=0)),
        "empty": str(folder / "empty"),
        "none": str(folder / "nowhere"),
    }
    with ExitStack() as stack:
        yield {name: stack.enter_context(served(lake)) for name, lake in lakes.items()}


@pytest.fixture
def desk(browser, servers):
    opened = Opened(browser, servers["many"])
    yield opened
    opened.page.close()


def choose(page, label: str, option: str) -> None:
    """Choose an option of the control with a label."""
    control = page.locator("label.choice", has=page.get_by_text(label, exact=True)).first
    control.locator("button.dash-dropdown").click()
    page.locator(".dash-dropdown-option", has_text=option).first.click()
    page.keyboard.press("Escape")


def pages(played: str) -> list[str]:
    return ["/", f"/patterns?run={DEMO}", f"/patterns?run={DEMO}&other_run={DEMO}&other_seat=0",
            f"/balance?run={DEMO}", "/scores?rules=taiwan-standard", f"/hands?run={DEMO}",
            f"/hand?id={played}/0", "/sql?q=from+runs"]  # fmt: skip


@pytest.mark.parametrize("width", WIDTHS)
def test_every_page_opens_without_a_complaint_and_asks_nobody_else(browser, servers, shown, width):
    opened = Opened(browser, servers["many"], width)
    for path in pages(shown[1]):
        page = opened.go(path)
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert page.locator(".empty.bad").count() == 0, path
        assert opened.complaints == [], path
    assert {urlsplit(url).netloc for url in opened.requests if not url.startswith("data:")} == {
        urlsplit(servers["many"]).netloc
    }
    opened.page.close()


@pytest.mark.parametrize(
    ("lake", "told"),
    [("empty", "no hands yet"), ("none", "no lake there"), ("one", "1 hand")],
)
def test_lakes_with_few_hands_or_none_are_told_in_words(browser, servers, lake, told):
    opened = Opened(browser, servers[lake])
    for path in ("/patterns", "/balance", "/scores", "/hands"):
        page = opened.go(path)
        shown = page.locator("#page").inner_text()
        assert told.lower() in shown.lower() or "single hands" in shown.lower(), path
    opened.go("/")
    assert opened.complaints == []
    opened.page.close()


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/nonsense?x=1", "There is nothing at /nonsense"),
        ("/patterns?x=1", "says x, which nobody knows here"),
        ("/hands?run=nobody", "no run nobody"),
        ("/hands?least=<script>alert(1)</script>", "whole number"),
        (f"/hand?id={DEMO}/99999999", "99999999"),
    ],
)
def test_odd_addresses_are_told_in_words(desk, path, told):
    page = desk.go(path)
    expect(page.locator(".empty.bad").first).to_contain_text(told)
    assert desk.complaints == []


def test_a_chosen_seat_stands_in_the_address_and_in_the_numbers(desk, shown):
    page = desk.go(f"/patterns?run={DEMO}")
    choose(page, "Seat from the dealer", "East")
    [(n,)] = plain_sql(
        shown[0],
        "select count(*) from wins join hands using (run, hand_id) "
        f"where run = '{DEMO}' and winner = dealer_seat",
    )
    expect(page.locator(".lead", has_text="seat East 东. Share of")).to_contain_text(f"{n} wins")
    assert (desk.said()["seat"], desk.said()["run"]) == (["0"], [DEMO])
    page.go_back()
    [(every,)] = plain_sql(shown[0], f"select count(*) from wins where run = '{DEMO}'")
    expect(page.locator(".lead", has_text="Share of")).to_contain_text(f"{every} wins")
    expect(page.locator("label.choice", has_text="Seat from the dealer")).not_to_contain_text(
        "East"
    )
    assert desk.complaints == []


def test_a_deep_link_shows_what_was_chosen(desk):
    page = desk.go(f"/patterns?run={DEMO}&seat=0&win_by=self_draw")
    expect(page.locator("label.choice", has_text="Seat from the dealer")).to_contain_text("East")
    expect(page.locator("label.choice", has_text="Won by")).to_contain_text("Self-draw")
    expect(page.locator(".lead", has_text="Share of")).to_contain_text("win by Self-draw 自摸")


def test_another_rule_set_drops_what_belongs_to_the_one_before(desk):
    page = desk.go(f"/patterns?rules=mcr-botzone&run={DEMO}&seat=0")
    choose(page, "Rule set", "Taiwan")
    expect(page.locator(".lead", has_text="Share of")).to_contain_text("Taiwan")
    assert desk.said() | {"run": []} == {"rules": ["taiwan-standard"], "run": []}
    assert DEMO not in desk.page.url


def test_a_pattern_leads_to_its_hands(desk, shown):
    page = desk.go(f"/patterns?run={DEMO}")
    page.locator(".ag-row a", has_text="All Chows").first.click()
    [(n,)] = plain_sql(
        shown[0],
        f"select count(*) from win_patterns where run = '{DEMO}' and pattern = 'all_chows'",
    )
    expect(page.locator("#found")).to_contain_text(f"{n} hands")
    assert page.locator(".hands .hand").count() == 20
    assert desk.said()["pattern"] == ["all_chows"]


def test_a_bar_leads_to_its_hands(desk):
    page = desk.go(f"/scores?run={DEMO}")
    bar = page.locator("[data-section=waits] .bars .point").first
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#found")).to_be_visible()
    assert "wait" in desk.said()


def test_columns_sort_by_value(desk):
    page = desk.go(f"/patterns?run={DEMO}")
    page.locator(".ag-header-cell", has_text="Value").click()
    cells = page.locator(".ag-center-cols-container .ag-row")
    expect(cells.first).to_be_visible()
    page.wait_for_timeout(200)
    shown = page.evaluate(
        """() => Array.from(document.querySelectorAll("#pattern-table .ag-row"))
            .sort((a, b) => a.getAttribute("row-index") - b.getAttribute("row-index"))
            .slice(0, 8).map((row) => row.querySelector("[col-id=value]").textContent)"""
    )
    values = [int(text.strip("+ 番")) for text in shown]
    assert values == sorted(values, reverse=True)
    assert values[0] > values[-1]


def test_total_and_turn_are_typed(desk, shown):
    page = desk.go(f"/hands?run={DEMO}")
    page.locator("label.choice", has_text="Total from").locator("input").fill("20")
    page.keyboard.press("Enter")
    [(n,)] = plain_sql(shown[0], f"select count(*) from wins where run = '{DEMO}' and total >= 20")
    expect(page.locator("#found")).to_contain_text(f"{n} hand")
    assert desk.said()["least"] == ["20"]


def test_the_list_has_pages(desk):
    page = desk.go(f"/hands?run={DEMO}")
    first = page.locator(".hands .id a").first.inner_text()
    page.locator(".pages a", has_text="next").click()
    expect(page.locator(".pages")).to_contain_text("page 2 of")
    expect(page.locator(".hands .id a").first).not_to_have_text(first)
    assert desk.said()["page"] == ["2"]


class TestReplay:
    def test_keys_and_buttons_step_and_the_address_follows(self, desk, shown):
        page = desk.go(f"/hand?id={shown[1]}/0")
        place = page.locator("#replayer .place")
        expect(place).to_contain_text("step 0 of")
        [(last,)] = plain_sql(
            shown[0],
            f"select count(*) from events where run = '{shown[1]}' and hand_id = 0 "
            "and action <> 'deal'",
        )
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        expect(place).to_have_text(f"step 2 of {last}")
        page.keyboard.press("ArrowLeft")
        expect(place).to_have_text(f"step 1 of {last}")
        page.keyboard.press("End")
        expect(place).to_have_text(f"step {last} of {last}")
        expect(page.locator("#replayer .event")).to_contain_text("wins 和")
        page.keyboard.press("Home")
        page.locator("#replayer button[title^='Step on']").click()
        expect(place).to_have_text(f"step 1 of {last}")
        assert desk.said() == {"id": [f"{shown[1]}/0"], "step": ["1"]}
        assert desk.complaints == []

    def test_a_step_of_a_link_is_shown(self, desk, shown):
        page = desk.go(f"/hand?id={shown[1]}/1024&step=9999")
        expect(page.locator("#replayer .event")).to_contain_text("exhausted 荒牌")
        expect(page.locator("[data-section=ending]")).to_contain_text("Drawn, wall exhausted")

    def test_what_lies_on_the_table_is_what_the_events_say(self, desk, shown):
        page = desk.go(f"/hand?id={shown[1]}/1024&step=9999")
        for seat in range(4):
            [(discards,)] = plain_sql(
                shown[0],
                f"select count(*) from events where run = '{shown[1]}' and hand_id = 1024 "
                f"and seat = {seat} and action = 'discard'",
            )
            tiles = page.locator(f"#replayer .seat[data-seat='{seat}'] .discards img.tile")
            assert tiles.count() == discards
            held = page.locator(f"#replayer .seat[data-seat='{seat}'] .held img.tile")
            assert held.count() in (13, 14)
        assert all(
            tile.evaluate("image => image.naturalWidth > 0 && image.alt.length > 1")
            for tile in page.locator("#replayer img.tile").all()[:10]
        )

    def test_the_scoring_adds_up(self, desk, shown):
        page = desk.go(f"/hand?id={shown[1]}/0")
        [(total,)] = plain_sql(
            shown[0], f"select total from wins where run = '{shown[1]}' and hand_id = 0"
        )
        cells = page.locator("table.scored tbody tr td:last-child").all_inner_texts()
        assert sum(int(cell) for cell in cells) == total
        points = page.locator("table.payments tbody tr td:nth-child(2)").all_inner_texts()
        assert sum(int(point.replace("−", "-")) for point in points) == 0


class TestSql:
    def test_a_query_is_run_and_taken_as_a_file(self, desk, shown):
        page = desk.go("/sql")
        page.locator("#sql-text").fill("select outcome, count(*) as n from hands group by all")
        page.keyboard.press("Control+Enter")
        expect(page.locator("[data-section=answer] .lead")).to_contain_text("rows.")
        counted = dict(plain_sql(shown[0], "select outcome, count(*) from hands group by all"))
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

    def test_hostile_sql_is_refused_on_the_page(self, desk):
        page = desk.go("/sql?q=select+*+from+read_text('/etc/passwd')")
        expect(page.locator(".empty.bad")).to_contain_text("/etc/passwd")
        assert "root:" not in page.locator("#page").inner_text()


def test_nothing_can_be_sent_to_a_cloud(desk):
    page = desk.go(f"/scores?run={DEMO}")
    assert page.locator("[data-title*='hare']").count() == 0
    assert page.locator(".modebar-btn:visible").count() == 0
