"""Base and points a tai, dealer and streak among the tai (Taiwan card, "Dealer" and "Payment")."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import choice, param
from engine.rules import P_BASE, P_SYSTEM, SYSTEM_TAIWAN, Rules
from engine.scoring_out import I_TOTAL
from engine.settling.parts import PART_DEALER, PART_WIN, pay
from engine.situation import S_DEALER, S_PAYER, S_STREAK, S_WIN_BY, S_WINNERS, Showdown
from engine.taiwan.patterns import DEALER, DEALER_STREAK
from schemas.codes import BY_SEVEN_FLOWERS

_PER_TAI: Final = param("settlement.per_tai")
_PAYER: Final = param("settlement.payer")
_DISCARDER: Final = choice("settlement.payer", "discarder")
_PULL_STREAK: Final = param("settlement.pull_streak")


@leaf
def settle_base_per_tai(
    rules: Rules, table: Showdown, winner: int, parts: NDArray[np.int32]
) -> None:
    """Add one win's payments.

    A payer pays base + per_tai × tai. On a self-draw each other player pays; on a discard or a
    robbed kong the payer alone, or all where the rules say so; for 七搶一 the one with the eighth
    flower alone in any case. Players that win on the same tile do not pay each other.

    Args:
        rules: compiled rules.
        table: all hands; of the winner's only the total is looked at.
        winner: seat that won.
        parts: int32 (4, 7), added to.
    """
    payer, dealer = table.facts[S_PAYER], table.facts[S_DEALER]
    alone = payer >= 0 and (
        rules.params[_PAYER] == _DISCARDER or table.facts[S_WIN_BY] == BY_SEVEN_FLOWERS
    )
    per_tai = rules.params[_PER_TAI]
    due = rules.params[P_BASE] + per_tai * table.info[winner, I_TOTAL]
    dealers = per_tai * _dealer_tai(rules, table.facts[S_STREAK])
    for seat in range(4):
        if (table.facts[S_WINNERS] >> seat) & 1 or (alone and seat != payer):
            continue
        pay(parts, seat, winner, PART_WIN, due)
        if seat == dealer or winner == dealer:
            pay(parts, seat, winner, PART_DEALER, dealers)


@leaf
def _dealer_tai(rules: Rules, streak: int) -> int:
    """Tai of dealer 莊家 and streak 連莊, 0 where the patterns of the rules have no such rows."""
    if rules.params[P_SYSTEM] != SYSTEM_TAIWAN:
        return 0
    units = 2 * streak if rules.params[_PULL_STREAK] == 1 else streak
    return int(rules.values[DEALER]) + int(rules.values[DEALER_STREAK]) * units
