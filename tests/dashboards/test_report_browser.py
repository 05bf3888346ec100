"""The report in a real browser: it draws, sorts, fits phone and desk, prints, and asks nobody."""

from pathlib import Path

import pytest

from dashboards.report import write_report
from tests.dashboards.test_report_systems import taiwan_rows
from tests.demo_hands import demo_rows
from tests.lake_rows import Rows, write_lake

pytestmark = pytest.mark.browser

WIDTHS = (390, 1440)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Reports on disk: of many hands, two rule sets, another system, no win, an empty lake."""
    folder = tmp_path_factory.mktemp("reports")
    drawn = Rows()
    drawn.hand(0, "draw")
    two = demo_rows(60, seed=3, rules="mcr", run="mcr-ingest-0123456789ab", n_rejects=0)
    lakes = {
        "many": write_lake(folder / "many", demo_rows(800)),
        "two": write_lake(folder / "two", demo_rows(200), two),
        "taiwan": write_lake(folder / "taiwan", taiwan_rows()),
        "drawn": write_lake(folder / "drawn", drawn),
    }
    (folder / "empty").mkdir()
    lakes["empty"] = str(folder / "empty")
    for name, lake in lakes.items():
        write_report(lake, folder / f"{name}.html")
    return folder


class Opened:
    """A page from a file, with everything it asked for and complained about."""

    def __init__(self, browser, path: Path, width: int, scheme: str = "light") -> None:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page = browser.new_page(
            viewport={"width": width, "height": 900}, color_scheme=scheme, locale="en-GB"
        )
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)
        self.page.goto(path.as_uri())
        self.page.wait_for_function("document.documentElement.dataset.drawn !== undefined")

    def _hear(self, message) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


@pytest.fixture(scope="module")
def open_page(browser, files):
    """Opens a report, each width and scheme once; `fresh` for tests that change the page."""
    opened = {}

    def open_one(name: str, width: int = 1440, scheme: str = "light", *, fresh=False) -> Opened:
        key = (name, width, scheme)
        if fresh or key not in opened:
            page = Opened(browser, files / f"{name}.html", width, scheme)
            if fresh:
                return page
            opened[key] = page
        return opened[key]

    return open_one


@pytest.mark.parametrize("name", ["many", "two", "taiwan", "drawn", "empty"])
@pytest.mark.parametrize("width", WIDTHS)
def test_opens_without_a_complaint_or_a_request(open_page, files, name, width):
    opened = open_page(name, width)
    opened.page.wait_for_timeout(300)
    assert opened.complaints == []
    assert opened.requests == [(files / f"{name}.html").as_uri()]


@pytest.mark.parametrize("name", ["many", "two", "taiwan", "drawn", "empty"])
@pytest.mark.parametrize("width", WIDTHS)
def test_fits_the_width_of_phone_and_desk(open_page, name, width):
    page = open_page(name, width).page
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.body.scrollWidth") <= width


@pytest.mark.parametrize(
    ("name", "figures"), [("many", 10), ("two", 21), ("taiwan", 10), ("drawn", 5)]
)
def test_every_figure_is_drawn_within_its_place(open_page, name, figures):
    page = open_page(name).page
    drawn = page.evaluate(
        """() => Array.from(document.querySelectorAll(".canvas"), (canvas) => {
            const svg = canvas.querySelector("svg.main-svg");
            const marks = svg.querySelectorAll(".bars .point > path, .points path").length;
            return [marks, svg.getBoundingClientRect().width <= canvas.clientWidth + 1];
        })"""
    )
    assert len(drawn) == figures
    assert all(marks > 0 and fits for marks, fits in drawn)


def test_intervals_are_drawn_as_whiskers(open_page):
    page = open_page("many").page
    bars = page.locator("#s1-figure-patterns .bars .point > path").count()
    assert bars > 20
    assert page.locator("#s1-figure-patterns .errorbar path.xerror").count() == bars


def column(page, index: int) -> list[str]:
    return page.locator(f"table.patterns tbody td:nth-child({index})").all_inner_texts()


def fans(page) -> list[int]:
    return [int(text.removesuffix(" 番")) for text in column(page, 3)]


def test_a_click_on_a_head_sorts_the_table_and_another_turns_it(open_page):
    page = open_page("many", fresh=True).page
    wins = [int(text.replace(",", "")) for text in column(page, 4)]
    assert wins == sorted(wins, reverse=True)
    head = page.locator("table.patterns th:nth-child(3)")
    head.locator("button").click()
    values = fans(page)
    assert values == sorted(values, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    head.locator("button").press("Enter")
    assert fans(page) == sorted(values)
    assert head.get_attribute("aria-sort") == "ascending"


def test_names_sort_as_text_and_only_one_column_is_marked(open_page):
    page = open_page("many", fresh=True).page
    page.locator("table.patterns th:nth-child(3) button").click()
    page.locator("table.patterns th:nth-child(2) button").click()
    names = column(page, 2)
    assert names == sorted(names)
    assert page.locator("table.patterns th[aria-sort]").count() == 1


def test_shares_sort_by_value_not_by_text(open_page):
    page = open_page("many", fresh=True).page
    page.locator("table.patterns th:nth-child(6) button").click()
    shares = [float(text.rstrip("%°")) for text in column(page, 6)]
    assert shares == sorted(shares, reverse=True)
    assert any(share < 1 for share in shares)


@pytest.mark.parametrize(("width", "long"), [(390, False), (1440, True)])
def test_pattern_names_are_short_where_there_is_no_room(open_page, width, long):
    page = open_page("many", width).page
    labels = page.locator("#s1-figure-patterns .ytick text").all_text_contents()
    assert ("All Chows" in " ".join(labels)) is long
    assert any("平和" in label for label in labels)


def test_tiles_are_drawn_where_hands_are_shown(open_page):
    page = open_page("many").page
    hand = page.locator(".hands .hand").first
    assert hand.locator("svg.tile use").count() >= 14
    box = hand.locator("svg.tile").first.bounding_box()
    assert box["width"] > 15
    assert box["height"] > box["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(open_page, scheme):
    page = open_page("many", scheme=scheme).page
    ink, paper, tick = page.evaluate(
        """() => {
            const style = (element) => getComputedStyle(element);
            return [style(document.body).color, style(document.body).backgroundColor,
                    style(document.querySelector(".ytick text")).fill];
        }"""
    )
    dark_paper = sum(_rgb(paper)) < 200
    assert dark_paper is (scheme == "dark")
    for colour in (ink, tick):
        assert abs(sum(_rgb(colour)) - sum(_rgb(paper))) > 400


def _rgb(colour: str) -> list[int]:
    return [int(part) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]


def test_figures_fit_the_paper_when_printed_and_the_page_afterwards(open_page):
    page = open_page("many").page
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    page.wait_for_timeout(300)
    widths = page.evaluate(
        """() => Array.from(document.querySelectorAll(".canvas svg.main-svg"),
            (svg) => svg.getBoundingClientRect().width)"""
    )
    assert max(widths) <= 700  # A4 without its margins
    page.emulate_media(media="screen")
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.wait_for_timeout(300)
    fits = page.evaluate(
        """() => Array.from(document.querySelectorAll(".canvas"), (canvas) =>
            canvas.querySelector("svg.main-svg").getBoundingClientRect().width
            <= canvas.clientWidth + 1)"""
    )
    assert all(fits)


def test_the_page_prints(open_page):
    pdf = open_page("many").page.pdf(prefer_css_page_size=True)
    assert pdf.startswith(b"%PDF")
    assert pdf.count(b"/Type /Page\n") <= 14
