"""The precomputed tables against their definitions, and against published counts of hands."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.mcr.patterns import (
    GREATER_KNITTED_HONORS,
    LESSER_KNITTED_HONORS,
    THIRTEEN_ORPHANS,
)
from engine.mcr.special import shape_without_sets
from engine.shapes import KNITTED_RUNS, SETS, SETS_PAIR
from engine.tables import HONORS_FROM, load_tables
from engine.tables_build import (
    BIT_HELD,
    BIT_ODD,
    NO_PAIR,
    SPLIT_LAST,
    SPLIT_N_CHOWS,
    SPLIT_N_FIVES,
    SPLIT_N_OUTSIDE,
    SPLIT_PAIR,
    SPLIT_PUNGS,
)
from engine.tables_chows import NO_CHOW, chow_index
from tests.engine.oracle import plain
from tests.engine.oracle.hands import KNITTED, ORPHANS

TABLES = load_tables()
CODES = np.arange(5**9)
DIGITS = np.stack([CODES // 5**rank % 5 for rank in range(9)])
SIZES = DIGITS.sum(axis=0)

suits = st.lists(st.integers(0, 4), min_size=9, max_size=9)
honors = st.lists(st.integers(0, 4), min_size=7, max_size=7)
fast = settings(deadline=None, max_examples=60)


def code(counts: list[int]) -> int:
    return sum(count * 5**rank for rank, count in enumerate(counts))


def tiles(counts: list[int], first: int = 0) -> list[int]:
    return [first + rank for rank, count in enumerate(counts) for _ in range(count)]


@fast
@given(suits, st.integers(0, 4), st.booleans())
def test_missing_tiles_of_a_suit(counts: list[int], n_sets: int, pair: bool) -> None:
    packed = int(TABLES.missing[code(counts)])
    assert packed >> (5 * (2 * n_sets + pair)) & 31 == plain.missing(counts, n_sets, pair)


@fast
@given(honors, st.integers(0, 4), st.booleans())
def test_missing_tiles_of_honors(counts: list[int], n_sets: int, pair: bool) -> None:
    packed = int(TABLES.missing[HONORS_FROM + code(counts)])
    assert packed >> (5 * (2 * n_sets + pair)) & 31 == plain.missing(counts, n_sets, pair)


@settings(deadline=None, max_examples=8)
@given(suits, st.booleans())
def test_missing_tiles_of_five_sets_in_a_suit(counts: list[int], pair: bool) -> None:
    packed = int(TABLES.missing[code(counts)])
    assert packed >> (5 * (10 + pair)) & 31 == plain.missing(counts, 5, pair)


@pytest.mark.parametrize("goal", range(12))
def test_suit_is_whole_exactly_where_it_lacks_nothing(goal: int) -> None:
    n_sets, pair = divmod(goal, 2)
    whole = (TABLES.shape[: 5**9] & (SETS_PAIR if pair else SETS)) > 0
    nothing = (TABLES.missing[: 5**9] >> np.uint64(5 * goal) & np.uint64(31)) == 0
    size = 3 * n_sets + 2 * pair
    assert np.array_equal(whole & (size == SIZES), nothing & (size == SIZES))


@settings(deadline=None, max_examples=200)
@given(st.lists(st.sampled_from(range(36)), min_size=1, max_size=14, unique=True))
def test_shape_of_a_suit(copies: list[int]) -> None:
    hand = sorted(copy // 4 for copy in copies)
    counts = [hand.count(rank) for rank in range(9)]
    entry = int(TABLES.shape[code(counts)])
    assert bool(entry & SETS) == (len(hand) % 3 == 0 and bool(plain.splits([*hand, 33, 33])))
    assert bool(entry & SETS_PAIR) == bool(plain.splits(hand))
    eyes = [33, 33] if len(hand) % 3 == 2 else []
    completing = {rank for rank in range(9) if plain.splits(sorted([*hand, rank, *eyes]))}
    assert {rank for rank in range(9) if entry >> rank & 1} == completing
    assert [entry >> (BIT_HELD + rank) & 1 for rank in range(9)] == [int(c > 0) for c in counts]
    assert [entry >> (BIT_ODD + rank) & 1 for rank in range(9)] == [c & 1 for c in counts]


def test_shape_of_honors() -> None:
    for number in range(5**7):
        counts = [number // 5**rank % 5 for rank in range(7)]
        entry = int(TABLES.shape[HONORS_FROM + number])
        sets = all(count in (0, 3) for count in counts)
        with_pair = sorted(count for count in counts if count not in (0, 3)) == [2]
        assert bool(entry & SETS) == (sets and sum(counts) <= 15)
        assert bool(entry & SETS_PAIR) == (with_pair and sum(counts) <= 17)


def test_fifth_copy_completes_by_shape() -> None:
    # 1111: the pair 11 beside a pung, were there a fifth 1. 2444 6 etc.: 234 444 waits for 1 and 4.
    assert int(TABLES.shape[code([4, 0, 0, 0, 0, 0, 0, 0, 0])]) & 511 == 1
    assert int(TABLES.shape[code([1, 1, 1, 4, 0, 0, 0, 0, 0])]) & 511 == 0b1001


def unpack(split: int) -> tuple[plain.Set, ...]:
    groups: list[plain.Set] = []
    for place in range(split >> SPLIT_N_CHOWS & 7):
        low = split >> (3 * place) & 7
        groups.append((low, low + 1, low + 2))
    groups += [(rank,) * 3 for rank in range(9) if split >> (SPLIT_PUNGS + rank) & 1]
    pair = split >> SPLIT_PAIR & 15
    if pair != NO_PAIR:
        groups.append((pair, pair))
    return tuple(sorted(groups))


def splits_of(number: int) -> list[int]:
    first = int(TABLES.split_start[number])
    found = [int(TABLES.splits[first])]
    while not found[-1] >> SPLIT_LAST & 1:
        found.append(int(TABLES.splits[first + len(found)]))
    return found


def test_splits_are_all_readings_of_a_suit() -> None:
    whole = np.flatnonzero(TABLES.shape[: 5**9] & (SETS | SETS_PAIR))
    assert np.array_equal(np.flatnonzero(TABLES.split_start >= 0), whole)
    for number in Random(5).sample(whole.tolist(), 2000):
        hand = tiles(DIGITS[:, number].tolist())
        with_pair = len(hand) % 3 == 2
        expected = plain.splits(hand if with_pair else [*hand, 33, 33])
        groups = {tuple(group for group in way if 33 not in group) for way in expected}
        found = splits_of(number)
        assert {unpack(split) for split in found} == groups
        assert len(found) == len(groups)
        for split in found:
            sets = unpack(split)
            assert split >> SPLIT_N_OUTSIDE & 7 == sum(bool({0, 8} & set(g)) for g in sets)
            assert split >> SPLIT_N_FIVES & 7 == sum(4 in group for group in sets)


def test_splits_begin_with_pungs() -> None:
    first = unpack(splits_of(code([3, 3, 3, 0, 0, 0, 0, 0, 0]))[0])
    assert first == ((0, 0, 0), (1, 1, 1), (2, 2, 2))


def test_every_multiset_of_chows_has_its_own_place() -> None:
    places = {chow_index(chows) for chows in combinations_with_replacement(range(NO_CHOW + 1), 4)}
    assert places == set(range(len(TABLES.chows)))


# Published counts of winning hands, each weighted by the copies of its tiles


def weights(mask: NDArray[np.bool_], honor_mask: NDArray[np.bool_]) -> list[list[int]]:
    """Ways to take the suits (and the honors) that a mask selects, by their number of tiles."""
    ways = np.array([comb(4, count) for count in range(5)])
    suit = np.ones(5**9, dtype=np.int64)
    for rank in range(9):
        suit *= ways[DIGITS[rank]]
    honor = suit[: 5**7]  # the same digits, two kinds fewer
    return [
        [int(suit[mask & (n == SIZES)].sum()) for n in range(18)],
        [int(honor[honor_mask & (SIZES[: 5**7] == n)].sum()) for n in range(18)],
    ]


def product(*factors: list[int]) -> list[int]:
    """Product of polynomials, exactly (the counts exceed 64 bits in sixteen-tile hands)."""
    result = [1]
    for factor in factors:
        longer = [0] * 18
        for i, ways in enumerate(result):
            for j, more in enumerate(factor[: 18 - i]):
                longer[i + j] += ways * more
        result = longer
    return result


SUIT_SHAPE, HONOR_SHAPE = TABLES.shape[: 5**9], TABLES.shape[5**9 :]
SUIT_SETS, HONOR_SETS = weights(SUIT_SHAPE & SETS > 0, HONOR_SHAPE & SETS > 0)
SUIT_PAIR, HONOR_PAIR = weights(SUIT_SHAPE & SETS_PAIR > 0, HONOR_SHAPE & SETS_PAIR > 0)


def standard_hands() -> list[int]:
    """Hands of sets and a pair, by their number of tiles."""
    in_suit = product(SUIT_PAIR, SUIT_SETS, SUIT_SETS, HONOR_SETS)
    in_honors = product(SUIT_SETS, SUIT_SETS, SUIT_SETS, HONOR_PAIR)
    return [3 * suit + honor for suit, honor in zip(in_suit, in_honors, strict=True)]


def even(shape: NDArray[np.uint32]) -> NDArray[np.bool_]:
    return (shape >> BIT_ODD & 511) == 0


def seven_pairs_hands() -> int:
    suit, honor = weights(even(SUIT_SHAPE), even(HONOR_SHAPE))
    return product(suit, suit, suit, honor)[14]


def seven_pairs_that_are_standard() -> int:
    suit_even, honor_even = even(SUIT_SHAPE), even(HONOR_SHAPE)
    suit_sets, honor_sets = weights(
        suit_even & (SUIT_SHAPE & SETS > 0), honor_even & (HONOR_SHAPE & SETS > 0)
    )
    suit_pair, honor_pair = weights(
        suit_even & (SUIT_SHAPE & SETS_PAIR > 0), honor_even & (HONOR_SHAPE & SETS_PAIR > 0)
    )
    in_suit = product(suit_pair, suit_sets, suit_sets, honor_sets)[14]
    return 3 * in_suit + product(suit_sets, suit_sets, suit_sets, honor_pair)[14]


def knitted_straight_hands() -> int:
    """Hands of a knitted straight, a set and a pair; a hand holds one such straight at most."""
    holds: list[dict[str, list[int]]] = []
    for run in range(3):
        ranks = range(run, 9, 3)
        has_run = np.all(DIGITS[list(ranks)] > 0, axis=0)
        rest = np.where(has_run, CODES - sum(5**rank for rank in ranks), 0)
        by_shape = {}
        for name, bit in (("sets", SETS), ("pair", SETS_PAIR)):
            mask = has_run & (SUIT_SHAPE[rest] & bit > 0)
            by_shape[name] = weights(mask, HONOR_SHAPE & bit > 0)[0]
        holds.append(by_shape)
    total = 0
    for arrangement in range(6):
        runs = [KNITTED_RUNS >> (6 * arrangement + 2 * suit) & 3 for suit in range(3)]
        for holder in range(4):
            parts = [holds[run]["pair" if i == holder else "sets"] for i, run in enumerate(runs)]
            total += product(*parts, HONOR_PAIR if holder == 3 else HONOR_SETS)[14]
    return total


def hands_without_sets() -> dict[int, int]:
    """Hands that the kernel takes for one of the shapes without sets, by their fan.

    All hands that could be are tried: a terminal or honor each with one of them twice, and every
    choice of fourteen kinds of each knitted arrangement with the honors.
    """
    found = dict.fromkeys((THIRTEEN_ORPHANS, GREATER_KNITTED_HONORS, LESSER_KNITTED_HONORS), 0)
    tried = {tuple(sorted([*ORPHANS, kind])) for kind in ORPHANS}
    for knitted in KNITTED:
        tried |= {tuple(sorted(kinds)) for kinds in combinations([*knitted, *range(27, 34)], 14)}
    for hand in tried:
        kinds = sum(1 << kind for kind in set(hand))
        odd = sum(1 << kind for kind in set(hand) if hand.count(kind) % 2)
        shape, fan, _ = shape_without_sets(31, kinds, odd)
        assert shape
        found[fan] += prod(comb(4, hand.count(kind)) for kind in set(hand))
    return found


def test_count_of_standard_hands_of_fourteen_tiles() -> None:
    assert standard_hands()[14] == 11_353_128_141_498


def test_count_of_standard_hands_of_seventeen_tiles() -> None:
    assert standard_hands()[17] == 1_554_490_175_889_888


def test_count_of_seven_pairs() -> None:
    assert seven_pairs_hands() == 1_569_298_171_584


def test_count_of_knitted_straights() -> None:
    assert knitted_straight_hands() == 142_079_164_416


def test_count_of_hands_without_sets() -> None:
    assert hands_without_sets() == {
        THIRTEEN_ORPHANS: 1_308_622_848,
        GREATER_KNITTED_HONORS: 57_982_058_496,
        LESSER_KNITTED_HONORS: 135_291_469_824,
    }


def test_count_of_all_winning_hands() -> None:
    together = (
        standard_hands()[14]
        + seven_pairs_hands()
        - seven_pairs_that_are_standard()
        + knitted_straight_hands()
        + sum(hands_without_sets().values())
    )
    assert together == 13_257_769_189_488
