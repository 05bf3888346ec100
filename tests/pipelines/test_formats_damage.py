"""Damaged files never raise: what is left of them is loaded, the rest are rejects.

Files of every format are cut, spliced and overwritten at random (from fixed seeds); whatever
comes of it is a batch within the ranges of its columns, and rejects of one sentence each.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from formats_data import EXHAUSTED, GAME, read_all, write
from test_formats_botzone_json import LOG, as_self_play
from test_formats_paipu import PLAIN, RECORD, lines
from test_formats_tziakcha import session, step

from schemas.batch import META_SCHEMA

CONTENTS = {
    "botzone": GAME + EXHAUSTED + GAME.replace("4567\n", "4568\n"),
    "botzone-json": json.dumps({"logs": LOG, "matchId": "a" * 24}, ensure_ascii=False),
    "botzone-json lines": lines(*(as_self_play(LOG[:-1], [36, -20, -8, -8]) for _ in range(3))),
    "tziakcha": session(step(), step(i=6)),
    "paipu": lines(RECORD, PLAIN, {**PLAIN, "dealer": 3}),
}
PIECES = (b"", b"\n", b"\0", b"\xff", b'"', b"{", b"]", b"-1", b"99999999999999999999", b"null",
          b"Match x\n", b"Player 0 Hu W1\n", b"\xe6\x8a\xa2", b"1e9", b"\\ud800", b",")  # fmt: skip


def damaged(content: bytes, random_: random.Random) -> bytes:
    """One to four times a piece of the content is cut, doubled, moved or overwritten."""
    for _ in range(random_.randint(1, 4)):
        first, last = sorted(random_.randrange(len(content) + 1) for _ in range(2))
        last = min(last, first + random_.choice((1, 2, 10, 400)))
        kind = random_.randrange(4)
        piece = random_.choice(PIECES)
        if kind == 0:
            content = content[:first] + piece + content[last:]
        elif kind == 1:
            content = content[:last] + content[first:]
        elif kind == 2:
            content = content[:first]
        else:
            content = content[:first] + content[last:] + piece + content[first:last]
        if not content:
            return b"\n"
    return content


@pytest.mark.parametrize("name", CONTENTS)
def test_damaged_files_never_raise(tmp_path: Path, name: str) -> None:
    content = CONTENTS[name].encode()
    for seed in range(150):
        path = write(tmp_path, damaged(content, random.Random(f"{name} {seed}")))
        for format_name in ("auto", name.split()[0]):
            work, parsed = read_all(path, format_name=format_name)
            batch = parsed.batch
            assert batch.meta.schema == META_SCHEMA
            assert len(batch) + len(parsed.rejects) >= work.n_records
            assert batch.start[-1] == len(batch.action)
            for column, low, high in (
                (batch.seat, -1, 3),
                (batch.action, 1, 19),
                (batch.tile, -1, 41),
                (batch.low, -1, 24),
                (batch.claim, -1, 15),
                (batch.deal, -1, 41),
                (batch.wall, -1, 41),
                (batch.round_wind, 0, 3),
            ):
                assert np.all((column >= low) & (column <= high)), (seed, format_name)
            for reject in parsed.rejects:
                assert reject.code
                assert "\n" not in reject.message
                assert len(reject.message) <= 500
                assert len(reject.excerpt) <= 200
