"""Yantai 烟台麻将: what must not change a hand's worth: names of suits, order of melds."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.scoring import new_score_columns, score_batch
from engine.scoring_out import I_N_PATTERNS, I_TOTAL, I_UNCAPPED, I_WITHOUT_FLOWERS
from engine.tables import load_tables
from schemas.codes import LEGAL, NO_SHAPE
from tests.engine.machine_script import compiled
from tests.engine.oracle.engine import score_all, win_columns
from tests.engine.oracle.hands import Win, random_win, renamed
from tests.engine.yantai_wins import FIRST, LAST, OPEN


def random_wins(n: int, seed: int) -> list[Win]:
    rng = Random(seed)
    hands = [random_win(rng) for _ in range(n)]
    for hand in hands:
        hand.n_flowers = 0
        hand.flags |= rng.choice([0, 0, 0, FIRST, OPEN, LAST])
    return hands


@pytest.mark.parametrize("suits", [(1, 0, 2), (2, 1, 0), (1, 2, 0), (0, 2, 1)])
def test_yantai_suits_are_alike(suits: tuple[int, int, int]) -> None:
    hands = random_wins(2000, 1)
    before = score_all(hands, compiled("yantai"))
    after = score_all([renamed(hand, suits) for hand in hands], compiled("yantai"))
    assert (before.verdict == LEGAL).sum() > 1000
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.info[:, I_TOTAL], after.info[:, I_TOTAL])
    assert np.array_equal(before.verdict, after.verdict)


def test_yantai_order_of_melds_does_not_matter() -> None:
    hands = random_wins(1000, 2)
    before = score_all(hands, compiled("yantai"))
    for hand in hands:
        hand.melds.reverse()
    after = score_all(hands, compiled("yantai"))
    assert np.array_equal(before.counts, after.counts)
    assert np.array_equal(before.info, after.info)


def test_yantai_totals_are_products_of_what_is_counted() -> None:
    hands = random_wins(2000, 3)
    rules = compiled("yantai")
    answers = score_all(hands, rules)
    whole = answers.verdict != NO_SHAPE
    factors = np.where(answers.counts > 0, rules.values[: rules.n_patterns], 1).astype(np.int64)
    assert np.array_equal(answers.info[whole, I_TOTAL], factors.prod(axis=1)[whole])
    assert np.array_equal(answers.info[:, I_TOTAL], answers.info[:, I_UNCAPPED])
    assert np.array_equal(answers.info[:, I_TOTAL], answers.info[:, I_WITHOUT_FLOWERS])
    assert np.array_equal(answers.info[:, I_N_PATTERNS], (answers.counts > 0).sum(axis=1))


def test_yantai_scoring_leaves_the_hand_as_it_was() -> None:
    hands = random_wins(500, 4)
    columns = win_columns(hands)
    rules = compiled("yantai")
    score_batch(rules, load_tables(), columns, new_score_columns(500, rules.n_patterns))
    for ours, fresh in zip(columns, win_columns(hands), strict=True):
        assert np.array_equal(ours, fresh)
