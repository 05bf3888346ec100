"""Finding hands: those behind a number, or those that are like what somebody looks for.

Who won, how, in which round and match is said by a filter (`pipelines.lake.filters`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import duckdb
import polars as pl

from pipelines.analysis.queries import ask

PartOf = Literal["winners", "payers", "all"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What hands shall be like; what is None does not matter.

    Attributes:
        hand: hand id.
        outcome: how the hand ended.
        pattern: key of a pattern that the win contains.
        least: lowest total of the win.
        most: highest total of the win.
        first_turn: earliest turn of the win.
        last_turn: latest turn of the win.
        payer: who gave the winning tile, counted from the dealer.
        wait: kind of wait of the win.
        wildcards: so many are used in the win.
        item: key of an item that counts points in the win.
        least_streak: lowest streak with which the dealer plays.
        most_streak: highest streak with which the dealer plays.
        part: part of settlements by which points change hands, of `SETTLEMENT_PARTS`.
        part_of: whose wins: of the players that a filter leaves (``winners``), those for which
            they paid a discard or a robbed kong (``payers``), or anybody's in their hands
            (``all``).
        won: whether it has to be a win.
    """

    hand: int | None = None
    outcome: str | None = None
    pattern: str | None = None
    least: int | None = None
    most: int | None = None
    first_turn: int | None = None
    last_turn: int | None = None
    payer: int | None = None
    wait: str | None = None
    wildcards: int | None = None
    item: str | None = None
    least_streak: int | None = None
    most_streak: int | None = None
    part: str | None = None
    part_of: PartOf = "winners"
    won: bool = False

    @property
    def only_wins(self) -> bool:
        """Whether only hands with a win can be like this."""
        of_wins = (self.pattern, self.least, self.most, self.first_turn, self.last_turn,
                   self.payer, self.wait, self.wildcards, self.item)  # fmt: skip
        return self.won or self.part_of == "payers" or any(value is not None for value in of_wins)


def find_hands(
    con: duckdb.DuckDBPyConnection,
    runs: Sequence[str],
    wanted: Wanted,
    *,
    best: bool = False,
    moving: bool = False,
    rows: int,
    skip: int = 0,
) -> pl.DataFrame:
    """Hands that are like what is wanted, some at a time.

    Args:
        con: a connection with the views of the lake.
        runs: run ids.
        wanted: what they shall be like.
        best: wins of highest total first, in place of the order of runs and hands.
        moving: hands that move most points first, in place of both.
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
        **{name: value for name, value in asdict(wanted).items() if name != "won"},
        only_wins=wanted.only_wins,
        best=best,
        moving=moving,
        n_rows=rows,
        n_skip=skip,
    )
