"""The dashboard without a browser: addresses, numbers of pages, what it refuses, its server."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from dashboards.app.address import Address
from dashboards.app.data import LakeReader
from dashboards.app.pages import BY_PATH, sql
from dashboards.app.serving import open_server
from dashboards.app.view import View
from dashboards.cli.app import app
from pipelines.lake import Lake
from schemas.errors import LakeError, PaipuError, UsageError
from tests.dashboards.dashboard_fixture import (
    BROKEN,
    DEMO,
    make_shown_lake,
    plain_sql,
    served,
)
from tests.demo_hands import demo_rows
from tests.lake_rows import write_lake


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    return make_shown_lake(tmp_path_factory.mktemp("dashboard"))


@pytest.fixture(scope="module")
def lake(shown):
    return shown[0]


@pytest.fixture(scope="module")
def address(lake):
    with served(lake) as found:
        yield found


def text(components) -> str:
    """All text of components, in order."""
    if components is None:
        return ""
    if isinstance(components, str | int | float):
        return str(components)
    if isinstance(components, list | tuple):
        return " ".join(text(each) for each in components)
    return text(getattr(components, "children", None))


def links(components) -> list[str]:
    """Addresses of all links of components, in order."""
    roots = components if isinstance(components, list | tuple) else [components]
    every = (each for root in roots for each in (root, *root._traverse()))
    return [each.href for each in every if getattr(each, "href", None)]


def grid_rows(components) -> list[dict]:
    [found] = [
        each.rowData
        for root in components
        for each in (root, *root._traverse())
        if getattr(each, "rowData", None) is not None
    ]
    return found


def section(lake, href: str, key: str):
    path, _, search = href.partition("?")
    view = View(LakeReader(lake).snapshot(), Address.parse(path, search))
    [found] = [each for each in BY_PATH[path].sections if each.key == key]
    return found.build(view)


class TestAddress:
    def test_what_is_written_is_read_again(self):
        wanted = Address.of("/hands", run=["a", "b&c"], pattern="平和", page=3, turn=None)
        assert Address.parse("/hands", wanted.search) == wanted

    @pytest.mark.parametrize("said", ["-1", "1.5", "x", "٣", "1e3", "9" * 40])
    def test_what_is_no_whole_number_is_told(self, said):
        with pytest.raises(UsageError, match="whole number"):
            Address.parse("/hands", f"?least={quote(said)}").number("least")

    def test_a_value_outside_a_list_is_told_with_the_list(self):
        with pytest.raises(UsageError, match="outcome=lost; it is win or draw"):
            Address.parse("/hands", "?outcome=lost").choice("outcome", ["win", "draw"])

    def test_two_values_where_there_is_one_are_told(self):
        with pytest.raises(UsageError, match="pattern 2 times"):
            Address.parse("/hands", "?pattern=a&pattern=b").one("pattern")

    def test_a_name_that_nobody_knows_is_told_with_those_that_are(self):
        with pytest.raises(UsageError, match=r"says x, which nobody knows here; .* q"):
            Address.parse("/sql", "?x=1").only(BY_PATH["/sql"].names)


class TestNumbers:
    def test_patterns_of_a_seat_are_those_of_plain_sql(self, lake):
        rows = grid_rows(section(lake, f"/patterns?run={DEMO}&seat=0", "frequency"))
        told = {row["href"].partition("pattern=")[2]: (row["wins"], row["n"]) for row in rows
                if row["wins"]}  # fmt: skip
        dealt = (
            f"from wins w join hands h using (run, hand_id) "
            f"where run = '{DEMO}' and winner = dealer_seat"
        )
        [(n,)] = plain_sql(lake, f"select count(*) {dealt}")
        counted = plain_sql(
            lake,
            "select pattern, count(*) from win_patterns join "
            f"(select run, hand_id, winner {dealt}) using (run, hand_id, winner) group by all",
        )
        assert told == {pattern: (wins, n) for pattern, wins in counted}

    def test_a_difference_is_that_of_the_shares(self, lake):
        href = f"/patterns?run={DEMO}&seat=0&other_run={DEMO}&other_seat=1&other_seat=2"
        rows = grid_rows(section(lake, href, "frequency"))
        assert len(rows) > 10
        for row in rows:
            assert row["difference"] == pytest.approx(row["share"] - row["other_share"])

    @pytest.mark.parametrize(
        ("search", "where"),
        [
            ("pattern=all_chows", "exists (from win_patterns p where p.run = w.run and "
             "p.hand_id = w.hand_id and p.winner = w.winner and p.pattern = 'all_chows')"),
            ("least=20&most=40", "w.total between 20 and 40"),
            ("first_turn=5&last_turn=7", "w.turn between 5 and 7"),
            ("wait=closed", "w.wait = 'closed'"),
            ("win_by=self_draw", "w.win_by = 'self_draw'"),
            ("seat=2", "(w.winner - h.dealer_seat + 4) % 4 = 2"),
            ("payer=1", "w.win_by in ('discard', 'robbed_kong') and "
             "(w.payer - h.dealer_seat + 4) % 4 = 1"),
            ("outcome=draw", "h.outcome = 'draw'"),
            ("round=E&seat=0&seat=1",
             "h.round_wind = 0 and (w.winner - h.dealer_seat + 4) % 4 < 2"),
        ],
    )  # fmt: skip
    def test_hands_found_are_those_of_plain_sql(self, lake, search, where):
        told = text(section(lake, f"/hands?run={DEMO}&{search}", "found"))
        [(n,)] = plain_sql(
            lake,
            "select count(*) from hands h left join wins w using (run, hand_id) "
            f"where h.run = '{DEMO}' and " + where,
        )
        assert n > 0
        assert told.startswith(f"{n:,} hand")

    def test_every_pattern_leads_to_as_many_hands_as_it_counts(self, lake):
        rows = grid_rows(section(lake, f"/patterns?run={DEMO}&win_by=discard", "frequency"))
        for row in [row for row in rows if row["wins"]][:8]:
            told = text(section(lake, row["href"], "found"))
            assert told.split(" ")[0] == f"{row['wins']:,}", row["name"]

    def test_every_seat_leads_to_as_many_wins_as_it_counts(self, lake):
        built = section(lake, f"/balance?run={DEMO}", "seats")
        for seat, href in enumerate(links(built)[:4]):
            [(n,)] = plain_sql(
                lake,
                "select count(*) from wins join hands using (run, hand_id) "
                f"where run = '{DEMO}' and (winner - dealer_seat + 4) % 4 = {seat}",
            )
            assert text(section(lake, href, "found")).startswith(f"{n} hand")

    def test_pages_of_the_list_hold_every_hand_once(self, lake):
        seen = []
        for page in range(1, 17):
            seen += [one for one in links(section(lake, f"/hands?run={DEMO}&page={page}", "found"))
                     if one.startswith("/hand?")]  # fmt: skip
        [(n,)] = plain_sql(lake, f"select count(*) from hands where run = '{DEMO}'")
        assert len(set(seen)) == n

    def test_a_hand_that_was_played_is_shown_step_by_step(self, shown):
        lake, played = shown
        steps = LakeReader(lake).snapshot().hand(played, 0).steps
        [(n,)] = plain_sql(
            lake,
            f"select count(*) from events where run = '{played}' and hand_id = 0 "
            "and action <> 'deal'",
        )
        assert len(steps) == n + 1  # the deal is one step
        first, last = steps[0], steps[-1]
        assert [len(seat["hand"]) for seat in first["seats"]] == [13] * 4
        assert first["text"] == "the deal 配牌"
        winner = last["seat"]
        assert "wins 和" in last["text"]
        [(total, points)] = plain_sql(
            lake,
            "select total, delta from wins join settlements s using (run, hand_id) "
            f"where run = '{played}' and s.seat = winner and winner = {winner}",
        )
        told = text(section(lake, f"/hand?id={played}/0", "ending"))
        assert f"{total} 番" in told
        assert f"+{points}" in told


class TestRefusals:
    @pytest.mark.parametrize(
        ("href", "key", "told"),
        [
            ("/patterns?run=nobody", "frequency", "no run nobody"),
            (f"/patterns?run={BROKEN}", "frequency", f"no run {BROKEN}"),
            ("/patterns?rules=chess", "frequency", "rules=chess; it is mcr-botzone or taiwan"),
            (f"/patterns?rules=yantai&run={DEMO}", "frequency", f"but {DEMO} is a run of mcr"),
            ("/hands?seat=9", "found", "seat 9"),
            ("/hands?win_by=luck", "found", "win kind 'luck'"),
            ("/hands?page=0", "found", "page=0; it is a whole number, 1 or more"),
            ("/hands?payer=7", "found", "payer=7"),
            ("/hand", "replay", "names no hand"),
            ("/hand?id=12", "replay", "without its run"),
            (f"/hand?id={DEMO}/999999", "replay", "999999"),
            ("/sql?q=drop+view+hands", "answer", "DROP statements change things"),
        ],
    )
    def test_what_is_not_there_is_told_in_a_sentence(self, lake, href, key, told):
        with pytest.raises(PaipuError, match=told.replace("(", r"\(")):
            section(lake, href, key)

    def test_runs_of_different_rules_are_not_counted_together(self, lake):
        taiwan = next(run for run in Lake(lake).runs() if run.startswith("taiwan"))
        with pytest.raises(UsageError, match="different rules"):
            section(lake, f"/patterns?run={DEMO}&run={taiwan}", "frequency")

    def test_a_run_that_was_not_finished_is_told_and_not_shown(self, lake):
        built = section(lake, "/", "runs")
        assert f"{BROKEN} was not finished" in text(built)
        assert BROKEN not in {row["run"] for row in grid_rows(built)}

    def test_no_lake_is_told(self, tmp_path):
        with pytest.raises(LakeError, match="no lake there"):
            LakeReader(str(tmp_path / "nowhere")).snapshot()

    @pytest.mark.parametrize(
        ("path", "key"),
        [("/patterns", "frequency"), ("/balance", "seats"), ("/scores", "totals"),
         ("/hands", "found")],
    )  # fmt: skip
    def test_an_empty_lake_is_told_on_every_page(self, tmp_path, path, key):
        assert "holds no hands yet" in text(section(str(tmp_path), path, key))

    def test_a_lake_that_grows_is_seen(self, tmp_path, monkeypatch):
        monkeypatch.setattr("dashboards.app.data._LOOK_AGAIN", 0.0)
        reader = LakeReader(str(tmp_path))
        before = reader.snapshot()
        assert (list(before.manifests), reader.snapshot() is before) == ([], True)
        write_lake(tmp_path, demo_rows(5))
        assert list(reader.snapshot().manifests) == [DEMO]


HOSTILE = (
    "select * from read_csv('{outside}')",
    "from '{outside}'",
    "select * from read_text('/etc/passwd')",
    "select * from read_blob('/etc/passwd')",
    "select * from glob('/etc/*')",
    "select * from sniff_csv('{outside}')",
    "select * from read_text('{lake}/../outside.csv')",
    "select * from query('select * from read_csv(''{outside}'')')",
    "select * from query_table('{outside}')",
    "with x as (from '{outside}') from x",
    "describe from '{outside}'",
    "summarize '{outside}'",
    "explain analyze select * from read_csv('{outside}')",
    "attach '{outside}.db' as x",
    "install httpfs",
    "load httpfs",
    "pragma database_list",
    "copy (select 1) to '{outside}.copy'",
    "copy hands to '{lake}/new.parquet'",
    "set enable_external_access = true",
    "reset allowed_directories",
    "export database '{outside}.export'",
    "create table t as select 1",
    "drop view hands",
    "select 1; drop view hands",
    "call pragma_version()",
    "from 'https://example.com/x.parquet'",
)


@pytest.fixture(scope="module")
def outside(lake):
    """A file beside the lake."""
    file = Path(lake).parent / "outside.csv"
    file.write_text("secret\n1\n", encoding="utf-8")
    return file


class TestHostileSql:
    @pytest.mark.parametrize("query", HOSTILE)
    def test_is_refused_in_one_sentence(self, lake, outside, query):
        hostile = query.format(outside=outside, lake=lake)
        with pytest.raises(UsageError) as refused:
            section(lake, Address.of("/sql", q=hostile).href, "answer")
        assert "\n" not in refused.value.message

    def test_leaves_nothing_behind(self, lake, outside):
        assert sorted(path.name for path in outside.parent.glob("outside*")) == ["outside.csv"]

    def test_a_query_that_takes_too_long_is_stopped(self, lake, monkeypatch):
        monkeypatch.setattr(sql, "LIMITS", replace(sql.LIMITS, seconds=0.2))
        endless = "select count(*) from range(10000000) a, range(10000000) b"
        with pytest.raises(UsageError, match=r"longer than 0\.2 seconds"):
            section(lake, Address.of("/sql", q=endless).href, "answer")

    def test_rows_beyond_the_limit_are_left_out_and_that_is_told(self, lake):
        built = section(lake, "/sql?q=from+range(5000)", "answer")
        assert text(built).startswith("The first 1,000 rows; a file holds more.")
        assert len(grid_rows(built)) == 1000


def get(url: str, body: bytes | None = None, **headers: str):
    """Status, headers and content of an answer."""
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers, refused.read()


class TestServer:
    def test_files_of_a_query_hold_its_rows(self, address):
        query = quote("select hand_id, players from hands order by run, hand_id limit 3")
        lines = get(f"{address}/export.csv?q={query}")[2].decode().splitlines()
        assert lines[0] == "hand_id,players"
        assert len(lines) == 4
        assert get(f"{address}/export.parquet?q={query}")[2][:4] == b"PAR1"

    def test_a_file_of_a_refused_query_says_why(self, address):
        status, _, body = get(f"{address}/export.csv?q={quote('drop view hands')}")
        assert status == 400
        assert b"DROP statements change things" in body

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
            wanted = {
                "output": '{"key":["MATCH"],"path":["MATCH"],"type":"section"}.children',
                "outputs": {
                    "id": {"type": "section", "path": "/patterns", "key": "frequency"},
                    "property": "children",
                },
                "inputs": [
                    {"id": "address", "property": "pathname", "value": "/patterns"},
                    {"id": "address", "property": "search", "value": ""},
                    {"id": "narrow", "property": "data", "value": False},
                ],
                "state": [
                    {
                        "id": {"type": "section", "path": "/patterns", "key": "frequency"},
                        "property": "id",
                        "value": {"type": "section", "path": "/patterns", "key": "frequency"},
                    }
                ],
                "changedPropIds": ["address.pathname"],
            }
            kind = {"Content-Type": "application/json"}
            url = f"{address}/_dash-update-component"
            assert b"Wins with it" in get(url, json.dumps(wanted).encode(), **kind)[2]
        assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == before
