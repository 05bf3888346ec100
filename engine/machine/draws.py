"""The wall: what is left of it, which tile comes next, and which tile is the last one."""

from __future__ import annotations

from engine.jit import merge
from engine.machine.keep_back import kept_back
from engine.machine.order import next_seat
from engine.machine.refusals import (
    OK,
    R_DRAW_WITHOUT_TILE,
    R_EMPTY_WALL,
    R_FIVE_COPIES,
    R_NOT_IN_PLAY,
    R_WALL_MISMATCH,
)
from engine.machine.state import (
    FLOWERS,
    FRONT,
    GAINED,
    N_TILES_IN_PLAY,
    OWN_TAKEN,
    TAIL,
    WALL_KNOWN,
    State,
)
from engine.rules import P_LAST_TILE_OWN_WALL, P_PERSONAL_WALL, Rules
from schemas.codes import FROM_PERSONAL, FROM_TAIL, FROM_WALL
from schemas.tiles import N_TILES


@merge
def is_flower(st: State, seat: int, tile: int) -> bool:
    """Whether the seat exposes and replaces a tile instead of playing it.

    What the rules call a flower is one unless it is wild for that seat.
    """
    flower: bool = (st.flower_kinds[seat] >> tile) & 1 == 1
    return flower


@merge
def wall_left(st: State) -> int:
    """Tiles that have not left the wall, over all seats, kept-back ones included."""
    left: int = st.num[N_TILES_IN_PLAY] - st.num[FRONT] - st.num[TAIL]
    return left


@merge
def drawable(rules: Rules, st: State, seat: int) -> int:
    """Tiles that the seat could still draw: of its own wall, or of the common one."""
    if rules.params[P_PERSONAL_WALL] == 1:
        left: int = st.num[N_TILES_IN_PLAY] // 4 - st.seats[seat, OWN_TAKEN]
    else:
        left = wall_left(st) - kept_back(rules, st)
    return left


@merge
def is_last(rules: Rules, st: State, seat: int) -> bool:
    """Whether the tile that the seat has drawn or discarded is the last one.

    Where the wall ends with a last round no discard follows on its last tile.

    That is so when the wall of the player who would draw next is empty, or, by the rule set's
    choice, the seat's own. In a common wall both are the same.
    """
    if rules.params[P_LAST_TILE_OWN_WALL] == 1:
        return drawable(rules, st, seat) <= 0
    return drawable(rules, st, next_seat(st, seat)) <= 0


@merge
def next_tile(rules: Rules, st: State, seat: int, tail: bool) -> int:
    """The tile that a known wall gives the seat next, from its tail for a replacement."""
    if rules.params[P_PERSONAL_WALL] == 1:
        place: int = seat * (st.num[N_TILES_IN_PLAY] // 4) + st.seats[seat, OWN_TAKEN]
    elif tail:
        place = st.num[N_TILES_IN_PLAY] - 1 - st.num[TAIL]
    else:
        place = st.num[FRONT]
    return int(st.wall[place])


@merge
def check_copy(rules: Rules, st: State, tile: int) -> int:
    """Refuse a tile that the rules do not have, or a copy too many."""
    if tile < 0 or tile >= N_TILES or rules.copies[tile] == 0:
        return R_NOT_IN_PLAY
    if st.taken[tile] >= rules.copies[tile]:
        return R_FIVE_COPIES
    return OK


@merge
def check_draw(rules: Rules, st: State, seat: int, tile: int, tail: bool) -> int:
    """Refuse a draw that the wall cannot give; tile −1 stands for whatever comes next."""
    if drawable(rules, st, seat) <= 0:
        return R_EMPTY_WALL
    if st.num[WALL_KNOWN] == 1:
        if tile >= 0 and tile != next_tile(rules, st, seat, tail):
            return R_WALL_MISMATCH
        return OK
    if tile < 0:
        return R_DRAW_WITHOUT_TILE
    return check_copy(rules, st, tile)


@merge
def take(rules: Rules, st: State, seat: int, tile: int, tail: bool) -> int:
    """Move one tile from the wall into the seat's hand; returns where it came from."""
    st.taken[tile] += 1
    st.hand[seat, tile] += 1
    st.seats[seat, OWN_TAKEN] += 1
    if is_flower(st, seat, tile):
        st.num[FLOWERS] += 1
    else:
        st.seats[seat, GAINED] += 1
    if rules.params[P_PERSONAL_WALL] == 1:
        st.num[FRONT] += 1
        return FROM_PERSONAL
    if tail:
        st.num[TAIL] += 1
        return FROM_TAIL
    st.num[FRONT] += 1
    return FROM_WALL
