"""Groups of a reading as small integers, and their notation.

A reading splits a won hand, melds included, into groups: chow 顺子, pung 刻子, kong 杠, pair 将,
single tile, and the runs of a knitted straight 组合龙. A group is ``kind * 64 + lowest tile``.

>>> format_group(group_code(CHOW, 0)), format_group(group_code(KNITTED, 10))
('123m', '258p')
"""

from __future__ import annotations

from typing import Final

from engine.jit import merge
from schemas.tiles import HONORS, TILE_NAMES

CHOW, PUNG, KONG, PAIR, SINGLE, KNITTED = range(6)
"""Kinds of groups."""
MOST_GROUPS: Final = 14
"""Groups of the longest reading: fourteen knitted singles."""

_COPIES: Final = {PUNG: 3, KONG: 4, PAIR: 2, SINGLE: 1}
_STEPS: Final = {CHOW: 1, KNITTED: 3}


@merge
def group_code(kind: int, tile: int) -> int:
    """Code of a group by its kind and lowest tile."""
    return kind * 64 + tile


def group_kind(code: int) -> int:
    """The kind of a group."""
    return code // 64


def group_tiles(code: int) -> list[int]:
    """The tiles of a group.

    >>> group_tiles(group_code(PUNG, 33))
    [33, 33, 33]
    """
    kind, tile = divmod(code, 64)
    if kind in _STEPS:
        return [tile + place * _STEPS[kind] for place in range(3)]
    return [tile] * _COPIES[kind]


def format_group(code: int) -> str:
    """Write a group: ``123m``, ``CCC``, ``55p``, ``147m``, ``1m``.

    >>> [format_group(group_code(kind, 31)) for kind in (PUNG, KONG, PAIR, SINGLE)]
    ['CCC', 'CCCC', 'CC', 'C']
    """
    names = [TILE_NAMES[tile] for tile in group_tiles(code)]
    if names[0] in HONORS:
        return "".join(names)
    return "".join(name[0] for name in names) + names[0][1]
