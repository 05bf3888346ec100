"""The plan of a run: order by content, sessions, duplicates, blocks; nothing depends on paths."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path

import numpy as np
import pytest
from formats_data import EXHAUSTED, GAME, meta_of, read_all, read_text, write

from pipelines.formats import find_inputs, plan, read_chunk, survey
from pipelines.formats.columns import from_batch, hand_key, to_batch
from pipelines.formats.keys import match_key


def numbered(first: int, last: int) -> str:
    """Games with ids of their own."""
    return "".join(EXHAUSTED.replace("Match 0123", f"Match {n:04d}") for n in range(first, last))


def test_inputs_stand_in_the_order_of_their_content_hashes(tmp_path: Path) -> None:
    paths = [write(tmp_path, numbered(n, n + 2), f"{n}.txt") for n in range(5)]
    work, parsed = read_all(*paths)
    hashes = work.content_hashes
    assert list(hashes) == sorted(hashes)
    assert len(set(hashes)) == 5
    sessions = [each.input.name for each in work.surveys for _ in range(2)]
    # Every second game repeats the first one of the next file, wherever that stands.
    assert len(parsed.batch) == 6
    assert work.n_sessions == work.n_records == len(sessions) == 10


def test_names_and_folders_do_not_change_sessions_or_rejects(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    for n in range(4):
        shutil.copy(write(first, numbered(n, n + 3), f"{n}.txt"), second / f"{9 - n}.txt")
    (_, one), (_, two) = (read_all(*find_inputs([each])[0]) for each in (first, second))
    assert one.batch.meta.drop("source_file").equals(two.batch.meta.drop("source_file"))
    assert [(each.code, each.place) for each in one.rejects] == [
        (each.code, each.place) for each in two.rejects
    ]


def test_equal_contents_are_read_once(tmp_path: Path) -> None:
    plain = write(tmp_path, GAME, "a.txt")
    packed = write(tmp_path, gzip.compress(GAME.encode()), "b.txt.gz")
    work, parsed = read_all(plain, packed)
    assert len(parsed.batch) == 1
    assert parsed.rejects == []
    assert len(work.content_hashes) == 1
    (notice,) = work.notices
    assert "1 files passed by" in notice


def test_second_record_with_the_same_match_id_is_a_duplicate(tmp_path: Path) -> None:
    paths = [write(tmp_path, numbered(0, 3), "a.txt"), write(tmp_path, numbered(2, 5), "b.txt")]
    work, parsed = read_all(*paths)
    (reject,) = parsed.rejects
    assert reject.code == "duplicate"
    first, second = work.surveys
    assert reject.source_file == second.input.name
    assert f"of {first.input.name}" in reject.message
    assert len(parsed.batch) == 5
    assert sorted(parsed.batch.meta["session"]) == sorted(
        set(range(6)) - {int(reject.place.split()[1]) // 11 + 3}
    )


def test_key_of_a_hand_is_the_one_of_its_batch(tmp_path: Path) -> None:
    batch = read_text(tmp_path, GAME.replace("Match 0123456789abcdef01234567", "Match")).batch
    (hand,) = from_batch(batch)
    assert hand_key(hand) == meta_of(batch)["deal_hash"]
    hand.match_id = "x"
    hand.hand = 5
    assert hand_key(hand) == match_key("x", 5) != match_key("x", 6)


def test_hands_of_a_batch_make_the_same_batch(tmp_path: Path) -> None:
    batch = read_text(tmp_path, GAME + EXHAUSTED).batch
    again = to_batch(list(from_batch(batch)), meta_of(batch)["source_file"], "botzone")
    assert again.meta.equals(batch.meta)
    for name in ("deal", "wall", "start", "seat", "action", "tile", "low", "claim", "position"):
        assert np.array_equal(getattr(again, name), getattr(batch, name)), name


def test_batch_without_hands_has_all_columns(tmp_path: Path) -> None:
    full, empty = read_text(tmp_path, GAME).batch, to_batch([], "x", "botzone")
    assert empty.meta.schema == full.meta.schema
    assert len(empty) == 0
    assert empty.start.tolist() == [0]
    assert empty.deal.shape == (0, 4, 17)


def test_small_files_share_blocks(tmp_path: Path) -> None:
    paths = [write(tmp_path, numbered(n, n + 1), f"{n}.txt") for n in range(20)]
    work = plan(survey(path, "auto") for path in paths)
    assert [len(block) for block in work.blocks] == [20]


def test_a_chunk_is_read_again_where_its_copy_is_gone(tmp_path: Path) -> None:
    """As in another process or on another machine."""
    work = plan([survey(write(tmp_path, gzip.compress(GAME.encode())), "auto")])
    (each,) = work.blocks[0]
    each.chunk.content.path.unlink()
    assert len(read_chunk(each.source, each.chunk).batch) == 1


@pytest.mark.parametrize("value", [0, 1, 1023])
def test_match_key_does_not_mix_id_and_number(value: int) -> None:
    assert match_key("a", value) != match_key(f"a{value}", 0)
