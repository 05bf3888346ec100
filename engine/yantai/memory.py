"""The kernel's working memory: facts of the hand and the best reading so far.

One row of 64-bit integers (`engine.scoring_out.ScoreOut.scratch`) by the indices below.
"""

from __future__ import annotations

from typing import Final

(
    HAND_PATTERNS,
    MELD_CHOWS,
    HONOR_PUNGS,
    HONOR_PUNGS_TWICE,
    HONOR_PAIR,
    LAST_PATTERNS,
) = range(6)
"""Patterns that all readings share; mask of the lowest tiles of melded chows; masks of concealed
honor pungs and of those held twice; the honor paired in the concealed part or -1; patterns of the
reading that was weighed last."""

BEST_TOTAL, BEST_PATTERNS, BEST_KEPT, BEST_SHAPE = range(6, 10)
"""The best reading: total (-1: none yet), patterns that arose, those that are counted, shape."""
BEST_SPLITS: Final = 10
"""Its splits of the three suits."""
