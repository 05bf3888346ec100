"""Pictures of the dashboard's pages for the documentation.

    python -m dashboards.docs.screenshots --lake my-lake --out docs/dashboard

serves the lake on a free port, opens each page in Chromium as a reader would, and writes one small
PNG a page. Needs Playwright and Chromium (`pip install -e '.[dev]'`, `apt-get install chromium`).
"""

from __future__ import annotations

import shutil
import threading
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from dashboards.cli.common import DEFAULT_LAKE, LakeOption
from schemas.errors import LakeError, UsageError

_WIDE: Final = (1280, 860)
_PHONE: Final = (390, 780)
_MOST_BYTES: Final = 300_000
_ENOUGH: Final = 1_000
"""Hands of a run that is set side by side with others."""
_FROM: Final = {"tuning": "figure.plot"}
"""What stands on top of the picture, where that is not the head of the page."""
_ARGUMENTS: Final = ["--no-sandbox", "--disable-background-networking", "--no-first-run"]


def screenshots(
    lake: LakeOption = DEFAULT_LAKE,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where the pictures are written.")
    ] = Path("docs/dashboard"),
    rules: Annotated[
        str, typer.Option("--rules", metavar="RULES", help="A rule set with hands in the lake.")
    ] = "mcr",
    tuning: Annotated[
        list[str] | None,
        typer.Option("--tuning", metavar="RESULT.json", help="A result of paipu tune to show."),
    ] = None,
) -> None:
    """Write a picture of each page of the dashboard over a lake."""
    from playwright.sync_api import sync_playwright

    from dashboards.app.serving import address_of, open_server
    from dashboards.app.settings import Settings
    from schemas.tuning_result import load_tuning_result

    browser_path = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser_path is None:
        raise UsageError("no Chromium on this machine: apt-get install chromium")
    out.mkdir(parents=True, exist_ok=True)
    addresses = _addresses(lake, rules)
    results = tuple(map(load_tuning_result, tuning or ()))
    if not results:
        del addresses["tuning"]
    server = open_server(lake, 0, Settings(tunings=results))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=browser_path, args=list(_ARGUMENTS)
            )
            for name, (path, size) in addresses.items():
                picture = out / f"{name}.png"
                url = address_of(server).rstrip("/") + path
                _shoot(browser, url, size, picture, top=_FROM.get(name, ""))
                typer.echo(f"{picture}: {picture.stat().st_size:,} bytes")
            browser.close()
    finally:
        server.shutdown()
        server.server_close()


def _addresses(lake: str, rules: str) -> dict[str, tuple[str, tuple[int, int]]]:
    """What is shown in each picture, and how large the window is."""
    from dashboards.app.address import Address
    from dashboards.app.data import LakeReader
    from dashboards.app.selection import selected
    from dashboards.app.view import View
    from pipelines.analysis import Wanted, find_hands, largest_populations

    snapshot = LakeReader(lake).snapshot()
    chosen = selected(View(snapshot, Address.of("/hands", rules=rules)))
    if chosen is None:
        raise LakeError(f"{lake}: no hands to show", code="no_hands")
    best = snapshot.ask(find_hands, chosen.runs, Wanted(won=True), best=True, rows=1)
    if best.is_empty():
        raise LakeError(f"{lake}: no win under {rules} to show", code="no_hands")
    hand = f"{best['run'][0]}/{best['hand_id'][0]}"
    largest = largest_populations(snapshot.populations)
    many = [run for each in largest if each.hands >= _ENOUGH for run in each.runs]
    query = "select pattern, count(*) as wins from win_patterns group by all order by wins desc"
    said = {"rules": rules}
    return {
        "runs": ("/", _WIDE),
        "patterns": (Address.of("/patterns", **said).href, _WIDE),
        "difference": (
            Address.of("/patterns", **said, seat="0", other_rules=rules, other_seat="3").href,
            _WIDE,
        ),
        "balance": (Address.of("/balance", **said).href, _WIDE),
        "rarity": (Address.of("/rarity", **said).href, _WIDE),
        "players": ("/players", _WIDE),
        "players-phone": ("/players", _PHONE),
        "compare": (Address.of("/compare", run=many).href, _WIDE),
        "tuning": ("/tuning", _WIDE),
        "scores": (Address.of("/scores", **said).href, _WIDE),
        "table": (Address.of("/table", **said, set="settlement.base~4").href, _WIDE),
        "hands": (Address.of("/hands", **said, order="best").href, _WIDE),
        "hand": (Address.of("/hand", id=hand, step=40).href, _WIDE),
        "hand-phone": (Address.of("/hand", id=hand, step=40).href, _PHONE),
        "sql": (Address.of("/sql", q=query).href, _WIDE),
    }


def _shoot(browser: Any, url: str, size: tuple[int, int], picture: Path, *, top: str) -> None:
    """Open a page, wait until all of it is there, and write what the window shows."""
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en-GB")
    page.goto(url)
    page.locator("#head h1").wait_for()
    page.locator(".waiting").first.wait_for(state="detached", timeout=120_000)
    figures = page.locator("figure.plot")
    for place in range(figures.count()):
        figures.nth(place).locator("svg.main-svg").first.wait_for()
    grids = page.locator(".grid")
    for place in range(grids.count()):
        grids.nth(place).locator(".ag-row").first.wait_for()
    # Where the lake lies is of this machine.
    page.locator(".brand small").evaluate("(place) => { place.textContent = 'my-lake'; }")
    if top:
        page.locator(top).first.evaluate("(place) => place.scrollIntoView()")
    page.wait_for_timeout(600)
    page.screenshot(path=str(picture))
    page.close()
    if picture.stat().st_size > _MOST_BYTES:
        raise UsageError(f"{picture} has more than {_MOST_BYTES:,} bytes; show less")


if __name__ == "__main__":
    typer.run(screenshots)
