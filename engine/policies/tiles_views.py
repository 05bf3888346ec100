"""Ways to see a hand as sets and a pair, with what its suits lack: for many questions at once.

A view is the whole hand, or the rest of it beside one of the six knitted straights 组合龙. It holds
for every suit what is left to the three others, so that another tile in that suit, or one tile
less, is asked about by one look into the table.

A view lies in W_SIZE places of an array of int64, at the place given.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.tiles_suits import (
    MOST,
    bounds,
    cut,
    least,
    left_to_both,
    left_to_one,
    same_where_short,
    stays_below,
)
from engine.shapes import popcount

(
    W_CODE,  # first of four: codes of the suits
    W_SUIT,  # first of four: what each lacks, cut
    W_REST,  # first of four: what is left to the three others
    W_TWO,  # first of six: what is left to two suits, 0 while it is not known
    W_SETS,  # sets that are made of these suits
    W_STRAIGHT,  # mask of the knitted straight, 0 for the whole hand
    W_LACKING,  # tiles that the straight lacks
    W_MISSING,  # tiles that the hand lacks in this view, the straight's among them
    W_SIZE,
) = (0, 4, 8, 12, 18, 19, 20, 21, 22)
"""Places of a view."""
N_VIEWS: Final = 7

Room = NDArray[np.int64]
"""int64, room for the views of a hand and the places after them."""
_SUIT: Final = (1 << 9) - 1
_LOW_POWERS: Final = 1 | (5 << 8) | (25 << 16) | (125 << 24)
_POWERS: Final = 1 | (5**4 << 20) | (5**8 << 40)
_MASK_20: Final = (1 << 20) - 1


@leaf
def open_view(
    room: Room,
    at: int,
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    n_sets: int,
    straight: int,
    lacking: int,
) -> None:
    """Set up a view.

    Args:
        room: written from `at` on.
        at: where the view lies.
        missing: the table, `Tables.missing` or `missing_any`.
        codes: of the suits; beside a straight without the tiles of it that are held.
        n_sets: sets that they have to make, beside a pair.
        straight: mask of the straight, 0 for none.
        lacking: tiles that the straight lacks.
    """
    a, b = _entry(missing, codes[0]), _entry(missing, codes[1])
    c, d = _entry(missing, codes[2]), _entry(missing, codes[3])
    first = left_to_both(a, left_to_one(b, n_sets), n_sets, MOST)
    last = left_to_both(c, left_to_one(d, n_sets), n_sets, MOST)
    for suit in range(4):
        room[at + W_CODE + suit] = codes[suit]
    room[at + W_SUIT] = a
    room[at + W_SUIT + 1] = b
    room[at + W_SUIT + 2] = c
    room[at + W_SUIT + 3] = d
    for pair in range(1, 5):
        room[at + W_TWO + pair] = 0
    room[at + W_TWO] = first
    room[at + W_TWO + 5] = last
    room[at + W_SETS] = n_sets
    room[at + W_STRAIGHT] = straight
    room[at + W_LACKING] = lacking
    rest = left_to_both(b, last, n_sets, MOST)
    known = least(a, rest)
    # Nothing that lacks more by itself is on a way as short as one tile longer than the shortest.
    most = min(MOST - 1, known + 1)
    room[at + W_MISSING] = lacking + known
    room[at + W_REST] = rest
    room[at + W_REST + 1] = left_to_both(a, last, n_sets, most)
    room[at + W_REST + 2] = left_to_both(d, first, n_sets, most)
    room[at + W_REST + 3] = left_to_both(c, first, n_sets, most)


@leaf
def kinds_to_spare(
    room: Room, at: int, missing: NDArray[np.uint64], kinds: int, twice: int, target: int
) -> int:
    """Mask of those kinds without one of which the hand lacks `target` tiles at most.

    Args:
        room: views.
        at: the view.
        missing: the table.
        kinds: mask of kinds held.
        twice: mask of the kinds held at least twice.
        target: at most 14.
    """
    lacking = room[at + W_LACKING]
    straight = room[at + W_STRAIGHT] & ~twice & kinds
    found = straight if room[at + W_MISSING] + 1 <= target else 0
    kinds &= ~straight
    if lacking > target:
        return int(found)
    for suit in range(4):
        asked = (kinds >> (9 * suit)) & _SUIT
        if asked != 0:
            bound = bounds(room[at + W_REST + suit], target - lacking)
            found |= _ranks(missing, room[at + W_CODE + suit], -1, asked, bound) << (9 * suit)
    return int(found)


@leaf
def useful_kinds(
    room: Room, at: int, missing: NDArray[np.uint64], kinds: int, held: int, target: int
) -> int:
    """Mask of those kinds that leave a hand, with one of them more, `target` tiles short at most.

    Args:
        room: views.
        at: the view.
        missing: the table.
        kinds: mask of the kinds asked about, none of them held four times.
        held: mask of the kinds held.
        target: at most 14.
    """
    lacking = room[at + W_LACKING]
    straight = room[at + W_STRAIGHT] & ~held & kinds
    found = straight if room[at + W_MISSING] - 1 <= target else 0
    kinds &= ~straight
    if lacking > target:
        return int(found)
    for suit in range(4):
        asked = (kinds >> (9 * suit)) & _SUIT
        if asked != 0:
            bound = bounds(room[at + W_REST + suit], target - lacking)
            found |= _ranks(missing, room[at + W_CODE + suit], 1, asked, bound) << (9 * suit)
    return int(found)


@leaf
def useful_without(
    room: Room,
    at: int,
    missing: NDArray[np.uint64],
    tile: int,
    kinds: int,
    held: int,
    held_once: bool,
    target: int,
    live: NDArray[np.int8],
    enough: int,
    all_useful: bool,
) -> int:
    """The same for the hand without a tile that it holds; `held` is as it is with it.

    Where no more than `enough` of the tiles asked about can be useful, some are left out.
    `all_useful` says that all kinds asked about are useful, in this view, with the tile.
    """
    lacking = room[at + W_LACKING]
    own = tile // 9
    code = room[at + W_CODE + own]
    if held_once:
        held &= ~(1 << tile)
    if held_once and (room[at + W_STRAIGHT] >> tile) & 1:
        lacking += 1
    else:
        code -= power(tile - 9 * own)
    entry = _entry(missing, code)
    rest = room[at + W_REST + own]
    straight = room[at + W_STRAIGHT] & ~held & kinds
    found = straight if lacking + least(entry, rest) - 1 <= target else 0
    kinds &= ~straight
    if lacking > target:
        return int(found)
    asked = (kinds >> (9 * own)) & _SUIT
    kinds &= ~(_SUIT << (9 * own))
    found |= _ranks(missing, code, 1, asked, bounds(rest, target - lacking)) << (9 * own)
    if count_live(live, found | kinds) <= enough:
        return int(found)
    # One tile in another suit helps by one at most: only ways that are one longer now can be
    # short enough then. Where the tile is on none of them, what was useful with it still is.
    same = same_where_short(room[at + W_SUIT + own], entry, rest, target - lacking + 1)
    if all_useful and same and lacking == room[at + W_LACKING]:
        return int(found | kinds)
    for suit in range(4):
        asked = (kinds >> (9 * suit)) & _SUIT
        if asked != 0:
            two = _left_to_others(room, at, own, suit)
            others = left_to_both(entry, two, room[at + W_SETS], target)
            bound = bounds(others, target - lacking)
            found |= _ranks(missing, room[at + W_CODE + suit], 1, asked, bound) << (9 * suit)
    return int(found)


@leaf
def count_live(live: NDArray[np.int8], kinds: int) -> int:
    """Live copies of the kinds of a mask."""
    n = 0
    while kinds != 0:
        n += int(np.int64(live[popcount((kinds & -kinds) - 1)]))
        kinds &= kinds - 1
    return n


@merge
def power(rank: int) -> int:
    """The weight of a rank, 0-8, in its suit's code: a power of five."""
    return ((_LOW_POWERS >> (8 * (rank & 3))) & 255) * ((_POWERS >> (20 * (rank >> 2))) & _MASK_20)


@merge
def _entry(missing: NDArray[np.uint64], code: int) -> int:
    return cut(int(np.int64(missing[code])))


@leaf
def _ranks(missing: NDArray[np.uint64], code: int, sign: int, asked: int, bound: int) -> int:
    """Mask of the ranks asked about with (without) one of which a suit stays below a bound."""
    found = 0
    if bound != 0:
        while asked != 0:
            bit = asked & -asked
            asked ^= bit
            if stays_below(_entry(missing, code + sign * power(popcount(bit - 1))), bound):
                found |= bit
    return found


@leaf
def _left_to_others(room: Room, at: int, suit: int, other: int) -> int:
    """What is left to the two suits that are neither of two."""
    first = 0
    while first in (suit, other):
        first += 1
    second = 6 - suit - other - first
    low, high = min(first, second), max(first, second)
    place = at + W_TWO + (high - 1 if low == 0 else high + low)
    known = room[place]
    if known == 0:
        n_sets = room[at + W_SETS]
        rest = left_to_one(room[at + W_SUIT + second], n_sets)
        known = left_to_both(room[at + W_SUIT + first], rest, n_sets, MOST)
        room[place] = known
    return int(known)
