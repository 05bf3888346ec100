"""What many questions build upon, worked out once: narrow tables in place of views over Parquet.

The views of `KEPT` become tables of the same names and rows, filled run by run as runs are asked
about. Of many hands, what is a few words is an enumeration there: a hand takes some 200 bytes.
Tables are of one connection and go with it, or of all connections of a database (`share`); what a
filter leaves is always kept by the connection that it is set on.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing
from typing import Final

import duckdb

from pipelines.analysis.texts import view_text, views_of
from pipelines.lake.filtering import turned
from pipelines.lake.stored import name_runs, name_values, stored

KEPT: Final = {
    "hand_results": ("run", "outcome", "abort_reason", "win_by"),
    "hand_points": ("run", "outcome", "abort_reason", "win_by"),
    "hand_parts": ("run",),
    "win_results": ("run", "win_by", "wait"),
    "won_patterns": ("run", "pattern"),
}
"""Views that become tables, and which of their columns may become enumerations."""
MOST_HANDS: Final = 20_000_000
"""Beyond so many hands nothing more is kept: tables may no longer be faster than the files."""
MOST_CHOSEN: Final = 5_000_000
"""Of so many hands what a filter leaves is kept beside what is kept of all of them."""
MANY_HANDS: Final = 100_000
"""From so many hands on enumerations are worth making."""
_NAMES: Final = {
    "outcome": "hands",
    "abort_reason": "hands",
    "win_by": "wins",
    "wait": "wins",
    "pattern": "win_patterns",
}
"""Columns that become enumerations, and in which tables of the lake their values stand."""
_OF_SEAT: Final = {"win_results": "winner", "won_patterns": "winner"}
"""Of kept views with a row a player, the column that says whose it is."""
_WITHIN: Final = {"hand_results": "hand_points"}
"""Views that another one holds with more columns."""
_OWN: Final = "temp"
"""Where tables are that one connection sees alone."""
_FILLING: Final = threading.RLock()
"""One connection at a time fills tables that all see."""


def share(con: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Let all connections of a database see the tables that this one fills, and this one theirs.

    Args:
        con: a connection to views of a lake that do not change any more and that all connections
            see, not set to share before nor asked anything.

    Returns:
        The same connection.
    """
    con.execute("set variable paipu_shared = true")
    return con


def prepare(con: duckdb.DuckDBPyConnection, name: str, runs: Sequence[str]) -> None:
    """Fill ahead what questions about some runs will read from.

    Args:
        con: a connection set to `share`.
        name: one of `KEPT`.
        runs: run ids.
    """
    show(con, f"-- Views: {name}.", runs)


def show(con: duckdb.DuckDBPyConnection, text: str, runs: Sequence[str]) -> None:
    """Make the views that SQL reads from readable, as far as they are about some runs.

    Args:
        con: a connection with the views of a lake.
        text: SQL whose comment names the views.
        runs: run ids; rows of other runs may be missing.
    """
    if names := views_of(text):
        _ask_about(con, runs)
    for name in names:
        if name in KEPT and _keep(con, name, runs):
            continue
        show(con, view_text(name), runs)
        if name in KEPT:
            _drop(con, name)
        con.execute(f"create or replace temporary view {name} as {view_text(name)}")


def _keep(con: duckdb.DuckDBPyConnection, name: str, runs: Sequence[str]) -> bool:
    """Fill the table in place of a view with the rows of some runs; whether they are there now."""
    is_shared, chosen, places = con.sql(
        "select getvariable('paipu_shared'), getvariable('paipu_filter'), "
        "getvariable('paipu_places')"
    ).fetchall()[0]
    if not is_shared:
        return _fill(con, _OWN, name, view_text(name), runs, chosen or 0)
    with _FILLING:
        lake = stored(con)
        if chosen is None:
            _drop(con, name)
            return _fill(con, lake, name, view_text(name), runs, 0)
        with closing(share(con.cursor())) as everything:
            if not _fill(everything, lake, name, view_text(name), runs, 0):
                return False
    wider = _WITHIN.get(name, "")
    kept_of = con.sql(
        f"select run from {lake}.kept_runs where name = $name", params={"name": wider}
    ).fetchall()
    if set(runs) <= {run for (run,) in kept_of}:
        show(con, f"-- Views: {wider}.", runs)
        _drop(con, name)
        con.execute(f"create temporary view {name} as from {wider}")
        return True
    if places is not None:
        _drop(con, name)
        con.execute(f"create temporary view {name} as {_placed(f'{lake}.{name}', name, places)}")
        return True
    narrowed = _chosen(con, f"{lake}.{name}", name)
    if not _fill(con, _OWN, name, narrowed, runs, chosen, MOST_CHOSEN):
        _drop(con, name)
        con.execute(f"create temporary view {name} as {narrowed}")
    return True


