"""Special wins: three wildcards 三金倒/三财神, robbing the gold 抢金, eight flowers, seven of them.

After every event the seats that the rules offer such a win are noted in `State.special`; scoring
then says whether it is legal (`machine.wins`). A win is announced like any other: where a seat
could win in both ways, its own draw is taken by its shape and an offered tile is left for the
special win. They leave no rows in `chances`.

- Three wildcards: on an own turn that began with a draw, the dealer's dealt hand among them; or
  at any time, which is: on an own turn, before the dealer's first act, and on the dealer's first
  discard by a player that has not drawn yet, then before every other win (Longgang card, item 2).
- Robbing the gold (Luoyuan card, "Winning"): on the dealer's first discard. The dealer, too, sets
  a tile aside by that discard and takes the gold after all others: nearest to the dealer first.
- Eight flowers and seven: as soon as the eighth lies open and the winner's hand has its size: a
  drawn flower need not be replaced, a dealt one is. The seven win from the player with the eighth,
  who pays alone (Taiwan card).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf, merge
from engine.machine.last_round import must_expose
from engine.machine.order import tiles_over
from engine.machine.state import (
    BARRED,
    BY,
    COMPLETES,
    DEALER,
    DREW,
    FROM,
    N_DISCARDS,
    PHASE,
    PHASE_REPLACE,
    PHASE_START,
    PHASE_TURN,
    PHASE_WINDOW,
    SEAT,
    STARTING,
    TILE,
    VERDICT,
    WILDCARD,
    X_APART,
    X_CLAIMED,
    X_DRAWS,
    X_PAYER,
    X_SPECIAL,
    X_WINS,
    State,
)
from engine.params import choice, param
from engine.rules import Rules
from engine.wild import count_wild, proper_wildcards
from schemas.codes import (
    BY_DISCARD,
    BY_EIGHT_FLOWERS,
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    BY_SEVEN_FLOWERS,
    BY_THREE_WILDCARDS,
    FLOWER,
    LEGAL,
    REPLACE,
    TURN_WILDCARD,
)
from schemas.tiles import N_KINDS, N_TILES

_THREE: Final = param("win.three_wildcards")
_ANY_TIME: Final = choice("win.three_wildcards", "any_time")
_ROBBING_GOLD: Final = param("win.robbing_gold")
_EIGHT: Final = param("win.eight_flowers")
_SEVEN: Final = param("win.seven_rob_one")
_NONE: Final = -1


@leaf
def begin_specials(rules: Rules, st: State) -> None:
    """Note whether the rules of a new hand have special wins; none is offered yet."""
    wins = (
        rules.params[_THREE]
        | rules.params[_ROBBING_GOLD]
        | rules.params[_EIGHT]
        | rules.params[_SEVEN]
    )
    st.special[X_WINS] = 1 if wins != 0 else 0
    _clear(st)


@leaf
def find_special_wins(rules: Rules, st: State, action: int, tile: int, who: int) -> None:
    """Note the seats that may make a special win after an event, before scoring is asked.

    `tile` and `who` are the event's tile and seat; of the flowers only f1-f8 are counted, so no
    other brings such a win.
    """
    _clear(st)
    phase = st.num[PHASE]
    turned = action == TURN_WILDCARD and phase == PHASE_START
    if tile >= N_KINDS and (turned or (action == FLOWER and phase == PHASE_REPLACE)):
        for seat in range(4):
            if tiles_over(rules, st, seat) >= 0:
                _find_flower_win(rules, st, seat)
    if action == REPLACE and st.num[STARTING] == 1 and tiles_over(rules, st, who) == 0:
        _find_flower_win(rules, st, who)
    if phase == PHASE_TURN and not must_expose(rules, st):
        _find_three_wildcards(rules, st)
    elif phase == PHASE_WINDOW and _first_discard(st):
        _find_robbers(rules, st)
    for seat in range(4):
        if (st.num[BARRED] >> seat) & 1:
            st.special[X_SPECIAL + seat] = _NONE


@merge
def special_win(st: State, seat: int) -> int:
    """`BY_*` of the special win that a seat may make, -1 where it has none."""
    found: int = st.special[X_SPECIAL + seat]
    return found


@leaf
def special_tile(st: State, seat: int) -> int:
    """The tile that a seat's special win names: the gold, else none (-1)."""
    return int(st.num[WILDCARD]) if special_win(st, seat) == BY_ROBBED_GOLD else _NONE


@leaf
def may_win_specially(st: State, seat: int, tile: int) -> bool:
    """Whether a win that names a tile, or none, may be a special one of the seat."""
    if special_win(st, seat) < 0:
        return False
    return tile < 0 or tile == st.num[TILE] or tile == special_tile(st, seat)


