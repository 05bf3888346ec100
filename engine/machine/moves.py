"""What an event does: each function changes the state, writes the event's row, checks nothing.

Call `machine.verify.verify` first; `machine.step` does both. What has to be measured again is only
noted (`machine.ready`).
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf, merge
from engine.machine.claims import RANK_WIN, claim_rank, win_distance
from engine.machine.draws import is_flower, next_tile, take, wall_left
from engine.machine.flowers import dealt_flowers, note_exposed, note_replacement
from engine.machine.log import Log, log_event, log_tile
from engine.machine.state import (
    BY,
    DEALER,
    DREW,
    FLAGS,
    FLOWERS,
    FRESH,
    FROM,
    GAINED,
    KONG_DUE,
    LAID_OPEN,
    LOST,
    LOST_DISTANCE,
    LOST_RANK,
    N_DISCARDS,
    N_DRAWS,
    N_EVENTS,
    N_MELDS,
    PHASE,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_START,
    PHASE_TURN,
    PHASE_WINDOW,
    RESUME,
    SEAT,
    STALE,
    STARTING,
    TILE,
    TILE_SEQ,
    X_CLAIMED,
    X_DRAWS,
    State,
)
from engine.rules import Rules
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    CHOW,
    DISCARD,
    DRAW,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    LOST_CLAIM,
    MELD_CHOW,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    PUNG,
    REPLACE,
    WIN,
)

_NONE: Final = -1


@merge
def draw(rules: Rules, st: State, log: Log, seat: int, tile: int) -> None:
    """Draw the next tile, a kong's replacement among them; −1 takes what a known wall gives."""
    tail = st.num[PHASE] == PHASE_ROB or st.num[KONG_DUE] == 1
    if tile < 0:
        tile = next_tile(rules, st, seat, tail)
    source = take(rules, st, seat, tile, tail)
    st.num[FLAGS] = FLAG_KONG_REPLACEMENT if tail else 0
    st.num[KONG_DUE] = 0
    st.num[N_DRAWS] += 1
    st.special[X_DRAWS + seat] += 0 if tail else 1
    _own_turn(st, seat, tile)
    _log(st, log, seat, DRAW, tile, source)


@leaf
def flower(rules: Rules, st: State, log: Log, seat: int, tile: int) -> None:
    """Lay a flower down; its replacement is due."""
    note_exposed(rules, st, seat)
    st.hand[seat, tile] -= 1
    st.flowers[seat, tile] += 1
    st.seats[seat, LAID_OPEN] += 1
    st.num[FLOWERS] -= 1
    st.num[RESUME] = PHASE_START if st.num[STARTING] == 1 else PHASE_TURN
    st.num[PHASE] = PHASE_REPLACE
    st.num[SEAT] = seat
    _log(st, log, seat, FLOWER, tile, _NONE)


@leaf
def replace(rules: Rules, st: State, log: Log, seat: int, tile: int) -> None:
    """Draw a flower's replacement: during play it is the turn's tile, before it the deal goes on.

    A flower's replacement is no kong's, whatever went before it.
    """
    if tile < 0:
        tile = next_tile(rules, st, seat, True)
    source = take(rules, st, seat, tile, True)
    st.num[N_DRAWS] += 1
    st.num[STALE] |= 1 << seat
    if st.num[RESUME] == PHASE_TURN:
        st.num[FLAGS] = FLAG_FLOWER_REPLACEMENT
        _own_turn(st, seat, tile)
        _log(st, log, seat, REPLACE, tile, source)
        return
    dealer = st.num[DEALER]
    if seat == dealer and st.num[TILE] >= 0:
        st.num[TILE] = tile
        st.num[TILE_SEQ] = st.num[N_EVENTS]
        st.num[FLAGS] = FLAG_FLOWER_REPLACEMENT
    _log(st, log, seat, REPLACE, tile, source)
    note_replacement(rules, st, seat, tile)
    dealt_flowers(rules, st)


@merge
def discard(st: State, log: Log, seat: int, tile: int) -> None:
    """Discard: the others may claim the tile."""
    st.hand[seat, tile] -= 1
    st.seen[tile] += 1
    st.discards[seat, tile] += 1
    st.seats[seat, N_DISCARDS] += 1
    if is_flower(st, seat, tile):
        st.num[FLOWERS] -= 1
    st.num[STALE] |= 1 << seat
    _open_window(st, seat, tile, PHASE_WINDOW, BY_DISCARD)
    _log(st, log, seat, DISCARD, tile, _NONE)


@merge
def claim(st: State, log: Log, seat: int, action: int, low: int) -> None:
    """Claim the discard for a chow, pung or exposed kong."""
    tile = st.num[TILE]
    giver = st.num[FROM]
    log_event(log, seat, action, tile, giver, st.num[TILE_SEQ], _NONE, wall_left(st))
    _log_claimed(log, action, tile, low)
    st.num[N_EVENTS] += 1
    st.special[X_CLAIMED] = 1
    st.num[SEAT] = seat
    st.num[DREW] = 0
    st.num[PHASE] = PHASE_TURN
    st.seats[seat, GAINED] += 1
    if action == CHOW:
        for other in range(low, low + 3):
            if other != tile:
                st.hand[seat, other] -= 1
                st.seen[other] += 1
        _lay_meld(st, seat, MELD_CHOW, low, giver)
    elif action == PUNG:
        st.hand[seat, tile] -= 2
        st.seen[tile] += 2
        _lay_meld(st, seat, MELD_PUNG, tile, giver)
    else:
        st.hand[seat, tile] -= 3
        st.seen[tile] += 3
        _lay_meld(st, seat, MELD_KONG_EXPOSED, tile, giver)
        _await_replacement(st, seat)


