"""From the machine's rows to the columns of `PlayedBatch`.

What the columns mean where their names leave it open:

- `wall_left`: tiles that have not left the wall after the event, over all personal walls.
- `n_draws`: draws and replacements after the deal.
- `tiles` of a lost claim: none for a win, the meld for a pung, kong or chow, only the claimed tile
  for a chow whose run the record does not name.
- `first_ready_turn`: discards that the winner had made when its hand was first ready, whether or
  not it stayed so; 0 as dealt. `turn` is in the same unit: one more than its discards at the win.
- `seq` of a chance: the event that brought the tile: a draw, a replacement, a discard, a kong or
  the dealer's deal. Of a hand that an error ended, open completions count as passed.
- `dealt_distance`: after all dealt flowers are replaced, the dealer's without its last tile.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.log import (
    C_BY,
    C_HAND,
    C_REASON,
    C_SEAT,
    C_SEQ,
    C_TILE,
    C_TOTAL,
    E_ACTION,
    E_FROM,
    E_FROM_SEQ,
    E_N_TILES,
    E_SEAT,
    E_SOURCE,
    E_TILE,
    E_WALL_LEFT,
    H_ABORT,
    H_DISTANCE,
    H_HAND,
    H_N_DRAWS,
    H_N_EVENTS,
    H_OUTCOME,
    H_WALL_LEFT,
    H_WINNERS,
    U_CHANCES,
    U_EVENTS,
    U_HANDS,
    U_ITEMS,
    U_PATTERNS,
    U_TILES,
    U_WINS,
    W_BY,
    W_FIRST_READY,
    W_FLAGS,
    W_HAND,
    W_LIMIT_HIT,
    W_N_CONCEALED,
    W_N_FLOWERS,
    W_N_MELDS,
    W_N_PATTERNS,
    W_N_READING,
    W_N_WAITS,
    W_PAYER,
    W_TILE,
    W_TOTAL,
    W_TURN,
    W_UNCAPPED,
    W_WAIT,
    W_WILDCARDS,
    W_WINNER,
    WI_COUNT,
    WI_HAND,
    WI_ITEM,
    WI_VALUE,
    WI_WINNER,
    WP_COUNT,
    WP_HAND,
    WP_MARGINAL,
    WP_PATTERN,
    WP_VALUE,
    WP_WINNER,
    BatchLog,
    Log,
)
from schemas.batch import PlayedBatch, Ragged
from schemas.codes import SETTLEMENT_PARTS

_INT8 = np.int8
_INT16 = np.int16
_INT32 = np.int32


def played_batch(log: Log | BatchLog) -> PlayedBatch:
    """Turn the rows written so far into columns; refusals are left to the caller."""
    return PlayedBatch(
        hands=_hands(log),
        events=_events(log),
        wins=_wins(log),
        win_patterns=_win_patterns(log),
        win_items=_win_items(log),
        settlements=_settlements(log),
        chances=_chances(log),
        refusals=[],
    )


def _hands(log: Log | BatchLog) -> dict[str, Any]:
    rows = log.hands[: log.used[U_HANDS]]
    return {
        "hand": _column(rows, H_HAND, _INT32),
        "outcome": _column(rows, H_OUTCOME, _INT8),
        "abort_reason": _column(rows, H_ABORT, _INT8),
        "winners": _column(rows, H_WINNERS, _INT8),
        "n_events": _column(rows, H_N_EVENTS, _INT16),
        "n_draws": _column(rows, H_N_DRAWS, _INT16),
        "wall_left": _column(rows, H_WALL_LEFT, _INT16),
        "dealt_distance": rows[:, H_DISTANCE : H_DISTANCE + 4].astype(_INT8),
    }


def _events(log: Log | BatchLog) -> dict[str, Any]:
    n = int(log.used[U_EVENTS])
    columns: dict[str, Any] = {
        "hand": np.empty(n, _INT32),
        "seq": np.empty(n, _INT16),
        "seat": np.empty(n, _INT8),
        "action": np.empty(n, _INT8),
        "tile": np.empty(n, _INT8),
        "tiles": Ragged(log.tiles[: log.used[U_TILES]].copy(), np.zeros(n + 1, np.int64)),
        "from_seat": np.empty(n, _INT8),
        "from_seq": np.empty(n, _INT16),
        "source": np.empty(n, _INT8),
        "wall_left": np.empty(n, _INT16),
    }
    _split_events(
        log.events,
        log.hands[: log.used[U_HANDS]],
        columns["hand"],
        columns["seq"],
        columns["seat"],
        columns["action"],
        columns["tile"],
        columns["tiles"].offsets,
        columns["from_seat"],
        columns["from_seq"],
        columns["source"],
        columns["wall_left"],
    )
    return columns


@leaf
def _split_events(
    rows: NDArray[np.int16],
    hands: NDArray[np.int32],
    hand: NDArray[np.int32],
    seq: NDArray[np.int16],
    seat: NDArray[np.int8],
    action: NDArray[np.int8],
    tile: NDArray[np.int8],
    ends: NDArray[np.int64],
    from_seat: NDArray[np.int8],
    from_seq: NDArray[np.int16],
    source: NDArray[np.int8],
    wall_left: NDArray[np.int16],
) -> None:
    """Fill the columns of the events in one pass; `ends` are those of their lists of tiles."""
    n = 0
    for k in range(len(hands)):
        for place in range(hands[k, H_N_EVENTS]):
            hand[n] = hands[k, H_HAND]
            seq[n] = place
            row = rows[n]
            seat[n] = row[E_SEAT]
            action[n] = row[E_ACTION]
            tile[n] = row[E_TILE]
            from_seat[n] = row[E_FROM]
            from_seq[n] = row[E_FROM_SEQ]
            source[n] = row[E_SOURCE]
            wall_left[n] = row[E_WALL_LEFT]
            ends[n + 1] = ends[n] + row[E_N_TILES]
            n += 1


def _wins(log: Log | BatchLog) -> dict[str, Any]:
    rows = log.wins[: log.used[U_WINS]]
    return {
        "hand": _column(rows, W_HAND, _INT32),
        "winner": _column(rows, W_WINNER, _INT8),
        "payer": _column(rows, W_PAYER, _INT8),
        "win_by": _column(rows, W_BY, _INT8),
        "win_tile": _column(rows, W_TILE, _INT8),
        "concealed": _ragged(log.concealed, rows[:, W_N_CONCEALED]),
        "melds": _ragged(log.melds, rows[:, W_N_MELDS]),
        "flags": _column(rows, W_FLAGS, _INT16),
        "flowers": _ragged(log.flowers, rows[:, W_N_FLOWERS]),
        "reading": _ragged(log.reading, rows[:, W_N_READING]),
        "wait": _column(rows, W_WAIT, _INT8),
        "n_waits": _column(rows, W_N_WAITS, _INT8),
        "turn": _column(rows, W_TURN, _INT16),
        "first_ready_turn": _column(rows, W_FIRST_READY, _INT16),
        "total": _column(rows, W_TOTAL, _INT32),
        "uncapped": _column(rows, W_UNCAPPED, _INT32),
        "limit_hit": rows[:, W_LIMIT_HIT] != 0,
        "wildcards_used": _column(rows, W_WILDCARDS, _INT8),
        "n_patterns": _column(rows, W_N_PATTERNS, _INT8),
    }


def _win_patterns(log: Log | BatchLog) -> dict[str, Any]:
    rows = log.patterns[: log.used[U_PATTERNS]]
    return {
        "hand": _column(rows, WP_HAND, _INT32),
        "winner": _column(rows, WP_WINNER, _INT8),
        "pattern": _column(rows, WP_PATTERN, _INT16),
        "count": _column(rows, WP_COUNT, _INT16),
        "value": _column(rows, WP_VALUE, _INT32),
        "marginal": _column(rows, WP_MARGINAL, _INT32),
    }


def _win_items(log: Log | BatchLog) -> dict[str, Any]:
    rows = log.items[: log.used[U_ITEMS]]
    return {
        "hand": _column(rows, WI_HAND, _INT32),
        "winner": _column(rows, WI_WINNER, _INT8),
        "item": _column(rows, WI_ITEM, _INT8),
        "count": _column(rows, WI_COUNT, _INT16),
        "value": _column(rows, WI_VALUE, _INT32),
    }


def _settlements(log: Log | BatchLog) -> dict[str, Any]:
    n_hands = log.used[U_HANDS]
    rows = log.settlements[:n_hands].reshape(-1, len(SETTLEMENT_PARTS))
    columns: dict[str, Any] = {
        "hand": np.repeat(log.hands[:n_hands, H_HAND], 4),
        "seat": np.tile(np.arange(4, dtype=_INT8), n_hands),
        "delta": rows.sum(axis=1, dtype=_INT32),
    }
    for index, part in enumerate(SETTLEMENT_PARTS):
        columns[part] = np.ascontiguousarray(rows[:, index])
    return columns


def _chances(log: Log | BatchLog) -> dict[str, Any]:
    rows = log.chances[: log.used[U_CHANCES]]
    return {
        "hand": _column(rows, C_HAND, _INT32),
        "seq": _column(rows, C_SEQ, _INT16),
        "seat": _column(rows, C_SEAT, _INT8),
        "tile": _column(rows, C_TILE, _INT8),
        "win_by": _column(rows, C_BY, _INT8),
        "total": _column(rows, C_TOTAL, _INT32),
        "reason": _column(rows, C_REASON, _INT8),
    }


def _column(rows: NDArray[Any], index: int, dtype: type[np.integer[Any]]) -> NDArray[Any]:
    return rows[:, index].astype(dtype)


def _ragged(values: NDArray[Any], counts: NDArray[Any]) -> Ragged:
    offsets = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=offsets[1:])
    return Ragged(values[: offsets[-1]].copy(), offsets)
