"""Ids for the tiles of a hand, as the tziakcha site numbers them: which copy is where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pipelines.formats.columns import Hand
from pipelines.formats.exporters.common import CannotHold
from pipelines.formats.tziakcha_wall import (
    FIRST_FLOWER,
    N_TILES,
    Ends,
    Wall,
    break_of,
    kind_of,
    site_kind,
)
from schemas import codes
from schemas.tiles import N_KINDS

_FROM_BACK: Final = 1 << 8
_FROM_HAND: Final = 1 << 8
_KONGS: Final = (codes.KONG_EXPOSED, codes.KONG_ADDED, codes.KONG_CONCEALED)


class Tiles:
    """The wall with an id for every tile, and who holds which.

    Attributes:
        digits: the wall as the site writes it.
    """

    def __init__(self, hand: Hand, dice: int) -> None:
        ids = _number(_as_built(hand))
        start = N_TILES - break_of(dice)
        self.digits = bytes(ids[start:] + ids[:start]).hex()
        self.wall = Wall(self.digits, dice)
        if [list(tiles) for tiles in hand.deal] != self.wall.deal():
            raise CannotHold("the tiles dealt are not the first of the wall")
        self.held: list[list[int]] = self.wall.dealt_ids()
        self.drawn = -1
        self.flower = 0

    def draw(self, seat: int, tile: int, *, after: int) -> int:
        """A draw: from the back of the wall after a kong."""
        back = after in _KONGS
        tile_id = self._next(tile, back=back)
        self.held[seat].append(tile_id)
        return tile_id | _FROM_BACK if back else tile_id

    def expose(self, seat: int, tile: int) -> None:
        """A flower leaves the hand."""
        self.flower = self._give(seat, tile)

    def replace(self, seat: int, tile: int) -> int:
        """The replacement of the flower that was exposed last."""
        tile_id = self._next(tile, back=True)
        self.held[seat].append(tile_id)
        return tile_id | (self.flower - FIRST_FLOWER) << 8

    def discard(self, seat: int, tile: int) -> int:
        """A discard; the tile that was drawn goes first, so that only others come from the hand."""
        tile_id = self._give(seat, tile)
        return tile_id if tile_id == self.drawn else tile_id | _FROM_HAND

    def take(self, seat: int, tiles: Sequence[int]) -> None:
        """Tiles leave the hand for a meld."""
        for tile in tiles:
            self._give(seat, tile)

    def _give(self, seat: int, tile: int) -> int:
        """Id of a tile that leaves the hand; whether it was there is for the rules to judge."""
        for tile_id in reversed(self.held[seat]):
            if kind_of(tile_id) == tile:
                self.held[seat].remove(tile_id)
                return tile_id
        return first_id(tile)

    def _next(self, tile: int, *, back: bool) -> int:
        if not self.wall.ends.left:
            raise CannotHold("more tiles are drawn than the wall holds")
        self.drawn = self.wall.take(back=back)
        if kind_of(self.drawn) != tile:
            raise CannotHold("a tile is drawn that does not come next in the wall")
        return self.drawn


def _as_built(hand: Hand) -> list[int]:
    """Kinds of the wall as it stood, replacements above each other again."""
    if len(hand.wall) != N_TILES:
        raise CannotHold("the whole wall of 144 tiles has to be known")
    ends = Ends()
    previous = -1
    for _, action, *_ in hand.rows:
        if action in (codes.DRAW, codes.REPLACE):
            if not ends.left:
                raise CannotHold("more tiles are drawn than the wall holds")
            if action == codes.REPLACE or previous in _KONGS:
                ends.take_back()
            else:
                ends.take_front()
        previous = action
    return ends.turn(list(hand.wall))


def first_id(tile: int) -> int:
    """Id of the first copy of a tile; the other copies follow.

    >>> first_id(0), first_id(18), first_id(34)
    (0, 36, 136)
    """
    return 4 * site_kind(tile) if tile < N_KINDS else FIRST_FLOWER + tile - N_KINDS


def _number(kinds: Sequence[int]) -> list[int]:
    """An id for every tile, the copies of a kind in the order of the wall."""
    seen: Counter[int] = Counter()
    ids = []
    for kind in kinds:
        if seen[kind] >= (4 if kind < N_KINDS else 1):
            raise CannotHold("the wall has a tile too often")
        ids.append(first_id(kind) + seen[kind])
        seen[kind] += 1
    return ids
