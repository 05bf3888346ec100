"""Counter-based random numbers and the walls that are shuffled with them."""

from __future__ import annotations

import numpy as np
import pytest

from engine.random import PURPOSE_PLAYER, PURPOSE_WALL, below, next_u64, open_stream
from engine.walls import shuffled_wall
from tests.engine.machine_script import compiled, sorted_wall


def stream_of(*key: int) -> np.ndarray:
    stream = np.zeros(1, np.uint64)
    open_stream(stream, *key)
    return stream


def wall(name: str, *key: int) -> np.ndarray:
    tiles = np.empty(144, np.int8)
    shuffled_wall(compiled(name), tiles, np.zeros(1, np.uint64), *key)
    return tiles


def test_numbers_are_those_of_splitmix64() -> None:
    """First outputs of the published generator for the seed 1234567."""
    stream = np.array([1234567], np.uint64)
    assert [int(next_u64(stream)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_streams_of_neighbouring_keys_have_nothing_in_common() -> None:
    keys = [
        (seed, deal, hand, purpose)
        for seed in (0, 1, 2, -1)
        for deal in (0, 1, 2, 1 << 40)
        for hand in (0, 1, 15)
        for purpose in (PURPOSE_WALL, PURPOSE_PLAYER)
    ]
    streams = [stream_of(*key) for key in keys]
    numbers = {int(next_u64(stream)) for stream in streams for _ in range(50)}
    assert len(numbers) == 50 * len(keys)


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 7, 144])
def test_every_number_below_a_bound_is_as_likely(bound: int) -> None:
    stream = stream_of(7, 0, 0, 0)
    n = 2000 * bound
    counts = np.bincount([below(stream, bound) for _ in range(n)], minlength=bound)
    assert len(counts) == bound
    chi_square = float(((counts - 2000) ** 2 / 2000).sum())
    # Five standard deviations above the mean of chi-square with bound − 1 degrees of freedom.
    assert chi_square <= bound - 1 + 5 * np.sqrt(2 * bound)


@pytest.mark.parametrize("name", ["mcr", "mcr-botzone"])
def test_wall_holds_every_tile_in_play(name: str) -> None:
    assert sorted(wall(name, 1, 2, 3).tolist()) == sorted(sorted_wall(name).tolist())


def test_wall_follows_from_its_key_alone() -> None:
    assert np.array_equal(wall("mcr", 5, 6, 7), wall("mcr", 5, 6, 7))
    others = [(6, 6, 7), (5, 7, 7), (5, 6, 8)]
    assert all(not np.array_equal(wall("mcr", 5, 6, 7), wall("mcr", *key)) for key in others)


def test_each_tile_is_as_likely_in_each_place() -> None:
    """Over 4,000 walls each kind comes first about as often as it has copies."""
    first, last = (
        np.bincount([wall("mcr-botzone", 3, deal, 0)[place] for deal in range(4000)], minlength=34)
        for place in (0, 135)
    )
    expected = 4000 / 34
    for counts in (first, last):
        assert float(((counts - expected) ** 2 / expected).sum()) <= 33 + 5 * np.sqrt(66)
