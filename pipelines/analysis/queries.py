"""The one place where analytic SQL is read and run.

Each question is a ``.sql`` file in this folder with a comment that says what it answers, its
grain and its columns; the same file runs in the DuckDB shell on the views of the lake. What several
questions build upon is a view of its own in ``views/``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import duckdb
import polars as pl

QUERY_DIR: Final = Path(__file__).resolve().parent


def query_names() -> list[str]:
    """Names of the questions that can be asked, without ``.sql``."""
    return sorted(path.stem for path in QUERY_DIR.glob("*.sql"))


@cache
def query_text(name: str) -> str:
    """The SQL of a question, comment included."""
    return (QUERY_DIR / f"{name}.sql").read_text(encoding="utf-8")


def ask(
    con: duckdb.DuckDBPyConnection,
    name: str,
    runs: Sequence[str],
    *,
    views: Sequence[str] = (),
    **parameters: Any,
) -> pl.DataFrame:
    """Run the question `name` over `runs` and return the whole answer.

    Args:
        con: a connection with the views of the lake.
        name: the name of a ``.sql`` file.
        runs: run ids, for ``$runs``; no run gives an empty answer.
        views: names of files in ``views/`` that the question reads from, made where missing.
        parameters: the other ``$named`` parameters of the file.
    """
    for view in views:
        text = (QUERY_DIR / "views" / f"{view}.sql").read_text(encoding="utf-8")
        con.execute(f"create temporary view if not exists {view} as {text}")
    answer: pl.DataFrame = con.sql(query_text(name), params={"runs": list(runs), **parameters}).pl()
    return answer
