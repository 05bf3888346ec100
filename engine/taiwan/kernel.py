"""Scores one hand of Taiwan sixteen-tile: shape, readings, the best of them, the answer.

A hand that wins is split suit by suit with the tables; every combination of splits is a reading
and is weighed under the rule set's values and exclusions, the winning tile in every place that it
may have completed. The reading with the highest total is taken; of equal ones the first in the
order of the tiles, pungs before chows.

Only natural tiles are known here. A kind may be held more than four times where wildcards stand
for the further copies; such hands are split by counting (`engine.taiwan.any_copies`).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import param
from engine.rules import P_MINIMUM, P_ROB_KONG, P_SETS, Rules
from engine.scoring_out import I_WITHOUT_FLOWERS, ScoreOut, clear_answer
from engine.shapes import (
    NINE,
    completes_standard,
    popcount,
    standard_waits,
    suit_codes,
    suit_shapes,
    with_tile,
)
from engine.situation import F_N_MELDS, F_SEAT_WIND, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import Tables
from engine.tables_build import (
    NO_PAIR,
    SPLIT_LAST,
    SPLIT_N_CHOWS,
    SPLIT_PAIR,
    SPLIT_PUNGS,
)
from engine.taiwan import memory as at
from engine.taiwan import patterns as row
from engine.taiwan.answer import write_best, write_flower_win
from engine.taiwan.any_copies import MOST_COPIES, count_waits, is_complete, weigh_all
from engine.taiwan.hand import flower_rows, hand_rows
from engine.taiwan.reading import add_chow, weigh_reading
from schemas.codes import (
    BELOW_MINIMUM,
    BY_EIGHT_FLOWERS,
    BY_ROBBED_KONG,
    BY_SEVEN_FLOWERS,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
)
from schemas.tiles import N_KINDS, N_TILES

_EIGHT_FLOWERS: Final = param("win.eight_flowers")
_SEVEN_ROB_ONE: Final = param("win.seven_rob_one")


@leaf
def score_taiwan(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    """Score a hand; see `engine.scoring.score_win`."""
    win_by = win.facts[F_WIN_BY]
    if win_by in (BY_EIGHT_FLOWERS, BY_SEVEN_FLOWERS):
        return _score_flowers(rules, win, out)
    if win_by > BY_ROBBED_KONG:  # wins by wildcards
        clear_answer(out)
        return NOT_ALLOWED
    scratch = out.scratch
    scratch[at.BEST_TOTAL] = at.NOTHING
    most, kinds = _look_at_tiles(rules.params[P_SETS], win)
    if 0 < most <= 4:
        codes = suit_codes(win.hand)
        shapes = suit_shapes(tables.shape, codes)
        win_tile = win.facts[F_WIN_TILE]
        if completes_standard(shapes, win_tile):
            scratch[at.N_WAITS] = popcount(standard_waits(shapes))
            hand_rows(rules, scratch, win, kinds)
            codes = with_tile(codes, win_tile)
            _weigh_splits(rules, scratch, tables.split_start, tables.splits, codes)
    elif 4 < most <= MOST_COPIES and _find_any_copies(scratch, win):
        hand_rows(rules, scratch, win, kinds)
        weigh_all(rules, scratch)
    if scratch[at.BEST_TOTAL] == at.NOTHING:
        clear_answer(out)
        return NO_SHAPE
    write_best(rules, win, out)
    if win_by == BY_ROBBED_KONG and rules.params[P_ROB_KONG] == 0:
        return NOT_ALLOWED
    return BELOW_MINIMUM if out.info[I_WITHOUT_FLOWERS] < rules.params[P_MINIMUM] else LEGAL


@leaf
def _score_flowers(rules: Rules, win: Win, out: ScoreOut) -> int:
    """Score a win by eight or seven flowers: it and the flowers' rows are all that counts."""
    eight = win.facts[F_WIN_BY] == BY_EIGHT_FLOWERS
    kinds = total = 0
    for flower in range(N_KINDS, N_TILES):
        kinds += int(win.flowers[flower] > 0)
        total += win.flowers[flower]
    if kinds != total or total != (8 if eight else 7):
        clear_answer(out)
        return NO_SHAPE
    rows = flower_rows(out.scratch, win.flowers, win.facts[F_SEAT_WIND])
    rows |= 1 << (row.EIGHT_FLOWERS if eight else row.SEVEN_ROB_ONE)
    write_flower_win(rules, rows, out)
    if rules.params[_EIGHT_FLOWERS if eight else _SEVEN_ROB_ONE] == 0:
        return NOT_ALLOWED
    return BELOW_MINIMUM if out.info[I_WITHOUT_FLOWERS] < rules.params[P_MINIMUM] else LEGAL


