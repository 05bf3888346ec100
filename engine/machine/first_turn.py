"""Wins of the first turn: heavenly 天胡, earthly 地胡, human 人胡.

Each rule set says what its earthly and human wins are (Taiwan, Yantai, Luoyuan and Longgang cards);
heavenly is a dealer's win before its first discard everywhere but in MCR, whose rules have none.
A kong's replacement belongs to the turn of the draw before it, so it is no second draw.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.state import (
    BY,
    DEALER,
    FROM,
    N_DISCARDS,
    N_MELDS,
    SEAT,
    X_CLAIMED,
    X_DRAWS,
    State,
)
from engine.params import choice, param
from engine.rules import P_SYSTEM, SYSTEM_MCR, Rules
from schemas.codes import BY_DISCARD, BY_SELF_DRAW, BY_THREE_WILDCARDS, MELD_KONG_CONCEALED

_AFTER_KONGS: Final = param("win.heavenly_after_kongs")
_EARTHLY: Final = param("win.earthly")
_FIRST_DRAW: Final = choice("win.earthly", "first_draw")
_FIRST_GO_ROUND: Final = choice("win.earthly", "first_go_round")
_DEALER_DISCARD: Final = choice("win.earthly", "dealer_discard")
_HUMAN: Final = param("win.human")
_BEFORE_OWN_DRAW: Final = choice("win.human", "before_own_draw")
_HUMAN_GO_ROUND: Final = choice("win.human", "first_go_round")
_CLAIMS_END: Final = param("win.claims_end_first_turn")


@merge
def is_first_turn(rules: Rules, st: State, seat: int) -> bool:
    """Whether a win of the seat on the tile at stake is one of the first turn."""
    if (
        rules.params[P_SYSTEM] == SYSTEM_MCR
        and rules.params[_EARTHLY] + rules.params[_HUMAN] + rules.params[_AFTER_KONGS] == 0
    ):
        return False
    if seat == st.num[DEALER]:
        return _is_heavenly(rules, st, seat)
    return _is_earthly_or_human(rules, st, seat)


@leaf
def _is_heavenly(rules: Rules, st: State, dealer: int) -> bool:
    """The dealer wins on its own turn before its first discard; nobody can have claimed."""
    by = st.num[BY]
    if by != BY_SELF_DRAW and by != BY_THREE_WILDCARDS:
        return False
    if st.num[SEAT] != dealer or st.seats[dealer, N_DISCARDS] > 0:
        return False
    for k in range(st.seats[dealer, N_MELDS]):
        concealed = st.meld_kind[dealer, k] == MELD_KONG_CONCEALED
        if rules.params[_AFTER_KONGS] == 0 or not concealed:
            return False
    return True


@leaf
def _is_earthly_or_human(rules: Rules, st: State, seat: int) -> bool:
    earthly, human = rules.params[_EARTHLY], rules.params[_HUMAN]
    by = st.num[BY]
    dealer = st.num[DEALER]
    if earthly == _DEALER_DISCARD and by == BY_DISCARD and st.num[FROM] == dealer:
        discards = 0
        for other in range(4):
            discards += st.seats[other, N_DISCARDS]
        if discards == 1:
            return True
    if rules.params[_CLAIMS_END] == 1 and st.special[X_CLAIMED] == 1:
        return False
    draws = st.special[X_DRAWS + seat]
    own_draw = by == BY_SELF_DRAW and st.num[SEAT] == seat
    if earthly == _FIRST_DRAW and own_draw and draws == 1 and st.seats[seat, N_MELDS] == 0:
        return True
    if earthly == _FIRST_GO_ROUND and draws <= 1 and (own_draw or by != BY_SELF_DRAW):
        return True
    if human == _BEFORE_OWN_DRAW and by == BY_DISCARD and draws == 0:
        return True
    return bool(human == _HUMAN_GO_ROUND and by == BY_DISCARD and draws <= 1)
