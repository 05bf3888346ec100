"""The table as the referee sees it: hands, melds, flowers, walls, wildcards."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from schemas import codes
from schemas.ruleset import RuleSet
from schemas.tiles import TILE_NAMES
from tests.engine.conformance.plain_shapes import N_KINDS, as_counts, is_whole

FLOWER_TILES = range(34, 42)
GROUPS = (range(34, 38), range(38, 42))


class Meld(NamedTuple):
    kind: int
    low: int
    giver: int


class PlainTable:
    """What lies where. Seats are 0-3; a wall is the list of all tiles as it was at first."""

    def __init__(self, rules: RuleSet, wall: list[int], dealer: int) -> None:
        self.rules = rules
        self.wall = wall
        self.dealer = dealer
        self.hands: list[Counter[int]] = [Counter() for _ in range(4)]
        self.melds: list[list[Meld]] = [[] for _ in range(4)]
        self.flowers: list[Counter[int]] = [Counter() for _ in range(4)]
        self.discards: list[list[int]] = [[] for _ in range(4)]
        self.open: Counter[int] = Counter()
        self.turned: list[int] = []
        self.wildcard = -1
        self.taken = [0] * 4
        self.front = self.replaced = self.draws = 0
        self.standing: set[int] = set()  # seats that draw and play no more after a foul
        self.personal = rules.wall.kind == "personal"
        self.in_hand = {*range(27), *(TILE_NAMES.index(name) for name in rules.tiles.honors)}
        self.flower_kinds = {TILE_NAMES.index(name) for name in rules.tiles.flowers}

    # --- wildcards and flowers

    def golds(self) -> set[int]:
        """Kinds that the turned tile makes wild for everybody."""
        if self.wildcard < 0:
            return set()
        if self.wildcard < N_KINDS:
            return {self.wildcard}
        (group,) = (group for group in GROUPS if self.wildcard in group)
        return (set(group) & self.flower_kinds) - {self.wildcard}

    def wild(self, seat: int) -> set[int]:
        """Kinds that are wild for a seat."""
        own = 34 + (seat - self.dealer) % 4
        seat_flower = self.rules.wildcard.seat_flower and own != self.wildcard
        return self.golds() | ({own} if seat_flower else set())

    def due_flowers(self, seat: int) -> list[int]:
        """Tiles in a hand that its owner exposes and replaces."""
        kinds = self.flower_kinds - self.wild(seat)
        return [tile for tile in self.hands[seat].elements() if tile in kinds]

    def is_flower(self, seat: int, tile: int) -> bool:
        return tile in self.flower_kinds and tile not in self.wild(seat)

    def over(self, seat: int) -> int:
        """Tiles beyond the size of a hand between turns."""
        held = self.hands[seat].total() + 3 * len(self.melds[seat])
        return held - self.rules.tiles.hand_size

    def count_golds(self, seat: int) -> int:
        return sum(self.hands[seat][tile] for tile in self.golds())

    # --- walls

    def left(self) -> int:
        """Tiles that have not left the wall."""
        return len(self.wall) - sum(self.taken) - len(self.turned)

    def kept_back(self) -> int:
        wall = self.rules.wall
        kept = wall.keep_back
        if not wall.grows:
            return kept
        for seat in range(4):
            for meld in self.melds[seat]:
                if meld.kind == codes.MELD_KONG_CONCEALED:
                    kept += wall.keep_back_per_concealed_kong
                elif meld.kind in (codes.MELD_KONG_EXPOSED, codes.MELD_KONG_ADDED):
                    kept += wall.keep_back_per_exposed_kong
            own = self.flowers[seat]
            sets = sum(own[tile] == 4 for tile in range(27, 34))
            sets += sum(all(own[tile] for tile in group) for group in GROUPS)
            kept += wall.keep_back_per_flower_set * sets
        if wall.keep_back_parity and self.replaced % 2 == 0:
            kept += 1
        return kept

    def drawable(self, seat: int) -> int:
        if self.personal:
            return len(self.wall) // 4 - self.taken[seat]
        return self.left() - self.kept_back()

    def next_tile(self, seat: int, tail: bool) -> int:
        if self.personal:
            return self.wall[seat * (len(self.wall) // 4) + self.taken[seat]]
        if tail:
            return self.wall[-1 - self.replaced - len(self.turned)]
        return self.wall[self.front]

    def take(self, seat: int, tail: bool) -> tuple[int, int]:
        """Draw; returns the tile and where it came from."""
        tile = self.next_tile(seat, tail)
        self.taken[seat] += 1
        self.hands[seat][tile] += 1
        self.draws += 1
        if self.personal:
            return tile, codes.FROM_PERSONAL
        if tail:
            self.replaced += 1
            return tile, codes.FROM_TAIL
        self.front += 1
        return tile, codes.FROM_WALL

    def is_last(self, seat: int) -> bool:
        """Whether what a seat has drawn, or discarded after its draw, is the last tile."""
        own = self.rules.play.last_tile == "own_wall"
        return self.drawable(seat if own else self.following(seat)) <= 0

    def following(self, seat: int) -> int:
        """The seat that plays next: those that stand are left out."""
        others = [(seat + step) % 4 for step in (1, 2, 3, 4)]
        return next((other for other in others if other not in self.standing), others[0])

    def has_tile_for(self, seat: int) -> bool:
        """Whether a seat that is to draw gets a tile: one that stands makes the round shorter."""
        return self.drawable(seat) > 0 and self.over(seat) <= 0

    # --- shapes

    def whole(self, seat: int, *, more: tuple[int, ...] = (), less: tuple[int, ...] = ()) -> bool:
        """Whether a seat's tiles, some more and some less, are a winning shape."""
        return self._fits(seat, self._changed(seat, more, less), 0, len(self.melds[seat]))

    def ready(self, seat: int, *, less: tuple[int, ...] = (), melds: int = 0) -> bool:
        """Whether a seat's tiles, without some, lack one of a shape beside so many more melds."""
        tiles = self._changed(seat, (), less)
        return self._fits(seat, tiles, 1, len(self.melds[seat]) + melds)

    def waits(self, seat: int, *, less: tuple[int, ...] = (), melds: int = 0) -> set[int]:
        """Kinds that complete a seat's tiles without some, beside so many more melds."""
        if not self.ready(seat, less=less, melds=melds):
            return set()
        n_melds = len(self.melds[seat]) + melds
        return {
            tile
            for tile in self.in_hand | self.wild(seat)
            if self._fits(seat, self._changed(seat, (tile,), less), 0, n_melds)
        }

    def _changed(self, seat: int, more: tuple[int, ...], less: tuple[int, ...]) -> Counter[int]:
        tiles = Counter(self.hands[seat])
        tiles.subtract(less)
        tiles.update(more)
        assert all(n >= 0 for n in tiles.values())
        return tiles

    def _fits(self, seat: int, tiles: Counter[int], jokers: int, n_melds: int) -> bool:
        wild = self.wild(seat)
        jokers += sum(tiles[tile] for tile in wild)
        natural = {t: n for t, n in tiles.items() if t not in wild and t in self.in_hand}
        any_copies = (
            self.rules.wildcard.fifth_copy if wild else max(natural.values(), default=0) > 4
        )
        return is_whole(self.rules, as_counts(natural), jokers, n_melds, any_copies=any_copies)
