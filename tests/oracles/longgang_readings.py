"""All ways to read concealed tiles as sets and a pair, wildcards standing for any tile."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from tests.oracles.longgang_rules import HONORS, SUITED

Tiles = tuple[int, ...]


class Group(NamedTuple):
    """A concealed chow, pung or pair of a reading."""

    form: str
    tile: int
    """The kind it stands for; of a chow the lowest."""
    wild: tuple[bool, ...]
    """For each of its places whether a wildcard stands there; of a pung or pair these are last."""

    @property
    def tiles(self) -> Tiles:
        if self.form == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * len(self.wild)


Reading = tuple[Group, ...]


@lru_cache(maxsize=50_000)
def readings(
    naturals: Tiles, n_wild: int, n_sets: int, n_pairs: int, *, chows: bool = True
) -> frozenset[Reading]:
    """Read natural tiles (sorted) and wildcards as so many sets and pairs, in all ways.

    The lowest natural tile must stand somewhere: each group that it may stand in is tried, and
    the rest read likewise. When only wildcards are left, they make groups of any kind.
    """
    if len(naturals) + n_wild != 3 * n_sets + 2 * n_pairs:
        return frozenset()
    if n_sets == n_pairs == 0:
        return frozenset({()})
    found = set()
    for group in groups_with_lowest(naturals, chows) if naturals else groups_of_wildcards(chows):
        sets_left = n_sets - (group.form != "pair")
        pairs_left = n_pairs - (group.form == "pair")
        wild_left = n_wild - sum(group.wild)
        if min(sets_left, pairs_left, wild_left) < 0:
            continue
        rest = without(naturals, group)
        for others in readings(rest, wild_left, sets_left, pairs_left, chows=chows):
            found.add(tuple(sorted((group, *others))))
    return frozenset(found)


def groups_with_lowest(naturals: Tiles, chows: bool) -> Iterator[Group]:
    """Groups in which the lowest natural tile stands, others natural or wild."""
    lowest = naturals[0]
    for form, size in (("pung", 3), ("pair", 2)):
        for n_natural in range(1, min(size, naturals.count(lowest)) + 1):
            yield Group(form, lowest, (False,) * n_natural + (True,) * (size - n_natural))
    if chows and lowest in SUITED:
        for start in range(max(lowest - 2, lowest // 9 * 9), min(lowest, lowest // 9 * 9 + 6) + 1):
            places: list[tuple[bool, ...]] = []
            for tile in (start, start + 1, start + 2):
                if tile == lowest:
                    places.append((False,))
                else:
                    places.append((False, True) if tile in naturals else (True,))
            for wild in product(*places):
                yield Group("chow", start, wild)


def groups_of_wildcards(chows: bool) -> Iterator[Group]:
    for tile in (*SUITED, *HONORS):
        yield Group("pung", tile, (True, True, True))
        yield Group("pair", tile, (True, True))
        if chows and tile in SUITED and tile % 9 <= 6:
            yield Group("chow", tile, (True, True, True))


def without(naturals: Tiles, group: Group) -> Tiles:
    """The natural tiles that are left when those of a group are taken out."""
    left = list(naturals)
    for tile, is_wild in zip(group.tiles, group.wild, strict=True):
        if not is_wild:
            left.remove(tile)
    return tuple(left)


def winning_places(reading: Reading, win_tile: int | None) -> set[tuple[Group, str]]:
    """Where the winning tile may stand: its group and the wait it was.

    Args:
        reading: concealed groups, the winning tile's among them.
        win_tile: the kind of the winning tile, None where it is a wildcard.

    Returns:
        Pairs of a group and `closed` (the middle of a chow), `edge` (12+3, 89+7), `single` (in
        the pair) or `open` (another end of a chow, or a pung).
    """
    places = set()
    for group in reading:
        for place, (tile, is_wild) in enumerate(zip(group.tiles, group.wild, strict=True)):
            if is_wild if win_tile is None else (tile == win_tile and not is_wild):
                places.add((group, wait(group, place)))
    return places


def wait(group: Group, place: int) -> str:
    """The wait that a group was without the tile at one of its places."""
    if group.form == "pair":
        return "single"
    if group.form == "pung":
        return "open"
    if place == 1:
        return "closed"
    edge = (group.tile % 9 == 0 and place == 2) or (group.tile % 9 == 6 and place == 0)
    return "edge" if edge else "open"
