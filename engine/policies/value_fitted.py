"""The policy `value-fitted`: `value` for Chinese Official with weights fitted to real play."""

from __future__ import annotations

from typing import Final

from engine.policies.mcr_value.policy import FITTED_OPTIONS, decide_mcr, prepare_fitted
from engine.policies.policy import Policy

POLICIES: Final = (
    Policy(
        name="value-fitted",
        meaning="value with weights of its families fitted to real play of Chinese Official",
        kernel_for=lambda ruleset: decide_mcr,
        prepare=prepare_fitted,
        options=FITTED_OPTIONS,
    ),
)
