"""Shapes of Chinese Official 国标麻将 for hands of any number of copies: wins, waits, divisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from tests.engine.oracle.hands import KNITTED, ORPHANS
from tests.engine.oracle.plain import splits

HONORS: Final = range(27, 34)


@dataclass(frozen=True)
class Group:
    """A set, pair or knitted part of a reading; `shown` is laid down openly."""

    kind: str  # "chow", "pung", "kong", "pair", "knitted"
    tiles: tuple[int, ...]
    shown: bool = False
    wins: bool = False  # holds the winning tile


@cache
def _suit_shape(counts: tuple[int, ...], chows: bool) -> tuple[bool, bool]:
    """Whether counts of one suit (or of the honors) are sets alone, and sets with one pair."""
    pairs = [kind for kind, count in enumerate(counts) if count >= 2]
    return _all_sets(counts, chows), any(_all_sets(_less(counts, (k, k)), chows) for k in pairs)


def _all_sets(counts: tuple[int, ...], chows: bool) -> bool:
    if not any(counts):
        return True
    low = next(kind for kind, count in enumerate(counts) if count)
    groups = [(low, low, low), (low, low + 1, low + 2)] if chows else [(low, low, low)]
    return any(
        _all_sets(_less(counts, group), chows)
        for group in groups
        if group[-1] < len(counts) and all(counts[k] >= group.count(k) for k in group)
    )


def _less(counts: tuple[int, ...], group: Sequence[int]) -> tuple[int, ...]:
    return tuple(count - group.count(kind) for kind, count in enumerate(counts))


def is_standard(counts: Sequence[int]) -> bool:
    """Whether counts of 34 kinds are sets and one pair."""
    pairs = 0
    for first in (0, 9, 18, 27):
        sets, sets_and_pair = _suit_shape(tuple(counts[first : first + 9]), first < 27)
        if not sets:
            pairs += 1
            if not sets_and_pair or pairs > 1:
                return False
    return pairs == 1


def is_win(counts: list[int], n_melds: int) -> bool:
    """Whether counts of 34 kinds win beside so many melds, over all shapes of Chinese Official."""
    if is_standard(counts):
        return True
    n_kinds = 34 - counts.count(0)
    if n_melds == 0:
        if set(counts) <= {0, 2, 4, 6} or (n_kinds == 13 and all(counts[k] for k in ORPHANS)):
            return True
        held = {kind for kind in range(34) if counts[kind]} if n_kinds == 14 else None
        if held and any(held <= {*knit, *HONORS} for knit in KNITTED):
            return True
    if n_melds <= 1 and n_kinds >= 9:
        for knit in KNITTED:
            if all(counts[kind] for kind in knit):
                rest = [count - (kind in knit) for kind, count in enumerate(counts)]
                if is_standard(rest):
                    return True
    return False


def waits(concealed: Sequence[int], n_melds: int) -> list[int]:
    """Kinds that complete the tiles by shape alone; a copy too many is a wait, too."""
    counts = [0] * 34
    for tile in concealed:
        counts[tile] += 1
    found = []
    for kind in range(34):
        counts[kind] += 1
        if is_win(counts, n_melds):
            found.append(kind)
        counts[kind] -= 1
    return found


def special_shapes(tiles: Sequence[int]) -> Iterator[list[str]]:
    """The fans that name the shapes without sets, for fourteen concealed tiles."""
    kinds = sorted(set(tiles))
    if all(count % 2 == 0 for count in Counter(tiles).values()):
        one_suit = kinds[-1] < 27 and kinds[0] // 9 == kinds[-1] // 9
        shifted = one_suit and len(kinds) == 7 and kinds[6] - kinds[0] == 6
        yield ["七对", *(["连七对"] if shifted else [])]
    if kinds == sorted(ORPHANS):
        yield ["十三幺"]
    for knit in KNITTED:
        if len(kinds) == 14 and set(kinds) <= {*knit, *HONORS}:
            suit_tiles = sum(kind < 27 for kind in kinds)
            if suit_tiles == 7:
                yield ["全不靠", "七星不靠"]
            else:
                yield ["全不靠", *(["组合龙"] if suit_tiles == 9 else [])]


def divisions(tiles: list[int], n_melds: int) -> Iterator[list[Group]]:
    """Every way to see concealed tiles as sets and a pair, with a knitted straight or without."""
    for split in splits(tiles):
        yield [_group(part) for part in split]
    for knit in KNITTED if n_melds <= 1 else []:
        rest = Counter(tiles)
        rest.subtract(knit)
        if min(rest.values()) >= 0:
            for split in splits(sorted(rest.elements())):
                yield [Group("knitted", tuple(knit)), *(_group(part) for part in split)]


def _group(part: tuple[int, ...]) -> Group:
    kind = "pair" if len(part) == 2 else "pung" if part[0] == part[1] else "chow"
    return Group(kind, part)
