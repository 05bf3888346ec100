"""Records that people and programs really played; they lie beside the checkout or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from formats_data import SHARED, differences, needs_shared, read_all, read_text, rows_of

from pipelines.batches import take_hands
from pipelines.formats import ParsedBatch, Plan, find_inputs
from pipelines.formats.exporters import write_records
from schemas.batch import RecordBatch
from schemas.catalogue import load_catalogue
from schemas.codes import EXHAUSTED, FOUL, LOST_CLAIM, WIN

pytestmark = needs_shared


def load(name: str) -> tuple[Plan, ParsedBatch]:
    return read_all(*find_inputs([SHARED / name])[0])


def last_actions(batch: RecordBatch) -> list[int]:
    return batch.action[batch.start[1:] - 1].tolist()


@pytest.mark.parametrize(
    ("name", "hands", "sessions"),
    [
        ("botzone/sample16.txt", 16, 16),
        ("botzone/sample16_crlf_mangled_fan_names.txt", 16, 16),
        ("botzone/ladder24.txt", 24, 24),
        ("botzone/json", 24, 24),
        ("botzone/misc", 9, 9),
        ("botzone/selfplay50.jsonl", 50, 50),
        ("tziakcha", 16, 1),
    ],
)
def test_no_record_is_refused(name: str, hands: int, sessions: int) -> None:
    work, parsed = load(name)
    assert parsed.rejects == []
    assert len(parsed.batch) == work.n_records == hands
    assert work.n_sessions == sessions


def test_misc_logs_are_four_wins_and_five_exhausted() -> None:
    ends = last_actions(load("botzone/misc")[1].batch)
    assert (ends.count(WIN), ends.count(EXHAUSTED)) == (4, 5)


def test_self_play_errors_are_fouls() -> None:
    batch = load("botzone/selfplay50.jsonl")[1].batch
    ends = last_actions(batch)
    assert (ends.count(FOUL), ends.count(WIN), ends.count(EXHAUSTED)) == (3, 8, 39)
    for hand in np.flatnonzero(np.array(ends) == FOUL).tolist():
        assert batch.meta["recorded_deltas"][hand].to_list()[rows_of(batch, hand)[-1][0]] == -30


def test_text_and_log_of_a_game_differ_in_wall_and_lost_claims_alone() -> None:
    text, log = (load(f"botzone/{name}")[1].batch for name in ("ladder24.txt", "json"))
    order = np.argsort(log.meta["match_id"].to_numpy())
    log = without_lost_claims(take_hands(log, order))
    text = take_hands(text, np.argsort(text.meta["match_id"].to_numpy()))
    assert (log.wall[:, 135] >= 0).all()
    assert (text.wall == -1).all()
    besides = ("wall", "session", "players")
    assert differences(text, log, besides=besides) == set()
    assert log.meta["players"].null_count() == 0


def test_windows_file_with_lost_names_is_the_same_but_for_the_names() -> None:
    plain, mangled = (
        load(f"botzone/{name}.txt")[1].batch
        for name in ("sample16", "sample16_crlf_mangled_fan_names")
    )
    assert differences(plain, mangled, besides=("recorded_patterns",)) == set()


def test_names_are_known_or_reported() -> None:
    mcr = load_catalogue("mcr")

    def unknown(name: str) -> set[str]:
        patterns = load(name)[1].batch.meta["recorded_patterns"].explode().drop_nulls()
        names = {pattern.rpartition("*")[0] for pattern in patterns}
        assert names
        return {name for name in names if mcr.find(name) is None}

    for name in ("botzone/sample16.txt", "botzone/json", "botzone/misc", "tziakcha"):
        assert unknown(name) == set()
    lost = unknown("botzone/sample16_crlf_mangled_fan_names.txt")
    assert lost
    assert all(set(name) == {"?"} for name in lost)


def test_walls_give_the_recorded_draws() -> None:
    """Personal walls: 13 dealt tiles of each seat, then its draws in order."""
    batch = load("botzone/json")[1].batch
    for hand in range(len(batch)):
        rows = rows_of(batch, hand)
        for seat in range(4):
            own = batch.wall[hand, 34 * seat : 34 * (seat + 1)].tolist()
            drawn = [row[2] for row in rows if row[0] == seat and row[1] == 4]
            assert own[:13] == batch.deal[hand, seat, :13].tolist()
            assert own[13 : 13 + len(drawn)] == drawn


def test_common_wall_gives_draws_and_replacements() -> None:
    batch = load("tziakcha")[1].batch
    for hand in range(len(batch)):
        rows = rows_of(batch, hand)
        wall = batch.wall[hand].tolist()
        drawn = [row[2] for row in rows if row[1] == 4]
        replaced = [row[2] for row in rows if row[1] == 2]
        assert wall[53 : 53 + len(drawn)] == drawn
        assert wall[::-1][: len(replaced)] == replaced


def test_session_of_sixteen_hands() -> None:
    batch = load("tziakcha")[1].batch
    assert batch.meta["hand_in_session"].to_list() == list(range(16))
    assert batch.round_wind.tolist() == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4
    assert set(batch.meta["match_id"]) == {"2u8pwkTG"}
    assert {frozenset(names) for names in batch.meta["players"].to_list()} == {
        frozenset({"player0", "player1", "player2", "player3"})
    }


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("botzone/sample16.txt", "botzone"),
        ("botzone/ladder24.txt", "botzone-json"),
        ("botzone/json", "botzone-json"),
        ("botzone/misc", "botzone-json"),
        ("botzone/selfplay50.jsonl", "botzone-json"),
        ("tziakcha", "tziakcha"),
        ("botzone/sample16.txt", "paipu"),
        ("botzone/json", "paipu"),
        ("botzone/selfplay50.jsonl", "paipu"),
        ("tziakcha", "paipu"),
    ],
)
def test_written_and_read_again_is_the_same(tmp_path: Path, name: str, format_name: str) -> None:
    batch = load(name)[1].batch
    exported = write_records(batch, format_name)
    assert exported.refused == ()
    (text,) = exported.documents
    parsed = read_text(tmp_path, text)
    assert parsed.rejects == []
    assert differences(batch, parsed.batch) == set()


def without_lost_claims(batch: RecordBatch) -> RecordBatch:
    keep = batch.action != LOST_CLAIM
    hand = np.repeat(np.arange(len(batch)), np.diff(batch.start))[keep]
    batch.start = np.concatenate([[0], np.cumsum(np.bincount(hand, minlength=len(batch)))])
    for name in ("seat", "action", "tile", "low", "claim", "position"):
        setattr(batch, name, getattr(batch, name)[keep])
    return batch
