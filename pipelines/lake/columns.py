"""From played batches to Arrow tables in the lake's schemas, without a loop over hands.

Kernels leave codes, masks and ragged arrays; the tables hold names and lists. Everything here is
array arithmetic: −1 becomes null, codes become dictionary entries, masks become lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
import pyarrow as pa
from numpy.typing import NDArray

from engine.readings import format_group
from pipelines.batches import record_hand_ids
from schemas.batch import Int8, Int64, PlayedBatch, Ragged, RecordBatch
from schemas.codes import (
    ABORT_REASONS,
    ACTIONS,
    AGREEMENTS,
    CHANCE_REASONS,
    FLAGS,
    MELD_CHOW,
    MELD_KINDS,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
    OUTCOMES,
    SETTLEMENT_PARTS,
    TILE_SOURCES,
    TURN_WILDCARD,
    WAITS,
    WIN_BY,
    WIN_ITEMS,
)
from schemas.tables import MELD, NAME, TABLES

Columns = dict[str, Any]


def played_tables(
    batch: RecordBatch,
    played: PlayedBatch,
    *,
    run: str,
    rules: str,
    patterns: Sequence[str],
    agreement: Int8 | None = None,
    keep_walls: bool = True,
) -> dict[str, pa.Table]:
    """The rows of a played batch as Arrow tables.

    Args:
        batch: what was played, sessions numbered as in the run.
        played: what the state machine made of it.
        run: run id.
        rules: name of the rule set.
        patterns: pattern keys by id.
        agreement: code of `AGREEMENTS` for each row of ``played.hands``; None: not recorded.
        keep_walls: store the walls that the batch knows.
    """
    ids = record_hand_ids(batch)
    tables = {
        "hands": _hands(batch, played, agreement, keep_walls),
        "events": _events(played.events),
        "wins": _wins(played.wins),
        "win_patterns": _win_patterns(played.win_patterns, patterns),
        "win_items": _win_items(played.win_items),
        "settlements": _settlements(played.settlements),
        "chances": _chances(played.chances),
    }
    hands: dict[str, Int64] = {
        "hands": played.hands["hand"],
        "events": played.events["hand"],
        "wins": played.wins["hand"],
        "win_patterns": played.win_patterns["hand"],
        "win_items": played.win_items["hand"],
        "settlements": played.settlements["hand"],
        "chances": played.chances["hand"],
    }
    return {
        name: as_table(name, columns | hand_key(run, rules, ids[hands[name]]))
        for name, columns in tables.items()
    }


def as_table(name: str, columns: Columns) -> pa.Table:
    """Columns by name in the order and with the types of a table's schema."""
    schema = TABLES[name]
    return pa.Table.from_arrays([columns[field.name] for field in schema], schema=schema)


def empty_table(name: str) -> pa.Table:
    """A table without rows."""
    return TABLES[name].empty_table()


def hand_key(run: str, rules: str, ids: Int64) -> Columns:
    """The columns that every table of hands begins with."""
    return {
        "run": constant(run, len(ids)),
        "rules": constant(rules, len(ids)),
        "hand_id": pa.array(ids),
    }


def constant(text: str, n: int) -> pa.Array:
    """One string n times."""
    return pa.DictionaryArray.from_arrays(
        pa.array(np.zeros(n, np.int32)), pa.array([text], pa.string())
    )


def _hands(
    batch: RecordBatch, played: PlayedBatch, agreement: Int8 | None, keep_walls: bool
) -> Columns:
    hands = played.hands
    index = hands["hand"]
    n = len(index)
    meta = batch.meta[index]
    if agreement is None:
        agreement = np.zeros(n, np.int8)
    session = pa.array(meta["session"].to_numpy())
    return {
        "session": session,
        "hand_in_session": pa.array(meta["hand_in_session"].to_numpy()),
        "deal": session,
        "permutation": pa.array(np.zeros(n, np.int8)),
        "source": _text(meta["source"]).dictionary_encode().cast(NAME),
        "source_file": _text(meta["source_file"]).dictionary_encode().cast(NAME),
        "match_id": _text(meta["match_id"]),
        "played_at": _arrow(meta["played_at"]).cast(pa.timestamp("ms", tz="UTC")),
        "players": _lists(meta["players"], [None] * 4, pa.string()),
        "dealer_seat": pa.array(batch.dealer[index]),
        "round_wind": pa.array(batch.round_wind[index]),
        "dealer_streak": pa.array(batch.streak[index]),
        "wildcard": _nullable(_wildcards(batch, played.events)[index]),
        "bets": _lists(meta["bets"], [0] * 4, pa.int32()),
        "outcome": _enum(hands["outcome"], OUTCOMES),
        "abort_reason": _enum(hands["abort_reason"], ABORT_REASONS),
        "winners": _ints(hands["winners"], np.int8),
        "n_events": _ints(hands["n_events"], np.int16),
        "n_draws": _ints(hands["n_draws"], np.int16),
        "wall_left": _ints(hands["wall_left"], np.int16),
        "dealt_distance": _rows(hands["dealt_distance"]),
        "recorded_total": _arrow(meta["recorded_total"]),
        "recorded_deltas": _lists(meta["recorded_deltas"], None, pa.int32()),
        "recorded_patterns": _lists(meta["recorded_patterns"], None, pa.string()),
        "agreement": _enum(agreement, AGREEMENTS),
        "wall": _walls(batch.wall[index]) if keep_walls else pa.nulls(n, pa.list_(pa.int8())),
    }


