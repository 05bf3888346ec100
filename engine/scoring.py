"""Scoring of won hands: one interface for all systems, for one hand and for many.

`score_win` scores one hand, called from other kernels and, rarely, from Python; `score_batch`
scores columns of hands without the GIL. Both pass a hand to the kernel of the rule set's system,
which fills in the reading that is worth most under the rule set's values and exclusions.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit, leaf
from engine.mcr.kernel import score_mcr
from engine.readings import MOST_GROUPS
from engine.rules import Rules
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
    N_INFO,
    SCRATCH_SIZE,
    ScoreOut,
    new_score_out,
)
from engine.tables import Tables

__all__ = [
    "I_LIMIT_HIT",
    "I_N_CANCELLED",
    "I_N_PATTERNS",
    "I_N_READING",
    "I_N_WAITS",
    "I_SHAPE",
    "I_TOTAL",
    "I_UNCAPPED",
    "I_WAIT",
    "I_WILDCARDS_USED",
    "I_WITHOUT_FLOWERS",
    "ScoreColumns",
    "ScoreOut",
    "WinColumns",
    "new_score_columns",
    "new_score_out",
    "new_win_columns",
    "score_batch",
    "score_win",
]


class WinColumns(NamedTuple):
    """n won hands as columns, as `score_win` takes them.

    Attributes:
        hand: int8 (n, 42), counts of the concealed tiles without the winning one.
        meld_kind: int8 (n, 5), ``schemas.codes.MELD_*``.
        meld_tile: int8 (n, 5), the meld's tile, a chow's lowest.
        n_melds: int8 (n).
        win_tile: int8 (n).
        win_by: int8 (n), position in ``schemas.codes.WIN_BY``.
        flags: int32 (n), mask of ``schemas.codes.FLAGS``.
        seat_wind: int8 (n), 0-3.
        round_wind: int8 (n), 0-3.
        n_flowers: int8 (n).
    """

    hand: NDArray[np.int8]
    meld_kind: NDArray[np.int8]
    meld_tile: NDArray[np.int8]
    n_melds: NDArray[np.int8]
    win_tile: NDArray[np.int8]
    win_by: NDArray[np.int8]
    flags: NDArray[np.int32]
    seat_wind: NDArray[np.int8]
    round_wind: NDArray[np.int8]
    n_flowers: NDArray[np.int8]


class ScoreColumns(NamedTuple):
    """Answers for n hands as columns; fields as in `ScoreOut`.

    Attributes:
        verdict: int8 (n), position in ``schemas.codes.VERDICTS``.
        counts: int16 (n, n patterns).
        reading: int16 (n, 14).
        info: int32 (n, 16), by the ``I_*`` indices of `engine.scoring_out`.
    """

    verdict: NDArray[np.int8]
    counts: NDArray[np.int16]
    reading: NDArray[np.int16]
    info: NDArray[np.int32]


def new_win_columns(n: int) -> WinColumns:
    """Columns for n hands, all zero."""
    return WinColumns(
        hand=np.zeros((n, 42), dtype=np.int8),
        meld_kind=np.zeros((n, 5), dtype=np.int8),
        meld_tile=np.zeros((n, 5), dtype=np.int8),
        n_melds=np.zeros(n, dtype=np.int8),
        win_tile=np.zeros(n, dtype=np.int8),
        win_by=np.zeros(n, dtype=np.int8),
        flags=np.zeros(n, dtype=np.int32),
        seat_wind=np.zeros(n, dtype=np.int8),
        round_wind=np.zeros(n, dtype=np.int8),
        n_flowers=np.zeros(n, dtype=np.int8),
    )


def new_score_columns(n: int, n_patterns: int) -> ScoreColumns:
    """Room for the answers to n hands."""
    return ScoreColumns(
        verdict=np.zeros(n, dtype=np.int8),
        counts=np.zeros((n, n_patterns), dtype=np.int16),
        reading=np.full((n, MOST_GROUPS), -1, dtype=np.int16),
        info=np.zeros((n, N_INFO), dtype=np.int32),
    )


@leaf
def score_win(
    rules: Rules,
    tables: Tables,
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    win_tile: int,
    win_by: int,
    flags: int,
    seat_wind: int,
    round_wind: int,
    n_flowers: int,
    out: ScoreOut,
) -> int:
    """Score one hand.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        hand: int8 (42), counts of the concealed tiles without the winning one, without flowers.
        meld_kind: int8 (5), ``schemas.codes.MELD_*`` of the melds.
        meld_tile: int8 (5), their tiles, a chow's lowest.
        n_melds: melds, kongs included.
        win_tile: the tile that completes the hand.
        win_by: ``schemas.codes.BY_*``.
        flags: mask of ``schemas.codes.FLAG_*``.
        seat_wind: 0-3, the winner's.
        round_wind: 0-3.
        n_flowers: exposed flowers.
        out: receives the answer (`engine.scoring_out.new_score_out`).

    Returns:
        ``schemas.codes`` LEGAL, NO_SHAPE (all counts 0), BELOW_MINIMUM or NOT_ALLOWED (patterns
        and total as they would count).
    """
    # One machine code whatever integers the caller holds.
    return score_mcr(
        rules,
        tables,
        hand,
        meld_kind,
        meld_tile,
        int(np.int64(n_melds)),
        int(np.int64(win_tile)),
        int(np.int64(win_by)),
        int(np.int64(flags)),
        int(np.int64(seat_wind)),
        int(np.int64(round_wind)),
        int(np.int64(n_flowers)),
        out,
    )


@jit
def score_batch(rules: Rules, tables: Tables, wins: WinColumns, out: ScoreColumns) -> None:
    """Score all hands of `wins` into `out`; free of the GIL, so slices may go to threads."""
    hand = np.zeros(42, dtype=np.int8)
    meld_kind = np.zeros(5, dtype=np.int8)
    meld_tile = np.zeros(5, dtype=np.int8)
    n_patterns = out.counts.shape[1]
    answer = ScoreOut(
        np.zeros(n_patterns, dtype=np.int16),
        np.zeros(n_patterns, dtype=np.int16),
        np.zeros(MOST_GROUPS, dtype=np.int16),
        np.zeros(N_INFO, dtype=np.int32),
        np.zeros(SCRATCH_SIZE, dtype=np.int64),
    )
    for row in range(len(wins.win_tile)):
        for tile in range(42):
            hand[tile] = wins.hand[row, tile]
        for meld in range(5):
            meld_kind[meld] = wins.meld_kind[row, meld]
            meld_tile[meld] = wins.meld_tile[row, meld]
        out.verdict[row] = score_win(
            rules,
            tables,
            hand,
            meld_kind,
            meld_tile,
            wins.n_melds[row],
            wins.win_tile[row],
            wins.win_by[row],
            wins.flags[row],
            wins.seat_wind[row],
            wins.round_wind[row],
            wins.n_flowers[row],
            answer,
        )
        for pattern in range(n_patterns):
            out.counts[row, pattern] = answer.counts[pattern]
        for group in range(MOST_GROUPS):
            out.reading[row, group] = answer.reading[group]
        for field in range(N_INFO):
            out.info[row, field] = answer.info[field]
