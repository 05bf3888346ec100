"""From played batches to Arrow tables in the lake's schemas, without a loop over hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from pipelines.batches import record_hand_ids
from pipelines.lake.about_hands import recorded_hands, simulated_hands
from pipelines.lake.arrays import (
    Columns,
    constant,
    enum,
    flags,
    ints,
    melds,
    narrow,
    nullable,
    ragged,
    readings,
    rows,
)
from schemas.batch import Int8, Int64, PlayedBatch, RecordBatch
from schemas.codes import (
    ABORT_REASONS,
    ACTIONS,
    CHANCE_REASONS,
    OUTCOMES,
    SETTLEMENT_PARTS,
    TILE_SOURCES,
    WAITS,
    WIN_BY,
    WIN_ITEMS,
)
from schemas.records import HANDS_PER_SESSION
from schemas.tables import TABLES

if TYPE_CHECKING:
    from engine.simulate import SimulatedBatch


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
    """The rows of a replayed batch as Arrow tables.

    Args:
        batch: what was played, sessions numbered as in the run.
        played: what the state machine made of it.
        run: run id.
        rules: name of the rule set.
        patterns: pattern keys by id.
        agreement: code of `AGREEMENTS` for each row of ``played.hands``; None: not recorded.
        keep_walls: store the walls that the batch knows.
    """
    about = recorded_hands(batch, played, agreement, keep_walls=keep_walls)
    return _tables(played, record_hand_ids(batch), about, run, rules, patterns)


def simulated_tables(
    batch: SimulatedBatch,
    *,
    run: str,
    rules: str,
    patterns: Sequence[str],
    players: Sequence[str],
) -> dict[str, pa.Table]:
    """The rows of a simulated batch as Arrow tables.

    Args:
        batch: what was played.
        run: run id.
        rules: name of the rule set.
        patterns: pattern keys by id.
        players: names of the four players by number.
    """
    ids = batch.session * HANDS_PER_SESSION + batch.hand_in_session
    about = simulated_hands(batch, players)
    return _tables(batch.played, ids, about, run, rules, patterns)


def settled_tables(
    settled: Mapping[str, Columns],
    ids: Int64,
    *,
    run: str,
    rules: str,
    patterns: Sequence[str],
) -> dict[str, pa.Table]:
    """Patterns, items and payments of hands that were settled again.

    Args:
        settled: ``win_patterns``, ``win_items`` and ``settlements`` as in `PlayedBatch`.
        ids: hand ids by the `hand` of the columns.
        run: run id.
        rules: name of the rule set.
        patterns: pattern keys by id.
    """
    made = {
        "win_patterns": _win_patterns(settled["win_patterns"], patterns),
        "win_items": _win_items(settled["win_items"]),
        "settlements": _settlements(settled["settlements"]),
    }
    return {
        name: as_table(name, columns | hand_key(run, rules, ids[settled[name]["hand"]]))
        for name, columns in made.items()
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


def _tables(
    played: PlayedBatch,
    ids: Int64,
    about: Columns,
    run: str,
    rules: str,
    patterns: Sequence[str],
) -> dict[str, pa.Table]:
    """All tables; `ids` are those of the batch's hands, `about` the other columns of `hands`."""
    made = {
        "hands": (played.hands, about | _hands(played.hands)),
        "events": (played.events, _events(played.events)),
        "wins": (played.wins, _wins(played.wins)),
        "win_patterns": (played.win_patterns, _win_patterns(played.win_patterns, patterns)),
        "win_items": (played.win_items, _win_items(played.win_items)),
        "settlements": (played.settlements, _settlements(played.settlements)),
        "chances": (played.chances, _chances(played.chances)),
    }
    return {
        name: as_table(name, columns | hand_key(run, rules, ids[rows_of["hand"]]))
        for name, (rows_of, columns) in made.items()
    }


def _hands(hands: Columns) -> Columns:
    return {
        "outcome": enum(hands["outcome"], OUTCOMES),
        "abort_reason": enum(hands["abort_reason"], ABORT_REASONS),
        "winners": ints(hands["winners"], np.int8),
        "n_events": ints(hands["n_events"], np.int16),
        "n_draws": ints(hands["n_draws"], np.int16),
        "wall_left": ints(hands["wall_left"], np.int16),
        "dealt_distance": rows(hands["dealt_distance"]),
    }


def _events(events: Columns) -> Columns:
    return {
        "seq": ints(events["seq"], np.int16),
        "seat": ints(events["seat"], np.int8),
        "action": enum(events["action"], ACTIONS),
        "tile": nullable(narrow(events["tile"], np.int8)),
        "tiles": ragged(events["tiles"], np.int8, empty_is_null=True),
        "from_seat": nullable(narrow(events["from_seat"], np.int8)),
        "from_seq": nullable(narrow(events["from_seq"], np.int16)),
        "source": enum(events["source"], TILE_SOURCES),
        "wall_left": ints(events["wall_left"], np.int16),
    }


def _wins(wins: Columns) -> Columns:
    return {
        "winner": ints(wins["winner"], np.int8),
        "payer": nullable(narrow(wins["payer"], np.int8)),
        "win_by": enum(wins["win_by"], WIN_BY),
        "win_tile": nullable(narrow(wins["win_tile"], np.int8)),
        "concealed": ragged(wins["concealed"], np.int8),
        "melds": melds(wins["melds"]),
        "flags": flags(wins["flags"]),
        "flowers": ragged(wins["flowers"], np.int8),
        "reading": readings(wins["reading"]),
        "wait": enum(wins["wait"], WAITS),
        "n_waits": ints(wins["n_waits"], np.int8),
        "turn": ints(wins["turn"], np.int16),
        "first_ready_turn": nullable(narrow(wins["first_ready_turn"], np.int16)),
        "total": ints(wins["total"], np.int32),
        "uncapped": ints(wins["uncapped"], np.int32),
        "limit_hit": pa.array(np.asarray(wins["limit_hit"], dtype=np.bool_)),
        "wildcards_used": ints(wins["wildcards_used"], np.int8),
        "n_patterns": ints(wins["n_patterns"], np.int8),
    }


def _win_patterns(found: Columns, patterns: Sequence[str]) -> Columns:
    return {
        "winner": ints(found["winner"], np.int8),
        "pattern": enum(found["pattern"], patterns),
        "count": ints(found["count"], np.int16),
        "value": ints(found["value"], np.int32),
        "marginal": ints(found["marginal"], np.int32),
    }


def _win_items(items: Columns) -> Columns:
    return {
        "winner": ints(items["winner"], np.int8),
        "key": enum(items["item"], WIN_ITEMS),
        "count": ints(items["count"], np.int16),
        "value": ints(items["value"], np.int32),
    }


def _settlements(paid: Columns) -> Columns:
    return {"seat": ints(paid["seat"], np.int8)} | {
        name: ints(paid[name], np.int32) for name in ("delta", *SETTLEMENT_PARTS)
    }


def _chances(missed: Columns) -> Columns:
    return {
        "seq": ints(missed["seq"], np.int16),
        "seat": ints(missed["seat"], np.int8),
        "tile": ints(missed["tile"], np.int8),
        "win_by": enum(missed["win_by"], WIN_BY),
        "total": ints(missed["total"], np.int32),
        "reason": enum(missed["reason"], CHANCE_REASONS),
    }
