"""Completions that were not taken, judged by other rules: would somebody have won?"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.judging import judge_hands
from engine.rules import Rules
from engine.scoring import take_wins
from engine.tables import load_tables
from pipelines.lake.columns_read import codes_of
from pipelines.rescoring.preparing import StoredChances, StoredHands
from schemas.batch import Int8, Int32
from schemas.codes import (
    BELOW_MINIMUM,
    CHANCE_BELOW_MINIMUM,
    CHANCE_NOT_ALLOWED,
    CHANCE_OTHER_WON,
    CHANCE_PASSED,
    CHANCE_REASONS,
    LEGAL,
    NO_SHAPE,
    NOT_ALLOWED,
)


@dataclass(frozen=True, slots=True)
class Judged:
    """What c completions would be under other rules.

    Attributes:
        total: int32 (c), what each would be worth.
        reason: int8 (c), code of `CHANCE_REASONS` under the other rules; one that is a win now and
            was none is ``passed``, or ``other_won`` where somebody won on the tile.
        completes: bool (c), whether the tile completes the hand as much as it did.
    """

    total: Int32
    reason: Int8
    completes: NDArray[np.bool_]


def as_stored(missed: pa.Table) -> Judged:
    """What completions are under rules that only let others pay, or the same ones more.

    Args:
        missed: their rows of `chances`, judged by this engine.
    """
    return Judged(
        total=missed["total"].to_numpy().astype(np.int32),
        reason=codes_of(missed["reason"], CHANCE_REASONS),
        completes=np.ones(missed.num_rows, np.bool_),
    )


def judge_chances(chances: StoredChances, own: Rules, other: Rules, winners: Int8) -> Judged:
    """Score completions that were not taken under other rules.

    What a seat was not allowed to win on for another reason than its tiles (a win that it had
    passed, a false win before) stays not allowed.

    Args:
        chances: the completions.
        own: the rules that they were played under.
        other: the rules to judge them by.
        winners: int8 (n), mask of the seats that win each hand under the other rules.
    """
    tables = load_tables()
    judged = judge_hands(other, tables, chances.hands)
    verdict, before = judged.verdict, chances.reason
    # What forbade a win apart from its tiles (a passed win, a false win before) still does.
    forbidden = before == CHANCE_NOT_ALLOWED
    asked = np.flatnonzero(forbidden)
    was = judge_hands(own, tables, take_wins(chances.hands, asked)).verdict
    forbidden[asked[was == NOT_ALLOWED]] = False
    completes = verdict != NO_SHAPE
    completes[asked[was == NO_SHAPE]] = True
    short = (before == CHANCE_BELOW_MINIMUM) | (before == CHANCE_NOT_ALLOWED)
    wins_now = (verdict == LEGAL) & short & ~forbidden
    reason = before.copy()
    reason[wins_now] = CHANCE_PASSED
    reason[wins_now & chances.beaten] = CHANCE_OTHER_WON
    reason[(reason == CHANCE_OTHER_WON) & (winners[chances.hand] == 0)] = CHANCE_PASSED
    reason[verdict == BELOW_MINIMUM] = CHANCE_BELOW_MINIMUM
    reason[(verdict == NOT_ALLOWED) | forbidden] = CHANCE_NOT_ALLOWED
    return Judged(
        total=judged.total,
        reason=reason.astype(np.int8),
        completes=completes,
    )


def ended_earlier(
    stored: StoredHands, own: Rules, other: Rules, winners: Int8
) -> NDArray[np.bool_]:
    """Which hands hold a completion that was no win, would be one, and was nobody else's.

    Args:
        stored: n hands with their completions.
        own: the rules that they were played under.
        other: the rules to judge them by.
        winners: int8 (n), mask of the seats that win each hand under the other rules.
    """
    assert stored.chances is not None
    before = stored.chances.reason
    was_none = (before == CHANCE_BELOW_MINIMUM) | (before == CHANCE_NOT_ALLOWED)
    judged = judge_chances(stored.chances, own, other, winners)
    found = np.zeros(len(stored), np.bool_)
    found[stored.chances.hand[was_none & (judged.reason == CHANCE_PASSED)]] = True
    return found
