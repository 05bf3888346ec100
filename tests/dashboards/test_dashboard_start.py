"""The dashboard's start: what is loaded before the first page, what is asked ahead, what waits."""

import subprocess
import sys
import threading
import time

import pytest

from dashboards.app import warming
from dashboards.app.address import Address
from dashboards.app.data import LakeReader, Snapshot
from dashboards.app.pages import BY_PATH
from dashboards.app.view import View
from tests.demo_hands import demo_rows
from tests.lake_rows import write_lake

HEAVY = ("numba", "scipy", "prefect", "engine.scoring", "optuna")


def test_the_server_opens_before_kernels_and_figures_are_loaded():
    code = (
        "import sys, dashboards.cli.app, dashboards.app.serving, dashboards.app.warming; "
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def test_what_the_first_page_asks_is_there_before_it_asks(tmp_path, monkeypatch):
    reader = LakeReader(write_lake(tmp_path, demo_rows(20)))
    warming.ask_first(reader).join(60)

    def asked(*_):
        raise AssertionError("asked again")

    monkeypatch.setattr(Snapshot, "connection", asked)
    [section] = [one for one in BY_PATH["/"].sections if one.key == "rule-sets"]
    assert len(section.build(View(reader.snapshot(), Address("/")))) == 1


def test_a_lake_that_is_not_there_is_left_to_the_page(tmp_path):
    warming.ask_first(LakeReader(str(tmp_path / "nowhere"))).join(60)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(warming, "_PATIENCE", 30.0)


class TestCalm:
    def test_it_waits_for_an_answer_that_is_being_made(self, quick):
        begun, goes_on = threading.Event(), threading.Event()

        def app(environ, start):
            begun.set()
            assert goes_on.wait(30)
            return [b"page"]

        calm, waited = warming.Calm(app), threading.Event()
        asks = threading.Thread(target=calm, args=({"REQUEST_METHOD": "POST"}, None))
        waits = threading.Thread(target=lambda: (calm.wait(0.02), waited.set()))
        asks.start()
        assert begun.wait(30)
        waits.start()
        assert not waited.wait(0.1)
        goes_on.set()
        assert waited.wait(30)
        asks.join()
        waits.join()

    def test_files_alone_are_no_page(self, quick, monkeypatch):
        calm, waited = warming.Calm(lambda environ, start: []), threading.Event()
        calm({"REQUEST_METHOD": "GET"}, None)
        threading.Thread(target=lambda: (calm.wait(0.02), waited.set()), daemon=True).start()
        assert not waited.wait(0.1)
        calm({"REQUEST_METHOD": "POST"}, None)
        assert waited.wait(30)

    def test_where_nobody_asks_it_waits_no_longer_than_its_patience(self, monkeypatch):
        monkeypatch.setattr(warming, "_PATIENCE", 0.05)
        began = time.monotonic()
        warming.Calm(lambda environ, start: []).wait(0.02)
        assert time.monotonic() - began >= 0.05
