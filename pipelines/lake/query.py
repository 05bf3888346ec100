"""One read-only query against the views of a lake, for people who type SQL."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import pyarrow as pa
from duckdb.sqltypes import DuckDBPyType

from pipelines.lake.filtering import Left, filtered, left
from pipelines.lake.filters import Filter
from pipelines.lake.lake import Lake
from pipelines.lake.views import readable
from schemas.errors import UsageError

_READING: Final = ("SELECT", "EXPLAIN", "MULTI")
"""Kinds of statements that change nothing; MULTI is what PIVOT becomes."""
_MEMORY: Final = "select current_setting('memory_limit')"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a query may take.

    Attributes:
        seconds: after these it is stopped.
        rows: more of them are left out.
        memory: for the database, as DuckDB writes it.
    """

    seconds: float
    rows: int
    memory: str


@dataclass(frozen=True, slots=True)
class QueryResult:
    """Rows of a query.

    Attributes:
        columns: their names.
        types: DuckDB's names of their types.
        rows: values as Python has them, intervals as DuckDB writes them.
        left: how much the filter left the query to see.
        cut: whether a limit left rows out.
    """

    columns: list[str]
    types: list[str]
    rows: list[tuple[Any, ...]]
    left: Left
    cut: bool = False


def run_query(
    lake: Lake, query: str, chosen: Filter | None = None, *, limits: Limits | None = None
) -> QueryResult:
    """Run one query that reads, over what a filter chooses.

    Nothing outside the lake's folder can be read and nothing can be written: other statements are
    refused, and DuckDB itself is locked in.

    Args:
        lake: whose views there are.
        query: one statement.
        chosen: what it sees; None: everything.
        limits: how much it may take; None: whatever it needs. Time is looked at between chunks of
            rows; `pipelines.lake.query_process` holds it to the second.

    Raises:
        UsageError: where the text is not one query that reads, DuckDB refuses it, it takes too
            long, or the filter names what is not there.
        LakeError: where the filter leaves no hand.
    """
    with _asked(lake, query, chosen or Filter(), limits) as (result, seen):
        if result is None:
            return QueryResult([], [], [], seen)
        columns, types = result.columns, [str(kind) for kind in result.types]
        written = with_intervals_written(result)
        if limits is None:
            return QueryResult(columns, types, written.fetchall(), seen)
        rows = written.limit(limits.rows + 1).fetchall()
        return QueryResult(columns, types, rows[: limits.rows], seen, len(rows) > limits.rows)


def query_table(lake: Lake, query: str, limits: Limits) -> pa.Table:
    """The rows of one query that reads as an Arrow table; arguments and errors as `run_query`.

    Intervals are text, as DuckDB writes them.
    """
    with _asked(lake, query, Filter(), limits) as (result, _):
        if result is None:
            return pa.table({})
        return with_intervals_written(result).limit(limits.rows).to_arrow_table()


@contextmanager
def _asked(
    lake: Lake, query: str, chosen: Filter, limits: Limits | None
) -> Iterator[tuple[duckdb.DuckDBPyRelation | None, Left]]:
    """The relation of a query, and what it sees; what befalls it is told in one sentence."""
    with readable():
        connection = lake.connect(chosen.run)
    memory = "" if limits is None else limits.memory
    stop = threading.Timer(limits.seconds, connection.interrupt) if limits else None
    try:
        statements = connection.extract_statements(query)
        if len(statements) != 1:
            raise UsageError(f"one query at a time, not {len(statements)}", code="bad_query")
        kind = statements[0].type.name
        if kind not in _READING:
            raise UsageError(
                f"{kind} statements change things; what reads is SELECT, FROM, WITH, SUMMARIZE, "
                "DESCRIBE, PIVOT, EXPLAIN",
                code="bad_query",
            )
        with filtered(connection, chosen):
            seen = left(connection)
            _lock_in(connection, lake, limits)
            memory = memory or connection.sql(_MEMORY).fetchall()[0][0]
            if stop is not None:
                stop.start()
            yield connection.sql(query), seen
    except duckdb.InterruptException as error:
        if limits is None:
            raise
        raise too_slow(limits) from error
    except duckdb.OutOfMemoryException as error:
        raise too_large(memory) from error
    except duckdb.Error as error:
        raise UsageError(
            f"the query cannot be run: {_sentence(error)}", code="bad_query"
        ) from error
    finally:
        if stop is not None:
            stop.cancel()
            if stop.ident is not None:
                stop.join()  # it may not interrupt a connection that is closed
        connection.close()


def too_slow(limits: Limits) -> UsageError:
    """What a query that took too long is told."""
    return UsageError(
        f"the query took longer than {limits.seconds:g} seconds and was stopped; ask for less of "
        "the lake, as with `where run = …`",
        code="slow_query",
    )


def too_large(memory: str) -> UsageError:
    """What a query that needs more memory than it may use is told."""
    return UsageError(
        f"the query needs more memory than the {memory} that it may use, and was stopped; ask for "
        "less of the lake, as with `where run = …`, for fewer columns, or count before joining and "
        "sorting",
        code="large_query",
    )


def with_intervals_written(result: duckdb.DuckDBPyRelation) -> duckdb.DuckDBPyRelation:
    """The same rows with intervals as the text that DuckDB writes for them, also within lists.

    Months and years have no fixed length: Python's and Arrow's durations would guess one.
    """
    kinds = [(kind, _written(kind)) for kind in result.types]
    if all(as_text == str(kind) for kind, as_text in kinds):
        return result
    parts = [
        f"#{place}" + ("" if as_text == str(kind) else f"::{as_text}") + f" as {_quoted(name)}"
        for place, (name, (kind, as_text)) in enumerate(
            zip(result.columns, kinds, strict=True), start=1
        )
    ]
    return result.project(", ".join(parts))


def _written(kind: DuckDBPyType | int | list[str]) -> str:
    """DuckDB's name of a type, with text in place of intervals; a size as it is."""
    if not isinstance(kind, DuckDBPyType) or "INTERVAL" not in str(kind):
        return str(kind)
    if kind.id == "interval":
        return "VARCHAR"
    if kind.id == "list":
        return f"{_written(kind.children[0][1])}[]"
    if kind.id == "array":
        return f"{_written(kind.children[0][1])}[{_written(kind.children[1][1])}]"
    if kind.id == "map":
        return f"MAP({', '.join(_written(inner) for _, inner in kind.children)})"
    if kind.id == "struct":
        fields = (f"{_quoted(name)} {_written(inner)}" for name, inner in kind.children)
        return f"STRUCT({', '.join(fields)})"
    return "VARCHAR" if kind.id == "union" else str(kind)


def _quoted(name: str) -> str:
    escaped = name.replace('"', '""')
    return f'"{escaped}"'


def _lock_in(connection: duckdb.DuckDBPyConnection, lake: Lake, limits: Limits | None) -> None:
    if lake.storage.local:
        folder = lake.uri.replace("'", "''")
        connection.execute(f"set allowed_directories = ['{folder}/']")
    # A query that needs more memory than there is ends; it writes nothing to a disk.
    connection.execute("set temp_directory = ''")
    if limits is not None:
        connection.execute(f"set memory_limit = '{limits.memory}'")
    connection.execute("set python_enable_replacements = false")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")


def _sentence(error: duckdb.Error) -> str:
    """DuckDB's message without its picture of the query, on one line."""
    head = str(error).split("\n\nLINE ")[0]
    return " ".join(head.split())
