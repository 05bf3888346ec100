"""One read-only query against the views of a lake, for people who type SQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import duckdb

from pipelines.lake.filtering import Left, filtered, left
from pipelines.lake.filters import Filter
from pipelines.lake.lake import Lake
from pipelines.lake.views import readable
from schemas.errors import UsageError

_READING: Final = ("SELECT", "EXPLAIN", "MULTI")
"""Kinds of statements that change nothing; MULTI is what PIVOT becomes."""


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a query, values as Python has them, and how much the filter left it to see."""

    columns: list[str]
    types: list[str]
    rows: list[tuple[Any, ...]]
    left: Left


def run_query(lake: Lake, query: str, chosen: Filter | None = None) -> QueryResult:
    """Run one query that reads, over what a filter chooses.

    Nothing outside the lake's folder can be read and nothing can be written: other statements are
    refused, and DuckDB itself is locked in.

    Raises:
        UsageError: where the text is not one query that reads, or DuckDB refuses it, or the
            filter names what is not there.
        LakeError: where the filter leaves no hand.
    """
    with readable():
        connection = lake.connect()
    try:
        statements = connection.extract_statements(query)
        if len(statements) != 1:
            raise UsageError(f"one query at a time, not {len(statements)}", code="bad_query")
        kind = statements[0].type.name
        if kind not in _READING:
            raise UsageError(
                f"{kind} statements change things; paipu sql only reads: SELECT, FROM, WITH, "
                "SUMMARIZE, DESCRIBE, PIVOT, EXPLAIN",
                code="bad_query",
            )
        with filtered(connection, chosen or Filter()):
            seen = left(connection)
            _lock_in(connection, lake)
            result = connection.sql(query)
            if result is None:
                return QueryResult([], [], [], seen)
            types = [str(kind) for kind in result.types]
            return QueryResult(result.columns, types, result.fetchall(), seen)
    except duckdb.Error as error:
        raise UsageError(
            f"the query cannot be run: {_sentence(error)}", code="bad_query"
        ) from error
    finally:
        connection.close()


def _lock_in(connection: duckdb.DuckDBPyConnection, lake: Lake) -> None:
    if lake.storage.local:
        folder = lake.uri.replace("'", "''")
        connection.execute(f"set allowed_directories = ['{folder}/']")
    connection.execute("set python_enable_replacements = false")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")


def _sentence(error: duckdb.Error) -> str:
    """DuckDB's message without its picture of the query, on one line."""
    head = str(error).split("\n\nLINE ")[0]
    return " ".join(head.split())
