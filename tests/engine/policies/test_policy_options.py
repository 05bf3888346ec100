"""How policies are asked for: names, options and values, and what is told of wrong ones."""

from __future__ import annotations

import pytest

from engine.policies.registry import kernel_and_knowledge, policy_names, resolve_policies
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas.errors import UsageError
from schemas.rules_files import load_ruleset


def prepare(text: str, preset: str) -> None:
    rules = load_ruleset(preset)
    kernel_and_knowledge(resolve_policies(text)[0], rules, compile_rules(rules), load_tables())


def test_one_policy_plays_at_all_seats_or_four_at_one_each() -> None:
    assert [spec.text for spec in resolve_policies("greedy")] == ["greedy"] * 4
    specs = resolve_policies("greedy,value:caution=0.5,random,value:caution=1")
    # What is at its default is not said.
    assert [spec.text for spec in specs] == ["greedy", "value:caution=0.5", "random", "value"]


def test_the_policies_are_these() -> None:
    assert policy_names() == ("greedy", "random", "value", "value-fitted")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("genius", "unknown policy 'genius'; policies are greedy, random, value or value-fitted"),
        ("greedy,random", "names 2 policies; name one for all or one for each of four seats"),
        ("random:speed=1", "policy 'random' has no option 'speed'; it has none"),
        ("value:caution", "an option of a policy is NAME=VALUE, not 'caution'"),
        ("value:caution=9", "option 'caution' is a number from 0 to 5, not '9'"),
        ("value:caution=nan", "option 'caution' is a number from 0 to 5, not 'nan'"),
    ],
)
def test_a_wrong_wish_is_told_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as told:
        resolve_policies(text)
    assert sentence in told.value.message


@pytest.mark.parametrize(
    ("text", "preset", "sentence"),
    [
        ("value:slack=2", "yantai", "option 'slack' has no meaning under 'yantai'"),
        ("value:hazard=0.5", "mcr", "option 'hazard' has no meaning under 'mcr'"),
        ("value-fitted", "yantai", "plays Chinese Official (MCR) only, not 'yantai'"),
    ],
)
def test_what_a_policy_cannot_play_is_told(text: str, preset: str, sentence: str) -> None:
    with pytest.raises(UsageError) as told:
        prepare(text, preset)
    assert sentence in told.value.message
