"""How many tiles a hand lacks for each plan, before and after a discard, and which tiles help.

Numbers of missing tiles come from the distance tables, suit by suit: a flush looks at its own suit
and honors only, any hand at all four. A tile helps where one more of it lowers a number that is
part of a best way. Missing tiles are those beside the wildcards; what a wildcard fills is taken off
by who asks.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.policies.regional_value.layout import (
    G_EXTRA,
    G_LIVE,
    M_CODES,
    M_ENTRY,
    M_GAINS,
    M_GOALS,
    M_HAND,
    M_JOINED,
    M_KEY,
    M_KNOWN,
    M_LESS,
    M_N,
    M_OTHERS,
    M_PAIRS,
    M_RANKS,
    M_VECTORS,
)
from engine.policies.regional_value.vectors import goals, join, total, unpack
from engine.shapes import ORPHANS

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
VECTOR: Final = 12
_HONORS_FROM: Final = 5**9


@leaf
def read_suits(missing: NDArray[np.uint64], m: Ints) -> None:
    """Work out the suits' codes, vectors and joins, and what one more tile of each kind gains.

    Where the tiles are those of the last call, all of it stands there already.
    """
    n = m[M_N]
    known = m[M_KNOWN] == 1 + n
    for suit in range(4):
        code = 0
        ranks = 9 if suit < 3 else 7
        for rank in range(ranks - 1, -1, -1):
            code = code * 5 + m[M_HAND + 9 * suit + rank]
        code += _HONORS_FROM if suit == 3 else 0
        known = known and m[M_KEY + suit] == code
        m[M_CODES + suit] = m[M_KEY + suit] = code
    if known:
        return
    m[M_KNOWN] = 1 + n
    for suit in range(4):
        code = m[M_CODES + suit]
        entry = int(np.int64(missing[code]))
        unpack(entry, m, M_VECTORS + VECTOR * suit, n)
        _read_gains(missing, m, suit, code, entry, M_GAINS + 9 * suit)
    for one in range(4):
        for other in range(one + 1, 4):
            join(
                m,
                M_VECTORS + VECTOR * one,
                M_VECTORS + VECTOR * other,
                M_PAIRS + VECTOR * _pair(one, other),
                n,
            )
    for suit in range(4):
        beside = suit ^ 1
        rest = _pair(2, 3) if suit < 2 else _pair(0, 1)
        join(
            m,
            M_VECTORS + VECTOR * beside,
            M_PAIRS + VECTOR * rest,
            M_OTHERS + VECTOR * suit,
            n,
        )


@leaf
def _read_gains(
    missing: NDArray[np.uint64], m: Ints, suit: int, code: int, entry: int, at: int
) -> None:
    """For each rank the goals that one more tile brings nearer, bits as in `vectors.goals`."""
    power = 1
    for rank in range(9 if suit < 3 else 7):
        gain = 0
        if m[M_HAND + 9 * suit + rank] < 4:
            gain = entry - int(np.int64(missing[code + power]))
        m[at + rank] = gain
        power *= 5


@leaf
def _pair(one: int, other: int) -> int:
    """Number of a pair of suits; the two other suits have 5 minus it."""
    low, high = min(one, other), max(one, other)
    return high - 1 if low == 0 else (low + high if low == 1 else 5)


@leaf
def take_out(missing: NDArray[np.uint64], m: Ints, tile: int) -> bool:
    """Write the vector of a tile's suit without one of it; whether the suit lacks the more."""
    suit = tile // 9
    power = 1
    for _ in range(tile % 9):
        power *= 5
    code = m[M_CODES + suit] - power
    entry = int(np.int64(missing[code]))
    m[M_ENTRY] = entry
    unpack(entry, m, M_LESS, m[M_N])
    return entry != int(np.int64(missing[m[M_CODES + suit]]))


@leaf
def take_meld(missing: NDArray[np.uint64], m: Ints, tile: int, low: int, count: int) -> None:
    """Write the vector of a tile's suit without what a claim takes: the rest of a chow, or alike.

    Args:
        missing: the tables' packed numbers.
        m: working memory, `read_suits` done.
        tile: the tile that is claimed.
        low: lowest tile of the chow, −1 for a pung or kong.
        count: tiles alike that leave the hand, where it is no chow.
    """
    suit = tile // 9
    code = m[M_CODES + suit]
    power = 1
    for kind in range(9 * suit, 9 * suit + 9):
        if low >= 0:
            code -= power if low <= kind <= low + 2 and kind != tile else 0
        elif kind == tile:
            code -= count * power
        power *= 5
    unpack(int(np.int64(missing[code])), m, M_LESS, m[M_N])


@leaf
def suits_lack(m: Ints, flush: int, honors: bool, tile: int, n: int, pair: int) -> int:
    """Tiles missing for `n` sets, with a pair or without.

    Args:
        m: working memory, `read_suits` done; `take_out` too where a tile is given.
        flush: the only suit that is allowed, −1 for all.
        honors: whether honors are allowed beside it.
        tile: one of it is taken out of the hand, −1 for none.
        n: sets to be made.
        pair: 1 or 0.
    """
    suit = tile // 9 if tile >= 0 else -1
    if flush < 0:
        if suit < 0:
            return int(total(m, M_VECTORS, M_OTHERS, n, pair))
        return int(total(m, M_LESS, M_OTHERS + VECTOR * suit, n, pair))
    own = M_LESS if suit == flush else M_VECTORS + VECTOR * flush
    if not honors:
        return int(m[own + 2 * n + pair])
    third = M_LESS if suit == 3 else M_VECTORS + VECTOR * 3
    return int(total(m, own, third, n, pair))


