"""Rows of tai: which arise, which count, how many tai they are, what a total is made of.

Winner and losers count by the same functions. A set of rows is a mask (`engine.longgang.patterns`);
how often the three rows count that may count more than once is packed beside it (`times_of`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.largest import MOST_TOTAL
from engine.longgang.patterns import (
    EARTHLY,
    FLOWER_WILDCARDS,
    FOUR_FLOWERS,
    HEAVENLY,
    HONOR_PUNG,
    KONG_REPLACEMENT,
    N_ROWS,
    NO_WILDCARD,
    SEAT_FLOWER,
    THREE_WILDCARDS,
    TWO_WILDCARDS,
    WILDCARD_PUNG,
)
from engine.params import choice, param
from engine.rules import Rules
from engine.shapes import popcount
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    FLAG_FIRST_TURN,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
)
from schemas.tiles import N_KINDS

DRAGONS: Final = 0b111 << 31
WINDS: Final = 0b1111 << 27
_SEASONS: Final = 0b1111

_EARTHLY: Final = param("win.earthly")
_FIRST_DRAW: Final = choice("win.earthly", "first_draw")
_FIRST_GO_ROUND: Final = choice("win.earthly", "first_go_round")
_DEALER_DISCARD: Final = choice("win.earthly", "dealer_discard")
_AFTER_KONGS: Final = param("win.heavenly_after_kongs")


@leaf
def live_rows(rules: Rules) -> int:
    """Mask of the rows that can count: of a value, or worth the limit."""
    found = int(np.int64(rules.limits[0]))
    for row in range(N_ROWS):
        if rules.values[row] != 0:
            found |= 1 << row
    return found


@merge
def valued_honors(seat_wind: int) -> int:
    """Mask of the honors that count for a player: dragons and the wind of its seat."""
    return DRAGONS | 1 << (27 + seat_wind)


@merge
def times_of(honor_pungs: int, wildcard_pungs: int, flower_wildcards: int) -> int:
    """Packed counts of the rows that may count more than once."""
    return honor_pungs | wildcard_pungs << 4 | flower_wildcards << 8


@merge
def times(packed: int, row: int) -> int:
    """How often a row counts."""
    if row == HONOR_PUNG:
        return packed & 15
    if row == WILDCARD_PUNG:
        return (packed >> 4) & 15
    if row == FLOWER_WILDCARDS:
        return (packed >> 8) & 15
    return 1


@leaf
def shown_guests(flowers: NDArray[np.int8], seat_wind: int) -> int:
    """How many kinds of the three guest flowers 客花 of the seasons are exposed."""
    shown = 0
    for season in range(4):
        if season != seat_wind and flowers[N_KINDS + season] > 0:
            shown += 1
    return shown


@leaf
def wildcard_rows(
    won: bool, flowers_wild: bool, others: int, seat: int, guests: int
) -> tuple[int, int]:
    """Rows of the wildcards in use, and how often flower_wildcards 花财神 counts.

    Rows that stand instead of others (四花 for 坐花) cancel them by the rule set's exclusions.

    Args:
        won: the winner's hand; only it counts no_wildcard and three_wildcards.
        flowers_wild: the turned tile is a flower, so that the wildcards are flowers.
        others: wildcards in use, the own seat flower apart.
        seat: 1 where the own seat flower 坐花 is in use.
        guests: guest flowers exposed.
    """
    proper = others + (seat if flowers_wild else 0)
    rows = int(won and others + seat == 0) << NO_WILDCARD
    rows |= int(proper >= 2) << TWO_WILDCARDS
    rows |= int(won and proper >= 3) << THREE_WILDCARDS
    rows |= seat << SEAT_FLOWER
    rows |= int(seat == 1 and guests == 3) << FOUR_FLOWERS
    count = 0
    if flowers_wild:
        if seat == 1 and others >= 1:
            count = 2
        elif others >= 2:
            count = 1
    rows |= int(count > 0) << FLOWER_WILDCARDS
    return rows, count


@leaf
def time_rows(
    rules: Rules, win_by: int, flags: int, seat_wind: int, n_melds: int, bare: int
) -> int:
    """Rows of the moment of a win: heavenly, earthly, kong_replacement.

    Args:
        rules: compiled rules.
        win_by: ``schemas.codes.BY_*``.
        flags: mask of flags.
        seat_wind: wind of the winner's seat; East deals.
        n_melds: the winner's melds.
        bare: whether none of them is exposed.
    """
    taken = win_by in (BY_DISCARD, BY_ROBBED_KONG)
    rows = 0
    if not taken and flags & (FLAG_KONG_REPLACEMENT | FLAG_FLOWER_REPLACEMENT):
        rows |= 1 << KONG_REPLACEMENT
    if flags & FLAG_FIRST_TURN == 0:
        return rows
    if seat_wind == 0:
        early = not taken and bare and (n_melds == 0 or rules.params[_AFTER_KONGS] == 1)
        return rows | int(early) << HEAVENLY
    earthly = rules.params[_EARTHLY]
    early = (
        earthly == _FIRST_GO_ROUND
        or (earthly == _FIRST_DRAW and not taken)
        or (earthly == _DEALER_DISCARD and win_by == BY_DISCARD)
    )
    return rows | int(early) << EARTHLY


@leaf
def counted_rows(rules: Rules, rows: int) -> int:
    """Those of the live rows that arose which no other one cancels."""
    cancelled = 0
    rest = rows
    while rest != 0:
        row = popcount((rest & -rest) - 1)
        rest &= rest - 1
        cancelled |= int(np.int64(rules.excludes[row, 0]))
    return rows & ~cancelled


@leaf
def tai_of(rules: Rules, counted: int, packed: int) -> int:
    """Tai of the rows that count."""
    tai = 0
    rest = counted
    while rest != 0:
        row = popcount((rest & -rest) - 1)
        rest &= rest - 1
        tai += rules.values[row] * times(packed, row)
    return int(tai)


@leaf
def doubled(points: int, tai: int) -> int:
    """Points doubled once a tai, at most `MOST_TOTAL`; negative tai count as none."""
    return min(min(points, MOST_TOTAL) << min(max(tai, 0), 31), MOST_TOTAL)


@merge
def limited(uncapped: int, at_limit: bool, limit: int) -> int:
    """The total: the limit for a limit hand, and never more than it."""
    return limit if at_limit else min(uncapped, limit)
