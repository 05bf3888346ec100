"""What tests of the report and of the dashboard share: a browser, a lake, a server over it."""

import shutil

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium, without requests of its own."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def shown(tmp_path_factory):
    """A lake that nobody writes to, and its run that was played."""
    from tests.dashboards.dashboard_fixture import make_shown_lake

    return make_shown_lake(tmp_path_factory.mktemp("shown"))


@pytest.fixture(scope="session")
def lake(shown):
    """Where that lake is."""
    return shown[0]


@pytest.fixture(scope="session")
def address(lake):
    """A server that shows it."""
    from tests.dashboards.dashboard_fixture import served

    with served(lake) as found:
        yield found
