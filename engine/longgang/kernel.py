"""Scores one hand of Longgang: its facts, all readings, the best of them, the answer.

What all readings share (melds, flowers, the wildcards in use, the moment of the win) is counted
once; the concealed tiles are read in every way (`engine.longgang.search`, `engine.longgang.pairs`)
and the reading with the highest total is taken.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.jit import leaf
from engine.longgang import memory as at
from engine.longgang.answer import write_answer
from engine.longgang.hand import (
    count_flowers,
    natural_suit_codes,
    read_fixed,
    read_tiles,
    suit_sizes,
)
from engine.longgang.pairs import weigh_pairs
from engine.longgang.search import plan, weigh, weigh_sets
from engine.longgang.spread import ALL_TRAITS
from engine.longgang.waits import count_waits
from engine.params import param
from engine.rules import (
    P_MINIMUM,
    P_ROB_KONG,
    P_SETS,
    P_SHAPES,
    SHAPE_EIGHT_PAIRS,
    SHAPE_STANDARD,
    Rules,
)
from engine.scoring_out import I_LIABLE, I_N_WAITS, I_TOTAL, ScoreOut, clear_answer
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    Win,
)
from engine.tables import Tables
from engine.wild import count_wild, proper_wildcards, wild_tiles
from schemas.codes import (
    BELOW_MINIMUM,
    BY_DISCARD,
    BY_ROBBED_GOLD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    BY_THREE_WILDCARDS,
    FLAG_LATE_DRAGON,
    LEGAL,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    NO_SHAPE,
    NOT_ALLOWED,
    WAIT_TWO_SIDED,
)
from schemas.tiles import N_KINDS

_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_THREE_WILDCARDS: Final = param("win.three_wildcards")
_THREE_ON_DISCARD: Final = param("win.three_wildcards_on_discard")
_NO_FLUSH: Final = 0b1111
"""Suits of a hand that makes no row of suits: all of them."""


@leaf
def score_longgang(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    """Score a hand; see `engine.scoring.score_win`.

    Three wildcards win without a shape, also on an own draw: base, flowers and melds count, and
    the self-draw where it is one.
    """
    facts, scratch, params = win.facts, out.scratch, rules.params
    win_by, win_tile, n_melds = facts[F_WIN_BY], facts[F_WIN_TILE], facts[F_N_MELDS]
    shapeless = win_by == BY_THREE_WILDCARDS
    if win_by > BY_THREE_WILDCARDS or win_by == BY_ROBBED_GOLD:
        clear_answer(out)  # wins of other systems
        return NOT_ALLOWED
    wild = wild_tiles(rules, facts[F_WILDCARD], facts[F_SEAT_WIND])
    proper = proper_wildcards(rules, facts[F_WILDCARD])
    n_tiles = read_tiles(rules, win, wild, proper, scratch)
    n_proper = count_wild(win.hand, proper)
    n_proper += int(win_tile >= 0 and (proper >> win_tile) & 1 == 1)
    if shapeless and params[_THREE_WILDCARDS] == 0:
        clear_answer(out)
        return NOT_ALLOWED
    whole = n_tiles == 3 * (params[P_SETS] - n_melds) + 2 and scratch[at.N_WILD] <= at.MOST_WILD
    if (shapeless and n_proper < 3) or (not shapeless and (win_tile < 0 or not whole)):
        clear_answer(out)
        return NO_SHAPE
    n_flowers = count_flowers(win, wild)
    read_fixed(rules, win, wild, proper, n_flowers, scratch)

    codes, sizes = natural_suit_codes(scratch), suit_sizes(scratch)
    if not shapeless:
        missing = tables.missing_any if params[_FIFTH_COPY] == 1 else tables.missing
        standard = params[P_SHAPES] & SHAPE_STANDARD != 0
        if standard and plan(scratch, missing, codes, sizes, scratch[at.N_WILD]):
            weigh_sets(rules, scratch)
        if n_melds == 0 and params[P_SHAPES] & SHAPE_EIGHT_PAIRS:
            weigh_pairs(rules, scratch)
        # Who draws may show three wildcards instead of a shape.
        if win_by == BY_SELF_DRAW and n_proper >= 3 and params[_THREE_WILDCARDS] != 0:
            shapeless = scratch[at.BEST_TOTAL] < 0
    if shapeless:
        points = scratch[at.FIXED_POINTS] + scratch[at.PLACE_POINTS + WAIT_TWO_SIDED]
        weigh(rules, scratch, points, ALL_TRAITS, _NO_FLUSH, 0, 0, 0)
        scratch[at.BEST_SHAPE] = 0
    if scratch[at.BEST_TOTAL] < 0:
        clear_answer(out)
        return NO_SHAPE
    write_answer(rules, win, n_flowers, out)
    if not shapeless:
        out.info[I_N_WAITS] = count_waits(rules, tables, win, wild, codes, sizes, scratch)
    out.info[I_LIABLE] = int(_is_liable(win))
    if win_by == BY_ROBBED_KONG and params[P_ROB_KONG] == 0:
        return NOT_ALLOWED
    if n_proper >= 3 and win_by == BY_DISCARD and params[_THREE_ON_DISCARD] == 0:
        return NOT_ALLOWED
    return BELOW_MINIMUM if out.info[I_TOTAL] < params[P_MINIMUM] else LEGAL


@leaf
def _is_liable(win: Win) -> bool:
    """Whether who discarded the winning tile pays for all 包.

    Three exposed wind sets and a win on a wind, four exposed honor sets and a win on an honor, or
    a late dragon.
    """
    tile = win.facts[F_WIN_TILE]
    if win.facts[F_WIN_BY] != BY_DISCARD or tile < 27 or tile >= N_KINDS:
        return False
    winds = honors = 0
    for k in range(win.facts[F_N_MELDS]):
        meld_kind, low = win.meld_kind[k], int(np.int64(win.meld_tile[k]))
        if meld_kind != MELD_KONG_CONCEALED and meld_kind != MELD_CHOW and low >= 27:
            honors += 1
            winds += int(low < 31)
    late = win.facts[F_FLAGS] & FLAG_LATE_DRAGON != 0 and tile >= 31
    return late or honors >= 4 or (winds >= 3 and tile < 31)
