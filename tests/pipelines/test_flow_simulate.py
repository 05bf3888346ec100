"""The simulate flow as it is called: whole commands, killed ones, other workers, same bytes."""

import json
import signal
import subprocess
import time

import pytest

from pipelines.lake import Lake
from tests.command import ROOT, command, one_server, paipu, plain_environment
from tests.pipelines.simulate_helpers import content

pytestmark = pytest.mark.flow
HANDS = 34_000
"""Two whole parts and a short one."""
SHORT = ("simulate", "taiwan-standard", "--single", "--policy", "random", "--seed", 3)
RUN = (*SHORT, "--hands", HANDS)


def simulate(lake, *words, server=None):
    """A run of the module's hands that goes well; returns its document."""
    server = one_server() if server is None else server
    result = paipu(*RUN, "--lake", lake, "--json", *words, **server)
    assert result.returncode == 0, result.stderr
    for line in result.stderr.splitlines():
        assert line.startswith("paipu: "), result.stderr
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A lake with the run as one command makes it, and the command's document."""
    lake = tmp_path_factory.mktemp("whole")
    return lake, simulate(lake, "--workers", 1, server={})  # with one of its own


def test_a_command_runs_its_flow_and_every_row_is_what_the_events_imply(whole):
    lake, document = whole
    assert (document["hands"], document["rejects"]) == (HANDS, 0)
    assert document["hands_per_second"] > 0
    assert Lake(str(lake)).runs() == [document["run"]]
    verified = paipu("verify", "--sample", 2_000, "--lake", lake, "--json")
    assert json.loads(verified.stdout)["mismatches"] == 0
    again = simulate(lake)
    assert (again["hands"], again["hands_per_second"]) == (HANDS, 0)


def test_dask_writes_the_same_bytes(whole, tmp_path):
    pytest.importorskip("distributed", reason="Dask is not installed")
    simulate(tmp_path, "--runner", "dask", "--workers", 2)
    assert content(tmp_path) == content(whole[0])


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_ended_command_goes_on_where_it_stopped(whole, tmp_path, how):
    started = subprocess.Popen(
        command(*RUN, "--workers", 1, "--lake", tmp_path),  # one part after the other
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=plain_environment(),
    )
    until = time.monotonic() + 600
    while not list(tmp_path.glob("hands/*/*/part-*.parquet")) and started.poll() is None:
        assert time.monotonic() < until
        time.sleep(0.02)
    started.send_signal(how)
    out, said = started.communicate(timeout=120)
    assert out == ""
    assert "Traceback" not in said
    if how == signal.SIGINT:
        assert started.returncode == 130
        assert said.splitlines()[-1] == (
            "paipu: interrupted; the same command does what is missing"
        )
    assert Lake(str(tmp_path)).runs() == []
    left = {path: path.stat().st_mtime_ns for path in tmp_path.glob("*/*/*/part-00000.parquet")}
    assert left
    simulate(tmp_path, "--workers", 2)
    assert {path: path.stat().st_mtime_ns for path in left} == left, "made again"
    assert content(tmp_path) == content(whole[0])


def test_a_longer_run_is_the_shorter_one_lengthened(whole, tmp_path):
    shorter = paipu(*SHORT, "--hands", 17_000, "--lake", tmp_path, **one_server())
    assert shorter.returncode == 0, shorter.stderr
    result = paipu(*SHORT, "--append", HANDS - 17_000, "--lake", tmp_path, **one_server())
    assert result.returncode == 0, result.stderr
    # The short part begins anew; the whole one is there.
    assert f"{HANDS - 16_384:,} played now" in result.stdout
    assert content(tmp_path) == content(whole[0])
