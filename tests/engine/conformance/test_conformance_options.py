"""Every option at each of its values, and random mixtures of many: refereed and replayed."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import numpy as np
import pytest

from engine.minimal import Player
from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet
from tests.engine.conformance.conceivable import check_states
from tests.engine.conformance.house_rules import combinations, house_rules, options, values_of
from tests.engine.conformance.suite_tools import Played, check_hands, n_hands, play
from tests.engine.machine_script import same_rows

HOUSES = list(house_rules())
MIXTURES = list(combinations(30, 1, preset_names()))


def named(rules: RuleSet) -> str:
    return rules.name


@pytest.mark.parametrize("player", get_args(Player))
@pytest.mark.parametrize("rules", HOUSES, ids=named)
def test_each_option(rules: RuleSet, player: Player) -> None:
    check(play(rules, player, n_hands(8)))


@pytest.mark.parametrize("player", get_args(Player))
@pytest.mark.parametrize("rules", MIXTURES, ids=named)
def test_mixtures_of_options(rules: RuleSet, player: Player) -> None:
    check(play(rules, player, n_hands(8)))


@pytest.mark.parametrize("rules", MIXTURES, ids=named)
def test_legal_acts_under_mixtures(rules: RuleSet) -> None:
    played = play(rules, "random", n_hands(2))
    assert check_states(played, n_hands(2), Random(rules.name), states=2) > 0


def check(played: Played) -> None:
    check_hands(played)
    batch = replace(played.batch, wall=np.full_like(played.batch.wall, -1))
    again = replay_batch(batch, compile_rules(played.rules), load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_every_option_has_every_value() -> None:
    """Among house rules and presets each named value of each option is played."""
    rule_sets = [*HOUSES, *(load_ruleset(name) for name in preset_names())]
    for option in options():
        section, name = option.split(".")
        found = [getattr(getattr(rules, section), name) for rules in rule_sets]
        for value in values_of(option):
            assert value in found, (option, value)
