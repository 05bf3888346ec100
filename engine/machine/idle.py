"""Idle gold 闲金: a hand that is whole without one of its wildcards.

Luoyuan card, "Play": such a hand may not win on a tile of another player, or, by the rule set's
choice, may not go before another winner. The exception is a hand with two wildcards of which the
tile makes a golden pair 金雀. Luoyuan's own kernel says so too; here it holds for every system.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.state import (
    COMPLETES,
    N_MELDS,
    PHASE,
    PHASE_ROB,
    PHASE_WINDOW,
    TILE,
    VERDICT,
    WILDCARD,
    X_IDLE,
    State,
)
from engine.params import choice, param
from engine.rules import P_SETS, Rules
from engine.tables import Tables
from engine.wild import count_wild, natural_codes, proper_wildcards
from schemas.codes import NOT_ALLOWED

_IDLE: Final = param("wildcard.idle")
_FREE: Final = choice("wildcard.idle", "free")
_NO_INTERCEPT: Final = choice("wildcard.idle", "no_intercept")
_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_FAR: Final = 99


@leaf
def note_idle(rules: Rules, tables: Tables, st: State) -> None:
    """Note which of the hands that the offered tile completes may not go before another winner.

    Where the rules let none of them win at all, it becomes their verdict.
    """
    st.special[X_IDLE] = 0
    in_window = PHASE_WINDOW <= st.num[PHASE] <= PHASE_ROB
    if rules.params[_IDLE] == _FREE or not in_window or st.num[WILDCARD] < 0:
        return
    for seat in range(4):
        completed = (st.num[COMPLETES] >> seat) & 1 == 1
        if (
            completed
            and is_idle(rules, tables, st, seat)
            and not _golden_pair(rules, tables, st, seat)
        ):
            if rules.params[_IDLE] == _NO_INTERCEPT:
                st.special[X_IDLE] |= 1 << seat
            else:
                st.seats[seat, VERDICT] = NOT_ALLOWED


@leaf
def is_idle(rules: Rules, tables: Tables, st: State, seat: int) -> bool:
    """Whether a hand between its turns is all chows and pungs once a wildcard is taken away."""
    golds = count_wild(st.hand[seat], proper_wildcards(rules, st.num[WILDCARD]))
    return golds > 0 and _sets_missing(rules, tables, st, seat) <= golds - 1


@leaf
def _golden_pair(rules: Rules, tables: Tables, st: State, seat: int) -> bool:
    """Whether the offered tile makes a hand whose two wildcards are its pair."""
    if count_wild(st.hand[seat], proper_wildcards(rules, st.num[WILDCARD])) != 2:
        return False
    tile = st.num[TILE]
    st.hand[seat, tile] += 1
    whole = _sets_missing(rules, tables, st, seat) == 0
    st.hand[seat, tile] -= 1
    return whole


@leaf
def _sets_missing(rules: Rules, tables: Tables, st: State, seat: int) -> int:
    """Tiles that the natural tiles of a hand miss for its sets, no pair among them."""
    missing = tables.missing_any if rules.params[_FIFTH_COPY] == 1 else tables.missing
    codes = natural_codes(st.hand[seat], proper_wildcards(rules, st.num[WILDCARD]))
    n_sets = rules.params[P_SETS] - st.seats[seat, N_MELDS]
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
