"""The lake's tables as Arrow schemas: every column, its type and whether it may be missing.

One explicit schema a table, also for tables without rows, so that no reader ever has to guess a
type from what happens to lie in a file. Enumerations are dictionary-encoded strings; points are
integers; times are UTC.
"""

from __future__ import annotations

from typing import Final

import pyarrow as pa

SCHEMA_VERSION: Final = 1
"""Version of the tables; stands in every manifest and in the footer of every part."""

ENUM: Final = pa.dictionary(pa.int8(), pa.string())
"""A string out of a short fixed list."""
NAME: Final = pa.dictionary(pa.int32(), pa.string())
"""A string that many rows share: the run, the rule set, a file."""
TILES: Final = pa.list_(pa.int8())
POINTS: Final = pa.list_(pa.int32())
STRINGS: Final = pa.list_(pa.string())
MELD: Final = pa.struct(
    [
        pa.field("kind", pa.string()),
        pa.field("tiles", TILES),
        pa.field("concealed", pa.bool_()),
        pa.field("from_seat", pa.int8()),
    ]
)
"""chow, pung or kong; `from_seat` gave the claimed tile, null for a concealed kong."""


def _schema(*columns: tuple[str, pa.DataType]) -> pa.Schema:
    """A schema from (name, type) pairs; a name that ends in ``?`` may be null."""
    return pa.schema(
        [pa.field(name.rstrip("?"), kind, nullable=name.endswith("?")) for name, kind in columns]
    )


_HAND_KEY: Final = (("run", NAME), ("rules", NAME), ("hand_id", pa.int64()))

HANDS: Final = _schema(
    *_HAND_KEY,
    ("session", pa.int64()),
    ("hand_in_session", pa.int16()),
    ("deal", pa.int64()),
    ("permutation", pa.int8()),
    ("source", NAME),
    ("source_file?", NAME),
    ("match_id?", pa.string()),
    ("played_at?", pa.timestamp("ms", tz="UTC")),
    ("players", STRINGS),
    ("dealer_seat", pa.int8()),
    ("round_wind", pa.int8()),
    ("dealer_streak", pa.int16()),
    ("wildcard?", pa.int8()),
    ("bets", POINTS),
    ("outcome", ENUM),
    ("abort_reason?", ENUM),
    ("winners", pa.int8()),
    ("n_events", pa.int16()),
    ("n_draws", pa.int16()),
    ("wall_left", pa.int16()),
    ("dealt_distance", TILES),
    ("recorded_total?", pa.int32()),
    ("recorded_deltas?", POINTS),
    ("recorded_patterns?", STRINGS),
    ("agreement", ENUM),
    ("wall?", TILES),
)
"""One row a hand. `winners` has bit s for seat s; `wall` is kept for recorded walls only."""

EVENTS: Final = _schema(
    *_HAND_KEY,
    ("seq", pa.int16()),
    ("seat", pa.int8()),
    ("action", ENUM),
    ("tile?", pa.int8()),
    ("tiles?", TILES),
    ("from_seat?", pa.int8()),
    ("from_seq?", pa.int16()),
    ("source?", ENUM),
    ("wall_left", pa.int16()),
)
"""One row an event; the events of a hand alone replay it. `source` is where a draw came from."""

WINS: Final = _schema(
    *_HAND_KEY,
    ("winner", pa.int8()),
    ("payer?", pa.int8()),
    ("win_by", ENUM),
    ("win_tile?", pa.int8()),
    ("concealed", TILES),
    ("melds", pa.list_(MELD)),
    ("flags", STRINGS),
    ("flowers", TILES),
    ("reading", STRINGS),
    ("wait", ENUM),
    ("n_waits", pa.int8()),
    ("turn", pa.int16()),
    ("first_ready_turn?", pa.int16()),
    ("total", pa.int32()),
    ("uncapped", pa.int32()),
    ("limit_hit", pa.bool_()),
    ("wildcards_used", pa.int8()),
    ("n_patterns", pa.int8()),
)
"""One row a winner; `concealed` leaves the winning tile out, `payer` is null on self-draw."""

WIN_PATTERNS: Final = _schema(
    *_HAND_KEY,
    ("winner", pa.int8()),
    ("pattern", ENUM),
    ("count", pa.int16()),
    ("value", pa.int32()),
    ("marginal", pa.int32()),
)
"""One row a pattern of a win; `marginal` is what the total loses when the row is neutral."""

WIN_ITEMS: Final = _schema(
    *_HAND_KEY,
    ("winner", pa.int8()),
    ("key", ENUM),
    ("count", pa.int16()),
    ("value", pa.int32()),
)
"""One row an item of a win in systems that count points beside patterns."""

SETTLEMENTS: Final = _schema(
    *_HAND_KEY,
    ("seat", pa.int8()),
    ("delta", pa.int32()),
    ("win", pa.int32()),
    ("dealer", pa.int32()),
    ("losers", pa.int32()),
    ("liability", pa.int32()),
    ("kong", pa.int32()),
    ("bet", pa.int32()),
    ("penalty", pa.int32()),
)
"""Four rows a hand; `delta` is the sum of the parts, and each part sums to zero over the seats."""

CHANCES: Final = _schema(
    *_HAND_KEY,
    ("seq", pa.int16()),
    ("seat", pa.int8()),
    ("tile", pa.int8()),
    ("win_by", ENUM),
    ("total", pa.int32()),
    ("reason", ENUM),
)
"""One row a completion that was not taken."""

HANDS_CHANGED: Final = _schema(*_HAND_KEY, ("outcome", ENUM))
"""Outcomes of a rescored run that differ from its parent's."""

REJECTS: Final = _schema(
    ("run", NAME),
    ("source_file", NAME),
    ("position", pa.string()),
    ("match_id?", pa.string()),
    ("code", NAME),
    ("message", pa.string()),
    ("excerpt", pa.string()),
)
"""One row a record that was refused: where it stands and why."""

TABLES: Final[dict[str, pa.Schema]] = {
    "hands": HANDS,
    "events": EVENTS,
    "wins": WINS,
    "win_patterns": WIN_PATTERNS,
    "win_items": WIN_ITEMS,
    "settlements": SETTLEMENTS,
    "chances": CHANCES,
    "hands_changed": HANDS_CHANGED,
    "rejects": REJECTS,
}
"""Every table of the lake by name."""

PLAYED_TABLES: Final = (
    "hands",
    "events",
    "wins",
    "win_patterns",
    "win_items",
    "settlements",
    "chances",
)
"""Tables that every hand which was played or replayed fills."""
