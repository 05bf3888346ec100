"""Writes the best reading that was found into the answer: counts, groups, wait, totals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr import memory as at
from engine.mcr import patterns as fan
from engine.mcr.ledger import canceller, count_of, lowest
from engine.mcr.patterns import HIGH
from engine.reading_groups import write_melds, write_pairs_and_singles, write_sets
from engine.readings import KNITTED, group_code
from engine.rules import SHAPE_KNITTED_STRAIGHT, SHAPE_STANDARD, Rules
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
from engine.shapes import knitted_run
from engine.situation import Win


@leaf
def write_answer(rules: Rules, win: Win, out: ScoreOut) -> None:
    """Fill the answer from the best reading in the working memory."""
    scratch, info = out.scratch, out.info
    clear_answer(out)
    info[I_N_PATTERNS] = _write_counts(rules, scratch, out.counts, out.marginal)
    info[I_N_CANCELLED] = _write_cancelled(rules, scratch, out.cancelled_by)
    n_flowers = write_totals(rules, win, out)
    if n_flowers > 0:
        out.counts[fan.FLOWER] = n_flowers
        out.marginal[fan.FLOWER] = n_flowers * rules.values[fan.FLOWER]
        info[I_N_PATTERNS] += 1
    info[I_WAIT] = scratch[at.BEST_WAIT]
    info[I_N_WAITS] = scratch[at.N_WAITS]
    info[I_SHAPE] = scratch[at.BEST_SHAPE]
    info[I_N_READING] = _write_reading(win, out)


@leaf
def write_totals(rules: Rules, win: Win, out: ScoreOut) -> int:
    """Fill in the totals of the best reading alone; returns how many flowers count."""
    info, value = out.info, int(np.int64(rules.values[fan.FLOWER]))
    n_flowers = 0
    if value != 0:
        for count in win.flowers:
            n_flowers += int(np.int64(count))
    total = out.scratch[at.BEST_TOTAL]
    info[I_WITHOUT_FLOWERS] = total
    info[I_TOTAL] = total + n_flowers * value
    info[I_UNCAPPED] = total + n_flowers * value
    return n_flowers


@leaf
def _write_counts(
    rules: Rules,
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
            if rules.values[pattern] != 0:
                counts[pattern] = count_of(scratch[at.BEST_COUNTS], pattern)
                marginal[pattern] = counts[pattern] * rules.values[pattern]
                n += 1
    return n


@leaf
def _write_cancelled(
    rules: Rules,
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
            if rules.values[pattern] == 0:
                continue
            n += 1
            if superseded & bit:
                cancelled_by[pattern] = scratch[at.SUPERSEDED_BY]
            else:
                cancelled_by[pattern] = canceller(rules, low, high, pattern)
    return n


@leaf
def _write_reading(win: Win, out: ScoreOut) -> int:
    """Melds and concealed groups of the best reading; returns how many."""
    scratch, reading = out.scratch, out.reading
    n = write_melds(win, reading)
    shape = scratch[at.BEST_SHAPE]
    if shape not in (SHAPE_STANDARD, SHAPE_KNITTED_STRAIGHT):
        return write_pairs_and_singles(win, reading)
    if shape == SHAPE_KNITTED_STRAIGHT:
        for suit in range(3):
            run = knitted_run(scratch[at.BEST_ARRANGEMENT], suit)
            reading[n] = group_code(KNITTED, 9 * suit + run)
            n += 1
    return write_sets(
        reading,
        n,
        scratch[at.BEST_SPLITS],
        scratch[at.BEST_SPLITS + 1],
        scratch[at.BEST_SPLITS + 2],
        scratch[at.HONOR_PUNGS],
        scratch[at.HONOR_PUNGS_TWICE],
        scratch[at.HONOR_PAIR],
    )