def _fill(
    con: duckdb.DuckDBPyConnection,
    schema: str,
    name: str,
    text: str,
    runs: Sequence[str],
    chosen: int,
    most: int = MOST_HANDS,
) -> bool:
    """Add to a table the rows of the runs that it lacks, unless there are too many of them.

    Args:
        con: a connection.
        schema: where the table is.
        name: of the table.
        text: SQL that gives its rows, of `asked_runs`.
        runs: that shall be in it.
        chosen: number of the filter that is set; 0: none.
        most: how many hands may be in it.
    """
    table = "temporary table" if schema == _OWN else "table"
    columns = "(name varchar, run varchar, hands bigint, chosen bigint)"
    con.execute(f"create {table} if not exists {schema}.kept_runs {columns}")
    found = con.sql(f"select name, run, hands, chosen from {schema}.kept_runs").fetchall()
    if any(one == name and of != chosen for one, _, _, of in found):
        _drop(con, name)
        found = [row for row in found if row[0] != name]
    hands = {run: n for one, run, n, _ in found if one == name}
    missing = sorted(set(runs) - hands.keys())
    if not missing:
        return bool(hands)
    show(con, text, runs)
    _ask_about(con, missing)
    is_narrowed = most == MOST_CHOSEN
    new = (
        _counted(con, stored(con), missing, 0)
        if is_narrowed  # what is kept of all hands bounds what a filter leaves
        else _counted(con, schema, missing, chosen)
    )
    if sum(hands.values()) + sum(new.values()) > most:
        _ask_about(con, runs)
        return False
    if hands:
        con.execute(f"insert into {schema}.{name} {text}")
    else:
        con.execute(f"drop view if exists {_OWN}.{name}")
        rows = text if is_narrowed else _typed(con, name, text, new)
        con.execute(f"create {table} {schema}.{name} as {rows}")
    con.executemany(
        f"insert into {schema}.kept_runs values (?, ?, ?, ?)",
        [(name, run, n, chosen) for run, n in new.items()],
    )
    _ask_about(con, runs)
    return True


def _counted(
    con: duckdb.DuckDBPyConnection, schema: str, runs: Sequence[str], chosen: int
) -> dict[str, int]:
    """Hands of some runs, as told of another table that holds them, or from the lake."""
    counts = dict.fromkeys(runs, 0)
    known = con.sql(
        f"select run, max(hands) from {schema}.kept_runs where chosen = $chosen group by run",
        params={"chosen": chosen},
    ).fetchall()
    if counts.keys() <= {run for run, _ in known}:
        return counts | {run: n for run, n in known if run in counts}
    found = con.sql(
        "select run, count(*) from hands where run in (select run from asked_runs) group by run"
    ).fetchall()
    return counts | dict(found)


def _typed(con: duckdb.DuckDBPyConnection, name: str, text: str, hands: dict[str, int]) -> str:
    """The rows of a view, texts as enumerations where there are many hands."""
    if sum(hands.values()) < MANY_HANDS:
        return text
    name_runs(con)
    for column in KEPT[name]:
        if column in _NAMES:
            name_values(con, column, _NAMES[column])
    lake = stored(con)
    typed = ", ".join(f"{column}::{lake}.{column}_name as {column}" for column in KEPT[name])
    return f"select * replace ({typed}) from ({text}) as found"


def _chosen(con: duckdb.DuckDBPyConnection, table: str, name: str) -> str:
    """What a filter leaves of the kept rows of all hands."""
    of_runs = "whole.run in (select asked_runs.run from asked_runs)"
    if not con.sql(
        "select 1 from duckdb_tables() where table_name = 'selected_hands' and temporary"
    ).fetchall():
        of_runs += f" and whole.run in (select run from {_OWN}.selected_runs)"
        return f"select whole.* from {table} as whole where {of_runs}"
    joined = (
        f"from {table} as whole inner join {_OWN}.selected_hands as chosen "
        f"on whole.run = chosen.run and whole.hand_id = chosen.hand_id where {of_runs}"
    )
    if name in _OF_SEAT:
        return f"select whole.* {joined} and (chosen.seats >> whole.{_OF_SEAT[name]}) & 1 = 1"
    if name == "hand_parts":
        return f"select whole.* {joined}"
    turned = "(chosen.seats::integer * 17 >> whole.dealer_seat) & 15"
    replaced = f"chosen.seats::tinyint as seats, ({turned})::tinyint as chosen"
    return f"select whole.* replace ({replaced}) {joined}"


def _placed(table: str, name: str, places: int) -> str:
    """What a filter by seats alone leaves of the kept rows: they know the dealer themselves."""
    of_runs = (
        f"whole.run in (select asked_runs.run from asked_runs) "
        f"and whole.run in (select run from {_OWN}.selected_runs)"
    )
    if name in _OF_SEAT:
        return (
            f"select whole.* from {table} as whole "
            f"where {of_runs} and ({places} >> whole.place) & 1 = 1"
        )
    if name == "hand_parts":
        return f"select whole.* from {table} as whole where {of_runs}"
    seats = turned(places, "whole.dealer_seat")
    replaced = f"({seats})::tinyint as seats, {places}::tinyint as chosen"
    return f"select whole.* replace ({replaced}) from {table} as whole where {of_runs}"


def _ask_about(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> None:
    """Let the view `asked_runs` hold some runs."""
    listed = ", ".join("'" + run.replace("'", "''") + "'" for run in sorted(set(runs)))
    con.execute(
        "create or replace temporary view asked_runs as "
        f"select unnest([{listed}]::varchar[]) as run"
    )


def _drop(con: duckdb.DuckDBPyConnection, name: str) -> None:
    """Take away what this connection alone sees under a name."""
    if con.sql(
        "select 1 from duckdb_tables() where table_name = $name and temporary",
        params={"name": name},
    ).fetchall():
        con.execute(f"drop table {_OWN}.{name}")
        con.execute(f"delete from {_OWN}.kept_runs where name = $name", {"name": name})
    con.execute(f"drop view if exists {_OWN}.{name}")
