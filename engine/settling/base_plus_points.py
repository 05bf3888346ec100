"""Base from everybody, points from the discarder or from all (MCR card, "Payment")."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.rules import P_BASE, Rules
from engine.scoring_out import I_TOTAL
from engine.settling.parts import PART_WIN, pay
from engine.situation import S_PAYER, S_WINNERS, Showdown


@leaf
def settle_base_plus_points(
    rules: Rules, table: Showdown, winner: int, parts: NDArray[np.int32]
) -> None:
    """Add one win's payments.

    On a self-draw each other player pays base + total; on a discard or a robbed kong the payer
    pays base + total and the others the base. Players that win on the same tile do not pay each
    other.

    Args:
        rules: compiled rules.
        table: all hands; of the winner's only the total is looked at.
        winner: seat that won.
        parts: int32 (4, 7), added to.
    """
    payer = table.facts[S_PAYER]
    for seat in range(4):
        if (table.facts[S_WINNERS] >> seat) & 1:
            continue
        due = rules.params[P_BASE]
        if payer < 0 or seat == payer:
            due += table.info[winner, I_TOTAL]
        pay(parts, seat, winner, PART_WIN, due)
