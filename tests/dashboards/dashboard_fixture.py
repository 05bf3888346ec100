"""A lake for tests of the dashboard, plain SQL over its files, and a server that shows it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import duckdb
from werkzeug.serving import BaseWSGIServer

from dashboards.app.serving import address_of, open_server
from pipelines.lake import Lake
from tests.dashboards.lake_fixture import make_lake
from tests.dashboards.test_report_systems import taiwan_rows
from tests.demo_hands import demo_rows
from tests.lake_rows import RUN, write_lake

DEMO = RUN
"""A run of made-up hands under mcr-botzone, 300 of them."""
BROKEN = "yantai-sim-0123456789ab"
"""A run that was begun and not committed."""


def make_shown_lake(folder: Path) -> tuple[str, str]:
    """A lake with made-up runs under two rule sets, a run that was played, one half written.

    Returns:
        Its folder, and the run that was played: hand 0 is won, hand 1024 drawn.
    """
    lake, played = make_lake(folder)
    write_lake(folder / "lake", demo_rows(300), taiwan_rows())
    part = folder / "lake" / "hands" / "rules=yantai" / f"run={BROKEN}" / "part-00000.parquet"
    part.parent.mkdir(parents=True)
    part.write_bytes(b"PAR1")
    return lake.uri, played


def plain_sql(lake: str, query: str) -> list[tuple[Any, ...]]:
    """Rows of a query over the files of the committed runs, without the lake's views."""
    runs = Lake(lake).runs()
    tables = []
    for table in ("hands", "wins", "win_patterns", "settlements", "events"):
        files = [
            str(path)
            for path in sorted(Path(lake, table).rglob("*.parquet"))
            if path.parent.name.removeprefix("run=") in runs
        ]
        tables.append(f"{table} as (from read_parquet({files}, hive_partitioning = false))")
    return duckdb.sql(f"with {', '.join(tables)} {query}").fetchall()


def served(lake: str) -> AbstractContextManager[str]:
    """The address of a server that shows a lake while the block runs."""
    return serving(open_server(lake, 0))


@contextmanager
def serving(server: BaseWSGIServer) -> Iterator[str]:
    """The address of a server that answers while the block runs."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield address_of(server).rstrip("/")
    finally:
        server.shutdown()
        thread.join(10)
        server.server_close()
