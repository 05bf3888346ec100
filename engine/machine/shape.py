"""How near a seat's tiles are to a winning shape, wildcards and flowers in the hand considered."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf
from engine.machine.state import State
from engine.rules import P_FLOWERS, P_IN_HAND, Rules
from engine.tables import Tables
from engine.wild import hand_distance, hand_waits

_FIRST_HONOR: Final = 27
_HONORS: Final = 7
_HONOR_MASK: Final = 0b1111111 << _FIRST_HONOR


@leaf
def seat_distance(rules: Rules, tables: Tables, st: State, seat: int, n_melds: int) -> int:
    """Distance to ready of a seat's concealed tiles beside so many melds."""
    aside = _set_flowers_aside(rules, st, seat)
    found = hand_distance(rules, tables, st.hand[seat], n_melds, st.wild[seat])
    _put_flowers_back(st, seat, aside)
    return found


@leaf
def seat_waits(rules: Rules, tables: Tables, st: State, seat: int, n_melds: int) -> np.uint64:
    """Mask of the kinds that complete a seat's hand: tiles that stand in hands, and wild flowers.

    Flowers that the hand still holds are no part of it.
    """
    aside = _set_flowers_aside(rules, st, seat)
    found = hand_waits(rules, tables, st.hand[seat], n_melds, st.wild[seat])
    _put_flowers_back(st, seat, aside)
    return found & np.uint64(rules.params[P_IN_HAND] | st.wild[seat])


@leaf
def _set_flowers_aside(rules: Rules, st: State, seat: int) -> int:
    """Take honors that are flowers out of the hand; returns their counts, three bits each.

    A hand holds some only where flowers may be kept, or in a last round.
    """
    if rules.params[P_FLOWERS] & _HONOR_MASK == 0:
        return 0
    aside = 0
    for honor in range(_HONORS):
        tile = _FIRST_HONOR + honor
        if (rules.params[P_FLOWERS] >> tile) & 1:
            aside |= int(np.int64(st.hand[seat, tile])) << (3 * honor)
            st.hand[seat, tile] = 0
    return aside


@leaf
def _put_flowers_back(st: State, seat: int, aside: int) -> None:
    if aside == 0:
        return
    for honor in range(_HONORS):
        st.hand[seat, _FIRST_HONOR + honor] += (aside >> (3 * honor)) & 7
