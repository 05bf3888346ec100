"""No kernel reads or writes beside an array: hands and damaged records with bounds checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = """
from random import Random
from engine.tables import load_tables
from engine.replay import replay_batch
from engine.minimal import play_batch
from tests.engine.machine_script import compiled, ruleset
from tests.engine.test_minimal_damage import damage

PRESETS = "mcr mcr-botzone mcr-caishen taiwan-standard luoyuan-36 longgang yantai".split()
for name in PRESETS:
    batch, _ = play_batch(ruleset(name), load_tables(), seed=31, first_session=0, n_hands=150)
    assert replay_batch(batch, compiled(name), load_tables()).refusals == []
    for seed in range(10):
        damage(batch, Random(seed))
        replay_batch(batch, compiled(name), load_tables())
print("checked")
"""


@pytest.mark.skipif(
    "PAIPU_BOUNDSCHECK" not in os.environ,
    reason="compiles every kernel once more, some minutes: PAIPU_BOUNDSCHECK=1 asks for it",
)
def test_kernels_stay_within_their_arrays() -> None:
    """A process of its own: checked kernels are other machine code (`NUMBA_BOUNDSCHECK`)."""
    result = subprocess.run(
        [sys.executable, "-c", _PROGRAM],
        cwd=_ROOT,
        env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(_ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.stderr == ""
    assert result.stdout == "checked\n"