def _wildcards(batch: RecordBatch, events: Columns) -> Int8:
    """The kind turned up in each hand of a batch: what was turned last, else what is recorded."""
    kinds = batch.wildcard.copy()
    turned = events["action"] == TURN_WILDCARD
    kinds[events["hand"][turned]] = events["tile"][turned]
    return kinds


def _events(events: Columns) -> Columns:
    return {
        "seq": _ints(events["seq"], np.int16),
        "seat": _ints(events["seat"], np.int8),
        "action": _enum(events["action"], ACTIONS),
        "tile": _nullable(_narrow(events["tile"], np.int8)),
        "tiles": _ragged(events["tiles"], np.int8, empty_is_null=True),
        "from_seat": _nullable(_narrow(events["from_seat"], np.int8)),
        "from_seq": _nullable(_narrow(events["from_seq"], np.int16)),
        "source": _enum(events["source"], TILE_SOURCES),
        "wall_left": _ints(events["wall_left"], np.int16),
    }


def _wins(wins: Columns) -> Columns:
    return {
        "winner": _ints(wins["winner"], np.int8),
        "payer": _nullable(_narrow(wins["payer"], np.int8)),
        "win_by": _enum(wins["win_by"], WIN_BY),
        "win_tile": _nullable(_narrow(wins["win_tile"], np.int8)),
        "concealed": _ragged(wins["concealed"], np.int8),
        "melds": _melds(wins["melds"]),
        "flags": _flags(wins["flags"]),
        "flowers": _ragged(wins["flowers"], np.int8),
        "reading": _readings(wins["reading"]),
        "wait": _enum(wins["wait"], WAITS),
        "n_waits": _ints(wins["n_waits"], np.int8),
        "turn": _ints(wins["turn"], np.int16),
        "first_ready_turn": _nullable(_narrow(wins["first_ready_turn"], np.int16)),
        "total": _ints(wins["total"], np.int32),
        "uncapped": _ints(wins["uncapped"], np.int32),
        "limit_hit": pa.array(np.asarray(wins["limit_hit"], dtype=np.bool_)),
        "wildcards_used": _ints(wins["wildcards_used"], np.int8),
        "n_patterns": _ints(wins["n_patterns"], np.int8),
    }


def _win_patterns(rows: Columns, patterns: Sequence[str]) -> Columns:
    return {
        "winner": _ints(rows["winner"], np.int8),
        "pattern": _enum(rows["pattern"], patterns),
        "count": _ints(rows["count"], np.int16),
        "value": _ints(rows["value"], np.int32),
        "marginal": _ints(rows["marginal"], np.int32),
    }


def _win_items(rows: Columns) -> Columns:
    return {
        "winner": _ints(rows["winner"], np.int8),
        "key": _enum(rows["item"], WIN_ITEMS),
        "count": _ints(rows["count"], np.int16),
        "value": _ints(rows["value"], np.int32),
    }


def _settlements(rows: Columns) -> Columns:
    return {"seat": _ints(rows["seat"], np.int8)} | {
        name: _ints(rows[name], np.int32) for name in ("delta", *SETTLEMENT_PARTS)
    }


def _chances(rows: Columns) -> Columns:
    return {
        "seq": _ints(rows["seq"], np.int16),
        "seat": _ints(rows["seat"], np.int8),
        "tile": _ints(rows["tile"], np.int8),
        "win_by": _enum(rows["win_by"], WIN_BY),
        "total": _ints(rows["total"], np.int32),
        "reason": _enum(rows["reason"], CHANCE_REASONS),
    }


