"""Patterns that do not depend on the reading: flowers, melds, honors, tiles, and the win."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import choice, param
from engine.rules import P_SETS, Rules
from engine.shapes import HONORS, NINE, ORPHANS, SUITS, popcount
from engine.situation import (
    F_FLAGS,
    F_N_MELDS,
    F_ROUND_WIND,
    F_SEAT_WIND,
    F_WIN_BY,
    F_WIN_TILE,
    Win,
)
from engine.taiwan import memory as at
from engine.taiwan import patterns as row
from engine.taiwan.patterns import FIRST_REPEATED
from schemas.codes import (
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_DECLARED_READY,
    FLAG_FIRST_TURN,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_TILE,
    FLAG_SHOWN_READY,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
)
from schemas.tiles import N_KINDS

TERMINALS: Final = ORPHANS & SUITS
WINDS: Final = 0b1111 << 27
DRAGONS: Final = 0b111 << 31

_CHOWS_SELF_DRAW: Final = param("scoring.all_chows_self_draw")
_KONG_KEEPS: Final = param("scoring.concealed_kong_keeps_concealed")
_NO_DRAGONS: Final = param("scoring.no_honors_dragons")
_STRAIGHT: Final = param("scoring.straight")
_OF_TILES: Final = choice("scoring.straight", "tiles")
_AFTER_KONGS: Final = param("win.heavenly_after_kongs")
_CLAIMS_END: Final = param("win.claims_end_first_turn")
_REPLACEMENT: Final = FLAG_KONG_REPLACEMENT | FLAG_FLOWER_REPLACEMENT
_READY: Final = FLAG_DECLARED_READY | FLAG_SHOWN_READY

# Counts of the patterns that may count more than once.
_FLOWER_SETS: Final = at.COUNTS + row.FLOWER_SET - FIRST_REPEATED
_DRAGON_PUNGS: Final = at.COUNTS + row.DRAGON_PUNG - FIRST_REPEATED
_SEAT_FLOWERS: Final = at.COUNTS + row.SEAT_FLOWER - FIRST_REPEATED
_ANY_FLOWERS: Final = at.COUNTS + row.ANY_FLOWER - FIRST_REPEATED
_ANY_WINDS: Final = at.COUNTS + row.ANY_WIND - FIRST_REPEATED
_EXPOSED_KONGS: Final = at.COUNTS + row.EXPOSED_KONG - FIRST_REPEATED
_CONCEALED_KONGS: Final = at.COUNTS + row.CONCEALED_KONG - FIRST_REPEATED
_LAST_COUNT: Final = at.COUNTS + row.LAST_REPEATED - FIRST_REPEATED


@leaf
def flower_rows(scratch: NDArray[np.int64], flowers: NDArray[np.int8], seat_wind: int) -> int:
    """Patterns of the exposed flowers; every count is set, those of other patterns to 1.

    A seat's own flowers are one season and one plant: East f1 and f5, South f2 and f6 …
    """
    for place in range(at.COUNTS, _LAST_COUNT + 1):
        scratch[place] = 1
    total = 0
    for count in flowers:
        total += count
    seasons = plants = 1
    for place in range(N_KINDS, N_KINDS + 4):
        seasons &= int(flowers[place] > 0)
        plants &= int(flowers[place + 4] > 0)
    own = int(flowers[N_KINDS + seat_wind]) + int(flowers[N_KINDS + 4 + seat_wind])
    scratch[_ANY_FLOWERS] = total
    scratch[_FLOWER_SETS] = seasons + plants
    scratch[_SEAT_FLOWERS] = own
    rows = int(total > 0) << row.ANY_FLOWER
    rows |= int(own > 0) << row.SEAT_FLOWER
    return rows | int(seasons + plants > 0) << row.FLOWER_SET


@leaf
def hand_rows(rules: Rules, scratch: NDArray[np.int64], win: Win, kinds: int) -> None:
    """Put the facts of the hand and the patterns that all its readings share into the memory.

    Args:
        rules: compiled rules.
        scratch: the working memory, filled but for the waits and the best reading.
        win: a hand whose concealed honors make pungs and one pair at most.
        kinds: mask of the kinds of its concealed tiles, the winning one among them.
    """
    params, facts, flowers = rules.params, win.facts, win.flowers
    seat_wind, round_wind = facts[F_SEAT_WIND], facts[F_ROUND_WIND]
    win_by, n_melds = facts[F_WIN_BY], facts[F_N_MELDS]
    self_draw = win_by == BY_SELF_DRAW
    rows = flower_rows(scratch, flowers, seat_wind)
    no_flowers = scratch[_ANY_FLOWERS] == 0

    concealed_kongs = _read_melds(scratch, win.meld_kind, win.meld_tile, n_melds)
    exposed = n_melds - concealed_kongs
    exposed_kongs = scratch[_EXPOSED_KONGS]
    rows |= int(exposed_kongs > 0) << row.EXPOSED_KONG
    rows |= int(concealed_kongs > 0) << row.CONCEALED_KONG
    concealed = exposed == 0 and (concealed_kongs == 0 or params[_KONG_KEEPS] == 1)
    # With all sets claimed one tile is left: a single wait by itself.
    all_claimed = exposed == params[P_SETS] and win_by == BY_DISCARD
    rows |= int(all_claimed) << row.ALL_CLAIMED
    dealer = seat_wind == 0
    # The winner's own claims and kongs end the first turn as everybody's do.
    ended = n_melds > 0
    if dealer:
        ended = exposed > 0 or (ended and params[_AFTER_KONGS] == 0)
    elif params[_CLAIMS_END] == 0:
        ended = False
    flags = facts[F_FLAGS] & ~FLAG_FIRST_TURN if ended else facts[F_FLAGS]
    rows |= _win_rows(win_by, flags, dealer, concealed)

    _count_honors(scratch, win.hand, facts[F_WIN_TILE])
    pungs = scratch[at.MELD_PUNGS] | scratch[at.HONOR_PUNGS]
    if pungs & HONORS:
        rows |= _honor_rows(pungs, scratch[at.HONOR_PAIR], seat_wind, round_wind)
    kinds |= scratch[at.KINDS]
    spoiling = HONORS if params[_NO_DRAGONS] == 1 else WINDS
    rows |= _tile_rows(kinds, no_flowers, spoiling, params[_STRAIGHT] == _OF_TILES)
    scratch[at.KINDS] = kinds
    scratch[at.HAND_ROWS] = rows
    scratch[at.WIN_TILE] = facts[F_WIN_TILE]
    scratch[at.SELF_DRAW] = int(self_draw)
    scratch[at.MAY_BE_ALL_CHOWS] = int(
        no_flowers and kinds & HONORS == 0 and (not self_draw or params[_CHOWS_SELF_DRAW] == 1)
    )


@leaf
def _read_melds(
    scratch: NDArray[np.int64],
    meld_kind: NDArray[np.int8],
    meld_tile: NDArray[np.int8],
    n_melds: int,
) -> int:
    """Put what the melds hold into the memory; the honors among them are counted.

    Returns:
        The concealed kongs.
    """
    chows = pungs = kinds = 0
    exposed_kongs = concealed_kongs = winds = dragons = 0
    for meld in range(n_melds):
        kind, tile = int(meld_kind[meld]), int(meld_tile[meld])
        if kind == MELD_CHOW:
            chows |= 1 << tile
            kinds |= 0b111 << tile
        else:
            pungs |= 1 << tile
            winds += int(27 <= tile < 31)
            dragons += int(tile >= 31)
            concealed_kongs += int(kind == MELD_KONG_CONCEALED)
            exposed_kongs += int(kind != MELD_PUNG and kind != MELD_KONG_CONCEALED)
    scratch[at.MELD_CHOWS] = chows
    scratch[at.MELD_PUNGS] = pungs
    scratch[at.KINDS] = kinds | pungs
    scratch[at.CONCEALED_KONGS] = concealed_kongs
    scratch[_EXPOSED_KONGS] = exposed_kongs
    scratch[_CONCEALED_KONGS] = concealed_kongs
    scratch[_ANY_WINDS] = winds
    scratch[_DRAGON_PUNGS] = dragons
    return concealed_kongs


@leaf
def _count_honors(scratch: NDArray[np.int64], hand: NDArray[np.int8], win_tile: int) -> None:
    """Find the concealed pungs and the pair of honors; six copies of one are two pungs."""
    pungs = twice = 0
    pair = -1
    for tile in range(27, 34):
        count = int(hand[tile]) + int(tile == win_tile)
        if count > 1:
            sets = count // 3
            pungs |= int(sets > 0) << tile
            twice |= int(sets > 1) << tile
            pair = tile if count == 3 * sets + 2 else pair
    scratch[at.HONOR_PUNGS] = pungs
    scratch[at.HONOR_TWICE] = twice
    scratch[at.HONOR_PAIR] = pair
    scratch[_ANY_WINDS] += popcount(pungs & WINDS) + popcount(twice & WINDS)
    scratch[_DRAGON_PUNGS] += popcount(pungs & DRAGONS) + popcount(twice & DRAGONS)


@leaf
def _honor_rows(pungs: int, pair: int, seat_wind: int, round_wind: int) -> int:
    """Patterns of pungs and kongs of honors, by their mask."""
    winds, dragons = popcount(pungs & WINDS), popcount(pungs & DRAGONS)
    rows = int(winds > 0) << row.ANY_WIND | int(dragons > 0) << row.DRAGON_PUNG
    rows |= ((pungs >> (27 + round_wind)) & 1) << row.ROUND_WIND
    rows |= ((pungs >> (27 + seat_wind)) & 1) << row.SEAT_WIND
    rows |= int(winds == 4) << row.BIG_FOUR_WINDS
    rows |= int(winds == 3 and 27 <= pair < 31) << row.LITTLE_FOUR_WINDS
    rows |= int(dragons == 3) << row.BIG_THREE_DRAGONS
    return rows | int(dragons == 2 and pair >= 31) << row.LITTLE_THREE_DRAGONS


@leaf
def _tile_rows(kinds: int, no_flowers: bool, spoiling: int, straight_of_tiles: bool) -> int:
    """Patterns that the mask of all kinds decides.

    混一色 and 混老頭 hold honors and suit tiles both, as the source words them.

    Args:
        kinds: mask of all kinds, those of the melds among them.
        no_flowers: nothing is exposed.
        spoiling: mask of the honors that spoil 無字無花.
        straight_of_tiles: nine kinds of a suit are a straight.
    """
    first, second, third = kinds & NINE, (kinds >> 9) & NINE, (kinds >> 18) & NINE
    n_suits = int(first != 0) + int(second != 0) + int(third != 0)
    honors = kinds & HONORS != 0
    rows = int(n_suits == 0) << row.ALL_HONORS
    rows |= int(n_suits == 1 and not honors) << row.FULL_FLUSH
    rows |= int(n_suits == 1 and honors) << row.HALF_FLUSH
    rows |= int(kinds & ORPHANS == 0) << row.ALL_SIMPLES
    rows |= int(no_flowers and kinds & spoiling == 0) << row.NO_HONORS_NO_FLOWERS
    if kinds & ~ORPHANS == 0:
        rows |= int(not honors) << row.ALL_TERMINALS
        rows |= int(honors and n_suits > 0) << row.TERMINALS_AND_HONORS
    if straight_of_tiles:
        nine = first == NINE or second == NINE or third == NINE
        rows |= int(nine) << row.PURE_STRAIGHT
    return rows


@leaf
def _win_rows(win_by: int, flags: int, dealer: bool, concealed: bool) -> int:
    """Patterns of the way in which the hand was won."""
    first_turn = flags & FLAG_FIRST_TURN != 0
    last = flags & FLAG_LAST_TILE != 0
    rows = int(concealed) << row.CONCEALED_HAND
    rows |= int(flags & _READY != 0) << row.DECLARED_READY
    rows |= int(flags & FLAG_SHOWN_READY != 0) << row.SHOWN_READY
    if win_by == BY_SELF_DRAW:
        rows |= 1 << row.SELF_DRAW
        rows |= int(concealed) << row.CONCEALED_SELF_DRAW
        rows |= int(flags & _REPLACEMENT != 0) << row.KONG_REPLACEMENT
        rows |= int(last) << row.LAST_DRAW
        rows |= int(first_turn and dealer) << row.HEAVENLY
        rows |= int(first_turn and not dealer) << row.EARTHLY
    elif win_by == BY_ROBBED_KONG:
        rows |= 1 << row.ROBBING_KONG
    else:
        rows |= int(last) << row.LAST_DISCARD
        rows |= int(first_turn and not dealer) << row.HUMAN
    return rows
