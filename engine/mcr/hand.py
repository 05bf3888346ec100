"""Fans that do not depend on the reading: by the tiles of the hand, the melds and the win."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import jit, merge
from engine.mcr import patterns as fan
from engine.mcr.ledger import BY, FACTS, MELD_CHOWS, TOTALS, arise, insert_chow, lists
from engine.shapes import HONORS, ORPHANS, SUITS, popcount
from schemas.codes import (
    BY_ROBBED_KONG,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
)

(
    F_WIN,
    F_SELF_DRAW,
    F_N_WAITS,
    F_N_MELDS,
    F_EXPOSED,
    F_CONCEALED_KONGS,
    F_KONGS,
    F_MELD_PUNGS,
    F_MELD_CHOWS,
    F_MELD_OUTSIDE,
    F_MELD_FIVES,
    F_HONOR_PUNGS,
    F_PAIR_HONOR,
    F_SEAT_WIND,
    F_ROUND_WIND,
    F_KINDS,
    F_FOURS,
    F_NINE_GATES,
    F_N_HAND_FANS,
) = range(19)
"""Facts of a hand, in row FACTS: winning tile; self-drawn; kinds that would complete it; melds;
exposed ones; concealed kongs; kongs; masks of pungs and kongs melded; chows melded (they stand
in row MELD_CHOWS); melds with a terminal or honor and with a five; mask of concealed honor pungs;
the honor paired in the concealed part or -1; winds of the seat and the round; mask of all kinds;
kinds held four times without kong; nine gates; length of the list of hand fans."""

ORPHANS_IN_SUITS: Final = ORPHANS & SUITS
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
GREEN: Final = 0b10101110 << 18 | 1 << 32
"""2 3 4 6 8 bamboo and F 发."""
REVERSIBLE: Final = 0b110111010 << 18 | 0b110011111 << 9 | 1 << 33
"""2 4 5 6 8 9 bamboo, 1 2 3 4 5 8 9 dots and P 白."""
RANK: Final = 1 | 1 << 9 | 1 << 18
"""Mask of the ones; shifted by r: of the tiles with rank r + 1."""
SUIT: Final = (1 << 9) - 1


@jit
def hand_fans(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    win_by: int,
    flags: int,
    n_sets: int,
) -> None:
    """List the fans that all readings share; the facts must be there, melds and kinds included."""
    n = tile_fans(values, scratch, scratch[FACTS, F_KINDS], 0)
    n = arise(values, scratch, n, fan.TILE_HOG, scratch[FACTS, F_FOURS])
    n = arise(values, scratch, n, fan.NINE_GATES, scratch[FACTS, F_NINE_GATES])
    n = kong_fans(
        values, excludes, scratch, n, scratch[FACTS, F_KONGS], scratch[FACTS, F_CONCEALED_KONGS]
    )

    self_draw = scratch[FACTS, F_SELF_DRAW] == 1
    n = arise(values, scratch, n, fan.SELF_DRAW, 1 if self_draw else 0)
    n = arise(values, scratch, n, fan.ROBBING_KONG, 1 if win_by == BY_ROBBED_KONG else 0)
    n = arise(values, scratch, n, fan.LAST_COPY, 1 if flags & FLAG_LAST_COPY else 0)
    if flags & FLAG_LAST_TILE and win_by != BY_ROBBED_KONG:
        n = arise(values, scratch, n, fan.LAST_DRAW if self_draw else fan.LAST_DISCARD, 1)
    # A win on a flower's replacement is self-draw, never 杠上开花.
    if self_draw and flags & FLAG_KONG_REPLACEMENT and not flags & FLAG_FLOWER_REPLACEMENT:
        n = arise(values, scratch, n, fan.KONG_REPLACEMENT, 1 if scratch[FACTS, F_KONGS] > 0 else 0)
    if not self_draw:
        exposed = scratch[FACTS, F_EXPOSED]
        n = arise(values, scratch, n, fan.CONCEALED_HAND, 1 if exposed == 0 else 0)
        n = arise(values, scratch, n, fan.ALL_CLAIMED, 1 if exposed == n_sets else 0)
    scratch[FACTS, F_N_HAND_FANS] = n


@merge
def tile_fans(values: NDArray[np.int32], scratch: NDArray[np.int64], kinds: int, n: int) -> int:
    """Fans that the mask of all kinds decides."""
    characters, dots, bamboo = kinds & SUIT, (kinds >> 9) & SUIT, (kinds >> 18) & SUIT
    n_suits = (1 if characters else 0) + (1 if dots else 0) + (1 if bamboo else 0)
    honors = kinds & HONORS
    if n_suits < 3:
        n = arise(values, scratch, n, fan.ONE_VOIDED_SUIT, 1)
        if n_suits == 1:
            n = arise(values, scratch, n, fan.HALF_FLUSH if honors else fan.FULL_FLUSH, 1)
        if kinds & ~REVERSIBLE == 0:
            n = arise(values, scratch, n, fan.REVERSIBLE_TILES, 1)
        if kinds & ~GREEN == 0:
            n = arise(values, scratch, n, fan.ALL_GREEN, 1)
    elif kinds & WINDS and kinds & DRAGONS:
        n = arise(values, scratch, n, fan.ALL_TYPES, 1)
    if honors == 0:
        n = arise(values, scratch, n, fan.NO_HONORS, 1)
        ranks = characters | dots | bamboo
        if ranks & 0b111100000 == ranks:
            n = arise(values, scratch, n, fan.UPPER_FOUR, 1)
            n = arise(values, scratch, n, fan.UPPER_TILES, 0 if ranks & 0b000100000 else 1)
        elif ranks & 0b000001111 == ranks:
            n = arise(values, scratch, n, fan.LOWER_FOUR, 1)
            n = arise(values, scratch, n, fan.LOWER_TILES, 0 if ranks & 0b000001000 else 1)
        elif ranks & 0b000111000 == ranks:
            n = arise(values, scratch, n, fan.MIDDLE_TILES, 1)
    if kinds & ORPHANS == 0:
        n = arise(values, scratch, n, fan.ALL_SIMPLES, 1)
    elif kinds & ~ORPHANS == 0:
        if honors == 0:
            n = arise(values, scratch, n, fan.ALL_TERMINALS, 1)
        elif kinds & SUITS == 0:
            n = arise(values, scratch, n, fan.ALL_HONORS, 1)
    return n


@merge
def kong_fans(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    n: int,
    kongs: int,
    concealed: int,
) -> int:
    """Fans of kongs: the largest supersedes the smaller ones that it lists."""
    if kongs == 0:
        return n
    exposed = kongs - concealed
    top = -1
    if kongs == 4 and values[fan.FOUR_KONGS] != 0:
        top = fan.FOUR_KONGS
        n = arise(values, scratch, n, fan.FOUR_KONGS, 1)
    if kongs >= 3:
        n = _below(values, excludes, scratch, n, fan.THREE_KONGS, 1, top)
        if top < 0 and values[fan.THREE_KONGS] != 0:
            top = fan.THREE_KONGS
    if concealed >= 2:
        n = _below(values, excludes, scratch, n, fan.TWO_CONCEALED_KONGS, 1, top)
    if exposed >= 2:
        n = _below(values, excludes, scratch, n, fan.TWO_EXPOSED_KONGS, 1, top)
    if concealed >= 1 and exposed >= 1:
        n = _below(values, excludes, scratch, n, fan.MIXED_KONGS, 1, top)
    n = _below(values, excludes, scratch, n, fan.CONCEALED_KONG, concealed, top)
    return _below(values, excludes, scratch, n, fan.EXPOSED_KONG, exposed, top)


@merge
def _below(
    values: NDArray[np.int32],
    excludes: NDArray[np.uint64],
    scratch: NDArray[np.int64],
    n: int,
    pattern: int,
    count: int,
    top: int,
) -> int:
    longer = arise(values, scratch, n, pattern, count)
    if top >= 0 and lists(excludes, top, pattern):
        scratch[BY, n] = top
    return longer


@merge
def read_melds(
    scratch: NDArray[np.int64],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    win_tile: int,
) -> int:
    """Put what the melds hold into the facts; returns how many tiles of `win_tile` they show."""
    pungs = kongs = kinds = 0
    exposed = concealed = n_chows = outside = fives = shown = 0
    for meld in range(n_melds):
        kind, tile = int(meld_kind[meld]), int(meld_tile[meld])
        rank = tile % 9
        exposed += 0 if kind == MELD_KONG_CONCEALED else 1
        if kind == MELD_CHOW:
            n_chows = insert_chow(scratch, MELD_CHOWS, n_chows, tile // 9 * 7 + rank)
            kinds |= 0b111 << tile
            outside += 1 if rank in (0, 6) else 0
            fives += 1 if 2 <= rank <= 4 else 0
            shown += 1 if tile <= win_tile <= tile + 2 else 0
        else:
            pungs |= 1 << tile
            outside += (ORPHANS >> tile) & 1
            fives += 1 if tile < 27 and rank == 4 else 0
            if kind == MELD_PUNG:
                shown += 3 if tile == win_tile else 0
            else:
                kongs |= 1 << tile
                concealed += 1 if kind == MELD_KONG_CONCEALED else 0
    scratch[FACTS, F_N_MELDS] = n_melds
    scratch[FACTS, F_EXPOSED] = exposed
    scratch[FACTS, F_KONGS] = popcount(kongs)
    scratch[FACTS, F_CONCEALED_KONGS] = concealed
    scratch[FACTS, F_MELD_PUNGS] = pungs
    scratch[FACTS, F_MELD_CHOWS] = n_chows
    scratch[FACTS, F_MELD_OUTSIDE] = outside
    scratch[FACTS, F_MELD_FIVES] = fives
    scratch[FACTS, F_KINDS] = kinds | pungs
    return shown


@merge
def read_counts(
    scratch: NDArray[np.int64],
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    win_tile: int,
) -> None:
    """Put the kinds held four times, honor pungs and an honor pair into the facts."""
    pungs = 0
    pair = -1
    for kind in range(27, 34):
        count = hand[kind] + (1 if kind == win_tile else 0)
        pungs |= (1 if count == 3 else 0) << kind
        pair = kind if count == 2 else pair
    scratch[FACTS, F_HONOR_PUNGS] = pungs
    scratch[FACTS, F_PAIR_HONOR] = pair

    for kind in range(34):
        scratch[TOTALS, kind] = hand[kind]
    scratch[TOTALS, win_tile] += 1
    for meld in range(n_melds):
        tile = meld_tile[meld]
        if meld_kind[meld] == MELD_CHOW:
            for member in range(tile, tile + 3):
                scratch[TOTALS, member] += 1
        elif meld_kind[meld] == MELD_PUNG:
            scratch[TOTALS, tile] += 3
    fours = 0
    for kind in range(34):
        fours += 1 if scratch[TOTALS, kind] == 4 else 0
    scratch[FACTS, F_FOURS] = fours
