"""Scoring of won hands: one interface for all systems, for one hand and for many.

`score_win` scores one hand, called from other kernels and, rarely, from Python; `score_batch`
scores columns of hands without the GIL. Both pass a hand to the kernel of the rule set's system,
which fills in the reading that is worth most under the rule set's values and exclusions.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.readings import MOST_GROUPS
from engine.rules import Rules
from engine.scorers import kernel_of
from engine.scoring_out import N_INFO, ScoreOut, new_score_out
from engine.situation import (
    MOST_MELDS,
    N_FACTS,
    NO_MELD,
    Win,
    new_win,
    set_tiles,
)
from engine.tables import Tables
from engine.wild_bars import bar_by_wildcards
from schemas.codes import WIN_ITEMS
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


class Scorer(NamedTuple):
    """What scores a hand inside other kernels: a system's kernel and room for its answer.

    Attributes:
        kernel: a compiled function, called by its address (`engine.scorers.kernel_of`).
        win: the hand that is scored, put here before each call.
        out: receives the answer to each call.
    """

    kernel: Any
    win: Win
    out: ScoreOut


def new_scorer(rules: Rules) -> Scorer:
    """The kernel that a rule set needs, with room for one answer."""
    return Scorer(kernel_of(rules), new_win(), new_score_out())


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
    return int(score_placed(rules, tables, Scorer(kernel_of(rules), win, out)))


def score_batch(rules: Rules, tables: Tables, wins: WinColumns, out: ScoreColumns) -> None:
    """Score all hands of `wins` into `out`; free of the GIL, so slices may go to threads."""
    _score_rows(rules, tables, wins, out, new_scorer(rules))


@leaf
def score_placed(rules: Rules, tables: Tables, scorer: Scorer) -> int:
    """Score the hand in `scorer.win`; returns the verdict, as `score_win`."""
    verdict: int = scorer.kernel(rules, tables, scorer.win, scorer.out)
    return bar_by_wildcards(rules, tables, scorer.win, verdict)


@leaf
def _score_rows(
    rules: Rules, tables: Tables, wins: WinColumns, out: ScoreColumns, scorer: Scorer
) -> None:
    win, answer = scorer.win, scorer.out
    for row in range(len(wins.facts)):
        set_tiles(win, wins.hand[row], wins.meld_kind[row], wins.meld_tile[row], wins.flowers[row])
        for fact in range(N_FACTS):
            win.facts[fact] = wins.facts[row, fact]
        out.verdict[row] = score_placed(rules, tables, scorer)
        for pattern in range(out.counts.shape[1]):
            out.counts[row, pattern] = answer.counts[pattern]
        for item in range(_N_ITEMS):
            out.items[row, item] = answer.items[item]
        for group in range(MOST_GROUPS):
            out.reading[row, group] = answer.reading[group]
        for field in range(N_INFO):
            out.info[row, field] = answer.info[field]
