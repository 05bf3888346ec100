"""All ways to spread one suit, or the honors, over sets and a pair, wildcards filling the gaps.

A way says for every rank how many chows begin there, how many pungs are there and whether the pair
is; wildcards are what natural tiles lack of these. Tiles of one kind are interchangeable, so
nothing else tells two readings apart but where the winning tile stands. Points of a suit do not
depend on the other suits: of the ways that differ in points alone only the best is kept.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf, merge
from engine.longgang import memory as at
from engine.longgang.items import is_big
from schemas.codes import (
    WAIT_CLOSED,
    WAIT_EDGE,
    WAIT_PAIR_PAIR,
    WAIT_SINGLE,
    WAIT_TWO_SIDED,
)

TRAIT_CHOW: Final = 1
TRAIT_PUNG: Final = 2
TRAIT_SMALL: Final = 4
"""Traits of a way: it has a chow, a pung, a tile 2-8."""
ALL_TRAITS: Final = 7

KEY_PLACED: Final = 4
KEY_PAIR: Final = 7
KEY_WILDCARD_PUNGS: Final = 10
KEY_SUMS: Final = (1 << 13) - 1
KEY_TRAITS: Final = 16
KEY_SUITS: Final = 20
KEY_HONOR_PUNGS: Final = 24
KEY_WINDS: Final = 28
KEY_WIND_PAIR: Final = 32
"""First bits of the parts of a way's key: wildcards (from bit 0), whether the winning tile stands
in it, whether the pair does, pungs 财神会 (these add up over the suits); traits, suits in use
(honors bit 3), and of the honors the number of 字刻, the masks of wind pungs and of a pair of
winds."""

PATH_PUNGS: Final = 21
PATH_PAIR: Final = 39
PATH_PLACE: Final = 43
PATH_WAIT: Final = 47
PATH_UNPLACED: Final = (1 << PATH_PLACE) - 1
"""First bits of the parts of a path: chows by lowest rank (3 bits each, from bit 0), pungs by rank
(2 bits each), rank of the pair (NO_RANK: none), rank of the winning tile, and the wait that it
completes plus one (0: the winning tile stands elsewhere)."""
NO_RANK: Final = 15

_MIDDLE, _TOP, _WILD, _PAIRED, _MET, _TRAITS = 4, 7, 10, 14, 15, 17
"""First bits of the parts of a node's first word; from bit 0: the rank it has come to, chows begun
one rank below (their middle tile is here) and two below, wildcards taken, whether the pair is
there, pungs 财神会, traits."""
_NOWHERE: Final = -(1 << 40)
"""Points of the winning tile's place before there is one."""


@leaf
def spread(scratch: NDArray[np.int64], suit: int) -> None:
    """Find the ways of a suit that take a useful number of wildcards, and keep the best.

    Args:
        scratch: memory; natural tiles, room, useful numbers and facts must be there.
        suit: 0-2, or 3 for the honors.
    """
    scratch[at.N_WAYS + suit] = 0
    useful = scratch[at.USEFUL + suit]
    if useful == 0:
        return
    most = at.MOST_WILD
    while (useful >> most) & 1 == 0:
        most -= 1
    ranks = 7 if suit == 3 else 9
    top = _push(scratch, 0, 0, 0, NO_RANK << PATH_PAIR, _NOWHERE)
    while top > 0:
        top -= 1
        node = at.NODES + top * at.NODE_WORDS
        state, points, path, place = (
            scratch[node],
            scratch[node + 1],
            scratch[node + 2],
            scratch[node + 3],
        )
        if state & 15 == ranks:
            _keep_way(scratch, suit, state, points, path, place)
        else:
            top = _continue(scratch, suit, most, top, state, points, path, place)


@leaf
def _continue(
    scratch: NDArray[np.int64],
    suit: int,
    most: int,
    top: int,
    state: int,
    points: int,
    path: int,
    place: int,
) -> int:
    """Push all that may stand at a node's rank; returns the new height of the stack."""
    rank = state & 15
    kind = 9 * suit + rank
    middle = (state >> _MIDDLE) & 7
    upper = (state >> _TOP) & 7
    taken = (state >> _WILD) & 15
    natural = scratch[at.NATURAL + kind]
    left = most - taken
    room = min(left, scratch[at.ROOM + kind])
    has_chows = suit < 3 and rank < 7
    next_one = scratch[at.NATURAL + kind + 1] if has_chows else 0
    next_two = scratch[at.NATURAL + kind + 2] if has_chows else 0
    big = is_big(kind)
    pung_points = scratch[at.BIG_PUNG] if big else scratch[at.SMALL_PUNG]
    win_is_wild = scratch[at.WIN_IS_WILD]
    wins_here = win_is_wild == 0 and scratch[at.WIN_TILE] == kind
    for pairs in range(2 - ((state >> _PAIRED) & 1)):
        for pungs in range(3):
            held = middle + upper + 2 * pairs + 3 * pungs
            if held > natural + room:
                break
            for chows in range(max(0, natural - held), natural + room - held + 1):
                if chows > 0 and not has_chows:
                    break
                wild = held + chows - natural
                # What the chows begun so far lack on the next ranks is due from the wildcards.
                due = max(0, middle + chows - next_one) + max(0, chows - next_two)
                if has_chows and wild + due > left:
                    break
                met = int(pungs > 0 and natural > 0 and wild >= 2)
                traits = int(chows > 0) * (TRAIT_CHOW | TRAIT_SMALL)
                traits |= int(pungs > 0) * TRAIT_PUNG
                traits |= int(pungs + pairs > 0 and big == 0) * TRAIT_SMALL
                more = pungs * pung_points
                if pairs > 0 and natural > 0 and (scratch[at.PAIR_HONORS] >> kind) & 1:
                    more += scratch[at.PAIR_POINTS]
                step = path | chows << (3 * rank) | pungs << (PATH_PUNGS + 2 * rank)
                if pairs > 0:
                    step ^= (NO_RANK ^ rank) << PATH_PAIR
                new_place = place
                if wins_here or (win_is_wild == 1 and wild > 0):
                    here, wait = _place(scratch, rank, big, middle, upper, chows, pungs, pairs)
                    if here > place:
                        new_place = here
                        step &= PATH_UNPLACED
                        step |= rank << PATH_PLACE | (wait + 1) << PATH_WAIT
                word = (
                    (rank + 1)
                    | chows << _MIDDLE
                    | middle << _TOP
                    | (taken + wild) << _WILD
                    | (((state >> _PAIRED) & 1) | pairs) << _PAIRED
                    | (((state >> _MET) & 3) + met) << _MET
                    | ((state >> _TRAITS) | (traits & scratch[at.TRACKED])) << _TRAITS
                )
                top = _push(scratch, top, word, points + more, step, new_place)
    return top


