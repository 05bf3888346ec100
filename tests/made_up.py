"""Lakes' tables from arrays of made-up numbers, for tests that need many hands.

Nothing here runs the engine or the statistics: columns come from the test, all others are empty or
the same in every row.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa

from pipelines.lake.views import derived_sql
from schemas.tables import TABLES

RUN = "made-up-sim-0123456789ab"
SEATINGS = np.array(list(permutations(range(4))))
"""The 24 orders of four players; row k names the player at each seat."""
_PARTS = ("win", "dealer", "losers", "liability", "kong", "bet", "penalty")


def tables_connection(**tables: Mapping[str, Any]) -> duckdb.DuckDBPyConnection:
    """A connection whose views hold these columns; values that are no arrays fill their column."""
    con = duckdb.connect()
    for name, schema in TABLES.items():
        given = tables.get(name, {})
        n = max((len(values) for values in given.values() if _is_column(values)), default=0)
        columns = []
        for field in schema:
            value = given.get(field.name, RUN if field.name == "run" else None)
            values = value if _is_column(value) else [value] * n
            columns.append(pa.array(values, plain_type(field.type)))
        names = schema.names
        table = pa.Table.from_arrays(columns, names=names)
        con.register(f"{name}_rows", pl.from_arrow(table).to_arrow())
        con.execute(f"create view {name} as from {name}_rows")
    con.execute(f"create view runs as select '{RUN}' as run, 'made-up' as rules")
    con.execute(derived_sql())
    return con


def paid_hands(points: np.ndarray, deal: np.ndarray, **hands: Any) -> duckdb.DuckDBPyConnection:
    """Hands with the points of their four seats.

    Args:
        points: whole numbers by hand and seat.
        deal: of each hand.
        hands: other columns of the table of hands.
    """
    n = len(points)
    number = np.arange(n)
    seats = np.tile(np.arange(4), n)
    settled = {"hand_id": np.repeat(number, 4), "seat": seats, "delta": points.reshape(-1)}
    parts = dict.fromkeys(_PARTS, 0) | {"win": points.reshape(-1)}
    known = {"hand_id": number, "deal": deal, "dealer_seat": 0, "outcome": "win", "winners": 1}
    return tables_connection(hands=known | hands, settlements=settled | parts)


def duplicate_hands(points: np.ndarray, policies: list[str]) -> duckdb.DuckDBPyConnection:
    """A duplicate run: points by deal, seating (as in `SEATINGS`) and seat."""
    n = len(points)
    named = [f"p{player}:{policy}" for player, policy in enumerate(policies)]
    seated = [[named[player] for player in order] for order in SEATINGS]
    return paid_hands(
        points.reshape(-1, 4),
        np.repeat(np.arange(n), 24),
        permutation=np.tile(np.arange(24), n),
        players=seated * n,
    )


def plain_type(kind: pa.DataType) -> pa.DataType:
    """The plain type behind a dictionary."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _is_column(value: Any) -> bool:
    return isinstance(value, (np.ndarray, list))
