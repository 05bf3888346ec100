"""From the state of the hand to what one player may see of it."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf
from engine.machine.choices import M_ACTION, Moves
from engine.machine.draws import drawable, wall_left
from engine.machine.marks import ACTIVE, BOUND, BOUND_FACE, BOUND_FLAGS
from engine.machine.state import (
    DEALER,
    DREW,
    FROM,
    LAID_OPEN,
    LOWER,
    N_DISCARDS,
    N_MELDS,
    PHASE,
    PHASE_ROB,
    PHASE_TURN,
    PHASE_WINDOW,
    ROUND_WIND,
    SEAT,
    STREAK,
    TILE,
    WILDCARD,
    State,
)
from engine.policies.sight import (
    ASK_BET,
    ASK_ROB,
    ASK_SPECIAL,
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_BOUND,
    V_DEALER,
    V_DRAWS_LEFT,
    V_DREW,
    V_FROM,
    V_MAY_PASS,
    V_N_MELDS,
    V_ROUND_WIND,
    V_SEAT_WIND,
    V_SHANTEN,
    V_STREAK,
    V_TILE,
    V_TURN,
    V_UNSEEN,
    V_WALL_LEFT,
    V_WILD,
    V_WILDCARD,
    V_WIN_TOTAL,
    Sight,
)
from engine.rules import P_PERSONAL_WALL, Rules
from engine.scoring_out import I_TOTAL
from engine.situation import MOST_MELDS
from schemas.codes import MELD_KONG_CONCEALED, WIN
from schemas.tiles import N_TILES

_PUBLIC: Final = BOUND_FLAGS | BOUND_FACE
_FIRST_HONOR: Final = 27


@leaf
def look(rules: Rules, st: State, seat: int, options: Moves, may_pass: bool, sight: Sight) -> None:
    """Show a seat what it may see when it chooses among its options.

    Args:
        rules: compiled rules.
        st: the state, unchanged.
        seat: whose sight it is.
        options: (MAX_OPTIONS, N_M), what it may do; a win stands first.
        may_pass: whether it may also let go by.
        sight: written, but for the player's number; what it has shown of this hand to this seat
            is not copied again (`forget_hand`).
    """
    num = sight.num
    phase = st.num[PHASE]
    own_turn = phase == PHASE_TURN and seat == st.num[SEAT]
    num[V_ASK] = ASK_SPECIAL
    giver = st.num[SEAT]
    if own_turn:
        num[V_ASK] = ASK_TURN
    elif PHASE_WINDOW <= phase <= PHASE_ROB:
        num[V_ASK] = ASK_WINDOW if phase == PHASE_WINDOW else ASK_ROB
        giver = st.num[FROM]
    num[V_TILE] = -1 if own_turn and st.num[DREW] == 0 else st.num[TILE]
    num[V_FROM] = (giver - seat) % 4
    num[V_DREW] = 1 if own_turn and st.num[DREW] == 1 else 0
    num[V_MAY_PASS] = 1 if may_pass else 0
    num[V_N_MELDS] = st.seats[seat, N_MELDS]
    num[V_TURN] = st.seats[seat, N_DISCARDS]
    num[V_WILDCARD] = st.num[WILDCARD]
    num[V_WILD] = st.wild[seat]
    num[V_BOUND] = st.marks[seat, BOUND] & _PUBLIC
    num[V_WIN_TOTAL] = st.info[seat, I_TOTAL] if options[0, M_ACTION] == WIN else -1
    num[V_SHANTEN] = st.seats[seat, LOWER]
    left = drawable(rules, st, seat)
    if rules.params[P_PERSONAL_WALL] == 1:
        num[V_WALL_LEFT] = wall_left(st)
        num[V_DRAWS_LEFT] = left
    else:
        before = (seat - giver - 1) % 4  # others who draw before the player does
        num[V_WALL_LEFT] = left
        num[V_DRAWS_LEFT] = max(0, left - before + 3) // 4
    _look_at_table(st, seat, sight)
    _count_live(rules, st, seat, sight)


@leaf
def look_at_bet(st: State, seat: int, sight: Sight) -> None:
    """Show a seat what it knows before the deal; the rest of the sight is empty."""
    sight.hand[:] = 0
    sight.live[:] = 0
    sight.num[:] = -1
    sight.num[V_ASK] = ASK_BET
    sight.num[V_MAY_PASS] = 0
    _look_at_table(st, seat, sight)


@leaf
def forget_hand(sight: Sight) -> None:
    """Have the next look show everything: another hand is played."""
    sight.shown[:] = -1


@leaf
def _look_at_table(st: State, seat: int, sight: Sight) -> None:
    num = sight.num
    num[V_DEALER] = (st.num[DEALER] - seat) % 4
    num[V_STREAK] = st.num[STREAK]
    num[V_SEAT_WIND] = (seat - st.num[DEALER]) % 4
    num[V_ROUND_WIND] = st.num[ROUND_WIND]
    anew = sight.shown[0] != seat
    sight.shown[0] = seat
    for other in range(4):
        absolute = (seat + other) % 4
        if anew or sight.shown[1 + other] != st.seats[absolute, N_DISCARDS]:
            sight.shown[1 + other] = st.seats[absolute, N_DISCARDS]
            for tile in range(N_TILES):
                sight.discards[other, tile] = st.discards[absolute, tile]
        if anew or sight.shown[5 + other] != st.seats[absolute, LAID_OPEN]:
            sight.shown[5 + other] = st.seats[absolute, LAID_OPEN]
            _look_at_open_tiles(st, absolute, other, sight)
        public = st.marks[absolute, BOUND] & _PUBLIC
        sight.bound[other] = public if st.course[ACTIVE] != 0 else 0
        sight.bets[other] = st.bets[absolute]


@leaf
def _look_at_open_tiles(st: State, seat: int, relative: int, sight: Sight) -> None:
    """Flowers and melds of a seat."""
    for tile in range(N_TILES):
        sight.flowers[relative, tile] = st.flowers[seat, tile]
    for k in range(MOST_MELDS):
        kind = st.meld_kind[seat, k]
        hidden = kind == MELD_KONG_CONCEALED and relative != 0
        sight.meld_kind[relative, k] = kind
        sight.meld_tile[relative, k] = -1 if hidden else st.meld_tile[seat, k]


@leaf
def _count_live(rules: Rules, st: State, seat: int, sight: Sight) -> None:
    """Copies that are neither in the own hand nor open, of every kind."""
    unseen = 0
    for tile in range(N_TILES):
        held = int(np.int64(st.hand[seat, tile]))
        live = int(np.int64(rules.copies[tile])) - held - int(np.int64(st.seen[tile]))
        if tile >= _FIRST_HONOR:
            for other in range(4):
                live -= int(np.int64(st.flowers[other, tile]))
        sight.hand[tile] = held
        sight.live[tile] = live
        unseen += live
    for k in range(st.seats[seat, N_MELDS]):
        if st.meld_kind[seat, k] == MELD_KONG_CONCEALED:
            sight.live[st.meld_tile[seat, k]] -= 4
            unseen -= 4
    sight.num[V_UNSEEN] = unseen
