"""The last round 分张 of the wall, and the penalty discard 打赔 before it.

With d drawable tiles left after a draw and a last round of n: at d <= n the drawer wins or its
turn ends, and the next seat draws, until no drawable tile is left; nothing is discarded, exposed
or konged. At d = n + 1 the discard is the last one; where it is the penalty discard it may be
claimed for a chow or pung, whose maker then makes it, but neither konged nor made after a kong
(Luoyuan card, "End of the wall"; Longgang card, item 6).
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.draws import drawable, is_flower
from engine.machine.state import (
    DREW,
    FLOWERS,
    PHASE,
    PHASE_ENDED,
    PHASE_TURN,
    PHASE_WINDOW,
    PHASE_WON,
    SEAT,
    State,
)
from engine.params import param
from engine.rules import P_KEEP_FLOWERS, Rules
from schemas.tiles import N_TILES

_LAST_ROUND: Final = param("wall.last_round")
_PENALTY_DISCARD: Final = param("play.penalty_discard")


@merge
def in_last_round(rules: Rules, st: State) -> bool:
    """Whether it is a turn of the last round."""
    if rules.params[_LAST_ROUND] == 0:
        return False
    return _drawn_in_last_round(rules, st)


@merge
def at_penalty_discard(rules: Rules, st: State) -> bool:
    """Whether the penalty discard is to be made, or lies in the window."""
    if rules.params[_PENALTY_DISCARD] == 0:
        return False
    return _before_last_round(rules, st)


@merge
def must_expose(rules: Rules, st: State) -> bool:
    """Whether the seat on turn holds a flower that it has to expose first."""
    if st.num[FLOWERS] == 0 or rules.params[P_KEEP_FLOWERS] == 1:
        return False
    return _holds_due_flower(rules, st)


@leaf
def _drawn_in_last_round(rules: Rules, st: State) -> bool:
    if st.num[PHASE] != PHASE_TURN or st.num[DREW] == 0:
        return False
    last: bool = drawable(rules, st, st.num[SEAT]) <= rules.params[_LAST_ROUND]
    return last


@leaf
def _before_last_round(rules: Rules, st: State) -> bool:
    # A discard that has been won on lies there still, when it is paid for.
    phase = st.num[PHASE]
    if phase not in (PHASE_TURN, PHASE_WINDOW, PHASE_WON, PHASE_ENDED):
        return False
    before: bool = drawable(rules, st, st.num[SEAT]) == rules.params[_LAST_ROUND] + 1
    return before


@leaf
def _holds_due_flower(rules: Rules, st: State) -> bool:
    if in_last_round(rules, st):
        return False
    seat = st.num[SEAT]
    due = 0
    for tile in range(N_TILES):
        due += int(st.hand[seat, tile]) if is_flower(st, seat, tile) else 0
    return due > 0
