"""The tables of a lake as DuckDB views over exactly the committed parts.

The same statements stand in ``views.sql`` in the lake's root, so that the DuckDB shell, notebooks
and BI tools see what paipu sees: ``duckdb -init data/lake/views.sql``.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import duckdb
import pyarrow as pa
import pyarrow.dataset as pads

from pipelines.lake.manifest import Manifest, list_runs, read_manifest
from pipelines.lake.storage import Storage
from schemas.errors import LakeError
from schemas.tables import TABLES

VIEWS_FILE: Final = "views.sql"
DERIVED_DIR: Final = Path(__file__).resolve().parent / "derived"
"""Views over the views of the tables, a file each; what several questions build upon."""

_RUN_COLUMNS: Final = (
    ("run", "varchar"),
    ("rules", "varchar"),
    ("kind", "varchar"),
    ("parent", "varchar"),
    ("rules_hash", "varchar"),
    ("engine_version", "integer"),
    ("started", "timestamptz"),
    ("finished", "timestamptz"),
    ("hands", "bigint"),
    ("rejects", "bigint"),
    ("bytes", "bigint"),
)


def committed(storage: Storage) -> list[Manifest]:
    """The manifests of all runs; a run that another process removes meanwhile is left out."""
    manifests = []
    for run in list_runs(storage):
        try:
            manifests.append(read_manifest(storage, run))
        except LakeError as error:
            if error.code != "unknown_run":
                raise
    return manifests


def part_files(manifests: Iterable[Manifest], table: str) -> list[str]:
    """Files of a table that hold rows, in the order of runs and parts."""
    return [
        part.files[table].path
        for manifest in manifests
        for part in manifest.parts
        if table in part.files and part.files[table].rows
    ]


def views_sql(storage: Storage, manifests: Sequence[Manifest]) -> str:
    """Statements that create or replace every view."""
    head = (
        "-- Views over exactly the committed parts of this lake; written by paipu with every\n"
        "-- commit and removal. Paths are absolute: after moving the lake run\n"
        "-- `paipu verify --repair`.\n"
    )
    statements = [_runs_view(manifests)]
    for table in TABLES:
        files = part_files(manifests, table)
        paths = ",\n  ".join(_quoted(storage.location(file)) for file in files)
        source = (
            f"read_parquet([\n  {paths}\n], union_by_name = true, hive_partitioning = false)"
            if files
            else None
        )
        statements.append(_view(table, source))
    return head + "\n".join([*statements, derived_sql()])


def derived_sql() -> str:
    """Statements that create or replace the views over the tables' views."""
    return "\n".join(
        f"create or replace view {path.stem} as\n{path.read_text(encoding='utf-8').rstrip()}\n;\n"
        for path in sorted(DERIVED_DIR.glob("*.sql"))
    )


def write_views(storage: Storage) -> None:
    """Bring ``views.sql`` up to date with the committed runs.

    No lock is needed: who writes looks again afterwards, and writes again when a run has come or
    gone meanwhile. So the last one to write has seen every run.
    """
    runs = None
    while runs != (seen := list_runs(storage)):
        storage.write(VIEWS_FILE, views_sql(storage, committed(storage)).encode())
        runs = seen


def connect(
    storage: Storage, manifests: Sequence[Manifest] | None = None
) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB connection with the views of a lake.

    Threads take ``connection.cursor()`` each; views are visible there. For lakes on object
    stores the parts are read through Arrow, whose tables only this connection sees.

    Args:
        storage: the lake.
        manifests: the runs to show; None: all that are committed.
    """
    if manifests is None:
        manifests = committed(storage)
    connection = duckdb.connect(
        config={"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    )
    connection.execute("set TimeZone = 'UTC'; set enable_progress_bar = false")
    if storage.local:
        connection.execute(views_sql(storage, manifests))
        return connection
    connection.execute(_runs_view(manifests))
    for table, schema in TABLES.items():
        files = [storage.path(file) for file in part_files(manifests, table)]
        if files:
            source = pads.dataset(files, schema=schema, filesystem=storage.filesystem)
            connection.register(f"{table}_parts", source)
        connection.execute(_view(table, f"{table}_parts" if files else None))
    connection.execute(derived_sql())
    return connection


def sql_type(kind: pa.DataType) -> str:
    """DuckDB's name of an Arrow type that occurs in the tables.

    >>> sql_type(pa.list_(pa.int8()))
    'tinyint[]'
    """
    if pa.types.is_dictionary(kind):
        return sql_type(kind.value_type)
    if pa.types.is_list(kind):
        return sql_type(kind.value_type) + "[]"
    if pa.types.is_struct(kind):
        inner = ", ".join(f"{field.name} {sql_type(field.type)}" for field in kind)
        return f"struct({inner})"
    return {
        pa.int8(): "tinyint",
        pa.int16(): "smallint",
        pa.int32(): "integer",
        pa.int64(): "bigint",
        pa.bool_(): "boolean",
        pa.string(): "varchar",
        pa.timestamp("ms", tz="UTC"): "timestamptz",
    }[kind]


def _view(table: str, source: str | None) -> str:
    """A view with the explicit columns of a table, whatever columns its files have.

    The empty first branch fixes names and types; files from before a column existed give null.
    """
    columns = ",\n  ".join(
        f'null::{sql_type(field.type)} as "{field.name}"' for field in TABLES[table]
    )
    text = f"create or replace view {table} as\n(select\n  {columns}\nwhere false)"
    if source is not None:
        text += f"\nunion all by name\n(select * from {source})"
    return text + ";\n"


def _runs_view(manifests: Sequence[Manifest]) -> str:
    types = ", ".join(f"null::{kind} as {name}" for name, kind in _RUN_COLUMNS)
    text = f"create or replace view runs as\n(select {types} where false)"
    for each in manifests:
        values = (
            each.run,
            each.rules,
            each.kind,
            each.parent,
            each.rules_hash,
            each.engine_version,
            each.started.isoformat(),
            each.finished.isoformat(),
            each.summary.hands,
            each.summary.n_rejects,
            each.size,
        )
        row = ", ".join(
            f"{_literal(value)}::{kind}"
            for value, (_, kind) in zip(values, _RUN_COLUMNS, strict=True)
        )
        text += f"\nunion all\n(select {row})"
    return text + ";\n"


def _literal(value: str | int | None) -> str:
    if value is None:
        return "null"
    return str(value) if isinstance(value, int) else _quoted(value)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


@contextlib.contextmanager
def readable() -> Iterator[None]:
    """Tell in one sentence where files of a lake cannot be read in the block.

    Raises:
        LakeError: with code ``damaged_lake`` in place of what DuckDB or Arrow say.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except (duckdb.Error, pa.ArrowException, OSError) as error:
        first = " ".join(str(error).split("\n")[0].split())
        raise LakeError(
            f"the lake cannot be read ({first}); `paipu verify` names damaged parts, "
            "`paipu verify --repair` makes them again",
            code="damaged_lake",
        ) from error
