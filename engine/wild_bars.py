"""Wildcards 财神 that bar a hand from winning on another player's tile.

A discarded wildcard may be dead; a hand with three of them, or with an idle one 闲金, may have to
draw its tile itself (Luoyuan card, "Play" and "Winning"). Idle is a hand that is whole without one
of its wildcards; by the rule set's choice it may not win, or may not go before another winner. The
exception is a hand with two wildcards of which the tile makes a golden pair 金雀.

Luoyuan's kernel judges its own wins; here the same is judged under every other system.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import choice, param
from engine.rules import P_SETS, P_SYSTEM, SYSTEM_LUOYUAN, Rules
from engine.situation import F_N_MELDS, F_WILDCARD, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import Tables
from engine.wild import count_wild, natural_codes, proper_wildcards
from schemas.codes import BY_DISCARD, BY_ROBBED_KONG, NO_SHAPE, NOT_ALLOWED

_DISCARD_IS_DEAD: Final = param("wildcard.discard_is_dead")
_THREE_ON_DISCARD: Final = param("win.three_wildcards_on_discard")
_IDLE: Final = param("wildcard.idle")
_NO_DISCARD_WIN: Final = choice("wildcard.idle", "no_discard_win")
_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_FAR: Final = 99


@leaf
def bar_by_wildcards(rules: Rules, tables: Tables, win: Win, verdict: int) -> int:
    """The verdict on a scored hand, which wildcards may bar from another player's tile.

    Args:
        rules: compiled rules.
        tables: `engine.tables.load_tables()`.
        win: the hand as it was scored.
        verdict: what the kernel of the rule set's system said of it.
    """
    by, wildcard = win.facts[F_WIN_BY], win.facts[F_WILDCARD]
    if wildcard < 0 or (by != BY_DISCARD and by != BY_ROBBED_KONG) or verdict == NO_SHAPE:
        return verdict
    if rules.params[P_SYSTEM] == SYSTEM_LUOYUAN:
        return verdict
    n_melds, tile = win.facts[F_N_MELDS], win.facts[F_WIN_TILE]
    wild = proper_wildcards(rules, wildcard)
    barred = rules.params[_DISCARD_IS_DEAD] == 1 and (wild >> tile) & 1 == 1
    if rules.params[_THREE_ON_DISCARD] == 0:
        barred = barred or count_wild(win.hand, wild) >= 3
    if rules.params[_IDLE] == _NO_DISCARD_WIN:
        barred = barred or is_idle(rules, tables, win.hand, n_melds, wild, tile)
    return NOT_ALLOWED if barred else verdict


@leaf
def is_idle(
    rules: Rules,
    tables: Tables,
    hand: NDArray[np.int8],
    n_melds: int,
    wild: int,
    tile: int,
) -> bool:
    """Whether a hand that another player's tile completes is idle, and makes no golden pair.

    Args:
        rules: compiled rules.
        tables: `engine.tables.load_tables()`.
        hand: int8 (42), counts of the concealed tiles without the one won on.
        n_melds: melds beside them.
        wild: mask of the proper wildcards (`engine.wild.proper_wildcards`).
        tile: the tile won on.
    """
    golds = count_wild(hand, wild)
    if golds == 0 or _sets_missing(rules, tables, hand, n_melds, wild) > golds - 1:
        return False
    if golds != 2:
        return True
    hand[tile] += 1
    golden_pair = _sets_missing(rules, tables, hand, n_melds, wild) == 0
    hand[tile] -= 1
    return not golden_pair


@leaf
def _sets_missing(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, wild: int
) -> int:
    """Tiles that the natural tiles of a hand miss for its sets, no pair among them."""
    missing = tables.missing_any if rules.params[_FIFTH_COPY] == 1 else tables.missing
    codes = natural_codes(hand, wild)
    n_sets = rules.params[P_SETS] - n_melds
    best = _FAR
    for first in range(n_sets + 1):
        for second in range(n_sets - first + 1):
            for third in range(n_sets - first - second + 1):
                lacking = _bare(missing, codes[0], first) + _bare(missing, codes[1], second)
                lacking += _bare(missing, codes[2], third)
                lacking += _bare(missing, codes[3], n_sets - first - second - third)
                best = min(best, lacking)
    return best


@leaf
def _bare(missing: NDArray[np.uint64], code: int, n_sets: int) -> int:
    """Tiles missing in one suit for so many sets without a pair."""
    return int((np.int64(missing[code]) >> (10 * n_sets)) & 31)
