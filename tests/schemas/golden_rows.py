"""Rows of every table, written by hand: what the files below ``tests/golden/v1`` hold.

``python -m tests.schemas.golden_rows`` writes files that are missing; files of a version that
lakes were written with never change.
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from schemas.tables import TABLES

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "v1"

_HAND = {"run": "taiwan-standard-sim-0123456789ab", "rules": "taiwan-standard", "hand_id": 5121}
_OTHER = {"run": "longgang-ingest-ba9876543210", "rules": "longgang", "hand_id": 0}

ROWS: dict[str, list[dict[str, Any]]] = {
    "hands": [
        _HAND
        | {
            "session": 5,
            "hand_in_session": 1,
            "deal": 5,
            "permutation": 0,
            "source": "simulated",
            "source_file": None,
            "match_id": None,
            "played_at": None,
            "players": ["p0:greedy", "p1:greedy", "p2:greedy", "p3:greedy"],
            "dealer_seat": 1,
            "round_wind": 0,
            "dealer_streak": 2,
            "wildcard": None,
            "bets": [0, 0, 0, 0],
            "outcome": "abort",
            "abort_reason": "four_winds",
            "winners": 0,
            "n_events": 17,
            "n_draws": 4,
            "wall_left": 75,
            "dealt_distance": [4, 5, 3, 4],
            "recorded_total": None,
            "recorded_deltas": None,
            "recorded_patterns": None,
            "agreement": "not_recorded",
            "wall": None,
        },
        _OTHER
        | {
            "session": 0,
            "hand_in_session": 0,
            "deal": 0,
            "permutation": 0,
            "source": "paipu",
            "source_file": "evening.jsonl",
            "match_id": "evening-1",
            "played_at": datetime(2026, 5, 31, 12, 0, 0, 250_000, tzinfo=UTC),
            "players": ["Li", None, "Chen", "Zhao"],
            "dealer_seat": 0,
            "round_wind": 3,
            "dealer_streak": 0,
            "wildcard": 36,
            "bets": [1, 2, 3, 10],
            "outcome": "win",
            "abort_reason": None,
            "winners": 4,
            "n_events": 96,
            "n_draws": 41,
            "wall_left": 29,
            "dealt_distance": [4, -1, 0, 6],
            "recorded_total": 300,
            "recorded_deltas": [-600, -300, 1200, -300],
            "recorded_patterns": ["清一色*1"],
            "agreement": "same",
            "wall": [0, 9, 18, 27, 34],
        },
    ],
    "events": [
        _HAND
        | {
            "seq": 7,
            "seat": 2,
            "action": "chow",
            "tile": 4,
            "tiles": [3, 4, 5],
            "from_seat": 1,
            "from_seq": 6,
            "source": None,
            "wall_left": 75,
        },
        _OTHER
        | {
            "seq": 4,
            "seat": 0,
            "action": "turn_wildcard",
            "tile": 36,
            "tiles": None,
            "from_seat": None,
            "from_seq": None,
            "source": "tail",
            "wall_left": 70,
        },
    ],
    "wins": [
        _HAND
        | {
            "winner": 2,
            "payer": None,
            "win_by": "eight_flowers",
            "win_tile": None,
            "concealed": [0, 0, 0],
            "melds": [],
            "flags": [],
            "flowers": [34, 35, 36, 37, 38, 39, 40, 41],
            "reading": [],
            "wait": "special",
            "n_waits": 0,
            "turn": 9,
            "first_ready_turn": None,
            "total": 12,
            "uncapped": 12,
            "limit_hit": False,
            "wildcards_used": 0,
            "n_patterns": 3,
        },
        _OTHER
        | {
            "winner": 2,
            "payer": 1,
            "win_by": "discard",
            "win_tile": 13,
            "concealed": [9, 10, 11, 13, 36],
            "melds": [
                {"kind": "chow", "tiles": [12, 13, 14], "concealed": False, "from_seat": 1},
                {"kind": "kong", "tiles": [17, 17, 17, 17], "concealed": True, "from_seat": None},
            ],
            "flags": ["last_copy", "declared_ready"],
            "flowers": [35],
            "reading": ["456p", "9999p", "123p", "55p"],
            "wait": "single",
            "n_waits": 1,
            "turn": 12,
            "first_ready_turn": 10,
            "total": 300,
            "uncapped": 104,
            "limit_hit": True,
            "wildcards_used": 1,
            "n_patterns": 2,
        },
    ],
    "win_patterns": [
        _HAND | {"winner": 2, "pattern": "flower_set", "count": 2, "value": 1, "marginal": 2},
        _OTHER | {"winner": 2, "pattern": "full_flush", "count": 1, "value": 0, "marginal": 196},
    ],
    "win_items": [
        _OTHER | {"winner": 2, "key": "base", "count": 1, "value": 10},
        _OTHER | {"winner": 2, "key": "concealed_kong_big", "count": 1, "value": 32},
    ],
    "settlements": [
        _HAND
        | {
            "seat": 2,
            "delta": 45,
            "win": 40,
            "dealer": 5,
            "losers": 0,
            "liability": 0,
            "kong": 0,
            "bet": 0,
            "penalty": 0,
        },
        _OTHER
        | {
            "seat": 0,
            "delta": -600,
            "win": -300,
            "dealer": -300,
            "losers": -7,
            "liability": 4,
            "kong": 1,
            "bet": 3,
            "penalty": -1,
        },
    ],
    "chances": [
        _HAND
        | {
            "seq": 60,
            "seat": 3,
            "tile": 26,
            "win_by": "robbed_kong",
            "total": 5,
            "reason": "passed",
        },
        _OTHER
        | {
            "seq": 61,
            "seat": 1,
            "tile": 0,
            "win_by": "self_draw",
            "total": 52,
            "reason": "other_won",
        },
    ],
    "hands_changed": [_HAND | {"outcome": "unwon"}, _OTHER | {"outcome": "unwon"}],
    "rejects": [
        {
            "run": "unknown-ingest-0123456789ab",
            "source_file": "notes.txt",
            "position": "line 12",
            "match_id": None,
            "code": "unknown_format",
            "message": "notes.txt holds no records that paipu reads",
            "excerpt": "Dear all,",
        },
        {
            "run": "longgang-ingest-ba9876543210",
            "source_file": "evening.jsonl",
            "position": "record 3",
            "match_id": "evening-1",
            "code": "illegal_action",
            "message": "action 7 of 90: …",
            "excerpt": '{"paipu":1',
        },
    ],
}


def write_missing() -> None:
    """Write the files that do not exist yet."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for table, rows in ROWS.items():
        path = FOLDER / f"{table}.parquet"
        if not path.exists():
            made = pa.Table.from_pylist(rows, schema=TABLES[table])
            pq.write_table(made, path, compression="zstd")


if __name__ == "__main__":
    write_missing()
