"""The discard that leaves a hand nearest to ready with the most live tiles to come nearer still.

For every rule set: all its shapes, its wildcards. What is not nearest is not looked at twice: the
distance is asked of every candidate, the useful tiles only of the nearest, and of them only until
one keeps all that could be useful.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.distance import standard_missing
from engine.jit import leaf, merge
from engine.params import param
from engine.policies.tiles_special import (
    NEVER,
    Held,
    special_missing,
    special_to_spare,
    special_useful,
    without_one,
)
from engine.policies.tiles_views import (
    N_VIEWS,
    W_MISSING,
    W_SIZE,
    Room,
    count_live,
    kinds_to_spare,
    open_view,
    useful_kinds,
    useful_without,
)
from engine.rules import (
    P_IN_HAND,
    P_SETS,
    P_SHAPES,
    SHAPE_EIGHT_PAIRS,
    SHAPE_KNITTED_STRAIGHT,
    SHAPE_STANDARD,
    Rules,
)
from engine.shapes import HONORS, knitted_mask, popcount, without_knitted
from engine.tables import Tables
from engine.wild import count_wild, natural_codes
from schemas.tiles import N_KINDS

ROOM: Final = N_VIEWS * W_SIZE
"""Places that `best_discard` needs."""
_FIFTH_COPY: Final = param("wildcard.fifth_copy")
_ALL_KINDS: Final = (1 << N_KINDS) - 1
_PAIRS_LIKE: Final = ~(SHAPE_STANDARD | SHAPE_KNITTED_STRAIGHT)
_EDGES: Final = 0b100000001_100000001_100000001
"""Ranks 1 and 9; the ranks nearer to the middle follow by shifting."""


@leaf
def best_discard(
    rules: Rules,
    tables: Tables,
    hand: NDArray[np.int8],
    live: NDArray[np.int8],
    wild: int,
    n_melds: int,
    candidates: int,
    counted: bool,
    room: Room,
) -> tuple[int, int, int]:
    """Choose among discards by distance to ready, then by live useful tiles, then by order.

    The order is: honors held once, then suit tiles from the ends to the middle, then other honors,
    among these the lower kind; wildcards last.

    Args:
        rules: compiled rules.
        tables: distance tables.
        hand: int8 (42), 14 - 3m tiles (17 - 3m), flowers not looked at.
        live: int8 (42), copies that the player does not see.
        wild: mask of the kinds that are wild for the player.
        n_melds: melds beside the hand.
        candidates: mask of the kinds that may be discarded, at least one, all held.
        counted: whether live tiles are asked for even where the distance alone decides.
        room: int64 (ROOM), written.

    Returns:
        The kind, the distance to ready that its discard leaves, and how many live tiles then bring
        the hand nearer (on a ready hand: complete it), −1 where they are not counted.
    """
    n_wild = count_wild(hand, wild)
    natural = _ALL_KINDS & ~wild
    held = _held(hand, natural)
    table = tables.missing
    if rules.params[_FIFTH_COPY] == 1 and _is_loose(rules, wild):
        table = tables.missing_any
    chosen = candidates & natural
    # A hand has a tile too many by its shortest way, unless it is complete. If it may go, what
    # lacks more than that way is on no shortest way after the discard, else what lacks one more.
    free = n_wild if chosen == held[0] else NEVER
    n_views, known = _open_views(rules, table, hand, wild, n_melds, held[0], free, room)
    shapes = rules.params[P_SHAPES] & _PAIRS_LIKE if n_melds == 0 else 0
    n_sets = rules.params[P_SETS]
    if shapes != 0:
        special = special_missing(shapes, n_sets, held)
        shapes = shapes if special <= known + _slack(known, free) else 0
        known = min(known, special)
    if chosen == 0:  # nothing but wildcards
        tile = popcount((candidates & -candidates) - 1)
        return tile, max(-1, known - n_wild), 0
    fewest = known
    nearest = _to_spare(room, n_views, table, chosen, held, shapes, n_sets, fewest)
    if nearest == 0:  # each of them is on all the shortest ways
        fewest, nearest = known + 1, chosen
    if nearest & (nearest - 1) == 0 and not counted:
        return popcount(nearest - 1), fewest - n_wild - 1, -1
    kinds = rules.params[P_IN_HAND] & natural & _live_kinds(live)
    kinds = _useful(room, n_views, table, kinds, held, shapes, n_sets, fewest - 1)
    most = count_live(live, kinds)
    single_view = n_views == 1 and shapes == 0
    best_tile = popcount((nearest & -nearest) - 1)
    best = -1
    for step in range(7):
        rest = nearest & _group(step, held)
        while rest != 0 and best < most:
            tile = popcount((rest & -rest) - 1)
            rest &= rest - 1
            enough = best if single_view else -1
            found = _useful_without(
                room, n_views, table, tile, kinds, held, shapes, n_sets, fewest - 1, live, enough
            )
            count = count_live(live, found)
            if count > best:
                best, best_tile = count, tile
    return best_tile, fewest - n_wild - 1, best + count_live(live, wild)


@merge
def _slack(known: int, free: int) -> int:
    """How much more than the shortest way another may lack and still matter."""
    return 0 if known > free else 1


@merge
def _is_loose(rules: Rules, wild: int) -> bool:
    """Whether the hand's distance counts with a fifth copy, as `engine.wild.hand_distance` does."""
    return bool(wild != 0 or rules.params[P_SHAPES] & SHAPE_EIGHT_PAIRS)


