"""Fans that do not depend on the reading: by the tiles of the hand, the melds and the win."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.mcr import memory as at
from engine.mcr import patterns as fan
from engine.mcr.patterns import FIRST_REPEATED, HIGH, ONCE
from engine.rules import Rules
from engine.shapes import HONORS, NINE, ORPHANS
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

WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31
GREEN: Final = 0b010101110 << 18 | 1 << 32
"""2 3 4 6 8 bamboo and F 发."""
REVERSIBLE: Final = 0b110111010 << 18 | 0b110011111 << 9 | 1 << 33
"""2 4 5 6 8 9 bamboo, 1 2 3 4 5 8 9 dots and P 白."""


@leaf
def tile_fans(kinds: int) -> tuple[int, int]:
    """Fans that the mask of all kinds decides."""
    low = high = 0
    characters, dots, bamboo = kinds & NINE, (kinds >> 9) & NINE, (kinds >> 18) & NINE
    n_suits = int(characters != 0) + int(dots != 0) + int(bamboo != 0)
    honors = kinds & HONORS
    if n_suits < 3:
        high |= 1 << (fan.ONE_VOIDED_SUIT - HIGH)
        low |= int(n_suits == 1 and honors != 0) << fan.HALF_FLUSH
        low |= int(n_suits == 1 and honors == 0) << fan.FULL_FLUSH
        low |= int(kinds & ~REVERSIBLE == 0) << fan.REVERSIBLE_TILES
        low |= int(kinds & ~GREEN == 0) << fan.ALL_GREEN
    else:
        low |= int(kinds & WINDS != 0 and kinds & DRAGONS != 0) << fan.ALL_TYPES
    if honors == 0:
        high |= 1 << (fan.NO_HONORS - HIGH)
        ranks = characters | dots | bamboo
        low |= int(ranks & ~0b111100000 == 0) << fan.UPPER_FOUR
        low |= int(ranks & ~0b111000000 == 0) << fan.UPPER_TILES
        low |= int(ranks & ~0b000111000 == 0) << fan.MIDDLE_TILES
        low |= int(ranks & ~0b000001111 == 0) << fan.LOWER_FOUR
        low |= int(ranks & ~0b000000111 == 0) << fan.LOWER_TILES
    if kinds & ORPHANS == 0:
        high |= 1 << (fan.ALL_SIMPLES - HIGH)
    elif kinds & ~ORPHANS == 0:
        low |= int(honors == 0) << fan.ALL_TERMINALS
        low |= int(n_suits == 0) << fan.ALL_HONORS
    return low, high


@leaf
def win_fans(
    self_draw: int, win_by: int, flags: int, kongs: int, exposed: int, n_sets: int
) -> tuple[int, int]:
    """Fans of the way in which the hand was won."""
    robbed = win_by == BY_ROBBED_KONG
    last = flags & FLAG_LAST_TILE != 0
    low = int(robbed) << fan.ROBBING_KONG
    low |= int(flags & FLAG_LAST_COPY != 0) << fan.LAST_COPY
    if self_draw:
        low |= int(last) << fan.LAST_DRAW
        # A win on a flower's replacement is self-draw, never 杠上开花.
        by_kong = flags & FLAG_KONG_REPLACEMENT != 0 and flags & FLAG_FLOWER_REPLACEMENT == 0
        low |= int(by_kong and kongs > 0) << fan.KONG_REPLACEMENT
        return low, 1 << (fan.SELF_DRAW - HIGH)
    low |= int(last and not robbed) << fan.LAST_DISCARD
    low |= int(exposed == 0) << fan.CONCEALED_HAND
    low |= int(exposed == n_sets) << fan.ALL_CLAIMED
    return low, 0


@leaf
def kong_fans(kongs: int, concealed: int) -> tuple[int, int]:
    """Fans of kongs, larger and smaller ones."""
    exposed = kongs - concealed
    low = int(kongs == 4) << fan.FOUR_KONGS
    low |= int(kongs >= 3) << fan.THREE_KONGS
    low |= int(concealed >= 2) << fan.TWO_CONCEALED_KONGS
    low |= int(exposed >= 2) << fan.TWO_EXPOSED_KONGS
    high = int(concealed >= 1 and exposed >= 1) << (fan.MIXED_KONGS - HIGH)
    high |= int(concealed >= 1) << (fan.CONCEALED_KONG - HIGH)
    high |= int(exposed >= 1) << (fan.EXPOSED_KONG - HIGH)
    return low, high


@leaf
def hand_fans(
    rules: Rules,
    scratch: NDArray[np.int64],
    win_by: int,
    flags: int,
    n_sets: int,
    fours: int,
    substituted: int,
) -> None:
    """Put the fans that all readings share into the memory; the other facts must be there.

    `fours` are the kinds held four times, `substituted` the wildcards that stand for another kind.
    """
    kongs, concealed = scratch[at.KONGS], scratch[at.CONCEALED_KONGS]
    tile_low, tile_high = tile_fans(scratch[at.KINDS])
    win_low, win_high = win_fans(
        scratch[at.SELF_DRAW], win_by, flags, kongs, scratch[at.EXPOSED], n_sets
    )
    low = tile_low | win_low
    high = tile_high | win_high | int(substituted == 0) << (fan.NO_WILDCARD - HIGH)
    low |= int(fours > 0) << fan.TILE_HOG
    low |= scratch[at.NINE_GATES] << fan.NINE_GATES
    counts = ONCE | fours << (4 * (fan.TILE_HOG - FIRST_REPEATED))

    scratch[at.SUPERSEDED_LOW] = 0
    scratch[at.SUPERSEDED_HIGH] = 0
    if kongs > 0:
        kong_low, kong_high = kong_fans(kongs, concealed)
        counts |= concealed << (4 * (fan.CONCEALED_KONG - FIRST_REPEATED))
        counts |= (kongs - concealed) << (4 * (fan.EXPOSED_KONG - FIRST_REPEATED))
        # The largest fan supersedes those that it lists: unlike cancelled ones, they cancel
        # nothing. Two concealed kongs of three take away no 双暗刻.
        top = -1
        if kongs == 4 and rules.values[fan.FOUR_KONGS] != 0:
            top = fan.FOUR_KONGS
        elif kongs >= 3 and rules.values[fan.THREE_KONGS] != 0:
            top = fan.THREE_KONGS
        if top >= 0:
            scratch[at.SUPERSEDED_BY] = top
            scratch[at.SUPERSEDED_LOW] = kong_low & int(np.int64(rules.excludes[top, 0]))
            scratch[at.SUPERSEDED_HIGH] = kong_high & int(np.int64(rules.excludes[top, 1]))
        low |= kong_low & ~scratch[at.SUPERSEDED_LOW]
        high |= kong_high & ~scratch[at.SUPERSEDED_HIGH]
    scratch[at.HAND_LOW] = low
    scratch[at.HAND_HIGH] = high
    scratch[at.HAND_COUNTS] = counts


@leaf
def read_melds(
    scratch: NDArray[np.int64],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    win_tile: int,
) -> None:
    """Put what the melds hold into the memory."""
    pungs = kinds = 0
    exposed = kongs = concealed = n_chows = outside = fives = shown = 0
    for meld in range(n_melds):
        kind, tile = int(meld_kind[meld]), int(meld_tile[meld])
        suit = tile // 9
        rank = tile - 9 * suit
        exposed += int(kind != MELD_KONG_CONCEALED)
        if kind == MELD_CHOW:
            insert_chow(scratch, at.CHOWS_OF_MELDS, n_chows, 7 * suit + rank)
            n_chows += 1
            kinds |= 0b111 << tile
            outside += int(rank == 0 or rank == 6)
            fives += int(2 <= rank <= 4)
            shown += int(tile <= win_tile <= tile + 2)
        else:
            pungs |= 1 << tile
            outside += (ORPHANS >> tile) & 1
            fives += int(suit < 3 and rank == 4)
            shown += 3 * int(kind == MELD_PUNG and tile == win_tile)
            kongs += int(kind != MELD_PUNG)
            concealed += int(kind == MELD_KONG_CONCEALED)
    scratch[at.EXPOSED] = exposed
    scratch[at.KONGS] = kongs
    scratch[at.CONCEALED_KONGS] = concealed
    scratch[at.MELD_PUNGS] = pungs
    scratch[at.MELD_CHOWS] = n_chows
    scratch[at.MELD_OUTSIDE] = outside
    scratch[at.MELD_FIVES] = fives
    scratch[at.SHOWN] = shown
    scratch[at.KINDS] = kinds | pungs


@leaf
def insert_chow(scratch: NDArray[np.int64], first: int, n_chows: int, chow: int) -> None:
    """Put a chow in its place in a sorted list of `n_chows`."""
    place = first + n_chows
    while place > first and scratch[place - 1] > chow:
        scratch[place] = scratch[place - 1]
        place -= 1
    scratch[place] = chow


@leaf
def count_copies(
    scratch: NDArray[np.int64],
    hand: NDArray[np.int8],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
    win_tile: int,
) -> int:
    """Count each kind outside kongs, and find honor sets in the concealed part.

    Returns:
        The kinds held four times (with wildcards, or more often): 四归一.
    """
    for kind in range(34):
        scratch[at.COPIES + kind] = hand[kind]
    scratch[at.COPIES + win_tile] += 1
    pungs = twice = 0
    pair = -1
    for kind in range(27, 34):
        count = scratch[at.COPIES + kind]
        pungs |= int(count >= 3) << kind
        twice |= int(count >= 6) << kind
        pair = kind if count % 3 == 2 else pair
    scratch[at.HONOR_PUNGS] = pungs
    scratch[at.HONOR_PUNGS_TWICE] = twice
    scratch[at.HONOR_PAIR] = pair
    for meld in range(n_melds):
        tile = at.COPIES + meld_tile[meld]
        if meld_kind[meld] == MELD_CHOW:
            scratch[tile] += 1
            scratch[tile + 1] += 1
            scratch[tile + 2] += 1
        elif meld_kind[meld] == MELD_PUNG:
            scratch[tile] += 3
    fours = 0
    for kind in range(34):
        fours += int(scratch[at.COPIES + kind] >= 4)
    return fours
