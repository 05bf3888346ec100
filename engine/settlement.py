"""Who pays whom: settlement parts by seat, each of which sums to zero.

The kinds are few and chosen by the rule set, a module each in `engine.settling`; parts are the
columns of the `settlements` table (`schemas.codes.SETTLEMENT_PARTS`).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit, leaf
from engine.params import choice
from engine.rules import P_SETTLEMENT_KIND, Rules
from engine.scoring_out import N_INFO, SCRATCH_SIZE
from engine.settling.base_per_tai import settle_base_per_tai
from engine.settling.base_plus_points import settle_base_plus_points
from engine.settling.flower_shares import settle_flower_shares
from engine.settling.multiplied import settle_multiplied
from engine.settling.parts import N_PARTS
from engine.settling.totals import settle_totals
from engine.situation import MOST_MELDS, N_SHOWDOWN, NO_MELD, S_WINNERS, Showdown
from engine.tables import Tables
from schemas.tiles import N_TILES

_BASE_PER_TAI: Final = choice("settlement.kind", "base_per_tai")
_TOTALS: Final = choice("settlement.kind", "totals")
_FLOWER_SHARES: Final = choice("settlement.kind", "flower_shares")
_MULTIPLIED: Final = choice("settlement.kind", "multiplied")


class ShowdownColumns(NamedTuple):
    """n tables as columns; a row of each is a `engine.situation.Showdown`.

    Attributes:
        hand: int8 (n, 4, 42).
        meld_kind: int8 (n, 4, 5), NO_MELD behind the last.
        meld_tile: int8 (n, 4, 5).
        flowers: int8 (n, 4, 42).
        bets: int32 (n, 4).
        facts: int64 (n, N_SHOWDOWN), by the ``S_*`` indices of `engine.situation`.
        info: int32 (n, 4, N_INFO).
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    flowers: NDArray[np.int8]
    bets: NDArray[np.int32]
    facts: NDArray[np.int64]
    info: NDArray[np.int32]


def new_showdown_columns(n: int) -> ShowdownColumns:
    """Columns for n tables: nobody holds anything, all facts 0."""
    return ShowdownColumns(
        hand=np.zeros((n, 4, N_TILES), np.int8),
        meld_kind=np.full((n, 4, MOST_MELDS), NO_MELD, np.int8),
        meld_tile=np.zeros((n, 4, MOST_MELDS), np.int8),
        flowers=np.zeros((n, 4, N_TILES), np.int8),
        bets=np.zeros((n, 4), np.int32),
        facts=np.zeros((n, N_SHOWDOWN), np.int64),
        info=np.zeros((n, 4, N_INFO), np.int32),
    )


@leaf
def settle(
    rules: Rules,
    tables: Tables,
    table: Showdown,
    scratch: NDArray[np.int64],
    parts: NDArray[np.int32],
) -> None:
    """Add the payments of all winners of a hand.

    Args:
        rules: compiled rules.
        tables: `engine.tables.load_tables()`.
        table: all hands, unchanged.
        scratch: int64 (SCRATCH_SIZE), working memory.
        parts: int32 (4, 7), settlement parts by seat, added to.
    """
    kind = rules.params[P_SETTLEMENT_KIND]
    if kind == _TOTALS:
        settle_totals(rules, table, scratch, parts)
        return
    if kind == _FLOWER_SHARES:
        settle_flower_shares(rules, table, parts)
        return
    for winner in range(4):
        if (table.facts[S_WINNERS] >> winner) & 1:
            if kind == _BASE_PER_TAI:
                settle_base_per_tai(rules, table, winner, parts)
            elif kind == _MULTIPLIED:
                settle_multiplied(rules, table, winner, parts)
            else:
                settle_base_plus_points(rules, table, winner, parts)


@jit
def settle_batch(rules: Rules, tables: Tables, hands: ShowdownColumns) -> NDArray[np.int32]:
    """What each seat receives for each of n wins: int32 (n, 4), rows sum to zero."""
    n = len(hands.facts)
    deltas = np.zeros((n, 4), np.int32)
    parts = np.zeros((4, N_PARTS), np.int32)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    for row in range(n):
        parts[:] = 0
        _settle_row(rules, tables, hands, row, scratch, parts)
        for seat in range(4):
            deltas[row, seat] = parts[seat].sum()
    return deltas


@leaf
def _settle_row(
    rules: Rules,
    tables: Tables,
    hands: ShowdownColumns,
    row: int,
    scratch: NDArray[np.int64],
    parts: NDArray[np.int32],
) -> None:
    table = Showdown(
        hands.hand[row],
        hands.meld_kind[row],
        hands.meld_tile[row],
        hands.flowers[row],
        hands.bets[row],
        hands.facts[row],
        hands.info[row],
    )
    settle(rules, tables, table, scratch, parts)
