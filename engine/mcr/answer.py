"""Writes the best reading that was found into the answer: counts, groups, wait, totals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr import memory as at
from engine.mcr import patterns as fan
from engine.mcr.ledger import canceller, count_of, lowest
from engine.mcr.patterns import HIGH
from engine.readings import CHOW, KNITTED, KONG, PAIR, PUNG, SINGLE, group_code
from engine.rules import SHAPE_KNITTED_STRAIGHT, SHAPE_STANDARD
from engine.scoring_out import (
    I_N_CANCELLED,
    I_N_PATTERNS,
    I_N_READING,
    I_N_WAITS,
    I_SHAPE,
    I_TOTAL,
    I_UNCAPPED,
    I_WAIT,
    I_WITHOUT_FLOWERS,
    ScoreOut,
    clear_answer,
)
from engine.shapes import NINE, knitted_run
from engine.situation import F_N_MELDS, Win
from engine.tables_build import NO_PAIR, SPLIT_N_CHOWS, SPLIT_PAIR, SPLIT_PUNGS
from schemas.codes import MELD_CHOW, MELD_PUNG


@leaf
def write_answer(
    values: NDArray[np.int32], excludes: NDArray[np.uint64], win: Win, out: ScoreOut
) -> None:
    """Fill the answer from the best reading in the working memory."""
    scratch, info, reading = out.scratch, out.info, out.reading
    meld_kind, meld_tile, n_melds = win.meld_kind, win.meld_tile, win.facts[F_N_MELDS]
    n_flowers = 0
    for count in win.flowers:
        n_flowers += count
    clear_answer(out)
    info[I_N_PATTERNS] = _write_counts(values, scratch, out.counts, out.marginal)
    info[I_N_CANCELLED] = _write_cancelled(values, excludes, scratch, out.cancelled_by)
    total = scratch[at.BEST_TOTAL]
    info[I_WITHOUT_FLOWERS] = total
    if n_flowers > 0 and values[fan.FLOWER] != 0:
        out.counts[fan.FLOWER] = n_flowers
        out.marginal[fan.FLOWER] = n_flowers * values[fan.FLOWER]
        total += n_flowers * values[fan.FLOWER]
        info[I_N_PATTERNS] += 1
    info[I_TOTAL] = total
    info[I_UNCAPPED] = total
    info[I_WAIT] = scratch[at.BEST_WAIT]
    info[I_N_WAITS] = scratch[at.N_WAITS]
    shape = scratch[at.BEST_SHAPE]
    info[I_SHAPE] = shape
    n = 0
    for meld in range(n_melds):
        kind = meld_kind[meld]
        group = CHOW if kind == MELD_CHOW else (PUNG if kind == MELD_PUNG else KONG)
        reading[n] = group_code(group, int(meld_tile[meld]))
        n += 1
    if shape in (SHAPE_STANDARD, SHAPE_KNITTED_STRAIGHT):
        info[I_N_READING] = _write_sets(scratch, reading, n)
    else:
        info[I_N_READING] = _write_pairs_and_singles(scratch, reading)


@leaf
def _write_counts(
    values: NDArray[np.int32],
    scratch: NDArray[np.int64],
    counts: NDArray[np.int16],
    marginal: NDArray[np.int32],
) -> int:
    n = 0
    for word in range(2):
        rest = scratch[at.KEPT_LOW + word]
        while rest != 0:
            pattern = lowest(rest) + HIGH * word
            rest &= rest - 1
            if values[pattern] != 0:
                counts[pattern] = count_of(scratch[at.BEST_COUNTS], pattern)
                marginal[pattern] = counts[pattern] * values[pattern]
                n += 1
    return n


@leaf
def _write_cancelled(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    cancelled_by: NDArray[np.int16],
) -> int:
    low, high = scratch[at.BEST_LOW], scratch[at.BEST_HIGH]
    n = 0
    for word in range(2):
        superseded = scratch[at.SUPERSEDED_LOW + word]
        rest = (high if word else low) & ~scratch[at.KEPT_LOW + word] | superseded
        while rest != 0:
            bit = rest & -rest
            pattern = lowest(rest) + HIGH * word
            rest &= rest - 1
            if values[pattern] == 0:
                continue
            n += 1
            if superseded & bit:
                cancelled_by[pattern] = scratch[at.SUPERSEDED_BY]
            else:
                cancelled_by[pattern] = canceller(excludes, low, high, pattern)
    return n


@leaf
def _write_sets(scratch: NDArray[np.int64], reading: NDArray[np.int16], n: int) -> int:
    """Knitted runs, sets in the order of their tiles, and the pair, from group n on."""
    if scratch[at.BEST_SHAPE] == SHAPE_KNITTED_STRAIGHT:
        for suit in range(3):
            run = knitted_run(scratch[at.BEST_ARRANGEMENT], suit)
            reading[n] = group_code(KNITTED, 9 * suit + run)
            n += 1
    pair = scratch[at.HONOR_PAIR]
    for suit in range(3):
        split = scratch[at.BEST_SPLITS + suit]
        pungs = (split >> SPLIT_PUNGS) & NINE
        pair_rank = (split >> SPLIT_PAIR) & 15
        if pair_rank != NO_PAIR:
            pair = 9 * suit + pair_rank
        for rank in range(9):
            if (pungs >> rank) & 1:
                reading[n] = group_code(PUNG, 9 * suit + rank)
                n += 1
            chows = split
            for _ in range((split >> SPLIT_N_CHOWS) & 7):
                if chows & 7 == rank:
                    reading[n] = group_code(CHOW, 9 * suit + rank)
                    n += 1
                chows >>= 3
    for tile in range(27, 34):
        if (scratch[at.HONOR_PUNGS] >> tile) & 1:
            reading[n] = group_code(PUNG, tile)
            n += 1
    reading[n] = group_code(PAIR, pair)
    return n + 1


@leaf
def _write_pairs_and_singles(scratch: NDArray[np.int64], reading: NDArray[np.int16]) -> int:
    """Pairs and single tiles in their order; four alike are two pairs."""
    n = 0
    for tile in range(34):
        count = scratch[at.COPIES + tile]
        while count > 0:
            reading[n] = group_code(PAIR if count > 1 else SINGLE, tile)
            count -= 2
            n += 1
    return n
