"""Two hands written by hand, as records and as what the state machine would make of them.

Hand 0 (session 2) is won on a discard after lost claims of every kind; hand 1 (session 5) is
exhausted at once. The tiles make no legal game: storage does not ask for one.
"""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import polars as pl

from schemas.batch import META_SCHEMA, PlayedBatch, Ragged, RecordBatch
from schemas.codes import (
    CHOW,
    DEAL,
    DISCARD,
    DRAW,
    EXHAUSTED,
    KONG_EXPOSED,
    LOST_CLAIM,
    PUNG,
    WIN,
)

RUN = "mcr-botzone-ingest-0123456789ab"
RULES = "mcr-botzone"
IDENTITY = "0123456789ab" + "0" * 52

# seat, action, tile, low, claim
HAND_0 = [
    (0, DRAW, 5, -1, -1),
    (0, DISCARD, 5, -1, -1),
    (1, LOST_CLAIM, 5, 4, CHOW),
    (2, LOST_CLAIM, 5, -1, PUNG),
    (3, KONG_EXPOSED, 5, -1, -1),
    (3, DRAW, 8, -1, -1),
    (3, DISCARD, 8, -1, -1),
    (0, CHOW, 8, 6, -1),
    (0, DISCARD, 20, -1, -1),
    (1, LOST_CLAIM, 20, -1, CHOW),
    (2, LOST_CLAIM, 20, -1, KONG_EXPOSED),
    (3, LOST_CLAIM, 20, -1, WIN),
    (2, WIN, 20, -1, -1),
]
HAND_1 = [(-1, EXHAUSTED, -1, -1, -1)]
TILES_0 = [
    [],
    [],
    [4, 5, 6],
    [5, 5, 5],
    [5, 5, 5, 5],
    [],
    [],
    [6, 7, 8],
    [],
    [20],
    [20] * 4,
    [],
    [],
]
DEALT = [[seat * 9 + n % 9 for n in range(13)] for seat in range(3)] + [
    [27 + n % 7 for n in range(14)]
]


def record_batch() -> RecordBatch:
    """The two hands as a parser gives them."""
    rows = np.array(HAND_0 + HAND_1, np.int8)
    deal = np.full((2, 4, 17), -1, np.int8)
    for seat, tiles in enumerate(DEALT):
        deal[:, seat, : len(tiles)] = tiles
    wall = np.full((2, 144), -1, np.int8)
    wall[1, :136] = np.arange(136) % 34
    meta = pl.DataFrame(
        {
            "rules": [RULES, RULES],
            "session": [2, 5],
            "hand_in_session": [0, 3],
            "deal": [2, 1],
            "permutation": [0, 7],
            "source": ["botzone", "botzone"],
            "source_file": ["games.txt", "games.txt"],
            "place": ["line 1", "line 40"],
            "match_id": ["m1", None],
            "played_at": [datetime(2026, 5, 1, 12, 30, tzinfo=UTC), None],
            "players": [["a", "b", "c", "d"], None],
            "bets": [None, [1, 0, 0, 2]],
            "recorded_total": [8, None],
            "recorded_deltas": [[-16, -8, 32, -8], [0, 0, 0, 0]],
            "recorded_patterns": [["无番和*1"], None],
            "deal_hash": [None, 7],
        },
        schema=META_SCHEMA,
    )
    return RecordBatch(
        dealer=np.array([0, 3], np.int8),
        round_wind=np.array([0, 2], np.int8),
        streak=np.array([0, 1], np.int16),
        wildcard=np.array([-1, 30], np.int8),
        deal=deal,
        wall=wall,
        start=np.array([0, 13, 14], np.int64),
        seat=rows[:, 0],
        action=rows[:, 1],
        tile=rows[:, 2],
        low=rows[:, 3],
        claim=rows[:, 4],
        position=np.arange(14, dtype=np.int32),
        meta=meta,
    )


def ragged(lists: list[list[int]], dtype: type = np.int8) -> Ragged:
    """Lists as a ragged column."""
    values = np.array([value for one in lists for value in one], dtype)
    return Ragged(values, np.cumsum([0] + [len(one) for one in lists]).astype(np.int64))


