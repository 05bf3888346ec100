"""Which hands were dealt the same wall: what a share of none, or of all, is a share of.

Hands of a session have walls of their own, whoever plays; seatings of one wall have not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import duckdb

from pipelines.lake.stored import stored

Alone = Callable[[int, int], int]
"""Of so many cases in so many deals, how many there are no two of which share a wall."""

_SEATINGS = (
    "select exists (select 1 from {lake}.hands "
    "where permutation > 0 and run in (select unnest($runs::varchar[])))"
)


def alone_in(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> Alone:
    """`Alone` of some runs; the lake is asked when, and only when, it has to be known.

    Args:
        con: a connection with the views of the lake, filtered or not.
        runs: run ids.
    """
    seatings = cache(lambda: have_seatings(con, runs))
    return lambda cases, deals: alone(cases, deals, seatings=seatings())


def have_seatings(con: duckdb.DuckDBPyConnection, runs: Sequence[str]) -> bool:
    """Whether any of some runs holds a wall in several seatings."""
    text = _SEATINGS.format(lake=stored(con))
    return bool(con.sql(text, params={"runs": list(runs)}).fetchall()[0][0])


def alone(cases: int, deals: int, *, seatings: bool) -> int:
    """Of cases in deals, how many there are no two of which share a wall.

    Args:
        cases: hands, or wins.
        deals: that they fall into.
        seatings: whether a deal is one wall in several seatings; else its hands are a session's.

    >>> alone(480, 20, seatings=True), alone(480, 20, seatings=False)
    (20, 480)
    """
    return deals if seatings else cases
