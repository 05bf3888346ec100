"""The tables of a lake as DuckDB views over exactly the committed parts.

The same statements stand in ``views.sql`` in the lake's root, so that the DuckDB shell, notebooks
and BI tools see what paipu sees: ``duckdb -init data/lake/views.sql``.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final
from uuid import uuid4

import duckdb
import pyarrow as pa
import pyarrow.dataset as pads

from pipelines.lake.manifest import Manifest, list_runs, manifest_name, read_manifest
from pipelines.lake.soundness import sound_runs
from pipelines.lake.storage import Storage
from schemas.errors import LakeError
from schemas.records import HANDS_PER_SESSION
from schemas.tables import TABLES

VIEWS_FILE: Final = "views.sql"
OF_PARENT: Final = ("hands", "events")
"""Tables that a rescored run has of its parent."""

_RECORDED: Final = ("recorded_total", "recorded_deltas", "recorded_patterns")
_Source = Callable[[str, Manifest | None], str | None]
"""Gives what SQL reads a table from: all runs that are shown, or one; None where it has no row."""
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


def with_parents(storage: Storage, manifests: Sequence[Manifest]) -> dict[str, Manifest]:
    """The parents of the rescored ones among some runs, by the parents' ids.

    A parent that is gone is left out: the rows that its children have of it are gone with it.
    """
    known = {each.run: each for each in manifests}
    found = {}
    for run in sorted({each.parent for each in manifests if each.parent is not None}):
        if run in known or storage.exists(manifest_name(run)):
            found[run] = known.get(run) or read_manifest(storage, run)
    return found


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

    def source(table: str, run: Manifest | None) -> str | None:
        files = part_files(manifests if run is None else [run], table)
        paths = ",\n  ".join(_quoted(storage.location(file)) for file in files)
        text = f"read_parquet([\n  {paths}\n], union_by_name = true, hive_partitioning = false)"
        return text if files else None

    parents = with_parents(storage, manifests)
    statements += [_view(table, source, manifests, parents) for table in TABLES]
    return head + "\n".join([*statements, derived_sql()])


def derived_sql() -> str:
    """Statements that create or replace the views over the tables' views."""
    return "\n".join(
        f"create or replace view {path.stem} as\n{path.read_text(encoding='utf-8').rstrip()}\n;\n"
        for path in sorted(DERIVED_DIR.glob("*.sql"))
    )


def write_views(storage: Storage) -> None:
    """Bring ``views.sql`` up to date with the committed runs that can be read.

    One that cannot would keep DuckDB from reading any.

    No lock is needed: who writes looks again afterwards, and writes again when a run has come or
    gone meanwhile. So the last one to write has seen every run.
    """
    runs = None
    while runs != (seen := list_runs(storage)):
        sound = sound_runs(storage)
        told = "".join(f"-- Left out: {' '.join(why.split())}\n" for why in sound.broken.values())
        storage.write(VIEWS_FILE, (told + views_sql(storage, sound.manifests)).encode())
        runs = seen


def connect(storage: Storage, manifests: Sequence[Manifest]) -> duckdb.DuckDBPyConnection:
    """An in-memory DuckDB connection with the views of a lake.

    Threads take ``connection.cursor()`` each; views are visible there. For lakes on object
    stores the parts are read through Arrow, whose tables only this connection sees.

    Args:
        storage: the lake.
        manifests: the runs to show.
    """
    # What does not fit into memory goes where nobody else writes, not into the folder of work.
    spilled = Path(tempfile.gettempdir(), f"paipu-{uuid4().hex}")
    connection = duckdb.connect(
        config={
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "temp_directory": str(spilled),
        }
    )
    connection.execute("set TimeZone = 'UTC'; set enable_progress_bar = false")
    if storage.local:
        connection.execute("set parquet_metadata_cache = true")
        connection.execute(views_sql(storage, manifests))
        return connection
    connection.execute(_runs_view(manifests))
    parents = with_parents(storage, manifests)
    shown = {each.run: each for each in (*manifests, *parents.values())}
    for table, schema in TABLES.items():
        files = [storage.path(file) for file in part_files(shown.values(), table)]
        if files:
            source = pads.dataset(files, schema=schema, filesystem=storage.filesystem)
            connection.register(f"{table}_parts", source)

    def registered(table: str, run: Manifest | None) -> str | None:
        runs = [run] if run is not None else list(manifests)
        if not part_files(runs, table):
            return None
        names = ", ".join(_quoted(each.run) for each in runs)
        return f"(select * from {table}_parts where run in ({names}))"

    for table in TABLES:
        connection.execute(_view(table, registered, manifests, parents))
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


def _view(
    table: str,
    source: _Source,
    manifests: Sequence[Manifest],
    parents: Mapping[str, Manifest],
) -> str:
    """A view with the explicit columns of a table, whatever columns its files have.

    The empty first branch fixes names and types; files from before a column existed give null.
    Rescored runs have hands and events of their parents.
    """
    columns = ",\n  ".join(
        f'null::{sql_type(field.type)} as "{field.name}"' for field in TABLES[table]
    )
    text = f"create or replace view {table} as\n(select\n  {columns}\nwhere false)"
    own = source(table, None)
    if own is not None:
        text += f"\nunion all by name\n(select * from {own})"
    if table in OF_PARENT:
        for each in manifests:
            parent = parents.get(each.parent or "")
            if parent is not None and source(table, parent) is not None:
                text += f"\nunion all by name\n({_of_parent(table, source, each, parent)})"
    return text + ";\n"


def _of_parent(table: str, source: _Source, run: Manifest, parent: Manifest) -> str:
    """Rows that a rescored run has of its parent, under its own name.

    A parent may have grown since: hands behind the last session of the run are none of its.
    Recorded scores are those of other rules and say nothing about this run.
    """
    new = [f"{_quoted(run.run)} as run", f"{_quoted(run.rules)} as rules"]
    end = max((part.sessions[1] for part in run.parts if part.sessions), default=0)
    whole = run.summary.hands == parent.summary.hands
    bound = "" if whole else f"\nwhere hand_id < {end * HANDS_PER_SESSION}"
    changed = source("hands_changed", run)
    if table != "hands":
        return f"select * replace ({', '.join(new)})\nfrom {source(table, parent)}{bound}"
    new.append("'not_recorded' as agreement")
    new += [f"null as {name}" for name in _RECORDED]
    if changed is None:
        return f"select * replace ({', '.join(new)})\nfrom {source(table, parent)}{bound}"
    new.append("coalesce(changed.outcome, parent.outcome) as outcome")
    new.append("coalesce(changed.winners, parent.winners) as winners")
    wins = source("wins", run)
    winners = "0::tinyint" if wins is None else "coalesce(bit_or((1 << won.winner)::tinyint), 0)"
    joined = "" if wins is None else f"\n  left join {wins} as won using (hand_id)"
    return (
        f"with changed as (\n  select hand_id, any_value(seen.outcome)::varchar as outcome, "
        f"{winners}::tinyint as winners\n  from {changed} as seen{joined}\n  group by hand_id\n)\n"
        f"select parent.* replace ({', '.join(new)})\n"
        f"from {source(table, parent)} as parent\nleft join changed using (hand_id){bound}"
    )


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
