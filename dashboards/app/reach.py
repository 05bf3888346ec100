"""Whether payments under an edited table stay within what they are stored as."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from dashboards import terms
from engine.rescoring import P_COUNT, P_PATTERN, P_VALUE, P_WIN
from pipelines.rescoring.core import Rescored
from pipelines.rescoring.preparing import StoredHands
from schemas.errors import UsageError

_MOST: Final = 2**31 - 1
_SEATS: Final = 4


def check_reach(stored: StoredHands, scored: Rescored) -> None:
    """Refuse a table under which payments of these hands could go beyond 32 bits.

    The bound is generous: the sum of a win's rows, times the values of those that multiply, times
    all numbers of the settlement, the streak and the seats.

    Args:
        stored: the hands.
        scored: they under the table, with rows.

    Raises:
        UsageError: where they could.
    """
    ruleset = scored.ruleset
    settlement = ruleset.settlement.model_dump()
    factor = math.prod(max(1, each) for each in settlement.values() if isinstance(each, int))
    streak = 1 + 2 * int(stored.won.streak.max(initial=0))
    most = _most_total(stored, scored) * factor * streak * _SEATS
    if most > _MOST:
        raise UsageError(
            f"payments could go beyond {_MOST:,} under these values of {ruleset.system}: "
            "take smaller ones"
        )


def _most_total(stored: StoredHands, scored: Rescored) -> float:
    """No win has a larger total than this."""
    limit = terms.limit_of(scored.ruleset)
    if limit is not None:
        return float(limit)
    rows = scored.answers.patterns
    wins = len(stored.hand_of_win)
    scoring = scored.ruleset.scoring.model_dump()
    values = np.abs(rows[:, P_VALUE].astype(np.float64))
    # Where there is no row a win counts what it counts without patterns.
    sums = np.bincount(rows[:, P_WIN], weights=rows[:, P_COUNT] * values, minlength=wins)
    most = sums + 1 + scoring.get("base", 0)
    keys = scored.ruleset.catalogue.keys
    factors = np.array([terms.multiplies(scored.ruleset, key) for key in keys])
    logs = np.log(np.maximum(values, 1)) * factors[rows[:, P_PATTERN]]
    with np.errstate(over="ignore"):
        most = most * np.exp(np.bincount(rows[:, P_WIN], weights=logs, minlength=wins))
    return float(most.max(initial=1.0))
