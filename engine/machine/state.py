"""One hand in play as small arrays, allocated once and used for hand after hand.

`State` is all that the machine knows of a hand; what it has recorded is in `machine.log`. The
integers of `State.num` are named by the constants below, those of a seat are columns of
`State.seats`. The phase says who may do what next.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.record import new_record
from engine.scoring_out import N_INFO
from engine.settling.parts import N_PARTS
from engine.situation import MOST_MELDS, N_SHOWDOWN, NO_MELD
from engine.walls import WALL_SIZE
from schemas.tiles import N_TILES

# Phases that are asked for together are neighbours.
PHASE_OVER: Final = 0
"""The hand has ended."""
PHASE_DRAW: Final = 1
"""`SEAT` has to draw: its first tile, or the replacement of a kong."""
PHASE_REPLACE: Final = 2
"""`SEAT` has exposed a flower and has to draw its replacement."""
PHASE_START: Final = 3
"""Dealt flowers have to be exposed and replaced, any seat, before the dealer does anything."""
PHASE_TURN: Final = 4
"""`SEAT` holds a full hand: discard, kong, win or flower."""
PHASE_WINDOW: Final = 5
"""`FROM` has discarded `TILE`: others may claim it, or the next seat draws."""
PHASE_ROB: Final = 6
"""`FROM` has added `TILE` to a pung: others may win on it, or `FROM` draws."""
PHASE_WON: Final = 7
"""Somebody has won on `TILE`; others may too, where several may win."""
PHASE_ENDED: Final = 8
"""The outcome is certain; rows and payments of the end are still to be written."""

(
    HAND,  # index of the hand in its batch
    PHASE,
    SEAT,  # whose turn or draw it is
    TILE,  # tile drawn this turn, or offered in a window
    TILE_SEQ,  # event that brought that tile
    BY,  # how a win on it is made, `BY_*`
    FROM,  # who discarded or konged it
    DREW,  # 1: the turn began with a draw, 0: with a claim
    FLAGS,  # replacement flags of the drawn tile
    RESUME,  # phase after a flower's replacement
    KONG_DUE,  # 1: the draw that is due replaces a kong
    STARTING,  # 1: nothing but dealt flowers has been exposed and replaced so far
    DEALER,
    ROUND_WIND,
    STREAK,
    WALL_KNOWN,
    N_TILES_IN_PLAY,
    FRONT,  # tiles taken from the front of a common wall, or from all personal walls
    TAIL,  # tiles taken from the tail of a common wall
    FLOWERS,  # flowers in concealed hands
    N_EVENTS,
    N_DRAWS,
    OUTCOME,
    WINNERS,  # bit per seat
    BARRED,  # bit per seat that may win no more
    LOST,  # bit per seat whose claim in this window is announced and lost
    LOST_RANK,  # highest rank among those claims
    LOST_DISTANCE,  # of the nearest lost win
    COMPLETES,  # bit per seat that the tile at stake completes
    FRESH,  # 1: `COMPLETES` is not yet known for the tile at stake
    STALE,  # bit per seat whose waits are not yet known
    OPENING,  # 1: the dealt hands are not yet measured
    WILDCARD,  # kind turned up, −1 while there is none
    STANDING,  # bit per seat that stands after a foul: it draws, plays and wins no more
    FOULED,  # bit per seat whose foul the record tells: restrictions do not hold it
    LIABLE,  # bit per seat that pays all for a foul found when the hands were shown
    DEALT_DISTANCE,  # first of four
    N_NUM,
) = (*range(37), 41)

(
    N_MELDS,
    N_DISCARDS,
    OWN_TAKEN,  # tiles taken from the own wall, dealt ones included
    LOWER,  # lower bound of the distance to ready when last measured
    GAINED,  # tiles drawn and claimed since then
    FIRST_READY,  # own discards when first ready, −1 never
    VERDICT,  # of a win on the tile at stake, where it completes the hand
    LAID_OPEN,  # flowers exposed, melds laid down or changed so far
    N_SEAT_NUM,
) = range(9)

(
    X_TURN_DUE,  # 1: the wildcard has to be turned up before anything else
    X_TURNED,  # tiles turned up so far, from the tail of the wall
    X_RECORDED,  # the wildcard that the record names, −1 where it names none
    X_CLAIMED,  # 1: somebody has claimed or konged
    X_WINS,  # 1: the rules have special wins
    X_IDLE,  # bit per seat whose win on the tile at stake may not go before another
    X_PAYER,  # seat that pays alone for a special win, −1 none
    X_APART,  # tile that a win by flowers leaves out of its hand, −1 none
    X_DRAWS,  # first of four: own draws, replacements apart
    X_DUE,  # first of four: flowers still to be exposed in this round
    X_NEW,  # first of four: mask of the flowers drawn in this round
    X_SPECIAL,  # first of four: `BY_*` of the special win that a seat may make now, −1 none
    N_SPECIAL,
) = (*range(9), 12, 16, 20, 24)

OUTCOME_OPEN: Final = -1
N_MARKS: Final = 14
"""Columns of `State.marks`, named in `engine.machine.marks`."""
N_COURSE: Final = 8
"""Entries of `State.course`, named in `engine.machine.marks`."""


class State:
    """A hand in play: one record (`engine.record`).

    Attributes:
        hand: int8 (4, 42), concealed tiles by kind; flowers not yet exposed among them.
        flowers: int8 (4, 42), exposed flowers by kind.
        meld_kind: int8 (4, 5), codes `MELD_*`, NO_MELD behind the last.
        meld_tile: int8 (4, 5), lowest tile.
        meld_from: int8 (4, 5), seat that gave the claimed tile, −1 for a concealed kong.
        seen: int8 (42), copies that lie open: discards and exposed melds.
        discards: int8 (4, 42), what each seat has discarded, claimed tiles among it.
        taken: int8 (42), copies that have left the wall.
        wall: int8 (144), the wall as in `schemas.batch`, −1 after the last.
        waits: uint64 (4), kinds that complete each hand between its turns.
        wild: int64 (4), mask of the kinds that are wild for each seat.
        flower_kinds: int64 (4), mask of the kinds that each seat has to expose.
        num: int64, numbers of the hand.
        special: int64, numbers of turned wildcards, first turns and special wins, `X_*`.
        seats: int64 (4, N_SEAT_NUM), numbers of each seat.
        parts: int32 (4, 7), settlement parts by seat.
        bets: int32 (4), bets by seat.
        showdown: int64 (N_SHOWDOWN), facts of the table when it is paid.
        info: int32 (4, N_INFO), what scoring said of each seat's win on the tile at stake.
        marks: int64 (4, N_MARKS), what restrictions remember of each seat.
        course: int64 (N_COURSE), what they remember of the hand.
    """

    hand: NDArray[np.int8]
    flowers: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    meld_from: NDArray[np.int8]
    seen: NDArray[np.int8]
    discards: NDArray[np.int8]
    taken: NDArray[np.int8]
    wall: NDArray[np.int8]
    waits: NDArray[np.uint64]
    wild: NDArray[np.int64]
    flower_kinds: NDArray[np.int64]
    num: NDArray[np.int64]
    special: NDArray[np.int64]
    seats: NDArray[np.int64]
    parts: NDArray[np.int32]
    bets: NDArray[np.int32]
    showdown: NDArray[np.int64]
    info: NDArray[np.int32]
    marks: NDArray[np.int64]
    course: NDArray[np.int64]


_FIELDS: Final = (
    ("hand", np.int8, (4, N_TILES)),
    ("flowers", np.int8, (4, N_TILES)),
    ("meld_kind", np.int8, (4, MOST_MELDS)),
    ("meld_tile", np.int8, (4, MOST_MELDS)),
    ("meld_from", np.int8, (4, MOST_MELDS)),
    ("seen", np.int8, (N_TILES,)),
    ("discards", np.int8, (4, N_TILES)),
    ("taken", np.int8, (N_TILES,)),
    ("wall", np.int8, (WALL_SIZE,)),
    ("waits", np.uint64, (4,)),
    ("wild", np.int64, (4,)),
    ("flower_kinds", np.int64, (4,)),
    ("num", np.int64, (N_NUM,)),
    ("special", np.int64, (N_SPECIAL,)),
    ("seats", np.int64, (4, N_SEAT_NUM)),
    ("parts", np.int32, (4, N_PARTS)),
    ("bets", np.int32, (4,)),
    ("showdown", np.int64, (N_SHOWDOWN,)),
    ("info", np.int32, (4, N_INFO)),
    ("marks", np.int64, (4, N_MARKS)),
    ("course", np.int64, (N_COURSE,)),
)


def new_state() -> State:
    """Room for one hand; `machine.begin` fills it."""
    state: State = new_record(_FIELDS)
    state.meld_kind[:] = NO_MELD
    state.wall[:] = -1
    return state
