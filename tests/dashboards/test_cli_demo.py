"""``paipu demo``: every preset simulated and the samples end to end, as a user runs it."""

import json
import subprocess
import sys

import pytest

from dashboards.cli.demo import DEMO_HANDS
from schemas.rules_files import preset_names

# Hands in data/samples: 32 in each Botzone file and each paipu file, two tziakcha sessions.
HANDS = 2 * 32 + 2 * 16 + 8 * 32


@pytest.mark.flow
def test_demo_simulates_ingests_verifies_and_reports(tmp_path):
    out = tmp_path / "report.html"
    command = [sys.executable, "-m", "dashboards.cli", "demo", "--lake", str(tmp_path / "lake")]
    result = subprocess.run(
        [*command, "--out", str(out), "--json"], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    document = json.loads(result.stdout)
    assert (document["rejects"], document["mismatches"]) == (0, 0)
    played = document["hands"] - HANDS
    # All of the samples, and a part of each simulated run.
    assert HANDS + len(preset_names()) * 1_000 <= document["verified"] < document["hands"]
    # Sessions are played to their end: of sixteen hands, or of some rounds.
    assert len(preset_names()) * DEMO_HANDS <= played < len(preset_names()) * DEMO_HANDS * 1.05
    simulated = [run for run in document["runs"] if "-sim-" in run]
    assert sorted(run.rsplit("-sim-")[0] for run in simulated) == preset_names()
    recorded = set(document["runs"]) - set(simulated)
    assert {run.rsplit("-ingest-")[0] for run in recorded} == {
        "mcr", "mcr-botzone", "mcr-tziakcha", "mcr-wmo", "taiwan-standard", "taiwan-system",
        "luoyuan-20", "luoyuan-36", "longgang", "yantai",
    }  # fmt: skip
    assert document["report"] == str(out)
    assert "国标麻将" in out.read_text(encoding="utf-8")
