"""The kernel's working memory: facts of the hand, the best reading so far, counts of patterns.

One row of 64-bit integers (`engine.scoring_out.ScoreOut.scratch`) by the indices below.
"""

from __future__ import annotations

from typing import Final

from engine.taiwan.patterns import FIRST_REPEATED, LAST_REPEATED

(
    WIN_TILE,
    SELF_DRAW,
    N_WAITS,
    MAY_BE_ALL_CHOWS,
    MELD_CHOWS,
    MELD_PUNGS,
    KINDS,
    CONCEALED_KONGS,
    HONOR_PUNGS,
    HONOR_TWICE,
    HONOR_PAIR,
    HAND_ROWS,
) = range(12)
"""Facts: winning tile; self-drawn; kinds that would complete the hand; whether flowers, honors and
the win let it be all chows; mask of the chows melded, by their lowest tile; mask of the pungs and
kongs melded; mask of all kinds; concealed kongs; mask of concealed honor pungs; those of them that
stand twice; the honor paired in the concealed part or -1; patterns that all readings share."""

(
    BEST_TOTAL,
    BEST_ROWS,
    BEST_KEPT,
    BEST_WAIT,
    BEST_CHOWS,
    BEST_PUNGS,
    BEST_TWICE,
    BEST_PAIR,
) = range(12, 20)
"""The best reading: total (NOTHING: none yet), patterns that arose, patterns that are counted,
wait, and its concealed sets as `engine.taiwan.reading.weigh_reading` takes them."""
COUNTS: Final = 20
"""First of the counts of the patterns FIRST_REPEATED to LAST_REPEATED."""
LEFT: Final = COUNTS + LAST_REPEATED - FIRST_REPEATED + 1
"""First of 34 counts: concealed copies of each kind, for hands with more than four of one."""
TRIPLES: Final = LEFT + 34
"""First of five suit tiles that may be pungs of such a hand."""
SCRATCH_SIZE: Final = TRIPLES + 5

NOTHING: Final = -(1 << 40)
"""Less than any hand is worth."""
