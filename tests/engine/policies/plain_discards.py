"""What `greedy` should discard, found by trying everything, in plain Python without tables."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations

from schemas.ruleset import RuleSet
from tests.engine.conformance.plain_shapes import HONORS, N_KINDS, Counts, is_whole

Distance = Callable[[Counts, int], int]
"""Distance to ready of natural tiles and a number of wildcards."""


def plain_distance(rules: RuleSet, n_melds: int, *, any_copies: bool) -> Distance:
    """Distance to ready by its definition: how many tiles have to be exchanged.

    The fewest natural tiles that are taken away so that the rest, with a wildcard for each of them
    and one for the tile to come where the hand lacks it, is whole.
    """
    size = 3 * ((rules.tiles.hand_size - 1) // 3 - n_melds) + 2

    @cache
    def distance(counts: Counts, wild: int) -> int:
        tiles = [kind for kind, n in enumerate(counts) for _ in range(n)]
        lacks = size - len(tiles) - wild
        for exchanged in range(len(tiles) + 1):
            for gone in set(combinations(tiles, exchanged)):
                rest = tuple(n - gone.count(kind) for kind, n in enumerate(counts))
                if is_whole(rules, rest, wild + lacks + exchanged, n_melds, any_copies=any_copies):
                    return exchanged + lacks - 1
        raise AssertionError("some wildcards are always whole")

    return distance


def plain_discard(
    hand: list[int], live: list[int], wild: set[int], candidates: list[int], distance: Distance
) -> tuple[int, int, int]:
    """The kind to discard, the distance that it leaves, and the live tiles that are useful then.

    Args:
        hand: counts of 42 kinds.
        live: copies of each kind that are not seen.
        wild: kinds that are wild.
        candidates: kinds that may be discarded.
        distance: of what is left.
    """
    ranked = []
    for tile in candidates:
        rest = _less(hand, tile)
        now = _distance(rest, wild, distance)
        useful = sum(
            live[other]
            for other in range(len(hand))
            if live[other] and _distance(_more(rest, other), wild, distance) < now
        )
        ranked.append((tile in wild, now, -useful, _order(hand, tile), tile))
    best = min(ranked)
    return best[4], best[1], -best[2]


def _distance(hand: list[int], wild: set[int], distance: Distance) -> int:
    natural = tuple(0 if kind in wild else n for kind, n in enumerate(hand[:N_KINDS]))
    return distance(natural, sum(hand[kind] for kind in wild))


def _less(hand: list[int], tile: int) -> list[int]:
    return [n - (kind == tile) for kind, n in enumerate(hand)]


def _more(hand: list[int], tile: int) -> list[int]:
    return [n + (kind == tile) for kind, n in enumerate(hand)]


def _order(hand: list[int], tile: int) -> int:
    """Equals go in this order: honors held once, tiles from the ends inwards, other honors."""
    if tile in HONORS:
        return 0 if hand[tile] == 1 else 6
    return 1 + min(tile % 9, 8 - tile % 9)
