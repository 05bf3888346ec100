"""Asking a scoring kernel for less than a whole answer: what a hand is worth, and nothing else.

Who judges many hands looks at verdicts and totals. Patterns, reading and waits, which a kernel
writes after it has found the best reading, may then be left out; a kernel that finds them on its
way, or that is rarely asked, may write them all the same.
"""

from __future__ import annotations

from typing import Final

from engine.jit import merge
from engine.scoring_out import SCRATCH_SIZE, ScoreOut

BRIEF: Final = SCRATCH_SIZE - 1
"""Place in the working memory that says so, behind that of the kernels which heed it."""


@merge
def ask_totals_only(out: ScoreOut) -> None:
    """From now on `verdict`, I_TOTAL, I_UNCAPPED and I_WITHOUT_FLOWERS alone are looked at.

    The rest of the answer is then of no meaning.
    """
    out.scratch[BRIEF] = 1


@merge
def asks_totals_only(out: ScoreOut) -> bool:
    """Whether totals are all that is asked for."""
    return bool(out.scratch[BRIEF] != 0)
