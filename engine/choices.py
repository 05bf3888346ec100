"""What the wildcards 财神 of a hand may stand for: one choice after another that makes it whole.

Kinds are placed one by one in ascending order, and what the last wildcard may be is what completes
the hand. The hand itself is changed: while a choice stands, it holds the chosen tiles in place of
its wildcards, without the winning tile.

A wildcard that completes the hand on the own draw may stand for any kind, as those in hand may. One
that another player discards, or adds to a pung, is a tile of its own kind.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.crowded import any_waits
from engine.jit import leaf
from engine.params import choice, param
from engine.rules import P_IN_HAND, Rules
from engine.scoring_out import SCRATCH_SUBSTITUTION
from engine.shapes import SUITS, popcount
from engine.situation import F_N_MELDS, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import Tables
from engine.useful import useful_kinds
from engine.wild import count_wild
from schemas.codes import BY_SELF_DRAW, MELD_CHOW, MELD_PUNG
from schemas.tiles import N_KINDS

_STANDS_FOR: Final = param("wildcard.stands_for")
_SUITS_ONLY: Final = choice("wildcard.stands_for", "suits")
_FIFTH_COPY: Final = param("wildcard.fifth_copy")

_MANY: Final = 3
"""From this number of wildcards on it takes less time to find out which kinds are of use."""
MOST_WILDCARDS: Final = 4
"""More of them no hand holds: three copies or flowers beside the turned one, and a seat flower."""
_MOST_KINDS: Final = 4
"""Kinds that may be wild at once: three flowers and the seat flower."""

(
    M_N,
    M_DRAWN,
    M_TILE,
    M_PHYSICAL,
    M_HELD,
    M_OWN_KIND,
    M_OWN_HELD,
    M_STANDING,
    M_LEVEL,
    M_REST,
    M_WHOLE,
    M_PLACE,
    M_USEFUL,
) = range(SCRATCH_SUBSTITUTION, SCRATCH_SUBSTITUTION + 13)
"""Memory: wildcards to be replaced; the wildcard that was drawn to complete the hand, or -1; the
winning tile of the choice; the real one, and its copies in hand, of natural tiles or wildcards; the
kind of 0-33 that is wild, or -1, and how many of it are in hand; mask of the kinds that wildcards
may stand for, their own apart; how many kinds are placed but for the last; kinds that the last one
may still be; whether all are placed; which of them is the winning tile, where a wildcard was drawn;
mask of the kinds that are placed, others than which make no hand whole.
"""
M_PLACED: Final = M_USEFUL + 1
"""First of the kinds that the wildcards stand for, in ascending order."""
_TAKEN: Final = M_PLACED + MOST_WILDCARDS
"""First of the kinds that were taken out of the hand, and behind them of their numbers."""
FREE_MEMORY: Final = _TAKEN + 2 * _MOST_KINDS
"""First index that is not used here."""


@leaf
def wildcards_to_place(win: Win, wild: int) -> int:
    """Wildcards of a hand that may stand for other kinds.

    Args:
        win: the hand.
        wild: mask of the kinds that are wild for the winner (`engine.wild.wild_tiles`).
    """
    return count_wild(win.hand, wild) + int(_drawn_wildcard(win, wild) >= 0)


@leaf
def open_choices(
    rules: Rules, tables: Tables, win: Win, memory: NDArray[np.int64], wild: int
) -> None:
    """Take the wildcards out of the hand; no choice stands yet."""
    hand, tile = win.hand, win.facts[F_WIN_TILE]
    n = wildcards_to_place(win, wild)
    memory[M_N] = n
    memory[M_DRAWN] = _drawn_wildcard(win, wild)
    memory[M_PHYSICAL] = tile
    memory[M_TILE] = tile
    kinds = rules.params[P_IN_HAND]
    suits_only = rules.params[_STANDS_FOR] == _SUITS_ONLY
    memory[M_STANDING] = kinds & SUITS if suits_only else kinds
    memory[M_WHOLE] = 0
    memory[M_REST] = 0
    memory[M_HELD] = hand[tile]
    _take_wildcards(hand, memory, wild)
    # The search begins before the first kind; at level -1 it has ended.
    memory[M_LEVEL] = 0 if n <= MOST_WILDCARDS else -1
    memory[M_PLACED] = -1
    kinds = memory[M_STANDING]
    if memory[M_OWN_KIND] >= 0:
        kinds |= 1 << memory[M_OWN_KIND]
    if n >= _MANY:
        _put_winning_tile(hand, memory, 1)
        kinds = useful_kinds(rules, tables, hand, win.facts[F_N_MELDS], n, kinds)
        _put_winning_tile(hand, memory, -1)
    memory[M_USEFUL] = kinds


@leaf
def next_choice(rules: Rules, tables: Tables, win: Win, memory: NDArray[np.int64]) -> bool:
    """Let the next choice stand in the hand; False where there is none, and then none stands."""
    hand, n = win.hand, memory[M_N]
    last = M_PLACED + n - 1
    if memory[M_WHOLE] == 1:  # all tiles of the last choice in the hand again
        hand[memory[M_TILE]] += 1
    else:
        _put_winning_tile(hand, memory, 1)
    found = False
    more = True
    while more and not found:
        if memory[M_WHOLE] == 1:
            found = _next_winning_tile(memory)
            if not found:
                hand[memory[last]] -= 1
                memory[M_WHOLE] = 0
        elif memory[M_REST] != 0:
            kind = popcount((memory[M_REST] & -memory[M_REST]) - 1)
            memory[M_REST] &= memory[M_REST] - 1
            memory[last] = kind
            memory[M_PLACE] = -1
            hand[kind] += 1
            memory[M_WHOLE] = 1
            if rules.params[_FIFTH_COPY] == 0 and _has_fifth_copy(rules, win, memory):
                memory[M_PLACE] = n  # nothing for its winning tile to be
        else:
            more = _place_all_but_last(rules, tables, win, memory)
    if found:
        hand[memory[M_TILE]] -= 1
    else:
        _put_winning_tile(hand, memory, -1)
    return found


@leaf
def n_substituted(memory: NDArray[np.int64]) -> int:
    """Wildcards that stand for another kind than their own, in the choice that stands."""
    drawn, own = memory[M_DRAWN], memory[M_OWN_KIND]
    in_hand, in_place = memory[M_N], _placed(memory, own)
    used = 0
    if drawn >= 0:
        in_hand -= 1
        in_place -= int(memory[M_TILE] == own)
        used = int(memory[M_TILE] != drawn)
    return int(used + in_hand - min(in_place, memory[M_OWN_HELD]))


@leaf
def close_choices(win: Win, memory: NDArray[np.int64]) -> None:
    """Give the hand its wildcards back; no choice stands."""
    for place in range(_MOST_KINDS):
        win.hand[memory[_TAKEN + place]] += memory[_TAKEN + _MOST_KINDS + place]


@leaf
def _drawn_wildcard(win: Win, wild: int) -> int:
    """The winning tile where it is a wildcard that the winner drew, otherwise -1."""
    tile = win.facts[F_WIN_TILE]
    drawn = win.facts[F_WIN_BY] == BY_SELF_DRAW and tile >= 0 and (wild >> tile) & 1 == 1
    return int(tile) if drawn else -1


@leaf
def _put_winning_tile(hand: NDArray[np.int8], memory: NDArray[np.int64], step: int) -> None:
    """Put a winning tile that is no wildcard into the hand (1) or take it out (-1)."""
    if memory[M_DRAWN] < 0:
        hand[memory[M_PHYSICAL]] += step


@leaf
def _take_wildcards(hand: NDArray[np.int8], memory: NDArray[np.int64], wild: int) -> None:
    """Take all wildcards out of the hand, noting which they are."""
    rest = wild
    for place in range(_MOST_KINDS):
        kind = popcount((rest & -rest) - 1) if rest != 0 else 0
        held = int(hand[kind]) if rest != 0 else 0
        rest &= rest - 1
        memory[_TAKEN + place] = kind
        memory[_TAKEN + _MOST_KINDS + place] = held
        hand[kind] -= held
    # One kind of suit tiles or honors at most is wild, and it comes before flowers.
    own = wild & ((1 << N_KINDS) - 1) != 0
    memory[M_OWN_KIND] = memory[_TAKEN] if own else -1
    memory[M_OWN_HELD] = memory[_TAKEN + _MOST_KINDS] if own else 0


@leaf
def _next_winning_tile(memory: NDArray[np.int64]) -> bool:
    """Choose the next winning tile for the kinds that are placed: each of them, or the real one."""
    drawn = memory[M_DRAWN] >= 0
    n = memory[M_N] if drawn else 1
    place = memory[M_PLACE] + 1
    found = False
    while place < n and not found:
        kind = memory[M_PLACED + place]
        if not drawn or place == 0 or kind != memory[M_PLACED + place - 1]:
            memory[M_TILE] = kind if drawn else memory[M_PHYSICAL]
            found = _may_stand(memory)
        place += int(not found)
    memory[M_PLACE] = place
    return found


@leaf
def _place_all_but_last(rules: Rules, tables: Tables, win: Win, memory: NDArray[np.int64]) -> bool:
    """Place all wildcards but the last in the next way, and note what the last may be.

    Returns False where there is no further way.
    """
    hand, n_melds, n = win.hand, win.facts[F_N_MELDS], memory[M_N]
    allowed = memory[M_USEFUL]
    level = memory[M_LEVEL]
    placed = False
    while level >= 0 and not placed:
        at = M_PLACED + level
        first = memory[at - 1] if level > 0 else 0
        if level == n - 1:
            found = any_waits(rules, tables, hand, n_melds, memory)
            memory[M_REST] = found & allowed & (-1 << first)
            level -= 1
            placed = True
        else:
            kind = memory[at]
            if kind < 0:
                kind = first
            else:
                hand[kind] -= 1
                kind += 1
            while kind < N_KINDS and (allowed >> kind) & 1 == 0:
                kind += 1
            if kind == N_KINDS:
                level -= 1
            else:
                memory[at] = kind
                hand[kind] += 1
                level += 1
                memory[at + 1] = -1
    memory[M_LEVEL] = level
    return placed


@leaf
def _has_fifth_copy(rules: Rules, win: Win, memory: NDArray[np.int64]) -> bool:
    """Whether a kind that wildcards stand for is held more often than there are copies."""
    found = False
    for place in range(M_PLACED, M_PLACED + memory[M_N]):
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
def _may_stand(memory: NDArray[np.int64]) -> bool:
    """Whether a wild kind that wildcards may not stand for is made of its own tiles alone."""
    own, drawn, tile = memory[M_OWN_KIND], memory[M_DRAWN], memory[M_TILE]
    if own < 0 or (memory[M_STANDING] >> own) & 1:
        return True
    in_hand = _placed(memory, own)
    if drawn >= 0 and tile == own:
        if drawn != own:
            return False
        in_hand -= 1
    return bool(in_hand <= memory[M_OWN_HELD])


@leaf
def _placed(memory: NDArray[np.int64], kind: int) -> int:
    """How many wildcards stand for a kind."""
    n = 0
    for place in range(M_PLACED, M_PLACED + memory[M_N]):
        n += int(memory[place] == kind)
    return n
