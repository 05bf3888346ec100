"""What restrictions refuse of an event that is legal otherwise.

`restriction` is asked after the ordinary checks of `machine.verify` have found nothing, `bars_win`
for a hand that its tiles let win. Sources: Luoyuan card, "Play"; Longgang card, "Deal and play"
3-5; Taiwan card, "Declared ready"; Yantai card, "Open play".
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.machine.claims import has_run
from engine.machine.marks import (
    ABORT_DUE,
    BOUND,
    BOUND_DECLARED,
    BOUND_DUE,
    BOUND_FACE,
    BOUND_HAND,
    BOUND_OPEN,
    BOUND_SHOWN,
    CHOW_BARRED,
    FACE,
    FOURTH,
    NO_DISCARD,
    PASSED_PUNG,
    PASSED_WIN,
    READY_CLAIM,
    READY_DISCARDS,
    READY_KONGS,
    READY_PUNG,
    SAME_KONGS,
    SINGLE,
    WIN_BARRED,
)
from engine.machine.order import is_held
from engine.machine.refusals import (
    OK,
    R_ABORT_DUE,
    R_DISCARD_DUE,
    R_FORCED_KONG,
    R_HAND_BOUND,
    R_KONG_NOT_DRAWN,
    R_KONG_NOT_READY,
    R_NO_DISCARD_LEFT,
    R_NOT_READY_AFTER,
    R_OPEN_PLAY,
    R_OWN_KIND,
    R_PASSED_PUNG,
    R_PASSED_WIN,
    R_SWAP_CALL,
)
from engine.machine.state import (
    BY,
    DEALER,
    DREW,
    FROM,
    PHASE,
    PHASE_TURN,
    PHASE_WINDOW,
    TILE,
    State,
)
from engine.machine.wildcards import must_not_discard
from engine.params import choice, param
from engine.rules import Rules
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    CHOW,
    DISCARD,
    EXHAUSTED,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    PUNG,
    WIN,
)
from schemas.tiles import N_TILES

_SWAP_CALLS: Final = param("play.swap_calls")
_FREE_CALLS: Final = choice("play.swap_calls", "free")
_SAME_RUN: Final = choice("play.swap_calls", "same_run")
_ADDED_KONG: Final = param("play.added_kong")
_DRAWN_KONG: Final = choice("play.added_kong", "drawn")
_READY_KONG: Final = choice("play.added_kong", "ready")
_DEALER_FACE: Final = param("play.dealer_face")
_MOST_FACE: Final = 2


@leaf
def bars_win(st: State, seat: int) -> int:
    """Refuse a win that tiles and worth allow on the tile at stake; a self-draw is always free.

    A robbed kong is barred as a discard of its kind is: only the own draw frees from a passed win.
    """
    if st.num[BY] != BY_DISCARD and st.num[BY] != BY_ROBBED_KONG:
        return OK
    marks = st.marks[seat]
    if marks[BOUND] & BOUND_OPEN:
        return R_OPEN_PLAY
    tile = st.num[TILE]
    if marks[SINGLE] == tile:
        return OK
    if marks[WIN_BARRED] == tile:
        return R_OWN_KIND
    return R_PASSED_WIN if (marks[PASSED_WIN] >> tile) & 1 else OK


@leaf
def restriction(rules: Rules, st: State, seat: int, action: int, tile: int, low: int) -> int:
    """Refuse an event that the ordinary checks allow; a lost claim is asked as the claim it is."""
    if st.course[ABORT_DUE] != 0 and st.num[PHASE] == PHASE_WINDOW:
        ends = action == EXHAUSTED or CHOW <= action <= KONG_EXPOSED
        return R_ABORT_DUE if ends else OK
    if not is_held(st, seat):
        return OK
    if action == DISCARD:
        return _check_discard(rules, st, seat, tile)
    if CHOW <= action <= KONG_EXPOSED:
        return _check_claim(rules, st, seat, action, int(np.int64(low)))
    if st.num[PHASE] == PHASE_TURN and st.marks[seat, BOUND] & BOUND_DUE:
        return R_DISCARD_DUE if action in (KONG_ADDED, KONG_CONCEALED, FLOWER, WIN) else OK
    if action in (KONG_ADDED, KONG_CONCEALED):
        return _check_kong(rules, st, seat, action, tile)
    return OK


@merge
def is_face_pung(rules: Rules, st: State, seat: int) -> bool:
    """Whether a pung of the discard counts for the dealer's face 庄家面.

    That is one by the dealer's previous seat from the dealer or the dealer's next seat.
    """
    dealer = st.num[DEALER]
    in_face = (st.num[FROM] - dealer) % 4 <= 1
    return bool(rules.params[_DEALER_FACE] == 1 and (seat - dealer) % 4 == 3 and in_face)


@merge
def swap_mask(rules: Rules, action: int, tile: int, low: int) -> int:
    """Kinds that may not be discarded after a claim: its own, and the run's other end."""
    option = rules.params[_SWAP_CALLS]
    if option == _FREE_CALLS or action == KONG_EXPOSED:
        return 0
    mask = 1 << tile
    if option == _SAME_RUN and action == CHOW:
        if tile == low and low % 9 < 6:
            mask |= 1 << (low + 3)
        elif tile == low + 2 and low % 9 > 0:
            mask |= 1 << (low - 1)
    return mask


