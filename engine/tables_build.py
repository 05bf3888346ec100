"""Computes the tables of `engine.tables`: what a suit lacks, how it splits, which chows combine.

A suit is the base-5 code of its nine counts (``sum(count[i] * 5**i)``), the honors that of seven.
Everything is enumerated once from the definition of a set; nothing here knows a scoring rule.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit

MAX_SETS: Final = 5
"""Sets that one suit may hold: sixteen-tile hands have five."""
N_GOALS: Final = 2 * (MAX_SETS + 1)
"""Goals of a suit: k sets and j pairs, numbered ``2 * k + j``."""
GOAL_BITS: Final = 5
"""Bits of one packed count of missing tiles; five sets and a pair lack 17 at most."""
BIT_SETS: Final = 9
"""Bit of the shape table: the suit is made of sets alone."""
BIT_SETS_PAIR: Final = 10
"""Bit of the shape table: the suit is made of sets and one pair."""
BIT_HELD: Final = 11
"""First of nine bits of the shape table: the kinds held."""
BIT_ODD: Final = 20
"""First of nine bits of the shape table: the kinds held an odd number of times."""

SPLIT_PUNGS: Final = 15
SPLIT_PAIR: Final = 24
SPLIT_N_CHOWS: Final = 28
SPLIT_N_OUTSIDE: Final = 31
SPLIT_N_FIVES: Final = 34
SPLIT_LAST: Final = 62
"""First bits of the parts of a split: lowest ranks of its chows (3 bits each, from bit 0), mask
of its pungs, rank of its pair (NO_PAIR: none), number of chows, number of groups with a terminal
and with a five (3 bits each); the last bit marks the last split of a suit."""
NO_PAIR: Final = 15


def set_deltas(ranks: int, chows: bool) -> list[int]:
    """Codes of all sets of a suit with `ranks` kinds: pungs, then chows where there are any."""
    deltas = [3 * 5**rank for rank in range(ranks)]
    if chows:
        deltas += [31 * 5**rank for rank in range(ranks - 2)]
    return deltas


def goal_codes(ranks: int, chows: bool) -> list[NDArray[np.int64]]:
    """Codes that are exactly k sets and j pairs, no kind more than four times, by goal."""
    empty = np.zeros(1, dtype=np.int64)
    pairs = [2 * 5**rank for rank in range(ranks)]
    goals: list[NDArray[np.int64]] = []
    sets_only = empty
    for k in range(MAX_SETS + 1):
        if k:
            sets_only = _add(sets_only, set_deltas(ranks, chows), ranks)
        goals += [sets_only, _add(sets_only, pairs, ranks)]
    return goals


def loose_goals(ranks: int, chows: bool) -> list[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """What is exactly k sets and j pairs with any number of copies of a kind, by goal.

    Returns:
        For each goal the codes with every count cut down to four, and how many tiles were cut off:
        no hand holds these, wildcards have to stand for them.
    """
    sets = [[rank] * 3 for rank in range(ranks)]
    sets += [[low, low + 1, low + 2] for low in range(ranks - 2)] if chows else []
    found = []
    counts = np.zeros((1, ranks), dtype=np.uint8)
    pairs = 2 * np.eye(ranks, dtype=np.uint8)
    for k in range(MAX_SETS + 1):
        if k:
            each = np.stack([np.bincount(one, minlength=ranks) for one in sets]).astype(np.uint8)
            counts = np.unique((counts[:, None] + each[None]).reshape(-1, ranks), axis=0)
        with_pair = np.unique((counts[:, None] + pairs[None]).reshape(-1, ranks), axis=0)
        for goal in (counts, with_pair):
            held = np.minimum(goal, 4)
            codes = held.astype(np.int64) @ 5 ** np.arange(ranks)
            found.append((codes, (goal - held).sum(axis=1).astype(np.uint8)))
    return found


def missing_table(
    ranks: int, goals: list[tuple[NDArray[np.int64], NDArray[np.uint8]]]
) -> NDArray[np.uint64]:
    """Tiles missing for every goal, packed ``GOAL_BITS`` bits each, for every code.

    The distance from counts c to a goal T is ``sum(max(0, T - c))``: it separates by kind, so the
    minimum over all T is found axis by axis, exactly.

    Args:
        ranks: kinds of the suit.
        goals: for each goal its codes and what each lacks in any case.
    """
    size = 5**ranks
    packed = np.zeros(size, dtype=np.uint64)
    for goal, (codes, always) in enumerate(goals):
        lack = np.full(size, (1 << GOAL_BITS) - 1, dtype=np.uint8)
        np.minimum.at(lack, codes, always)
        for rank in range(ranks):
            axis = lack.reshape(5 ** (ranks - 1 - rank), 5, 5**rank)
            for count in range(3, -1, -1):  # lacking: one more tile for each copy that is not held
                np.minimum(axis[:, count], axis[:, count + 1] + 1, out=axis[:, count])
            for count in range(1, 5):  # a tile too many costs nothing
                np.minimum(axis[:, count], axis[:, count - 1], out=axis[:, count])
        packed |= lack.astype(np.uint64) << np.uint64(goal * GOAL_BITS)
    return packed


def shape_table(ranks: int, chows: bool, goals: list[NDArray[np.int64]]) -> NDArray[np.uint32]:
    """What a code is and what would complete it, by shape.

    Returns:
        uint32 (5 ** ranks): kinds that complete the code to sets, or to sets and a pair (from bit
        0; the number of tiles says which); it is made of sets, of sets and a pair (BIT_SETS,
        BIT_SETS_PAIR); kinds held and kinds held once or three times (from BIT_HELD, BIT_ODD). A
        fifth copy completes by shape too.
    """
    size = 5**ranks
    complete = np.zeros(size, dtype=np.uint32)
    for goal, codes in enumerate(goals):
        complete[codes] |= np.uint32(1 << (BIT_SETS_PAIR if goal & 1 else BIT_SETS))
    table = complete.copy()
    for rank in range(ranks):
        axis = table.reshape(-1, 5, 5**rank)
        done = complete.reshape(-1, 5, 5**rank) > 0
        axis[:, :4] |= done[:, 1:] * np.uint32(1 << rank)
        axis[:, 1:] |= np.uint32(1 << (BIT_HELD + rank))
        axis[:, 1::2] |= np.uint32(1 << (BIT_ODD + rank))
        axis[:, 4] |= _fifth_completes(complete, rank, ranks, chows) * np.uint32(1 << rank)
    return table


def _fifth_completes(
    complete: NDArray[np.uint32], rank: int, ranks: int, chows: bool
) -> NDArray[np.bool_]:
    """Whether a fifth copy of `rank` completes the codes that hold four.

    It is looked for by taking away one group that holds it.

    Returns:
        bool (5 ** (ranks - 1 - rank), 5 ** rank), codes without their digit `rank`.
    """
    codes = np.arange(len(complete)).reshape(-1, 5, 5**rank)[:, 4]
    found: NDArray[np.bool_] = complete[codes - 2 * 5**rank] > 0  # a pung goes, two copies stay
    found |= complete[codes - 5**rank] >> BIT_SETS & 1 == 1  # a pair goes, three copies stay
    if chows:
        for low in range(max(0, rank - 2), min(rank, ranks - 3) + 1):
            others = [member for member in range(low, low + 3) if member != rank]
            held = np.all([codes // 5**member % 5 > 0 for member in others], axis=0)
            rest = codes - sum(5**member for member in others)
            found |= held & (complete[np.where(held, rest, 0)] > 0) & (rest > 0)
    return found


def split_table(
    ranks: int, goals: list[NDArray[np.int64]]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Every split of every complete suit into sets (and a pair).

    Returns:
        int32 (5 ** ranks), position of a code's first split, -1 where the code is not complete;
        int64 (n), the splits, packed as the ``SPLIT_*`` constants say. A code's splits follow one
        another in the order of their sets (lowest tile, pung before chow), the last is marked.
    """
    starts = np.full(5**ranks, -1, dtype=np.int32)
    parts: list[NDArray[np.int64]] = []
    filled = 0
    for goal, codes in enumerate(goals):
        first, splits = _split_codes(codes, goal & 1 == 1, ranks)
        starts[codes] = first + filled
        parts.append(splits)
        filled += len(splits)
    return starts, np.concatenate(parts)


