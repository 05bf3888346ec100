"""Claims of a discard: chow 吃, pung 碰, exposed kong 大明杠, and which claim goes before which.

Priority is win, kong, pung, chow; among wins the seat nearest to the discarder counter-clockwise
(rule cards, "claim priority in every system").
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.machine.draws import drawable, is_last
from engine.machine.keep_back import kept_for_kong
from engine.machine.last_round import at_penalty_discard
from engine.machine.refusals import (
    OK,
    R_CLAIM_NOT_HELD,
    R_CLAIM_ON_KONG,
    R_CLAIMED_TWICE,
    R_DEAD_DISCARD,
    R_KONG_AT_PENALTY,
    R_LAST_DISCARD,
    R_NO_REPLACEMENT,
    R_NOT_A_RUN,
    R_NOT_FROM_PREV,
    R_NOT_IN_RULES,
    R_NOTHING_TO_CLAIM,
    R_ONLY_WILDCARDS,
    R_OTHER_TILE,
    R_OWN_DISCARD,
    R_PRIORITY,
    R_WILDCARD_IN_MELD,
)
from engine.machine.state import (
    FROM,
    LOST,
    LOST_DISTANCE,
    LOST_RANK,
    PHASE,
    PHASE_ROB,
    PHASE_WINDOW,
    TILE,
    X_IDLE,
    X_SPECIAL,
    State,
)
from engine.machine.wildcards import (
    is_dead_discard,
    is_wild,
    leaves_only_wildcards,
    may_be_melded,
)
from engine.rules import P_LAST_DISCARD_CLAIMS, P_MULTIPLE_WINNERS, Rules
from schemas.codes import BY_THREE_WILDCARDS, CHOW, KONG_EXPOSED, PUNG, WIN

RANK_WIN: Final = 4
_SUIT_TILES: Final = 27


@leaf
def claim_rank(action: int) -> int:
    """Priority of a claim, the higher the better; 0 for what is no claim."""
    if action == WIN:
        return RANK_WIN
    if action == KONG_EXPOSED:
        return 3
    if action == PUNG:
        return 2
    if action == CHOW:
        return 1
    return 0


@leaf
def has_run(st: State, seat: int, tile: int, low: int) -> bool:
    """Whether the seat holds the other tiles of the run low, low + 1, low + 2 around a tile.

    A meld holds no wildcards: they do not stand in for a tile, nor for themselves, and one that
    was discarded is not claimed.
    """
    if (
        is_wild(st, seat, tile)
        or low < 0
        or low >= _SUIT_TILES
        or low % 9 > 6
        or tile < low
        or tile > low + 2
    ):
        return False
    lacking = 0
    for other in range(low, low + 3):
        if other != tile and (st.hand[seat, other] == 0 or is_wild(st, seat, other)):
            lacking += 1
    return lacking == 0


@leaf
def check_claim(rules: Rules, st: State, seat: int, action: int, tile: int, low: int) -> int:
    """Refuse a chow, pung or exposed kong that the seat may not make of the discard.

    Whether another claim goes before it is `check_priority`'s question. A chow's `low` of −1
    stands for any run, for announcements that were never carried out.
    """
    if st.num[PHASE] == PHASE_ROB and seat != st.num[FROM]:
        return R_CLAIM_ON_KONG
    if st.num[PHASE] != PHASE_WINDOW:
        return R_NOTHING_TO_CLAIM
    if seat == st.num[FROM]:
        return R_OWN_DISCARD
    offered = st.num[TILE]
    if tile >= 0 and tile != offered:
        return R_OTHER_TILE
    if is_dead_discard(rules, st):
        return R_DEAD_DISCARD
    if rules.params[P_LAST_DISCARD_CLAIMS] == 0 and is_last(rules, st, st.num[FROM]):
        return R_LAST_DISCARD
    if action == KONG_EXPOSED:
        return _check_exposed_kong(rules, st, seat, offered)
    if action == CHOW:
        refusal = _check_chow(st, seat, offered, low)
    elif action == PUNG:
        refusal = OK if st.hand[seat, offered] >= 2 else R_CLAIM_NOT_HELD
        if refusal == OK and not may_be_melded(rules, st, seat, offered):
            refusal = R_WILDCARD_IN_MELD
    else:
        refusal = R_NOT_IN_RULES
    if refusal == OK and leaves_only_wildcards(rules, st, seat, 2):
        refusal = R_ONLY_WILDCARDS
    return refusal


@leaf
def check_priority(rules: Rules, st: State, seat: int, action: int) -> int:
    """Refuse a claim that should have lost against one announced in the same window."""
    if st.num[LOST] == 0:
        return OK
    if (st.num[LOST] >> seat) & 1:
        return R_CLAIMED_TWICE
    rank = claim_rank(action)
    if rank < st.num[LOST_RANK]:
        return R_PRIORITY
    if rank == RANK_WIN and st.num[LOST_RANK] == RANK_WIN:
        nearest = win_distance(st, seat) < st.num[LOST_DISTANCE]
        if rules.params[P_MULTIPLE_WINNERS] == 1 or not nearest:
            return R_PRIORITY
    return OK


@leaf
def win_distance(st: State, seat: int) -> int:
    """Rank of a seat among those that win on one tile, the nearest first; at least 1.

    Three wildcards that show themselves go before all others, an idle hand stands back
    (`machine.special_wins`, `machine.idle`), the discarder that robs the gold comes last of its
    kind.
    """
    distance: int = 4 + (seat - st.num[FROM] - 1) % 4 + 1
    if st.special[X_SPECIAL + seat] == BY_THREE_WILDCARDS:
        distance -= 4
    if (st.special[X_IDLE] >> seat) & 1:
        distance += 4
    return distance


@leaf
def _check_exposed_kong(rules: Rules, st: State, seat: int, offered: int) -> int:
    if st.hand[seat, offered] < 3:
        return R_CLAIM_NOT_HELD
    if not may_be_melded(rules, st, seat, offered):
        return R_WILDCARD_IN_MELD
    if at_penalty_discard(rules, st):
        return R_KONG_AT_PENALTY
    left = drawable(rules, st, seat) - kept_for_kong(rules, False)
    return OK if left > 0 else R_NO_REPLACEMENT


@leaf
def _check_chow(st: State, seat: int, offered: int, low: int) -> int:
    if seat != (st.num[FROM] + 1) % 4:
        return R_NOT_FROM_PREV
    if is_wild(st, seat, offered):
        return R_WILDCARD_IN_MELD
    if low < 0:
        for start in range(offered - 2, offered + 1):
            if has_run(st, seat, offered, start):
                return OK
        return R_CLAIM_NOT_HELD
    if low >= _SUIT_TILES or low % 9 > 6 or offered < low or offered > low + 2:
        return R_NOT_A_RUN
    return OK if has_run(st, seat, offered, low) else R_CLAIM_NOT_HELD
