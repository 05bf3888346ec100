"""Records written by hand for the tests of formats, and how to read them.

The games are not legal hands: a format does not ask for that. Codes of tiles and actions in the
expected columns are counted out by hand.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipelines.batches import join_batches
from pipelines.formats import Input, ParsedBatch, Plan, Reject, plan, read_chunk, survey
from schemas.batch import RecordBatch

SHARED = Path(__file__).parents[3] / "shared" / "records"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="real records are not beside this checkout"
)

COLUMNS = ("dealer", "round_wind", "streak", "wildcard", "deal", "wall", "start")
ACTION_COLUMNS = ("seat", "action", "tile", "low", "claim")

# Chows of 456m (claimed 5m, middle 5m), a lost pung and a lost chow beside a pung, all three
# kongs, a robbed kong, a win on it.
GAME = """\
Match 0123456789abcdef01234567
Wind 2
Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1
Player 1 Deal W4 W6 W9 W9 B1 B1 B2 T1 T2 T3 F2 J2 J2
Player 2 Deal W2 W2 B5 B6 B7 T4 T5 T6 F3 F3 F4 J3 J3
Player 3 Deal W7 W8 W8 B8 B8 B9 B9 T1 T1 T1 F2 F2 J1
Player 0 Draw W1
Player 0 AnGang W1
Player 0 Draw B4
Player 0 Play W5
Player 1 Chi W5
Player 1 Play F2
Player 3 Gang F2 IGNORE Player 2 Peng F2
Player 3 Draw B8
Player 3 Play T9
Player 2 Draw J1
Player 2 Play B1
Player 1 Peng B1 Ignore Player 3 chi B2 Ignore Player 0 HU B1
Player 1 Play W9
Player 2 Draw B9
Player 2 Play J3
Player 1 Draw B1
Player 1 BuGang B1
Player 0 Hu B1
Fan 12 抢杠和*1+幺九刻*2
Score 36 -20 -8 -8

"""
GAME_ROWS = [
    # seat, action, tile, low, claim, line
    (0, 4, 0, -1, -1, 7),
    (0, 10, 0, -1, -1, 8),
    (0, 4, 12, -1, -1, 9),
    (0, 5, 4, -1, -1, 10),
    (1, 6, 4, 3, -1, 11),
    (1, 5, 28, -1, -1, 12),
    (2, 14, 28, -1, 7, 13),
    (3, 8, 28, -1, -1, 13),
    (3, 4, 16, -1, -1, 14),
    (3, 5, 26, -1, -1, 15),
    (2, 4, 31, -1, -1, 16),
    (2, 5, 9, -1, -1, 17),
    (3, 14, 9, 9, 6, 18),
    (0, 14, 9, -1, 15, 18),
    (1, 7, 9, -1, -1, 18),
    (1, 5, 8, -1, -1, 19),
    (2, 4, 17, -1, -1, 20),
    (2, 5, 33, -1, -1, 21),
    (1, 4, 9, -1, -1, 22),
    (1, 9, 9, -1, -1, 23),
    (0, 15, 9, -1, -1, 24),
]

EXHAUSTED = """\
Match 0123456789abcdef0123456f
Wind 0
Player 0 Deal W1 W1 W1 W5 B1 B2 B3 T7 T8 T9 F1 F1 J1
Player 1 Deal W4 W6 W9 W9 B1 B1 B2 T1 T2 T3 F2 J2 J2
Player 2 Deal W2 W2 B5 B6 B7 T4 T5 T6 F3 F3 F4 J3 J3
Player 3 Deal W7 W8 W8 B8 B8 B9 B9 T1 T1 T1 F2 F2 J1
Player 0 Draw W2
Player 0 Play W2
Huang
Score 0 0 0 0

"""


def write(folder: Path, content: str | bytes, name: str = "records.txt") -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read_all(*sources: Path | Input, format_name: str = "auto") -> tuple[Plan, ParsedBatch]:
    """Survey, plan and read files; the rejects are those of the plan and of all chunks."""
    work = plan(survey(source, format_name) for source in sources)
    parsed = [read_chunk(each.source, each.chunk) for block in work.blocks for each in block]
    rejects = [*work.rejects, *(reject for each in parsed for reject in each.rejects)]
    return work, ParsedBatch(join_batches([each.batch for each in parsed]), rejects)


def read_text(folder: Path, content: str | bytes, format_name: str = "auto") -> ParsedBatch:
    """Read one file with this content."""
    return read_all(write(folder, content), format_name=format_name)[1]


def rows_of(batch: RecordBatch, hand: int = 0) -> list[tuple[int, ...]]:
    """The actions of one hand: seat, action, tile, low, claim, position."""
    rows = slice(int(batch.start[hand]), int(batch.start[hand + 1]))
    columns = [getattr(batch, name)[rows].tolist() for name in (*ACTION_COLUMNS, "position")]
    return list(zip(*columns, strict=True))


def meta_of(batch: RecordBatch, hand: int = 0) -> dict[str, Any]:
    """The row of meta of one hand."""
    return batch.meta.row(hand, named=True)


def the_reject(parsed: ParsedBatch, hands: int = 0) -> Reject:
    """The only reject of a file of which `hands` hands were loaded; it is one sentence."""
    assert len(parsed.batch) == hands, parsed.rejects
    (reject,) = parsed.rejects
    assert "\n" not in reject.message
    assert len(reject.message) < 600
    assert len(reject.excerpt) <= 200
    assert "Traceback" not in reject.message
    return reject


def differences(
    first: RecordBatch, second: RecordBatch, *, besides: tuple[str, ...] = ()
) -> set[str]:
    """Names of the columns in which two batches differ, file and place apart."""
    names = {
        name
        for name in (*COLUMNS, *ACTION_COLUMNS)
        if not np.array_equal(getattr(first, name), getattr(second, name))
    }
    for name in first.meta.columns:
        if not first.meta[name].equals(second.meta[name]):
            names.add(name)
    return names - {"source", "source_file", "place", *besides}
