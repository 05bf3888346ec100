"""What scoring and settlement are told of a hand: arrays that are filled again and again.

`Win` is one hand that claims to win, with its circumstances; `Showdown` is the whole table when
hands are paid. Small numbers stand in one row of integers each, named by the constants below.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.record import new_record
from engine.scoring_out import N_INFO
from schemas.tiles import N_TILES

MOST_MELDS: Final = 5
NO_MELD: Final = -1
"""Stands in `meld_kind` behind the last meld."""

(
    F_N_MELDS,
    F_WIN_TILE,
    F_WIN_BY,
    F_FLAGS,
    F_SEAT_WIND,
    F_ROUND_WIND,
    F_WILDCARD,
    N_FACTS,
) = range(8)
"""Entries of `Win.facts`: number of melds, kongs included; the tile that completes the hand, -1
where a win has none; how it is won (`schemas.codes.BY_*`); mask of `schemas.codes.FLAG_*`; wind of
the winner's seat and of the round, 0-3; the kind turned up as wildcard, -1 for none."""

(
    S_DEALER,
    S_STREAK,
    S_WINNERS,
    S_PAYER,
    S_WIN_TILE,
    S_WIN_BY,
    S_FLAGS,
    S_WILDCARD,
    S_VOID,
    S_LIABLE,
    N_SHOWDOWN,
) = range(11)
"""Entries of `Showdown.facts`: dealer's seat; consecutive wins of the dealer before this hand; bit
mask of the seats that win; the seat that gave the tile, -1 where none did; winning tile, -1 for
none; how it is won; mask of flags; the kind turned up, -1 for none; bit mask of the seats whose
hands count nothing (after a false win or a foul); bit mask of the seats whose foul was found when
hands were shown and that pay for all."""


class Win:
    """A hand that claims to win, a record (`engine.record`).

    Attributes:
        hand: int8 (42), counts of the concealed tiles without the winning one; wildcards among
            them, also flowers that are wild for this player.
        meld_kind: int8 (5), ``schemas.codes.MELD_*``, NO_MELD behind the last.
        meld_tile: int8 (5), the melds' tiles, a chow's lowest.
        flowers: int8 (42), exposed flowers by kind.
        facts: int64 (N_FACTS), by the ``F_*`` indices.
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    flowers: NDArray[np.int8]
    facts: NDArray[np.int64]


_WIN_FIELDS: Final = (
    ("hand", np.int8, (N_TILES,)),
    ("meld_kind", np.int8, (MOST_MELDS,)),
    ("meld_tile", np.int8, (MOST_MELDS,)),
    ("flowers", np.int8, (N_TILES,)),
    ("facts", np.int64, (N_FACTS,)),
)


class Showdown(NamedTuple):
    """The table when a win is paid.

    Attributes:
        hand: int8 (4, 42), concealed tiles of each seat; the winner's may hold the winning tile
            or not.
        meld_kind: int8 (4, 5), NO_MELD behind the last.
        meld_tile: int8 (4, 5).
        flowers: int8 (4, 42), exposed flowers.
        bets: int32 (4).
        facts: int64 (N_SHOWDOWN), by the ``S_*`` indices.
        info: int32 (4, N_INFO), for each winner what scoring said of its hand
            (`engine.scoring_out.ScoreOut.info`).
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    flowers: NDArray[np.int8]
    bets: NDArray[np.int32]
    facts: NDArray[np.int64]
    info: NDArray[np.int32]


def new_win() -> Win:
    """Room for one win: no tile, no meld, no wildcard."""
    win: Win = new_record(_WIN_FIELDS)
    win.meld_kind[:] = NO_MELD
    win.facts[F_WIN_TILE] = -1
    win.facts[F_WILDCARD] = -1
    return win


@leaf
def set_tiles(
    win: Win,
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    flowers: NDArray[np.int8],
) -> None:
    """Take over the tiles of a hand, its arrays as those of a `Win`."""
    # A loop for each array: each is one order to copy memory.
    for tile in range(N_TILES):
        win.hand[tile] = hand[tile]
    for tile in range(N_TILES):
        win.flowers[tile] = flowers[tile]
    for meld in range(MOST_MELDS):
        win.meld_kind[meld] = meld_kind[meld]
        win.meld_tile[meld] = meld_tile[meld]


def new_showdown() -> Showdown:
    """Room for one table: nobody holds anything."""
    facts = np.zeros(N_SHOWDOWN, np.int64)
    facts[[S_PAYER, S_WIN_TILE, S_WILDCARD]] = -1
    return Showdown(
        hand=np.zeros((4, N_TILES), np.int8),
        meld_kind=np.full((4, MOST_MELDS), NO_MELD, np.int8),
        meld_tile=np.zeros((4, MOST_MELDS), np.int8),
        flowers=np.zeros((4, N_TILES), np.int8),
        bets=np.zeros(4, np.int32),
        facts=facts,
        info=np.zeros((4, N_INFO), np.int32),
    )
