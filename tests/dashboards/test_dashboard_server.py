"""The dashboard's server: whom it answers, what it gives beside pages, how it starts and ends."""

import os
import shutil
import signal
import socket
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from dashboards.app.pages import PAGES
from dashboards.app.serving import open_server
from dashboards.cli.app import app
from schemas.errors import UsageError
from tests.dashboards.dashboard_fixture import served
from tests.dashboards.page_helpers import DRAW, drawn, get, post, said


class TestServer:
    def test_another_host_name_is_refused(self, address):
        assert get(address, Host="evil.example")[0] == 403

    def test_every_answer_forbids_requests_to_anywhere_else(self, address):
        policy = get(address)[1]["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "http" not in policy

    def test_every_tile_is_drawn_upright_and_turned(self, address):
        for name in ("0", "41", "back", "7-turned", "back-turned"):
            assert get(f"{address}/tiles/{name}.svg")[2].startswith(b"<svg ")
        assert get(f"{address}/tiles/42.svg")[0] == 404

    @pytest.mark.parametrize("path", ["/foo.js", "/x.php", "/nonsense", "/hands/more", "/.env"])
    def test_an_address_without_a_page_is_not_found_and_the_page_says_so(self, address, path):
        status, headers, body = get(address + path)
        assert (status, headers.get_content_type()) == (404, "text/html")
        assert b"_dash-renderer" in body  # which draws what is at the address
        assert f"There is nothing at {path}" in drawn(address, path)[0]

    def test_every_page_is_found_with_a_slash_behind_it_or_not(self, address):
        for page in PAGES:
            assert [get(address + page.path + end)[0] for end in ("", "/", "?x=1")] == [200] * 3

    @pytest.mark.parametrize("name", ["x/y.js", "dash/y.js", "dash/%2e%2e/x"])
    def test_a_script_that_there_is_not_is_not_found(self, address, name):
        status, _, body = get(f"{address}/_dash-component-suites/{name}")
        assert (status, body) == (404, b"There is no such script.\n")

    def test_only_this_machine_is_listened_to(self, lake):
        server = open_server(lake, 0)
        try:
            assert server.socket.getsockname()[0] == "127.0.0.1"
        finally:
            server.server_close()

    def test_a_port_in_use_is_refused_with_a_sentence(self, lake):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            words = ["dashboard", "--lake", lake, "--port", str(port), "--no-open"]
            with pytest.raises(UsageError, match=f"port {port} is in use"):
                CliRunner().invoke(app, words, catch_exceptions=False)

    def test_the_command_prints_its_address_and_ends_with_ctrl_c(self, lake):
        command = [sys.executable, "-m", "dashboards.cli", "dashboard", "--lake", lake]
        with subprocess.Popen(
            [*command, "--port", "0", "--no-open"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        ) as running:
            try:
                line = running.stdout.readline()
                address = line.split(" ")[0]
                assert address.startswith("http://127.0.0.1:")
                assert get(address)[0] == 200
                running.send_signal(signal.SIGINT)
                _, complaints = running.communicate(timeout=60)
            finally:
                running.kill()
        assert (running.returncode, complaints) == (0, "ended\n")

    def test_looking_writes_nothing(self, shown, tmp_path):
        copy = tmp_path / "lake"
        shutil.copytree(shown[0], copy)
        before = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
        with served(str(copy)) as address:
            for path in ("/", "/_dash-layout", "/_dash-dependencies", "/looks.css"):
                assert get(f"{address}{path}")[0] == 200
            place = {"type": "section", "path": "/patterns", "key": "frequency"}
            wanted = {
                "output": '{"key":["MATCH"],"path":["MATCH"],"type":"section"}.children',
                "outputs": {"id": place, "property": "children"},
                "inputs": [
                    said("address", "pathname", "/patterns"),
                    said("address", "search", ""),
                    said("narrow", "data", False),
                ],
                "state": [{"id": place, "property": "id", "value": place}],
                "changedPropIds": ["address.pathname"],
            }
            assert "Wins with it" in str(post(address, wanted))
        assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == before


NARROW = [said("narrow", "data", False)] * 3


class TestRequestsThatNoPageMakes:
    @pytest.mark.parametrize(
        ("asked", "told"),
        [
            ({}, "output: Field required"),
            ([], "the body is no JSON object"),
            (b"not JSON", "the body is no JSON object"),
            ({"output": DRAW}, "outputs: Field required"),
            ({"output": 1, "outputs": [], "inputs": [], "changedPropIds": []}, "output: Input"),
            ({"output": "a.b", "outputs": [], "inputs": [], "changedPropIds": []}, "is called a.b"),
            ({"output": DRAW, "outputs": [], "inputs": [], "changedPropIds": []}, "0 inputs"),
            ({"output": DRAW, "outputs": [], "inputs": NARROW, "changedPropIds": []}, "0 state"),
        ],
    )
    def test_are_answered_in_a_sentence(self, address, asked, told):
        status, answer = post(address, asked)
        assert status == 400
        assert told in answer
        assert answer.count("\n") == 1
