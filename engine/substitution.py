"""Scores hands with wildcards 财神 as what they stand for, by kernels that know natural tiles only.

Every choice of kinds that makes the hand whole is scored as if it held those tiles, and the one
that is worth most is the answer: patterns, reading, wait and number of waits are those of the hand
with its wildcards replaced. Of choices worth the same the one that replaces fewest wildcards is
taken, then the first in the order of the tiles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.choices import (
    FREE_MEMORY,
    M_DRAWN,
    M_N,
    M_PLACED,
    M_TILE,
    MOST_WILDCARDS,
    close_choices,
    n_substituted,
    next_choice,
    open_choices,
)
from engine.crowded import is_crowded
from engine.jit import leaf
from engine.natural import score_crowded, score_natural
from engine.rules import Rules
from engine.scoring_out import I_TOTAL, I_WILDCARDS_USED, ScoreOut, clear_answer
from engine.situation import F_FLAGS, F_WIN_TILE, Win
from engine.tables import Tables
from schemas.codes import BELOW_MINIMUM, FLAG_LAST_COPY, LEGAL, NO_SHAPE

_BEST, _BEST_KINDS, _BEST_TILE, _BEST_IS_LAST = range(FREE_MEMORY, FREE_MEMORY + 4)
"""Memory: rank of the best choice (-1: none yet), its kinds (6 bits each), its winning tile;
whether it is the one scored last."""


@leaf
def score_substituted(rules: Rules, tables: Tables, win: Win, out: ScoreOut, wild: int) -> int:
    """Score a hand with wildcards; see `engine.scoring.score_win`.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        win: the hand; changed meanwhile, and left as it was.
        out: receives the answer.
        wild: mask of the kinds that are wild for the winner.
    """
    hand, facts, memory = win.hand, win.facts, out.scratch
    win_tile, flags = facts[F_WIN_TILE], facts[F_FLAGS]
    memory[_BEST] = -1
    open_choices(rules, tables, win, memory, wild)
    verdict = NO_SHAPE
    recalled = False
    more = next_choice(rules, tables, win, memory)
    while more:
        tile = memory[M_TILE]
        facts[F_WIN_TILE] = tile
        if memory[M_DRAWN] >= 0 and tile != win_tile:
            facts[F_FLAGS] = flags & ~FLAG_LAST_COPY  # no copy of the tile that it stands for
        hand[tile] += 1
        crowded = is_crowded(hand)
        hand[tile] -= 1
        substituted = n_substituted(memory)
        if crowded:
            verdict = score_crowded(rules, tables, win, out, substituted)
        else:
            verdict = score_natural(rules, tables, win, out, substituted)
        facts[F_WIN_TILE] = win_tile
        facts[F_FLAGS] = flags
        out.info[I_WILDCARDS_USED] = substituted
        if recalled:
            _place_best(hand, memory, -1)
            more = False
        else:
            _keep_if_best(out, verdict)
            more = next_choice(rules, tables, win, memory)
            if not more and memory[_BEST] >= 0 and memory[_BEST_IS_LAST] == 0:
                _place_best(hand, memory, 1)
                recalled = more = True  # the answer is to be that of the best choice
    close_choices(win, memory)
    if memory[_BEST] < 0:
        clear_answer(out)
        return NO_SHAPE
    return verdict


@leaf
def _keep_if_best(out: ScoreOut, verdict: int) -> None:
    """Note the choice that stands if it is better than those before."""
    memory = out.scratch
    memory[_BEST_IS_LAST] = 0
    if verdict == NO_SHAPE:
        return
    rank = 2 if verdict == LEGAL else (1 if verdict == BELOW_MINIMUM else 0)
    rank = ((rank << 32) + out.info[I_TOTAL]) * (MOST_WILDCARDS + 1)
    rank += MOST_WILDCARDS - out.info[I_WILDCARDS_USED]
    if rank > memory[_BEST]:
        kinds = 0
        for place in range(memory[M_N]):
            kinds |= memory[M_PLACED + place] << 6 * place
        memory[_BEST] = rank
        memory[_BEST_KINDS] = kinds
        memory[_BEST_TILE] = memory[M_TILE]
        memory[_BEST_IS_LAST] = 1


@leaf
def _place_best(hand: NDArray[np.int8], memory: NDArray[np.int64], step: int) -> None:
    """Let the best choice stand in the hand again (1), or take it away (-1)."""
    kinds = memory[_BEST_KINDS]
    for place in range(memory[M_N]):
        kind = (kinds >> 6 * place) & 63
        memory[M_PLACED + place] = kind
        hand[kind] += step
    memory[M_TILE] = memory[_BEST_TILE]
    if memory[M_DRAWN] >= 0:
        hand[memory[M_TILE]] -= step
