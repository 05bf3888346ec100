"""What was loaded, what was refused and why, and whether recorded scores agree with ours."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import polars as pl

from pipelines.analysis.queries import ask
from pipelines.analysis.registry import PER_HAND, PER_RECORD, statistic
from pipelines.analysis.sums import with_row_rates
from pipelines.analysis.walls import alone_in


@statistic(PER_HAND, across=True)
def sources(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Hands by run, record format and file.

    Returns:
        ``run``, ``record_format``, ``source_file``, ``hands``, ``first_played``, ``last_played``.
    """
    return ask(con, "sources", runs)


@statistic(PER_RECORD, across=True)
def rejects(con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, most: int = 3) -> pl.DataFrame:
    """Refused records by reason, each reason with up to `most` examples.

    Returns:
        ``code``, ``records``, ``files``, ``examples`` (list of structs, see ``rejects.sql``).
    """
    return ask(con, "rejects", runs, most=most)


@statistic(PER_RECORD, across=True)
def rejects_by_file(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Refused records by file.

    Returns:
        ``source_file``, ``records``.
    """
    return ask(con, "rejects_by_file", runs)


@statistic(PER_HAND)
def repeated_hands(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Hands that count more than once, because several runs hold the same match.

    Returns:
        One row: ``hands``.
    """
    return ask(con, "repeated_hands", runs)


@statistic(PER_HAND)
def agreement(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> pl.DataFrame:
    """Recorded against computed scores, as shares of the hands with a recorded score.

    Returns:
        ``agreement``, ``hands``, ``n``, ``share``, ``low``, ``high``; the row ``not_recorded``
        has no share.
    """
    frame = ask(con, "agreement", runs)
    shared = frame.filter(pl.col("agreement") != "not_recorded")
    shared = with_row_rates(shared, "hands", "n", alone=alone_in(con, runs))
    whole = frame.filter(pl.col("agreement") == "not_recorded").select("agreement", "hands", "n")
    return pl.concat([shared.drop("clusters", "n_squares"), whole], how="diagonal")


@statistic(PER_HAND)
def disagreements(
    con: duckdb.DuckDBPyConnection, runs: Sequence[str], *, most: int = 20
) -> pl.DataFrame:
    """The first `most` hands whose record says something else than the computed score.

    Returns:
        Columns as in ``disagreements.sql``.
    """
    return ask(con, "disagreements", runs, most=most)
