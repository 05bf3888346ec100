"""Hands of known value: published examples, unit tests of other projects, judged games."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from schemas.codes import FLAGS, WIN_BY
from schemas.tiles import parse_tile
from tests.engine.oracle.engine import score
from tests.engine.oracle.hands import Win, win

VECTORS = Path(__file__).parents[2].parent / "shared" / "vectors" / "mcr.jsonl"
LINES = VECTORS.read_text(encoding="utf-8").splitlines() if VECTORS.is_file() else []


def parse(line: dict[str, Any]) -> Win:
    """A line of the scoring interface as a hand."""
    melds = []
    for meld in line["melds"]:
        tiles = "".join(meld["tiles"]) if meld["tiles"][0].isalpha() else " ".join(meld["tiles"])
        melds.append(f"({tiles})" if meld["concealed"] else tiles)
    return win(
        " ".join(line["concealed"]),
        line["win_tile"],
        *melds,
        win_by=WIN_BY.index(line["win_by"]),
        flags=sum(1 << FLAGS.index(flag) for flag in line["flags"]),
        seat_wind=parse_tile(line["seat_wind"]) - 27,
        round_wind=parse_tile(line["round_wind"]) - 27,
        n_flowers=line["flowers"],
    )


@pytest.mark.skipif(not LINES, reason="../shared/vectors/mcr.jsonl is not beside the checkout")
def test_mcr_vectors() -> None:
    wrong = []
    for text in LINES:
        line = json.loads(text)
        answer = score(parse(line), line["rules"])
        expected = line.get("expected_fans")
        if answer.total != line["expected_total"] or expected not in (None, answer.fans):
            wrong.append((line["id"], line["expected_total"], expected, answer))
    assert not wrong
    assert len(LINES) >= 232
