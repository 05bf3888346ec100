"""One reading of a complete Luoyuan hand: melds, sets, the pair, golds put where tiles are missing.

As many golds as the shape allows stand for themselves; the others fill what is missing. The pair is
in the first suit that can have it. Which sets a suit makes follows the order of its tiles: the
lowest tile goes into a pung if that can be, else into a chow, else into the pair. A golden pair
金雀 and a golden dragon 金龙 are read as such.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.luoyuan import memory as at
from engine.luoyuan import patterns as row
from engine.luoyuan.hand import codes_at, hand_missing, tiles_for
from engine.luoyuan.waits import wait_in
from engine.readings import CHOW, KONG, PAIR, PUNG, group_code
from engine.rules import SHAPE_STANDARD
from engine.scoring_out import I_N_READING, I_SHAPE, I_WAIT, I_WILDCARDS_USED, ScoreOut
from engine.situation import F_N_MELDS, F_WILDCARD, Win
from engine.tables import HONORS_FROM
from schemas.codes import MELD_CHOW, MELD_PUNG
from schemas.tiles import N_KINDS


@leaf
def write_reading(missing: NDArray[np.uint64], win: Win, kind: int, out: ScoreOut) -> None:
    """Write groups, wait and golds used of a hand that is complete.

    Args:
        missing: the table of missing tiles that the rule set plays with.
        win: the hand.
        kind: the kind of win that is taken.
        out: the answer; its working memory holds the facts of the hand.
    """
    scratch, reading = out.scratch, out.reading
    gold, n_melds = win.facts[F_WILDCARD], win.facts[F_N_MELDS]
    codes = codes_at(scratch, at.WHOLE)
    n_sets, n_pairs = scratch[at.N_SETS], 1
    n = _write_melds(win, reading)
    own = scratch[at.GOLDS]
    if kind == row.GOLDEN_PAIR:
        n_pairs = 0
    elif kind == row.GOLDEN_DRAGON:
        reading[n] = group_code(PUNG, gold)
        n += 1
        n_sets -= 1
    else:
        own = _most_natural(missing, codes, n_sets, scratch[at.GOLDS], gold)
        codes = _with_copies(codes, gold, own)
    free = scratch[at.GOLDS] - own
    n = _write_concealed(missing, codes, n_sets, n_pairs, free, reading, n)
    if kind == row.GOLDEN_PAIR:
        reading[n] = group_code(PAIR, gold)
        n += 1
    out.info[I_SHAPE] = SHAPE_STANDARD
    out.info[I_N_READING] = n
    out.info[I_WILDCARDS_USED] = free
    tile = scratch[at.WIN_TILE]
    if tile >= 0 and (scratch[at.WILD] >> tile) & 1:
        tile = gold if own > 0 else _first_filled(win.hand, scratch, reading, n_melds, n)
    out.info[I_WAIT] = wait_in(reading, n_melds, n, tile)


@leaf
def _write_melds(win: Win, reading: NDArray[np.int16]) -> int:
    for meld in range(win.facts[F_N_MELDS]):
        kind = win.meld_kind[meld]
        group = CHOW if kind == MELD_CHOW else (PUNG if kind == MELD_PUNG else KONG)
        reading[meld] = group_code(group, int(win.meld_tile[meld]))
    return int(win.facts[F_N_MELDS])


@leaf
def _most_natural(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    n_sets: int,
    golds: int,
    gold: int,
) -> int:
    """How many golds may stand for themselves at most while the others complete the hand."""
    if gold >= N_KINDS:
        return 0
    for own in range(min(golds, 4), 0, -1):
        lacking = hand_missing(missing, _with_copies(codes, gold, own), n_sets)
        if lacking <= golds - own:
            return own
    return 0


@merge
def _with_copies(codes: tuple[int, int, int, int], tile: int, n: int) -> tuple[int, int, int, int]:
    """The codes with n more tiles of a kind that they hold no tile of."""
    more = n * 5 ** (tile % 9) if n > 0 else 0
    return (
        codes[0] + (more if tile < 9 else 0),
        codes[1] + (more if 9 <= tile < 18 else 0),
        codes[2] + (more if 18 <= tile < 27 else 0),
        codes[3] + (more if tile >= 27 else 0),
    )


@leaf
def _write_concealed(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    n_sets: int,
    n_pairs: int,
    golds: int,
    reading: NDArray[np.int16],
    n: int,
) -> int:
    """Write sets and pair of all suits from group n on; returns the number of groups then."""
    share = _share(missing, codes, n_sets, n_pairs, golds)
    pair_suit = share >> 12
    eyes = -1
    for suit in range(4):
        sets = (share >> (3 * suit)) & 7
        pairs = int(suit == pair_suit)
        code = codes[suit]
        entry = int(np.int64(missing[code]))
        lacking = tiles_for(entry, sets, pairs)
        for _ in range(sets + pairs):
            group = _first_group(missing, code, suit, sets, pairs, lacking)
            taken, lacks = _take(code, suit, group)
            code -= taken
            lacking -= lacks
            if group // 64 == PAIR:
                eyes = group
                pairs = 0
            else:
                reading[n] = group
                n += 1
                sets -= 1
    if eyes >= 0:
        reading[n] = eyes
        n += 1
    return n


@leaf
def _share(
    missing: NDArray[np.uint64],
    codes: tuple[int, int, int, int],
    n_sets: int,
    n_pairs: int,
    golds: int,
) -> int:
    """Sets of each suit (3 bits each) and the suit of the pair (from bit 12; 4: none).

    The first division in which no more tiles are missing than there are golds; a complete hand has
    one.
    """
    first = int(np.int64(missing[codes[0]]))
    second = int(np.int64(missing[codes[1]]))
    third = int(np.int64(missing[codes[2]]))
    fourth = int(np.int64(missing[codes[3]]))
    for pair_suit in range(0 if n_pairs else 4, 4 if n_pairs else 5):
        for a in range(n_sets + 1):
            in_first = tiles_for(first, a, int(pair_suit == 0))
            if in_first > golds:
                continue
            for b in range(n_sets - a + 1):
                in_two = in_first + tiles_for(second, b, int(pair_suit == 1))
                if in_two > golds:
                    continue
                for c in range(n_sets - a - b + 1):
                    d = n_sets - a - b - c
                    lacking = (
                        in_two
                        + tiles_for(third, c, int(pair_suit == 2))
                        + tiles_for(fourth, d, int(pair_suit == 3))
                    )
                    if lacking <= golds:
                        return a | b << 3 | c << 6 | d << 9 | pair_suit << 12
    return 0


@leaf
def _first_group(
    missing: NDArray[np.uint64], code: int, suit: int, sets: int, pairs: int, lacking: int
) -> int:
    """A group of the suit's lowest tile beside which the rest still misses what it may."""
    ranks = 7 if suit == 3 else 9
    digits = code - HONORS_FROM if suit == 3 else code
    lowest = 0
    while lowest < ranks - 1 and digits % 5 == 0:
        digits //= 5
        lowest += 1
    if sets > 0:
        group = group_code(PUNG, 9 * suit + lowest)
        if _leaves(missing, code, suit, group, sets - 1, pairs, lacking):
            return group
        if suit < 3:
            for start in range(min(lowest, 6), max(0, lowest - 2) - 1, -1):
                group = group_code(CHOW, 9 * suit + start)
                if _leaves(missing, code, suit, group, sets - 1, pairs, lacking):
                    return group
    return group_code(PAIR, 9 * suit + lowest)


