"""Has hands with wildcards 财神 scored as what they stand for, by kernels that know no wildcards.

Every choice of kinds that makes the hand whole is scored as if it held those tiles, and the one
that is worth most is the answer: patterns, reading, wait and number of waits are those of the hand
with its wildcards replaced. Of choices worth the same the one that replaces fewest wildcards is
taken, then the first in the order of the tiles.

The scoring itself stands between two calls, so that any kernel can do it (`engine.scorers`):

    more = begin_substitution(...)
    while more:
        verdict = ...  # score the hand as it now is
        more = go_on(...)
    verdict = end_substitution(...)

A hand without wildcards is scored once, as it is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.choices import (
    FREE_MEMORY,
    M_DRAWN,
    M_HELD,
    M_N,
    M_PLACED,
    M_TILE,
    MOST_WILDCARDS,
    close_choices,
    n_substituted,
    next_choice,
    open_choices,
    wildcards_to_place,
)
from engine.crowded import is_crowded
from engine.jit import leaf
from engine.rules import Rules
from engine.scoring_out import I_TOTAL, I_WILDCARDS_USED, ScoreOut, clear_answer
from engine.situation import F_FLAGS, F_SEAT_WIND, F_WILDCARD, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import Tables
from engine.wild import wild_tiles
from schemas.codes import BELOW_MINIMUM, BY_ROBBED_KONG, FLAG_LAST_COPY, LEGAL, NO_SHAPE
from schemas.tiles import N_KINDS

(
    _REPLACING,
    M_SUBSTITUTED,
    M_CROWDED,
    M_COPIES,
    _WIN_TILE,
    _FLAGS,
    _RECALLED,
    _BEST,
    _BEST_KINDS,
    _BEST_TILE,
    _BEST_IS_LAST,
) = range(FREE_MEMORY, FREE_MEMORY + 11)
"""Memory: whether there are wildcards to be replaced; of the choice that stands, wildcards that
stand for another kind than their own, whether some kind stands more than four times
(`engine.crowded`), copies of the winning tile itself in hand (-1: the winning tile is a wildcard
that stands for another kind); winning tile and flags as they were; whether the best choice stands
for the second time; the best choice: its rank (-1: none yet), its kinds (6 bits each), its winning
tile, whether it is the one scored last."""


@leaf
def begin_substitution(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> bool:
    """Let the first choice stand in the hand; False where none makes it whole.

    Wins without a shape are left to the kernel as they are.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        win: the hand, changed until `end_substitution`: tiles, winning tile, flags.
        out: its working memory says of the choice M_SUBSTITUTED, M_CROWDED and M_COPIES.
    """
    memory, facts = out.scratch, win.facts
    wild = wild_tiles(rules, facts[F_WILDCARD], facts[F_SEAT_WIND])
    by_shape = facts[F_WIN_BY] <= BY_ROBBED_KONG
    if wild == 0 or not by_shape or wildcards_to_place(win, wild) == 0:
        memory[_REPLACING] = 0
        memory[M_SUBSTITUTED] = 0
        memory[M_CROWDED] = 0
        memory[M_COPIES] = win.hand[facts[F_WIN_TILE]]
        return True
    memory[_REPLACING] = 1
    memory[_WIN_TILE] = win.facts[F_WIN_TILE]
    memory[_FLAGS] = win.facts[F_FLAGS]
    memory[_RECALLED] = 0
    memory[_BEST] = -1
    open_choices(rules, tables, win, memory, wild)
    if not next_choice(rules, tables, win, memory):
        return False
    _describe(win, memory)
    return True


@leaf
def go_on(rules: Rules, tables: Tables, win: Win, out: ScoreOut, verdict: int) -> bool:
    """Note what the choice that stands is worth, and let the next one stand.

    After the last one the best stands again, so that its answer is the last.

    Returns:
        Whether a choice stands that is to be scored.
    """
    memory = out.scratch
    if memory[_REPLACING] == 0:
        return False
    out.info[I_WILDCARDS_USED] = memory[M_SUBSTITUTED]
    if memory[_RECALLED]:
        _place_best(win.hand, memory, -1)
        return False
    _keep_if_best(out, verdict)
    if not next_choice(rules, tables, win, memory):
        if memory[_BEST] < 0 or memory[_BEST_IS_LAST]:
            return False
        _place_best(win.hand, memory, 1)
        memory[_RECALLED] = 1
    _describe(win, memory)
    return True


@leaf
def end_substitution(win: Win, out: ScoreOut, verdict: int) -> int:
    """Leave the hand as it was; returns the verdict on the best choice."""
    memory = out.scratch
    if memory[_REPLACING] == 0:
        return verdict
    close_choices(win, memory)
    win.facts[F_WIN_TILE] = memory[_WIN_TILE]
    win.facts[F_FLAGS] = memory[_FLAGS]
    if memory[_BEST] < 0:
        clear_answer(out)
        return NO_SHAPE
    return verdict


@leaf
def _describe(win: Win, memory: NDArray[np.int64]) -> None:
    """Put the facts of the choice that stands where the kernel looks for them."""
    tile = memory[M_TILE]
    win.facts[F_WIN_TILE] = tile
    win.facts[F_FLAGS] = memory[_FLAGS]
    memory[M_COPIES] = memory[M_HELD]
    if memory[M_DRAWN] >= 0 and tile != memory[M_DRAWN]:
        memory[M_COPIES] = -1
        # The last copy 绝张 is told of the tile itself; of a flower there is no fourth.
        if memory[M_HELD] > 0 or memory[M_DRAWN] >= N_KINDS:
            win.facts[F_FLAGS] &= ~FLAG_LAST_COPY
    memory[M_SUBSTITUTED] = n_substituted(memory)
    win.hand[tile] += 1
    memory[M_CROWDED] = int(is_crowded(win.hand))
    win.hand[tile] -= 1


@leaf
def _keep_if_best(out: ScoreOut, verdict: int) -> None:
    """Note the choice that stands if it is better than those before."""
    memory = out.scratch
    memory[_BEST_IS_LAST] = 0
    if verdict == NO_SHAPE:
        return
    rank = 2 if verdict == LEGAL else (1 if verdict == BELOW_MINIMUM else 0)
    rank = ((rank << 32) + out.info[I_TOTAL]) * (MOST_WILDCARDS + 1)
    rank += MOST_WILDCARDS - memory[M_SUBSTITUTED]
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
