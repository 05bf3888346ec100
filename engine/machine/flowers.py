"""Flowers 补花: which one is exposed next, and what follows when all dealt ones are replaced.

In the order "each" a player replaces all its flowers before the next one begins. In "rounds"
(Luoyuan card, "Deal, flowers, gold") a player exposes what it holds when its turn of the round
comes; flowers drawn in their place wait for the next round. Records may tell dealt flowers in any
order; the order here is that of the hands that the machine plays itself.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.draws import is_flower
from engine.machine.ready import open_play
from engine.machine.state import (
    DEALER,
    FLOWERS,
    PHASE,
    PHASE_START,
    SEAT,
    STARTING,
    WILDCARD,
    X_DUE,
    X_NEW,
    X_TURN_DUE,
    State,
)
from engine.params import choice, param
from engine.rules import P_KEEP_FLOWERS, Rules
from engine.wild import count_wild
from schemas.tiles import N_TILES

_ORDER: Final = param("play.flower_order")
_ROUNDS: Final = choice("play.flower_order", "rounds")
_WILDCARD_KIND: Final = param("wildcard.kind")
_TURNED: Final = choice("wildcard.kind", "turned")


@leaf
def dealt_flowers(rules: Rules, st: State) -> None:
    """Go on when a hand is dealt, a dealt flower replaced or the wildcard turned up.

    While dealt flowers are left the next one is exposed; then the wildcard is turned up, where the
    rules do that after the flowers; then the dealer moves.
    """
    st.num[PHASE] = PHASE_START
    st.num[SEAT] = st.num[DEALER]
    if st.special[X_TURN_DUE] == 1:
        return
    if st.num[FLOWERS] > 0 and rules.params[P_KEEP_FLOWERS] == 0:
        if rules.params[_ORDER] == _ROUNDS:
            _open_round(st)
        return
    if rules.params[_WILDCARD_KIND] == _TURNED and st.num[WILDCARD] < 0:
        st.special[X_TURN_DUE] = 1
        return
    open_play(rules, st)


@leaf
def note_exposed(rules: Rules, st: State, seat: int) -> None:
    """Count a dealt flower that a seat has exposed in its round."""
    if rules.params[_ORDER] == _ROUNDS and st.special[X_DUE + seat] > 0:
        st.special[X_DUE + seat] -= 1


@leaf
def note_replacement(rules: Rules, st: State, seat: int, tile: int) -> None:
    """Let a flower that was drawn in place of a dealt one wait for the next round."""
    if rules.params[_ORDER] == _ROUNDS:
        st.special[X_NEW + seat] |= (st.flower_kinds[seat] >> tile & 1) << tile


@leaf
def next_flower(rules: Rules, st: State) -> tuple[int, int]:
    """Seat and tile of the flower that is exposed next, (-1, -1) where there is none.

    Dealt ones dealer first, then in turn, each player's lowest tile first; later only the seat on
    turn exposes its own.
    """
    starting = st.num[STARTING] == 1
    if starting and rules.params[_ORDER] == _ROUNDS:
        for turn in range(4):
            seat = (st.num[SEAT] + turn) % 4
            if st.special[X_DUE + seat] > 0:
                tile = _lowest(st, seat, st.special[X_NEW + seat])
                if tile >= 0:
                    return seat, tile
    for turn in range(4 if starting else 1):
        seat = (st.num[SEAT] + turn) % 4
        tile = _lowest(st, seat, 0)
        if tile >= 0:
            return seat, tile
    return -1, -1


@leaf
def _lowest(st: State, seat: int, new: int) -> int:
    """A seat's lowest flower, one that it has held since the round began if there is one."""
    any_tile = -1
    for tile in range(N_TILES - 1, -1, -1):
        if is_flower(st, seat, tile) and st.hand[seat, tile] > 0:
            any_tile = tile
    for tile in range(N_TILES):
        if is_flower(st, seat, tile) and st.hand[seat, tile] > 0 and not (new >> tile) & 1:
            return tile
    return any_tile


@leaf
def _open_round(st: State) -> None:
    """Open a round when all players are through with the one before."""
    due = 0
    for seat in range(4):
        due += st.special[X_DUE + seat]
    if due > 0:
        return
    for seat in range(4):
        st.special[X_NEW + seat] = 0
        st.special[X_DUE + seat] = count_wild(st.hand[seat], st.flower_kinds[seat])
