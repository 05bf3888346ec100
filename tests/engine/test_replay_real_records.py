"""Hands that people and programs really played, replayed and scored by the machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.replay import replay_batch
from engine.tables import load_tables
from pipelines.formats import Input, read_chunk, survey
from schemas.batch import PlayedBatch, RecordBatch
from schemas.codes import OUT_DRAW, OUT_PENALTY, OUT_WIN
from tests.engine.machine_script import SHARED, compiled

RECORDS = SHARED / "records"
pytestmark = pytest.mark.skipif(
    not RECORDS.is_dir(), reason="real records are not beside this checkout"
)


def replayed(path: Path) -> Iterator[tuple[RecordBatch, PlayedBatch]]:
    rules = compiled("mcr-tziakcha" if "tziakcha" in str(path) else "mcr-botzone")
    companion = path.with_name(path.name.replace("_lite", "_metadata"))
    source = Input(path, path.name, companion if companion != path else None)
    for chunk in survey(source, "auto").chunks:
        parsed = read_chunk(source, chunk)
        assert parsed.rejects == []
        yield parsed.batch, replay_batch(parsed.batch, rules, load_tables())


def files(pattern: str) -> list[Path]:
    return sorted(RECORDS.glob(pattern))


@pytest.mark.parametrize(
    ("pattern", "wins", "draws", "penalties"),
    [
        ("botzone/sample16.txt", 14, 2, 0),
        ("botzone/sample16_crlf_mangled_fan_names.txt", 14, 2, 0),
        ("botzone/ladder24.txt", 22, 2, 0),
        ("botzone/json/*_lite.json", 22, 2, 0),
        ("botzone/misc/*.json", 4, 5, 0),
        ("botzone/selfplay50.jsonl", 8, 39, 3),
        ("tziakcha/*.json", 16, 0, 0),
    ],
)
def test_every_hand_is_legal_and_pays_what_was_recorded(
    pattern: str, wins: int, draws: int, penalties: int
) -> None:
    outcomes: list[int] = []
    for path in files(pattern):
        for batch, played in replayed(path):
            assert played.refusals == []
            outcomes += played.hands["outcome"].tolist()
            assert played.settlements["delta"].reshape(-1, 4).tolist() == [
                deltas.to_list() for deltas in batch.meta["recorded_deltas"]
            ]
            recorded = [batch.meta["recorded_total"][hand] for hand in played.wins["hand"].tolist()]
            for total, known in zip(played.wins["total"].tolist(), recorded, strict=True):
                assert known is None or total == known
    assert (
        outcomes.count(OUT_WIN),
        outcomes.count(OUT_DRAW),
        outcomes.count(OUT_PENALTY),
    ) == (wins, draws, penalties)


@pytest.mark.parametrize("pattern", ["botzone/json/*_lite.json", "botzone/misc/*.json"])
def test_completions_are_worth_what_the_judge_says(pattern: str) -> None:
    """The judge logs for each tile what it would have been worth to each player (`canHu`)."""
    compared = 0
    for path in files(pattern):
        ((_, played),) = replayed(path)
        chances, wins = played.chances, played.wins
        ours = [*zip(chances["seat"].tolist(), chances["total"].tolist(), strict=True)]
        ours += zip(wins["winner"].tolist(), wins["total"].tolist(), strict=True)
        assert sorted(ours) == sorted(_completions(json.loads(path.read_text())))
        compared += len(ours)
    assert compared > 0


def _completions(document: Any) -> Iterator[tuple[int, int]]:
    """Seat and fan total of every tile that would have completed a hand, by the judge's log."""
    for turn in document["logs"] if isinstance(document, dict) else document:
        display = turn.get("output", {}).get("display") or {}
        if display.get("action") not in ("INIT", "HU"):
            for seat, fan in enumerate(display.get("canHu", [])):
                if fan >= 0:
                    yield seat, fan
