"""Which kinds the wildcards of a hand can stand for at all, so that fewer choices are looked at."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.crowded import is_crowded
from engine.jit import leaf
from engine.rules import Rules
from engine.tables import Tables
from engine.wild import natural_missing
from schemas.tiles import N_KINDS


@leaf
def useful_kinds(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, n_wild: int, kinds: int
) -> int:
    """Those of some kinds that occur among the tiles that make a hand whole.

    A hand that lacks as many tiles as there are wildcards takes none that brings it no nearer; one
    that lacks fewer takes any. Tables know four copies of a kind at most, so that a fifth one is
    never left out.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        hand: int8 (42), natural tiles with the winning one, where that is no wildcard.
        n_melds: melds beside them.
        n_wild: wildcards.
        kinds: mask of the kinds that wildcards may stand for.
    """
    if is_crowded(hand):
        return kinds
    missing = natural_missing(rules, tables, hand, n_melds, 0)
    if missing != n_wild:
        return kinds if missing < n_wild else 0
    useful = kinds
    for kind in range(N_KINDS):
        if (kinds >> kind) & 1 == 1 and hand[kind] < 4:
            hand[kind] += 1
            if natural_missing(rules, tables, hand, n_melds, 0) >= missing:
                useful &= ~(1 << kind)
            hand[kind] -= 1
    return useful