@leaf
def concealed_kong(st: State, log: Log, seat: int, tile: int) -> None:
    """Lay down four of a kind from the hand; they stay unseen by the count of open copies."""
    st.special[X_CLAIMED] = 1
    st.hand[seat, tile] -= 4
    _lay_meld(st, seat, MELD_KONG_CONCEALED, tile, _NONE)
    log_event(log, seat, KONG_CONCEALED, tile, _NONE, _NONE, _NONE, wall_left(st))
    _log_claimed(log, KONG_CONCEALED, tile, _NONE)
    st.num[N_EVENTS] += 1
    _await_replacement(st, seat)


@leaf
def added_kong(st: State, log: Log, seat: int, tile: int) -> None:
    """Add the fourth tile to an exposed pung; others may rob it before the replacement."""
    st.special[X_CLAIMED] = 1
    st.hand[seat, tile] -= 1
    st.seen[tile] += 1
    _turn_pung(st, seat, tile, MELD_PUNG, MELD_KONG_ADDED)
    st.num[STALE] |= 1 << seat
    _open_window(st, seat, tile, PHASE_ROB, BY_ROBBED_KONG)
    log_event(log, seat, KONG_ADDED, tile, _NONE, _NONE, _NONE, wall_left(st))
    _log_claimed(log, KONG_ADDED, tile, _NONE)
    st.num[N_EVENTS] += 1


@leaf
def undo_added_kong(st: State) -> None:
    """A robbed kong is a pung again: the winner has its fourth tile."""
    _turn_pung(st, st.num[FROM], st.num[TILE], MELD_KONG_ADDED, MELD_PUNG)


@leaf
def lost_claim(st: State, log: Log, seat: int, announced: int, low: int) -> None:
    """Note an announced claim that another one goes before.

    The event's tiles tell the claim: none a win, three or four the meld, one a chow whose run
    the record does not name.
    """
    tile = st.num[TILE]
    rank = claim_rank(announced)
    distance = win_distance(st, seat)
    if st.num[LOST] == 0 or rank > st.num[LOST_RANK]:
        st.num[LOST_RANK] = rank
    if rank == RANK_WIN:
        nearest = st.num[LOST_DISTANCE]
        st.num[LOST_DISTANCE] = distance if nearest == 0 else min(nearest, distance)
    st.num[LOST] |= 1 << seat
    log_event(log, seat, LOST_CLAIM, tile, st.num[FROM], st.num[TILE_SEQ], _NONE, wall_left(st))
    if announced != WIN:
        _log_claimed(log, announced, tile, low)
    st.num[N_EVENTS] += 1


@leaf
def log_plain(st: State, log: Log, seat: int, action: int, tile: int) -> None:
    """Write an event that names neither tiles nor a giver."""
    _log(st, log, seat, action, tile, _NONE)


@merge
def _own_turn(st: State, seat: int, tile: int) -> None:
    st.num[PHASE] = PHASE_TURN
    st.num[SEAT] = seat
    st.num[DREW] = 1
    st.num[TILE] = tile
    st.num[TILE_SEQ] = st.num[N_EVENTS]
    st.num[BY] = BY_SELF_DRAW
    st.num[FRESH] = 1


@merge
def _open_window(st: State, seat: int, tile: int, phase: int, by: int) -> None:
    st.num[PHASE] = phase
    st.num[FROM] = seat
    st.num[TILE] = tile
    st.num[TILE_SEQ] = st.num[N_EVENTS]
    st.num[BY] = by
    st.num[LOST] = 0
    st.num[LOST_RANK] = 0
    st.num[LOST_DISTANCE] = 0
    st.num[FRESH] = 1


@leaf
def _await_replacement(st: State, seat: int) -> None:
    st.num[STALE] |= 1 << seat
    st.num[SEAT] = seat
    st.num[PHASE] = PHASE_DRAW
    st.num[KONG_DUE] = 1


@leaf
def _lay_meld(st: State, seat: int, kind: int, tile: int, giver: int) -> None:
    k = st.seats[seat, N_MELDS]
    st.meld_kind[seat, k] = kind
    st.meld_tile[seat, k] = tile
    st.meld_from[seat, k] = giver
    st.seats[seat, N_MELDS] = k + 1
    st.seats[seat, LAID_OPEN] += 1


@leaf
def _turn_pung(st: State, seat: int, tile: int, before: int, after: int) -> None:
    for k in range(st.seats[seat, N_MELDS]):
        if st.meld_kind[seat, k] == before and st.meld_tile[seat, k] == tile:
            st.meld_kind[seat, k] = after
            st.seats[seat, LAID_OPEN] += 1


@leaf
def _log_claimed(log: Log, action: int, tile: int, low: int) -> None:
    """The tiles of a meld; of an announced chow whose run is unknown only the claimed tile."""
    if action == CHOW:
        if low < 0:
            log_tile(log, tile)
        else:
            for other in range(low, low + 3):
                log_tile(log, other)
        return
    for _ in range(3 if action == PUNG else 4):
        log_tile(log, tile)


@merge
def _log(st: State, log: Log, seat: int, action: int, tile: int, source: int) -> None:
    log_event(log, seat, action, tile, _NONE, _NONE, source, wall_left(st))
    st.num[N_EVENTS] += 1
