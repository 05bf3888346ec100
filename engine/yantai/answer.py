"""Writes the best reading that was found into the answer: counts, groups, wait, total."""

from __future__ import annotations

from engine.jit import leaf
from engine.mcr.sets import possible_waits, taken_wait
from engine.reading_groups import write_melds, write_pairs_and_singles, write_sets
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
from engine.shapes import NINE
from engine.situation import F_WIN_TILE, Win
from engine.tables_build import SPLIT_PAIR, SPLIT_PUNGS
from engine.yantai import memory as at
from engine.yantai.product import canceller, multiply


@leaf
def write_answer(rules: Rules, win: Win, out: ScoreOut, n_waits: int) -> None:
    """Fill the answer from the best reading in the working memory."""
    info, scratch = out.info, out.scratch
    clear_answer(out)
    total = scratch[at.BEST_TOTAL]
    info[I_TOTAL] = total
    info[I_WITHOUT_FLOWERS] = total
    info[I_UNCAPPED] = total
    info[I_N_WAITS] = n_waits
    info[I_SHAPE] = scratch[at.BEST_SHAPE]
    _write_patterns(rules, out)
    n = write_melds(win, out.reading)
    if scratch[at.BEST_SHAPE] == SHAPE_STANDARD:
        info[I_N_READING] = write_sets(
            out.reading,
            n,
            scratch[at.BEST_SPLITS],
            scratch[at.BEST_SPLITS + 1],
            scratch[at.BEST_SPLITS + 2],
            scratch[at.HONOR_PUNGS],
            scratch[at.HONOR_PUNGS_TWICE],
            scratch[at.HONOR_PAIR],
        )
        info[I_WAIT] = _wait(win, out)
    else:
        info[I_N_READING] = write_pairs_and_singles(win, out.reading)


@leaf
def _write_patterns(rules: Rules, out: ScoreOut) -> None:
    scratch = out.scratch
    total, kept = scratch[at.BEST_TOTAL], scratch[at.BEST_KEPT]
    for pattern in range(rules.n_patterns):
        if (scratch[at.BEST_PATTERNS] >> pattern) & 1 == 0 or rules.values[pattern] == 1:
            continue
        if (kept >> pattern) & 1:
            out.counts[pattern] = 1
            out.marginal[pattern] = total - multiply(rules, kept & ~(1 << pattern))
            out.info[I_N_PATTERNS] += 1
        else:
            out.cancelled_by[pattern] = canceller(rules, scratch[at.BEST_PATTERNS], pattern)
            out.info[I_N_CANCELLED] += 1


@leaf
def _wait(win: Win, out: ScoreOut) -> int:
    """How the winning tile completes the reading; no wait is worth anything here."""
    scratch = out.scratch
    tile = win.facts[F_WIN_TILE]
    if tile >= 27:
        in_pung = (scratch[at.HONOR_PUNGS] >> tile) & 1 == 1
        return taken_wait(possible_waits(0, 0, tile == scratch[at.HONOR_PAIR], in_pung), 0, 0, 0)
    split, rank = scratch[at.BEST_SPLITS + tile // 9], tile % 9
    in_pung = ((split >> SPLIT_PUNGS) & NINE) >> rank & 1 == 1
    in_pair = (split >> SPLIT_PAIR) & 15 == rank
    return taken_wait(possible_waits(split, rank, in_pair, in_pung), 0, 0, 0)