def played_batch() -> PlayedBatch:
    """What the state machine would make of the two hands."""
    dealt = [(hand, seat, DEALT[seat]) for hand in (0, 1) for seat in range(4)]
    n_events = (len(HAND_0) + 4, len(HAND_1) + 4)
    rows: list[tuple[int, ...]] = []
    tiles: list[list[int]] = []
    for hand, actions, melds in ((0, HAND_0, TILES_0), (1, HAND_1, [[]])):
        for seat in range(4):
            rows.append((hand, seat, seat, DEAL, -1, -1, -1, -1, 83))
            tiles.append(dealt[seat][2])
        for seq, (seat, action, tile, _, _) in enumerate(actions, start=4):
            source = 2 if action == DRAW else -1
            giver = (
                (0 if seq < 12 else 3) if action in (LOST_CLAIM, CHOW, KONG_EXPOSED, WIN) else -1
            )
            rows.append(
                (hand, seq, seat, action, tile, giver, -1 if giver < 0 else seq - 1, source, 80)
            )
        tiles.extend(melds)
    matrix = np.array(rows, np.int16)
    names = (
        "hand",
        "seq",
        "seat",
        "action",
        "tile",
        "from_seat",
        "from_seq",
        "source",
        "wall_left",
    )
    events = {name: matrix[:, i] for i, name in enumerate(names)} | {"tiles": ragged(tiles)}
    settle = np.zeros((8, 7), np.int32)
    settle[:4, 0] = [-16, -8, 32, -8]
    parts = ("win", "dealer", "losers", "liability", "kong", "bet", "penalty")
    return PlayedBatch(
        hands={
            "hand": np.array([0, 1], np.int32),
            "outcome": np.array([0, 1], np.int8),
            "abort_reason": np.array([-1, -1], np.int8),
            "winners": np.array([4, 0], np.int8),
            "n_events": np.array(n_events, np.int16),
            "n_draws": np.array([2, 0], np.int16),
            "wall_left": np.array([80, 0], np.int16),
            "dealt_distance": np.array([[3, 4, 5, 2], [1, 0, 6, 3]], np.int8),
        },
        events=events,
        wins={
            "hand": np.array([0], np.int32),
            "winner": np.array([2], np.int8),
            "payer": np.array([0], np.int8),
            "win_by": np.array([1], np.int8),
            "win_tile": np.array([20], np.int8),
            "concealed": ragged([[18, 19]]),
            "melds": Ragged(
                np.array([[0, 0, 1], [1, 31, 3], [2, 33, 0], [3, 9, 1], [4, 12, -1]], np.int8),
                np.array([0, 5], np.int64),
            ),
            "flags": np.array([1 | 2], np.int16),
            "flowers": ragged([[34, 41]]),
            "reading": ragged([[0, 64 + 31, 3 * 64 + 13]], np.int16),
            "wait": np.array([2], np.int8),
            "n_waits": np.array([1], np.int8),
            "turn": np.array([7], np.int16),
            "first_ready_turn": np.array([-1], np.int16),
            "total": np.array([8], np.int32),
            "uncapped": np.array([8], np.int32),
            "limit_hit": np.array([False]),
            "wildcards_used": np.array([0], np.int8),
            "n_patterns": np.array([1], np.int8),
        },
        win_patterns={
            "hand": np.array([0], np.int32),
            "winner": np.array([2], np.int8),
            "pattern": np.array([1], np.int16),
            "count": np.array([1], np.int16),
            "value": np.array([8], np.int32),
            "marginal": np.array([8], np.int32),
        },
        win_items={
            "hand": np.array([0], np.int32),
            "winner": np.array([2], np.int8),
            "item": np.array([6], np.int8),
            "count": np.array([1], np.int16),
            "value": np.array([2], np.int32),
        },
        settlements={
            "hand": np.repeat(np.array([0, 1], np.int32), 4),
            "seat": np.tile(np.arange(4, dtype=np.int8), 2),
            "delta": settle.sum(axis=1, dtype=np.int32),
        }
        | {part: settle[:, i] for i, part in enumerate(parts)},
        chances={
            "hand": np.array([0], np.int32),
            "seq": np.array([5], np.int16),
            "seat": np.array([1], np.int8),
            "tile": np.array([5], np.int8),
            "win_by": np.array([1], np.int8),
            "total": np.array([3], np.int32),
            "reason": np.array([0], np.int8),
        },
        refusals=[],
    )
