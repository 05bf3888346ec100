"""Luoyuan's hands as tiles: reading a line, complete sets of flowers, shapes with golds 金."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, Final

from schemas.tiles import parse_tile, parse_tiles

Line = dict[str, Any]

SEASONS: Final = frozenset(parse_tiles("f1 f2 f3 f4"))
PLANTS: Final = frozenset(parse_tiles("f5 f6 f7 f8"))
HONORS: Final = parse_tiles("ESWNCFP")


def tiles_of(given: Any) -> list[int]:
    """Tiles of a list of names or of a string of runs."""
    return parse_tiles(given) if isinstance(given, str) else [parse_tile(name) for name in given]


def whole_hand(hand: Line) -> list[int]:
    """The concealed tiles and the winning tile; a robbed gold may be unnamed."""
    tiles = tiles_of(hand["concealed"])
    if hand.get("win_tile") is not None:
        tiles.append(parse_tile(hand["win_tile"]))
    elif hand.get("win_by") == "robbed_gold":
        tiles.append(parse_tile(hand["wildcard"]))
    return tiles


def flower_sets(flowers: list[int]) -> int:
    """Complete sets: four of one wind or dragon, the four seasons, the four plants."""
    fours = sum(flowers.count(honor) == 4 for honor in HONORS)
    return fours + (set(flowers) >= SEASONS) + (set(flowers) >= PLANTS)


@lru_cache(maxsize=200_000)
def splits(naturals: tuple[int, ...], golds: int, sets: int, pairs: int) -> bool:
    """Whether sorted natural tiles and golds make exactly so many sets 面子 and pairs 将.

    The lowest natural tile stands in some group; each other tile of that group is natural or a
    gold. A gold stands for any suit tile, also for a fifth copy.
    """
    if not naturals:
        return golds == 3 * sets + 2 * pairs
    low, others = naturals[0], naturals[1:]
    for partners in _partners(low, sets, pairs):
        for golden in product((False, True), repeat=len(partners)):
            plain = [tile for tile, is_gold in zip(partners, golden, strict=True) if not is_gold]
            rest = without(others, plain)
            left = golds - sum(golden)
            is_pair = len(partners) == 1
            if rest is None or left < 0:
                continue
            if splits(rest, left, sets - (not is_pair), pairs - is_pair):
                return True
    return False


def is_idle(held: list[int], gold: int, sets: int) -> bool:
    """Idle gold 闲金: without one gold the tiles held are complete sets, other golds wild."""
    naturals = tuple(sorted(tile for tile in held if tile != gold))
    return gold in held and splits(naturals, held.count(gold) - 1, sets, 0)


def without(tiles: tuple[int, ...], taken: list[int]) -> tuple[int, ...] | None:
    """The tiles left when some are taken; None where they are not all there."""
    rest = list(tiles)
    for tile in taken:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def _partners(tile: int, sets: int, pairs: int) -> list[list[int]]:
    """What may stand beside a tile: one for a pair, two for a pung or one of three chows."""
    found = [[tile]] if pairs else []
    if sets:
        found.append([tile, tile])
        for first in (tile - 2, tile - 1, tile):
            chow = [first, first + 1, first + 2]
            if first >= 0 and chow[0] // 9 == chow[2] // 9:
                chow.remove(tile)
                found.append(chow)
    return found
