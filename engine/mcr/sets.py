"""Fans of a reading's sets: pungs, chows, the pair, and how the winning tile completes it.

All functions here take and give integers alone: sets of fans and packed counts as
`engine.mcr.patterns` describes them.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.mcr import patterns as fan
from engine.mcr.hand import DRAGONS, WINDS
from engine.mcr.patterns import FIRST_REPEATED, HIGH
from engine.shapes import NINE, ORPHANS, SUITS, popcount
from engine.tables_build import SPLIT_N_CHOWS
from engine.tables_chows import CHOW_CHOICES, CHOW_EXTRA, CHOW_N_CHOICES
from schemas.codes import (
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_SPECIAL,
    WAIT_TWO_SIDED,
)

EVEN: Final = 0b010101010 | 0b010101010 << 9 | 0b010101010 << 18
"""Mask of the even suit tiles."""
CHOW_COUNTS: Final = 4 * (fan.PURE_DOUBLE_CHOW - FIRST_REPEATED)
"""Where the counts of the four fans of two chows are packed."""
THREE_WINDS: Final = 1 << fan.BIG_FOUR_WINDS | 1 << fan.LITTLE_FOUR_WINDS | 1 << fan.BIG_THREE_WINDS
DRAGON_FANS: Final = (
    1 << fan.BIG_THREE_DRAGONS
    | 1 << fan.LITTLE_THREE_DRAGONS
    | 1 << fan.TWO_DRAGON_PUNGS
    | 1 << fan.DRAGON_PUNG
)


@leaf
def suit_pung_fans(pungs: int, twice: int) -> tuple[int, int, int]:
    """Fans of pungs and kongs of suit tiles, by their mask; with packed counts.

    Wildcards may make two pungs of a kind, `twice`: each makes its own 双同刻 with other suits.
    """
    first, second, third = pungs & NINE, (pungs >> 9) & NINE, (pungs >> 18) & NINE
    low = high = 0
    three = four = 0
    for suit in range(3):
        ranks = (pungs >> (9 * suit)) & NINE
        steps = ranks & (ranks >> 1) & (ranks >> 2)
        three |= steps
        four |= steps & (ranks >> 3)
    low |= int(three != 0) << fan.PURE_SHIFTED_PUNGS
    low |= int(four != 0) << fan.FOUR_PURE_SHIFTED_PUNGS
    low |= int(first & second & third != 0) << fan.TRIPLE_PUNG
    mixed = first & ((second >> 1) & (third >> 2) | (third >> 1) & (second >> 2))
    mixed |= second & ((first >> 1) & (third >> 2) | (third >> 1) & (first >> 2))
    mixed |= third & ((first >> 1) & (second >> 2) | (second >> 1) & (first >> 2))
    low |= int(mixed != 0) << fan.MIXED_SHIFTED_PUNGS
    same = popcount(first & second) + popcount(first & third) + popcount(second & third)
    if twice & SUITS:
        same += popcount(twice & NINE & second) + popcount(twice & NINE & third)
        same += popcount(twice >> 9 & NINE & first) + popcount(twice >> 9 & NINE & third)
        same += popcount(twice >> 18 & NINE & first) + popcount(twice >> 18 & NINE & second)
    high |= int(same != 0) << (fan.DOUBLE_PUNG - HIGH)
    return low, high, same << (4 * (fan.DOUBLE_PUNG - FIRST_REPEATED))


@leaf
def honor_pung_fans(
    pungs: int, twice: int, pair: int, seat_wind: int, round_wind: int
) -> tuple[int, int]:
    """Fans of pungs and kongs of honors, all below HIGH; with packed counts.

    Wildcards may make two pungs of a kind, `twice`: each counts for itself, but fans of several
    winds or dragons ask for several kinds.
    """
    winds = (pungs >> 27) & 15
    n_winds = popcount(winds)
    pair_is_wind = 27 <= pair < 31 and (pungs >> pair) & 1 == 0
    low = int(n_winds == 4) << fan.BIG_FOUR_WINDS
    low |= int(n_winds == 3 and pair_is_wind) << fan.LITTLE_FOUR_WINDS
    low |= int(n_winds >= 3) << fan.BIG_THREE_WINDS
    low |= ((winds >> round_wind) & 1) << fan.ROUND_WIND
    low |= ((winds >> seat_wind) & 1) << fan.SEAT_WIND
    n_dragons = popcount(pungs & DRAGONS)
    pair_is_dragon = pair >= 31 and (pungs >> pair) & 1 == 0
    low |= int(n_dragons == 3) << fan.BIG_THREE_DRAGONS
    low |= int(n_dragons == 2 and pair_is_dragon) << fan.LITTLE_THREE_DRAGONS
    low |= int(n_dragons >= 2) << fan.TWO_DRAGON_PUNGS
    low |= int(n_dragons >= 1) << fan.DRAGON_PUNG
    n_dragons += popcount(twice & DRAGONS)
    counts = n_dragons << (4 * (fan.DRAGON_PUNG - FIRST_REPEATED))
    if twice & WINDS:  # one beside the one that ONCE counts
        counts += ((twice >> (27 + round_wind)) & 1) << (4 * (fan.ROUND_WIND - FIRST_REPEATED))
        counts += ((twice >> (27 + seat_wind)) & 1) << (4 * (fan.SEAT_WIND - FIRST_REPEATED))
    return low, counts


@leaf
def terminal_pungs(
    pungs: int, twice: int, low: int, takers: int, seat_wind: int, round_wind: int
) -> int:
    """Number of pungs that are 幺九刻, without those that other fans of theirs imply."""
    left = pungs & ORPHANS
    taking = low & takers
    if taking & THREE_WINDS:
        left &= ~WINDS
    if (taking >> fan.ROUND_WIND) & 1:
        left &= ~(1 << (27 + round_wind))
    if (taking >> fan.SEAT_WIND) & 1:
        left &= ~(1 << (27 + seat_wind))
    if taking & DRAGON_FANS:
        left &= ~DRAGONS
    count = popcount(left) + popcount(left & twice)
    # Nine gates holds one such pung by itself.
    return count - int(count > 0 and (taking >> fan.NINE_GATES) & 1 == 1)


@leaf
def terminal_chows(a: int, b: int, c: int, d: int, pair: int) -> int:
    """Two 123 and two 789 with a pair of fives, 一色双龙会 and 三色双龙会, of four sorted chows."""
    first, last, eyes = a // 7, d // 7, pair // 9
    if a != 7 * first or d != 7 * last + 6 or pair != 9 * eyes + 4:
        return 0
    if a == b and c == d and first == last and first == eyes:
        return 1 << fan.PURE_TERMINAL_CHOWS
    if b == a + 6 and d == c + 6 and first != last and eyes == 3 - first - last:
        return 1 << fan.THREE_SUITED_TERMINAL_CHOWS
    return 0


@leaf
def best_pairs_of_chows(entry: int, v0: int, v1: int, v2: int, v3: int) -> tuple[int, int]:
    """The fans of two chows that together are worth most: their worth, and 2 bits a fan.

    Args:
        entry: of the chow table.
        v0: value of 一般高.
        v1: value of 喜相逢.
        v2: value of 连六.
        v3: value of 老少副.
    """
    best = chosen = 0
    choices = entry >> CHOW_CHOICES
    for _ in range((entry >> CHOW_N_CHOICES) & 7):
        worth = (choices & 3) * v0 + ((choices >> 2) & 3) * v1
        worth += ((choices >> 4) & 3) * v2 + ((choices >> 6) & 3) * v3
        if worth > best:
            best = worth
            chosen = choices & 255
        choices >>= 8
    return best, chosen


@leaf
def best_tie(entry: int, v0: int, v1: int, v2: int, v3: int) -> tuple[int, int]:
    """The fan that ties the fourth chow to a fan of three: its worth, and 2 bits a fan."""
    extras = entry >> CHOW_EXTRA
    best = chosen = 0
    if extras & 1 and v0 > best:
        best, chosen = v0, 1
    if extras & 2 and v1 > best:
        best, chosen = v1, 1 << 2
    if extras & 4 and v2 > best:
        best, chosen = v2, 1 << 4
    if extras & 8 and v3 > best:
        best, chosen = v3, 1 << 6
    return best, chosen


@leaf
def pairs_of_chows(chosen: int) -> tuple[int, int]:
    """Fans of two chows as a set above HIGH, with packed counts; `chosen`: 2 bits a fan."""
    high = counts = 0
    for place in range(4):
        count = (chosen >> (2 * place)) & 3
        high |= int(count > 0) << (fan.PURE_DOUBLE_CHOW - HIGH + place)
        counts |= count << (CHOW_COUNTS + 4 * place)
    return high, counts


@leaf
def possible_waits(split: int, rank: int, in_pair: bool, in_pung: bool) -> int:
    """Mask of the waits (``1 << WAIT_*``) in which the winning tile may complete the reading.

    Args:
        split: split of the winning tile's suit (0 for honors).
        rank: the winning tile's rank, 0-8.
        in_pair: the pair is of that kind.
        in_pung: a concealed pung is.
    """
    found = int(in_pair) << WAIT_SINGLE | int(in_pung) << WAIT_PAIR_PAIR
    chows = split
    for _ in range((split >> SPLIT_N_CHOWS) & 7):
        low = chows & 7
        chows >>= 3
        if rank == low + 1:
            found |= 1 << WAIT_CLOSED
        elif rank == low:
            found |= 1 << (WAIT_EDGE if low == 6 else WAIT_TWO_SIDED)
        elif rank == low + 2:
            found |= 1 << (WAIT_EDGE if low == 0 else WAIT_TWO_SIDED)
    return found


@leaf
def taken_wait(possible: int, edge: int, closed: int, single: int) -> int:
    """The wait that is worth most of the possible ones, given the values of their fans."""
    edge *= (possible >> WAIT_EDGE) & 1
    closed *= (possible >> WAIT_CLOSED) & 1
    single *= (possible >> WAIT_SINGLE) & 1
    if edge > 0 and edge >= closed and edge >= single:
        return WAIT_EDGE
    if closed > 0 and closed >= single:
        return WAIT_CLOSED
    if single > 0:
        return WAIT_SINGLE
    for wait in range(WAIT_PAIR_PAIR + 1):
        if (possible >> wait) & 1:
            return wait
    return WAIT_SPECIAL
