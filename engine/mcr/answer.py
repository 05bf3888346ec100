"""Writes the best reading that was found into the answer: counts, groups, wait, totals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit, merge
from engine.mcr import patterns as fan
from engine.mcr.hand import F_HONOR_PUNGS, F_N_WAITS, F_PAIR_HONOR, F_WIN
from engine.mcr.ledger import (
    BEST,
    BEST_BY,
    BEST_COUNTS,
    BEST_IDS,
    COUNTED,
    FACTS,
    canceller,
)
from engine.mcr.reading import B_ARRANGEMENT, B_N, B_SHAPE, B_SPLIT, B_TOTAL, B_WAIT
from engine.readings import CHOW, KNITTED, KONG, PAIR, PUNG, SINGLE, group_code
from engine.rules import SHAPE_KNITTED_STRAIGHT, SHAPE_STANDARD
from engine.scoring_out import (
    I_LIMIT_HIT,
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_SHAPE,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WILDCARDS_USED,
    I_WITHOUT_FLOWERS,
    ScoreOut,
)
from engine.shapes import knitted_run
from engine.tables_build import NO_PAIR, SPLIT_N_CHOWS, SPLIT_PAIR, SPLIT_PUNGS
from schemas.codes import MELD_CHOW, MELD_PUNG, WAIT_SPECIAL


@merge
def clear_answer(out: ScoreOut) -> None:
    """An answer without patterns, reading and waits."""
    out.counts[:] = 0
    out.cancelled_by[:] = -1
    out.reading[:] = -1
    out.info[:] = 0
    out.info[I_WAIT] = WAIT_SPECIAL


@jit
def write_answer(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    n_flowers: int,
    out: ScoreOut,
) -> None:
    """Fill the answer from the best reading in the scratch memory; `hand` as `score_win`'s."""
    clear_answer(out)
    scratch = out.scratch
    n = scratch[BEST, B_N]
    n_counted = n_cancelled = 0
    for place in range(n):
        pattern = scratch[BEST_IDS, place]
        if scratch[BEST_BY, place] == COUNTED:
            out.counts[pattern] = scratch[BEST_COUNTS, place]
            n_counted += 1
        else:
            out.cancelled_by[pattern] = canceller(excludes, scratch, n, place)
            n_cancelled += 1
    total = scratch[BEST, B_TOTAL]
    out.info[I_WITHOUT_FLOWERS] = total
    if n_flowers > 0 and values[fan.FLOWER] != 0:
        out.counts[fan.FLOWER] = n_flowers
        total += n_flowers * values[fan.FLOWER]
        n_counted += 1
    out.info[I_TOTAL] = total
    out.info[I_UNCAPPED] = total
    out.info[I_LIMIT_HIT] = 0
    out.info[I_WILDCARDS_USED] = 0
    out.info[I_WAIT] = scratch[BEST, B_WAIT]
    out.info[I_N_WAITS] = scratch[FACTS, F_N_WAITS]
    out.info[I_N_PATTERNS] = n_counted
    out.info[I_N_CANCELLED] = n_cancelled
    out.info[I_SHAPE] = scratch[BEST, B_SHAPE]
    out.info[I_N_READING] = _write_reading(hand, meld_kind, meld_tile, n_melds, out)


@merge
def _write_reading(
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    out: ScoreOut,
) -> int:
    """Groups of the best reading: melds, knitted runs, sets by tile, the pair last."""
    scratch = out.scratch
    reading = out.reading
    shape = scratch[BEST, B_SHAPE]
    n = 0
    for meld in range(n_melds):
        kind = meld_kind[meld]
        group = CHOW if kind == MELD_CHOW else (PUNG if kind == MELD_PUNG else KONG)
        reading[n] = group_code(group, meld_tile[meld])
        n += 1
    if shape not in (SHAPE_STANDARD, SHAPE_KNITTED_STRAIGHT):
        return _write_pairs_and_singles(hand, scratch[FACTS, F_WIN], reading, n)
    if shape == SHAPE_KNITTED_STRAIGHT:
        for suit in range(3):
            run = knitted_run(scratch[BEST, B_ARRANGEMENT], suit)
            reading[n] = group_code(KNITTED, 9 * suit + run)
            n += 1
    pair = scratch[FACTS, F_PAIR_HONOR]
    for suit in range(3):
        split = scratch[BEST, B_SPLIT + suit]
        n_chows = (split >> SPLIT_N_CHOWS) & 7
        pungs = (split >> SPLIT_PUNGS) & 511
        rank = (split >> SPLIT_PAIR) & 15
        if rank != NO_PAIR:
            pair = 9 * suit + rank
        for rank in range(9):
            tile = 9 * suit + rank
            if (pungs >> rank) & 1:
                reading[n] = group_code(PUNG, tile)
                n += 1
            for place in range(n_chows):
                if (split >> (3 * place)) & 7 == rank:
                    reading[n] = group_code(CHOW, tile)
                    n += 1
    for tile in range(27, 34):
        if (scratch[FACTS, F_HONOR_PUNGS] >> tile) & 1:
            reading[n] = group_code(PUNG, tile)
            n += 1
    reading[n] = group_code(PAIR, pair)
    return n + 1


@merge
def _write_pairs_and_singles(
    hand: NDArray[np.int8], win_tile: int, reading: NDArray[np.int16], n: int
) -> int:
    """Pairs and single tiles by tile; four alike are two pairs."""
    for tile in range(34):
        count = hand[tile] + (1 if tile == win_tile else 0)
        while count > 0:
            reading[n] = group_code(PAIR if count > 1 else SINGLE, tile)
            count -= 2
            n += 1
    return n
