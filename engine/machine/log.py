"""What the machine records: rows in preallocated arrays, turned into columns afterwards.

Rows are written one after another for a whole batch; a refused hand's rows are taken back. Rows
are wide integer matrices (one store per field, few arrays to pass between kernels); hand and
sequence numbers of events follow from the counts and are not stored.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.record import new_record
from engine.rules import MOST_PATTERNS
from engine.settling.parts import N_PARTS
from schemas.codes import WIN_ITEMS

(E_SEAT, E_ACTION, E_TILE, E_FROM, E_FROM_SEQ, E_SOURCE, E_WALL_LEFT, E_N_TILES, N_E) = range(9)
"""Columns of an event row."""
(
    H_HAND,
    H_OUTCOME,
    H_WINNERS,
    H_N_EVENTS,
    H_N_DRAWS,
    H_WALL_LEFT,
    H_DISTANCE,  # first of four
    H_ABORT,  # reason of an abortive draw, −1 none
    N_H,
) = (*range(7), 10, 11)
"""Columns of a hand row."""
(
    W_HAND,
    W_WINNER,
    W_PAYER,
    W_BY,
    W_TILE,
    W_FLAGS,
    W_WAIT,
    W_N_WAITS,
    W_TURN,
    W_FIRST_READY,
    W_TOTAL,
    W_UNCAPPED,
    W_LIMIT_HIT,
    W_WILDCARDS,
    W_N_PATTERNS,
    W_N_CONCEALED,
    W_N_MELDS,
    W_N_FLOWERS,
    W_N_READING,
    N_W,
) = range(20)
"""Columns of a win row."""
(C_HAND, C_SEQ, C_SEAT, C_TILE, C_BY, C_TOTAL, C_REASON, N_C) = range(8)
"""Columns of a chance row."""
(WP_HAND, WP_WINNER, WP_PATTERN, WP_COUNT, WP_VALUE, WP_MARGINAL, N_WP) = range(7)
"""Columns of a win-pattern row."""
(WI_HAND, WI_WINNER, WI_ITEM, WI_COUNT, WI_VALUE, N_WI) = range(6)
"""Columns of a win-item row."""
(
    U_EVENTS,
    U_TILES,
    U_HANDS,
    U_WINS,
    U_CONCEALED,
    U_MELDS,
    U_FLOWERS,
    U_READING,
    U_PATTERNS,
    U_CHANCES,
    U_ITEMS,
    N_U,
) = range(12)
"""Counters of rows and list elements written."""

_DEAL_EVENTS: Final = 4
_DEALT_TILES: Final = 4 * 17
_TILES_PER_ACTION: Final = 4
_CONCEALED: Final = 17
_MELDS: Final = 5
_FLOWERS: Final = 44
_READING: Final = 20
_CHANCES_PER_ACTION: Final = 3
_ACTIONS: Final = 600
"""More than the longest hand has: every tile drawn, exposed, claimed, konged and discarded."""
_EVENTS: Final = _ACTIONS + _DEAL_EVENTS
_WINS: Final = 4


class Log:
    """Rows of one hand, a record (`engine.record`); `used` counts what is written.

    Attributes:
        events: int16 (cap, N_E); tiles: int8, tiles of events in order.
        hands: int32 (1, N_H); settlements: int32 (1, 4, 7), parts by seat.
        wins: int32 (cap, N_W); concealed, melds (cap, 3), flowers, reading: its lists in order.
        patterns: int32 (cap, N_WP); items: int32 (cap, N_WI); chances: int32 (cap, N_C).
        used: int64 (N_U).
    """

    events: NDArray[np.int16]
    tiles: NDArray[np.int8]
    hands: NDArray[np.int32]
    settlements: NDArray[np.int32]
    wins: NDArray[np.int32]
    concealed: NDArray[np.int8]
    melds: NDArray[np.int8]
    flowers: NDArray[np.int8]
    reading: NDArray[np.int16]
    patterns: NDArray[np.int32]
    items: NDArray[np.int32]
    chances: NDArray[np.int32]
    used: NDArray[np.int64]


_FIELDS: Final = (
    ("events", np.int16, (_EVENTS, N_E)),
    ("tiles", np.int8, (_TILES_PER_ACTION * _ACTIONS + _DEALT_TILES,)),
    ("hands", np.int32, (1, N_H)),
    ("settlements", np.int32, (1, 4, N_PARTS)),
    ("wins", np.int32, (_WINS, N_W)),
    ("concealed", np.int8, (_WINS * _CONCEALED,)),
    ("melds", np.int8, (_WINS * _MELDS, 3)),
    ("flowers", np.int8, (_WINS * _FLOWERS,)),
    ("reading", np.int16, (_WINS * _READING,)),
    ("patterns", np.int32, (_WINS * MOST_PATTERNS, N_WP)),
    ("items", np.int32, (_WINS * len(WIN_ITEMS), N_WI)),
    ("chances", np.int32, (_CHANCES_PER_ACTION * _EVENTS, N_C)),
    ("used", np.int64, (N_U,)),
)


class BatchLog(NamedTuple):
    """Rows of a batch, arrays as in `Log` with a row of `hands` and `settlements` for each hand."""

    events: NDArray[np.int16]
    tiles: NDArray[np.int8]
    hands: NDArray[np.int32]
    settlements: NDArray[np.int32]
    wins: NDArray[np.int32]
    concealed: NDArray[np.int8]
    melds: NDArray[np.int8]
    flowers: NDArray[np.int8]
    reading: NDArray[np.int16]
    patterns: NDArray[np.int32]
    items: NDArray[np.int32]
    chances: NDArray[np.int32]
    used: NDArray[np.int64]


def new_log() -> Log:
    """Room for the rows of one hand."""
    log: Log = new_record(_FIELDS)
    return log


def new_batch_log(n_hands: int, n_actions: int, n_wins: int, n_patterns: int) -> BatchLog:
    """Room for the rows that so many hands, actions and wins can make at most.

    Memory is reserved, not touched: rows that are never written cost nothing.
    """
    n_events = n_actions + _DEAL_EVENTS * n_hands
    return BatchLog(
        events=np.empty((n_events, N_E), np.int16),
        tiles=np.empty(_TILES_PER_ACTION * n_actions + _DEALT_TILES * n_hands, np.int8),
        hands=np.empty((n_hands, N_H), np.int32),
        settlements=np.empty((n_hands, 4, N_PARTS), np.int32),
        wins=np.empty((n_wins, N_W), np.int32),
        concealed=np.empty(n_wins * _CONCEALED, np.int8),
        melds=np.empty((n_wins * _MELDS, 3), np.int8),
        flowers=np.empty(n_wins * _FLOWERS, np.int8),
        reading=np.empty(n_wins * _READING, np.int16),
        patterns=np.empty((n_wins * n_patterns, N_WP), np.int32),
        items=np.empty((n_wins * len(WIN_ITEMS), N_WI), np.int32),
        chances=np.empty((_CHANCES_PER_ACTION * n_events, N_C), np.int32),
        used=np.zeros(N_U, np.int64),
    )


@leaf
def clear_log(log: Log) -> None:
    """Forget the rows of the last hand."""
    for counter in range(N_U):
        log.used[counter] = 0


@leaf
def append_hand(batch: BatchLog, log: Log) -> None:
    """Add the rows of a hand to those of a batch."""
    used, written = batch.used, log.used
    _append_rows(batch.events, used[U_EVENTS], log.events, written[U_EVENTS])
    _append(batch.tiles, used[U_TILES], log.tiles, written[U_TILES])
    _append_rows(batch.hands, used[U_HANDS], log.hands, written[U_HANDS])
    for hand in range(written[U_HANDS]):
        parts = batch.settlements[used[U_HANDS] + hand]
        _append_rows(parts, 0, log.settlements[hand], 4)
    _append_rows(batch.wins, used[U_WINS], log.wins, written[U_WINS])
    _append(batch.concealed, used[U_CONCEALED], log.concealed, written[U_CONCEALED])
    _append_rows(batch.melds, used[U_MELDS], log.melds, written[U_MELDS])
    _append(batch.flowers, used[U_FLOWERS], log.flowers, written[U_FLOWERS])
    _append(batch.reading, used[U_READING], log.reading, written[U_READING])
    _append_rows(batch.patterns, used[U_PATTERNS], log.patterns, written[U_PATTERNS])
    _append_rows(batch.items, used[U_ITEMS], log.items, written[U_ITEMS])
    _append_rows(batch.chances, used[U_CHANCES], log.chances, written[U_CHANCES])
    for counter in range(N_U):
        used[counter] += written[counter]


@merge
def _append(rows: NDArray[Any], place: int, more: NDArray[Any], n: int) -> None:
    """Write n elements behind those that an array has."""
    for k in range(n):
        rows[place + k] = more[k]


@merge
def _append_rows(rows: NDArray[Any], place: int, more: NDArray[Any], n: int) -> None:
    """Write n rows behind those that a matrix has."""
    for k in range(n):
        for column in range(rows.shape[1]):
            rows[place + k, column] = more[k, column]


@merge
def log_event(
    log: Log,
    seat: int,
    action: int,
    tile: int,
    from_seat: int,
    from_seq: int,
    source: int,
    wall_left: int,
) -> None:
    """Write an event row without tiles; `log_tile` adds to the row written last."""
    row = log.events[log.used[U_EVENTS]]
    row[E_SEAT] = seat
    row[E_ACTION] = action
    row[E_TILE] = tile
    row[E_FROM] = from_seat
    row[E_FROM_SEQ] = from_seq
    row[E_SOURCE] = source
    row[E_WALL_LEFT] = wall_left
    row[E_N_TILES] = 0
    log.used[U_EVENTS] += 1


@merge
def log_tile(log: Log, tile: int) -> None:
    """Add a tile to the list of the event written last."""
    log.tiles[log.used[U_TILES]] = tile
    log.used[U_TILES] += 1
    log.events[log.used[U_EVENTS] - 1, E_N_TILES] += 1
