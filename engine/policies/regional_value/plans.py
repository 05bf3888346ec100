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

from engine.jit import leaf, merge
from engine.policies.regional_value.layout import (
    G_EXTRA,
    G_LIVE,
    G_SUIT_CLAIMS,
    G_SUIT_DRAW,
    M_BARE_WORDS,
    M_CODES,
    M_ENTRY,
    M_GAINS,
    M_GOALS,
    M_HAND,
    M_KEY,
    M_KNOWN,
    M_LESS,
    M_N,
    M_RANKED,
    M_RANKS,
    M_SUITS_WORDS,
    M_WILD,
    ONE,
    THREE,
    TWO,
)
from engine.policies.regional_value.words import (
    left_without_pair,
    no_pair,
    on_a_way,
    one_set_less,
)
from engine.policies.tiles_suits import MOST, cut, least, left_to_both, left_to_one
from engine.policies.tiles_views import power
from engine.tables import HONORS_FROM

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
AIM_ANY: Final = 0
AIM_BARE: Final = 1
"""Sets without a pair: the wildcards are the pair."""
AIM_HALF: Final = 2
"""A suit and honors; the suit is added."""
AIM_FULL: Final = 5
"""A suit alone; the suit is added."""


@leaf
def read_suits(missing: NDArray[np.uint64], m: Ints, for_discards: bool) -> None:
    """Work out the suits' words, what is left to others, and what one more tile gains.

    Where the tiles are those of the last call, all of it stands there already.

    Args:
        missing: the tables' packed numbers.
        m: working memory.
        for_discards: whether tiles will be taken out.
    """
    n = m[M_N]
    level = 2 * (1 + n) + 32 * m[M_WILD]
    known = m[M_KNOWN] >= level and m[M_KNOWN] <= level + 1
    for suit in range(4):
        code = 0
        ranks = 9 if suit < 3 else 7
        for rank in range(ranks - 1, -1, -1):
            code = code * 5 + m[M_HAND + 9 * suit + rank]
        code += HONORS_FROM if suit == 3 else 0
        known = known and m[M_KEY + suit] == code
        m[M_CODES + suit] = m[M_KEY + suit] = code
    if not known:
        m[M_KNOWN] = level
        for suit in range(4):
            code = m[M_CODES + suit]
            entry = int(np.int64(missing[code]))
            m[M_SUITS_WORDS + suit] = cut(entry)
            _read_gains(missing, m, suit, code, entry, M_GAINS + 9 * suit)
        _join_suits(m, M_SUITS_WORDS, n, False, False)
        if m[M_WILD] == 2:
            for suit in range(4):
                m[M_BARE_WORDS + suit] = no_pair(m[M_SUITS_WORDS + suit])
            _join_suits(m, M_BARE_WORDS, n, True, False)
    if for_discards and m[M_KNOWN] == level:
        m[M_KNOWN] = level + 1
        _join_suits(m, M_SUITS_WORDS, n, False, True)
        if m[M_WILD] == 2:
            _join_suits(m, M_BARE_WORDS, n, True, True)


@leaf
def _join_suits(m: Ints, words: int, n: int, bare: bool, more: bool) -> None:
    """What is left to one suit, to two, to three; `more`: to the pairs that discards need."""
    one, two, three = words + ONE, words + TWO, words + THREE
    if more:
        for low in range(2):
            for high in range(2, 4):
                at = two + _pair(low, high)
                m[at] = left_to_both(m[words + low], m[one + high], n, MOST)
        return
    for suit in range(4):
        word = m[words + suit]
        m[one + suit] = left_without_pair(word, n) if bare else left_to_one(word, n)
    m[two] = left_to_both(m[words], m[one + 1], n, MOST)
    m[two + 5] = left_to_both(m[words + 2], m[one + 3], n, MOST)
    for suit in range(4):
        rest = m[two + 5] if suit < 2 else m[two]
        m[three + suit] = left_to_both(m[words + (suit ^ 1)], rest, n, MOST)


