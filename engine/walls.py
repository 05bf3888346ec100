"""Walls: every tile in play, shuffled under a key, in the order that records use.

A common wall begins with the first tile dealt, replacements come from its end backwards. Personal
walls follow one another seat by seat, each in the order of its draws (`schemas.batch`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit
from engine.random import PURPOSE_WALL, below, open_stream
from engine.rules import P_DEALER_DRAWS_FIRST, P_HAND_SIZE, P_PERSONAL_WALL, Rules

WALL_SIZE: Final = 144
"""Room for the largest wall; shorter ones are filled up with −1."""
DEAL_SIZE: Final = 17
"""Room for the largest dealt hand."""
_BLOCK: Final = 4


@jit
def fill_wall(rules: Rules, wall: NDArray[np.int8]) -> int:
    """Write all tiles in play in ascending order into int8 (144); returns their number."""
    n = 0
    for tile in range(len(rules.copies)):
        for _ in range(rules.copies[tile]):
            wall[n] = tile
            n += 1
    wall[n:] = -1
    return n


@jit
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


@jit
def dealt_size(rules: Rules, seat: int, dealer: int) -> int:
    """How many tiles a seat is dealt."""
    size: int = rules.params[P_HAND_SIZE]
    if seat == dealer and rules.params[P_DEALER_DRAWS_FIRST] == 0:
        size += 1
    return size


@jit
def deal_from_wall(
    rules: Rules, wall: NDArray[np.int8], n_tiles: int, dealer: int, deal: NDArray[np.int8]
) -> None:
    """Write the hands that a wall deals into int8 (4, 17), in dealing order, −1 after the last.

    From a common wall each seat, dealer first, takes four tiles at a time, then single ones; the
    dealer's extra tile comes last. A personal wall deals its own first tiles.
    """
    deal[:] = -1
    if rules.params[P_PERSONAL_WALL] == 1:
        for seat in range(4):
            for k in range(dealt_size(rules, seat, dealer)):
                deal[seat, k] = wall[seat * (n_tiles // 4) + k]
        return
    size = rules.params[P_HAND_SIZE]
    position = 0
    done = 0
    while done < size:
        block = _BLOCK if size - done >= _BLOCK else 1
        for turn in range(4):
            for k in range(block):
                deal[(dealer + turn) % 4, done + k] = wall[position]
                position += 1
        done += block
    if rules.params[P_DEALER_DRAWS_FIRST] == 0:
        deal[dealer, size] = wall[position]