@merge
def barred_kinds(st: State, seat: int) -> int:
    """Kinds that the seat may not discard as long as it has another."""
    mask: int = st.marks[seat, NO_DISCARD] | st.marks[seat, FOURTH]
    return mask


@leaf
def _check_discard(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a discard that is barred, where the seat holds one that is not.

    A seat whose hand stays as it is discards what it draws; for a drawn wildcard that is never
    discarded another tile has to go.
    """
    marks = st.marks[seat]
    if marks[BOUND] & BOUND_DUE:
        return OK if (marks[READY_DISCARDS] >> tile) & 1 else R_NOT_READY_AFTER
    if marks[BOUND] & BOUND_HAND:
        kept = must_not_discard(rules, st, seat, st.num[TILE])
        return OK if kept or tile == st.num[TILE] else R_HAND_BOUND
    barred = barred_kinds(st, seat)
    if (barred >> tile) & 1 == 0:
        return OK
    for other in range(N_TILES):
        free = (barred >> other) & 1 == 0 and not must_not_discard(rules, st, seat, other)
        if st.hand[seat, other] > 0 and free:
            return R_SWAP_CALL if (marks[NO_DISCARD] >> tile) & 1 else R_FORCED_KONG
    return OK


@leaf
def _check_claim(rules: Rules, st: State, seat: int, action: int, low: int) -> int:
    marks = st.marks[seat]
    bound = marks[BOUND]
    tile = st.num[TILE]
    if bound & BOUND_OPEN:
        return R_OPEN_PLAY
    if bound & BOUND_HAND:
        keeps = action == KONG_EXPOSED and bound & BOUND_HAND == BOUND_FACE
        return OK if keeps and marks[READY_CLAIM] == 1 else R_HAND_BOUND
    if action == CHOW:
        if marks[CHOW_BARRED] == tile:
            return R_OWN_KIND
        return _check_chow(rules, st, seat, low)
    if action == PUNG:
        if (marks[PASSED_PUNG] >> tile) & 1:
            return R_PASSED_PUNG
        second = marks[FACE] + 1 == _MOST_FACE
        if second and is_face_pung(rules, st, seat) and marks[READY_PUNG] == 0:
            return R_NOT_READY_AFTER
        return _check_left(rules, st, seat, action, tile)
    return OK


@leaf
def _check_chow(rules: Rules, st: State, seat: int, low: int) -> int:
    """Refuse a chow that leaves no discard; of one whose run is not named one run has to do."""
    if low >= 0:
        return _check_left(rules, st, seat, CHOW, low)
    tile = st.num[TILE]
    refusal = R_NO_DISCARD_LEFT
    for start in range(tile - 2, tile + 1):
        found = has_run(st, seat, tile, start)
        if found and _check_left(rules, st, seat, CHOW, start) == OK:
            refusal = OK
    return refusal


@leaf
def _check_left(rules: Rules, st: State, seat: int, action: int, low: int) -> int:
    """Refuse a claim after which nothing but barred tiles could be discarded."""
    tile = st.num[TILE]
    barred = swap_mask(rules, action, tile, low)
    if barred == 0:
        return OK
    barred |= st.marks[seat, FOURTH]
    for other in range(N_TILES):
        left = st.hand[seat, other]
        if action == PUNG and other == tile:
            left -= 2
        elif action == CHOW and other != tile and low <= other <= low + 2:
            left -= 1
        free = (barred >> other) & 1 == 0 and not must_not_discard(rules, st, seat, other)
        if left > 0 and free:
            return OK
    return R_NO_DISCARD_LEFT


@leaf
def _check_kong(rules: Rules, st: State, seat: int, action: int, tile: int) -> int:
    """Refuse an own kong that a hand may not make while it stays as it is, or not with this tile.

    On a turn that began with a claim a hand is ready for an added kong (先碰后杠) where the kong
    leaves it so; on others where it was ready before the draw.
    """
    marks = st.marks[seat]
    bound = marks[BOUND]
    if bound & (BOUND_DECLARED | BOUND_SHOWN):
        same = action == KONG_CONCEALED and (marks[SAME_KONGS] >> tile) & 1 == 1
        return OK if same else R_HAND_BOUND
    if bound & BOUND_FACE:
        return OK if (marks[READY_KONGS] >> tile) & 1 else R_HAND_BOUND
    option = rules.params[_ADDED_KONG]
    drawn = st.num[DREW] == 1 and tile == st.num[TILE]
    if action == KONG_CONCEALED or drawn:
        return OK
    if option == _DRAWN_KONG:
        return R_KONG_NOT_DRAWN
    if option == _READY_KONG:
        ready = st.waits[seat] != np.uint64(0)
        if st.num[DREW] == 0:
            ready = (marks[READY_KONGS] >> tile) & 1 == 1
        return OK if ready else R_KONG_NOT_READY
    return OK
