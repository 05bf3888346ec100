"""The policy `value`: aims at what the rule set's own table pays and needs.

Chinese Official asks for a minimum and is played by targets (`engine.policies.mcr_value`); the
other systems let any hand win and are played by plans (`engine.policies.regional_value`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.policies.mcr_value import policy as mcr
from engine.policies.policy import Knowledge, Policy
from engine.policies.regional_value import policy as regional
from engine.policies.regional_value.decide import decide_regional
from engine.rules import Rules
from engine.tables import Tables
from schemas.errors import UsageError, one_of
from schemas.ruleset import RuleSet


def _kernel_for(ruleset: RuleSet) -> Callable[..., int]:
    return mcr.decide_mcr if ruleset.system == "mcr" else decide_regional


def _prepare(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    is_mcr = ruleset.system == "mcr"
    known = mcr.OPTIONS if is_mcr else regional.OPTIONS
    for name, value in options.items():
        if name not in known and value != _OPTIONS[name].default:
            raise UsageError(
                f"policy 'value': option {name!r} has no meaning under {ruleset.name!r}; options "
                f"there are {one_of(sorted(known), most=len(known))}"
            )
    prepare = mcr.prepare_mcr if is_mcr else regional.prepare_regional
    return prepare(ruleset, rules, tables, options)


_OPTIONS: Final = {**mcr.OPTIONS, **regional.OPTIONS}


POLICIES: Final = (
    Policy(
        name="value",
        meaning="aims at hands that the rule set's own table pays, weighed by their chance",
        kernel_for=_kernel_for,
        prepare=_prepare,
        options=_OPTIONS,
    ),
)
