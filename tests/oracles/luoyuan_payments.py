"""Luoyuan's points: what a hand counts, what each loser pays, how losers settle.

Everywhere ``rules`` are the options in full. Amounts are points; deltas are four integers by seat
that sum to zero.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

from schemas.tiles import parse_tile
from tests.oracles.luoyuan_tiles import Line, flower_sets, tiles_of, whole_hand

Options = dict[str, Any]
Counts = dict[str, int]

FAN: Final = ("flower", "flower_set", "exposed_kong", "concealed_kong")
"""The parts of F, flower fan 花番."""
WITHOUT_LOSERS: Final = ("heavenly", "golden_dragon", "golden_pair", "robbing_gold", "three_golds")
"""Wins after which the losers do not settle among themselves."""


def own_counts(hand: Line, rules: Options) -> Counts:
    """How many of each part of F, and G: golds with the winning tile."""
    golds = whole_hand(hand).count(parse_tile(hand["wildcard"]))
    if hand.get("win_by") == "robbed_gold" and not rules["robbed_gold_counts"]:
        golds -= 1
    kongs = [meld for meld in hand.get("melds", ()) if meld["kind"] == "kong"]
    flowers = tiles_of(hand.get("flowers", ()))
    return {
        "flower": len(flowers),
        "flower_set": flower_sets(flowers),
        "exposed_kong": sum(not meld["concealed"] for meld in kongs),
        "concealed_kong": sum(bool(meld["concealed"]) for meld in kongs),
        "gold": golds,
    }


def flower_fan(counts: Counts, rules: Options) -> int:
    """F: with the card's values 1 a flower, 2 more a set, 1 an exposed kong, 2 a concealed one."""
    return sum(counts[key] * rules["values"][key] for key in FAN)


def payment(kind: str, counts: Counts, streak: int, rules: Options) -> int:
    """What one loser pays; streak is L where one of the two deals, else 0."""
    fan, golds = flower_fan(counts, rules), counts["gold"] * rules["values"]["gold"]
    if kind == "three_golds":
        points = fan + golds + streak
    elif kind == "bare_win":
        points = golds + streak + 1
    else:
        points = fan + golds + streak + 1
    return int(points * rules["values"][kind])


def due(hand: Line, kind: str, rules: Options) -> dict[int, int]:
    """What each loser owes the winner."""
    dealer, winner = hand["table"]["dealer"], hand["table"]["winner"]
    owed: dict[int, int] = {}
    for loser in losers(hand):
        streak = hand.get("dealer_streak", 0) if dealer in (loser, winner) else 0
        owed[loser] = payment(kind, own_counts(hand, rules), streak, rules)
    return owed


def loser_counts(hand: Line, rules: Options) -> dict[int, int]:
    """D of each loser: flower tiles and golds; sets and kongs only where the rules say so."""
    found: dict[int, int] = {}
    for seat in losers(hand):
        given = hand["table"].get("losers", {}).get(str(seat), {})
        counts = own_counts({"concealed": (), "wildcard": hand["wildcard"], **given}, rules)
        found[seat] = counts["flower"] + counts["gold"]
        if rules["loser_flower_sets"]:
            found[seat] += counts["flower_set"] * rules["values"]["flower_set"]
        if rules["loser_kongs"]:
            for key in ("exposed_kong", "concealed_kong"):
                found[seat] += counts[key] * rules["values"][key]
    return found


def win_deltas(hand: Line, kind: str, rules: Options, standing: int | None = None) -> list[int]:
    """Payments to the winner and among the losers; who stands 站胡 settles with D = 0."""
    owed, numbers = due(hand, kind, rules), loser_counts(hand, rules)
    if standing is not None:
        numbers[standing] = 0
    if "penalty_discard" in hand.get("flags", ()) and hand["win_by"] == "discard":
        return one_pays_all(hand, hand["table"]["payer"], owed, numbers)
    deltas = [0, 0, 0, 0]
    for loser, amount in owed.items():
        pay(deltas, loser, hand["table"]["winner"], amount)
    if kind not in WITHOUT_LOSERS:
        for one, other in combinations(numbers, 2):
            pay(deltas, one, other, numbers[other] - numbers[one])
    return deltas


def one_pays_all(
    hand: Line, payer: int, owed: dict[int, int], numbers: dict[int, int]
) -> list[int]:
    """Penalty discard 打赔 and 赔胡: one pays for all three, and the other losers their own D."""
    deltas = [0, 0, 0, 0]
    pay(deltas, payer, hand["table"]["winner"], sum(owed.values()))
    for other in numbers:
        if other != payer:
            pay(deltas, payer, other, numbers[other])
    return deltas


def pay(deltas: list[int], giver: int, taker: int, amount: int) -> None:
    """Move an amount, in place; a negative one goes the other way."""
    deltas[giver] -= amount
    deltas[taker] += amount


def losers(hand: Line) -> list[int]:
    """Seats other than the winner's."""
    return [seat for seat in range(4) if seat != hand["table"]["winner"]]
