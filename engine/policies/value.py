"""`value` aims at what the rule set's own table pays, against the time it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.policies.policy import Policy
from engine.policies.regional_value.decide import decide_regional
from engine.policies.regional_value.policy import OPTIONS, prepare_regional
from schemas.ruleset import RuleSet


def _kernel_for(ruleset: RuleSet) -> Callable[..., int]:
    return decide_regional


POLICIES: Final = (
    Policy(
        name="value",
        meaning="aims at the hands that the rule set's own table pays most for the time they take",
        kernel_for=_kernel_for,
        prepare=prepare_regional,
        options=OPTIONS,
    ),
)
