"""The reading of a Luoyuan hand, its wait, and what must not change its score."""

from __future__ import annotations

import pytest

from schemas.codes import BY_SELF_DRAW
from tests.engine.luoyuan_hands import hand, score

READINGS = [
    # no gold
    (hand("123m 456m 789p 22s 456s 45p", "6p", gold="9s"), "123m 456m 456p 789p 456s 22s", 0),
    # melds first
    (hand("22s 456s 45p", "6p", "777m", "(2222p)", "123m", gold="9s"),
     "777m 2222p 123m 456p 456s 22s", 0),
    # one gold fills 8p
    (hand("123m 456m 79p9s 22s 456s 45p", "6p", gold="9s"), "123m 456m 456p 789p 456s 22s", 1),
    # a gold that fits as it is
    (hand("123m 456m 789p 22s 78s9s 45p", "6p", gold="9s"), "123m 456m 456p 789p 789s 22s", 0),
    # two golds, one as it is, one for 5s
    (hand("123m 456m 22s 78s9s 46s9s 45p", "6p", gold="9s"), "123m 456m 456p 456s 789s 22s", 1),
    # 33m and 22s, one of them the pair and one a pung with the gold: the first suit has the pair
    (hand("33m9s 456m 789p 22s 456s 45p", "6p", gold="9s"), "456m 456p 789p 222s 456s 33m", 1),
    # golden pair
    (hand("123m 456m 789p 456s 45p 99s", "6p", gold="9s"), "123m 456m 456p 789p 456s 99s", 0),
    # golden dragon
    (hand("123m 456m 22s 456s 45p 999s", "6p", gold="9s", by=BY_SELF_DRAW),
     "999s 123m 456m 456p 456s 22s", 0),
    # a fifth 4m
    (hand("123p 456p 789p 123s 4444m", "9s", gold="9s", by=BY_SELF_DRAW),
     "444m 123p 456p 789p 123s 44m", 1),
    # three golds that fill
    (hand("123m 456m 79p 22s 46s 4p 999s", "6p", gold="9s", by=BY_SELF_DRAW),
     "123m 456m 456p 789p 456s 22s", 3),
    # three golds without a shape
    (hand("147m 258m 147p 25p 14s 999s", "7s", gold="9s", by=BY_SELF_DRAW), "", 0),
]  # fmt: skip


@pytest.mark.parametrize(("one", "reading", "used"), READINGS)
def test_luoyuan_reading_and_golds_that_stand_for_others(one, reading, used) -> None:
    answer = score(one)
    assert answer.verdict == "legal"
    assert " ".join(answer.reading) == reading
    assert answer.golds_used == used


@pytest.mark.parametrize(
    ("one", "wait", "n_waits"),
    [
        # 3p 6p and the gold
        (hand("123m 456m 789p 22s 456s 45p", "6p", gold="9s"), "two_sided", 3),
        (hand("123m 456m 789p 22s 456s 46p", "5p", gold="9s"), "closed", 2),
        (hand("123m 456m 789p 22s 456s 12p", "3p", gold="9s"), "edge", 2),
        (hand("123m 456m 456p 22s 456s 89p", "7p", gold="9s"), "edge", 2),
        (hand("123m 456m 789p 22s 456s 33p", "3p", gold="9s"), "pair_pair", 3),
        (hand("123m 456m 789p 777s 456s 3p", "3p", gold="9s"), "single", 2),
        # 3p-7p make a set with 5p and the gold, 2s one with 22s beside the pair 5p9s; the gold
        (hand("123m 456m 789p 456s 22s 5p9s", "5p", gold="9s", by=BY_SELF_DRAW), "single", 7),
        # any tile beside an idle gold
        (hand("123m 456m 789p 456s 456p 9s", "1s", gold="9s", by=BY_SELF_DRAW), "single", 27),
        # the drawn gold fills 5p
        (hand("123m 456m 789p 22s 456s 46p", "9s", gold="9s", by=BY_SELF_DRAW), "closed", 2),
        # the drawn gold is what it is
        (hand("123m 456m 789p 22s 78s 456p", "9s", gold="9s", by=BY_SELF_DRAW), "two_sided", 2),
        # the own fifth copy completes by shape, and so does the gold
        (hand("123p 456p 789p 123s 4444m", "9s", gold="9s", by=BY_SELF_DRAW), "pair_pair", 2),
        (hand("147m 258m 147p 25p 14s 999s", "7s", gold="9s", by=BY_SELF_DRAW), "special", 0),
    ],
)
def test_luoyuan_wait(one, wait, n_waits) -> None:
    answer = score(one)
    assert (answer.wait, answer.n_waits) == (wait, n_waits)
