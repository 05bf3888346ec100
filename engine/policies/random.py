"""`random` plays anything legal: whatever may be done is equally likely, letting go by included."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.machine.choices import Moves
from engine.policies.policy import Knowledge, Memory, Policy
from engine.policies.sight import V_MAY_PASS, Sight
from engine.random import below
from engine.rules import Rules
from engine.tables import Tables


def decide(
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    stream: NDArray[np.uint64],
    memory: Memory,
) -> int:
    """Choose among the options, and letting go by where that is allowed, each as likely."""
    chosen = below(stream, n + sight.num[V_MAY_PASS])
    return chosen if chosen < n else -1


POLICIES: Final = (
    Policy(
        name="random",
        meaning="any legal move, each as likely as the others",
        kernel_for=lambda ruleset: decide,
    ),
)
