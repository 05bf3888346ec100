"""``paipu simulate`` as it is called: two workers against one, memory and bytes of many hands.

Each command is a process of its own. Figures leave out the start of the workflow server and, since
a small run comes first, compilation. ``PAIPU_BENCH_HANDS`` (1,000,000) is the size of the large
run, ``PAIPU_BENCH_MINUTE`` (200,000) that of the two that are compared.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, Final

from tests.bench.rows import Row

ROOT: Final = Path(__file__).resolve().parents[2]
HANDS: Final = int(os.environ.get("PAIPU_BENCH_HANDS", "1000000"))
MINUTE: Final = int(os.environ.get("PAIPU_BENCH_MINUTE", "200000"))
RULES: Final = "taiwan-standard"
POLICY: Final = "greedy"
GOAL_WORKERS: Final = 1.6
GOAL_MEMORY: Final = 2.0 * 1024
GOAL_BYTES: Final = 300.0
_SMALL: Final = 1_000
_LOOK_SECONDS: Final = 0.25


def run() -> list[Row]:
    """Play into a lake that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        lake = Path(folder)
        _simulate(lake / "warm", _SMALL, workers=2)
        one, _ = _simulate(lake / "one", MINUTE, workers=1)
        two, _ = _simulate(lake / "two", MINUTE, workers=2)
        large, memory = _simulate(lake / "large", HANDS, workers=2)
        n_bytes = sum(path.stat().st_size for path in (lake / "large").rglob("*.parquet"))
    rates = [each["hands_per_second"] for each in (one, two)]
    early, late = memory.peak_between(0.2, 0.5), memory.peak_between(0.5, 1.0)
    return [
        Row(
            f"{POLICY} {RULES}, two workers",
            rates[1],
            "hands/s",
            "one worker",
            rates[0],
            at_least=GOAL_WORKERS,
        ),
        Row(
            f"peak memory of {HANDS:,} hands",
            memory.peak,
            "MiB",
            "stated limit",
            GOAL_MEMORY,
            at_most=1.0,
        ),
        Row("memory, second half", late, "MiB", "first half", early, at_most=1.15),
        Row(
            "a hand in the lake", n_bytes / large["hands"], "bytes", "limit", GOAL_BYTES, at_most=1
        ),
    ]


class _Memory:
    """Resident memory of a process over its life, in MiB."""

    def __init__(self) -> None:
        self._seen: list[tuple[float, float]] = []

    def look(self, pid: int) -> None:
        """Note what a process holds now."""
        try:
            status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
        except OSError:
            return  # it has ended meanwhile
        for line in status.splitlines():
            if line.startswith("VmRSS:"):
                self._seen.append((time.monotonic(), int(line.split()[1]) / 1024))

    @property
    def peak(self) -> float:
        """The most it held."""
        return max(held for _, held in self._seen)

    def peak_between(self, low: float, high: float) -> float:
        """The most it held between two moments, as shares of its life."""
        first, last = self._seen[0][0], self._seen[-1][0]
        begin, end = (first + share * (last - first) for share in (low, high))
        return max(held for when, held in self._seen if begin <= when <= end)


def _simulate(lake: Path, hands: int, *, workers: int) -> tuple[dict[str, Any], _Memory]:
    words = ["simulate", RULES, "--policy", POLICY, "--hands", str(hands), "--json"]
    words += ["--workers", str(workers), "--lake", str(lake)]
    memory = _Memory()
    with subprocess.Popen(
        [sys.executable, "-m", "dashboards.cli", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        ended = threading.Event()

        def watch() -> None:
            while not ended.wait(_LOOK_SECONDS):
                memory.look(process.pid)

        watcher = threading.Thread(target=watch)
        watcher.start()
        out, _ = process.communicate()
        ended.set()
        watcher.join()
    if process.returncode:
        raise RuntimeError(f"paipu {' '.join(words)} ended with {process.returncode}")
    document: dict[str, Any] = json.loads(out)
    return document, memory
