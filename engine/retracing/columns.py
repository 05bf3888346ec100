"""What a walk through stored events takes and gives, as columns."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.scoring import WinColumns
from engine.situation import MOST_MELDS, NO_MELD
from schemas.tiles import N_TILES

N_DEALS: Final = 4
"""Events that every hand begins with: what each seat is dealt."""


class EventColumns(NamedTuple):
    """The events of n stored hands, m in all, as they stand in the lake.

    Attributes:
        dealer: int8 (n), seat that deals.
        round_wind: int8 (n), 0-3.
        streak: int16 (n), consecutive wins of the dealer before the hand.
        first: int64 (n), first event of each hand; four deals stand before all others.
        end: int64 (n), the event behind its last one.
        seat: int8 (m), who acts.
        action: int8 (m), ``schemas.codes``.
        tile: int8 (m), -1 where the event names none.
        tiles_start: int32 (m + 1), first element of each event's list of tiles.
        tiles: int8, dealt hands and melds.
    """

    dealer: NDArray[np.int8]
    round_wind: NDArray[np.int8]
    streak: NDArray[np.int16]
    first: NDArray[np.int64]
    end: NDArray[np.int64]
    seat: NDArray[np.int8]
    action: NDArray[np.int8]
    tile: NDArray[np.int8]
    tiles_start: NDArray[np.int32]
    tiles: NDArray[np.int8]


class Asked(NamedTuple):
    """What is wanted of n hands: rows of their wins and of their missed completions.

    Attributes:
        win_start: int64 (n + 1), first win of each hand, wins in the order of their events.
        win_by: int8, ``BY_*`` of each win.
        payer: int8, who gave the tile or pays alone, -1 for none.
        chance_start: int64 (n + 1), first completion of each hand, in the order of `seq`.
        seq: int16, the event that brought each completion's tile.
        seat: int8, whose hand it completes.
    """

    win_start: NDArray[np.int64]
    win_by: NDArray[np.int8]
    payer: NDArray[np.int8]
    chance_start: NDArray[np.int64]
    seq: NDArray[np.int16]
    seat: NDArray[np.int8]


class EndColumns(NamedTuple):
    """The tables of n hands when they ended.

    Attributes:
        hand: int8 (n, 4, 42), concealed tiles of each seat.
        meld_kind: int8 (n, 4, 5), NO_MELD behind the last; a robbed kong is a pung again.
        meld_tile: int8 (n, 4, 5), lowest tiles.
        flowers: int8 (n, 4, 42), exposed flowers.
        void: int8 (n), bit for each seat whose hand counts nothing, after a false win or a foul.
        liable: int8 (n), bit for each seat of which one pays for all, after a foul found at the
            end.
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    flowers: NDArray[np.int8]
    void: NDArray[np.int8]
    liable: NDArray[np.int8]


class Retraced(NamedTuple):
    """What `retrace` finds.

    Attributes:
        wins: the hands that won, a row for each win of `Asked`, or none at all.
        chances: the hands that a tile completed, a row for each completion.
        beaten: int8, 1 for each completion by a tile on which somebody won.
        ends: the tables at the end, n, or none at all.
        penalty: int32 (n, 4), what false wins and fouls moved.
        broken: indices of the hands whose events do not fit together; their rows mean nothing.
    """

    wins: WinColumns
    chances: WinColumns
    beaten: NDArray[np.int8]
    ends: EndColumns
    penalty: NDArray[np.int32]
    broken: NDArray[np.int64]


def new_end_columns(n: int) -> EndColumns:
    """Tables of n hands at which nobody holds anything."""
    return EndColumns(
        hand=np.zeros((n, 4, N_TILES), np.int8),
        meld_kind=np.full((n, 4, MOST_MELDS), NO_MELD, np.int8),
        meld_tile=np.zeros((n, 4, MOST_MELDS), np.int8),
        flowers=np.zeros((n, 4, N_TILES), np.int8),
        void=np.zeros(n, np.int8),
        liable=np.zeros(n, np.int8),
    )


def no_events() -> EventColumns:
    """The events of no hand."""
    none, index = np.zeros(0, np.int8), np.zeros(0, np.int64)
    return EventColumns(
        dealer=none,
        round_wind=none,
        streak=np.zeros(0, np.int16),
        first=index,
        end=index,
        seat=none,
        action=none,
        tile=none,
        tiles_start=np.zeros(1, np.int32),
        tiles=none,
    )


def nothing_asked() -> Asked:
    """No win and no completion of no hand."""
    none, start = np.zeros(0, np.int8), np.zeros(1, np.int64)
    return Asked(start, none, none, start, np.zeros(0, np.int16), none)
