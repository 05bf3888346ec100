"""Judging many hands: verdict and total are those of the whole answer, the rest is left out."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from engine.brief import BRIEF
from engine.choices import FREE_MEMORY
from engine.judging import judge_hands
from engine.mcr import memory
from engine.scoring import new_win_columns
from engine.scoring_out import I_TOTAL, SCRATCH_CROWDED, SCRATCH_SUBSTITUTION
from engine.tables import load_tables
from schemas.codes import BELOW_MINIMUM, LEGAL, NO_SHAPE, VERDICTS
from tests.engine.oracle.engine import compiled, score_all, win_columns
from tests.engine.oracle.hands import Win, random_win, win


def some_hands(n: int, seed: int) -> list[Win]:
    """Hands that win; in a third of them another tile takes the winning one's place."""
    rng = Random(seed)
    hands = [random_win(rng) for _ in range(n)]
    return [
        replace(hand, win_tile=rng.randrange(34)) if rng.random() < 0.33 else hand for hand in hands
    ]


def test_who_asks_for_totals_only_says_so_behind_the_memory_of_the_kernel_that_heeds_it() -> None:
    assert memory.SCRATCH_SIZE <= SCRATCH_CROWDED < SCRATCH_SUBSTITUTION <= BRIEF
    assert FREE_MEMORY <= BRIEF


@pytest.mark.parametrize("rules", ["mcr", "mcr-botzone", "mcr-tziakcha", "mcr-caishen"])
def test_verdict_and_total_are_those_of_the_whole_answer(rules: str) -> None:
    hands = some_hands(4_000, 3)
    judged = judge_hands(compiled(rules), load_tables(), win_columns(hands))
    whole = score_all(hands, compiled(rules))
    np.testing.assert_array_equal(judged.verdict, whole.verdict)
    np.testing.assert_array_equal(judged.total, whole.info[:, I_TOTAL])
    assert {LEGAL, NO_SHAPE} <= set(judged.verdict.tolist())


@pytest.mark.parametrize(
    ("hand", "verdict", "total"),
    [
        (win("345s 88s CC", "8s", "123m", "567p"), "legal", 8),
        (win("345s 88s CC", "9s", "123m", "567p"), "no_shape", 0),
        (win("345s 67p 88m", "5p", "CCC", "123m"), "below_minimum", 2),
    ],
)
def test_mcr_hands_are_judged_as_by_hand(hand: Win, verdict: str, total: int) -> None:
    judged = judge_hands(compiled("mcr"), load_tables(), win_columns([hand]))
    assert (VERDICTS[judged.verdict[0]], judged.total[0]) == (verdict, total)


def test_mcr_flowers_count_in_the_total_and_not_for_the_minimum() -> None:
    hand = replace(win("345s 67p 88m", "5p", "CCC", "123m"), n_flowers=7)
    judged = judge_hands(compiled("mcr"), load_tables(), win_columns([hand]))
    assert (judged.verdict[0], judged.total[0]) == (BELOW_MINIMUM, 2 + 7)


def test_no_hand_at_all() -> None:
    judged = judge_hands(compiled("mcr"), load_tables(), new_win_columns(0))
    assert len(judged.verdict) == len(judged.total) == 0


def test_hands_are_judged_one_by_one_whatever_was_judged_before() -> None:
    hands = some_hands(300, 4)
    together = judge_hands(compiled("mcr"), load_tables(), win_columns(hands))
    for row, hand in enumerate(hands):
        alone = judge_hands(compiled("mcr"), load_tables(), win_columns([hand]))
        assert (alone.verdict[0], alone.total[0]) == (together.verdict[row], together.total[row])
