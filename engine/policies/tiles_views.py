"""Ways to see a hand as sets and a pair, with what its suits lack: for many questions at once.

A view is the whole hand, or the rest of it beside one of the six knitted straights 组合龙. It holds
for every suit what the three others lack together, so that another tile in that suit, or one tile
less, is asked about by one look into the table.

A view lies in W_SIZE places of an array of int64, at the place given.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.policies.tiles_suits import MOST, bounds, cut, join, least, power, stays_below
from engine.shapes import popcount

(
    W_CODE,  # first of four: codes of the suits
    W_SUIT,  # first of four: what each lacks, cut
    W_REST,  # first of four: what the three others lack together
    W_TWO,  # first of six: what two suits lack together, 0 while it is not known
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
    """Set up a view: what the suits lack, joined by two and three.

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
    for suit in range(4):
        room[at + W_CODE + suit] = codes[suit]
    first, second = join(a, b, n_sets, MOST), join(c, d, n_sets, MOST)
    room[at + W_SUIT] = a
    room[at + W_SUIT + 1] = b
    room[at + W_SUIT + 2] = c
    room[at + W_SUIT + 3] = d
    for pair in range(1, 5):
        room[at + W_TWO + pair] = 0
    room[at + W_TWO] = first
    room[at + W_TWO + 5] = second
    room[at + W_SETS] = n_sets
    room[at + W_STRAIGHT] = straight
    room[at + W_LACKING] = lacking
    known = least(first, second, n_sets)
    # Nothing that lacks more by itself is on a way as short as one tile longer than the shortest.
    most = min(MOST - 1, known + 1)
    room[at + W_MISSING] = lacking + known
    room[at + W_REST] = join(b, second, n_sets, most)
    room[at + W_REST + 1] = join(a, second, n_sets, most)
    room[at + W_REST + 2] = join(d, first, n_sets, most)
    room[at + W_REST + 3] = join(c, first, n_sets, most)


@leaf
def missing_without(
    room: Room, at: int, missing: NDArray[np.uint64], tile: int, held_once: bool
) -> int:
    """Tiles that the hand lacks in a view when a tile goes that it holds."""
    if held_once and (room[at + W_STRAIGHT] >> tile) & 1:
        return int(room[at + W_MISSING]) + 1
    suit = tile // 9
    entry = _entry(missing, room[at + W_CODE + suit] - power(tile))
    return int(room[at + W_LACKING]) + least(entry, room[at + W_REST + suit], room[at + W_SETS])


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
            bound = bounds(room[at + W_REST + suit], room[at + W_SETS], target - lacking)
            found |= _in_suit(missing, room[at + W_CODE + suit], asked, bound) << (9 * suit)
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
) -> int:
    """The same for the hand without a tile that it holds; `held` is as it is with it."""
    lacking = room[at + W_LACKING]
    n_sets = room[at + W_SETS]
    from_straight = held_once and (room[at + W_STRAIGHT] >> tile) & 1 == 1
    if held_once:
        held &= ~(1 << tile)
    own = tile // 9
    code = room[at + W_CODE + own]
    if from_straight:
        lacking += 1
    else:
        code -= power(tile)
    entry = _entry(missing, code)
    rest = room[at + W_REST + own]
    straight = room[at + W_STRAIGHT] & ~held & kinds
    found = straight if lacking + least(entry, rest, n_sets) - 1 <= target else 0
    kinds &= ~straight
    if lacking > target:
        return int(found)
    for suit in range(4):
        asked = (kinds >> (9 * suit)) & _SUIT
        if asked == 0:
            continue
        if suit == own:
            bound = bounds(rest, n_sets, target - lacking)
            found |= _in_suit(missing, code, asked, bound) << (9 * suit)
        else:
            others = join(entry, _two_others(room, at, own, suit), n_sets, target)
            bound = bounds(others, n_sets, target - lacking)
            found |= _in_suit(missing, room[at + W_CODE + suit], asked, bound) << (9 * suit)
    return int(found)


@merge
def _entry(missing: NDArray[np.uint64], code: int) -> int:
    return cut(int(np.int64(missing[code])))


@leaf
def _in_suit(missing: NDArray[np.uint64], code: int, asked: int, bound: int) -> int:
    """Mask of the ranks asked about with which a suit stays below a bound."""
    found = 0
    if bound != 0:
        while asked != 0:
            bit = asked & -asked
            asked ^= bit
            if stays_below(_entry(missing, code + power(popcount(bit - 1))), bound):
                found |= bit
    return found


@leaf
def _two_others(room: Room, at: int, suit: int, other: int) -> int:
    """What the two suits lack together that are neither of two."""
    first = 0
    while first in (suit, other):
        first += 1
    second = 6 - suit - other - first
    low, high = min(first, second), max(first, second)
    place = at + W_TWO + (high - 1 if low == 0 else high + low)
    known = room[place]
    if known == 0:
        entry = room[at + W_SUIT + first]
        known = join(entry, room[at + W_SUIT + second], room[at + W_SETS], MOST)
        room[place] = known
    return int(known)
