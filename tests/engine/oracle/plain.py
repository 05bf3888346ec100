"""Slow and obvious answers, written from the definitions alone: shapes, readings, distances."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from tests.engine.oracle.hands import KNITTED, ORPHANS

HONORS = range(27, 34)
Set = tuple[int, ...]

ALL_CHOWS: list[Set] = [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7]
ALL_PUNGS: list[Set] = [(t, t, t) for t in range(34)]


def splits(tiles: Sequence[int]) -> set[tuple[Set, ...]]:
    """All ways to split tiles into sets and one pair, each way sorted; pairs are (t, t)."""
    found: set[tuple[Set, ...]] = set()
    for eyes in set(tiles):
        rest = Counter(tiles)
        if rest[eyes] >= 2:
            rest[eyes] -= 2
            for sets in _sets(rest):
                found.add(tuple(sorted([*sets, (eyes, eyes)])))
    return found


def _sets(rest: Counter[int]) -> Iterator[list[Set]]:
    left = sorted(rest.elements())
    if not left:
        yield []
        return
    low = left[0]
    for group in ((low, low, low), (low, low + 1, low + 2)):
        if group in ALL_PUNGS or group in ALL_CHOWS:
            after = rest.copy()
            after.subtract(group)
            if min(after.values()) >= 0:
                for others in _sets(after):
                    yield [group, *others]


def is_standard(tiles: Sequence[int]) -> bool:
    return bool(splits(tiles))


def is_complete(tiles: Sequence[int], n_melds: int) -> bool:
    """Whether concealed tiles win beside melds, over all shapes of Chinese Official."""
    kinds = sorted(set(tiles))
    if is_standard(tiles):
        return True
    if n_melds == 0:
        if len(kinds) == 13 and kinds == sorted(ORPHANS):
            return True
        if all(count % 2 == 0 for count in Counter(tiles).values()):
            return True
        for knitted in KNITTED:
            if len(kinds) == 14 and set(kinds) <= {*knitted, *HONORS}:
                return True
    if n_melds <= 1:
        for knitted in KNITTED:
            rest = Counter(tiles)
            rest.subtract(knitted)
            if min(rest.values()) >= 0 and is_standard(sorted(rest.elements())):
                return True
    return False


def waits(tiles: Sequence[int], n_melds: int) -> set[int]:
    """Kinds that complete the tiles, by shape alone: a fifth copy, too."""
    return {kind for kind in range(34) if is_complete([*tiles, kind], n_melds)}


@cache
def goals(n_kinds: int, n_sets: int, pair: bool) -> NDArray[np.int8]:
    """All counts of `n_kinds` kinds that are made of sets (and a pair), four copies at most."""
    groups = [group for group in ALL_PUNGS if group[0] < n_kinds]
    if n_kinds == 9:
        groups += [group for group in ALL_CHOWS if group[0] < 7]
    found = set()
    for sets in combinations_with_replacement(groups, n_sets):
        for eyes in range(n_kinds) if pair else [-1]:
            counts = [0] * n_kinds
            for group in sets:
                for tile in group:
                    counts[tile] += 1
            if eyes >= 0:
                counts[eyes] += 2
            if max(counts) <= 4:
                found.add(tuple(counts))
    return np.array(sorted(found), dtype=np.int8)


def missing(counts: Sequence[int], n_sets: int, pair: bool) -> int:
    """Tiles that one suit (or the honors) lacks for so many sets and a pair."""
    lack = goals(len(counts), n_sets, pair) - np.array(counts, dtype=np.int8)
    return int(np.maximum(lack, 0).sum(axis=1).min())


def standard_missing(counts: Sequence[int], n_sets: int) -> int:
    """Tiles that a hand lacks for sets and a pair, over all ways to spread them over the suits."""
    suits = [counts[0:9], counts[9:18], counts[18:27], counts[27:34]]
    best = 99
    for a in range(n_sets + 1):
        for b in range(n_sets + 1 - a):
            for c in range(n_sets + 1 - a - b):
                spread = (a, b, c, n_sets - a - b - c)
                for holder in range(4):
                    total = sum(
                        missing(tuple(suit), spread[i], i == holder) for i, suit in enumerate(suits)
                    )
                    best = min(best, total)
    return best


def distance(counts: Sequence[int], n_melds: int) -> int:
    """Distance to ready over all shapes of Chinese Official, from the definitions."""
    best = standard_missing(counts, 4 - n_melds)
    if n_melds == 0:
        pairs = sum(count // 2 for count in counts)
        best = min(best, 7 - pairs)
        held = sum(counts[kind] > 0 for kind in ORPHANS)
        paired = any(counts[kind] > 1 for kind in ORPHANS)
        best = min(best, 14 - held - paired)
        for knitted in KNITTED:
            best = min(best, 14 - sum(counts[kind] > 0 for kind in [*knitted, *HONORS]))
    if n_melds <= 1:
        for knitted in KNITTED:
            rest = list(counts)
            lacking = 0
            for kind in knitted:
                if rest[kind]:
                    rest[kind] -= 1
                else:
                    lacking += 1
            best = min(best, lacking + standard_missing(rest, 1 - n_melds))
    return best - 1
