"""Walls: every tile in play, shuffled under a key, in the order that records use.

A common wall begins with the first tile dealt, replacements come from its end backwards. So does
the tile that is turned up as wildcard, after the replacements drawn before it: the wall is
shuffled, so any fixed hidden place is the same lottery as one that dice choose. Personal walls
follow one another seat by seat, each in the order of its draws (`schemas.batch`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.random import PURPOSE_WALL, below, open_stream
from engine.rules import P_DEALER_DRAWS_FIRST, P_HAND_SIZE, P_PERSONAL_WALL, Rules

WALL_SIZE: Final = 144
"""Room for the largest wall; shorter ones are filled up with −1."""
DEAL_SIZE: Final = 17
"""Room for the largest dealt hand."""
_BLOCK: Final = 4


@leaf
def fill_wall(rules: Rules, wall: NDArray[np.int8]) -> int:
    """Write all tiles in play in ascending order into int8 (144); returns their number."""
    n = 0
    for tile in range(len(rules.copies)):
        for _ in range(rules.copies[tile]):
            wall[n] = tile
            n += 1
    wall[n:] = -1
    return n


@leaf
def shuffled_wall(
    rules: Rules,
    wall: NDArray[np.int8],
    stream: NDArray[np.uint64],
    seed: int,
    deal: int,
    hand_in_session: int,
) -> None:
    """Write the wall of (seed, deal, hand in session) into int8 (144): Fisher and Yates.

    Args:
        rules: compiled rules, for the tiles in play.
        wall: int8 (144), written.
        stream: uint64 (1), scratch for the random numbers.
        seed: the run's seed.
        deal: the deal's number.
        hand_in_session: the hand's number in its session.
    """
    n = fill_wall(rules, wall)
    open_stream(stream, seed, deal, hand_in_session, PURPOSE_WALL)
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        tile = wall[last]
        wall[last] = wall[other]
        wall[other] = tile


@leaf
def dealt_size(rules: Rules, seat: int, dealer: int) -> int:
    """How many tiles a seat is dealt."""
    size: int = rules.params[P_HAND_SIZE]
    if seat == dealer and rules.params[P_DEALER_DRAWS_FIRST] == 0:
        size += 1
    return size


@leaf
def dealt_place(rules: Rules, n_tiles: int, dealer: int, seat: int, k: int) -> int:
    """Where in the wall the k-th tile dealt to a seat stands.

    From a common wall each seat, dealer first, takes four tiles at a time, then single ones; the
    dealer's extra tile comes last. A personal wall deals its own first tiles.
    """
    if rules.params[P_PERSONAL_WALL] == 1:
        return seat * (n_tiles // 4) + k
    size = rules.params[P_HAND_SIZE]
    turn = (seat - dealer) % 4
    in_blocks = size - size % _BLOCK
    if k < in_blocks:
        return k // _BLOCK * 4 * _BLOCK + turn * _BLOCK + k % _BLOCK
    if k < size:
        return 4 * k + turn
    return int(4 * size)


@leaf
def deal_from_wall(
    rules: Rules, wall: NDArray[np.int8], n_tiles: int, dealer: int, deal: NDArray[np.int8]
) -> None:
    """Write the hands that a wall deals into int8 (4, 17), in dealing order, -1 after the last."""
    for seat in range(4):
        size = dealt_size(rules, seat, dealer)
        for k in range(DEAL_SIZE):
            place = dealt_place(rules, n_tiles, dealer, seat, k)
            deal[seat, k] = wall[place] if k < size else -1
