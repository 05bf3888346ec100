"""Hands that hold a kind more than four times: splits and waits against tables and definition."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.crowded import (
    MOST_SPLITS,
    SPLIT_PUNGS_TWICE,
    SPLITS0,
    any_waits,
    held_and_odd_kinds,
    is_crowded,
    split_hand,
)
from engine.distance import waits
from engine.scoring_out import SCRATCH_SIZE, SCRATCH_SUBSTITUTION
from engine.shapes import suit_codes
from engine.tables import load_tables
from engine.tables_build import (
    NO_PAIR,
    SPLIT_LAST,
    SPLIT_N_CHOWS,
    SPLIT_N_FIVES,
    SPLIT_N_OUTSIDE,
    SPLIT_PAIR,
    SPLIT_PUNGS,
)
from tests.engine.machine_script import compiled
from tests.engine.oracle.hands import meld_tiles, random_win

CHOWS = [(low, low + 1, low + 2) for low in range(7)]
PUNGS = [(rank,) * 3 for rank in range(9)]
MOST_COPIES = 8
"""Four tiles and as many wildcards."""


def counts_of(tiles: list[int]) -> NDArray[np.int8]:
    hand = np.zeros(42, np.int8)
    for tile in tiles:
        hand[tile] += 1
    return hand


def written_splits(scratch: NDArray[np.int64], suit: int) -> list[int]:
    found = []
    for place in range(MOST_SPLITS):
        split = int(scratch[SPLITS0 + MOST_SPLITS * suit + place])
        found.append(split & ~(1 << SPLIT_LAST))
        if split >> SPLIT_LAST & 1:
            return found
    raise AssertionError("no last split")


def sets_of(split: int) -> tuple[tuple[int, ...], ...]:
    """The groups of a packed split, sorted."""
    groups = []
    chows = split
    for _ in range(split >> SPLIT_N_CHOWS & 7):
        groups.append((chows & 7, (chows & 7) + 1, (chows & 7) + 2))
        chows >>= 3
    for rank in range(9):
        copies = (split >> SPLIT_PUNGS + rank & 1) + (split >> SPLIT_PUNGS_TWICE + rank & 1)
        groups += [(rank,) * 3] * copies
    pair = split >> SPLIT_PAIR & 15
    return tuple(sorted(groups + ([] if pair == NO_PAIR else [(pair, pair)])))


def splits_by_definition(tiles: list[int]) -> set[tuple[tuple[int, ...], ...]]:
    """Every way to make sets, and one pair where two tiles are left over, of a suit's ranks."""
    n_sets, left = divmod(len(tiles), 3)
    if left == 1:
        return set()
    wanted = Counter(tiles)
    pairs = [(rank, rank) for rank in range(9)] if left else [()]
    return {
        tuple(sorted([*sets, *([pair] if pair else [])]))
        for sets in combinations_with_replacement(CHOWS + PUNGS, n_sets)
        for pair in pairs
        if Counter([tile for group in (*sets, pair) for tile in group]) == wanted
    }


def test_splits_of_ordinary_hands_are_those_of_the_tables() -> None:
    rng = Random(1)
    tables = load_tables()
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    seen = 0
    for _ in range(1500):
        win = random_win(rng)
        hand = counts_of([*win.concealed, win.win_tile])
        codes = [int(code) for code in suit_codes(hand)]
        whole = [int(tables.split_start[code]) for code in codes[:3]]
        if not split_hand(hand, 0, scratch):
            continue
        seen += 1
        assert min(whole) >= 0
        for suit in range(3):
            place, expected = whole[suit], []
            while True:
                expected.append(int(tables.splits[place]) & ~(1 << SPLIT_LAST))
                if tables.splits[place] >> SPLIT_LAST & 1:
                    break
                place += 1
            assert sorted(written_splits(scratch, suit)) == sorted(expected)
    assert seen > 1000


@pytest.mark.parametrize(
    "ranks",
    [
        [4] * 5,
        [0] * 6,
        [0] * 8,
        [2, 2, 2, 2, 2, 3, 4, 3, 4, 3, 4],
        [5, 5, 5, 6, 6, 6, 7, 7, 7, 7, 7],
        [4, 4, 4, 4, 4, 3, 5, 3],
        [8, 8, 8, 8, 8, 7, 6, 7, 6, 8, 8],
        [0, 0, 0, 0, 0, 1, 2],
    ],
)
def test_splits_of_crowded_suits_are_all_that_there_are(ranks: list[int]) -> None:
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    rest = [] if len(ranks) % 3 == 2 else [30, 30]
    hand = counts_of([9 + rank for rank in ranks] + rest)
    expected = splits_by_definition(ranks)
    assert is_crowded(hand)
    assert split_hand(hand, 0, scratch) == bool(expected)
    if expected:
        found = written_splits(scratch, 1)
        assert len(found) == len(expected)
        assert {sets_of(split) for split in found} == expected


