"""Writes the groups of a chosen reading: melds, sets in the order of their tiles, the pair."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.crowded import SPLIT_PUNGS_TWICE
from engine.jit import leaf
from engine.readings import CHOW, KONG, PAIR, PUNG, SINGLE, group_code
from engine.shapes import NINE
from engine.situation import F_N_MELDS, F_WIN_TILE, Win
from engine.tables_build import NO_PAIR, SPLIT_N_CHOWS, SPLIT_PAIR, SPLIT_PUNGS
from schemas.codes import MELD_CHOW, MELD_PUNG
from schemas.tiles import N_KINDS


@leaf
def write_melds(win: Win, reading: NDArray[np.int16]) -> int:
    """The melds as groups; returns how many."""
    n_melds = win.facts[F_N_MELDS]
    for meld in range(n_melds):
        kind = win.meld_kind[meld]
        group = CHOW if kind == MELD_CHOW else (PUNG if kind == MELD_PUNG else KONG)
        reading[meld] = group_code(group, int(win.meld_tile[meld]))
    return int(n_melds)


@leaf
def write_sets(
    reading: NDArray[np.int16],
    n: int,
    split0: int,
    split1: int,
    split2: int,
    honor_pungs: int,
    honor_pungs_twice: int,
    pair: int,
) -> int:
    """The concealed sets and the pair, from group n on; returns the number of groups.

    Args:
        reading: receives the groups.
        n: groups that stand there already.
        split0: split of the characters (`engine.tables_build`).
        split1: of the dots.
        split2: of the bamboo.
        honor_pungs: mask of the kinds of honor pungs.
        honor_pungs_twice: mask of those held twice.
        pair: the honor paired, or -1.
    """
    for suit in range(3):
        split = split0 if suit == 0 else (split1 if suit == 1 else split2)
        pungs = (split >> SPLIT_PUNGS) & NINE
        twice = (split >> SPLIT_PUNGS_TWICE) & NINE
        pair_rank = (split >> SPLIT_PAIR) & 15
        if pair_rank != NO_PAIR:
            pair = 9 * suit + pair_rank
        for rank in range(9):
            for _ in range(((pungs >> rank) & 1) + ((twice >> rank) & 1)):
                reading[n] = group_code(PUNG, 9 * suit + rank)
                n += 1
            chows = split
            for _ in range((split >> SPLIT_N_CHOWS) & 7):
                if chows & 7 == rank:
                    reading[n] = group_code(CHOW, 9 * suit + rank)
                    n += 1
                chows >>= 3
    for tile in range(27, N_KINDS):
        for _ in range(((honor_pungs >> tile) & 1) + ((honor_pungs_twice >> tile) & 1)):
            reading[n] = group_code(PUNG, tile)
            n += 1
    reading[n] = group_code(PAIR, pair)
    return n + 1


@leaf
def write_pairs_and_singles(win: Win, reading: NDArray[np.int16]) -> int:
    """Pairs and single tiles in their order, four alike as two pairs; returns how many."""
    n = 0
    for tile in range(N_KINDS):
        count = win.hand[tile] + (1 if tile == win.facts[F_WIN_TILE] else 0)
        while count > 0:
            reading[n] = group_code(PAIR if count > 1 else SINGLE, tile)
            count -= 2
            n += 1
    return n
