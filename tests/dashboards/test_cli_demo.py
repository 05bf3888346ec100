"""``paipu demo``: the shipped samples end to end, as a user runs it."""

import json
import subprocess
import sys

import pytest

# Hands in data/samples: 32 in each Botzone file and each paipu file, two tziakcha sessions.
HANDS = 2 * 32 + 2 * 16 + 8 * 32


@pytest.mark.flow
def test_demo_ingests_verifies_and_reports(tmp_path):
    out = tmp_path / "report.html"
    command = [sys.executable, "-m", "dashboards.cli", "demo", "--lake", str(tmp_path / "lake")]
    result = subprocess.run(
        [*command, "--out", str(out), "--json"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["hands"], document["rejects"], document["mismatches"]) == (HANDS, 0, 0)
    assert {run.rsplit("-ingest-")[0] for run in document["runs"]} == {
        "mcr", "mcr-botzone", "mcr-tziakcha", "mcr-wmo", "taiwan-standard", "taiwan-system",
        "luoyuan-20", "luoyuan-36", "longgang", "yantai",
    }  # fmt: skip
    assert document["report"] == str(out)
    assert "国标麻将" in out.read_text(encoding="utf-8")
