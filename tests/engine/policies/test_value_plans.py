"""How many tiles plans lack, and which help, against all complete hands tried one by one."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.policies.policy import MEMORY_FLOATS, MEMORY_INTS, Memory
from engine.policies.regional_value import layout as at
from engine.policies.regional_value.aims import plan_help, plan_lack
from engine.policies.regional_value.alike import count_alike
from engine.policies.regional_value.plans import read_suits, take_out
from engine.tables import load_tables

MISSING = load_tables().missing


@cache
def targets(kinds: tuple[int, ...], n_sets: int, pair: bool, chows: bool) -> NDArray[np.int8]:
    """Counts of all hands of so many sets, with a pair or without, of some kinds only."""
    sets = [(kind, kind, kind) for kind in kinds]
    if chows:
        sets += [
            (low, low + 1, low + 2)
            for low in kinds
            if low < 27 and low % 9 < 7 and {low + 1, low + 2} <= set(kinds)
        ]
    found = []
    for chosen in combinations_with_replacement(sets, n_sets):
        counts = np.bincount(np.array(chosen, int).ravel(), minlength=34)
        for kind in kinds if pair else kinds[:1]:
            whole = counts.copy()
            whole[kind] += 2 if pair else 0
            if whole.max() <= 4:
                found.append(whole)
    return np.array(found, np.int8)


def allowed(plan: int) -> tuple[int, ...]:
    if at.HALF <= plan < at.FULL:
        suit = plan - at.HALF
        return (*range(9 * suit, 9 * suit + 9), *range(27, 34))
    if at.FULL <= plan < at.PUNGS:
        suit = plan - at.FULL
        return tuple(range(9 * suit, 9 * suit + 9))
    return tuple(range(34))


def plainly_lacks(hand: NDArray[np.int8], plan: int, n_sets: int) -> int:
    """Tiles missing by trying all hands that the plan aims at."""
    goal = targets(allowed(plan), n_sets, plan != at.GOLD_PAIR, plan != at.PUNGS)
    return int(np.maximum(goal - hand, 0).sum(axis=1).min())


def random_hand(rng: np.random.Generator, size: int) -> NDArray[np.int8]:
    """Tiles that lean to one suit and honors, so that flushes are near."""
    suit = int(rng.integers(3))
    weight = np.ones(34)
    weight[9 * suit : 9 * suit + 9] = 4
    pool = np.repeat(np.arange(34), 4)
    chance = weight[pool] / weight[pool].sum()
    return np.bincount(rng.choice(pool, size, replace=False, p=chance), minlength=34).astype(
        np.int8
    )


def memory(hand: NDArray[np.int8], n_sets: int, wild: int) -> Memory:
    m, g = np.zeros(MEMORY_INTS, np.int64), np.zeros(MEMORY_FLOATS)
    m[at.M_HAND : at.M_HAND + 34] = hand
    m[at.M_N] = n_sets
    m[at.M_WILD] = wild
    g[at.G_LIVE : at.G_LIVE + 34] = 1
    return Memory(m, g)


PLANS = [
    (at.PLAIN, 2), (at.PLAIN, 1), (at.HALF, 2), (at.HALF + 1, 3), (at.HALF + 2, 2),
    (at.FULL, 3), (at.FULL + 1, 4), (at.FULL + 2, 2), (at.PUNGS, 2), (at.PUNGS, 1),
    (at.GOLD_PAIR, 2), (at.GOLD_DRAGON, 2),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "n_sets"), PLANS)
def test_plan_distances_and_useful_tiles_are_those_of_all_hands_tried(
    plan: int, n_sets: int
) -> None:
    rng = np.random.default_rng(plan * 10 + n_sets)
    wild = {at.GOLD_PAIR: 2, at.GOLD_DRAGON: 3}.get(plan, 0)
    to_make = n_sets - 1 if plan == at.GOLD_DRAGON else n_sets
    looked_at = 0
    for _ in range(12):
        hand = random_hand(rng, 3 * n_sets + 2 - wild)
        m, g = memory(hand, n_sets, wild)
        read_suits(MISSING, m, True)
        count_alike(m, g)
        lack = plainly_lacks(hand, plan, to_make)
        assert plan_lack(m, g, plan, -1) == lack
        helps = {
            tile
            for tile in range(34)
            if hand[tile] < 4 and plainly_lacks(hand + one(tile), plan, to_make) < lack
        }
        draw, _ = plan_help(MISSING, m, g, plan, -1, lack)
        assert draw == len(helps)
        for tile in np.flatnonzero(hand).tolist():
            if tile not in allowed(plan):
                continue
            rest: NDArray[np.int8] = hand - one(tile)
            take_out(MISSING, m, tile)
            after = plainly_lacks(rest, plan, to_make)
            assert plan_lack(m, g, plan, tile) == after
            if after == lack:
                helps = {
                    other
                    for other in range(34)
                    if rest[other] < 4 and plainly_lacks(rest + one(other), plan, to_make) < lack
                }
                draw, _ = plan_help(MISSING, m, g, plan, tile, lack)
                assert draw == len(helps)
                looked_at += 1
    assert looked_at > 0 or at.FULL <= plan < at.PUNGS


def one(tile: int) -> NDArray[np.int8]:
    counts = np.zeros(34, np.int8)
    counts[tile] = 1
    return counts


def test_seven_pairs_lack_a_tile_for_each_pair_that_is_missing() -> None:
    hand = np.bincount([0, 0, 3, 3, 9, 9, 12, 12, 20, 25, 27, 28, 30], minlength=34)
    m, g = memory(hand.astype(np.int8), 4, 0)
    count_alike(m, g)
    assert plan_lack(m, g, at.PAIRS, -1) == 3
    assert plan_help(MISSING, m, g, at.PAIRS, -1, 3)[0] == 5  # five single tiles
    assert plan_lack(m, g, at.PAIRS, 0) == 4


def test_orphans_need_the_second_copy_of_one() -> None:
    hand = np.bincount([0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 4, 4], minlength=34)
    m, g = memory(hand.astype(np.int8), 4, 0)
    assert plan_lack(m, g, at.ORPHANS, -1) == 3  # F, P and a pair
    assert plan_help(MISSING, m, g, at.ORPHANS, -1, 3)[0] == 13
