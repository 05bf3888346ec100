"""Finds policies by name and reads how they are asked for; their kernels are called by address."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

import engine.policies
from engine.jit import by_address
from engine.machine.choices import MAX_OPTIONS, N_M
from engine.policies.policy import MEMORY_FLOATS, MEMORY_INTS, Knowledge, Memory, Policy
from engine.policies.sight import new_sight
from engine.rules import Rules, compile_rules
from engine.tables import Tables, load_tables
from schemas.errors import UsageError, one_of
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet

N_PLAYERS: Final = 4


@dataclass(frozen=True, slots=True)
class PolicySpec:
    """A policy with its options, as one player plays it.

    Attributes:
        name: of the policy.
        options: every option with its value.
    """

    name: str
    options: Mapping[str, float]

    @property
    def text(self) -> str:
        """How it is asked for: the name, and the options that are not at their default."""
        known = find_policy(self.name).options
        changed = [
            f"{name}={value:g}"
            for name, value in self.options.items()
            if value != known[name].default
        ]
        return ":".join([self.name, *changed])


@cache
def _policies() -> dict[str, Policy]:
    found = {}
    for module in pkgutil.iter_modules(engine.policies.__path__, "engine.policies."):
        policies = getattr(importlib.import_module(module.name), "POLICIES", ())
        found.update({policy.name: policy for policy in policies})
    return dict(sorted(found.items()))


def policy_names() -> tuple[str, ...]:
    """Names of all policies."""
    return tuple(_policies())


def find_policy(name: str) -> Policy:
    """The policy of a name.

    Raises:
        UsageError: where there is none.
    """
    if name not in _policies():
        raise UsageError(f"unknown policy {name!r}; policies are {one_of(policy_names())}")
    return _policies()[name]


def resolve_policies(text: str) -> tuple[PolicySpec, PolicySpec, PolicySpec, PolicySpec]:
    """Read ``greedy``, or four of them ``a,b,c,d`` by the players' seats in the first round.

    Options follow a policy's name: ``value:caution=0.5``.

    Raises:
        UsageError: where the number of policies, a name, an option or its value is wrong.
    """
    parts = [part.strip() for part in text.split(",")]
    if len(parts) not in (1, N_PLAYERS):
        raise UsageError(
            f"{text!r} names {len(parts)} policies; name one for all or one for each of four seats"
        )
    one, two, three, four = [_read_spec(part) for part in (parts * N_PLAYERS)[:N_PLAYERS]]
    return one, two, three, four


def _read_spec(text: str) -> PolicySpec:
    name, *settings = text.split(":")
    policy = find_policy(name)
    values = {key: option.default for key, option in policy.options.items()}
    for setting in settings:
        key, equals, value = setting.partition("=")
        if not equals:
            raise UsageError(f"{text!r}: an option of a policy is NAME=VALUE, not {setting!r}")
        if key not in policy.options:
            names = sorted(policy.options)
            known = f"options are {one_of(names, most=len(names))}" if names else "it has none"
            raise UsageError(f"policy {name!r} has no option {key!r}; {known}")
        values[key] = _read_value(name, policy, key, value)
    return PolicySpec(name, values)


def _read_value(name: str, policy: Policy, key: str, text: str) -> float:
    option = policy.options[key]
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not option.low <= value <= option.high:
        raise UsageError(
            f"policy {name!r}: option {key!r} is a number from {option.low:g} to "
            f"{option.high:g}, not {text!r}"
        )
    return value


@cache
def compiled_policy(decide: Any) -> Any:
    """A policy's kernel, compiled to be called by its address."""
    one = np.zeros(1, np.uint64)
    return by_address(
        decide,
        compile_rules(load_ruleset("mcr")),
        load_tables(),
        Knowledge(np.zeros(1, np.int64), np.zeros(1), np.zeros(1, np.uint8)),
        new_sight(),
        np.zeros((MAX_OPTIONS, N_M), np.int16),
        0,
        one,
        Memory(np.zeros(MEMORY_INTS, np.int64), np.zeros(MEMORY_FLOATS)),
    )


def kernel_and_knowledge(
    spec: PolicySpec, ruleset: RuleSet, rules: Rules, tables: Tables
) -> tuple[Any, Knowledge]:
    """A policy ready to play a rule set: its compiled kernel and what it has worked out.

    Raises:
        UsageError: where the policy cannot play the rule set.
    """
    policy = find_policy(spec.name)
    knowledge = policy.prepare(ruleset, rules, tables, spec.options)
    return compiled_policy(policy.kernel_for(ruleset)), knowledge
