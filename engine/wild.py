"""Wildcards 财神: which tiles are wild for a player, and how far a hand with them is from winning.

A hand with w wildcards is complete when w tiles are missing beside them; nothing is enumerated to
find out whether it wins. A wildcard may stand for a fifth copy where the rule set says so; then
the missing tiles come from a table whose goals hold any number of copies.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.distance import distance, standard_missing, waits
from engine.jit import leaf, merge
from engine.params import choice, param
from engine.rules import (
    P_FLOWERS,
    P_SETS,
    P_SHAPES,
    SHAPE_EIGHT_PAIRS,
    SHAPE_KNITTED_SINGLES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    SHAPE_THIRTEEN_ORPHANS,
    Rules,
)
from engine.shapes import (
    HONORS,
    ORPHANS,
    knitted_mask,
    most_knitted,
    popcount,
    suit_codes,
    without_knitted,
)
from engine.tables import Tables
from schemas.tiles import N_KINDS, N_TILES

_KIND: Final = param("wildcard.kind")
_ON_FLOWER: Final = param("wildcard.on_flower")
_FLOWERS_WILD: Final = choice("wildcard.on_flower", "flowers_wild")
_SEAT_FLOWER: Final = param("wildcard.seat_flower")
_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_GROUP: Final = 0b1111
"""Four flowers in a row: seasons f1-f4 or plants f5-f8."""


@leaf
def proper_wildcards(rules: Rules, wildcard: int) -> int:
    """Mask (42 bits) of the kinds that the turned tile makes wild for everybody.

    A suit tile or honor makes its own kind wild. A flower makes the others of its group wild where
    the rules say so; -1 (nothing turned) makes none.
    """
    if wildcard < 0 or rules.params[_KIND] == 0:
        return 0
    if wildcard < N_KINDS:
        return 1 << wildcard
    if rules.params[_ON_FLOWER] != _FLOWERS_WILD:
        return 0
    first = N_KINDS if wildcard < N_KINDS + 4 else N_KINDS + 4
    group = _GROUP << first
    return int(group & ~(1 << wildcard) & rules.params[P_FLOWERS])


@leaf
def wild_tiles(rules: Rules, wildcard: int, seat_wind: int) -> int:
    """Mask (42 bits) of the kinds that are wild for the player of a seat wind.

    Beside the proper wildcards a player's own seat flower 坐花 is wild where the rules say so.
    """
    wild = proper_wildcards(rules, wildcard)
    if rules.params[_SEAT_FLOWER] == 1 and wildcard != N_KINDS + seat_wind:
        wild |= 1 << (N_KINDS + seat_wind)
    return wild


@merge
def count_wild(hand: NDArray[np.int8], wild: int) -> int:
    """Tiles of int8 (42) counts that a mask of kinds holds."""
    n = 0
    rest = wild
    while rest != 0:
        n += int(hand[popcount((rest & -rest) - 1)])
        rest &= rest - 1
    return n


@leaf
def natural_codes(hand: NDArray[np.int8], wild: int) -> tuple[int, int, int, int]:
    """Suit codes (`engine.shapes.suit_codes`) of the tiles that are not wild."""
    characters, dots, bamboo, honors = suit_codes(hand)
    rest = wild & ((1 << N_KINDS) - 1)
    while rest != 0:
        tile = popcount((rest & -rest) - 1)
        rest &= rest - 1
        weight = int(hand[tile])
        for _ in range(tile % 9):
            weight *= 5
        characters -= weight if tile < 9 else 0
        dots -= weight if 9 <= tile < 18 else 0
        bamboo -= weight if 18 <= tile < 27 else 0
        honors -= weight if tile >= 27 else 0
    return characters, dots, bamboo, honors


@leaf
def hand_distance(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int
) -> int:
    """Distance to ready of any hand: 0 ready, -1 complete; arguments as in `wild_distance`."""
    if wild == 0 and rules.params[P_SHAPES] & SHAPE_EIGHT_PAIRS == 0:
        return distance(rules, tables, hand, n_melds)
    return wild_distance(rules, tables, hand, n_melds, wild)


@leaf
def hand_waits(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int
) -> np.uint64:
    """Mask of the kinds 0-41 that complete any hand by shape; arguments as in `wild_distance`."""
    if wild == 0 and rules.params[P_SHAPES] & SHAPE_EIGHT_PAIRS == 0:
        return waits(rules, tables, hand, n_melds)
    return wild_waits(rules, tables, hand, n_melds, wild)


@leaf
def wild_distance(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int
) -> int:
    """Distance to ready of a hand with wildcards: 0 ready, -1 complete.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        hand: int8 (42), counts of the concealed tiles, wildcards and wild flowers among them.
        n_melds: melds beside them, kongs included.
        wild: mask of the kinds that are wild for this player (`wild_tiles`).
    """
    return max(-1, natural_missing(rules, tables, hand, n_melds, wild) - count_wild(hand, wild) - 1)


@leaf
def wild_completes(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int, tile: int
) -> bool:
    """Whether one more tile (0-41) completes a hand with wildcards, by shape.

    A tile of a wild kind completes as a wildcard would. A fifth copy of a natural kind does not
    exist and completes nothing.
    """
    if hand[tile] > 3 and (wild >> tile) & 1 == 0:
        return False
    hand[tile] += 1
    complete = natural_missing(rules, tables, hand, n_melds, wild) <= count_wild(hand, wild)
    hand[tile] -= 1
    return complete


@leaf
def wild_waits(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int
) -> np.uint64:
    """Mask of the kinds 0-41 that complete a hand with wildcards, by shape."""
    found = 0
    if wild_distance(rules, tables, hand, n_melds, wild) <= 0:
        for tile in range(N_TILES):
            if (tile < N_KINDS or (wild >> tile) & 1) and wild_completes(
                rules, tables, hand, n_melds, wild, tile
            ):
                found |= 1 << tile
    return np.uint64(found)


@leaf
def natural_missing(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int
) -> int:
    """Tiles that the natural tiles of a hand miss for the nearest shape, its wildcards apart."""
    shapes = rules.params[P_SHAPES]
    n_sets = rules.params[P_SETS] - n_melds
    missing = tables.missing_any if rules.params[_FIFTH_COPY] == 1 else tables.missing
    codes = natural_codes(hand, wild)
    best = 99
    if shapes & SHAPE_STANDARD:
        best = standard_missing(missing, codes, n_sets)
    if shapes == SHAPE_STANDARD or n_sets < 3:
        return best
    kinds = paired = pairs = singles = triples = quadruples = 0
    for kind in range(N_KINDS):
        count = 0 if (wild >> kind) & 1 else int(hand[kind])
        kinds |= (1 if count > 0 else 0) << kind
        paired |= (1 if count > 1 else 0) << kind
        pairs += count >> 1  # four alike may be two pairs
        singles += count & 1
        triples += 1 if count == 3 else 0
        quadruples += 1 if count == 4 else 0
    if n_melds == 0 and n_sets == 4:
        if shapes & SHAPE_SEVEN_PAIRS:
            best = min(best, _pairs_missing(pairs, singles))
        if shapes & SHAPE_THIRTEEN_ORPHANS:
            best = min(best, 14 - popcount(kinds & ORPHANS) - (1 if paired & ORPHANS else 0))
        if shapes & SHAPE_KNITTED_SINGLES:
            best = min(best, 14 - popcount(kinds & HONORS) - most_knitted(kinds))
    if n_melds == 0 and n_sets == 5 and shapes & SHAPE_EIGHT_PAIRS:
        # The triple is there (three or four alike), or grows from a pair or a single tile.
        if triples > 0:
            best = min(best, _pairs_missing(pairs - 1, singles - 1))
        if quadruples > 0:
            best = min(best, _pairs_missing(pairs - 2, singles + 1))
        if pairs > 0:
            best = min(best, 1 + _pairs_missing(pairs - 1, singles))
        if singles > 0:
            best = min(best, 2 + _pairs_missing(pairs, singles - 1))
        best = min(best, 3 + _pairs_missing(pairs, singles))
    if shapes & SHAPE_KNITTED_STRAIGHT:
        for arrangement in range(6):
            lacking = 9 - popcount(kinds & knitted_mask(arrangement))
            if lacking < best:
                rest = without_knitted(codes, kinds, arrangement)
                best = min(best, lacking + standard_missing(missing, rest, n_sets - 3))
    return best


@merge
def _pairs_missing(pairs: int, singles: int) -> int:
    """Tiles missing for seven pairs: a single tile lacks one, a pair of nothing two."""
    lacking = max(0, 7 - pairs)
    return lacking + max(0, lacking - singles)
