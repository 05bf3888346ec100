"""Rows of the lake as the arrays that scoring and retracing take."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.retracing.columns import N_DEALS, EventColumns
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
from pipelines.lake.columns_read import codes_of, list_values, small_ints, whole
from schemas.batch import Int8, Int64
from schemas.codes import (
    ACTIONS,
    DEAL,
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
    starts = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(places, minlength=n), out=starts[1:])
    return starts


def not_together() -> LakeError:
    """The error for tables of a part that do not fit one another."""
    return LakeError(
        "hands, wins and events do not belong together: run `paipu verify`", code="damaged_part"
    )


def event_columns(
    hands: pa.Table, groups: Iterable[pa.Table], chosen: NDArray[np.bool_] | None = None
) -> EventColumns:
    """The events of hands.

    Args:
        hands: rows of `hands`, n of them.
        groups: all their rows of `events`, some at a time, in the order of the hands.
        chosen: bool (n), the hands whose events are wanted; None: all.

    Raises:
        LakeError: with code ``damaged_part`` where there are not as many events as the hands tell,
            or not every hand that is wanted begins with its four deals.
    """
    counts = hands["n_events"].to_numpy().astype(np.int64)
    n_stored, kept = int(counts.sum()), None
    if chosen is not None:
        kept = np.flatnonzero(np.repeat(chosen, counts))
        hands, counts = hands.filter(pa.array(chosen)), counts[chosen]
    starts = np.concatenate(([0], np.cumsum(counts)))
    n = int(starts[-1])
    seat, action, tile = (np.empty(n, np.int8) for _ in range(3))
    tiles_start, tiles = np.zeros(n + 1, np.int32), [np.zeros(0, np.int8)]
    n_read = at = n_tiles = 0
    for rows in groups:
        before, n_read = n_read, n_read + rows.num_rows
        if n_read > n_stored:
            raise not_together()
        if kept is not None:
            here = kept[np.searchsorted(kept, before) : np.searchsorted(kept, n_read)]
            rows = rows.take(pa.array(here - before))
        end = at + rows.num_rows
        seat[at:end] = small_ints(rows["seat"])
        action[at:end] = codes_of(rows["action"], ACTIONS)
        tile[at:end] = small_ints(rows["tile"])
        offsets, values = list_values(rows["tiles"])
        np.add(offsets[1:], n_tiles, out=tiles_start[at + 1 : end + 1])
        tiles.append(values)
        at, n_tiles = end, n_tiles + len(values)
    if n_read != n_stored or not _begin_with_deals(action, starts):
        raise not_together()
    return EventColumns(
        dealer=small_ints(hands["dealer_seat"]),
        round_wind=small_ints(hands["round_wind"]),
        streak=hands["dealer_streak"].to_numpy().astype(np.int16),
        first=starts[:-1],
        end=starts[1:],
        seat=seat,
        action=action,
        tile=tile,
        tiles_start=tiles_start,
        tiles=np.concatenate(tiles),
    )


def _begin_with_deals(action: Int8, starts: Int64) -> bool:
    """Whether every hand begins with its four deals, and there are no others."""
    is_deal = action == DEAL
    first = starts[:-1, None] + np.arange(N_DEALS)
    long_enough = np.all(np.diff(starts) >= N_DEALS)
    return bool(
        long_enough and np.count_nonzero(is_deal) == first.size and is_deal[first.ravel()].all()
    )


def win_columns(hands: pa.Table, wins: pa.Table, hand_of_win: Int64) -> WinColumns:
    """The hands that won; `hand_of_win` is the position of each win's hand."""
    k = wins.num_rows
    columns = new_win_columns(k)
    _add_counts(wins["concealed"], columns.hand)
    _add_counts(wins["flowers"], columns.flowers)
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


def _add_counts(column: pa.ChunkedArray, counts: Int8) -> None:
    """Count lists of tiles by kind, int8 (k, 42)."""
    offsets, tiles = list_values(column)
    row = np.repeat(np.arange(len(counts)), np.diff(offsets))
    np.add.at(counts.reshape(-1), row * N_TILES + tiles, np.int8(1))


def _fill_melds(column: pa.ChunkedArray, columns: WinColumns) -> Int64:
    """Write the melds of the wins; returns how many each has.

    An exposed kong is one whether it was claimed or added: both are scored alike.
    """
    flat = whole(column)
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
    flat = whole(column)
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
    flat = whole(hands["bets"])
    values: NDArray[np.int32] = flat.flatten().to_numpy(zero_copy_only=False).astype(np.int32)
    return values.reshape(-1, 4)
