"""Scores a hand of Chinese Official in which wildcards make a kind stand more than four times."""

from __future__ import annotations

from engine.crowded import MOST_SPLITS, SPLITS, all_waits, held_and_odd_kinds, split_hand
from engine.jit import leaf
from engine.mcr import memory as at
from engine.mcr.kernel import (
    begin,
    conclude,
    knitted_arrangement,
    weigh_splits,
    weigh_without_sets,
)
from engine.rules import P_SETS, P_SHAPES, SHAPE_KNITTED_STRAIGHT, SHAPE_STANDARD, Rules
from engine.scoring_out import ScoreOut, clear_answer
from engine.shapes import knitted_mask, popcount
from engine.situation import F_N_MELDS, F_WIN_TILE, Win
from engine.tables import Tables
from schemas.codes import NO_SHAPE


@leaf
def score_mcr_crowded(
    rules: Rules, tables: Tables, win: Win, out: ScoreOut, substituted: int
) -> int:
    """Score such a hand; arguments as in `engine.mcr.kernel.score_mcr`."""
    hand, facts, scratch = win.hand, win.facts, out.scratch
    n_melds, win_tile = facts[F_N_MELDS], facts[F_WIN_TILE]
    found = all_waits(rules, tables, hand, n_melds, scratch)
    if (found >> win_tile) & 1 == 0:
        clear_answer(out)
        return NO_SHAPE
    hand[win_tile] += 1
    kinds, odd = held_and_odd_kinds(hand)
    shapes = rules.params[P_SHAPES]
    shape = SHAPE_STANDARD if shapes & SHAPE_STANDARD and split_hand(hand, 0, scratch) else 0
    arrangement = 0
    if shape == 0 and rules.params[P_SETS] - n_melds >= 3 and shapes & SHAPE_KNITTED_STRAIGHT:
        arrangement = knitted_arrangement(kinds)
        if arrangement >= 0 and split_hand(hand, knitted_mask(arrangement), scratch):
            shape = SHAPE_KNITTED_STRAIGHT
    hand[win_tile] -= 1
    scratch[at.NINE_GATES] = 0  # its tiles stand four times at most
    begin(rules, win, scratch, kinds, popcount(found), substituted)
    weigh_without_sets(rules, win, scratch, kinds, odd)
    if shape:
        weigh_splits(
            rules,
            tables.chows,
            scratch,
            scratch,
            SPLITS,
            scratch,
            SPLITS + MOST_SPLITS,
            scratch,
            SPLITS + 2 * MOST_SPLITS,
            shape,
            arrangement,
        )
    return conclude(rules, win, out)
