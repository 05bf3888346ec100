"""The wildcard is turned up 开金: when it is due, which tile it is, and what it makes of the hands.

The turned tile is the one that the tail of the common wall gives next; the wall is shuffled, so
any fixed hidden place is the same lottery. It leaves the wall and is out of play.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.draws import check_copy, next_tile, wall_left
from engine.machine.flowers import dealt_flowers
from engine.machine.log import Log, log_event
from engine.machine.refusals import (
    OK,
    R_DRAW_WITHOUT_TILE,
    R_NO_WILDCARD,
    R_NOT_IN_RULES,
    R_OUT_OF_TURN,
    R_TURN_NOT_DUE,
    R_WALL_MISMATCH,
    R_WILDCARD_MISMATCH,
)
from engine.machine.state import (
    DEALER,
    FLOWERS,
    LAID_OPEN,
    N_EVENTS,
    TAIL,
    WALL_KNOWN,
    WILDCARD,
    X_RECORDED,
    X_TURN_DUE,
    X_TURNED,
    State,
)
from engine.params import choice, param
from engine.rules import P_FLOWERS, Rules
from engine.wild import count_wild, wild_tiles
from schemas.codes import FROM_TAIL, TURN_WILDCARD

_KIND: Final = param("wildcard.kind")
_TURNED: Final = choice("wildcard.kind", "turned")
_WHEN: Final = param("wildcard.turned")
_BEFORE_DRAW: Final = choice("wildcard.turned", "before_draw")
_ON_FLOWER: Final = param("wildcard.on_flower")
_TURN_AGAIN: Final = choice("wildcard.on_flower", "turn_again")


@leaf
def begin_wildcards(rules: Rules, st: State) -> None:
    """Set the masks of a hand in which nothing is turned up yet, and say when that is due."""
    st.special[X_RECORDED] = -1
    set_masks(rules, st)
    if rules.params[_KIND] == _TURNED and rules.params[_WHEN] == _BEFORE_DRAW:
        st.special[X_TURN_DUE] = 1


@leaf
def expect_wildcard(rules: Rules, st: State, recorded: int) -> int:
    """Note the kind that a record names (-1: none); refuse it where the rules turn none up."""
    st.special[X_RECORDED] = recorded
    return R_NO_WILDCARD if recorded >= 0 and rules.params[_KIND] != _TURNED else OK


@leaf
def set_masks(rules: Rules, st: State) -> None:
    """Bring the kinds that are wild, and those that are flowers, up to date for every seat."""
    flowers = 0
    for seat in range(4):
        wild = wild_tiles(rules, st.num[WILDCARD], (seat - st.num[DEALER]) % 4)
        st.wild[seat] = wild
        kinds = rules.params[P_FLOWERS] & ~wild
        st.flower_kinds[seat] = kinds
        flowers += count_wild(st.hand[seat], kinds)
    st.num[FLOWERS] = flowers


@leaf
def check_turn_wildcard(rules: Rules, st: State, seat: int, tile: int) -> int:
    """Refuse a turned tile that is not due, that the wall cannot give or the record denies."""
    if rules.params[_KIND] != _TURNED:
        return R_NOT_IN_RULES
    if st.special[X_TURN_DUE] == 0:
        return R_TURN_NOT_DUE
    if seat != st.num[DEALER]:
        return R_OUT_OF_TURN
    turned = tile
    if st.num[WALL_KNOWN] == 1:
        turned = next_tile(rules, st, seat, True)
        if tile >= 0 and tile != turned:
            return R_WALL_MISMATCH
    elif tile < 0:
        return R_DRAW_WITHOUT_TILE
    refusal = check_copy(rules, st, turned)
    if refusal != OK:
        return refusal
    recorded = st.special[X_RECORDED]
    if recorded >= 0 and recorded != turned and not _turns_again(rules, turned):
        return R_WILDCARD_MISMATCH
    return OK


@leaf
def turn_wildcard(rules: Rules, st: State, log: Log, tile: int) -> None:
    """Turn up the next tile of the tail: it makes its kind wild, or is one of the dealer's flowers.

    It lies open, as a discard does.
    """
    dealer = st.num[DEALER]
    if tile < 0:
        tile = next_tile(rules, st, dealer, True)
    st.taken[tile] += 1
    st.num[TAIL] += 1
    st.special[X_TURNED] += 1
    if _turns_again(rules, tile):
        st.flowers[dealer, tile] += 1
        st.seats[dealer, LAID_OPEN] += 1
    else:
        st.seen[tile] += 1
        st.num[WILDCARD] = tile
        st.special[X_TURN_DUE] = 0
        set_masks(rules, st)
    log_event(log, dealer, TURN_WILDCARD, tile, -1, -1, FROM_TAIL, wall_left(st))
    st.num[N_EVENTS] += 1
    dealt_flowers(rules, st)


@leaf
def _turns_again(rules: Rules, tile: int) -> bool:
    flower: bool = (rules.params[P_FLOWERS] >> tile) & 1 == 1
    return flower and rules.params[_ON_FLOWER] == _TURN_AGAIN