@merge
def _read_gains(
    missing: NDArray[np.uint64], m: Ints, suit: int, code: int, entry: int, at: int
) -> None:
    """For each rank the goals that one more tile brings nearer, a bit at the bottom of each."""
    power = 1
    for rank in range(9 if suit < 3 else 7):
        gain = 0
        if m[M_HAND + 9 * suit + rank] < 4:
            gain = entry - int(np.int64(missing[code + power]))
        m[at + rank] = gain
        power *= 5


@merge
def _read_gains_without(missing: NDArray[np.uint64], m: Ints, g: Floats, tile: int) -> None:
    """The same for the tile's suit without one of it; ranks of which none is live are left out."""
    suit = tile // 9
    code, entry = m[M_CODES + suit] - power(tile % 9), m[M_ENTRY]
    m[M_RANKED] = tile
    m[M_HAND + tile] -= 1
    more = 1
    for rank in range(9 if suit < 3 else 7):
        kind = 9 * suit + rank
        gain = 0
        if g[G_LIVE + kind] > 0 and m[M_HAND + kind] < 4:
            gain = entry - int(np.int64(missing[code + more]))
        m[M_RANKS + rank] = gain
        more *= 5
    m[M_HAND + tile] += 1


@merge
def _pair(one: int, other: int) -> int:
    """Number of a pair of suits; the two other suits have 5 minus it."""
    low, high = min(one, other), max(one, other)
    return high - 1 if low == 0 else low + high