def _narrow(values: NDArray[Any], dtype: type[np.integer[Any]]) -> NDArray[Any]:
    """The values in the column's width; a value that does not fit is an error, never wrapped."""
    values = np.asarray(values)
    if values.dtype == dtype:
        return values
    narrow = values.astype(dtype)
    if not np.array_equal(narrow, values):
        raise OverflowError(f"a value does not fit {np.dtype(dtype).name}")
    return narrow


def _ints(values: NDArray[Any], dtype: type[np.integer[Any]]) -> pa.Array:
    return pa.array(_narrow(values, dtype))


def _nullable(values: NDArray[Any]) -> pa.Array:
    """Integers of which −1 means none."""
    return pa.array(values, mask=values == -1)


def _enum(codes: NDArray[Any], names: Sequence[str]) -> pa.Array:
    """Codes as dictionary entries; −1 means none."""
    indices = _nullable(_narrow(codes, np.int8))
    return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))


def _list_array(
    offsets: NDArray[Any], values: pa.Array, null: NDArray[np.bool_] | None = None
) -> pa.Array:
    mask = None if null is None else pa.array(null)
    return pa.ListArray.from_arrays(pa.array(offsets.astype(np.int32)), values, mask=mask)


def _ragged(
    column: Ragged, dtype: type[np.integer[Any]], *, empty_is_null: bool = False
) -> pa.Array:
    null = np.diff(column.offsets) == 0 if empty_is_null else None
    return _list_array(column.offsets, _ints(column.values, dtype), null)


def _rows(matrix: NDArray[Any]) -> pa.Array:
    """Each row of a matrix as one list."""
    n, width = matrix.shape
    return _list_array(np.arange(n + 1) * width, _ints(matrix.ravel(), np.int8))


def _walls(walls: Int8) -> pa.Array:
    """Walls up to their last tile; null where nothing is known."""
    known = walls >= 0
    lengths = known.sum(axis=1)
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    return _list_array(offsets, pa.array(walls[known]), lengths == 0)


def _melds(column: Ragged) -> pa.Array:
    """Melds from rows of (kind, lowest tile, giver): tiles written out."""
    kind, low, giver = (column.values[:, i] for i in range(3))
    n_tiles = np.where(kind <= MELD_PUNG, 3, 4)
    starts = np.concatenate(([0], np.cumsum(n_tiles)))
    within = np.arange(starts[-1]) - np.repeat(starts[:-1], n_tiles)
    step = np.repeat(kind == MELD_CHOW, n_tiles)
    tiles = np.repeat(low, n_tiles) + np.where(step, within, 0)
    names = pa.array(MELD_KINDS, pa.string())
    melds = pa.StructArray.from_arrays(
        [
            names.take(pa.array(kind)),
            _list_array(starts, _ints(tiles, np.int8)),
            pa.array(kind == MELD_KONG_CONCEALED),
            _nullable(_narrow(giver, np.int8)),
        ],
        fields=list(MELD),
    )
    return _list_array(column.offsets, melds)


def _flags(masks: NDArray[Any]) -> pa.Array:
    """Flag masks as lists of names."""
    distinct, index = np.unique(np.asarray(masks), return_inverse=True)
    lists = [[name for i, name in enumerate(FLAGS) if int(mask) >> i & 1] for mask in distinct]
    return pa.array(lists, pa.list_(pa.string())).take(pa.array(index))


def _readings(column: Ragged) -> pa.Array:
    """Codes of the reading's groups as they are written: ``123m``, ``CCC``, ``55p``."""
    distinct, index = np.unique(column.values, return_inverse=True)
    names = pa.array([format_group(code) for code in distinct.tolist()], pa.string())
    return _list_array(column.offsets, names.take(pa.array(index)))


def _arrow(series: pl.Series) -> pa.Array:
    chunked = series.to_arrow()
    return chunked.combine_chunks() if isinstance(chunked, pa.ChunkedArray) else chunked


def _text(series: pl.Series) -> pa.Array:
    return _arrow(series).cast(pa.string())


def _lists(series: pl.Series, missing: list[Any] | None, item: Any) -> pa.Array:
    """A list column; `missing` stands for a list that was not given, None leaves it null."""
    lists = _arrow(series).cast(pa.list_(item))
    if missing is None or not lists.null_count:
        return lists
    return lists.fill_null(pa.scalar(missing, pa.list_(item)))
