"""Losers pay the winner's total and settle the difference of their own (Longgang card, "Payment").

Payments with the dealer are multiplied. A discarder that is liable 包 pays for all; the losers
settle among themselves all the same.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.longgang.loser import loser_total
from engine.params import param
from engine.rules import Rules
from engine.scoring_out import I_LIABLE, I_LOSERS_SETTLE, I_TOTAL
from engine.settling.parts import PART_DEALER, PART_LIABILITY, PART_LOSERS, PART_WIN, pay
from engine.situation import (
    MOST_MELDS,
    S_DEALER,
    S_PAYER,
    S_VOID,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
    Showdown,
)
from schemas.codes import BY_ROBBED_KONG, MELD_KONG_ADDED, MELD_KONG_EXPOSED, MELD_PUNG

_DEALER_FACTOR: Final = param("settlement.dealer_factor")
_DOUBLES_LOSERS: Final = param("settlement.dealer_doubles_losers")
_LIABILITY: Final = param("settlement.liability")


@leaf
def settle_totals(
    rules: Rules, table: Showdown, scratch: NDArray[np.int64], parts: NDArray[np.int32]
) -> None:
    """Add the payments of all winners, and once those among the losers.

    Args:
        rules: compiled rules.
        table: all hands; of the winners' only what scoring said is looked at.
        scratch: int64 (SCRATCH_SIZE), working memory.
        parts: int32 (4, 7), added to.
    """
    winners, settling = table.facts[S_WINNERS], True
    for winner in range(4):
        if (winners >> winner) & 1:
            _pay_winner(rules, table, winner, parts)
            settling = settling and table.info[winner, I_LOSERS_SETTLE] == 1
    if not settling:
        return
    # Each hand is read once, which takes longer than all payments.
    totals = (
        _counted(rules, table, 0, scratch),
        _counted(rules, table, 1, scratch),
        _counted(rules, table, 2, scratch),
        _counted(rules, table, 3, scratch),
    )
    for seat in range(4):
        for other in range(seat + 1, 4):
            if ((winners >> seat) | (winners >> other)) & 1:
                continue
            due = totals[other] - totals[seat]
            if rules.params[_DOUBLES_LOSERS] == 1:
                due *= _factor(rules, table, seat, other)
            pay(parts, seat, other, PART_LOSERS, due)


@leaf
def _pay_winner(rules: Rules, table: Showdown, winner: int, parts: NDArray[np.int32]) -> None:
    """Let every loser, or who is liable for all, pay a winner's total."""
    payer = table.facts[S_PAYER]
    total = table.info[winner, I_TOTAL]
    liable = rules.params[_LIABILITY] == 1 and table.info[winner, I_LIABLE] == 1 and payer >= 0
    for seat in range(4):
        if (table.facts[S_WINNERS] >> seat) & 1:
            continue
        factor = _factor(rules, table, seat, winner)
        pay(parts, seat, winner, PART_WIN, total)
        pay(parts, seat, winner, PART_DEALER, total * (factor - 1))
        if liable and seat != payer:
            pay(parts, payer, seat, PART_LIABILITY, total * factor)


@leaf
def _factor(rules: Rules, table: Showdown, seat: int, other: int) -> int:
    """Factor of a payment between two seats."""
    dealer = table.facts[S_DEALER]
    return int(rules.params[_DEALER_FACTOR]) if dealer in (seat, other) else 1


@leaf
def _counted(rules: Rules, table: Showdown, seat: int, scratch: NDArray[np.int64]) -> int:
    """A loser's total; 0 where its hand is void, and of winners, who settle with no loser.

    The owner of a robbed kong counts an exposed pung.
    """
    facts = table.facts
    if ((facts[S_VOID] | facts[S_WINNERS]) >> seat) & 1:
        return 0
    kinds, robbed, was = table.meld_kind[seat], -1, MELD_KONG_ADDED
    if facts[S_WIN_BY] == BY_ROBBED_KONG and seat == facts[S_PAYER]:
        for k in range(MOST_MELDS):
            is_kong = kinds[k] == MELD_KONG_ADDED or kinds[k] == MELD_KONG_EXPOSED
            if is_kong and table.meld_tile[seat, k] == facts[S_WIN_TILE]:
                robbed, was = k, int(np.int64(kinds[k]))
    if robbed >= 0:
        kinds[robbed] = MELD_PUNG
    total, _, _ = loser_total(
        rules,
        table.hand[seat],
        kinds,
        table.meld_tile[seat],
        table.flowers[seat],
        (seat - facts[S_DEALER]) % 4,
        facts[S_WILDCARD],
        scratch,
    )
    if robbed >= 0:
        kinds[robbed] = was
    return total
