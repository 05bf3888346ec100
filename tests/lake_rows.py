"""Rows of the lake's tables written by hand: defaults for what a test does not care about.

`Rows` collects rows of one run; `connection` shows runs as views, `write_lake` commits them to a
lake on disk. Nothing here runs the engine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from pipelines.lake import Lake, Manifest, Part, PartFile, RunInput, Summary
from pipelines.lake.views import derived_sql
from schemas.rules_files import load_ruleset
from schemas.tables import TABLES

RULES = "mcr-botzone"
RUN = "mcr-botzone-ingest-0123456789ab"
FINISHED = datetime(2026, 11, 30, 7, 15, tzinfo=UTC)

_HAND = {
    "hand_in_session": 0,
    "permutation": 0,
    "source": "botzone",
    "source_file": "games.txt",
    "match_id": None,
    "played_at": None,
    "players": ["a", "b", "c", "d"],
    "dealer_seat": 0,
    "round_wind": 0,
    "dealer_streak": 0,
    "wildcard": None,
    "bets": [0, 0, 0, 0],
    "abort_reason": None,
    "n_events": 0,
    "n_draws": 0,
    "wall_left": 0,
    "dealt_distance": [3, 3, 3, 3],
    "recorded_total": None,
    "recorded_deltas": None,
    "recorded_patterns": None,
    "agreement": "not_recorded",
    "wall": None,
}
_WIN = {
    "win_tile": 4,
    "concealed": [0, 1, 2, 3, 5, 9, 10, 11, 18, 19, 20, 27, 27],
    "melds": [],
    "flags": [],
    "flowers": [],
    "reading": [],
    "wait": "closed",
    "n_waits": 1,
    "turn": 10,
    "first_ready_turn": None,
    "limit_hit": False,
    "wildcards_used": 0,
    "n_patterns": 1,
}
_PARTS = ("win", "dealer", "losers", "liability", "kong", "bet", "penalty")


class Rows:
    """Rows of one run, table by table."""

    def __init__(self, run: str = RUN, rules: str = RULES) -> None:
        self.run = run
        self.rules = rules
        self.rows: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}

    def hand(
        self,
        session: int,
        outcome: str,
        *,
        deltas: Sequence[int] = (0, 0, 0, 0),
        parts: Mapping[str, Sequence[int]] | None = None,
        **columns,
    ):
        """A hand with its four settlements; returns its id.

        `deltas` are the whole of one part, the penalty or the win; `parts` names parts instead.
        """
        hand_id = session * 1024 + columns.get("hand_in_session", 0)
        values = {"session": session, "deal": session, "outcome": outcome, "winners": 0}
        self.rows["hands"].append(_HAND | {"hand_id": hand_id} | values | columns)
        whole = {"penalty" if outcome == "penalty" else "win": deltas}
        for seat in range(4):
            amounts = {part: points[seat] for part, points in (parts or whole).items()}
            settled = {"hand_id": hand_id, "seat": seat, "delta": sum(amounts.values())}
            self.rows["settlements"].append(settled | dict.fromkeys(_PARTS, 0) | amounts)
        return hand_id

    def win(
        self,
        hand_id: int,
        winner: int,
        *,
        win_by: str = "discard",
        payer: int | None = None,
        total: int = 8,
        patterns: Sequence[tuple[str, int, int]] = (),
        items: Sequence[tuple[str, int, int]] = (),
        **columns,
    ) -> None:
        """A win with its patterns and items as (key, count, value); marginal is count × value."""
        key = {"hand_id": hand_id, "winner": winner}
        known = {"win_by": win_by, "payer": payer, "total": total, "uncapped": total}
        self.rows["wins"].append(_WIN | key | known | columns)
        for pattern, count, value in patterns:
            amounts = {"count": count, "value": value, "marginal": count * value}
            self.rows["win_patterns"].append(key | {"pattern": pattern} | amounts)
        for item, count, value in items:
            amounts = {"count": count, "value": value}
            self.rows["win_items"].append(key | {"key": item} | amounts)

    def chance(self, hand_id: int, *, seat: int, tile: int, total: int, reason: str, seq: int = 4):
        """A completion that was not taken."""
        row = {"hand_id": hand_id, "seq": seq, "seat": seat, "tile": tile, "win_by": "discard"}
        self.rows["chances"].append(row | {"total": total, "reason": reason})

    def events(self, hand_id: int, acts: Sequence[tuple[int, str]]) -> None:
        """What happened, as (seat, action)."""
        for seq, (seat, action) in enumerate(acts):
            row = {"hand_id": hand_id, "seq": seq, "seat": seat, "action": action}
            self.rows["events"].append(row)

    def reject(
        self, position: str, code: str, message: str, source_file: str = "games.txt", **more
    ):
        """A refused record."""
        row = {"source_file": source_file, "position": position, "code": code, "message": message}
        self.rows["rejects"].append(row | {"match_id": None, "excerpt": ""} | more)

    def tables(self) -> dict[str, pa.Table]:
        """Every table with its schema."""
        made = {}
        for name, schema in TABLES.items():
            key = {"run": self.run}
            if "rules" in schema.names:
                key["rules"] = self.rules
            rows = [row | key for row in self.rows[name]]
            made[name] = pa.Table.from_pylist(rows, schema=schema)
        return made


def connection(*runs: Rows) -> duckdb.DuckDBPyConnection:
    """A DuckDB connection with the tables of all runs as views."""
    con = duckdb.connect()
    for name, schema in TABLES.items():
        tables = [rows.tables()[name] for rows in runs] or [schema.empty_table()]
        con.register(f"{name}_rows", pl.from_arrow(pa.concat_tables(tables)).to_arrow())
        con.execute(f"create view {name} as from {name}_rows")
    known = pl.DataFrame(
        {"run": [rows.run for rows in runs], "rules": [rows.rules for rows in runs]},
        schema={"run": pl.String, "rules": pl.String},
    )
    con.register("runs_rows", known.to_arrow())
    con.execute("create view runs as from runs_rows")
    con.execute(derived_sql())
    return con


def manifest(rows: Rows, tables: dict[str, pa.Table] | None = None, **values) -> Manifest:
    """The manifest of a run; `values` replace what it says."""
    tables = tables if tables is not None else rows.tables()
    known = rows.rules != "unknown"
    ruleset = load_ruleset(rows.rules) if known else None
    names = {row["source_file"] for name in ("hands", "rejects") for row in rows.rows[name]}
    rejects: dict[str, int] = {}
    for row in rows.rows["rejects"]:
        rejects[row["code"]] = rejects.get(row["code"], 0) + 1
    inputs = [
        RunInput(
            name=name,
            path=name,
            companion=None,
            sha256=hashlib.sha256(name.encode()).hexdigest(),
            bytes=1000,
            format="botzone",
            encoding="UTF-8",
            records=sum(
                row["source_file"] == name
                for table in ("hands", "rejects")
                for row in rows.rows[table]
            ),
            sessions=1,
            session_offset=0,
        )
        for name in sorted(names)
    ]
    told = {
        "run": rows.run,
        "rules": rows.rules,
        "kind": "ingest",
        "identity": "0" * 64,
        "engine_version": 1,
        "versions": {"paipu": "0.1.0"},
        "rule_set": ruleset.model_dump(mode="json") if ruleset else None,
        "rules_hash": ruleset.hash if ruleset else None,
        "inputs": inputs,
        "started": FINISHED,
        "finished": FINISHED,
        "summary": Summary(hands=tables["hands"].num_rows, rejects=rejects),
        "rows": {name: table.num_rows for name, table in tables.items()},
        "parts": [],
    }
    return Manifest(**(told | values))


def write_lake(folder: Path, *runs: Rows, **values) -> str:
    """Commit runs to a lake on disk; `values` replace what the manifests say."""
    folder.mkdir(parents=True, exist_ok=True)
    lake = Lake(str(folder))
    for rows in runs:
        tables = rows.tables()
        files = {name: _write(folder, rows, name, table) for name, table in tables.items()}
        part = Part(part=0, sessions=(0, 1 << 20), files=files)
        lake.commit(manifest(rows, tables, parts=[part], **values))
    return str(folder)


def _write(folder: Path, rows: Rows, name: str, table: pa.Table) -> PartFile:
    path = f"{name}/rules={rows.rules}/run={rows.run}/part-00000.parquet"
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, folder / path, compression="zstd")
    content = (folder / path).read_bytes()
    return PartFile(
        path=path,
        rows=table.num_rows,
        bytes=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
    )
