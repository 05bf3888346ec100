"""Facts of one hand of Longgang that all its readings share, put into the kernel's memory."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.longgang import items as item
from engine.longgang import memory as at
from engine.longgang.items import is_big, item_points, meld_item
from engine.longgang.rows import (
    live_rows,
    shown_guests,
    time_rows,
    valued_honors,
    wildcard_rows,
)
from engine.longgang.search import tracked_traits
from engine.longgang.spread import TRAIT_CHOW, TRAIT_PUNG
from engine.params import choice, param
from engine.rules import P_IN_HAND, Rules
from engine.situation import F_FLAGS, F_N_MELDS, F_SEAT_WIND, F_WILDCARD, F_WIN_BY, F_WIN_TILE, Win
from engine.tables import HONORS_FROM
from engine.wild import count_wild
from schemas.codes import (
    BY_SELF_DRAW,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_TWO_SIDED,
)
from schemas.tiles import N_KINDS, N_TILES

_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_STANDS_FOR: Final = param("wildcard.stands_for")
_SUITS_ONLY: Final = choice("wildcard.stands_for", "suits")
_LIMIT: Final = param("scoring.limit")
_SINGLE_SELF_DRAW: Final = param("scoring.single_wait_self_draw")


@leaf
def read_tiles(rules: Rules, win: Win, wild: int, proper: int, scratch: NDArray[np.int64]) -> int:
    """Note natural tiles, wildcards and the kinds that they may stand for.

    Returns:
        The number of concealed tiles with the winning one, or -1 where one of them cannot stand
        in a hand: a flower that is not wild, or a fifth copy.
    """
    win_tile = win.facts[F_WIN_TILE]
    win_is_wild = int(win_tile >= 0 and (wild >> win_tile) & 1 == 1)
    scratch[at.WIN_TILE] = win_tile
    scratch[at.WIN_IS_WILD] = win_is_wild
    n_wild = count_wild(win.hand, wild) + win_is_wild
    scratch[at.N_WILD] = n_wild
    n_tiles = n_wild
    for kind in range(N_KINDS):
        natural = 0 if (wild >> kind) & 1 else int(np.int64(win.hand[kind]))
        natural += int(kind == win_tile and win_is_wild == 0)
        scratch[at.NATURAL + kind] = natural
        scratch[at.ROOM + kind] = n_wild if (rules.params[P_IN_HAND] >> kind) & 1 else 0
        n_tiles += natural
        if natural > 4:
            return -1
    for flower in range(N_KINDS, N_TILES):
        if not (wild >> flower) & 1 and (win.hand[flower] > 0 or flower == win_tile):
            return -1
    if rules.params[_FIFTH_COPY] == 0:
        _forbid_fifth_copies(win, scratch)
    if rules.params[_STANDS_FOR] == _SUITS_ONLY:
        for kind in range(27, N_KINDS):
            own = int(np.int64(win.hand[kind])) + int(kind == win_tile)
            room = own if (proper >> kind) & 1 else 0
            scratch[at.ROOM + kind] = min(scratch[at.ROOM + kind], room)
    return n_tiles


@leaf
def _forbid_fifth_copies(win: Win, scratch: NDArray[np.int64]) -> None:
    """Let wildcards stand for what four copies leave, melds counted."""
    for kind in range(N_KINDS):
        scratch[at.ROOM + kind] = min(scratch[at.ROOM + kind], 4 - scratch[at.NATURAL + kind])
    for k in range(win.facts[F_N_MELDS]):
        meld_kind, tile = win.meld_kind[k], int(np.int64(win.meld_tile[k]))
        steps = 3 if meld_kind == MELD_CHOW else 1
        copies = 1 if meld_kind == MELD_CHOW else (3 if meld_kind == MELD_PUNG else 4)
        for step in range(steps):
            room = scratch[at.ROOM + tile + step] - copies
            scratch[at.ROOM + tile + step] = max(0, room)


@leaf
def read_fixed(
    rules: Rules, win: Win, wild: int, proper: int, n_flowers: int, scratch: NDArray[np.int64]
) -> None:
    """Note what all readings share: points, rows, and what sets, pairs and places are worth."""
    facts = win.facts
    win_by, seat_wind, n_melds = facts[F_WIN_BY], facts[F_SEAT_WIND], facts[F_N_MELDS]
    in_hand = rules.params[P_IN_HAND]
    honors = valued_honors(seat_wind) & in_hand
    scratch[at.LIVE_ROWS] = live_rows(rules)
    scratch[at.LIMIT_ROWS] = int(np.int64(rules.limits[0]))
    scratch[at.LIMIT] = rules.params[_LIMIT]
    scratch[at.PAIR_HONORS] = honors
    scratch[at.COUNTED_HONORS] = honors & ~proper
    scratch[at.PAIR_POINTS] = item_points(rules, item.PAIR)
    scratch[at.SMALL_PUNG] = item_points(rules, item.CONCEALED_PUNG)
    scratch[at.BIG_PUNG] = item_points(rules, item.CONCEALED_PUNG + 1)
    scratch[at.MEMO_ROWS] = -1
    scratch[at.BEST_TOTAL] = -1
    scratch[at.BEST_UNCAPPED] = -1

    points = item_points(rules, item.BASE) + n_flowers * item_points(rules, item.FLOWER)
    traits = suits = winds = honor_pungs = 0
    small, bare = False, True
    for k in range(n_melds):
        meld_kind, tile = win.meld_kind[k], int(np.int64(win.meld_tile[k]))
        bare = bare and meld_kind == MELD_KONG_CONCEALED
        suits |= 1 << (tile // 9)
        one = meld_item(meld_kind, tile)
        if one < 0:
            traits |= TRAIT_CHOW
            small = True
            continue
        traits |= TRAIT_PUNG
        small = small or is_big(tile) == 0
        points += item_points(rules, one)
        honor_pungs += (scratch[at.COUNTED_HONORS] >> tile) & 1
        winds |= 1 << (tile - 27) if 27 <= tile < 31 else 0
    scratch[at.MELD_SUITS] = suits
    scratch[at.MELD_WINDS] = winds
    scratch[at.MELD_HONOR_PUNGS] = honor_pungs
    scratch[at.TRACKED] = tracked_traits(scratch, traits, small)

    seat_flower = N_KINDS + seat_wind
    seat = 0
    if (wild >> seat_flower) & 1:
        seat = int(win.hand[seat_flower] > 0 or scratch[at.WIN_TILE] == seat_flower)
    flowers_wild = facts[F_WILDCARD] >= N_KINDS and proper != 0
    guests = shown_guests(win.flowers, seat_wind)
    rows, count = wildcard_rows(True, flowers_wild, scratch[at.N_WILD] - seat, seat, guests)
    rows |= time_rows(rules, win_by, facts[F_FLAGS], seat_wind, n_melds, bare)
    scratch[at.FIXED_ROWS] = rows
    scratch[at.FLOWER_WILDCARDS] = count

    own = int(win_by == BY_SELF_DRAW)
    scratch[at.SELF_DRAW] = own
    drawn = own * item_points(rules, item.SELF_DRAW)
    scratch[at.FIXED_POINTS] = points
    place = at.PLACE_POINTS
    scratch[place + WAIT_TWO_SIDED] = drawn
    scratch[place + WAIT_CLOSED] = drawn + item_points(rules, item.CLOSED_WAIT)
    scratch[place + WAIT_EDGE] = drawn + item_points(rules, item.EDGE_WAIT)
    scratch[place + WAIT_SINGLE] = item_points(rules, item.SINGLE_WAIT)
    scratch[place + WAIT_SINGLE] += drawn * rules.params[_SINGLE_SELF_DRAW]
    for big in range(2):
        # A tile of another player completes an exposed pung.
        shown = item_points(rules, item.EXPOSED_PUNG + big)
        shown -= item_points(rules, item.CONCEALED_PUNG + big)
        worth = drawn if own == 1 else shown
        scratch[place + (at.PLACE_BIG_PUNG if big == 1 else WAIT_PAIR_PAIR)] = worth


@leaf
def count_flowers(win: Win, wild: int) -> int:
    """Exposed flowers that count points: all but those that are wild for the player."""
    total = 0
    for tile in range(N_TILES):
        if not (wild >> tile) & 1:
            total += int(np.int64(win.flowers[tile]))
    return total


@leaf
def suit_sizes(scratch: NDArray[np.int64]) -> tuple[int, int, int, int]:
    """Natural tiles of each suit."""
    first = second = third = fourth = 0
    for rank in range(9):
        first += scratch[at.NATURAL + rank]
        second += scratch[at.NATURAL + 9 + rank]
        third += scratch[at.NATURAL + 18 + rank]
    for kind in range(27, N_KINDS):
        fourth += scratch[at.NATURAL + kind]
    return first, second, third, fourth


@leaf
def natural_suit_codes(scratch: NDArray[np.int64]) -> tuple[int, int, int, int]:
    """Codes of the natural tiles, as `engine.shapes.suit_codes` has them."""
    first = second = third = fourth = 0
    for rank in range(8, -1, -1):
        first = first * 5 + scratch[at.NATURAL + rank]
        second = second * 5 + scratch[at.NATURAL + 9 + rank]
        third = third * 5 + scratch[at.NATURAL + 18 + rank]
    for kind in range(N_KINDS - 1, 26, -1):
        fourth = fourth * 5 + scratch[at.NATURAL + kind]
    return first, second, third, fourth + HONORS_FROM


@leaf
def less(numbers: tuple[int, int, int, int], tile: int, by: int) -> tuple[int, int, int, int]:
    """Four suits' numbers, that of a tile's suit less by some."""
    suit = tile // 9
    return (
        numbers[0] - (by if suit == 0 else 0),
        numbers[1] - (by if suit == 1 else 0),
        numbers[2] - (by if suit == 2 else 0),
        numbers[3] - (by if suit == 3 else 0),
    )
