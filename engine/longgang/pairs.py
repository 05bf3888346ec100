"""Eight pairs 八对半: seven pairs and a triple of seventeen concealed tiles, with wildcards.

Four alike are two pairs. The triple counts as a pung of its kind, each pair that has a natural
tile of an honor that counts as a pair does.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.longgang import memory as at
from engine.longgang.items import is_big
from engine.longgang.patterns import EIGHT_PAIRS
from engine.longgang.search import weigh
from engine.longgang.spread import TRAIT_CHOW, TRAIT_PUNG, TRAIT_SMALL
from engine.rules import SHAPE_EIGHT_PAIRS, Rules
from engine.shapes import HONORS, ORPHANS, popcount
from schemas.codes import WAIT_PAIR_PAIR, WAIT_SINGLE
from schemas.tiles import N_KINDS

PAIRS_FIRST: Final = 6
PAIRS_SECOND: Final = 12
PAIRS_WAIT: Final = 18
"""First bits of the parts of a path: kind of the triple (from bit 0), kinds of up to two pairs
made of wildcards alone or added to others (NO_KIND: none), wait."""
NO_KIND: Final = 63
NINE: Final = (1 << 9) - 1


@leaf
def weigh_pairs(rules: Rules, scratch: NDArray[np.int64]) -> None:
    """Weigh all readings as eight pairs; there are no melds."""
    wild = scratch[at.N_WILD]
    odd = held = 0
    for kind in range(N_KINDS):
        natural = scratch[at.NATURAL + kind]
        odd |= (natural & 1) << kind
        held |= int(natural > 0) << kind
    if popcount(odd) > wild + 1:
        return
    for triple in range(N_KINDS):
        natural = scratch[at.NATURAL + triple]
        grown = 1 if natural == 4 else 3 - natural
        singles = odd & ~(1 << triple)
        left = wild - grown - popcount(singles)
        if grown > scratch[at.ROOM + triple] or left < 0 or left & 1:
            continue
        if not _have_room(scratch, singles):
            continue
        if left == 0:
            _weigh_one(rules, scratch, held, singles, triple, grown, NO_KIND, NO_KIND)
            continue
        for first in range(N_KINDS):
            if not _has_room(scratch, singles, triple, grown, first, 2):
                continue
            if left == 2:
                _weigh_one(rules, scratch, held, singles, triple, grown, first, NO_KIND)
                continue
            for second in range(first, N_KINDS):
                more = 4 if first == second else 2
                if _has_room(scratch, singles, triple, grown, second, more):
                    _weigh_one(rules, scratch, held, singles, triple, grown, first, second)


@leaf
def _have_room(scratch: NDArray[np.int64], singles: int) -> bool:
    """Whether a wildcard may stand beside each of the kinds."""
    rest = singles
    while rest != 0:
        if scratch[at.ROOM + popcount((rest & -rest) - 1)] == 0:
            return False
        rest &= rest - 1
    return True


@leaf
def _has_room(
    scratch: NDArray[np.int64], singles: int, triple: int, grown: int, kind: int, more: int
) -> bool:
    """Whether so many more wildcards may stand for a kind."""
    taken = ((singles >> kind) & 1) + (grown if kind == triple else 0)
    return bool(taken + more <= scratch[at.ROOM + kind])


@leaf
def _weigh_one(
    rules: Rules,
    scratch: NDArray[np.int64],
    held: int,
    singles: int,
    triple: int,
    grown: int,
    first: int,
    second: int,
) -> None:
    """Weigh one reading.

    Args:
        rules: compiled rules.
        scratch: memory.
        held: mask of the kinds of natural tiles.
        singles: mask of the kinds that one wildcard makes even.
        triple: kind of the triple.
        grown: wildcards that it needs.
        first: kind of a pair of wildcards, NO_KIND for none.
        second: kind of another one.
    """
    kinds = held | 1 << triple
    kinds |= 0 if first == NO_KIND else 1 << first
    kinds |= 0 if second == NO_KIND else 1 << second
    big = is_big(triple)
    points = scratch[at.FIXED_POINTS] + (scratch[at.BIG_PUNG] if big else scratch[at.SMALL_PUNG])
    rest = scratch[at.PAIR_HONORS] & kinds
    while rest != 0:
        kind = popcount((rest & -rest) - 1)
        rest &= rest - 1
        pairs = _pairs_of(scratch, singles, triple, grown, first, second, kind)
        points += min(pairs, scratch[at.NATURAL + kind]) * scratch[at.PAIR_POINTS]

    if scratch[at.WIN_IS_WILD] == 0:
        tile = scratch[at.WIN_TILE]
        in_triple = tile == triple
        in_pair = _pairs_of(scratch, singles, triple, grown, first, second, tile) > 0
    else:
        in_triple = grown > 0 or first == triple or second == triple
        in_pair = singles != 0 or first != NO_KIND or scratch[at.NATURAL + triple] == 4
    single = scratch[at.PLACE_POINTS + WAIT_SINGLE]
    pung = scratch[at.PLACE_POINTS + (at.PLACE_BIG_PUNG if big else WAIT_PAIR_PAIR)]
    wait = WAIT_SINGLE
    if in_triple and (not in_pair or pung > single):
        wait = WAIT_PAIR_PAIR
    points += pung if wait == WAIT_PAIR_PAIR else single

    wild_in_triple = grown + (2 if first == triple else 0) + (2 if second == triple else 0)
    met = int(scratch[at.NATURAL + triple] > 0 and wild_in_triple >= 2)
    traits = TRAIT_CHOW | TRAIT_PUNG | (TRAIT_SMALL if kinds & ~ORPHANS != 0 else 0)
    suits = int(kinds & NINE != 0) | int(kinds & (NINE << 9) != 0) << 1
    suits |= int(kinds & (NINE << 18) != 0) << 2 | int(kinds & HONORS != 0) << 3
    honor_pungs = (scratch[at.COUNTED_HONORS] >> triple) & 1
    rows = 1 << EIGHT_PAIRS
    if weigh(rules, scratch, points, traits, suits, honor_pungs, met, rows):
        scratch[at.BEST_SHAPE] = SHAPE_EIGHT_PAIRS
        scratch[at.BEST_PATHS] = (
            triple | first << PAIRS_FIRST | second << PAIRS_SECOND | wait << PAIRS_WAIT
        )


@merge
def _pairs_of(
    scratch: NDArray[np.int64],
    singles: int,
    triple: int,
    grown: int,
    first: int,
    second: int,
    kind: int,
) -> int:
    """Pairs of a kind in a reading."""
    tiles = scratch[at.NATURAL + kind] + ((singles >> kind) & 1)
    tiles += 2 * (int(first == kind) + int(second == kind))
    return int(tiles + (grown - 3 if kind == triple else 0)) >> 1


@leaf
def pairs_of_path(scratch: NDArray[np.int64], path: int, kind: int) -> int:
    """Pairs of a kind in the reading that a path describes."""
    natural = scratch[at.NATURAL + kind]
    first, second = (path >> PAIRS_FIRST) & 63, (path >> PAIRS_SECOND) & 63
    tiles = natural + 2 * (int(first == kind) + int(second == kind))
    if path & 63 == kind:
        return int(tiles + (1 if natural == 4 else 3 - natural) - 3) >> 1
    return int(tiles + (natural & 1)) >> 1


@leaf
def eight_pairs_lacking(ones: int, twos: int, threes: int, fours: int, fives: int) -> int:
    """Tiles that a hand lacks for eight pairs, by the number of kinds held once, twice ...

    The triple is there, or grows from a pair, a single tile or nothing.
    """
    pairs = twos + threes + 2 * fours + 2 * fives
    singles = ones + threes + fives
    best = 3 + _seven_lacking(pairs, singles)
    if ones > 0:
        best = min(best, 2 + _seven_lacking(pairs, singles - 1))
    if twos > 0:
        best = min(best, 1 + _seven_lacking(pairs - 1, singles))
    if threes > 0 or fives > 0:
        best = min(best, _seven_lacking(pairs - 1, singles - 1))
    if fours > 0:
        best = min(best, _seven_lacking(pairs - 2, singles + 1))
    return best


@merge
def _seven_lacking(pairs: int, singles: int) -> int:
    lacking = max(0, 7 - pairs)
    return lacking + max(0, lacking - singles)