@leaf
def _place(
    scratch: NDArray[np.int64],
    rank: int,
    big: int,
    middle: int,
    upper: int,
    chows: int,
    pungs: int,
    pairs: int,
) -> tuple[int, int]:
    """The best place for the winning tile among the groups at a rank: points and wait."""
    best, wait = _NOWHERE, 0
    places = at.PLACE_POINTS
    if middle > 0:
        best, wait = scratch[places + WAIT_CLOSED], WAIT_CLOSED
    # The lowest tile of 789 and the highest of 123 complete an edge wait.
    two_sided = (upper > 0 and rank > 2) or (chows > 0 and rank < 6)
    if two_sided and scratch[places + WAIT_TWO_SIDED] > best:
        best, wait = scratch[places + WAIT_TWO_SIDED], WAIT_TWO_SIDED
    edge = (upper > 0 and rank == 2) or (chows > 0 and rank == 6)
    if edge and scratch[places + WAIT_EDGE] > best:
        best, wait = scratch[places + WAIT_EDGE], WAIT_EDGE
    pung_points = scratch[places + (at.PLACE_BIG_PUNG if big else WAIT_PAIR_PAIR)]
    if pungs > 0 and pung_points > best:
        best, wait = pung_points, WAIT_PAIR_PAIR
    if pairs > 0 and scratch[places + WAIT_SINGLE] > best:
        best, wait = scratch[places + WAIT_SINGLE], WAIT_SINGLE
    return best, wait


@merge
def _push(
    scratch: NDArray[np.int64], top: int, state: int, points: int, path: int, place: int
) -> int:
    node = at.NODES + top * at.NODE_WORDS
    scratch[node] = state
    scratch[node + 1] = points
    scratch[node + 2] = path
    scratch[node + 3] = place
    return top + 1


@leaf
def _keep_way(
    scratch: NDArray[np.int64], suit: int, state: int, points: int, path: int, place: int
) -> None:
    """Keep a finished way, with and without the winning tile where that is a wildcard."""
    taken = (state >> _WILD) & 15
    if not (scratch[at.USEFUL + suit] >> taken) & 1:
        return
    key = (
        taken
        | ((state >> _PAIRED) & 1) << KEY_PAIR
        | ((state >> _MET) & 3) << KEY_WILDCARD_PUNGS
        | (state >> _TRAITS) << KEY_TRAITS
    )
    if (path & ((1 << PATH_PAIR) - 1)) != 0 or (state >> _PAIRED) & 1:
        key |= 1 << (KEY_SUITS + suit)
    if suit == 3:
        key |= _honor_key(scratch, path)
    if scratch[at.WIN_IS_WILD] == 1 or place == _NOWHERE:
        _keep(scratch, suit, key, points, path & PATH_UNPLACED)
    if place != _NOWHERE:
        _keep(scratch, suit, key | 1 << KEY_PLACED, points + place, path)


@leaf
def _honor_key(scratch: NDArray[np.int64], path: int) -> int:
    """What rows ask of the honors, as parts of a key."""
    honor_pungs = winds = 0
    for rank in range(7):
        pungs = (path >> (PATH_PUNGS + 2 * rank)) & 3
        honor_pungs += pungs * ((scratch[at.COUNTED_HONORS] >> (27 + rank)) & 1)
        if rank < 4 and pungs > 0:
            winds |= 1 << rank
    pair = (path >> PATH_PAIR) & 15
    wind_pair = 1 << pair if pair < 4 else 0
    return honor_pungs << KEY_HONOR_PUNGS | winds << KEY_WINDS | wind_pair << KEY_WIND_PAIR


@leaf
def _keep(scratch: NDArray[np.int64], suit: int, key: int, points: int, path: int) -> None:
    """Add a way to its suit's list, or put it in the place of a worse one of the same key."""
    n_ways = scratch[at.N_WAYS + suit]
    way = at.WAYS + suit * at.MOST_WAYS * at.WAY_WORDS
    for _ in range(n_ways):
        if scratch[way + at.WAY_KEY] == key:
            if points > scratch[way + at.WAY_POINTS]:
                scratch[way + at.WAY_POINTS] = points
                scratch[way + at.WAY_PATH] = path
            return
        way += at.WAY_WORDS
    scratch[way + at.WAY_KEY] = key
    scratch[way + at.WAY_POINTS] = points
    scratch[way + at.WAY_PATH] = path
    scratch[at.N_WAYS + suit] = n_ways + 1
