"""Unit times the product, doubled with the dealer; kongs and bets (Yantai card, "Payment")."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import choice, param
from engine.rules import Rules
from engine.scoring_out import I_TOTAL
from engine.settling.parts import PART_BET, PART_DEALER, PART_KONG, PART_WIN, pay
from engine.situation import MOST_MELDS, S_DEALER, S_PAYER, S_WINNERS, Showdown
from schemas.codes import MELD_KONG_ADDED, MELD_KONG_CONCEALED, MELD_KONG_EXPOSED

_UNIT: Final = param("settlement.unit")
_DEALER_FACTOR: Final = param("settlement.dealer_factor")
_PAYER: Final = param("settlement.payer")
_ALL_PAY: Final = choice("settlement.payer", "all")
_EXPOSED_KONG: Final = param("settlement.exposed_kong")
_CONCEALED_KONG: Final = param("settlement.concealed_kong")
_BET_SCOPE: Final = param("settlement.bet_scope")
_ALL_BET: Final = choice("settlement.bet_scope", "all_losers")


@leaf
def settle_multiplied(rules: Rules, table: Showdown, winner: int, parts: NDArray[np.int32]) -> None:
    """Add one win's payments.

    On a self-draw every other player pays, on a discard or a robbed kong who gave the tile, or all
    where the rules say so: unit × total, times the dealer factor where the dealer is one of the
    two, and the winner's kong points beside. Bets go from each payer, or from each loser, to the
    winner: the winner's bet and the own one. Players that win on the same tile do not pay each
    other.

    Args:
        rules: compiled rules.
        table: all hands; of the winner's the total, the melds and the bet are looked at.
        winner: seat that won.
        parts: int32 (4, 7), added to.
    """
    params = rules.params
    payer, dealer = table.facts[S_PAYER], table.facts[S_DEALER]
    value = params[_UNIT] * table.info[winner, I_TOTAL]
    kongs = _kong_points(rules, table, winner)
    for seat in range(4):
        if (table.facts[S_WINNERS] >> seat) & 1:
            continue
        pays = payer < 0 or seat == payer or params[_PAYER] == _ALL_PAY
        if pays:
            pay(parts, seat, winner, PART_WIN, value)
            if dealer in (seat, winner):
                pay(parts, seat, winner, PART_DEALER, value * (params[_DEALER_FACTOR] - 1))
            pay(parts, seat, winner, PART_KONG, kongs)
        if pays or params[_BET_SCOPE] == _ALL_BET:
            pay(parts, seat, winner, PART_BET, table.bets[winner] + table.bets[seat])


@leaf
def _kong_points(rules: Rules, table: Showdown, winner: int) -> int:
    """What each payer owes for the winner's kongs."""
    points = 0
    for meld in range(MOST_MELDS):
        kind = table.meld_kind[winner, meld]
        if kind == MELD_KONG_CONCEALED:
            points += rules.params[_CONCEALED_KONG]
        elif kind in (MELD_KONG_EXPOSED, MELD_KONG_ADDED):
            points += rules.params[_EXPOSED_KONG]
    return points
