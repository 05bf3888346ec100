"""Scores one hand of Chinese Official: shapes, readings, the best of them, the answer.

A hand that wins is split suit by suit with the tables; every combination of splits is a reading
and is weighed under the rule set's values and exclusions. The reading with the highest total is
taken; of equal ones that which the reference calculator takes, too: 一色三同顺 or 三同刻 where
there is one, sets before seven pairs, else the first in the order of the tiles (characters,
bamboo, dots), pungs before chows.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.crowded import (
    SPLITS0,
    SPLITS1,
    SPLITS2,
    any_waits,
    held_and_odd_kinds,
    split_hand,
)
from engine.distance import all_waits
from engine.jit import leaf
from engine.mcr import memory as at
from engine.mcr.answer import write_answer, write_totals
from engine.mcr.hand import count_copies, hand_fans, read_melds
from engine.mcr.ledger import takers
from engine.mcr.reading import weigh_sets, weigh_special
from engine.mcr.special import knitted_arrangement, shape_without_sets
from engine.rules import (
    P_KNITTED_STRAIGHT_WAIT,
    P_MINIMUM,
    P_ROB_KONG,
    P_SETS,
    P_SHAPES,
    P_SPECIAL_FULLY_CONCEALED,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_STANDARD,
    Rules,
)
from engine.scoring_out import I_WITHOUT_FLOWERS, ScoreOut, clear_answer
from engine.shapes import (
    held_kinds,
    is_standard,
    knitted_mask,
    odd_kinds,
    popcount,
    suit_codes,
    suit_shapes,
    with_tile,
    without_knitted,
)
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WIN_BY,
    F_WIN_TILE,
    Win,
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


@leaf
def score_mcr(
    rules: Rules,
    tables: Tables,
    win: Win,
    out: ScoreOut,
    substituted: int,
    crowded: bool,
    held: int,
    brief: bool,
) -> int:
    """Score a hand; see `engine.scoring.score_win`.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        win: the hand, wildcards replaced by what they stand for.
        out: receives the answer.
        substituted: wildcards that stand for another kind than their own.
        crowded: whether by them some kind stands more than four times (`engine.crowded`).
        held: copies of the winning tile itself in hand; -1 where the winning tile
            is a wildcard that stands for another kind.
        brief: only the totals are asked for (`engine.brief`).
    """
    hand, facts, scratch = win.hand, win.facts, out.scratch
    n_melds, win_tile = facts[F_N_MELDS], facts[F_WIN_TILE]
    if facts[F_WIN_BY] > BY_ROBBED_KONG:  # wins of other systems, some without tile or shape
        clear_answer(out)
        return NOT_ALLOWED if rules.params[P_MINIMUM] > 0 else LEGAL
    shapes, n_sets = rules.params[P_SHAPES], rules.params[P_SETS]
    splits = tables.splits
    first0, first1, first2 = SPLITS0, SPLITS1, SPLITS2
    shape = arrangement = nine_gates = 0
    may_be_knitted = n_sets - n_melds >= 3 and shapes & SHAPE_KNITTED_STRAIGHT != 0
    if crowded:
        found = any_waits(rules, tables, hand, n_melds, scratch)
    else:
        found = int(np.int64(all_waits(shapes, n_sets - n_melds, n_melds, tables.shape, hand)))
    if (hand[win_tile] > 3 and not crowded) or (found >> win_tile) & 1 == 0:
        clear_answer(out)
        return NO_SHAPE
    if crowded:
        hand[win_tile] += 1
        kinds, odd = held_and_odd_kinds(hand)
        if shapes & SHAPE_STANDARD and split_hand(hand, 0, scratch):
            shape = SHAPE_STANDARD
        elif may_be_knitted:
            arrangement = knitted_arrangement(kinds)
            if arrangement >= 0 and split_hand(hand, knitted_mask(arrangement), scratch):
                shape = SHAPE_KNITTED_STRAIGHT
        hand[win_tile] -= 1
        splits = scratch
    else:
        codes = suit_codes(hand)
        own = codes[0] if win_tile < 9 else (codes[1] if win_tile < 18 else codes[2])
        nine_gates = int(n_melds == 0 and win_tile < 27 and own == NINE_GATES_CODE)
        codes = with_tile(codes, win_tile)
        whole = suit_shapes(tables.shape, codes)
        kinds, odd = held_kinds(whole), odd_kinds(whole)
        if shapes & SHAPE_STANDARD and is_standard(whole):
            shape = SHAPE_STANDARD
        elif may_be_knitted:
            arrangement = knitted_arrangement(kinds)
            if arrangement >= 0:
                codes = without_knitted(codes, kinds, arrangement)
                if is_standard(suit_shapes(tables.shape, codes)):
                    shape = SHAPE_KNITTED_STRAIGHT
        if shape:
            first0 = int(tables.split_start[codes[0]])
            first1 = int(tables.split_start[codes[1]])
            first2 = int(tables.split_start[codes[2]])

    scratch[at.NINE_GATES] = nine_gates
    _begin(rules, win, scratch, kinds, popcount(found), substituted, held)
    special_concealed = rules.params[P_SPECIAL_FULLY_CONCEALED] != 0
    if n_melds == 0 and n_sets == 4:
        special, pattern, knitted = shape_without_sets(shapes, kinds, odd)
        if special:
            weigh_special(rules, scratch, special, pattern, knitted, special_concealed)
    if shape:
        _weigh_splits(
            rules,
            tables.chows,
            scratch,
            splits,
            first0,
            first1,
            first2,
            shape,
            arrangement,
            shape == SHAPE_STANDARD or rules.params[P_KNITTED_STRAIGHT_WAIT] != 0,
            special_concealed,
        )
    if scratch[at.BEST_TOTAL] < 0:  # too many or too few tiles for its melds
        clear_answer(out)
        return NO_SHAPE
    if brief:
        write_totals(rules, win, out)
    else:
        write_answer(rules, win, out)
    if facts[F_WIN_BY] == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0:
        return NOT_ALLOWED
    return BELOW_MINIMUM if out.info[I_WITHOUT_FLOWERS] < rules.params[P_MINIMUM] else LEGAL


@leaf
def _begin(
    rules: Rules,
    win: Win,
    scratch: NDArray[np.int64],
    kinds: int,
    n_waits: int,
    substituted: int,
    held: int,
) -> None:
    """Put what all readings share into the memory (but NINE_GATES); no reading is known yet.

    Args:
        rules: compiled rule set.
        win: the hand.
        scratch: working memory.
        kinds: mask of the concealed kinds, the winning tile's among them.
        n_waits: kinds that would have completed the hand.
        substituted: wildcards that stand for another kind than their own.
        held: copies of the winning tile in hand, see `score_mcr`.
    """
    hand, meld_kind, meld_tile, facts = win.hand, win.meld_kind, win.meld_tile, win.facts
    n_melds, win_tile = facts[F_N_MELDS], facts[F_WIN_TILE]
    win_by, flags = facts[F_WIN_BY], facts[F_FLAGS]
    read_melds(scratch, meld_kind, meld_tile, n_melds, win_tile)
    fours = count_copies(scratch, hand, meld_kind, meld_tile, n_melds, win_tile)
    # 和绝张 asks for three visible copies: not with one in the own hand, always with three melded.
    # It is told of the tile itself, whatever stands for it, or it stands for.
    if held > 0:
        flags &= ~FLAG_LAST_COPY
    elif held == 0 and scratch[at.SHOWN] == 3:
        flags |= FLAG_LAST_COPY
    scratch[at.WIN_TILE] = win_tile
    scratch[at.SELF_DRAW] = int(win_by == BY_SELF_DRAW)
    scratch[at.N_WAITS] = n_waits
    scratch[at.SEAT_WIND] = facts[F_SEAT_WIND]
    scratch[at.ROUND_WIND] = facts[F_ROUND_WIND]
    scratch[at.KINDS] |= kinds
    scratch[at.TAKERS] = takers(rules)
    scratch[at.BEST_TOTAL] = -1
    hand_fans(
        rules,
        scratch,
        win_by,
        flags,
        rules.params[P_SETS],
        fours,
        substituted,
    )


@leaf
def _weigh_splits(
    rules: Rules,
    chows: NDArray[np.int64],
    scratch: NDArray[np.int64],
    splits: NDArray[np.int64],
    first0: int,
    first1: int,
    first2: int,
    shape: int,
    arrangement: int,
    wait_fans: bool,
    special_concealed: bool,
) -> None:
    """Weigh every combination of the suits' splits, given where those of each suit begin."""
    more = True
    while more:
        split0 = splits[first0]
        more = (split0 >> SPLIT_LAST) & 1 == 0
        first0 += 1
        third = first2
        more_third = True
        while more_third:
            split2 = splits[third]
            more_third = (split2 >> SPLIT_LAST) & 1 == 0
            third += 1
            second = first1
            more_second = True
            while more_second:
                split1 = splits[second]
                more_second = (split1 >> SPLIT_LAST) & 1 == 0
                second += 1
                weigh_sets(
                    rules,
                    chows,
                    scratch,
                    shape,
                    split0,
                    split1,
                    split2,
                    arrangement,
                    wait_fans,
                    special_concealed,
                )