@leaf
def takes_special_win(st: State, seat: int, tile: int) -> bool:
    """Whether a legal win is the special one, and not a hand that the tile at stake completes.

    On an own turn the shape goes first; on an offered tile the win has to name that tile.
    """
    if special_win(st, seat) < 0:
        return False
    if (st.num[COMPLETES] >> seat) & 1 == 0 or st.seats[seat, VERDICT] != LEGAL:
        return True
    if st.num[PHASE] == PHASE_TURN:
        return False
    return tile < 0 or tile == special_tile(st, seat)


@leaf
def first_special_win(st: State) -> int:
    """The seat, from the one on turn on, that may make a special win; -1 where nobody may."""
    for turn in range(4):
        seat: int = (st.num[SEAT] + turn) % 4
        if special_win(st, seat) >= 0:
            return seat
    return _NONE


@leaf
def stake_special_win(rules: Rules, st: State, seat: int, by: int) -> None:
    """Make a special win's tile the one at stake: the gold, or none.

    A dealer that wins by its flowers in the deal has one tile more than a hand: its last one is set
    apart.
    """
    st.special[X_APART] = _NONE
    if by >= BY_EIGHT_FLOWERS and tiles_over(rules, st, seat) > 0:
        st.special[X_APART] = st.num[TILE]
    st.num[BY] = by
    st.num[TILE] = st.num[WILDCARD] if by == BY_ROBBED_GOLD else _NONE
    if by == BY_SEVEN_FLOWERS:
        st.num[FROM] = st.special[X_PAYER]


@merge
def payer_of_win(st: State) -> int:
    """The seat whose tile is won on or that pays alone, -1 for all other wins."""
    by = st.num[BY]
    given = BY_DISCARD <= by <= BY_ROBBED_KONG or by == BY_SEVEN_FLOWERS
    payer: int = st.num[FROM] if given else _NONE
    return payer


@leaf
def _clear(st: State) -> None:
    for seat in range(4):
        st.special[X_SPECIAL + seat] = _NONE
    st.special[X_PAYER] = _NONE


@leaf
def _holds_three(rules: Rules, st: State, seat: int) -> bool:
    return count_wild(st.hand[seat], proper_wildcards(rules, st.num[WILDCARD])) >= 3


@leaf
def _first_discard(st: State) -> bool:
    """Whether the discard in the window is the dealer's first, and the first of the hand."""
    discards = 0
    for seat in range(4):
        discards += st.seats[seat, N_DISCARDS]
    return st.num[FROM] == st.num[DEALER] and discards == 1


@leaf
def _find_three_wildcards(rules: Rules, st: State) -> None:
    if rules.params[_THREE] == 0 or st.num[WILDCARD] < 0:
        return
    on_turn = st.num[SEAT]
    at_any_time = rules.params[_THREE] == _ANY_TIME
    if (st.num[DREW] == 1 or at_any_time) and _holds_three(rules, st, on_turn):
        st.special[X_SPECIAL + on_turn] = BY_THREE_WILDCARDS
    untouched = st.special[X_CLAIMED] == 0 and st.seats[on_turn, N_DISCARDS] == 0
    if at_any_time and on_turn == st.num[DEALER] and untouched:
        for seat in range(4):
            if _holds_three(rules, st, seat):
                st.special[X_SPECIAL + seat] = BY_THREE_WILDCARDS


@leaf
def _find_robbers(rules: Rules, st: State) -> None:
    """On the dealer's first discard: who may rob the gold, who still shows three wildcards."""
    gold = st.num[WILDCARD]
    if gold < 0:
        return
    for seat in range(4):
        completed = (st.waits[seat] >> np.uint64(gold)) & np.uint64(1) == np.uint64(1)
        # The dealer sets a natural tile aside, not a gold.
        thrown_gold = seat == st.num[FROM] and st.num[TILE] == gold
        robs = rules.params[_ROBBING_GOLD] == 1 and gold < N_KINDS and not thrown_gold
        if robs and completed:
            st.special[X_SPECIAL + seat] = BY_ROBBED_GOLD
        waiting = seat != st.num[FROM] and st.special[X_DRAWS + seat] == 0
        if rules.params[_THREE] == _ANY_TIME and waiting and _holds_three(rules, st, seat):
            st.special[X_SPECIAL + seat] = BY_THREE_WILDCARDS


@leaf
def _find_flower_win(rules: Rules, st: State, seat: int) -> None:
    n = _flowers_of(st, seat)
    if n == 8 and rules.params[_EIGHT] == 1:
        st.special[X_SPECIAL + seat] = BY_EIGHT_FLOWERS
    if n == 7 and rules.params[_SEVEN] == 1:
        for other in range(4):
            if other != seat and _flowers_of(st, other) == 1:
                st.special[X_SPECIAL + seat] = BY_SEVEN_FLOWERS
                st.special[X_PAYER] = other


@leaf
def _flowers_of(st: State, seat: int) -> int:
    """Exposed flowers f1-f8 of a seat."""
    n = 0
    for tile in range(N_KINDS, N_TILES):
        n += st.flowers[seat, tile]
    return n
