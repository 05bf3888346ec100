"""`value` in whole hands of Chinese Official: it wins, and what it aims at follows the table."""

from __future__ import annotations

import numpy as np
import pytest

from engine.policies.mcr_value import fitted
from engine.policies.registry import kernel_and_knowledge, resolve_policies
from engine.rules import compile_rules
from engine.simulate import Simulator
from engine.tables import load_tables
from schemas.codes import OUT_WIN
from schemas.errors import UsageError
from schemas.ruleset import RuleSet
from tests.engine.oracle.engine import ruleset


def with_value(name: str, key: str, value: int) -> RuleSet:
    """A preset with another value for one fan."""
    patterns = dict(ruleset(name).patterns)
    patterns[key] = patterns[key].model_copy(update={"value": value})
    return ruleset(name).model_copy(update={"patterns": patterns})


def play(rules: RuleSet, policy: str, n_hands: int) -> tuple[float, dict[str, float]]:
    """Share of hands that are won, and the share of wins with each fan."""
    simulator = Simulator(rules, resolve_policies(policy), seed=11, single=True)
    keys = rules.catalogue.keys
    counts, won = np.zeros(len(keys)), 0
    for batch in simulator.play(0, n_hands):
        won += int((np.asarray(batch.played.hands["outcome"]) == OUT_WIN).sum())
        patterns = np.asarray(batch.played.win_patterns["pattern"])
        counts += np.bincount(patterns, minlength=len(keys))
    return won / n_hands, dict(zip(keys, counts / max(won, 1), strict=True))


@pytest.mark.parametrize("name", ["mcr", "mcr-botzone", "mcr-tziakcha", "mcr-wmo", "mcr-caishen"])
def test_most_hands_are_won(name: str) -> None:
    # Real play draws two or three hands of a hundred; four of five hands are far below that.
    won, _ = play(ruleset(name), "value", 100)
    assert won > 0.8


def test_a_dearer_fan_is_aimed_at_more_often() -> None:
    _, fans = play(ruleset("mcr-botzone"), "value", 300)
    _, dear = play(with_value("mcr-botzone", "all_pungs", 88), "value", 300)
    assert dear["all_pungs"] > 2 * fans["all_pungs"]


def test_a_fan_that_no_longer_reaches_the_minimum_is_aimed_at_less() -> None:
    _, fans = play(ruleset("mcr-botzone"), "value", 300)
    _, cheap = play(with_value("mcr-botzone", "mixed_shifted_chows", 1), "value", 300)
    assert cheap["mixed_shifted_chows"] < fans["mixed_shifted_chows"] / 2


def test_fitted_weights_are_of_every_second_fan_and_for_chinese_official_alone() -> None:
    assert set(fitted.FAMILY_WEIGHTS) == set(fitted.FITTED_ON)
    assert not set(fitted.FITTED_ON) & set(fitted.JUDGED_BY)
    assert len(fitted.FITTED_ON) + len(fitted.JUDGED_BY) == 15
    spec = resolve_policies("value-fitted")[0]
    other = ruleset("yantai")
    with pytest.raises(UsageError, match="Chinese Official"):
        kernel_and_knowledge(spec, other, compile_rules(other), load_tables())
