"""Every preset, played by both players: refereed, replayed, written down and read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.tables import load_tables
from pipelines.formats import find_inputs, plan, read_chunk, survey
from pipelines.formats.exporters import write_records
from tests.engine.conformance.suite_tools import CASES, Played, check_hands, hands_of
from tests.engine.machine_script import same_rows


@pytest.fixture(params=CASES, ids=lambda case: "-".join(case))
def played(request: pytest.FixtureRequest) -> Played:
    return hands_of(*request.param)


def test_referee_finds_every_hand_in_order(played: Played) -> None:
    check_hands(played)


@pytest.mark.parametrize("known_wall", [True, False])
def test_event_log_replays_to_the_same_rows(played: Played, known_wall: bool) -> None:
    batch = played.batch
    if not known_wall:
        batch = replace(batch, wall=np.full_like(batch.wall, -1))
    again = replay_batch(batch, compile_rules(played.rules), load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_paipu_records_are_read_and_replayed_to_the_same_rows(
    played: Played, tmp_path: Path
) -> None:
    exported = write_records(played.batch, "paipu")
    assert exported.refused == ()
    (text,) = exported.documents
    path = tmp_path / "records.jsonl"
    path.write_text(text, encoding="utf-8")
    inputs, _ = find_inputs([path])
    [[work]] = plan([survey(each, "paipu") for each in inputs]).blocks
    parsed = read_chunk(work.source, work.chunk)
    assert not parsed.rejects
    again = replay_batch(parsed.batch, compile_rules(played.rules), load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)
