"""The policy `value`: aims at what the rule set's own table pays and needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.policies.mcr_value.policy import OPTIONS, decide_mcr, prepare_mcr
from engine.policies.policy import Knowledge, Policy
from engine.rules import Rules
from engine.tables import Tables
from schemas.ruleset import RuleSet


def _kernel_for(ruleset: RuleSet) -> Callable[..., int]:
    return decide_mcr


def _prepare(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    return prepare_mcr(ruleset, rules, tables, options)


POLICIES: Final = (
    Policy(
        name="value",
        meaning="aims at hands that the rule set's own table pays, weighed by their chance",
        kernel_for=_kernel_for,
        prepare=_prepare,
        options=OPTIONS,
    ),
)