@leaf
def suits_help(
    missing: NDArray[np.uint64],
    m: Ints,
    g: Floats,
    flush: int,
    honors: bool,
    tile: int,
    n: int,
    pair: int,
    lack: int,
    known: bool,
) -> tuple[float, float]:
    """Copies that bring a hand nearer: that may be drawn, and what claims add.

    Arguments as in `suits_lack`, whose answer is `lack`; `known`: the goals of all suits are those
    in the working memory (`note_goals`).
    """
    own_suit = tile // 9 if tile >= 0 else -1
    draw = extra = 0.0
    for suit in range(4):
        if flush >= 0 and suit != flush and not (honors and suit == 3):
            continue
        own = M_LESS if suit == own_suit else M_VECTORS + VECTOR * suit
        beside = M_OTHERS + VECTOR * suit
        if known:
            aims = m[M_GOALS + suit]
        elif flush < 0:
            if 0 <= own_suit != suit:
                beside = M_JOINED
                rest = 5 - _pair(suit, own_suit)
                join(m, M_LESS, M_PAIRS + VECTOR * rest, M_JOINED, n)
            aims = goals(m, own, beside, n, pair, lack)
        elif not honors:
            aims = 1 << (10 * n + 5 * pair)
        else:
            third = M_LESS if own_suit == 3 else M_VECTORS + VECTOR * 3
            first = M_LESS if own_suit == flush else M_VECTORS + VECTOR * flush
            beside = first if suit == 3 else third
            aims = goals(m, own, beside, n, pair, lack)
        gains = M_GAINS + 9 * suit
        if suit == own_suit:
            power = 1
            for _ in range(tile % 9):
                power *= 5
            m[M_HAND + tile] -= 1
            gains = M_RANKS
            _read_gains(missing, m, suit, m[M_CODES + suit] - power, m[M_ENTRY], gains)
            m[M_HAND + tile] += 1
        for rank in range(9 if suit < 3 else 7):
            if m[gains + rank] & aims:
                draw += g[G_LIVE + 9 * suit + rank]
                extra += g[G_EXTRA + 9 * suit + rank]
    return draw, extra


@leaf
def note_goals(m: Ints, lack: int) -> None:
    """Remember which goals of each suit are part of a best way to any hand that lacks so many."""
    for suit in range(4):
        own, others = M_VECTORS + VECTOR * suit, M_OTHERS + VECTOR * suit
        m[M_GOALS + suit] = goals(m, own, others, m[M_N], 1, lack)


@leaf
def pungs_lack(m: Ints, n: int) -> int:
    """Tiles missing for `n` pungs and a pair."""
    triples = pairs = singles = 0
    for kind in range(34):
        count = m[M_HAND + kind]
        triples += 1 if count >= 3 else 0
        pairs += 1 if count == 2 else 0
        singles += 1 if count == 1 else 0
    if triples > n:
        return 0
    rest = n - triples
    if rest < pairs:
        return rest
    return 2 * rest - pairs + 1 + max(0, rest - pairs + 1 - singles)


@leaf
def pungs_help(m: Ints, g: Floats, n: int) -> tuple[float, float]:
    """Copies that bring `n` pungs and a pair nearer; only pairs grow by claims."""
    triples = pairs = 0
    for kind in range(34):
        triples += 1 if m[M_HAND + kind] >= 3 else 0
        pairs += 1 if m[M_HAND + kind] == 2 else 0
    more_pairs = n - triples >= pairs
    draw = extra = 0.0
    for kind in range(34):
        if m[M_HAND + kind] == 2:
            draw += g[G_LIVE + kind]
            extra += g[G_EXTRA + kind]
        elif more_pairs and m[M_HAND + kind] == 1:
            draw += g[G_LIVE + kind]
    return draw, extra


@leaf
def pairs_lack(m: Ints, n: int) -> int:
    """Tiles missing for `n` pairs; four alike are two."""
    pairs = singles = 0
    for kind in range(34):
        pairs += m[M_HAND + kind] >> 1
        singles += m[M_HAND + kind] & 1
    lacking = max(0, n - pairs)
    return int(lacking + max(0, lacking - singles))


@leaf
def pairs_help(m: Ints, g: Floats) -> float:
    """Copies that make a pair of a single tile."""
    draw = 0.0
    for kind in range(34):
        if m[M_HAND + kind] & 1:
            draw += g[G_LIVE + kind]
    return draw


@leaf
def orphans_lack(m: Ints) -> int:
    """Tiles missing for the thirteen terminals and honors and a second copy of one."""
    kinds = paired = 0
    for kind in range(34):
        if (ORPHANS >> kind) & 1:
            kinds += 1 if m[M_HAND + kind] > 0 else 0
            paired |= 1 if m[M_HAND + kind] > 1 else 0
    return 14 - kinds - paired


@leaf
def orphans_help(m: Ints, g: Floats) -> float:
    """Copies that bring them nearer."""
    paired = False
    for kind in range(34):
        paired |= bool((ORPHANS >> kind) & 1 and m[M_HAND + kind] > 1)
    draw = 0.0
    for kind in range(34):
        if (ORPHANS >> kind) & 1 and (m[M_HAND + kind] == 0 or not paired):
            draw += g[G_LIVE + kind]
    return draw
