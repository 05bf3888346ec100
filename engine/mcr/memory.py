"""The kernel's working memory: facts of the hand, the best reading so far, chows of a reading.

One row of 64-bit integers (`engine.scoring_out.ScoreOut.scratch`) by the indices below.
"""

from __future__ import annotations

from typing import Final

(
    WIN_TILE,
    SELF_DRAW,
    N_WAITS,
    SEAT_WIND,
    ROUND_WIND,
    EXPOSED,
    KONGS,
    CONCEALED_KONGS,
    MELD_PUNGS,
    MELD_CHOWS,
    MELD_OUTSIDE,
    MELD_FIVES,
    SHOWN,
    HONOR_PUNGS,
    HONOR_PAIR,
    KINDS,
    NINE_GATES,
    TAKERS,
    HAND_LOW,
    HAND_HIGH,
    HAND_COUNTS,
    SUPERSEDED_LOW,
    SUPERSEDED_HIGH,
    SUPERSEDED_BY,
    HONOR_PUNGS_TWICE,
) = range(25)
"""Facts: winning tile; self-drawn; kinds that would complete the hand; winds of seat and round;
exposed melds; kongs; concealed ones; mask of pungs and kongs melded; chows melded; melds with a
terminal or honor; melds with a five; copies of the winning tile in the melds; mask of concealed
honor pungs; the honor paired in the concealed part or -1; mask of all kinds; nine gates; fans
that take 幺九刻 from their own sets; fans that all readings share (two words, counts); kong fans
that a larger one supersedes, and which; mask of the honors that make two concealed pungs."""

(
    BEST_TOTAL,
    BEST_SHAPE,
    BEST_WAIT,
    BEST_ARRANGEMENT,
    BEST_LOW,
    BEST_HIGH,
    BEST_COUNTS,
    KEPT_LOW,
    KEPT_HIGH,
) = range(25, 34)
"""The best reading: total (-1: none yet), shape, wait, knitted arrangement, fans that arose and
their counts, fans that are counted."""
BEST_SPLITS: Final = 34
"""Its splits of the three suits."""
CHOWS: Final = 37
"""First of four chows of the reading at hand, sorted (``7 * suit + lowest rank``)."""
CHOWS_OF_MELDS: Final = 41
"""First of four melded chows, sorted."""
COPIES: Final = 45
"""First of 34 counts: copies of each kind outside kongs."""
SCRATCH_SIZE: Final = COPIES + 34
