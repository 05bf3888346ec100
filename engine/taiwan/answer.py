"""Writes the best reading that was found into the answer: counts, groups, wait, totals."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.readings import CHOW, KONG, PAIR, PUNG, group_code
from engine.rules import SHAPE_STANDARD, Rules
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
from engine.situation import F_N_MELDS, Win
from engine.taiwan import memory as at
from engine.taiwan.ledger import canceller, count_of, lowest, settle, worth
from engine.taiwan.patterns import FLOWER_ROWS
from engine.taiwan.reading import CHOW_BITS, CHOW_MASK, N_CHOWS
from schemas.codes import MELD_CHOW, MELD_PUNG
from schemas.tiles import N_KINDS


@leaf
def write_best(rules: Rules, win: Win, out: ScoreOut) -> None:
    """Fill the answer from the best reading in the working memory."""
    scratch, info = out.scratch, out.info
    clear_answer(out)
    _write_rows(rules, out, scratch[at.BEST_ROWS], scratch[at.BEST_KEPT])
    info[I_WAIT] = scratch[at.BEST_WAIT]
    info[I_N_WAITS] = scratch[at.N_WAITS]
    info[I_SHAPE] = SHAPE_STANDARD
    info[I_N_READING] = _write_reading(win, scratch, out.reading)


@leaf
def write_flower_win(rules: Rules, rows: int, out: ScoreOut) -> None:
    """Fill the answer of a win without a shape, by the patterns that arise."""
    clear_answer(out)
    _, kept = settle(rules, out.scratch, rows)
    _write_rows(rules, out, rows, kept)


@leaf
def _write_rows(rules: Rules, out: ScoreOut, rows: int, kept: int) -> None:
    """Write what arose and what of it is counted, and the totals."""
    scratch, info = out.scratch, out.info
    total = worth(rules, scratch, kept)
    info[I_TOTAL] = total
    info[I_UNCAPPED] = total
    info[I_WITHOUT_FLOWERS] = total - worth(rules, scratch, kept & FLOWER_ROWS)
    rest = rows
    while rest != 0:
        pattern = lowest(rest)
        rest &= rest - 1
        if rules.values[pattern] == 0:
            continue
        if (kept >> pattern) & 1:
            count = count_of(scratch, pattern)
            out.counts[pattern] = count
            out.marginal[pattern] = count * rules.values[pattern]
            info[I_N_PATTERNS] += 1
        else:
            out.cancelled_by[pattern] = canceller(rules, rows, pattern)
            info[I_N_CANCELLED] += 1


@leaf
def _write_reading(win: Win, scratch: NDArray[np.int64], reading: NDArray[np.int16]) -> int:
    """Melds, concealed sets in the order of their tiles, and the pair."""
    n = 0
    for meld in range(win.facts[F_N_MELDS]):
        kind = win.meld_kind[meld]
        group = CHOW if kind == MELD_CHOW else (PUNG if kind == MELD_PUNG else KONG)
        reading[n] = group_code(group, int(win.meld_tile[meld]))
        n += 1
    pungs, twice = scratch[at.BEST_PUNGS], scratch[at.BEST_TWICE]
    chows = scratch[at.BEST_CHOWS]
    left = chows >> N_CHOWS
    for tile in range(N_KINDS):
        for _ in range(((pungs >> tile) & 1) + ((twice >> tile) & 1)):
            reading[n] = group_code(PUNG, tile)
            n += 1
        while left > 0 and chows & CHOW_MASK == tile:
            reading[n] = group_code(CHOW, tile)
            n += 1
            chows >>= CHOW_BITS
            left -= 1
    reading[n] = group_code(PAIR, scratch[at.BEST_PAIR])
    return n + 1
