"""Writes the best reading's answer: reading, items, rows, marginals, numbers."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.longgang import items as item
from engine.longgang import memory as at
from engine.longgang.items import is_big, item_points, meld_item
from engine.longgang.pairs import PAIRS_WAIT, pairs_of_path
from engine.longgang.patterns import LOSERS_COUNT_NOTHING, N_ROWS
from engine.longgang.rows import counted_rows, doubled, limited, tai_of, times
from engine.longgang.spread import NO_RANK, PATH_PAIR, PATH_PLACE, PATH_PUNGS, PATH_WAIT
from engine.params import param
from engine.readings import CHOW, KONG, PAIR, PUNG, group_code
from engine.rules import SHAPE_EIGHT_PAIRS, SHAPE_STANDARD, Rules
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_LOSERS_SETTLE,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_READING,
    I_POINTS,
    I_SHAPE,
    I_TAI,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    I_WITHOUT_FLOWERS,
    ScoreOut,
    clear_answer,
)
from engine.situation import F_N_MELDS, Win
from schemas.codes import (
    MELD_CHOW,
    MELD_PUNG,
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_SPECIAL,
)
from schemas.tiles import N_KINDS

_SINGLE_SELF_DRAW: Final = param("scoring.single_wait_self_draw")


@leaf
def write_answer(rules: Rules, win: Win, n_flowers: int, out: ScoreOut) -> None:
    """Write the answer for the best reading in ``out.scratch``; I_N_WAITS and I_LIABLE are not."""
    clear_answer(out)
    scratch, items, info = out.scratch, out.items, out.info
    n_groups = _write_melds(win, out)
    shape = scratch[at.BEST_SHAPE]
    wait = WAIT_SPECIAL
    if shape == SHAPE_STANDARD:
        n_groups, wait = _write_sets(scratch, n_groups, items, out.reading)
    elif shape == SHAPE_EIGHT_PAIRS:
        n_groups, wait = _write_pairs(scratch, n_groups, items, out.reading)
    items[item.BASE] = 1
    items[item.FLOWER] = n_flowers
    items[item.CLOSED_WAIT] = int(wait == WAIT_CLOSED)
    items[item.EDGE_WAIT] = int(wait == WAIT_EDGE)
    items[item.SINGLE_WAIT] = int(wait == WAIT_SINGLE)
    if wait != WAIT_SINGLE or rules.params[_SINGLE_SELF_DRAW] == 1:
        items[item.SELF_DRAW] = scratch[at.SELF_DRAW]
    for one in range(item.N_ITEMS):
        if item_points(rules, one) == 0:
            items[one] = 0

    tai, counted = _write_rows(rules, out)
    info[I_TOTAL] = scratch[at.BEST_TOTAL]
    info[I_WITHOUT_FLOWERS] = scratch[at.BEST_TOTAL]
    info[I_UNCAPPED] = scratch[at.BEST_UNCAPPED]
    at_limit = counted & scratch[at.LIMIT_ROWS] != 0
    info[I_LIMIT_HIT] = int(at_limit or scratch[at.BEST_UNCAPPED] >= scratch[at.LIMIT])
    info[I_WILDCARDS_USED] = scratch[at.N_WILD]
    info[I_WAIT] = wait
    info[I_N_READING] = n_groups
    info[I_SHAPE] = shape
    info[I_POINTS] = scratch[at.BEST_POINTS]
    info[I_TAI] = tai
    info[I_LOSERS_SETTLE] = int(counted & LOSERS_COUNT_NOTHING == 0)


@leaf
def _write_rows(rules: Rules, out: ScoreOut) -> tuple[int, int]:
    """Write counts, marginals and what cancelled what; returns tai and the mask of what counts."""
    scratch, info = out.scratch, out.info
    rows, packed = scratch[at.BEST_ROWS], scratch[at.BEST_TIMES]
    limit = scratch[at.LIMIT]
    counted = counted_rows(rules, rows)
    tai = tai_of(rules, counted, packed)
    for row in range(N_ROWS):
        if (counted >> row) & 1:
            out.counts[row] = times(packed, row)
            # The row is taken away: its tai, and the limit where no other row is worth it.
            left = tai - rules.values[row] * times(packed, row)
            at_limit = counted & scratch[at.LIMIT_ROWS] & ~(1 << row) != 0
            without = limited(doubled(scratch[at.BEST_POINTS], left), at_limit, limit)
            out.marginal[row] = scratch[at.BEST_TOTAL] - without
            info[I_N_PATTERNS] += 1
        elif (rows >> row) & 1:
            other = 0
            while not ((rows >> other) & 1 and (np.int64(rules.excludes[other, 0]) >> row) & 1):
                other += 1
            out.cancelled_by[row] = other
            info[I_N_CANCELLED] += 1
    return tai, counted


@leaf
def _write_melds(win: Win, out: ScoreOut) -> int:
    """Write the melds into reading and items; returns their number."""
    n_melds = win.facts[F_N_MELDS]
    for k in range(n_melds):
        kind, tile = win.meld_kind[k], win.meld_tile[k]
        group = KONG
        if kind == MELD_CHOW:
            group = CHOW
        elif kind == MELD_PUNG:
            group = PUNG
        out.reading[k] = group_code(group, int(np.int64(tile)))
        one = meld_item(kind, int(np.int64(tile)))
        if one >= 0:
            out.items[one] += 1
    return int(n_melds)


@leaf
def _write_sets(
    scratch: NDArray[np.int64], n: int, items: NDArray[np.int16], reading: NDArray[np.int16]
) -> tuple[int, int]:
    """Write concealed sets and the pair; returns the number of groups and the wait."""
    pair = -1
    wait = WAIT_SPECIAL
    for suit in range(4):
        path = scratch[at.BEST_PATHS + suit]
        for rank in range(7 if suit == 3 else 9):
            kind = 9 * suit + rank
            for _ in range((path >> (PATH_PUNGS + 2 * rank)) & 3):
                reading[n] = group_code(PUNG, kind)
                items[item.CONCEALED_PUNG + is_big(kind)] += 1
                n += 1
            if rank < 7 and suit < 3:
                for _ in range((path >> (3 * rank)) & 7):
                    reading[n] = group_code(CHOW, kind)
                    n += 1
        if (path >> PATH_PAIR) & 15 != NO_RANK:
            pair = 9 * suit + ((path >> PATH_PAIR) & 15)
        if path >> PATH_WAIT != 0:
            wait = (path >> PATH_WAIT) - 1
            if wait == WAIT_PAIR_PAIR:
                _expose(scratch, 9 * suit + ((path >> PATH_PLACE) & 15), items)
    reading[n] = group_code(PAIR, pair)
    counts = (scratch[at.PAIR_HONORS] >> pair) & 1 == 1 and scratch[at.NATURAL + pair] > 0
    items[item.PAIR] = int(counts)
    return n + 1, wait


@leaf
def _write_pairs(
    scratch: NDArray[np.int64], n: int, items: NDArray[np.int16], reading: NDArray[np.int16]
) -> tuple[int, int]:
    """Write eight pairs, the triple first; returns the number of groups and the wait."""
    path = scratch[at.BEST_PATHS]
    triple = path & 63
    reading[n] = group_code(PUNG, triple)
    n += 1
    items[item.CONCEALED_PUNG + is_big(triple)] += 1
    for kind in range(N_KINDS):
        pairs = pairs_of_path(scratch, path, kind)
        for _ in range(pairs):
            reading[n] = group_code(PAIR, kind)
            n += 1
        if (scratch[at.PAIR_HONORS] >> kind) & 1:
            items[item.PAIR] += min(pairs, scratch[at.NATURAL + kind])
    wait = path >> PAIRS_WAIT
    if wait == WAIT_PAIR_PAIR:
        _expose(scratch, triple, items)
    return n, wait


@leaf
def _expose(scratch: NDArray[np.int64], kind: int, items: NDArray[np.int16]) -> None:
    """Count the pung that a tile of another player completes as an exposed one."""
    if scratch[at.SELF_DRAW] == 0:
        items[item.CONCEALED_PUNG + is_big(kind)] -= 1
        items[item.EXPOSED_PUNG + is_big(kind)] += 1