@merge
def take_out(missing: NDArray[np.uint64], m: Ints, tile: int) -> None:
    """Note a tile's suit without one of it."""
    entry = int(np.int64(missing[m[M_CODES + tile // 9] - power(tile % 9)]))
    m[M_ENTRY] = entry
    m[M_LESS] = cut(entry)
    m[M_RANKED] = -1


@leaf
def take_meld(missing: NDArray[np.uint64], m: Ints, tile: int, low: int, count: int) -> None:
    """Note a tile's suit without what a claim takes: the rest of a chow, or tiles alike.

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
    m[M_LESS] = cut(int(np.int64(missing[code])))


@leaf
def suits_lack(m: Ints, aim: int, tile: int, less: int) -> int:
    """Tiles missing in the suits that an aim allows; 15 and more: out of reach.

    Args:
        m: working memory, `read_suits` done; `take_out` or `take_meld` too where a tile is given.
        aim: AIM_ANY, AIM_BARE (no pair), AIM_HALF or AIM_FULL plus a suit.
        tile: its suit is looked at without what was taken out, −1 for none.
        less: sets that are made by other tiles, 0 or 1.
    """
    own_suit = tile // 9 if tile >= 0 else -1
    if aim >= AIM_FULL:
        suit = aim - AIM_FULL
        word = m[M_LESS] if suit == own_suit else m[M_SUITS_WORDS + suit]
        return int((word >> (10 * (m[M_N] - less) + 5)) & 31)
    if aim >= AIM_HALF:
        suit = aim - AIM_HALF
        word = m[M_LESS] if suit == own_suit else m[M_SUITS_WORDS + suit]
        honors = m[M_LESS] if own_suit == 3 else m[M_SUITS_WORDS + 3]
        rest = left_to_one(honors, m[M_N]) if own_suit == 3 else m[M_SUITS_WORDS + ONE + 3]
    else:
        words = M_BARE_WORDS if aim == AIM_BARE else M_SUITS_WORDS
        suit = max(0, own_suit)
        word = m[M_LESS] if own_suit >= 0 else m[words]
        if aim == AIM_BARE:
            word = no_pair(word)
        rest = m[words + THREE + suit]
    return int(least(word, one_set_less(rest) if less == 1 else rest))


@leaf
def suits_help(
    missing: NDArray[np.uint64],
    m: Ints,
    g: Floats,
    aim: int,
    tile: int,
    less: int,
    lack: int,
) -> tuple[float, float]:
    """Copies that bring a hand nearer: that may be drawn, and what claims add.

    Arguments as in `suits_lack`, whose answer is `lack`.
    """
    own_suit = tile // 9 if tile >= 0 else -1
    draw = extra = 0.0
    for suit in range(4):
        if aim >= AIM_FULL and suit != aim - AIM_FULL:
            continue
        if AIM_HALF <= aim < AIM_FULL and suit not in (aim - AIM_HALF, 3):
            continue
        aims = _goals(m, aim, suit, own_suit, less, lack)
        gains = M_GAINS + 9 * suit
        if suit == own_suit:
            gains = M_RANKS
            if m[M_RANKED] != tile:
                _read_gains_without(missing, m, g, tile)
        for rank in range(9 if suit < 3 else 7):
            if m[gains + rank] & aims:
                draw += g[G_LIVE + 9 * suit + rank]
                extra += g[G_EXTRA + 9 * suit + rank]
    return draw, extra


@merge
def _goals(m: Ints, aim: int, suit: int, own_suit: int, less: int, lack: int) -> int:
    """Goals of a suit that are part of a way that lacks `lack`, a bit at the bottom of each."""
    if aim >= AIM_FULL:
        return int(1 << (10 * (m[M_N] - less) + 5))
    words = M_BARE_WORDS if aim == AIM_BARE else M_SUITS_WORDS
    word = m[M_LESS] if suit == own_suit else m[words + suit]
    if aim == AIM_BARE:
        word = no_pair(word)
    if aim >= AIM_HALF:
        other = aim - AIM_HALF if suit == 3 else 3
        rest = m[words + ONE + other]
        if other == own_suit:
            rest = left_to_one(m[M_LESS], m[M_N])
    elif own_suit < 0 or own_suit == suit:
        rest = m[words + THREE + suit]
    else:
        taken = no_pair(m[M_LESS]) if aim == AIM_BARE else m[M_LESS]
        two = m[words + TWO + 5 - _pair(suit, own_suit)]
        rest = left_to_both(taken, two, m[M_N], MOST if less == 1 else min(lack, MOST))
    return int(on_a_way(word, one_set_less(rest) if less == 1 else rest, lack))


@leaf
def note_goals(m: Ints, g: Floats, lack: int) -> None:
    """Remember which goals of each suit are part of a best way to any hand, and what helps them.

    `lack` is what the hand lacks.
    """
    for suit in range(4):
        aims = _goals(m, AIM_ANY, suit, -1, 0, lack)
        m[M_GOALS + suit] = aims
        draw = extra = 0.0
        for rank in range(9 if suit < 3 else 7):
            if m[M_GAINS + 9 * suit + rank] & aims:
                draw += g[G_LIVE + 9 * suit + rank]
                extra += g[G_EXTRA + 9 * suit + rank]
        g[G_SUIT_DRAW + suit] = draw
        g[G_SUIT_CLAIMS + suit] = extra


@merge
def goals_left(m: Ints, tile: int) -> int:
    """Goals of a tile's suit that remain part of a best way without it (`take_out`)."""
    suit = tile // 9
    return int(m[M_GOALS + suit] & ~(m[M_LESS] - m[M_SUITS_WORDS + suit]))


@merge
def same_ways_help(
    missing: NDArray[np.uint64], m: Ints, g: Floats, tile: int
) -> tuple[float, float]:
    """As `suits_help` for any hand, where all best ways remain without the tile."""
    suit = tile // 9
    draw = extra = 0.0
    for other in range(4):
        if other != suit:
            draw += g[G_SUIT_DRAW + other]
            extra += g[G_SUIT_CLAIMS + other]
    aims = m[M_GOALS + suit]
    if m[M_RANKED] != tile:
        _read_gains_without(missing, m, g, tile)
    for rank in range(9 if suit < 3 else 7):
        if m[M_RANKS + rank] & aims:
            draw += g[G_LIVE + 9 * suit + rank]
            extra += g[G_EXTRA + 9 * suit + rank]
    return draw, extra
