"""Scores one hand of Yantai: shapes, readings, the best product, the answer.

Readings differ in two patterns only: a pure straight 一条龙, and pungs alone 碰碰胡. Of readings
that are worth the same the first is taken: sets before seven pairs, in the order of the tiles
(characters, dots, bamboo), pungs before chows.
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
from engine.rules import (
    P_MINIMUM,
    P_ROB_KONG,
    P_SETS,
    P_SHAPES,
    SHAPE_SEVEN_PAIRS,
    SHAPE_STANDARD,
    SHAPE_THIRTEEN_ORPHANS,
    Rules,
)
from engine.scoring_out import I_TOTAL, ScoreOut, clear_answer
from engine.shapes import (
    ORPHANS,
    held_kinds,
    is_standard,
    odd_kinds,
    popcount,
    suit_codes,
    suit_shapes,
    with_tile,
)
from engine.situation import F_N_MELDS, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import Tables
from engine.tables_build import SPLIT_LAST, SPLIT_N_CHOWS
from engine.yantai import memory as at
from engine.yantai import patterns as row
from engine.yantai.answer import write_answer
from engine.yantai.hand import (
    exposed_melds,
    hand_patterns,
    meld_kinds,
    plays_open,
    seven_pairs_pattern,
)
from engine.yantai.product import weigh
from schemas.codes import (
    BELOW_MINIMUM,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
)

STRAIGHT: Final = 0b1001001
"""Lowest ranks of 123, 456 and 789."""


@leaf
def score_yantai(rules: Rules, tables: Tables, win: Win, out: ScoreOut, crowded: bool) -> int:
    """Score a hand; see `engine.scoring.score_win`.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        win: the hand, wildcards replaced by what they stand for.
        out: receives the answer.
        crowded: whether by them some kind stands more than four times (`engine.crowded`).
    """
    hand, facts, scratch = win.hand, win.facts, out.scratch
    n_melds, win_tile = facts[F_N_MELDS], facts[F_WIN_TILE]
    if facts[F_WIN_BY] > BY_ROBBED_KONG:  # wins of other systems, some without tile or shape
        clear_answer(out)
        return NOT_ALLOWED
    shapes, n_sets = rules.params[P_SHAPES], rules.params[P_SETS]
    splits = tables.splits
    first0, first1, first2 = SPLITS0, SPLITS1, SPLITS2
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
        standard = split_hand(hand, 0, scratch)
        hand[win_tile] -= 1
        splits = scratch
    else:
        codes = with_tile(suit_codes(hand), win_tile)
        whole = suit_shapes(tables.shape, codes)
        kinds, odd = held_kinds(whole), odd_kinds(whole)
        standard = is_standard(whole)
        first0 = int(tables.split_start[codes[0]])
        first1 = int(tables.split_start[codes[1]])
        first2 = int(tables.split_start[codes[2]])

    in_melds, chows = meld_kinds(win)
    scratch[at.MELD_CHOWS] = chows
    scratch[at.HAND_PATTERNS] = hand_patterns(rules, win, kinds | in_melds)
    scratch[at.LAST_PATTERNS] = -1
    scratch[at.BEST_TOTAL] = -1
    if standard and shapes & SHAPE_STANDARD:
        _find_honor_sets(win, scratch)
        _weigh_splits(rules, scratch, splits, first0, first1, first2)
    if n_melds == 0 and n_sets == 4:
        if odd == 0 and shapes & SHAPE_SEVEN_PAIRS:
            _weigh(rules, scratch, 1 << seven_pairs_pattern(hand, win_tile), SHAPE_SEVEN_PAIRS)
        elif kinds == ORPHANS and shapes & SHAPE_THIRTEEN_ORPHANS:
            _weigh(rules, scratch, 1 << row.THIRTEEN_ORPHANS, SHAPE_THIRTEEN_ORPHANS)
    if scratch[at.BEST_TOTAL] < 0:  # too many or too few tiles for its melds
        clear_answer(out)
        return NO_SHAPE
    write_answer(rules, win, out, popcount(found))
    if facts[F_WIN_BY] == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0:
        return NOT_ALLOWED
    if plays_open(rules, win) and (facts[F_WIN_BY] != BY_SELF_DRAW or exposed_melds(win) > 0):
        return NOT_ALLOWED
    return BELOW_MINIMUM if out.info[I_TOTAL] < rules.params[P_MINIMUM] else LEGAL


@leaf
def _find_honor_sets(win: Win, scratch: NDArray[np.int64]) -> None:
    """Pungs and pair of honors in the concealed part of a hand of sets and a pair."""
    pungs = twice = 0
    pair = -1
    for kind in range(27, 34):
        count = int(win.hand[kind]) + int(kind == win.facts[F_WIN_TILE])
        pungs |= int(count >= 3) << kind
        twice |= int(count >= 6) << kind
        pair = kind if count % 3 == 2 else pair
    scratch[at.HONOR_PUNGS] = pungs
    scratch[at.HONOR_PUNGS_TWICE] = twice
    scratch[at.HONOR_PAIR] = pair


@leaf
def _weigh_splits(
    rules: Rules,
    scratch: NDArray[np.int64],
    splits: NDArray[np.int64],
    first0: int,
    first1: int,
    first2: int,
) -> None:
    """Weigh every combination of the suits' splits, given where those of each suit begin."""
    more0 = True
    while more0:
        split0 = splits[first0]
        more0 = (split0 >> SPLIT_LAST) & 1 == 0
        first0 += 1
        second = first1
        more1 = True
        while more1:
            split1 = splits[second]
            more1 = (split1 >> SPLIT_LAST) & 1 == 0
            second += 1
            third = first2
            more2 = True
            while more2:
                split2 = splits[third]
                more2 = (split2 >> SPLIT_LAST) & 1 == 0
                third += 1
                patterns = _patterns_of_sets(scratch[at.MELD_CHOWS], split0, split1, split2)
                if patterns != scratch[at.LAST_PATTERNS]:
                    scratch[at.LAST_PATTERNS] = patterns
                    if _weigh(rules, scratch, patterns, SHAPE_STANDARD):
                        scratch[at.BEST_SPLITS] = split0
                        scratch[at.BEST_SPLITS + 1] = split1
                        scratch[at.BEST_SPLITS + 2] = split2


@leaf
def _patterns_of_sets(meld_chows: int, split0: int, split1: int, split2: int) -> int:
    """The patterns that a reading's sets make; `meld_chows`: lowest tiles of melded chows."""
    chows = meld_chows
    for suit in range(3):
        split = split0 if suit == 0 else (split1 if suit == 1 else split2)
        for _ in range((split >> SPLIT_N_CHOWS) & 7):
            chows |= 1 << (9 * suit + (split & 7))
            split >>= 3
    straight = (
        chows & STRAIGHT == STRAIGHT
        or (chows >> 9) & STRAIGHT == STRAIGHT
        or (chows >> 18) & STRAIGHT == STRAIGHT
    )
    return int(straight) << row.PURE_STRAIGHT | int(chows == 0) << row.ALL_PUNGS


@leaf
def _weigh(rules: Rules, scratch: NDArray[np.int64], patterns: int, shape: int) -> bool:
    """Weigh a reading by its own patterns; returns whether it is the best so far."""
    patterns |= scratch[at.HAND_PATTERNS]
    total, kept = weigh(rules, patterns)
    if total <= scratch[at.BEST_TOTAL]:
        return False
    scratch[at.BEST_TOTAL] = total
    scratch[at.BEST_PATTERNS] = patterns
    scratch[at.BEST_KEPT] = kept
    scratch[at.BEST_SHAPE] = shape
    return True
