"""Scores hands of natural tiles, in the systems whose kernels know no others."""

from __future__ import annotations

from engine.jit import leaf
from engine.mcr.crowded import score_mcr_crowded
from engine.mcr.kernel import score_mcr
from engine.rules import P_SYSTEM, SYSTEM_TAIWAN, SYSTEM_YANTAI, Rules
from engine.scoring_out import ScoreOut
from engine.situation import Win
from engine.tables import Tables
from engine.taiwan.kernel import score_taiwan
from engine.yantai.kernel import score_yantai, score_yantai_crowded


@leaf
def score_natural(rules: Rules, tables: Tables, win: Win, out: ScoreOut, substituted: int) -> int:
    """Score a hand that holds no kind more than four times; see `engine.scoring.score_win`.

    Args:
        rules: compiled rule set.
        tables: `engine.tables.load_tables()`.
        win: the hand, wildcards replaced by what they stand for.
        out: receives the answer.
        substituted: wildcards that stand for another kind than their own.
    """
    if rules.params[P_SYSTEM] == SYSTEM_TAIWAN:
        return score_taiwan(rules, tables, win, out)
    if rules.params[P_SYSTEM] == SYSTEM_YANTAI:
        return score_yantai(rules, tables, win, out)
    return score_mcr(rules, tables, win, out, substituted)


@leaf
def score_crowded(rules: Rules, tables: Tables, win: Win, out: ScoreOut, substituted: int) -> int:
    """Score a hand in which wildcards make a kind stand more than four times, as above."""
    if rules.params[P_SYSTEM] == SYSTEM_TAIWAN:
        return score_taiwan(rules, tables, win, out)
    if rules.params[P_SYSTEM] == SYSTEM_YANTAI:
        return score_yantai_crowded(rules, tables, win, out)
    return score_mcr_crowded(rules, tables, win, out, substituted)
