"""Patterns that do not depend on the reading: by the tiles, the melds and the way of winning."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import param
from engine.rules import P_SETS, Rules
from engine.shapes import HONORS, NINE
from engine.situation import F_FLAGS, F_N_MELDS, F_SEAT_WIND, F_WIN_BY, Win
from engine.yantai import patterns as row
from schemas.codes import (
    BY_SELF_DRAW,
    FLAG_FIRST_TURN,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_TILE,
    FLAG_OPEN_PLAY,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
)

_OPEN_PLAY: Final = param("play.open_play")
_HONORS_ARE_A_KIND: Final = param("scoring.honors_are_a_kind")


@leaf
def plays_open(rules: Rules, win: Win) -> bool:
    """Whether the winner has declared open play 明打, in rules that know it."""
    return bool(win.facts[F_FLAGS] & FLAG_OPEN_PLAY != 0 and rules.params[_OPEN_PLAY] == 1)


@leaf
def exposed_melds(win: Win) -> int:
    """Number of melds but concealed kongs."""
    n = 0
    for meld in range(win.facts[F_N_MELDS]):
        n += int(win.meld_kind[meld] != MELD_KONG_CONCEALED)
    return n


@leaf
def meld_kinds(win: Win) -> tuple[int, int]:
    """Mask of the kinds that the melds hold, and of the lowest tiles of chows among them."""
    kinds = chows = 0
    for meld in range(win.facts[F_N_MELDS]):
        tile = int(win.meld_tile[meld])
        chow = win.meld_kind[meld] == MELD_CHOW
        chows |= int(chow) << tile
        kinds |= (0b111 if chow else 1) << tile
    return kinds, chows


@leaf
def hand_patterns(rules: Rules, win: Win, kinds: int) -> int:
    """The patterns that all readings share.

    Args:
        rules: compiled rules.
        win: the hand and its circumstances.
        kinds: mask of all kinds, melds included.
    """
    facts = win.facts
    flags, n_melds = facts[F_FLAGS], facts[F_N_MELDS]
    self_draw = facts[F_WIN_BY] == BY_SELF_DRAW
    dealer = facts[F_SEAT_WIND] == 0
    exposed = exposed_melds(win)
    found = int(self_draw and exposed == 0) << row.CONCEALED_HAND
    n_suits = int(kinds & NINE != 0) + int(kinds & NINE << 9 != 0) + int(kinds & NINE << 18 != 0)
    honors = kinds & HONORS != 0
    found |= int(n_suits == 1 and honors) << row.HALF_FLUSH
    one_kind = n_suits == 1 and not honors
    only_honors = n_suits == 0 and rules.params[_HONORS_ARE_A_KIND] == 1
    found |= int(one_kind or only_honors) << row.FULL_FLUSH
    found |= int(n_melds == rules.params[P_SETS]) << row.LAST_SINGLE
    if self_draw:
        found |= int(flags & FLAG_KONG_REPLACEMENT != 0) << row.KONG_REPLACEMENT
        found |= int(flags & FLAG_LAST_TILE != 0) << row.LAST_DRAW
    if flags & FLAG_FIRST_TURN:
        found |= int(dealer and self_draw and exposed == 0) << row.HEAVENLY
        found |= int(not dealer) << row.EARTHLY
    return found | int(plays_open(rules, win)) << row.OPEN_PLAY


@leaf
def seven_pairs_pattern(hand: NDArray[np.int8], win_tile: int) -> int:
    """The row of seven pairs by how many kinds are held four times."""
    fours = 0
    for kind in range(34):
        fours += int(hand[kind] + int(kind == win_tile) >= 4)
    return row.SEVEN_PAIRS + fours
