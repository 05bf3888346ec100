"""What stands in the database of a lake for all its connections, whatever one of them shadows."""

from __future__ import annotations

import threading
from typing import Final

import duckdb

_NAMING: Final = threading.Lock()


def stored(con: duckdb.DuckDBPyConnection) -> str:
    """The schema of the views of the lake: names behind it are never those of a filter."""
    database = con.sql("select current_database()").fetchall()[0][0]
    return f'"{database}".main'


def name_values(con: duckdb.DuckDBPyConnection, column: str, table: str) -> None:
    """Make the enumeration ``<column>_name`` of a column, unless it is there: a byte or two a row.

    Args:
        con: a connection with the views of a lake, which do not change any more.
        column: of texts.
        table: a view of the lake.
    """
    lake = stored(con)
    # Two connections cannot make one type at a time. It cannot be empty, a lake can.
    with _NAMING:
        known = con.sql("select type_name from duckdb_types() where not internal").fetchall()
        if (f"{column}_name",) in known:
            return  # "if not exists" would read the column all the same
        con.execute(
            f"create type {lake}.{column}_name as enum "
            f"(select '' union select distinct {column} from {lake}.{table} order by all)"
        )


def name_runs(con: duckdb.DuckDBPyConnection) -> None:
    """Make the type ``run_name``, of the runs of a lake."""
    name_values(con, "run", "runs")
