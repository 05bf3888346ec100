"""The tables' columns and types, written out: a change here changes every lake."""

import pytest

from schemas.tables import PLAYED_TABLES, TABLES

ENUM = "dictionary<values=string, indices=int8, ordered=0>"
NAME = "dictionary<values=string, indices=int32, ordered=0>"
TILES = "list<item: int8>"
POINTS = "list<item: int32>"
STRINGS = "list<item: string>"
MELDS = (
    "list<item: struct<kind: string, tiles: list<item: int8>, concealed: bool, from_seat: int8>>"
)
KEY = [("run", NAME), ("rules", NAME), ("hand_id", "int64")]

GOLDEN = {
    "hands": [
        *KEY,
        ("session", "int64"),
        ("hand_in_session", "int16"),
        ("deal", "int64"),
        ("permutation", "int8"),
        ("source", NAME),
        ("source_file?", NAME),
        ("match_id?", "string"),
        ("played_at?", "timestamp[ms, tz=UTC]"),
        ("players", STRINGS),
        ("dealer_seat", "int8"),
        ("round_wind", "int8"),
        ("dealer_streak", "int16"),
        ("wildcard?", "int8"),
        ("bets", POINTS),
        ("outcome", ENUM),
        ("abort_reason?", ENUM),
        ("winners", "int8"),
        ("n_events", "int16"),
        ("n_draws", "int16"),
        ("wall_left", "int16"),
        ("dealt_distance", TILES),
        ("recorded_total?", "int32"),
        ("recorded_deltas?", POINTS),
        ("recorded_patterns?", STRINGS),
        ("agreement", ENUM),
        ("wall?", TILES),
    ],
    "events": [
        *KEY,
        ("seq", "int16"),
        ("seat", "int8"),
        ("action", ENUM),
        ("tile?", "int8"),
        ("tiles?", TILES),
        ("from_seat?", "int8"),
        ("from_seq?", "int16"),
        ("source?", ENUM),
        ("wall_left", "int16"),
    ],
    "wins": [
        *KEY,
        ("winner", "int8"),
        ("payer?", "int8"),
        ("win_by", ENUM),
        ("win_tile?", "int8"),
        ("concealed", TILES),
        ("melds", MELDS),
        ("flags", STRINGS),
        ("flowers", TILES),
        ("reading", STRINGS),
        ("wait", ENUM),
        ("n_waits", "int8"),
        ("turn", "int16"),
        ("first_ready_turn?", "int16"),
        ("total", "int32"),
        ("uncapped", "int32"),
        ("limit_hit", "bool"),
        ("wildcards_used", "int8"),
        ("n_patterns", "int8"),
    ],
    "win_patterns": [
        *KEY,
        ("winner", "int8"),
        ("pattern", ENUM),
        ("count", "int16"),
        ("value", "int32"),
        ("marginal", "int32"),
    ],
    "win_items": [*KEY, ("winner", "int8"), ("key", ENUM), ("count", "int16"), ("value", "int32")],
    "settlements": [
        *KEY,
        ("seat", "int8"),
        ("delta", "int32"),
        ("win", "int32"),
        ("dealer", "int32"),
        ("losers", "int32"),
        ("liability", "int32"),
        ("kong", "int32"),
        ("bet", "int32"),
        ("penalty", "int32"),
    ],
    "chances": [
        *KEY,
        ("seq", "int16"),
        ("seat", "int8"),
        ("tile", "int8"),
        ("win_by", ENUM),
        ("total", "int32"),
        ("reason", ENUM),
    ],
    "hands_changed": [*KEY, ("outcome", ENUM)],
    "rejects": [
        ("run", NAME),
        ("source_file", NAME),
        ("position", "string"),
        ("match_id?", "string"),
        ("code", NAME),
        ("message", "string"),
        ("excerpt", "string"),
    ],
}


def test_there_are_these_tables_and_no_others():
    assert list(TABLES) == list(GOLDEN)


@pytest.mark.parametrize("table", GOLDEN)
def test_columns_and_types(table):
    found = [(f.name + "?" * f.nullable, str(f.type)) for f in TABLES[table]]
    assert found == GOLDEN[table]


def test_played_tables_leave_out_what_only_some_runs_have():
    assert set(GOLDEN) - set(PLAYED_TABLES) == {"hands_changed", "rejects"}
