"""Bets 押注: placed before the deal, settled with the win (Yantai card, "Bets")."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.refusals import OK, R_BAD_BET
from engine.machine.state import State
from engine.params import param
from engine.rules import Rules

_MOST_BET: Final = param("play.most_bet")


@leaf
def place_bets(rules: Rules, st: State, bets: NDArray[np.int32]) -> int:
    """Take over the bets of a dealt hand, int32 (4) by seat; returns 0 or a refusal code."""
    for seat in range(4):
        if bets[seat] < 0 or bets[seat] > rules.params[_MOST_BET]:
            return R_BAD_BET
    for seat in range(4):
        st.bets[seat] = bets[seat]
    return OK