@merge
def _group(step: int, held: Held) -> int:
    """Kinds that go at a step of the order in which equals are discarded."""
    if step == 0:
        return HONORS & ~held[1]
    if step == 6:
        return HONORS & held[1]
    inner = step - 1
    left = (_EDGES << inner) & (0b000011111 * 0b1000000001000000001)
    right = (_EDGES >> inner) & (0b111110000 * 0b1000000001000000001)
    return left | right


@leaf
def _open_views(
    rules: Rules,
    table: NDArray[np.uint64],
    hand: NDArray[np.int8],
    wild: int,
    n_melds: int,
    kinds: int,
    free: int,
    room: Room,
) -> tuple[int, int]:
    """Open the views that can be on a shortest way; how many, and what the hand lacks by them."""
    shapes = rules.params[P_SHAPES]
    n_sets = rules.params[P_SETS] - n_melds
    codes = natural_codes(hand, wild)
    n_views = 0
    known = NEVER
    if shapes & SHAPE_STANDARD:
        open_view(room, 0, table, codes, n_sets, 0, 0)
        known = int(room[W_MISSING])
        n_views = 1
    if shapes & SHAPE_KNITTED_STRAIGHT and n_sets >= 3:
        for arrangement in range(6):
            straight = knitted_mask(arrangement)
            lacking = 9 - popcount(kinds & straight)
            if lacking > known + _slack(known, free):
                continue
            rest = without_knitted(codes, kinds, arrangement)
            missing = lacking + standard_missing(table, rest, n_sets - 3)
            if missing <= known + _slack(known, free):
                open_view(room, n_views * W_SIZE, table, rest, n_sets - 3, straight, lacking)
                known = min(known, missing)
                n_views += 1
    return n_views, known


@leaf
def _to_spare(
    room: Room,
    n_views: int,
    table: NDArray[np.uint64],
    kinds: int,
    held: Held,
    shapes: int,
    n_sets: int,
    target: int,
) -> int:
    """Mask of those kinds without one of which the hand lacks `target` tiles at most."""
    found = 0
    for view in range(n_views):
        if room[view * W_SIZE + W_MISSING] <= target:
            found |= kinds_to_spare(room, view * W_SIZE, table, kinds & ~found, held[1], target)
    if shapes != 0:
        found |= special_to_spare(shapes, n_sets, held, kinds, target)
    return found


@leaf
def _useful(
    room: Room,
    n_views: int,
    table: NDArray[np.uint64],
    kinds: int,
    held: Held,
    shapes: int,
    n_sets: int,
    target: int,
) -> int:
    """Mask of those kinds that leave the whole hand, with one more, so many tiles short."""
    found = 0
    for view in range(n_views):
        if room[view * W_SIZE + W_MISSING] <= target + 1:
            found |= useful_kinds(room, view * W_SIZE, table, kinds & ~found, held[0], target)
    if shapes != 0:
        found |= special_useful(shapes, n_sets, held, kinds, target)
    return found


@leaf
def _useful_without(
    room: Room,
    n_views: int,
    table: NDArray[np.uint64],
    tile: int,
    kinds: int,
    held: Held,
    shapes: int,
    n_sets: int,
    target: int,
    live: NDArray[np.int8],
    enough: int,
) -> int:
    """The same of the hand without a tile; incomplete where it cannot be more than enough."""
    once = (held[1] >> tile) & 1 == 0
    found = 0
    for view in range(n_views):
        if room[view * W_SIZE + W_MISSING] <= target + 1:
            found |= useful_without(
                room,
                view * W_SIZE,
                table,
                tile,
                kinds & ~found,
                held[0],
                once,
                target,
                live,
                enough,
                n_views == 1 and shapes == 0,
            )
    if shapes != 0:
        without = without_one(held, 1 << tile)
        found |= special_useful(shapes, n_sets, without, kinds, target)
    return found


@leaf
def _held(hand: NDArray[np.int8], natural: int) -> Held:
    """Masks of the natural kinds held at least once, twice, three times, four times."""
    once = twice = thrice = all_four = 0
    for kind in range(N_KINDS):
        count = int(np.int64(hand[kind]))
        once |= (1 if count > 0 else 0) << kind
        twice |= (1 if count > 1 else 0) << kind
        thrice |= (1 if count > 2 else 0) << kind
        all_four |= (1 if count > 3 else 0) << kind
    return once & natural, twice & natural, thrice & natural, all_four & natural


@leaf
def _live_kinds(live: NDArray[np.int8]) -> int:
    found = 0
    for kind in range(N_KINDS):
        found |= (1 if live[kind] > 0 else 0) << kind
    return found
