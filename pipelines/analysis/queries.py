"""The one place where analytic SQL is run.

Each question is a ``.sql`` file in this folder with a comment that says what it answers, its
grain and its columns; the same file runs in the DuckDB shell on the views of the lake. What several
questions build upon is a view of its own in ``views/``, which their comment names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import duckdb
import polars as pl

from pipelines.analysis.keeping import show
from pipelines.analysis.texts import query_text


def ask(
    con: duckdb.DuckDBPyConnection, name: str, runs: Sequence[str], **parameters: Any
) -> pl.DataFrame:
    """Run the question `name` over `runs` and return the whole answer.

    Args:
        con: a connection with the views of the lake.
        name: the name of a ``.sql`` file.
        runs: run ids, for ``$runs``; no run gives an empty answer.
        parameters: the other ``$named`` parameters of the file.
    """
    text = query_text(name)
    show(con, text, [*runs, *parameters.get("other_runs", ())])
    answer: pl.DataFrame = con.sql(text, params={"runs": list(runs), **parameters}).pl()
    return answer
