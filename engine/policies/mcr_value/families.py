"""Which families of hands are worth looking for under a rule set's values.

A family is what a search is restricted to: a core of two or three sets whose fan carries the
hand, or a field of sets that all belong to one fan (flushes 一色, all pungs 碰碰和, outside hands
全带幺 …). What a fan lacks to the minimum has to come from small fans, so a family counts where its
fan is worth the minimum less REACH, and LEAST at least.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from engine.mcr import patterns as fan
from engine.mcr.hand import DRAGONS, GREEN, REVERSIBLE, WINDS
from engine.mcr.sets import EVEN
from engine.policies.mcr_value.melds import FIRST_PUNG, N_MELDS, N_PAIRS, PUNGS
from engine.shapes import HONORS, ORPHANS, SUITS
from engine.tables_chows import (
    MIXED_DOUBLE,
    MIXED_SHIFTED,
    MIXED_STRAIGHT,
    MIXED_TRIPLE,
    PURE_DOUBLE,
    PURE_SHIFTED,
    PURE_STRAIGHT,
    PURE_TRIPLE,
    SHORT_STRAIGHT,
    TWO_TERMINAL,
    three_chows,
    two_chows,
)

REACH: Final = 4
"""What small fans may add to the fan of a family."""
LEAST: Final = 4
"""Fans that are worth less come by themselves."""
_NINE: Final = (1 << 9) - 1
_ALL: Final = (1 << N_PAIRS) - 1
_THREE_CHOWS: Final = {
    MIXED_TRIPLE: fan.MIXED_TRIPLE_CHOW,
    MIXED_SHIFTED: fan.MIXED_SHIFTED_CHOWS,
    MIXED_STRAIGHT: fan.MIXED_STRAIGHT,
    PURE_TRIPLE: fan.PURE_TRIPLE_CHOW,
    PURE_SHIFTED: fan.PURE_SHIFTED_CHOWS,
    PURE_STRAIGHT: fan.PURE_STRAIGHT,
}
_TWO_CHOWS: Final = {
    PURE_DOUBLE: fan.PURE_DOUBLE_CHOW,
    MIXED_DOUBLE: fan.MIXED_DOUBLE_CHOW,
    SHORT_STRAIGHT: fan.SHORT_STRAIGHT,
    TWO_TERMINAL: fan.TWO_TERMINAL_CHOWS,
}


class Core(NamedTuple):
    """Sets, in ascending order, and the fan that they make."""

    melds: tuple[int, ...]
    pattern: int


class Field(NamedTuple):
    """Masks of the sets, of the pairs and of all kinds that keep to a fan."""

    melds: int
    pairs: int
    kinds: int
    pattern: int


def cores(values: Sequence[int], minimum: int) -> list[Core]:
    """Two and three sets that make a fan worth looking for; the dearest first."""
    found = [Core(melds, pattern) for melds, pattern in _all_cores()]
    least = max(minimum - REACH, LEAST)
    wanted = [core for core in found if values[core.pattern] >= least]
    return sorted(wanted, key=lambda core: (-values[core.pattern], core.pattern, core.melds))


def fields(values: Sequence[int], minimum: int) -> list[Field]:
    """Fields worth looking for, without those that lie in another one; the dearest first."""
    least = max(minimum - REACH, LEAST)
    wanted = [field for field in _all_fields() if values[field.pattern] >= least]
    outer = [
        field
        for field in wanted
        if not any(
            other != field and field.melds & ~other.melds == 0 and field.pairs & ~other.pairs == 0
            for other in wanted
        )
    ]
    return sorted(outer, key=lambda field: (-values[field.pattern], field.pattern, field.melds))


def core_masks(core: Core) -> list[int]:
    """Masks of the kinds that a core holds at least once, twice, three and four times."""
    copies = Counter(tile for meld in core.melds for tile in meld_tiles(meld))
    return [sum(1 << kind for kind, n in copies.items() if n >= k) for k in range(1, 5)]


def meld_tiles(meld: int) -> list[int]:
    """The tiles of a set."""
    if meld >= FIRST_PUNG:
        return [meld - FIRST_PUNG] * 3
    low = 9 * (meld // 7) + meld % 7
    return [low, low + 1, low + 2]


def _all_cores() -> Iterator[tuple[tuple[int, ...], int]]:
    for pair in combinations_with_replacement(range(N_MELDS), 2):
        if pair[1] < FIRST_PUNG:
            two = two_chows(*pair)
            if two >= 0:
                yield pair, _TWO_CHOWS[two]
        elif pair[0] >= FIRST_PUNG and pair[0] != pair[1]:
            kinds = [meld - FIRST_PUNG for meld in pair]
            if all((DRAGONS >> kind) & 1 for kind in kinds):
                yield pair, fan.TWO_DRAGON_PUNGS
            elif kinds[1] < 27 and (kinds[1] - kinds[0]) % 9 == 0:
                yield pair, fan.DOUBLE_PUNG
    for triple in combinations_with_replacement(range(N_MELDS), 3):
        if triple[2] < FIRST_PUNG:
            three = three_chows(triple)
            if three:
                yield triple, _THREE_CHOWS[three]
        elif triple[0] >= FIRST_PUNG and len(set(triple)) == 3:
            pattern = _three_pungs([meld - FIRST_PUNG for meld in triple])
            if pattern >= 0:
                yield triple, pattern


def _three_pungs(kinds: Sequence[int]) -> int:
    if kinds[0] >= 27:
        if all((WINDS >> kind) & 1 for kind in kinds):
            return fan.BIG_THREE_WINDS
        return fan.BIG_THREE_DRAGONS if all((DRAGONS >> kind) & 1 for kind in kinds) else -1
    if kinds[2] >= 27:
        return -1
    suits = {kind // 9 for kind in kinds}
    ranks = sorted(kind % 9 for kind in kinds)
    steps = (ranks[1] - ranks[0], ranks[2] - ranks[1])
    if len(suits) == 3 and steps == (0, 0):
        return fan.TRIPLE_PUNG
    if steps == (1, 1):
        if len(suits) == 1:
            return fan.PURE_SHIFTED_PUNGS
        return fan.MIXED_SHIFTED_PUNGS if len(suits) == 3 else -1
    return -1


def _all_fields() -> Iterator[Field]:
    suits = [_NINE << (9 * suit) for suit in range(3)]
    ranks = [sum(1 << (9 * suit + rank) for suit in range(3)) for rank in range(9)]
    of_kinds = [
        *((fan.FULL_FLUSH, suit) for suit in suits),
        *((fan.HALF_FLUSH, suit | HONORS) for suit in suits),
        *((fan.ONE_VOIDED_SUIT, SUITS & ~suit | HONORS) for suit in suits),
        (fan.ALL_GREEN, GREEN),
        (fan.REVERSIBLE_TILES, REVERSIBLE),
        (fan.UPPER_TILES, ranks[6] | ranks[7] | ranks[8]),
        (fan.MIDDLE_TILES, ranks[3] | ranks[4] | ranks[5]),
        (fan.LOWER_TILES, ranks[0] | ranks[1] | ranks[2]),
        (fan.UPPER_FOUR, sum(ranks[5:])),
        (fan.LOWER_FOUR, sum(ranks[:4])),
        (fan.TERMINALS_AND_HONORS, ORPHANS),
        (fan.ALL_HONORS, HONORS),
        (fan.ALL_TERMINALS, ORPHANS & SUITS),
        (fan.ALL_SIMPLES, _ALL & ~ORPHANS),
        (fan.NO_HONORS, SUITS),
    ]
    for pattern, kinds in of_kinds:
        yield Field(_made_of(kinds), kinds, kinds, pattern)
    yield Field(PUNGS, _ALL, _ALL, fan.ALL_PUNGS)
    yield Field(PUNGS & _made_of(EVEN), EVEN, EVEN, fan.ALL_EVEN_PUNGS)
    yield Field(_made_of(SUITS) & ~PUNGS, SUITS, SUITS, fan.ALL_CHOWS)
    yield Field(_touching(ORPHANS), ORPHANS, _ALL & ~sum(ranks[3:6]), fan.OUTSIDE_HAND)
    yield Field(_touching(ranks[4]), ranks[4], sum(ranks[2:7]), fan.ALL_FIVES)


def _made_of(kinds: int) -> int:
    """Mask of the sets that are made of these kinds alone."""
    return sum(
        1 << meld
        for meld in range(N_MELDS)
        if all((kinds >> tile) & 1 for tile in meld_tiles(meld))
    )


def _touching(kinds: int) -> int:
    """Mask of the sets that hold one of these kinds."""
    return sum(
        1 << meld
        for meld in range(N_MELDS)
        if any((kinds >> tile) & 1 for tile in meld_tiles(meld))
    )