@leaf
def _leaves(
    missing: NDArray[np.uint64],
    code: int,
    suit: int,
    group: int,
    sets: int,
    pairs: int,
    lacking: int,
) -> bool:
    """Whether a suit without a group misses no more than the golds that are left for it."""
    taken, lacks = _take(code, suit, group)
    return tiles_for(int(np.int64(missing[code - taken])), sets, pairs) <= lacking - lacks


@leaf
def _take(code: int, suit: int, group: int) -> tuple[int, int]:
    """Code of the natural tiles that a group takes from its suit, and how many it lacks."""
    digits = code - HONORS_FROM if suit == 3 else code
    low = group % 64 - 9 * suit
    weight = 5**low
    held = digits // weight
    if group // 64 != CHOW:
        wanted = 2 if group // 64 == PAIR else 3
        taken = min(held % 5, wanted)
        return taken * weight, wanted - taken
    taken = n = 0
    for _ in range(3):
        if held % 5 > 0:
            taken += weight
            n += 1
        held //= 5
        weight *= 5
    return taken, 3 - n


@leaf
def _first_filled(
    hand: NDArray[np.int8],
    scratch: NDArray[np.int64],
    reading: NDArray[np.int16],
    first: int,
    n: int,
) -> int:
    """The first tile of the reading that a gold stands for, where none stands for itself."""
    for kind in range(N_KINDS):
        wild = (scratch[at.WILD] >> kind) & 1
        scratch[at.TALLY + kind] = 0 if wild else int(hand[kind])
    for place in range(first, n):
        group = int(reading[place])
        kind = group // 64
        for step in range(2 if kind == PAIR else 3):
            tile = group % 64 + (step if kind == CHOW else 0)
            scratch[at.TALLY + tile] -= 1
            if scratch[at.TALLY + tile] < 0:
                return tile
    return -1
