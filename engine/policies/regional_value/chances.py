"""The chance to win with so many tiles missing, so many draws left, so many useful tiles about.

A go-round brings a useful tile with a probability that the present number of them gives; what comes
after it is a hand that lacks one tile less and has as many useful tiles as such hands have in the
mean. Meanwhile others win, the likelier the later it is. Nothing here knows a rule set but for the
length of a hand.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.policies.regional_value.layout import N_LACK, N_RATES, N_TURNS, RATE_STEP

USUAL_COPIES: Final = (0.0, 5.5, 13.0, 22.0, 32.0, 42.0, 50.0, 56.0, 60.0)
"""Copies that bring a hand nearer which lacks so many tiles, in the mean of the best discards."""
USUAL_UNSEEN: Final = 80.0
"""Tiles not seen in the middle of a hand."""
CLAIMS: Final = 0.6
"""What claims add to draws in an open hand."""


def usual_rates(win_share: float, claim: float) -> NDArray[np.float64]:
    """Rates of useful tiles in a go-round: float64 (open, concealed, self-draw; N_LACK).

    Args:
        win_share: chance that a given tile is one of three discards, of that to draw it.
        claim: the same for claims.
    """
    drawn = np.array(USUAL_COPIES) / USUAL_UNSEEN
    opened = drawn * (1 + CLAIMS * claim)
    concealed = drawn.copy()
    opened[1] = concealed[1] = drawn[1] * (1 + 3 * win_share)
    return np.stack([opened, concealed, drawn])


def others_win(turns_in_hand: float, hazard: float) -> NDArray[np.float64]:
    """Chance that others win in a go-round, by own draws left after it: float64 (N_TURNS).

    Args:
        turns_in_hand: draws of a player in a hand that is played to the end.
        hazard: what it grows to.
    """
    gone = np.maximum(0.0, turns_in_hand - np.arange(N_TURNS))
    return hazard / (1 + np.exp(-(gone - 7.0) / 1.8))


def chance_tables(
    turns_in_hand: float, hazard: float, win_share: float, claim: float
) -> NDArray[np.float64]:
    """Chances to win: float64 (open, concealed, self-draw; N_LACK, N_TURNS, N_RATES)."""
    usual = usual_rates(win_share, claim)
    lost = others_win(turns_in_hand, hazard)
    return np.stack([_table(rates, lost) for rates in usual])


def _table(usual: NDArray[np.float64], lost: NDArray[np.float64]) -> NDArray[np.float64]:
    hits = 1 - np.exp(-np.arange(N_RATES) * RATE_STEP)
    table = np.zeros((N_LACK, N_TURNS, N_RATES))
    table[0] = 1.0
    for lack in range(1, N_LACK):
        hit = 1 - np.exp(-usual[lack - 1]) if lack > 1 else 0.0
        for turns in range(1, N_TURNS):
            if lack == 1:
                after = 1.0
            else:
                # The tile may come early in the go-round and leave time for one more.
                step = usual[lack - 1] / RATE_STEP
                now, before = (
                    np.interp(step, np.arange(N_RATES), table[lack - 1, t])
                    for t in (turns, turns - 1)
                )
                after = (1 - lost[turns] / 2) * ((1 - hit / 2) * before + hit / 2 * now)
            table[lack, turns] = (
                hits * after + (1 - hits) * (1 - lost[turns]) * table[lack, turns - 1]
            )
    return table
