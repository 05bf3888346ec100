"""What hands would be as wins, and what they would count: many hands, without their patterns."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.brief import ask_totals_only
from engine.jit import leaf
from engine.rules import Rules
from engine.scoring import Scorer, WinColumns, new_scorer, score_placed
from engine.scoring_out import I_TOTAL, ScoreOut
from engine.situation import N_FACTS, Win, set_tiles
from engine.tables import Tables


class Verdicts(NamedTuple):
    """Answers for k hands.

    Attributes:
        verdict: int8 (k), position in ``schemas.codes.VERDICTS``.
        total: int32 (k), also of a hand that is no win: what it would count.
    """

    verdict: NDArray[np.int8]
    total: NDArray[np.int32]


def judge_hands(rules: Rules, tables: Tables, hands: WinColumns) -> Verdicts:
    """Judge hands; free of the GIL, so slices may go to threads.

    Args:
        rules: compiled rules.
        tables: `engine.tables.load_tables()`.
        hands: the hands and their circumstances.
    """
    k = len(hands.facts)
    answers = Verdicts(np.zeros(k, np.int8), np.zeros(k, np.int32))
    _judge(rules, tables, hands, answers, *new_scorer(rules))
    return answers


@leaf
def _judge(
    rules: Rules,
    tables: Tables,
    hands: WinColumns,
    answers: Verdicts,
    kernel: Any,
    win: Win,
    out: ScoreOut,
) -> None:
    # The parts of a scorer: numba works the type of records in a tuple out anew for every call.
    scorer = Scorer(kernel, win, out)
    ask_totals_only(out)
    for row in range(len(hands.facts)):
        set_tiles(
            win, hands.hand[row], hands.meld_kind[row], hands.meld_tile[row], hands.flowers[row]
        )
        for fact in range(N_FACTS):
            win.facts[fact] = hands.facts[row, fact]
        answers.verdict[row] = score_placed(rules, tables, scorer)
        answers.total[row] = out.info[I_TOTAL]
