"""Scores one hand of Chinese Official: shapes, readings, the best of them, the answer.

A hand that wins is split suit by suit with the tables; every combination of splits is a reading
and is weighed under the rule set's values and exclusions. The reading with the highest total is
taken; of equal ones the first: shapes without sets before sets, more pungs before less.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.distance import all_waits
from engine.jit import jit, merge
from engine.mcr import patterns as fan
from engine.mcr.answer import clear_answer, write_answer
from engine.mcr.hand import (
    F_KINDS,
    F_N_WAITS,
    F_NINE_GATES,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_SELF_DRAW,
    F_WIN,
    hand_fans,
    read_counts,
    read_melds,
)
from engine.mcr.ledger import BEST, FACTS
from engine.mcr.reading import B_TOTAL, weigh_sets, weigh_special
from engine.rules import (
    P_KNITTED_STRAIGHT_WAIT,
    P_MINIMUM,
    P_ROB_KONG,
    P_SETS,
    P_SHAPES,
    P_SPECIAL_FULLY_CONCEALED,
    SHAPE_KNITTED_SINGLES,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    SHAPE_THIRTEEN_ORPHANS,
    Rules,
)
from engine.scoring_out import I_WITHOUT_FLOWERS, ScoreOut
from engine.shapes import (
    HONORS,
    ORPHANS,
    held_kinds,
    is_standard,
    knitted_mask,
    most_knitted,
    odd_kinds,
    popcount,
    suit_codes,
    suit_shapes,
    with_tile,
    without_knitted,
)
from engine.tables import Tables
from engine.tables_build import SPLIT_LAST
from schemas.codes import (
    BELOW_MINIMUM,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_LAST_COPY,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
)

NINE_GATES_CODE: Final = 3 + sum(5**rank for rank in range(1, 8)) + 3 * 5**8
"""Code of 1112345678999."""
SEVEN_IN_A_ROW: Final = 0b1111111


@jit
def score_mcr(
    rules: Rules,
    tables: Tables,
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    win_tile: int,
    win_by: int,
    flags: int,
    seat_wind: int,
    round_wind: int,
    n_flowers: int,
    out: ScoreOut,
) -> int:
    """Score a hand; see `engine.scoring.score_win`."""
    scratch = out.scratch
    shapes = rules.params[P_SHAPES]
    n_sets = rules.params[P_SETS]
    found = all_waits(shapes, n_sets - n_melds, n_melds, tables.shape, hand)
    if hand[win_tile] > 3 or (found >> np.uint64(win_tile)) & np.uint64(1) == 0:
        clear_answer(out)
        return NO_SHAPE

    scratch[FACTS, F_WIN] = win_tile
    scratch[FACTS, F_SELF_DRAW] = 1 if win_by == BY_SELF_DRAW else 0
    scratch[FACTS, F_N_WAITS] = popcount(int(np.int64(found)))
    scratch[FACTS, F_SEAT_WIND] = seat_wind
    scratch[FACTS, F_ROUND_WIND] = round_wind
    shown = read_melds(scratch, meld_kind, meld_tile, n_melds, win_tile)
    # 和绝张: three copies are visible for sure where the own melds show them.
    if hand[win_tile] > 0:
        flags &= ~FLAG_LAST_COPY
    elif shown == 3:
        flags |= FLAG_LAST_COPY

    codes = suit_codes(hand)
    scratch[FACTS, F_NINE_GATES] = 0
    if n_melds == 0 and win_tile < 27:
        own = codes[0] if win_tile < 9 else (codes[1] if win_tile < 18 else codes[2])
        scratch[FACTS, F_NINE_GATES] = 1 if own == NINE_GATES_CODE else 0
    codes = with_tile(codes, win_tile)
    whole = suit_shapes(tables.shape, codes)
    kinds = held_kinds(whole)
    scratch[FACTS, F_KINDS] |= kinds
    read_counts(scratch, hand, meld_kind, meld_tile, n_melds, win_tile)
    hand_fans(rules.values, rules.excludes, scratch, win_by, flags, n_sets)
    scratch[BEST, B_TOTAL] = -1

    special_concealed = rules.params[P_SPECIAL_FULLY_CONCEALED] != 0
    if n_melds == 0 and n_sets == 4:
        _weigh_without_sets(rules, scratch, kinds, odd_kinds(whole), shapes, special_concealed)
    if n_sets - n_melds >= 3 and shapes & SHAPE_KNITTED_STRAIGHT and most_knitted(kinds) == 9:
        for arrangement in range(6):
            if knitted_mask(arrangement) & ~kinds == 0:
                rest = without_knitted(codes, kinds, arrangement)
                if is_standard(suit_shapes(tables.shape, rest)):
                    _weigh_splits(rules, tables, scratch, rest, SHAPE_KNITTED_STRAIGHT, arrangement)
    if shapes & SHAPE_STANDARD and is_standard(whole):
        _weigh_splits(rules, tables, scratch, codes, SHAPE_STANDARD, 0)

    write_answer(rules.values, rules.excludes, hand, meld_kind, meld_tile, n_melds, n_flowers, out)
    if (win_by == BY_ROBBED_KONG and not rules.params[P_ROB_KONG]) or win_by > BY_ROBBED_KONG:
        return NOT_ALLOWED
    if out.info[I_WITHOUT_FLOWERS] < rules.params[P_MINIMUM]:
        return BELOW_MINIMUM
    return LEGAL


@merge
def _weigh_without_sets(
    rules: Rules,
    scratch: NDArray[np.int64],
    kinds: int,
    odd: int,
    shapes: int,
    special_concealed: bool,
) -> None:
    """Weigh the shapes of fourteen concealed tiles that are not made of sets."""
    pattern = -1
    shape = 0
    arrangement = 0
    if odd == 0 and shapes & SHAPE_SEVEN_PAIRS:
        shape = SHAPE_SEVEN_PAIRS
        pattern = fan.SEVEN_SHIFTED_PAIRS if _seven_in_a_row(kinds) else fan.SEVEN_PAIRS
    elif kinds == ORPHANS and shapes & SHAPE_THIRTEEN_ORPHANS:
        shape = SHAPE_THIRTEEN_ORPHANS
        pattern = fan.THIRTEEN_ORPHANS
    elif popcount(kinds) == 14 and shapes & SHAPE_KNITTED_SINGLES:
        for knitted in range(6):
            if kinds & ~(knitted_mask(knitted) | HONORS) == 0:
                shape = SHAPE_KNITTED_SINGLES
                arrangement = knitted
                pattern = fan.LESSER_KNITTED_HONORS
                if kinds & HONORS == HONORS:
                    pattern = fan.GREATER_KNITTED_HONORS
    if pattern >= 0:
        weigh_special(
            rules.values, rules.excludes, scratch, shape, pattern, arrangement, special_concealed
        )


@merge
def _seven_in_a_row(kinds: int) -> bool:
    for suit in range(3):
        ranks = kinds >> (9 * suit)
        if ranks << (9 * suit) == kinds and ranks in (
            SEVEN_IN_A_ROW,
            SEVEN_IN_A_ROW << 1,
            SEVEN_IN_A_ROW << 2,
        ):
            return True
    return False


@jit
def _weigh_splits(
    rules: Rules,
    tables: Tables,
    scratch: NDArray[np.int64],
    codes: tuple[int, int, int, int],
    shape: int,
    arrangement: int,
) -> None:
    """Weigh every combination of the suits' splits."""
    waits_count = shape == SHAPE_STANDARD or rules.params[P_KNITTED_STRAIGHT_WAIT] != 0
    special_concealed = rules.params[P_SPECIAL_FULLY_CONCEALED] != 0
    first = int(tables.split_start[codes[0]])
    while True:
        split0 = int(tables.splits[first])
        second = int(tables.split_start[codes[1]])
        while True:
            split1 = int(tables.splits[second])
            third = int(tables.split_start[codes[2]])
            while True:
                split2 = int(tables.splits[third])
                weigh_sets(
                    rules.values,
                    rules.excludes,
                    tables.chows,
                    scratch,
                    shape,
                    (split0, split1, split2),
                    arrangement,
                    waits_count,
                    special_concealed,
                )
                if split2 >> SPLIT_LAST:
                    break
                third += 1
            if split1 >> SPLIT_LAST:
                break
            second += 1
        if split0 >> SPLIT_LAST:
            break
        first += 1
