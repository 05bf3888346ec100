"""What lies on the table: hands, melds, discards, waits and the event log of one hand."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.machine.draws import drawable, wall_left
from engine.machine.log import (
    E_ACTION,
    E_FROM,
    E_FROM_SEQ,
    E_N_TILES,
    E_SEAT,
    E_SOURCE,
    E_TILE,
    E_WALL_LEFT,
    U_EVENTS,
    Log,
)
from engine.machine.played import played_batch
from engine.machine.state import (
    FROM,
    N_MELDS,
    PHASE,
    PHASE_OVER,
    PHASE_WINDOW,
    SEAT,
    State,
)
from engine.rules import Rules
from schemas.batch import PlayedBatch
from schemas.codes import DISCARD
from schemas.tiles import N_TILES


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the event log, as in the lake's `events` table; −1 stands for null."""

    seq: int
    seat: int
    action: int
    tile: int
    tiles: tuple[int, ...]
    from_seat: int
    from_seq: int
    source: int
    wall_left: int


class View:
    """A hand in play, to be looked at.

    Attributes:
        rules: compiled rules.
        state: the hand.
        log: its rows.
    """

    def __init__(self, rules: Rules, state: State, log: Log) -> None:
        self.rules = rules
        self.state = state
        self.log = log

    def __len__(self) -> int:
        return int(self.log.used[U_EVENTS])

    def events(self, start: int = 0) -> list[Event]:
        """The event log from an event on."""
        rows = self.log.events[: len(self)]
        ends = np.cumsum(rows[:, E_N_TILES])
        found: list[Event] = []
        for seq in range(start, len(self)):
            row = [int(value) for value in rows[seq]]
            tiles = self.log.tiles[ends[seq] - row[E_N_TILES] : ends[seq]]
            found.append(
                Event(
                    seq=seq,
                    seat=row[E_SEAT],
                    action=row[E_ACTION],
                    tile=row[E_TILE],
                    tiles=tuple(tiles.tolist()),
                    from_seat=row[E_FROM],
                    from_seq=row[E_FROM_SEQ],
                    source=row[E_SOURCE],
                    wall_left=row[E_WALL_LEFT],
                )
            )
        return found

    @property
    def phase(self) -> int:
        """The phase, a `PHASE_*` of `engine.machine.state`."""
        return int(self.state.num[PHASE])

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase == PHASE_OVER

    @property
    def seat(self) -> int:
        """The seat whose turn or draw it is; in a window the one that gave the tile."""
        window = self.phase >= PHASE_WINDOW
        return int(self.state.num[FROM if window else SEAT])

    @property
    def wall_left(self) -> int:
        """Tiles that have not left the wall, over all seats."""
        return int(wall_left(self.state))

    def drawable(self, seat: int) -> int:
        """Tiles that a seat could still draw."""
        return int(drawable(self.rules, self.state, seat))

    def hand(self, seat: int) -> list[int]:
        """Concealed tiles of a seat, ascending, flowers not yet exposed among them."""
        counts = self.state.hand[seat]
        return [int(tile) for tile in np.repeat(np.arange(len(counts)), counts)]

    def flowers(self, seat: int) -> list[int]:
        """Exposed flowers of a seat, ascending."""
        counts = self.state.flowers[seat]
        return [int(tile) for tile in np.repeat(np.arange(len(counts)), counts)]

    def melds(self, seat: int) -> list[tuple[int, int, int]]:
        """Melds of a seat in order: code `MELD_*`, lowest tile, giver (−1: concealed kong)."""
        n = int(self.state.seats[seat, N_MELDS])
        columns = (self.state.meld_kind, self.state.meld_tile, self.state.meld_from)
        return [
            (int(kind), int(tile), int(giver))
            for kind, tile, giver in zip(*(column[seat, :n] for column in columns), strict=True)
        ]

    def discards(self, seat: int) -> list[int]:
        """Tiles that a seat has discarded, claimed ones among them, in order."""
        rows = self.log.events[: len(self)]
        own = (rows[:, E_SEAT] == seat) & (rows[:, E_ACTION] == DISCARD)
        return [int(tile) for tile in rows[own, E_TILE]]

    def waits(self, seat: int) -> list[int]:
        """Kinds that complete the seat's hand between its turns, empty where it is not ready."""
        mask = int(self.state.waits[seat])
        return [tile for tile in range(N_TILES) if (mask >> tile) & 1]

    def result(self) -> PlayedBatch:
        """The rows of an ended hand, as a batch of one."""
        return played_batch(self.log)
