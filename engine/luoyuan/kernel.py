"""Scores one hand of Luoyuan: golds and shape, the kinds of win that apply, the best paid of them.

What a win is worth does not depend on the reading: one is written for people to look at. A win of
three golds 三金倒 needs no shape; without one it has no reading.
"""

from __future__ import annotations

from typing import Final

from engine.jit import leaf
from engine.luoyuan import memory as at
from engine.luoyuan.formula import best_kind, count_rows, write_worth
from engine.luoyuan.hand import read_hand
from engine.luoyuan.reading import write_reading
from engine.luoyuan.waits import count_waits
from engine.luoyuan.ways import find_ways, is_known
from engine.params import param
from engine.rules import P_MINIMUM, Rules
from engine.scoring_out import I_N_WAITS, I_TOTAL, ScoreOut, clear_answer
from engine.situation import Win
from engine.tables import Tables
from schemas.codes import BELOW_MINIMUM, LEGAL, NO_SHAPE, NOT_ALLOWED

_FIFTH_COPY: Final = param("wildcard.fifth_copy")


@leaf
def score_luoyuan(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    """Score a hand; see `engine.scoring.score_win`."""
    clear_answer(out)
    if not is_known(rules, win):
        return NOT_ALLOWED
    missing = tables.missing_any if rules.params[_FIFTH_COPY] == 1 else tables.missing
    read_hand(rules, missing, tables.shape, win, out.scratch)
    ways, allowed = find_ways(rules, missing, win, out.scratch)
    if ways == 0:
        return NO_SHAPE
    count_rows(rules, win, out)
    kind = best_kind(rules, out.counts, ways)
    write_worth(rules, kind, out)
    if out.scratch[at.COMPLETE]:
        write_reading(missing, win, kind, out)
    if out.scratch[at.WIN_TILE] >= 0:
        out.info[I_N_WAITS] = count_waits(rules, missing, out.scratch)
    if not allowed:
        return NOT_ALLOWED
    return BELOW_MINIMUM if out.info[I_TOTAL] < rules.params[P_MINIMUM] else LEGAL
