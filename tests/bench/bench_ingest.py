"""``paipu ingest`` of one large Botzone file: games a second and peak memory.

The games are the recorded ones that lie beside the checkout, or the samples of the project where
they do not, written again and again under new ids. The command runs as a user runs it, in a
process of its own; its figures leave out the start of the workflow server and, since a small file
is loaded first, compilation. ``PAIPU_BENCH_GAMES`` sets the number of games.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from tests.bench.rows import Row

ROOT: Final = Path(__file__).resolve().parents[2]
RECORDED: Final = ROOT.parent / "shared" / "records" / "botzone"
GAMES: Final = int(os.environ.get("PAIPU_BENCH_GAMES", "500000"))
GOAL_RATE: Final = 5_000.0
GOAL_MEMORY: Final = 1.5 * 1024
_PASS: Final = 2_000


def run() -> list[Row]:
    """Load a file of `GAMES` games into a lake that is thrown away."""
    games = _games()
    with tempfile.TemporaryDirectory() as folder:
        small, large = Path(folder) / "small.txt", Path(folder) / "large.txt"
        _write(small, games, len(games))
        _write(large, games, GAMES)
        _ingest(small, Path(folder) / "lake")
        document = _ingest(large, Path(folder) / "lake")
    if document["hands"] != GAMES:
        raise RuntimeError(f"{document['hands']} of {GAMES} games were loaded")
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return [
        Row(
            f"ingest {GAMES:,} Botzone games",
            document["hands_per_second"],
            "games/s",
            "stated goal",
            GOAL_RATE,
            at_least=1.0,
        ),
        Row("peak memory of that", memory, "MiB", "stated limit", GOAL_MEMORY, at_most=1.0),
    ]


def _ingest(path: Path, lake: Path) -> dict[str, Any]:
    command = [sys.executable, "-m", "dashboards.cli", "ingest", str(path), "--lake", str(lake)]
    result = subprocess.run(
        [*command, "--json"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def _games() -> list[str]:
    if RECORDED.is_dir():
        paths = [RECORDED / "sample16.txt", RECORDED / "ladder24.txt"]
    else:
        paths = [ROOT / "data" / "samples" / "botzone.txt"]
    text = "\n\n".join(path.read_text(encoding="utf-8").strip() for path in paths)
    return [game.split("\n", 1)[1] for game in text.replace("\r\n", "\n").split("\n\n")]


def _write(path: Path, games: list[str], n: int) -> None:
    with path.open("w", encoding="utf-8") as file:
        for start in range(0, n, _PASS):
            file.writelines(
                f"Match bench{number:08d}\n{games[number % len(games)]}\n\n"
                for number in range(start, min(start + _PASS, n))
            )