@leaf
def _look_at_tiles(n_sets: int, win: Win) -> tuple[int, int]:
    """Most copies of a concealed kind, the winning tile among them, and the mask of kinds.

    0 copies where the tiles cannot be a hand: too many or too few beside the melds, a flower among
    them, or no winning tile.
    """
    win_tile = win.facts[F_WIN_TILE]
    if not 0 <= win_tile < N_KINDS:
        return 0, 0
    most = int(win.hand[win_tile]) + 1
    kinds = 1 << win_tile
    total = 0
    for tile in range(N_KINDS):
        count = int(win.hand[tile])
        total += count
        most = max(most, count)
        kinds |= int(count > 0) << tile
    for tile in range(N_KINDS, N_TILES):
        total += 99 * int(win.hand[tile])
    return most if total == 3 * (n_sets - win.facts[F_N_MELDS]) + 1 else 0, kinds


@leaf
def _find_any_copies(scratch: NDArray[np.int64], win: Win) -> bool:
    """Count waits and tiles of a hand with more than four of a kind; whether it is complete."""
    scratch[at.N_WAITS] = count_waits(scratch, win.hand)
    scratch[at.LEFT + win.facts[F_WIN_TILE]] += 1
    return is_complete(scratch)


@leaf
def _weigh_splits(
    rules: Rules,
    scratch: NDArray[np.int64],
    split_start: NDArray[np.int32],
    splits: NDArray[np.int64],
    codes: tuple[int, int, int, int],
) -> None:
    """Weigh every combination of the suits' splits."""
    honor_pungs, honor_twice = scratch[at.HONOR_PUNGS], scratch[at.HONOR_TWICE]
    first = split_start[codes[0]]
    more = True
    while more:
        split0 = splits[first]
        more = (split0 >> SPLIT_LAST) & 1 == 0
        first += 1
        chows0 = _add_chows(0, split0, 0)
        second = split_start[codes[1]]
        more_second = True
        while more_second:
            split1 = splits[second]
            more_second = (split1 >> SPLIT_LAST) & 1 == 0
            second += 1
            chows1 = _add_chows(chows0, split1, 9)
            third = split_start[codes[2]]
            more_third = True
            while more_third:
                split2 = splits[third]
                more_third = (split2 >> SPLIT_LAST) & 1 == 0
                third += 1
                pungs = honor_pungs | (split0 >> SPLIT_PUNGS) & NINE
                pungs |= ((split1 >> SPLIT_PUNGS) & NINE) << 9
                pungs |= ((split2 >> SPLIT_PUNGS) & NINE) << 18
                chows = _add_chows(chows1, split2, 18)
                pair = _pair(split0, split1, split2, scratch[at.HONOR_PAIR])
                weigh_reading(rules, scratch, chows, pungs, honor_twice, pair)


@leaf
def _add_chows(chows: int, split: int, first: int) -> int:
    """A list of chows with those of a suit's split, whose tiles begin with `first`."""
    rest = split
    for _ in range((split >> SPLIT_N_CHOWS) & 7):
        chows = add_chow(chows, first + (rest & 7))
        rest >>= 3
    return chows


@leaf
def _pair(split0: int, split1: int, split2: int, honor: int) -> int:
    """The pair's kind; only one suit has one, or the honors do."""
    rank = (split0 >> SPLIT_PAIR) & 15
    if rank != NO_PAIR:
        return rank
    rank = (split1 >> SPLIT_PAIR) & 15
    if rank != NO_PAIR:
        return 9 + rank
    rank = (split2 >> SPLIT_PAIR) & 15
    return 18 + rank if rank != NO_PAIR else honor
