"""Pages of the dashboard in a browser: what they ask for, what they complain about."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import expect

WIDTHS: Final = (390, 1440)
TIMEOUT: Final = 20_000
"""Milliseconds; machines that run tests are busy ones."""
expect.set_options(timeout=TIMEOUT)


class Opened:
    """A window on the dashboard, with everything it asked for and complained about.

    Tests of a module share one: a new one reads and compiles all scripts anew.
    """

    def __init__(self, browser: Any, address: str, width: int = 1440) -> None:
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

    def forget(self) -> Opened:
        """For the next test: as if nothing had been asked or complained about."""
        self.requests.clear()
        self.complaints.clear()
        return self

    def settle(self):
        """Wait until all of a page is there."""
        expect(self.page.locator("#head h1")).to_be_visible()
        expect(self.page.locator(".waiting")).to_have_count(0)
        return self.page

    def wait_for(self, **wanted: str | None) -> dict[str, str]:
        """Values of the address, once it has those wanted (None: not in it).

        The address follows what is shown, by a step of its own: it has to be waited for.
        """

        def has(url: str) -> bool:
            found = _values(url)
            return all(found.get(name) == value for name, value in wanted.items())

        self.page.wait_for_url(has)
        return _values(self.page.url)

    def wait_for_name(self, name: str) -> str:
        """A value of the address, once it is there."""
        self.page.wait_for_url(lambda url: name in _values(url))
        return _values(self.page.url)[name]

    def _hear(self, message) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)


def _values(url: str) -> dict[str, str]:
    """What an address says, by name."""
    return dict(parse_qsl(urlsplit(url).query))
