"""A small lake of real hands for tests of commands: a won, a drawn and a refused game."""

from __future__ import annotations

from pathlib import Path

from pipelines.lake import Lake
from tests.pipelines.botzone_games import drawn_game, illegal_game, won_game
from tests.pipelines.ingest_helpers import ingest


def make_lake(folder: Path) -> tuple[Lake, str]:
    """The lake in a folder, and its run."""
    lake = Lake(str(folder / "lake"))
    path = folder / "games.txt"
    path.write_text(won_game("w") + drawn_game("d") + illegal_game("x"), encoding="utf-8")
    [result] = ingest(lake, path)
    return lake, result.run