def test_splits_of_random_crowded_suits_are_all_that_there_are() -> None:
    rng = Random(2)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    checked = most = 0
    while checked < 150:
        low = rng.randrange(6)
        sets = [
            rng.choice([CHOWS[low], CHOWS[min(low + 1, 6)], PUNGS[low + rng.randrange(3)]])
            for _ in range(rng.randrange(2, 5))
        ]
        ranks = [tile for group in sets for tile in group] + [low + rng.randrange(3)] * 2
        if not 4 < max(Counter(ranks).values()) <= MOST_COPIES:
            continue
        checked += 1
        expected = splits_by_definition(ranks)
        assert split_hand(counts_of(ranks), 0, scratch)
        found = written_splits(scratch, 0)
        most = max(most, len(found))
        assert {sets_of(split) for split in found} == expected
        assert len(found) == len(expected)
        for split in found:  # 带幺 and 带五 by group
            groups = sets_of(split)
            outside = sum(bool({0, 8} & {*group}) for group in groups)
            assert split >> SPLIT_N_OUTSIDE & 7 == outside
            assert split >> SPLIT_N_FIVES & 7 == sum(4 in group for group in groups)
    assert 1 < most <= MOST_SPLITS


def test_knitted_straight_is_left_out_of_the_splits() -> None:
    straight = [0, 3, 6, 10, 13, 16, 20, 23, 26]
    hand = counts_of([*straight, 6, 6, 6, 6, 6])
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    assert not split_hand(hand, 0, scratch)
    assert split_hand(hand, sum(1 << tile for tile in straight), scratch)
    assert [sets_of(split) for split in written_splits(scratch, 0)] == [((6, 6), (6, 6, 6))]


def waits_by_definition(hand: NDArray[np.int8], n_melds: int) -> set[int]:
    """Kinds that make sets and a pair of a hand, by taking groups away."""
    found = set()
    for kind in range(34):
        counts = [int(count) for count in hand[:34]]
        counts[kind] += 1
        if _whole(counts) or (n_melds == 0 and all(count % 2 == 0 for count in counts)):
            found.add(kind)
    return found


def _whole(counts: list[int], pairs: int = 1) -> bool:
    kind = next((kind for kind in range(34) if counts[kind]), None)
    if kind is None:
        return pairs == 0
    groups = [[kind] * 3] + ([[kind] * 2] if pairs else [])
    if kind < 27 and kind % 9 < 7:
        groups.append([kind, kind + 1, kind + 2])
    for group in groups:
        rest = list(counts)
        for tile in group:
            rest[tile] -= 1
        if min(rest) >= 0 and _whole(rest, pairs - (len(group) == 2)):
            return True
    return False


def test_waits_of_ordinary_hands_are_those_of_the_tables() -> None:
    rng = Random(3)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    for preset in ("mcr", "yantai"):
        rules = compiled(preset)
        for _ in range(300):
            win = random_win(rng)
            hand = counts_of(win.concealed)
            n_melds = len(win.melds)
            expected = int(waits(rules, load_tables(), hand, n_melds))
            assert any_waits(rules, load_tables(), hand, n_melds, scratch) == expected


@pytest.mark.parametrize("preset", ["mcr", "yantai"])
def test_waits_of_crowded_hands_are_all_that_there_are(preset: str) -> None:
    rng = Random(4)
    rules = compiled(preset)
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    checked = waiting = 0
    while checked < 120:
        low = rng.randrange(3) * 9 + rng.randrange(5)
        groups = [
            meld_tiles(0, low + rng.randrange(3))
            if rng.random() < 0.6
            else [low + rng.randrange(5)] * 3
            for _ in range(rng.randrange(2, 5))
        ]
        tiles = [tile for group in groups for tile in group] + [low + rng.randrange(5)] * 2
        tiles.remove(rng.choice(tiles))
        if rng.random() < 0.2:
            tiles[0] = rng.randrange(34)
        hand = counts_of(tiles)
        if not is_crowded(hand) or hand.max() >= MOST_COPIES:
            continue
        checked += 1
        n_melds = 4 - len(tiles) // 3
        found = any_waits(rules, load_tables(), hand, n_melds, scratch)
        expected = waits_by_definition(hand, n_melds)
        assert {kind for kind in range(34) if found >> kind & 1} == expected
        waiting += len(expected) > 0
    assert waiting > 60


def test_crowded_seven_pairs_and_knitted_straight_wait() -> None:
    scratch = np.zeros(SCRATCH_SIZE, np.int64)
    tables, rules = load_tables(), compiled("mcr")
    pairs = counts_of([4] * 6 + [10, 10, 20, 20, 30, 30, 33])
    assert any_waits(rules, tables, pairs, 0, scratch) == 1 << 33
    straight = counts_of([0, 3, 6, 10, 13, 16, 20, 23, 26, 6, 6, 6, 6])
    assert any_waits(rules, tables, straight, 0, scratch) >> 6 & 1
    assert held_and_odd_kinds(pairs) == (
        1 << 4 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 33,
        1 << 33,
    )


def test_memory_of_splits_ends_before_the_next_one_begins() -> None:
    assert SPLITS0 + 3 * MOST_SPLITS <= SCRATCH_SUBSTITUTION
