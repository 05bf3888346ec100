"""Where a scoring kernel leaves its answer for one hand, and the working memory it needs."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.readings import MOST_GROUPS
from engine.record import new_record
from engine.rules import MOST_PATTERNS
from schemas.codes import WAIT_SPECIAL, WIN_ITEMS

(
    I_TOTAL,
    I_WITHOUT_FLOWERS,
    I_UNCAPPED,
    I_LIMIT_HIT,
    I_WILDCARDS_USED,
    I_WAIT,
    I_N_WAITS,
    I_N_READING,
    I_N_PATTERNS,
    I_N_CANCELLED,
    I_SHAPE,
    I_POINTS,
    I_TAI,
    I_PER_STREAK,
    I_LOSERS_SETTLE,
    I_LIABLE,
) = range(16)
"""Entries of `ScoreOut.info`: total; total without flowers (what the minimum looks at); total
before any limit; whether a limit was hit; wildcards used; wait (`schemas.codes.WAIT_*`); kinds
that would have completed the hand; groups of the reading; patterns counted; patterns that arose
and were cancelled; shape (`engine.rules.SHAPE_*`); points before doubling and doublings, where a
system doubles; what one unit of the dealer's streak adds to a payment; 1 where losers settle among
themselves; 1 where one seat may be liable for all: who gave the tile, or whose hand is void."""
N_INFO: Final = 16

SCRATCH_CROWDED: Final = 256
"""Where the memory of `engine.crowded` begins, behind that of the systems' kernels."""
SCRATCH_SUBSTITUTION: Final = 320
"""Where the memory of `engine.substitution` begins."""
SCRATCH_SIZE: Final = 4096
"""Room for the working memory of any system's kernel."""


class ScoreOut:
    """The answer for one hand, a record (`engine.record`) that is filled again for every hand.

    Attributes:
        counts: int16 (MOST_PATTERNS), how often each pattern counts; 0: not at all.
        cancelled_by: int16 (MOST_PATTERNS), for a pattern that arose and was not counted the
            pattern that cancelled it, -1 for all others.
        marginal: int32 (MOST_PATTERNS), what the total loses when the row is made neutral, reading
            and exclusions kept; of meaning where the pattern counts.
        items: int16 (n items), how often each item of `schemas.codes.WIN_ITEMS` counts, in systems
            that count points before doubling.
        reading: int16 (14), groups (`engine.readings`), melds first and the pair last, -1 after
            the last one.
        info: int32 (16), by the ``I_*`` indices.
        scratch: int64 (SCRATCH_SIZE), working memory of the kernel.
    """

    counts: NDArray[np.int16]
    cancelled_by: NDArray[np.int16]
    marginal: NDArray[np.int32]
    items: NDArray[np.int16]
    reading: NDArray[np.int16]
    info: NDArray[np.int32]
    scratch: NDArray[np.int64]


_FIELDS: Final = (
    ("counts", np.int16, (MOST_PATTERNS,)),
    ("cancelled_by", np.int16, (MOST_PATTERNS,)),
    ("marginal", np.int32, (MOST_PATTERNS,)),
    ("items", np.int16, (len(WIN_ITEMS),)),
    ("reading", np.int16, (MOST_GROUPS,)),
    ("info", np.int32, (N_INFO,)),
    ("scratch", np.int64, (SCRATCH_SIZE,)),
)


def new_score_out() -> ScoreOut:
    """Room for one answer: no pattern, no group."""
    out: ScoreOut = new_record(_FIELDS)
    out.cancelled_by[:] = -1
    out.reading[:] = -1
    return out


@leaf
def clear_answer(out: ScoreOut) -> None:
    """An answer without patterns, items, reading and waits."""
    # A loop for each array: each is one order to fill memory.
    for pattern in range(MOST_PATTERNS):
        out.counts[pattern] = 0
    for pattern in range(MOST_PATTERNS):
        out.cancelled_by[pattern] = -1
    for pattern in range(MOST_PATTERNS):
        out.marginal[pattern] = 0
    for item in range(len(out.items)):
        out.items[item] = 0
    for group in range(len(out.reading)):
        out.reading[group] = -1
    for field in range(len(out.info)):
        out.info[field] = 0
    out.info[I_WAIT] = WAIT_SPECIAL
