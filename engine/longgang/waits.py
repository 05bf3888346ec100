"""How many kinds would have completed a hand, by shape, wildcards among its tiles.

A ready hand with w wildcards is a complete one with w + 1: a kind completes it where it takes the
place of one of them. Only goals that some complete hand has are looked at.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.longgang import memory as at
from engine.longgang.hand import less
from engine.longgang.pairs import eight_pairs_lacking
from engine.longgang.search import has_pair, lacking, plan
from engine.params import param
from engine.rules import P_IN_HAND, P_SHAPES, SHAPE_EIGHT_PAIRS, SHAPE_STANDARD, Rules
from engine.shapes import popcount
from engine.situation import F_N_MELDS, F_WIN_TILE, Win
from engine.tables import Tables
from schemas.tiles import N_KINDS

_FIFTH_COPY: Final = param("wildcard.fifth_copy")


@leaf
def count_waits(
    rules: Rules,
    tables: Tables,
    win: Win,
    wild: int,
    codes: tuple[int, int, int, int],
    sizes: tuple[int, int, int, int],
    scratch: NDArray[np.int64],
) -> int:
    """Number of the kinds in play that would have completed a hand without its winning tile.

    Args:
        rules: compiled rules.
        tables: `engine.tables.load_tables()`.
        win: the hand.
        wild: mask of the kinds that are wild for this player.
        codes: of the natural tiles, the winning one among them.
        sizes: natural tiles of each suit, likewise.
        scratch: memory; the numbers of useful wildcards in it are overwritten.
    """
    win_tile, n_wild = win.facts[F_WIN_TILE], scratch[at.N_WILD]
    if scratch[at.WIN_IS_WILD] == 1:
        n_wild -= 1
    else:
        weight = 1
        for _ in range(win_tile % 9):
            weight *= 5
        codes, sizes = less(codes, win_tile, weight), less(sizes, win_tile, 1)
    missing = tables.missing_any if rules.params[_FIFTH_COPY] == 1 else tables.missing
    shapes, kinds = rules.params[P_SHAPES], rules.params[P_IN_HAND] & ~wild
    found = 0
    if shapes & SHAPE_STANDARD and plan(scratch, missing, codes, sizes, n_wild + 1):
        for suit in range(4):
            useful = scratch[at.USEFUL + suit]
            found |= _suit_waits(missing, win.hand, suit, codes[suit], sizes[suit], useful, kinds)
    if win.facts[F_N_MELDS] == 0 and shapes & SHAPE_EIGHT_PAIRS:
        found |= _pair_waits(win.hand, wild, n_wild, kinds)
    return popcount(found) + (popcount(wild) if found != 0 else 0)


@leaf
def _suit_waits(
    missing: NDArray[np.uint64],
    hand: NDArray[np.int8],
    suit: int,
    code: int,
    size: int,
    useful: int,
    kinds: int,
) -> int:
    """Mask of the kinds of a suit that take the place of one of its wildcards."""
    found = 0
    if useful & ~1 == 0:
        return 0
    weight = 1
    for rank in range(7 if suit == 3 else 9):
        kind = 9 * suit + rank
        if (kinds >> kind) & 1:
            held = int(np.int64(hand[kind]))
            entry = int(np.int64(missing[code + weight])) if held < 4 else 0
            for taken in range(1, at.MOST_WILD + 2):
                if not (useful >> taken) & 1:
                    continue
                sets, pairs = (size + taken) // 3, has_pair(size + taken)
                if held < 4:
                    fits = lacking(entry, sets, pairs) < taken
                else:
                    fits = _fifth_fits(missing, hand, kind, code, weight, taken, sets, pairs)
                if fits:
                    found |= 1 << kind
                    break
        weight *= 5
    return found


@leaf
def _fifth_fits(
    missing: NDArray[np.uint64],
    hand: NDArray[np.int8],
    kind: int,
    code: int,
    weight: int,
    taken: int,
    sets: int,
    pairs: int,
) -> bool:
    """Whether a fifth tile of a kind takes a wildcard's place: some group of the goal holds it.

    Tables know four copies; the fifth is laid aside with the group it stands in.
    """
    if sets > 0 and lacking(int(np.int64(missing[code - 2 * weight])), sets - 1, pairs) < taken:
        return True
    if pairs > 0 and lacking(int(np.int64(missing[code - weight])), sets, 0) < taken:
        return True
    if kind >= 27 or sets == 0:
        return False
    rank = kind % 9
    for low in range(max(0, rank - 2), min(rank, 6) + 1):
        rest, due = code, 0
        for other in range(low, low + 3):
            if other == rank:
                continue
            if hand[kind - rank + other] > 0:
                step = weight
                for _ in range(abs(other - rank)):
                    step = step * 5 if other > rank else step // 5
                rest -= step
            else:
                due += 1
        if lacking(int(np.int64(missing[rest])), sets - 1, pairs) + due < taken:
            return True
    return False


@leaf
def _pair_waits(hand: NDArray[np.int8], wild: int, n_wild: int, kinds: int) -> int:
    """Mask of the kinds that complete eight pairs."""
    ones = twos = threes = fours = 0
    for kind in range(N_KINDS):
        held = 0 if (wild >> kind) & 1 else hand[kind]
        ones += int(held == 1)
        twos += int(held == 2)
        threes += int(held == 3)
        fours += int(held == 4)
    by_held = 0  # bit n: one more tile of a kind that is held n times completes
    if eight_pairs_lacking(ones + 1, twos, threes, fours, 0) <= n_wild:
        by_held |= 1
    if eight_pairs_lacking(ones - 1, twos + 1, threes, fours, 0) <= n_wild:
        by_held |= 2
    if eight_pairs_lacking(ones, twos - 1, threes + 1, fours, 0) <= n_wild:
        by_held |= 4
    if eight_pairs_lacking(ones, twos, threes - 1, fours + 1, 0) <= n_wild:
        by_held |= 8
    if eight_pairs_lacking(ones, twos, threes, fours - 1, 1) <= n_wild:
        by_held |= 16
    found = 0
    for kind in range(N_KINDS):
        if (kinds >> kind) & 1 and (by_held >> int(np.int64(hand[kind]))) & 1:
            found |= 1 << kind
    return found
