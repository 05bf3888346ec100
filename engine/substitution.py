"""Scores hands with wildcards 财神 as what they stand for, by kernels that know natural tiles only.

Every choice of kinds that makes the hand whole is scored as if it held those tiles, and the one
that is worth most is the answer: patterns, reading, wait and number of waits are those of the hand
with its wildcards replaced. Of choices worth the same the one that replaces fewest wildcards is
taken, then the first in the order of the tiles.

A wildcard that completes the hand on the own draw may stand for any kind, as those in hand may. One
that another player discards, or adds to a pung, is a tile of its own kind.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.crowded import all_waits, is_crowded
from engine.jit import leaf
from engine.natural import score_crowded, score_natural
from engine.params import choice, param
from engine.rules import P_IN_HAND, Rules
from engine.scoring_out import (
    I_TOTAL,
    I_WILDCARDS_USED,
    SCRATCH_SUBSTITUTION,
    ScoreOut,
    clear_answer,
)
from engine.shapes import SUITS, popcount
from engine.situation import F_FLAGS, F_N_MELDS, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import Tables
from engine.wild import count_wild, natural_missing
from schemas.codes import (
    BELOW_MINIMUM,
    BY_SELF_DRAW,
    FLAG_LAST_COPY,
    LEGAL,
    MELD_CHOW,
    MELD_PUNG,
    NO_SHAPE,
)
from schemas.tiles import N_KINDS

_STANDS_FOR: Final = param("wildcard.stands_for")
_SUITS_ONLY: Final = choice("wildcard.stands_for", "suits")
_FIFTH_COPY: Final = param("wildcard.fifth_copy")

MOST_WILDCARDS: Final = 6
"""More of them no hand holds: three copies or flowers beside the turned one, and a seat flower."""
_MOST_KINDS: Final = 4
"""Kinds that may be wild at once: three flowers and the seat flower."""

(
    _N,
    _OWN_KIND,
    _OWN_HELD,
    _DRAWN,
    _BEST,
    _BEST_KINDS,
    _BEST_TILE,
    _BEST_IS_LAST,
    _VERDICT,
) = range(SCRATCH_SUBSTITUTION, SCRATCH_SUBSTITUTION + 9)
"""Memory: wildcards to be replaced; the kind of 0-33 that is wild, or -1; how many of that kind are
in hand; the wildcard that was drawn to complete the hand, or -1; rank of the best choice (-1: none
yet), its kinds (6 bits each), its winning tile; whether it is the one scored last; the verdict on
that one."""
_PLACED: Final = SCRATCH_SUBSTITUTION + 9
"""First of the kinds that the wildcards stand for, in ascending order."""
_TAKEN: Final = _PLACED + MOST_WILDCARDS
"""First of the kinds that were taken out of the hand, and behind them of their numbers."""


@leaf
def wildcards_to_place(win: Win, wild: int) -> int:
    """Wildcards of a hand that may stand for other kinds.

    Args:
        win: the hand.
        wild: mask of the kinds that are wild for the winner (`engine.wild.wild_tiles`).
    """
    return count_wild(win.hand, wild) + int(_drawn_wildcard(win, wild) >= 0)


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
    memory = out.scratch
    memory[_N] = wildcards_to_place(win, wild)
    memory[_DRAWN] = _drawn_wildcard(win, wild)
    memory[_BEST] = -1
    if memory[_N] > MOST_WILDCARDS:
        clear_answer(out)
        return NO_SHAPE
    win_tile = win.facts[F_WIN_TILE]
    _take_wildcards(win.hand, memory, wild)
    if memory[_DRAWN] < 0:
        win.hand[win_tile] += 1
    _try_all(rules, tables, win, out)
    if memory[_BEST] < 0:
        clear_answer(out)
        memory[_VERDICT] = NO_SHAPE
    elif memory[_BEST_IS_LAST] == 0:
        _score_best(rules, tables, win, out)
    if memory[_DRAWN] < 0:
        win.hand[win_tile] -= 1
    _return_wildcards(win.hand, memory)
    return int(memory[_VERDICT])


@leaf
def _drawn_wildcard(win: Win, wild: int) -> int:
    """The winning tile where it is a wildcard that the winner drew, otherwise -1."""
    tile = win.facts[F_WIN_TILE]
    drawn = win.facts[F_WIN_BY] == BY_SELF_DRAW and tile >= 0 and (wild >> tile) & 1 == 1
    return int(tile) if drawn else -1


@leaf
def _take_wildcards(hand: NDArray[np.int8], memory: NDArray[np.int64], wild: int) -> None:
    """Take all wildcards out of the hand, noting which they are."""
    memory[_OWN_KIND] = -1
    memory[_OWN_HELD] = 0
    rest = wild
    for place in range(_MOST_KINDS):
        kind = popcount((rest & -rest) - 1) if rest != 0 else 0
        held = int(hand[kind]) if rest != 0 else 0
        rest &= rest - 1
        memory[_TAKEN + place] = kind
        memory[_TAKEN + _MOST_KINDS + place] = held
        hand[kind] -= held
    own = wild & ((1 << N_KINDS) - 1)
    if own != 0:  # one kind of suit tiles or honors at most is wild, and it is the lowest
        memory[_OWN_KIND] = memory[_TAKEN]
        memory[_OWN_HELD] = memory[_TAKEN + _MOST_KINDS]


@leaf
def _return_wildcards(hand: NDArray[np.int8], memory: NDArray[np.int64]) -> None:
    for place in range(_MOST_KINDS):
        hand[memory[_TAKEN + place]] += memory[_TAKEN + _MOST_KINDS + place]


@leaf
def _standing(rules: Rules) -> int:
    """Mask of the kinds that wildcards may stand for, their own apart."""
    kinds = rules.params[P_IN_HAND]
    return int(kinds & SUITS if rules.params[_STANDS_FOR] == _SUITS_ONLY else kinds)


@leaf
def _try_all(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> None:
    """Try every choice of kinds that makes the hand whole.

    The hand holds its natural tiles, a natural winning tile among them. Kinds are placed one by
    one in ascending order; each must bring the hand one tile nearer to a shape, and the last one
    is read off the tables.
    """
    hand, memory = win.hand, out.scratch
    n, n_melds = memory[_N], win.facts[F_N_MELDS]
    allowed = _standing(rules)
    if memory[_OWN_KIND] >= 0:
        allowed |= 1 << memory[_OWN_KIND]
    if n > 1 and natural_missing(rules, tables, hand, n_melds, 0) != n:
        return
    level = 0
    memory[_PLACED] = -1
    while level >= 0:
        at = _PLACED + level
        first = memory[at - 1] if level > 0 else 0
        if level == n - 1:
            rest = all_waits(rules, tables, hand, n_melds, memory) & allowed & (-1 << first)
            while rest != 0:
                kind = popcount((rest & -rest) - 1)
                rest &= rest - 1
                memory[at] = kind
                hand[kind] += 1
                _try(rules, tables, win, out)
                hand[kind] -= 1
            level -= 1
            continue
        kind = memory[at]
        if kind < 0:
            kind = first
        else:
            hand[kind] -= 1
            kind += 1
        left = n - level - 1
        while kind < N_KINDS and not (
            (allowed >> kind) & 1 and _promises(rules, tables, hand, n_melds, kind, left)
        ):
            kind += 1
        if kind == N_KINDS:
            level -= 1
            continue
        memory[at] = kind
        hand[kind] += 1
        level += 1
        memory[at + 1] = -1


@leaf
def _promises(
    rules: Rules, tables: Tables, hand: NDArray[np.int8], n_melds: int, kind: int, left: int
) -> bool:
    """Whether a hand with one more tile can be made whole by `left` further ones.

    With one left, looking at what completes the hand is as cheap; of a crowded hand the tables do
    not know.
    """
    if left == 1:
        return True
    hand[kind] += 1
    promising = is_crowded(hand) or natural_missing(rules, tables, hand, n_melds, 0) == left
    hand[kind] -= 1
    return promising


@leaf
def _try(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> None:
    """Score the hand as its wildcards stand, a drawn one for each kind among them."""
    memory = out.scratch
    if rules.params[_FIFTH_COPY] == 0 and _has_fifth_copy(rules, win, memory):
        return
    if memory[_DRAWN] < 0:
        _try_tile(rules, tables, win, out, win.facts[F_WIN_TILE])
        return
    before = -1
    for place in range(_PLACED, _PLACED + memory[_N]):
        kind = memory[place]
        if kind != before:
            _try_tile(rules, tables, win, out, kind)
        before = kind


@leaf
def _has_fifth_copy(rules: Rules, win: Win, memory: NDArray[np.int64]) -> bool:
    """Whether a kind that wildcards stand for is held more often than there are copies."""
    found = False
    for place in range(_PLACED, _PLACED + memory[_N]):
        kind = memory[place]
        copies = int(win.hand[kind])
        for meld in range(win.facts[F_N_MELDS]):
            steps = kind - win.meld_tile[meld]
            if win.meld_kind[meld] == MELD_CHOW:
                copies += int(0 <= steps <= 2)
            elif steps == 0:
                copies += 3 if win.meld_kind[meld] == MELD_PUNG else 4
        found = found or copies > rules.copies[kind]
    return found


@leaf
def _try_tile(rules: Rules, tables: Tables, win: Win, out: ScoreOut, tile: int) -> None:
    """Score the hand with a given winning tile, and keep the choice if it is the best."""
    memory = out.scratch
    if not _may_stand(rules, memory, tile):
        return
    verdict = _score(rules, tables, win, out, tile)
    memory[_BEST_IS_LAST] = 0
    if verdict == NO_SHAPE:
        return
    rank = 2 if verdict == LEGAL else (1 if verdict == BELOW_MINIMUM else 0)
    rank = ((rank << 32) + out.info[I_TOTAL]) * (MOST_WILDCARDS + 1)
    rank += MOST_WILDCARDS - out.info[I_WILDCARDS_USED]
    if rank > memory[_BEST]:
        memory[_BEST] = rank
        memory[_BEST_TILE] = tile
        memory[_BEST_IS_LAST] = 1
        kinds = 0
        for place in range(memory[_N]):
            kinds |= memory[_PLACED + place] << 6 * place
        memory[_BEST_KINDS] = kinds


@leaf
def _may_stand(rules: Rules, memory: NDArray[np.int64], tile: int) -> bool:
    """Whether no wildcard of another kind stands for a wild kind that only its own tiles may be."""
    own = memory[_OWN_KIND]
    if own < 0 or (_standing(rules) >> own) & 1:
        return True
    placed = _placed(memory, own)
    if memory[_DRAWN] >= 0 and tile == own:
        return bool(memory[_DRAWN] == own and placed - 1 <= memory[_OWN_HELD])
    return bool(placed <= memory[_OWN_HELD])


@leaf
def _score(rules: Rules, tables: Tables, win: Win, out: ScoreOut, tile: int) -> int:
    """Score the hand with a given winning tile, which it holds; the hand stays as it is."""
    hand, facts, memory = win.hand, win.facts, out.scratch
    win_tile, flags = facts[F_WIN_TILE], facts[F_FLAGS]
    drawn = memory[_DRAWN]
    facts[F_WIN_TILE] = tile
    if drawn >= 0 and tile != drawn:  # a wildcard in its place is not the last copy 绝张
        facts[F_FLAGS] &= ~FLAG_LAST_COPY
    substituted = _n_substituted(memory, tile)
    crowded = is_crowded(hand)
    hand[tile] -= 1
    if crowded:
        verdict = score_crowded(rules, tables, win, out, substituted)
    else:
        verdict = score_natural(rules, tables, win, out, substituted)
    hand[tile] += 1
    facts[F_WIN_TILE] = win_tile
    facts[F_FLAGS] = flags
    out.info[I_WILDCARDS_USED] = substituted
    memory[_VERDICT] = verdict
    return verdict


@leaf
def _n_substituted(memory: NDArray[np.int64], tile: int) -> int:
    """Wildcards that stand for another kind than their own."""
    drawn, own = memory[_DRAWN], memory[_OWN_KIND]
    in_hand, in_place = memory[_N], _placed(memory, own)
    used = 0
    if drawn >= 0:
        in_hand -= 1
        in_place -= int(tile == own)
        used = int(tile != drawn)
    return int(used + in_hand - min(in_place, memory[_OWN_HELD]))


@leaf
def _placed(memory: NDArray[np.int64], kind: int) -> int:
    """How many wildcards stand for a kind."""
    n = 0
    for place in range(_PLACED, _PLACED + memory[_N]):
        n += int(memory[place] == kind)
    return n


@leaf
def _score_best(rules: Rules, tables: Tables, win: Win, out: ScoreOut) -> None:
    """Score the best choice again, so that the answer is its."""
    hand, memory = win.hand, out.scratch
    kinds = memory[_BEST_KINDS]
    for place in range(memory[_N]):
        kind = (kinds >> 6 * place) & 63
        memory[_PLACED + place] = kind
        hand[kind] += 1
    _score(rules, tables, win, out, memory[_BEST_TILE])
    for place in range(memory[_N]):
        hand[memory[_PLACED + place]] -= 1