@jit
def _split_codes(
    codes: NDArray[np.int64], has_pair: bool, ranks: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    first = np.zeros(len(codes), dtype=np.int64)
    splits = np.zeros(8 * len(codes), dtype=np.int64)
    counts = np.zeros(9, dtype=np.int64)
    filled = 0
    for position in range(len(codes)):
        first[position] = filled
        rest = codes[position]
        for rank in range(ranks):
            counts[rank] = rest % 5
            rest //= 5
        for pair in range(ranks if has_pair else 1):
            if has_pair:
                if counts[pair] < 2:
                    continue
                counts[pair] -= 2
            # Which kinds are pungs fixes the chows.
            for mask in range(1 << ranks):
                split = _split_with_pungs(counts, mask, ranks, pair if has_pair else NO_PAIR)
                if split >= 0:
                    place = filled
                    while place > first[position] and _order(splits[place - 1]) > _order(split):
                        splits[place] = splits[place - 1]
                        place -= 1
                    splits[place] = split
                    filled += 1
            if has_pair:
                counts[pair] += 2
        splits[filled - 1] |= 1 << SPLIT_LAST
    return first, splits[:filled].copy()


@jit
def _order(split: int) -> int:
    """Orders the splits of one code: sets by their lowest tile, a pung before a chow."""
    key = 0
    for rank in range(9):
        if (split >> (SPLIT_PUNGS + rank)) & 1:
            key = key * 32 + 2 * rank
        chows = split
        for _ in range((split >> SPLIT_N_CHOWS) & 7):
            if chows & 7 == rank:
                key = key * 32 + 2 * rank + 1
            chows >>= 3
    return key


@jit
def _split_with_pungs(counts: NDArray[np.int64], mask: int, ranks: int, pair: int) -> int:
    """The split whose pungs are `mask`, or -1 where the rest is not made of chows."""
    started = 0  # chows that began one rank below, and two ranks below
    started_before = 0
    packed = (mask << SPLIT_PUNGS) | (pair << SPLIT_PAIR)
    n_chows = 0
    n_outside = 0
    n_fives = 0
    for rank in range(ranks):
        is_pung = (mask >> rank) & 1
        begin = counts[rank] - 3 * is_pung - started - started_before
        if begin < 0 or (begin > 0 and rank > ranks - 3):
            return -1
        for _ in range(begin):
            packed |= rank << (3 * n_chows)
            n_chows += 1
        n_groups = is_pung + (1 if rank == pair else 0)
        if rank in (0, ranks - 1):
            n_outside += n_groups
        if rank in (0, ranks - 3):
            n_outside += begin
        if rank == 4:
            n_fives += n_groups
        if 2 <= rank <= 4:
            n_fives += begin
        started_before = started
        started = begin
    packed |= n_chows << SPLIT_N_CHOWS
    return packed | (n_outside << SPLIT_N_OUTSIDE) | (n_fives << SPLIT_N_FIVES)


def _add(codes: NDArray[np.int64], deltas: list[int], ranks: int) -> NDArray[np.int64]:
    """All codes plus each delta, no kind more than four times, sorted and unique."""
    digits = np.stack([codes // 5**rank % 5 for rank in range(ranks)])
    found: list[NDArray[np.int64]] = []
    for delta in deltas:
        more = np.array([[delta // 5**rank % 5] for rank in range(ranks)])
        found.append(codes[((digits + more) <= 4).all(axis=0)] + delta)
    return np.unique(np.concatenate(found))
