"""Finding hands: those behind a number, those that look like something, one by its id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import duckdb
import polars as pl

from pipelines.analysis.queries import ask


@dataclass(frozen=True, slots=True)
class Wanted:
    """What hands shall be like; what is None does not matter.

    Attributes:
        hand: hand id.
        match: match of the record.
        outcome: how the hand ended.
        pattern: key of a pattern that the win contains.
        least: lowest total of the win.
        most: highest total of the win.
        first_turn: earliest turn of the win.
        last_turn: latest turn of the win.
        seat: of the winner, counted from the dealer.
        payer: who gave the winning tile, counted from the dealer.
        win_by: how the win came about.
        wait: kind of wait of the win.
    """

    hand: int | None = None
    match: str | None = None
    outcome: str | None = None
    pattern: str | None = None
    least: int | None = None
    most: int | None = None
    first_turn: int | None = None
    last_turn: int | None = None
    seat: int | None = None
    payer: int | None = None
    win_by: str | None = None
    wait: str | None = None

    @property
    def of_wins(self) -> bool:
        """Whether only hands with a win can be like this."""
        of_hands = ("hand", "match", "outcome")
        return any(
            value is not None for name, value in asdict(self).items() if name not in of_hands
        )


def find_hands(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    wanted: Wanted,
    *,
    best: bool = False,
    rows: int,
    skip: int = 0,
) -> pl.DataFrame:
    """Hands that are like what is wanted, some at a time.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        wanted: what they shall be like.
        best: wins of highest total first, in place of the order of runs and hands.
        rows: how many at most.
        skip: how many to leave out before them.

    Returns:
        One row for each win, one for a hand without a win; columns as in ``find_hands.sql``.
        ``found`` says how many rows there are in all; a frame without rows has none, or was asked
        to skip them all.
    """
    return ask(
        con,
        "find_hands",
        runs,
        **asdict(wanted),
        only_wins=wanted.of_wins,
        best=best,
        n_rows=rows,
        n_skip=skip,
    )
