"""Rows of the lake as the arrays that scoring and retracing take."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.retracing import EventColumns
from engine.scoring import WinColumns, new_win_columns
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
)
from pipelines.lake.columns_read import codes_of, list_values, small_ints
from schemas.batch import Int8, Int64
from schemas.codes import (
    ACTIONS,
    FLAGS,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    WIN_BY,
)
from schemas.errors import LakeError
from schemas.tiles import N_TILES


class Places:
    """Where each hand stands among the hands of a part."""

    def __init__(self, ids: Int64) -> None:
        self._order = np.argsort(ids, kind="stable")
        self._sorted = ids[self._order]

    def of(self, ids: Int64) -> Int64:
        """Positions of the hands of some rows, which follow the order of the hands.

        Raises:
            LakeError: with code ``damaged_part`` where they do not.
        """
        at = np.searchsorted(self._sorted, ids)
        known = at < len(self._sorted)
        places = self._order[np.where(known, at, 0)] if len(self._sorted) else at
        if not known.all() or (len(ids) and not np.array_equal(self._sorted[at], ids)):
            raise not_together()
        if np.any(np.diff(places) < 0):
            raise not_together()
        positions: Int64 = places.astype(np.int64)
        return positions


def starts_of(places: Int64, n: int) -> Int64:
    """First row of each of n hands, and the number of rows behind them."""
    starts: Int64 = np.searchsorted(places, np.arange(n + 1)).astype(np.int64)
    return starts


def not_together() -> LakeError:
    """The error for tables of a part that do not fit one another."""
    return LakeError(
        "hands, wins and events do not belong together: run `paipu verify`", code="damaged_part"
    )


def event_columns(hands: pa.Table, events: pa.Table, places: Places) -> tuple[EventColumns, Int64]:
    """Events of hands, of all or of some, and the positions of these hands."""
    ids = events["hand_id"].to_numpy()
    begins = np.flatnonzero(np.diff(ids, prepend=-1))
    here = places.of(ids[begins])
    if np.any(np.diff(here) == 0):
        raise not_together()
    tiles_start, tiles = list_values(events["tiles"])
    columns = EventColumns(
        dealer=small_ints(hands["dealer_seat"])[here],
        round_wind=small_ints(hands["round_wind"])[here],
        streak=hands["dealer_streak"].to_numpy().astype(np.int16)[here],
        first=begins.astype(np.int64),
        end=np.append(begins[1:], len(ids)).astype(np.int64),
        seat=small_ints(events["seat"]),
        action=codes_of(events["action"], ACTIONS),
        tile=small_ints(events["tile"]),
        tiles_start=tiles_start,
        tiles=tiles,
    )
    return columns, here


def win_columns(hands: pa.Table, wins: pa.Table, hand_of_win: Int64) -> WinColumns:
    """The hands that won; `hand_of_win` is the position of each win's hand."""
    k = wins.num_rows
    columns = new_win_columns(k)
    columns.hand[:] = _counts(wins["concealed"])
    columns.flowers[:] = _counts(wins["flowers"])
    n_melds = _fill_melds(wins["melds"], columns)
    winner = small_ints(wins["winner"])
    facts = columns.facts
    facts[:, F_N_MELDS] = n_melds
    facts[:, F_WIN_TILE] = small_ints(wins["win_tile"])
    facts[:, F_WIN_BY] = codes_of(wins["win_by"], WIN_BY)
    facts[:, F_FLAGS] = _flag_masks(wins["flags"])
    facts[:, F_SEAT_WIND] = (winner - small_ints(hands["dealer_seat"])[hand_of_win]) % 4
    facts[:, F_ROUND_WIND] = small_ints(hands["round_wind"])[hand_of_win]
    facts[:, F_WILDCARD] = small_ints(hands["wildcard"])[hand_of_win]
    return columns


def _counts(column: pa.ChunkedArray) -> Int8:
    """Lists of tiles as counts by kind, int8 (k, 42)."""
    offsets, tiles = list_values(column)
    row = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    cells = np.bincount(row * N_TILES + tiles, minlength=(len(offsets) - 1) * N_TILES)
    counts: Int8 = cells.reshape(-1, N_TILES).astype(np.int8)
    return counts


def _fill_melds(column: pa.ChunkedArray, columns: WinColumns) -> Int64:
    """Write the melds of the wins; returns how many each has.

    An exposed kong is one whether it was claimed or added: both are scored alike.
    """
    flat = _whole(column)
    counts: Int64 = (
        flat.value_lengths().fill_null(0).to_numpy(zero_copy_only=False).astype(np.int64)
    )
    melds = flat.flatten()
    if not len(melds):
        return counts
    tiles = melds.field("tiles")
    n_tiles = tiles.value_lengths().to_numpy(zero_copy_only=False)
    values = tiles.flatten().to_numpy(zero_copy_only=False)
    first = np.concatenate(([0], np.cumsum(n_tiles)))[:-1]
    low = values[first]
    concealed = melds.field("concealed").to_numpy(zero_copy_only=False)
    kind = np.where(values[first + 1] == low, MELD_PUNG, MELD_CHOW)
    kind = np.where(n_tiles == 4, MELD_KONG_EXPOSED, kind)
    kind = np.where(concealed, MELD_KONG_CONCEALED, kind)
    row = np.repeat(np.arange(len(counts)), counts)
    place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    columns.meld_kind[row, place] = kind
    columns.meld_tile[row, place] = low
    return counts


def _flag_masks(column: pa.ChunkedArray) -> Int64:
    """Lists of names as masks of ``FLAG_*``; a list names a flag once."""
    flat = _whole(column)
    counts = flat.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    names = flat.flatten().dictionary_encode()
    masks = np.zeros(len(counts), np.int64)
    if len(names):
        bits = np.array([1 << FLAGS.index(name) for name in names.dictionary.to_pylist()])
        row = np.repeat(np.arange(len(counts)), counts)
        np.add.at(masks, row, bits[names.indices.to_numpy(zero_copy_only=False)])
    return masks


def bets_of(hands: pa.Table) -> NDArray[np.int32]:
    """Bets of hands by seat, int32 (n, 4)."""
    flat = _whole(hands["bets"])
    values: NDArray[np.int32] = flat.flatten().to_numpy(zero_copy_only=False).astype(np.int32)
    return values.reshape(-1, 4)


def _whole(column: pa.ChunkedArray) -> pa.Array:
    """A column as one array."""
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
