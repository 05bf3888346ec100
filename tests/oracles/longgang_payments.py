"""Longgang 龙港麻将: who pays whom."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

from schemas.tiles import parse_tile
from tests.oracles.longgang_losers import loser_total
from tests.oracles.longgang_rules import HONORS, WINDS, options_with, read_melds


def payments(
    hand: Mapping[str, Any],
    total: int,
    *,
    losers_void: bool,
    options: Mapping[str, Any] | None = None,
) -> list[int]:
    """Settle a won hand: losers pay the winner, then the losers settle among themselves.

    Args:
        hand: a line of the scoring interface with its `table`.
        total: the winner's total.
        losers_void: losers count 0, after three wildcards, heavenly or earthly.
        options: choices of the card that differ from the defaults.
    """
    opts = options_with(options)
    table = hand["table"]
    dealer, winner, payer = table["dealer"], table["winner"], table.get("payer")
    losers = [seat for seat in range(4) if seat != winner]
    deltas = [0, 0, 0, 0]
    for seat in losers:
        pays = payer if is_liable(hand) else seat
        amount = total * (2 if dealer in (winner, seat) else 1)
        deltas[pays] -= amount
        deltas[winner] += amount

    counts = dict.fromkeys(losers, 0)
    for seat in () if losers_void else losers:
        tiles = table.get("losers", {}).get(str(seat), {})
        wind = "ESWN"[(seat - dealer) % 4]
        counts[seat] = loser_total(tiles, wind, hand["wildcard"], opts)["total"]
    for one, other in combinations(losers, 2):
        doubled = dealer in (one, other) and opts["dealer_doubles_losers"]
        amount = (counts[one] - counts[other]) * (2 if doubled else 1)
        deltas[one] += amount
        deltas[other] -= amount
    return deltas


def is_liable(hand: Mapping[str, Any]) -> bool:
    """Whether the discarder pays for all three 包三家.

    A wind for three exposed wind pungs or kongs, an honor for four exposed honor sets, or a late
    dragon, which the line's flag tells.
    """
    if hand["win_by"] != "discard":
        return False
    melds = read_melds(hand.get("melds", ()))
    exposed = [meld.tile for meld in melds if meld.kind != "chow" and not meld.concealed]
    win_tile = parse_tile(hand["win_tile"])
    return (
        "late_dragon" in hand.get("flags", ())
        or (win_tile in WINDS and sum(tile in WINDS for tile in exposed) >= 3)
        or (win_tile in HONORS and sum(tile in HONORS for tile in exposed) >= 4)
    )


def false_win(offender: int, dealer: int) -> list[int]:
    """Payments of a false win 诈胡: the dealer 20 to each, another 20 to the dealer and 10."""
    paid = [20 if dealer in (offender, seat) else 10 for seat in range(4)]
    paid[offender] = 0
    return [paid[seat] if seat != offender else -sum(paid) for seat in range(4)]
