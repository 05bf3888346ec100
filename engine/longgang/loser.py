"""What a loser's hand counts: its sets and pairs, pungs that wildcards complete, its tai.

Nothing has to be complete. Natural tiles count as pungs and pairs; a wildcard counts only where it
makes a pung with natural tiles, two of a kind and one or one and two, and is void 卖兵 otherwise.
The assignment that gives most is taken.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.longgang import items as item
from engine.longgang import patterns as row
from engine.longgang.items import is_big, item_points, meld_item
from engine.longgang.rows import (
    counted_rows,
    doubled,
    limited,
    live_rows,
    shown_guests,
    tai_of,
    times_of,
    valued_honors,
    wildcard_rows,
)
from engine.params import param
from engine.rules import P_IN_HAND, Rules
from engine.situation import MOST_MELDS, NO_MELD
from engine.wild import count_wild, proper_wildcards, wild_tiles
from schemas.tiles import N_KINDS, N_TILES

_LIMIT: Final = param("scoring.limit")
_ONE_PLUS_TWO: Final = param("scoring.loser_one_plus_two")
_HONOR_PUNGS: Final = 8
"""Room for the number of 字刻 of a hand."""
_MOST_WILD: Final = 4
_NOTHING: Final = -1
_SIZE: Final = (_MOST_WILD + 1) * _HONOR_PUNGS
"""Places of a table of points by wildcards taken and 字刻."""
LOSER_SCRATCH: Final = 2 * _SIZE
"""Words of scratch that are used."""


@leaf
def loser_total(
    rules: Rules,
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    flowers: NDArray[np.int8],
    seat_wind: int,
    wildcard: int,
    scratch: NDArray[np.int64],
) -> tuple[int, int, int]:
    """Total of a loser's hand, at most the limit (Longgang card, "Points" and "Tai").

    Args:
        rules: compiled rules.
        hand: int8 (42), concealed tiles, any number of them; flowers that are neither wild nor
            exposed count nothing.
        meld_kind: int8 (5), NO_MELD behind the last.
        meld_tile: int8 (5).
        flowers: int8 (42), exposed flowers.
        seat_wind: 0-3.
        wildcard: the kind turned up, -1 for none.
        scratch: int64 (LOSER_SCRATCH or more), working memory.

    Returns:
        Total; its points; its tai.
    """
    wild = wild_tiles(rules, wildcard, seat_wind)
    proper = proper_wildcards(rules, wildcard)
    pairs = valued_honors(seat_wind) & rules.params[P_IN_HAND]
    counted = pairs & ~proper
    n_wild = min(count_wild(hand, wild), _MOST_WILD)
    seat_flower = N_KINDS + seat_wind
    seat = int((wild >> seat_flower) & 1 == 1 and hand[seat_flower] > 0)

    fixed, melded = _melds(rules, meld_kind, meld_tile, counted)
    n_flowers = 0
    for tile in range(N_TILES):
        n_flowers += int(np.int64(flowers[tile])) if (wild >> tile) & 1 == 0 else 0
    fixed += n_flowers * item_points(rules, item.FLOWER)
    most, sure = _spread_wildcards(rules, hand, wild, pairs, counted, n_wild, scratch)
    fixed += sure

    live = live_rows(rules)
    limits = int(np.int64(rules.limits[0]))
    guests = shown_guests(flowers, seat_wind)
    flowers_wild = wildcard >= N_KINDS and proper != 0
    best, best_points, best_tai = -1, 0, 0
    for taken in range(n_wild + 1):
        for honor_pungs in range(most + 1):
            points = scratch[taken * _HONOR_PUNGS + honor_pungs]
            if points == _NOTHING:
                continue
            points += fixed
            for with_seat in range(seat + 1):
                others = taken - with_seat
                if others < 0 or others > n_wild - seat:
                    continue
                rows, count = wildcard_rows(False, flowers_wild, others, with_seat, guests)
                rows |= int(honor_pungs + melded > 0) << row.HONOR_PUNG
                rows = counted_rows(rules, rows & live)
                tai = tai_of(rules, rows, times_of(honor_pungs + melded, 0, count))
                total = limited(doubled(points, tai), rows & limits != 0, rules.params[_LIMIT])
                if total > best:
                    best, best_points, best_tai = total, points, tai
    return best, best_points, best_tai


@leaf
def _melds(
    rules: Rules, meld_kind: NDArray[np.int8], meld_tile: NDArray[np.int8], counted: int
) -> tuple[int, int]:
    """Points of the melds, and how many of them are 字刻."""
    points = honor_pungs = 0
    for k in range(MOST_MELDS):
        if meld_kind[k] == NO_MELD:
            break
        tile = int(np.int64(meld_tile[k]))
        one = meld_item(meld_kind[k], tile)
        if one >= 0:
            points += item_points(rules, one)
            honor_pungs += (counted >> tile) & 1
    return points, honor_pungs


@leaf
def _spread_wildcards(
    rules: Rules,
    hand: NDArray[np.int8],
    wild: int,
    pairs: int,
    counted: int,
    n_wild: int,
    scratch: NDArray[np.int64],
) -> tuple[int, int]:
    """Most points of the concealed tiles by wildcards taken and number of 字刻, kind by kind.

    ``scratch[taken * 8 + honor pungs]`` holds them, _NOTHING where no assignment does so; only
    places up to `n_wild` and the first number that is returned mean something.

    Returns:
        The largest number of 字刻; points beside these, of kinds that can be counted in one way.
    """
    scratch[0] = 0
    for taken in range(1, n_wild + 1):
        scratch[taken * _HONOR_PUNGS] = _NOTHING
    most = sure = 0
    for kind in range(N_KINDS):
        held = int(np.int64(hand[kind]))
        if held == 0 or (wild >> kind) & 1:
            continue
        pair = item_points(rules, item.PAIR) if (pairs >> kind) & 1 else 0
        least = 1 if n_wild >= 2 and rules.params[_ONE_PLUS_TWO] != 0 else 3 - min(n_wild, 1)
        if held < least:  # no pung of it: most kinds of most hands
            sure += pair if held >= 2 else 0
            continue
        worth = item_points(rules, item.CONCEALED_PUNG + is_big(kind))
        honor = (counted >> kind) & 1
        reached, most = most, min(_HONOR_PUNGS - 1, most + honor * min(held, held // 3 + n_wild))
        _set_aside(scratch, n_wild, reached, most)
        # Pungs of three, two and one natural tile; of the rest a pair may count.
        for whole in range(held // 3 + 1):
            for twos in range((held - 3 * whole) // 2 + 1):
                ones_left = (held - 3 * whole - 2 * twos) * rules.params[_ONE_PLUS_TWO]
                for ones in range(ones_left + 1):
                    taken = twos + 2 * ones
                    if taken > n_wild:
                        break
                    pungs = whole + twos + ones
                    left = held - 3 * whole - 2 * twos - ones
                    points = pungs * worth + (pair if left >= 2 else 0)
                    _extend(scratch, n_wild, reached, taken, pungs * honor, points)
    return most, sure


@leaf
def _set_aside(scratch: NDArray[np.int64], n_wild: int, reached: int, most: int) -> None:
    """Begin the table of one more kind: what came before goes to the table behind it."""
    for taken in range(n_wild + 1):
        first = taken * _HONOR_PUNGS
        for place in range(first, first + reached + 1):
            scratch[_SIZE + place] = scratch[place]
        for place in range(first, first + most + 1):
            scratch[place] = _NOTHING


@leaf
def _extend(
    scratch: NDArray[np.int64], n_wild: int, reached: int, taken: int, honor_pungs: int, points: int
) -> None:
    """Take over what came before a kind, with one way to count the kind.

    Before it there were up to `reached` 字刻.
    """
    for before in range(n_wild - taken + 1):
        for honors in range(min(reached + 1, _HONOR_PUNGS - honor_pungs)):
            earlier = scratch[_SIZE + before * _HONOR_PUNGS + honors]
            place = (before + taken) * _HONOR_PUNGS + honors + honor_pungs
            if earlier != _NOTHING and earlier + points > scratch[place]:
                scratch[place] = earlier + points
