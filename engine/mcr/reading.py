"""What one reading of a hand is worth; the best one so far is kept in the scratch memory."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit, merge
from engine.mcr import patterns as fan
from engine.mcr.hand import (
    F_CONCEALED_KONGS,
    F_EXPOSED,
    F_HONOR_PUNGS,
    F_KINDS,
    F_MELD_CHOWS,
    F_MELD_FIVES,
    F_MELD_OUTSIDE,
    F_MELD_PUNGS,
    F_N_HAND_FANS,
    F_N_WAITS,
    F_NINE_GATES,
    F_PAIR_HONOR,
    F_SELF_DRAW,
    F_WIN,
)
from engine.mcr.ledger import (
    BEST,
    BEST_BY,
    BEST_COUNTS,
    BEST_IDS,
    BY,
    CHOWS,
    COUNTED,
    COUNTS,
    FACTS,
    IDS,
    MELD_CHOWS,
    arise,
    settle,
)
from engine.mcr.sets import EVEN, add_chows, chow_fans, pung_fans, wait_fan, wait_in_suit
from engine.rules import (
    SHAPE_KNITTED_SINGLES,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
)
from engine.shapes import HONORS, ORPHANS, SUITS, popcount
from engine.tables_build import (
    NO_PAIR,
    SPLIT_N_FIVES,
    SPLIT_N_OUTSIDE,
    SPLIT_PAIR,
    SPLIT_PUNGS,
)
from schemas.codes import WAIT_PAIR_PAIR, WAIT_SINGLE, WAIT_SPECIAL

(
    B_TOTAL,
    B_SHAPE,
    B_WAIT,
    B_N,
    B_SPLIT,
    B_ARRANGEMENT,
) = (0, 1, 2, 3, 4, 7)
"""The best reading in row BEST: total (-1: none yet), shape, wait, length of its list of fans,
splits of the three suits, knitted arrangement."""


@jit
def weigh_sets(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    chows: NDArray[np.int64],
    scratch: NDArray[np.int64],
    shape: int,
    splits: tuple[int, int, int],
    arrangement: int,
    waits_count: bool,
    special_fully_concealed: bool,
) -> None:
    """Weigh a reading of sets and a pair, alone or beside a knitted straight."""
    n = scratch[FACTS, F_N_HAND_FANS]
    n_chows = scratch[FACTS, F_MELD_CHOWS]
    outside = scratch[FACTS, F_MELD_OUTSIDE]
    fives = scratch[FACTS, F_MELD_FIVES]
    own_pungs = scratch[FACTS, F_HONOR_PUNGS]
    pair = scratch[FACTS, F_PAIR_HONOR]
    outside += popcount(own_pungs) + (1 if pair >= 0 else 0)
    for place in range(n_chows):
        scratch[CHOWS, place] = scratch[MELD_CHOWS, place]
    for suit in range(3):
        split = splits[suit]
        n_chows = add_chows(scratch, n_chows, suit, split)
        own_pungs |= ((split >> SPLIT_PUNGS) & 511) << (9 * suit)
        outside += (split >> SPLIT_N_OUTSIDE) & 7
        fives += (split >> SPLIT_N_FIVES) & 7
        rank = (split >> SPLIT_PAIR) & 15
        if rank != NO_PAIR:
            pair = 9 * suit + rank
    pungs = own_pungs | scratch[FACTS, F_MELD_PUNGS]
    n_pungs = popcount(pungs)

    win_tile = scratch[FACTS, F_WIN]
    possible = 1 << WAIT_SINGLE if pair == win_tile else 0
    in_chow = 0
    if win_tile < 27:
        suit = win_tile // 9
        split = splits[0] if suit == 0 else (splits[1] if suit == 1 else splits[2])
        in_chow = wait_in_suit(split, win_tile - 9 * suit)
        possible |= in_chow
    n_concealed = popcount(own_pungs) + scratch[FACTS, F_CONCEALED_KONGS]
    if (own_pungs >> win_tile) & 1:
        possible |= 1 << WAIT_PAIR_PAIR
        if scratch[FACTS, F_SELF_DRAW] == 0 and in_chow == 0:
            n_concealed -= 1  # the discard completes the pung
    only = waits_count and scratch[FACTS, F_N_WAITS] == 1
    n, wait = wait_fan(values, scratch, n, possible, only)

    n = arise(values, scratch, n, fan.TWO_CONCEALED_PUNGS, 1 if n_concealed >= 2 else 0)
    n = arise(values, scratch, n, fan.THREE_CONCEALED_PUNGS, 1 if n_concealed >= 3 else 0)
    n = arise(values, scratch, n, fan.FOUR_CONCEALED_PUNGS, 1 if n_concealed == 4 else 0)
    if pungs:
        n = pung_fans(values, excludes, scratch, n, pungs, pair)
    if n_chows > 1:
        n = chow_fans(values, chows, scratch, n, n_chows, pair)
    if shape == SHAPE_STANDARD:
        if n_chows == 4:
            n = arise(values, scratch, n, fan.ALL_CHOWS, 1 if pair < 27 else 0)
        elif n_pungs == 4:
            n = arise(values, scratch, n, fan.ALL_PUNGS, 1)
            even = (pungs | 1 << pair) & ~EVEN == 0
            n = arise(values, scratch, n, fan.ALL_EVEN_PUNGS, 1 if even else 0)
        n = arise(values, scratch, n, fan.OUTSIDE_HAND, 1 if outside == 5 else 0)
        n = arise(values, scratch, n, fan.ALL_FIVES, 1 if fives == 5 else 0)
        n = _terminals_and_honors(values, scratch, n)
    else:
        n = arise(values, scratch, n, fan.KNITTED_STRAIGHT, 1)
        n = arise(values, scratch, n, fan.ALL_CHOWS, 1 if n_chows == 1 and pair < 27 else 0)
    always_concealed = (n_concealed == 4 and values[fan.FOUR_CONCEALED_PUNGS] != 0) or (
        scratch[FACTS, F_NINE_GATES] == 1 and values[fan.NINE_GATES] != 0
    )
    n = _fully_concealed(values, scratch, n, special_fully_concealed or not always_concealed)
    _keep_if_better(values, excludes, scratch, n, shape, wait, splits, arrangement)


@jit
def weigh_special(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    shape: int,
    pattern: int,
    arrangement: int,
    special_fully_concealed: bool,
) -> None:
    """Weigh a reading without sets, whose fan is `pattern`."""
    n = scratch[FACTS, F_N_HAND_FANS]
    n = arise(values, scratch, n, pattern, 1)
    if shape == SHAPE_SEVEN_PAIRS:
        n = _terminals_and_honors(values, scratch, n)
        # Seven shifted pairs are seven pairs, too.
        n = arise(values, scratch, n, fan.SEVEN_PAIRS, 0 if pattern == fan.SEVEN_PAIRS else 1)
    elif shape == SHAPE_KNITTED_SINGLES and popcount(scratch[FACTS, F_KINDS] & SUITS) == 9:
        n = arise(values, scratch, n, fan.KNITTED_STRAIGHT, 1)
    concealed = special_fully_concealed or values[pattern] == 0
    n = _fully_concealed(values, scratch, n, concealed)
    _keep_if_better(values, excludes, scratch, n, shape, WAIT_SPECIAL, (0, 0, 0), arrangement)


@merge
def _terminals_and_honors(values: NDArray[np.int32], scratch: NDArray[np.int64], n: int) -> int:
    kinds = scratch[FACTS, F_KINDS]
    mixed = kinds & ~ORPHANS == 0 and kinds & HONORS != 0 and kinds & SUITS != 0
    return arise(values, scratch, n, fan.TERMINALS_AND_HONORS, 1 if mixed else 0)


@merge
def _fully_concealed(
    values: NDArray[np.int32], scratch: NDArray[np.int64], n: int, allowed: bool
) -> int:
    """不求人, where the hand's other fans do not imply that it is concealed."""
    own = scratch[FACTS, F_SELF_DRAW] == 1 and scratch[FACTS, F_EXPOSED] == 0
    return arise(values, scratch, n, fan.FULLY_CONCEALED, 1 if own and allowed else 0)


@merge
def _keep_if_better(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    n: int,
    shape: int,
    wait: int,
    splits: tuple[int, int, int],
    arrangement: int,
) -> None:
    for place in range(scratch[FACTS, F_N_HAND_FANS]):
        if scratch[BY, place] < 0:
            scratch[BY, place] = COUNTED
    total = settle(values, excludes, scratch, n)
    if total == 0 and values[fan.CHICKEN_HAND] != 0:
        n = arise(values, scratch, n, fan.CHICKEN_HAND, 1)
        total = values[fan.CHICKEN_HAND]
    if total <= scratch[BEST, B_TOTAL]:
        return
    scratch[BEST, B_TOTAL] = total
    scratch[BEST, B_SHAPE] = shape
    scratch[BEST, B_WAIT] = wait
    scratch[BEST, B_N] = n
    for suit in range(3):
        scratch[BEST, B_SPLIT + suit] = splits[suit]
    scratch[BEST, B_ARRANGEMENT] = arrangement
    for place in range(n):
        scratch[BEST_IDS, place] = scratch[IDS, place]
        scratch[BEST_COUNTS, place] = scratch[COUNTS, place]
        scratch[BEST_BY, place] = scratch[BY, place]
