"""What a seat may do on its own turn: discard, kongs of its own, flowers.

Parts of `machine.verify`; each answers 0 or the code of a refusal.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.draws import drawable, is_flower
from engine.machine.keep_back import kept_for_kong
from engine.machine.last_round import at_penalty_discard, in_last_round, must_expose
from engine.machine.order import next_seat
from engine.machine.refusals import (
    OK,
    R_FLOWER_FIRST,
    R_KONG_AT_PENALTY,
    R_KONG_WITHOUT_DRAW,
    R_LAST_ROUND,
    R_MUST_DRAW,
    R_MUST_REPLACE,
    R_NO_PUNG,
    R_NO_REPLACEMENT,
    R_NOT_A_FLOWER,
    R_NOT_HELD,
    R_OUT_OF_TURN,
    R_TURN_FIRST,
    R_WILDCARD_DISCARDED,
    R_WILDCARD_IN_MELD,
)
from engine.machine.state import (
    DREW,
    FROM,
    N_MELDS,
    PHASE,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_START,
    PHASE_WINDOW,
    SEAT,
    STARTING,
    X_TURN_DUE,
    State,
)
from engine.machine.wildcards import holds_other, may_be_melded, must_not_discard
from engine.machine.wins import check_worth
from engine.params import param
from engine.rules import Rules
from schemas.codes import MELD_PUNG

_DEFERRED_KONG: Final = param("play.deferred_kong_after_claim")


@leaf
def check_turn(rules: Rules, st: State, seat: int) -> int:
    """Refuse an own-turn action of a seat that does not hold a full hand on its turn."""
    phase = st.num[PHASE]
    if phase == PHASE_START:
        return first_of_all(st)
    if phase == PHASE_WINDOW:
        return R_MUST_DRAW if seat == next_seat(st, st.num[FROM]) else R_OUT_OF_TURN
    if phase == PHASE_ROB:
        return R_MUST_DRAW if seat == st.num[FROM] else R_OUT_OF_TURN
    if seat != st.num[SEAT]:
        return R_OUT_OF_TURN
    if phase == PHASE_DRAW:
        return R_MUST_DRAW
    if phase == PHASE_REPLACE:
        return R_MUST_REPLACE
    return R_FLOWER_FIRST if must_expose(rules, st) else OK


@merge
def first_of_all(st: State) -> int:
    """What goes before the dealer's first act: the wildcard is turned up, flowers are exposed."""
    return R_TURN_FIRST if st.special[X_TURN_DUE] == 1 else R_FLOWER_FIRST


@leaf
def check_discard(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a discard that is not due, not held, or of a wildcard that has to stay."""
    refusal = check_turn(rules, st, seat)
    if refusal != OK:
        return refusal
    if in_last_round(rules, st):
        return R_LAST_ROUND
    if tile < 0 or st.hand[seat, tile] == 0:
        return R_NOT_HELD
    if must_not_discard(rules, st, seat, tile):
        # A hand of nothing else has to win; where it is worth no win it cannot be held up.
        wins = st.num[DREW] == 1 and check_worth(st, seat) == OK
        return R_WILDCARD_DISCARDED if holds_other(st, seat) or wins else OK
    return OK


@leaf
def check_flower(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse to expose what is no flower of the hand, or a flower whose time has not come."""
    if st.num[STARTING] == 0 or st.num[PHASE] == PHASE_REPLACE:
        refusal = check_turn(rules, st, seat)
        if refusal != OK and refusal != R_FLOWER_FIRST:
            return refusal
    if st.special[X_TURN_DUE] == 1:
        return R_TURN_FIRST
    if in_last_round(rules, st):
        return R_LAST_ROUND
    if tile < 0:
        return R_NOT_A_FLOWER
    if st.hand[seat, tile] == 0:
        return R_NOT_HELD
    return OK if is_flower(st, seat, tile) else R_NOT_A_FLOWER


@leaf
def check_own_kong(rules: Rules, st: State, seat: int, tile: int, copies: int) -> int:
    """Refuse a kong that the seat lays down from so many copies in its hand."""
    refusal = check_turn(rules, st, seat)
    if refusal != OK:
        return refusal
    if st.num[DREW] == 0 and rules.params[_DEFERRED_KONG] == 0:
        return R_KONG_WITHOUT_DRAW
    if in_last_round(rules, st):
        return R_LAST_ROUND
    if tile < 0 or st.hand[seat, tile] < copies:
        return R_NOT_HELD
    if not may_be_melded(rules, st, seat, tile):
        return R_WILDCARD_IN_MELD
    if at_penalty_discard(rules, st):
        return R_KONG_AT_PENALTY
    left = drawable(rules, st, seat) - kept_for_kong(rules, copies == 4)
    return OK if left > 0 else R_NO_REPLACEMENT


@leaf
def check_added_kong(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a kong of a tile and a pung that are not both there."""
    refusal = check_own_kong(rules, st, seat, tile, 1)
    if refusal != OK:
        return refusal
    for k in range(st.seats[seat, N_MELDS]):
        if st.meld_kind[seat, k] == MELD_PUNG and st.meld_tile[seat, k] == tile:
            return OK
    return R_NO_PUNG
