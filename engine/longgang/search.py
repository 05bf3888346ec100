"""The best reading of a hand of sets and a pair: which suit takes how many wildcards, and how.

Nothing is left out: every way of every suit (`engine.longgang.spread`) is combined with every one
of the others, and each combination is weighed under the rule set's values and exclusions.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.longgang import memory as at
from engine.longgang import patterns as row
from engine.longgang.rows import counted_rows, doubled, limited, tai_of, times_of
from engine.longgang.spread import (
    ALL_TRAITS,
    KEY_HONOR_PUNGS,
    KEY_PAIR,
    KEY_PLACED,
    KEY_SUITS,
    KEY_SUMS,
    KEY_TRAITS,
    KEY_WILDCARD_PUNGS,
    KEY_WIND_PAIR,
    KEY_WINDS,
    TRAIT_CHOW,
    TRAIT_PUNG,
    TRAIT_SMALL,
    spread,
)
from engine.rules import SHAPE_STANDARD, Rules
from engine.shapes import popcount
from engine.tables_build import GOAL_BITS

_HONORS: Final = 8
"""Honors in a mask of suits."""
_SUITS: Final = 7


@merge
def lacking(packed: int, sets: int, pairs: int) -> int:
    """Tiles that a suit lacks for a goal, from its entry in a table of missing tiles."""
    return (packed >> (GOAL_BITS * (2 * sets + pairs))) & 31


@leaf
def plan(
    scratch: NDArray[np.int64],
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    sizes: tuple[int, int, int, int],
    wild: int,
) -> bool:
    """Find how many wildcards each suit may take; the masks go to ``scratch[USEFUL]``.

    The number of a suit's tiles with its wildcards says what they become: sets, or sets and the
    pair.

    Args:
        scratch: memory.
        missing: table of missing tiles.
        codes: of the natural tiles (`engine.shapes.suit_codes`).
        sizes: natural tiles of each suit.
        wild: wildcards in all, at most MOST_WILD + 1.

    Returns:
        Whether the hand can be complete.
    """
    first = _able(int(np.int64(missing[codes[0]])), sizes[0], wild)
    second = _able(int(np.int64(missing[codes[1]])), sizes[1], wild)
    third = _able(int(np.int64(missing[codes[2]])), sizes[2], wild)
    fourth = _able(int(np.int64(missing[codes[3]])), sizes[3], wild)
    use0 = use1 = use2 = use3 = 0
    for a in range(wild + 1):
        if not (first >> a) & 1:
            continue
        for b in range(wild - a + 1):
            if not (second >> b) & 1:
                continue
            for c in range(wild - a - b + 1):
                d = wild - a - b - c
                if not ((third >> c) & 1 and (fourth >> d) & 1):
                    continue
                pairs = has_pair(sizes[0] + a) + has_pair(sizes[1] + b)
                pairs += has_pair(sizes[2] + c) + has_pair(sizes[3] + d)
                if pairs == 1:
                    use0 |= 1 << a
                    use1 |= 1 << b
                    use2 |= 1 << c
                    use3 |= 1 << d
    scratch[at.USEFUL] = use0
    scratch[at.USEFUL + 1] = use1
    scratch[at.USEFUL + 2] = use2
    scratch[at.USEFUL + 3] = use3
    return use0 != 0


@merge
def has_pair(tiles: int) -> int:
    """1 where so many tiles of a suit are sets and a pair, 0 where they are sets."""
    return int(tiles % 3 == 2)


@leaf
def _able(packed: int, size: int, wild: int) -> int:
    """Mask of the numbers of wildcards that complete a suit."""
    found = 0
    for taken in range(wild + 1):
        tiles = size + taken
        sets = tiles // 3
        if tiles % 3 != 1 and sets <= 5 and lacking(packed, sets, has_pair(tiles)) <= taken:
            found |= 1 << taken
    return found


@leaf
def weigh_sets(rules: Rules, scratch: NDArray[np.int64]) -> None:
    """Weigh all readings as sets and a pair; the numbers of wildcards must be planned."""
    for suit in range(4):
        spread(scratch, suit)
        if scratch[at.N_WAYS + suit] == 0:
            return
    target = scratch[at.N_WILD] | 1 << KEY_PAIR
    if scratch[at.WIN_TILE] >= 0:
        target |= 1 << KEY_PLACED
    size = at.MOST_WAYS * at.WAY_WORDS
    for i in range(scratch[at.N_WAYS]):
        a = at.WAYS + i * at.WAY_WORDS
        for j in range(scratch[at.N_WAYS + 1]):
            b = at.WAYS + size + j * at.WAY_WORDS
            two = (scratch[a] & KEY_SUMS) + (scratch[b] & KEY_SUMS)
            if not _may_become(two, target):
                continue
            for k in range(scratch[at.N_WAYS + 2]):
                c = at.WAYS + 2 * size + k * at.WAY_WORDS
                three = two + (scratch[c] & KEY_SUMS)
                if _may_become(three, target):
                    _add_honors(rules, scratch, target, three, a, b, c)


@merge
def _may_become(sums: int, target: int) -> bool:
    """Whether more ways can complete the sums: wildcards, place and pair are not exceeded."""
    return (
        (sums & 15) <= (target & 15)
        and (sums >> KEY_PLACED) & 7 <= (target >> KEY_PLACED) & 7
        and (sums >> KEY_PAIR) & 7 <= 1
    )


@leaf
def _add_honors(
    rules: Rules, scratch: NDArray[np.int64], target: int, three: int, a: int, b: int, c: int
) -> None:
    """Weigh three suits' ways together with each fitting one of the honors."""
    upper = scratch[a] | scratch[b] | scratch[c]
    points = scratch[a + 1] + scratch[b + 1] + scratch[c + 1]
    points += scratch[at.FIXED_POINTS]
    for k in range(scratch[at.N_WAYS + 3]):
        d = at.WAYS + (3 * at.MOST_WAYS + k) * at.WAY_WORDS
        sums = three + (scratch[d] & KEY_SUMS)
        if sums & ((1 << KEY_WILDCARD_PUNGS) - 1) != target:
            continue
        key = upper | scratch[d]
        if weigh(
            rules,
            scratch,
            points + scratch[d + at.WAY_POINTS],
            (key >> KEY_TRAITS) & ALL_TRAITS,
            (key >> KEY_SUITS) & 15,
            (key >> KEY_HONOR_PUNGS) & 15,
            sums >> KEY_WILDCARD_PUNGS,
            _wind_rows(scratch[at.MELD_WINDS], scratch[d]),
        ):
            scratch[at.BEST_SHAPE] = SHAPE_STANDARD
            scratch[at.BEST_PATHS] = scratch[a + at.WAY_PATH]
            scratch[at.BEST_PATHS + 1] = scratch[b + at.WAY_PATH]
            scratch[at.BEST_PATHS + 2] = scratch[c + at.WAY_PATH]
            scratch[at.BEST_PATHS + 3] = scratch[d + at.WAY_PATH]


