"""Longgang 龙港麻将: what a losing hand counts 逊家, for the settlement among losers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tests.oracles.longgang_rules import (
    FLOWERS,
    PUNG_POINTS,
    counting_honors,
    options_with,
    pung_item,
    read_melds,
    read_tiles,
    wildcard_rows,
    wildcards,
)


class Count(NamedTuple):
    """What a way to group the tiles of a losing hand comes to."""

    points: int
    honor_pungs: int
    n_wild: int
    """Wildcards that complete pungs; the others are void 卖兵."""


def loser_total(
    hand: Mapping[str, Any],
    seat_wind: str,
    wildcard: str,
    options: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Count a losing hand: the assignment of its wildcards that gives the most.

    Args:
        hand: `concealed`, `melds`, `flowers` as in the scoring interface; missing means empty.
        seat_wind: the loser's wind.
        wildcard: the kind turned up.
        options: choices of the card that differ from the defaults.

    Returns:
        `total`, `points`, `tai` and `patterns` (key to count).
    """
    opts = options_with(options)
    wild = wildcards(wildcard, seat_wind)
    honors = counting_honors(seat_wind)
    concealed = read_tiles(hand.get("concealed", ()))
    flowers = read_tiles(hand.get("flowers", ()))
    naturals = [tile for tile in concealed if tile not in wild.kinds and tile not in FLOWERS]
    has_seat_flower = wild.seat_flower in concealed
    n_others = sum(tile in wild.kinds and tile != wild.seat_flower for tile in concealed)

    counts = {_count_melds(hand, honors, len(flowers), opts)}
    for tile in sorted(set(naturals)):
        n_wild = n_others + has_seat_flower
        ways = set(_groupings(tile, naturals.count(tile), n_wild, honors, opts))
        counts = {
            _sum(one, way) for one in counts for way in ways if one.n_wild + way.n_wild <= n_wild
        }

    best: dict[str, Any] = {"total": -1}
    for count in sorted(counts):
        for seat_flower in (False, True) if has_seat_flower else (False,):
            others = count.n_wild - seat_flower
            if not 0 <= others <= n_others:
                continue
            proper = others + (seat_flower and wild.are_flowers)
            rows = wildcard_rows(wild, proper, seat_flower=seat_flower, guests_exposed=len(flowers))
            tai = count.honor_pungs * opts["values"]["honor_pung"]
            tai += sum(opts["values"][value] for value in rows.values())
            total = min(opts["limit"], count.points * 2**tai)
            if total > best["total"]:
                patterns = dict.fromkeys(rows, 1)
                if count.honor_pungs:
                    patterns["honor_pung"] = count.honor_pungs
                best = {"total": total, "points": count.points, "tai": tai, "patterns": patterns}
    return best


def _count_melds(
    hand: Mapping[str, Any], honors: frozenset[int], n_flowers: int, opts: Mapping[str, Any]
) -> Count:
    points = n_flowers * opts["flower"]
    honor_pungs = 0
    for meld in read_melds(hand.get("melds", ())):
        if meld.kind != "chow":
            points += PUNG_POINTS[pung_item(meld.kind, meld.tile, concealed=meld.concealed)]
            honor_pungs += meld.tile in honors
    return Count(points, honor_pungs, 0)


def _groupings(
    tile: int, n_left: int, n_wild: int, honors: frozenset[int], opts: Mapping[str, Any]
) -> Iterator[Count]:
    """Every way to group some natural tiles of one kind: pungs, counting pairs, tiles over."""
    if n_left == 0:
        yield Count(0, 0, 0)
        return
    pung = PUNG_POINTS[pung_item("pung", tile, concealed=True)]
    groups = [(1, Count(0, 0, 0))]  # a tile that counts nothing
    if tile in honors:
        groups.append((2, Count(opts["pair"], 0, 0)))
    groups += [(3, Count(pung, tile in honors, 0)), (2, Count(pung, tile in honors, 1))]
    if opts["loser_one_plus_two"]:
        groups.append((1, Count(pung, tile in honors, 2)))
    for n_natural, group in groups:
        if n_natural <= n_left and group.n_wild <= n_wild:
            rest = _groupings(tile, n_left - n_natural, n_wild - group.n_wild, honors, opts)
            for other in rest:
                yield _sum(group, other)


def _sum(one: Count, other: Count) -> Count:
    return Count(*(a + b for a, b in zip(one, other, strict=True)))
