"""Scoring of won hands: one interface for all systems, for one hand and for many.

`score_win` scores one hand, called from other kernels and, rarely, from Python; `score_batch`
scores columns of hands without the GIL. Both pass a hand to the kernel of the rule set's system,
which fills in the reading that is worth most under the rule set's values and exclusions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.choices import wildcards_to_place
from engine.jit import jit, leaf
from engine.mcr.kernel import score_mcr
from engine.readings import MOST_GROUPS
from engine.rules import P_SYSTEM, SYSTEM_TAIWAN, SYSTEM_YANTAI, Rules
from engine.scoring_out import N_INFO, SCRATCH_SIZE, ScoreOut
from engine.situation import (
    F_SEAT_WIND,
    F_WILDCARD,
    F_WIN_BY,
    F_WIN_TILE,
    MOST_MELDS,
    N_FACTS,
    NO_MELD,
    Win,
)
from engine.substitution import (
    M_COPIES,
    M_CROWDED,
    M_SUBSTITUTED,
    begin_substitution,
    end_substitution,
    go_on,
)
from engine.tables import Tables
from engine.taiwan.kernel import score_taiwan
from engine.wild import wild_tiles
from engine.yantai.kernel import score_yantai
from schemas.codes import BY_ROBBED_KONG, NO_SHAPE, WIN_ITEMS
from schemas.tiles import N_TILES

_N_ITEMS = len(WIN_ITEMS)


class WinColumns(NamedTuple):
    """n won hands as columns; a row of each is a `engine.situation.Win`.

    Attributes:
        hand: int8 (n, 42), counts of the concealed tiles without the winning one.
        meld_kind: int8 (n, 5), ``schemas.codes.MELD_*``, NO_MELD behind the last.
        meld_tile: int8 (n, 5), the meld's tile, a chow's lowest.
        flowers: int8 (n, 42), exposed flowers by kind.
        facts: int64 (n, N_FACTS), by the ``F_*`` indices of `engine.situation`.
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    flowers: NDArray[np.int8]
    facts: NDArray[np.int64]


class ScoreColumns(NamedTuple):
    """Answers for n hands as columns; fields as in `ScoreOut`.

    Attributes:
        verdict: int8 (n), position in ``schemas.codes.VERDICTS``.
        counts: int16 (n, n patterns).
        items: int16 (n, n items).
        reading: int16 (n, 14).
        info: int32 (n, N_INFO), by the ``I_*`` indices of `engine.scoring_out`.
    """

    verdict: NDArray[np.int8]
    counts: NDArray[np.int16]
    items: NDArray[np.int16]
    reading: NDArray[np.int16]
    info: NDArray[np.int32]


def new_win_columns(n: int) -> WinColumns:
    """Columns for n hands: no tile, no meld, all facts 0."""
    return WinColumns(
        hand=np.zeros((n, N_TILES), dtype=np.int8),
        meld_kind=np.full((n, MOST_MELDS), NO_MELD, dtype=np.int8),
        meld_tile=np.zeros((n, MOST_MELDS), dtype=np.int8),
        flowers=np.zeros((n, N_TILES), dtype=np.int8),
        facts=np.zeros((n, N_FACTS), dtype=np.int64),
    )


def take_wins(wins: WinColumns, rows: NDArray[np.intp]) -> WinColumns:
    """Some of the hands, by their rows."""
    return WinColumns(
        hand=wins.hand[rows],
        meld_kind=wins.meld_kind[rows],
        meld_tile=wins.meld_tile[rows],
        flowers=wins.flowers[rows],
        facts=wins.facts[rows],
    )


def new_score_columns(n: int, n_patterns: int) -> ScoreColumns:
    """Room for the answers to n hands."""
    return ScoreColumns(
        verdict=np.zeros(n, dtype=np.int8),
        counts=np.zeros((n, n_patterns), dtype=np.int16),
        items=np.zeros((n, _N_ITEMS), dtype=np.int16),
        reading=np.full((n, MOST_GROUPS), -1, dtype=np.int16),
        info=np.zeros((n, N_INFO), dtype=np.int32),
    )


@leaf
def score_win(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> int:
    """Score one hand.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        win: the hand and its circumstances.
        out: receives the answer (`engine.scoring_out.new_score_out`).

    Returns:
        ``schemas.codes`` LEGAL, NO_SHAPE (all counts 0), BELOW_MINIMUM or NOT_ALLOWED (patterns
        and total as they would count).
    """
    system, facts, memory = rules.params[P_SYSTEM], win.facts, out.scratch
    wild = wild_tiles(rules, facts[F_WILDCARD], facts[F_SEAT_WIND])
    replacing = (
        wild != 0 and facts[F_WIN_BY] <= BY_ROBBED_KONG and wildcards_to_place(win, wild) > 0
    )
    verdict, more = NO_SHAPE, True
    substituted, crowded, held = 0, False, int(win.hand[facts[F_WIN_TILE]])
    if replacing:
        more = begin_substitution(rules, tables, win, out, wild)
    while more:
        if replacing:
            substituted, crowded = memory[M_SUBSTITUTED], memory[M_CROWDED] != 0
            held = memory[M_COPIES]
        if system == SYSTEM_TAIWAN:
            verdict = score_taiwan(rules, tables, win, out)
        elif system == SYSTEM_YANTAI:
            verdict = score_yantai(rules, tables, win, out, crowded)
        else:
            verdict = score_mcr(rules, tables, win, out, substituted, crowded, held)
        more = replacing and go_on(rules, tables, win, out, verdict)
    return end_substitution(win, out, verdict) if replacing else verdict


@jit
def score_batch(rules: Rules, tables: Tables, wins: WinColumns, out: ScoreColumns) -> None:
    """Score all hands of `wins` into `out`; free of the GIL, so slices may go to threads."""
    n_patterns = out.counts.shape[1]
    answer = ScoreOut(
        np.zeros(n_patterns, dtype=np.int16),
        np.zeros(n_patterns, dtype=np.int16),
        np.zeros(n_patterns, dtype=np.int32),
        np.zeros(_N_ITEMS, dtype=np.int16),
        np.zeros(MOST_GROUPS, dtype=np.int16),
        np.zeros(N_INFO, dtype=np.int32),
        np.zeros(SCRATCH_SIZE, dtype=np.int64),
    )
    _score_rows(rules, tables, wins, out, answer)


@leaf
def _score_rows(
    rules: Rules, tables: Tables, wins: WinColumns, out: ScoreColumns, answer: ScoreOut
) -> None:
    for row in range(len(wins.facts)):
        win = Win(
            wins.hand[row],
            wins.meld_kind[row],
            wins.meld_tile[row],
            wins.flowers[row],
            wins.facts[row],
        )
        out.verdict[row] = score_win(rules, tables, win, answer)
        for pattern in range(out.counts.shape[1]):
            out.counts[row, pattern] = answer.counts[pattern]
        for item in range(_N_ITEMS):
            out.items[row, item] = answer.items[item]
        for group in range(MOST_GROUPS):
            out.reading[row, group] = answer.reading[group]
        for field in range(N_INFO):
            out.info[row, field] = answer.info[field]