@leaf
def _wind_rows(melded: int, key: int) -> int:
    """Rows of four winds: all as pungs, or three with the fourth as the pair."""
    pungs = (melded | (key >> KEY_WINDS)) & 15
    if pungs == 15:
        return 1 << row.BIG_FOUR_WINDS
    fourth = popcount(pungs) == 3 and pungs | ((key >> KEY_WIND_PAIR) & 15) == 15
    return int(fourth) << row.LITTLE_FOUR_WINDS


@leaf
def weigh(
    rules: Rules,
    scratch: NDArray[np.int64],
    points: int,
    traits: int,
    suits: int,
    honor_pungs: int,
    wildcard_pungs: int,
    rows: int,
) -> bool:
    """Weigh one reading and keep it where it is the best so far.

    Args:
        rules: compiled rules.
        scratch: memory.
        points: of the whole hand.
        traits: `TRAIT_*` of the concealed groups, as far as they are tracked.
        suits: mask of the suits of the concealed groups, honors bit 3.
        honor_pungs: number of 字刻 among them.
        wildcard_pungs: number of 财神会.
        rows: further rows that this reading makes.

    Returns:
        Whether it was kept. Of equal totals the one with more before the limit is kept, then the
        first.
    """
    traits |= ALL_TRAITS & ~scratch[at.TRACKED]
    suits |= scratch[at.MELD_SUITS]
    honor_pungs += scratch[at.MELD_HONOR_PUNGS]
    rows |= scratch[at.FIXED_ROWS]
    rows |= int(honor_pungs > 0) << row.HONOR_PUNG
    rows |= int(wildcard_pungs > 0) << row.WILDCARD_PUNG
    rows |= int(traits & TRAIT_CHOW == 0) << row.ALL_PUNGS
    rows |= int(traits & TRAIT_PUNG == 0) << row.ALL_CHOWS
    has_honors = suits & _HONORS != 0
    n_suits = popcount(suits & _SUITS)
    if n_suits == 1:
        rows |= 1 << (row.HALF_FLUSH if has_honors else row.FULL_FLUSH)
    rows |= int(n_suits == 0) << row.ALL_HONORS
    if traits & TRAIT_SMALL == 0:
        rows |= int(not has_honors) << row.ALL_TERMINALS
        rows |= int(has_honors and n_suits > 0) << row.TERMINALS_AND_HONORS
    rows &= scratch[at.LIVE_ROWS]
    packed = times_of(honor_pungs, wildcard_pungs, scratch[at.FLOWER_WILDCARDS])
    if rows != scratch[at.MEMO_ROWS] or packed != scratch[at.MEMO_TIMES]:
        counted = counted_rows(rules, rows)
        scratch[at.MEMO_ROWS] = rows
        scratch[at.MEMO_TIMES] = packed
        scratch[at.MEMO_TAI] = tai_of(rules, counted, packed)
        scratch[at.MEMO_LIMIT] = int(counted & scratch[at.LIMIT_ROWS] != 0)
    uncapped = doubled(points, scratch[at.MEMO_TAI])
    total = limited(uncapped, scratch[at.MEMO_LIMIT] == 1, scratch[at.LIMIT])
    best = scratch[at.BEST_TOTAL]
    if total < best or (total == best and uncapped <= scratch[at.BEST_UNCAPPED]):
        return False
    scratch[at.BEST_TOTAL] = total
    scratch[at.BEST_UNCAPPED] = uncapped
    scratch[at.BEST_POINTS] = points
    scratch[at.BEST_ROWS] = rows
    scratch[at.BEST_TIMES] = packed
    return True


@leaf
def tracked_traits(scratch: NDArray[np.int64], melds: int, melds_small: bool) -> int:
    """The traits that can still decide a row; the others count as present.

    Args:
        scratch: memory.
        melds: traits of the melds.
        melds_small: whether a meld has a tile 2-8.
    """
    live = scratch[at.LIVE_ROWS]
    tracked = 0
    if melds & TRAIT_CHOW == 0 and (live >> row.ALL_PUNGS) & 1:
        tracked |= TRAIT_CHOW
    if melds & TRAIT_PUNG == 0 and (live >> row.ALL_CHOWS) & 1:
        tracked |= TRAIT_PUNG
    if not melds_small and live & row.OUTSIDE_ROWS:
        tracked |= TRAIT_SMALL
    return tracked
