"""What a player may see when asked: its own hand, and what lies open.

`Sight` is filled by `engine.policies.look` for the seat that chooses. Seats in it are relative:
0 is the player itself, 1 the next to play, 2 opposite, 3 the one before. What is hidden from the
player (the wall, other hands, which tile others' concealed kongs 暗杠 are of) is in no field.
"""

from __future__ import annotations

from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from engine.situation import MOST_MELDS
from schemas.tiles import N_TILES

ASK_TURN: Final = 0
"""The own turn: discard, kong, win, flower, declaration; one of the options has to be chosen."""
ASK_WINDOW: Final = 1
"""A discard that may be claimed, or nothing done."""
ASK_ROB: Final = 2
"""A kong that may be robbed, or not."""
ASK_SPECIAL: Final = 3
"""A win out of turn, or on a turn without discard, that may be made or let go by."""
ASK_BET: Final = 4
"""Before the deal: each option's tile is a bet that may be placed."""

(
    V_ASK,  # one of ASK_*
    V_TILE,  # tile drawn this turn, or offered; −1 after a claim and where there is none
    V_FROM,  # relative seat that offers it, 0 on an own turn
    V_DREW,  # 1: the turn began with a draw
    V_MAY_PASS,  # 1: −1 is an answer
    V_N_MELDS,  # own melds
    V_TURN,  # own discards so far
    V_DEALER,  # relative seat that deals
    V_STREAK,  # consecutive wins of the dealer
    V_SEAT_WIND,  # 0-3
    V_ROUND_WIND,  # 0-3
    V_WILDCARD,  # kind turned up, −1 none
    V_WILD,  # mask of the kinds that are wild for the player
    V_WALL_LEFT,  # tiles that may still be drawn by anybody
    V_DRAWS_LEFT,  # own draws still to come if nobody claims, the present one apart
    V_UNSEEN,  # tiles that the player does not see: the sum of `live`
    V_BOUND,  # own declarations, `engine.machine.marks.BOUND_*`
    V_WIN_TOTAL,  # what a win that is among the options counts, −1 where none is
    V_SHANTEN,  # lower bound of the own distance to ready at its last measurement
    V_PLAYER,  # the player's number in the run, 0-3
    N_V,
) = range(21)
"""Entries of `Sight.num`."""


class Sight:
    """One record of fixed-size arrays, given to kernels by one pointer.

    Attributes:
        hand: int8 (42), the own concealed tiles, the drawn one among them, the offered one not.
        live: int8 (42), copies that the player does not see: in the wall or in other hands.
        flowers: int8 (4, 42), exposed flowers by relative seat.
        discards: int8 (4, 42), what each seat has discarded, claimed tiles among it.
        meld_kind: int8 (4, 5), codes `MELD_*` by relative seat, NO_MELD behind the last.
        meld_tile: int8 (4, 5), lowest tile; −1 for the concealed kongs of others.
        bound: int64 (4), public declarations by relative seat, `BOUND_*` bits.
        bets: int32 (4), by relative seat.
        num: int64 (N_V), by the ``V_*`` indices.
        shown: int64 (9), of no meaning to a policy: whose sight it is, how many discards of each
            seat are in it, and of its tiles laid open, so that the next look copies what is new;
            −1 for nothing.

    A policy may write to `hand` and `live`, which are shown anew every time.
    """

    hand: NDArray[np.int8]
    live: NDArray[np.int8]
    flowers: NDArray[np.int8]
    discards: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    bound: NDArray[np.int64]
    bets: NDArray[np.int32]
    num: NDArray[np.int64]
    shown: NDArray[np.int64]


_FIELDS: Final = (
    ("hand", np.int8, (N_TILES,)),
    ("live", np.int8, (N_TILES,)),
    ("flowers", np.int8, (4, N_TILES)),
    ("discards", np.int8, (4, N_TILES)),
    ("meld_kind", np.int8, (4, MOST_MELDS)),
    ("meld_tile", np.int8, (4, MOST_MELDS)),
    ("bound", np.int64, (4,)),
    ("bets", np.int32, (4,)),
    ("num", np.int64, (N_V,)),
    ("shown", np.int64, (9,)),
)


def new_sights(n: int) -> NDArray[np.void]:
    """Room for the sights of so many players; each element is a `Sight`."""
    sights = np.zeros(n, np.dtype(list(_FIELDS), align=True)).view(np.recarray)
    sights.shown = -1
    return sights


def new_sight() -> Sight:
    """Room for one player's sight."""
    return cast(Sight, new_sights(1)[0])
