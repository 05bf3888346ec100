"""What a Luoyuan hand is made of: golds, shape, flowers, kongs.

A gold is a tile of the kind turned up (and of any other kind that the rule set makes wild). A hand
is complete when its natural tiles miss no more for sets and a pair than it has golds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.distance import FAR, standard_missing
from engine.jit import leaf, merge
from engine.luoyuan import memory as at
from engine.rules import P_FLOWERS, P_SETS, P_SHAPES, SHAPE_STANDARD, Rules
from engine.shapes import SETS, is_standard, suit_shapes, with_tile
from engine.situation import F_N_MELDS, F_SEAT_WIND, F_WILDCARD, F_WIN_BY, F_WIN_TILE, Win
from engine.wild import count_wild, natural_codes, wild_tiles
from schemas.codes import (
    BY_ROBBED_GOLD,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
)
from schemas.tiles import N_KINDS, N_TILES


@leaf
def read_hand(
    rules: Rules,
    missing: NDArray[np.uint64],
    shape: NDArray[np.uint32],
    win: Win,
    scratch: NDArray[np.int64],
) -> None:
    """Put the facts of the hand into the working memory.

    Args:
        rules: compiled rules.
        missing: the table of missing tiles that the rule set plays with.
        shape: `engine.tables.Tables.shape`.
        win: the hand.
        scratch: int64 (256), filled by the indices of `engine.luoyuan.memory`.
    """
    hand, facts = win.hand, win.facts
    tile = facts[F_WIN_TILE]
    if facts[F_WIN_BY] == BY_ROBBED_GOLD:
        tile = facts[F_WILDCARD]
    wild = wild_tiles(rules, facts[F_WILDCARD], facts[F_SEAT_WIND])
    golds = count_wild(hand, wild)
    before = natural_codes(hand, wild)
    whole = before
    n_tiles = 0
    for kind in range(N_TILES):
        n_tiles += int(hand[kind])
    scratch[at.GOLDS_BEFORE] = golds
    possible = True
    if tile >= 0:
        n_tiles += 1
        if (wild >> tile) & 1:
            golds += 1
        elif tile >= N_KINDS or hand[tile] > 3:
            possible = False
        else:
            whole = with_tile(before, tile)
    n_sets = rules.params[P_SETS] - facts[F_N_MELDS]
    scratch[at.WIN_TILE] = tile
    scratch[at.WILD] = wild
    scratch[at.GOLDS] = golds
    scratch[at.N_SETS] = n_sets
    for suit in range(4):
        scratch[at.BEFORE + suit] = before[suit]
        scratch[at.WHOLE + suit] = whole[suit]
    standard = rules.params[P_SHAPES] & SHAPE_STANDARD != 0
    possible = possible and standard and n_tiles == 3 * n_sets + 2
    _read_shape(missing, shape, whole, possible, scratch)
    _read_flowers(rules, win, scratch)
    _read_melds(win, scratch)


@merge
def codes_at(scratch: NDArray[np.int64], place: int) -> tuple[int, int, int, int]:
    """Four suit codes of the working memory."""
    return scratch[place], scratch[place + 1], scratch[place + 2], scratch[place + 3]


@leaf
def hand_missing(missing: NDArray[np.uint64], codes: tuple[int, int, int, int], n_sets: int) -> int:
    """Tiles missing for `n_sets` sets and a pair; compiled once for all who ask."""
    return standard_missing(missing, codes, n_sets)


@leaf
def sets_missing(missing: NDArray[np.uint64], codes: tuple[int, int, int, int], n_sets: int) -> int:
    """Tiles missing for `n_sets` sets and no pair, spread over the suits in the best way."""
    first = int(np.int64(missing[codes[0]]))
    second = int(np.int64(missing[codes[1]]))
    third = int(np.int64(missing[codes[2]]))
    fourth = int(np.int64(missing[codes[3]]))
    best = FAR
    for lower_sets in range(n_sets + 1):
        lower = upper = FAR
        for k in range(lower_sets + 1):
            lower = min(lower, tiles_for(first, k, 0) + tiles_for(second, lower_sets - k, 0))
        for k in range(n_sets - lower_sets + 1):
            rest = n_sets - lower_sets - k
            upper = min(upper, tiles_for(third, k, 0) + tiles_for(fourth, rest, 0))
        best = min(best, lower + upper)
    return best


@merge
def tiles_for(packed: int, n_sets: int, n_pairs: int) -> int:
    """Tiles that one suit misses for sets and a pair, from its entry in the table."""
    return (packed >> (10 * n_sets + 5 * n_pairs)) & 31


@leaf
def is_idle(missing: NDArray[np.uint64], scratch: NDArray[np.int64]) -> bool:
    """Whether the hand without the winning tile has an idle gold 闲金.

    Without one of its golds, the others wild, it is complete sets: any tile would make a pair.
    """
    golds = scratch[at.GOLDS_BEFORE]
    if golds == 0:
        return False
    lacking = sets_missing(missing, codes_at(scratch, at.BEFORE), scratch[at.N_SETS])
    return bool(lacking <= golds - 1)


@leaf
def count_flower_sets(flower_kinds: int, flowers: NDArray[np.int8], hand: NDArray[np.int8]) -> int:
    """Complete sets: four of one wind or dragon, the seasons f1-f4, the plants f5-f8.

    Args:
        flower_kinds: mask of the kinds that count as flowers.
        flowers: int8 (42), exposed flowers.
        hand: int8 (42), concealed tiles, flowers not yet exposed among them.
    """
    n = 0
    for kind in range(27, N_KINDS):
        four = int(flowers[kind]) + int(hand[kind]) == 4
        n += 1 if four and (flower_kinds >> kind) & 1 else 0
    for first in (N_KINDS, N_KINDS + 4):
        whole = True
        for kind in range(first, first + 4):
            held = flowers[kind] > 0 or hand[kind] > 0
            whole = whole and held and (flower_kinds >> kind) & 1 == 1
        n += 1 if whole else 0
    return n


@leaf
def _read_shape(
    missing: NDArray[np.uint64],
    shape: NDArray[np.uint32],
    whole: tuple[int, int, int, int],
    possible: bool,
    scratch: NDArray[np.int64],
) -> None:
    """Note whether the tiles are complete, and which golds stand for themselves alone."""
    golds = scratch[at.GOLDS]
    complete = two = three = False
    if possible:
        complete = hand_missing(missing, whole, scratch[at.N_SETS]) <= golds
    if complete and 2 <= golds <= 3:
        shapes = suit_shapes(shape, whole)
        if golds == 2:
            two = (shapes[0] & shapes[1] & shapes[2] & shapes[3] & SETS) != 0
        else:
            three = is_standard(shapes)
    scratch[at.COMPLETE] = int(complete)
    scratch[at.PAIR_OF_GOLDS] = int(two)
    scratch[at.PUNG_OF_GOLDS] = int(three)


@leaf
def _read_flowers(rules: Rules, win: Win, scratch: NDArray[np.int64]) -> None:
    n = 0
    for kind in range(27, N_TILES):
        n += int(win.flowers[kind])
    sets = 0
    if n >= 4:
        flower_kinds = rules.params[P_FLOWERS] & ~scratch[at.WILD]
        sets = count_flower_sets(flower_kinds, win.flowers, win.hand)
    scratch[at.N_FLOWERS] = n
    scratch[at.N_FLOWER_SETS] = sets


@leaf
def _read_melds(win: Win, scratch: NDArray[np.int64]) -> None:
    exposed = concealed = claimed = 0
    for meld in range(win.facts[F_N_MELDS]):
        kind = win.meld_kind[meld]
        exposed += 1 if kind in (MELD_KONG_EXPOSED, MELD_KONG_ADDED) else 0
        concealed += 1 if kind == MELD_KONG_CONCEALED else 0
        claimed += 1 if kind != MELD_KONG_CONCEALED else 0
    scratch[at.N_EXPOSED_KONGS] = exposed
    scratch[at.N_CONCEALED_KONGS] = concealed
    scratch[at.N_CLAIMED] = claimed
