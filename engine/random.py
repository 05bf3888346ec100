"""Counter-based random numbers: results depend on keys, never on batches, workers or order.

A stream is a 64-bit state made of (seed, deal, hand in session, purpose) by SplitMix64's mixing
function (Steele, Lea and Flood 2014); its k-th number is the mix of state + k · golden ratio.
Walls, players and the lot for the first deal use different purposes, so a player's choice never
changes the tiles.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf

PURPOSE_WALL: Final = 0
PURPOSE_PLAYER: Final = 1
"""That of the player at seat 0; those of the others follow."""
PURPOSE_LOT: Final = 5

_GOLDEN: Final = 0x9E3779B97F4A7C15
_MIX_1: Final = 0xBF58476D1CE4E5B9
_MIX_2: Final = 0x94D049BB133111EB
_LOW: Final = 0xFFFFFFFF


@leaf
def mix64(value: np.uint64) -> np.uint64:
    """SplitMix64's finalizer: a bijection of 64-bit numbers."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(_MIX_1)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(_MIX_2)
    return value ^ (value >> np.uint64(31))


@leaf
def open_stream(
    stream: NDArray[np.uint64], seed: int, deal: int, hand_in_session: int, purpose: int
) -> None:
    """Set a stream, uint64 (1), to the beginning of the numbers of one key."""
    key = mix64(np.uint64(seed) + np.uint64(_GOLDEN))
    key = mix64(key ^ (np.uint64(deal) * np.uint64(_MIX_2) + np.uint64(_GOLDEN)))
    key = mix64(key ^ (np.uint64(hand_in_session) * np.uint64(_MIX_1) + np.uint64(_GOLDEN)))
    stream[0] = mix64(key ^ (np.uint64(purpose) * np.uint64(_GOLDEN) + np.uint64(_MIX_1)))


@leaf
def next_u64(stream: NDArray[np.uint64]) -> np.uint64:
    """The stream's next 64 random bits."""
    stream[0] += np.uint64(_GOLDEN)
    return mix64(stream[0])


@leaf
def below(stream: NDArray[np.uint64], bound: int) -> int:
    """A number from 0 to bound − 1, each as likely as the others; bound from 1 to 2³².

    Multiply and shift with rejection (Lemire 2019), so that no number is favoured.
    """
    limit = np.uint64(bound)
    threshold = np.uint64((1 << 32) % bound)
    while True:
        product = (next_u64(stream) >> np.uint64(32)) * limit
        if (product & np.uint64(_LOW)) >= threshold:
            return int(np.int64(product >> np.uint64(32)))
