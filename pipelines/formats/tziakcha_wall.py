"""The wall of a tziakcha hand: 144 tile ids in hexadecimal, turned to where the dice break it.

Draws come from its front; replacements of flowers and kongs come from its back, the upper tile of
a stack first.
"""

from __future__ import annotations

from typing import Final

from schemas.errors import InputError

N_TILES: Final = 144
"""Tiles with flowers, each with an id of its own."""
FIRST_FLOWER: Final = 136
DEALT: Final = 53
"""Four times 13 tiles, and the dealer's fourteenth."""


def kind_of(tile_id: int) -> int:
    """Paipu's tile of a tile id: 0–35 characters, 36–71 bamboo, 72–107 dots, honors, flowers.

    >>> kind_of(0), kind_of(36), kind_of(72), kind_of(108), kind_of(136)
    (0, 18, 9, 27, 34)
    """
    if tile_id >= FIRST_FLOWER:
        return 34 + tile_id - FIRST_FLOWER
    return site_kind(tile_id >> 2)


def site_kind(kind: int) -> int:
    """The site's number of one of our kinds and the other way round: it swaps dots and bamboo."""
    if 9 <= kind < 18:
        return kind + 9
    return kind - 9 if 18 <= kind < 27 else kind


class Ends:
    """How far a wall is used from either end.

    Attributes:
        front: tiles dealt or drawn from the front.
        back: replacements taken from the back.
        turned: stacks of which a replacement took the upper tile, by that tile's place.
    """

    def __init__(self) -> None:
        self.front = DEALT
        self.back = 0
        self.turned: list[int] = []

    @property
    def left(self) -> int:
        """Tiles that are left."""
        return N_TILES - self.front - self.back

    def take_front(self) -> int:
        """The place of the next draw."""
        position = self.front
        # The upper tile of the last stack may have gone as a replacement.
        if position in self.turned:
            position += 1
        self.front += 1
        return position

    def take_back(self) -> int:
        """The place of the next replacement."""
        upper = N_TILES - 2 - 2 * (self.back // 2)
        lower_next = self.back % 2 == 1
        self.back += 1
        # The upper tile of the last stack may have been drawn from the front.
        if lower_next or upper < self.front:
            return upper + 1
        self.turned.append(upper)
        return upper

    def turn(self, tiles: list[int]) -> list[int]:
        """Turn over the stacks that replacements opened, in place; done twice it changes nothing.

        The upper tile of a stack, which goes first, stands first in the site's wall and last in
        ours, where replacements come from the end backwards.
        """
        for upper in self.turned:
            tiles[upper], tiles[upper + 1] = tiles[upper + 1], tiles[upper]
        return tiles


class Wall:
    """The wall from the break on, each tile with its id, and how far it is used."""

    def __init__(self, digits: str, dice: int) -> None:
        try:
            ids = list(bytes.fromhex(digits))
        except ValueError as error:
            message = "the wall w is no row of hexadecimal digits"
            raise InputError(message, code="bad_wall") from error
        if sorted(ids) != list(range(N_TILES)):
            message = f"the wall w has {len(ids)} tiles; it holds each of {N_TILES} ids once"
            raise InputError(message, code="bad_wall")
        start = break_of(dice)
        self.ids = ids[start:] + ids[:start]
        self.ends = Ends()

    def deal(self) -> list[list[int]]:
        """The tiles dealt to each seat, in the order of the deal."""
        return [[kind_of(tile_id) for tile_id in dealt] for dealt in self.dealt_ids()]

    def dealt_ids(self) -> list[list[int]]:
        """Their ids: three times four tiles to each seat, then one, and one more to East."""
        dealt: list[list[int]] = [[], [], [], []]
        for position, tile_id in enumerate(self.ids[:DEALT]):
            dealt[position // 4 % 4 if position < 48 else position % 4].append(tile_id)
        return dealt

    def take(self, *, back: bool) -> int:
        """Id of the next draw, or of the next replacement from the back.

        Raises:
            InputError: ``bad_wall`` where the wall is empty.
        """
        if not self.ends.left:
            raise InputError("a tile is drawn from an empty wall", code="bad_wall")
        return self.ids[self.ends.take_back() if back else self.ends.take_front()]

    def normal(self) -> list[int]:
        """Paipu's order: draws from the first tile on, replacements from the end backwards."""
        return [kind_of(tile_id) for tile_id in self.ends.turn(list(self.ids))]


def break_of(dice: int) -> int:
    """Where the wall is broken: place in the record's row of the first tile dealt."""
    d = [(dice >> (4 * each)) & 15 for each in range(4)]
    side = (12 - (d[0] + d[1] - 1)) % 4
    return (side * 36 + 2 * sum(d)) % N_TILES
