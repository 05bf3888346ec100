"""Weights of families for `value-fitted`: made so that fans occur as in published real play.

Fitted on every second fan of the fifteen that are published (三色三步高 混一色 花龙 清龙 和绝张
全不靠 全带幺 无番和); the others are there to judge by and have the weight 1. Shares are of wins,
in %, of strong programs' games on personal walls.
``python -m engine.policies.mcr_value.fit`` makes the weights anew and prints both halves.
"""

from __future__ import annotations

from typing import Final

FITTED_ON: Final = {
    "mixed_shifted_chows": 22.62,
    "half_flush": 9.20,
    "mixed_straight": 7.66,
    "pure_straight": 5.42,
    "last_copy": 4.60,
    "lesser_knitted_honors": 3.49,
    "outside_hand": 3.05,
    "chicken_hand": 2.39,
}
"""Fans fitted on, with the mean of the two programs' shares."""
JUDGED_BY: Final = {
    "all_types": 11.46,
    "mixed_triple_chow": 8.46,
    "fully_concealed": 7.08,
    "all_pungs": 4.27,
    "pure_shifted_chows": 3.62,
    "knitted_straight": 2.89,
    "seven_pairs": 2.96,
}
"""The other half."""
FAMILY_WEIGHTS: Final[dict[str, float]] = {
    "mixed_shifted_chows": 0.790,
    "half_flush": 0.780,
    "mixed_straight": 0.670,
    "pure_straight": 0.741,
    "last_copy": 2.0,
    "lesser_knitted_honors": 1.73,
    "outside_hand": 0.96,
    "chicken_hand": 15.0,
}
"""Weight of each family, by its fan."""
