"""What every policy says of itself: its kernel, its options, and what it works out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.rules import Rules
from engine.tables import Tables
from schemas.ruleset import RuleSet

MEMORY_INTS: Final = 1 << 16
MEMORY_FLOATS: Final = 1 << 14
"""Room of each player for what it remembers during a hand and for its scratch."""


class Knowledge(NamedTuple):
    """What a policy works out once for a rule set and its options; read-only, shared by threads.

    Arrays of any length, laid out as the policy likes.
    """

    ints: NDArray[np.int64]
    floats: NDArray[np.float64]
    bytes: NDArray[np.uint8]


class Memory(NamedTuple):
    """What one player keeps between its choices within a hand; the rest is scratch.

    `ints[0]` is 0 at the first choice of every hand, everything else is as it was left.
    """

    ints: NDArray[np.int64]
    floats: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PolicyOption:
    """A number that changes how a policy plays.

    Attributes:
        default: its value where nobody says otherwise.
        low, high: the values it may have.
        meaning: a phrase for people.
    """

    default: float
    low: float
    high: float
    meaning: str


Prepare = Callable[[RuleSet, Rules, Tables, Mapping[str, float]], Knowledge]


def no_knowledge(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    """The knowledge of a policy that needs none."""
    return Knowledge(np.zeros(1, np.int64), np.zeros(1, np.float64), np.zeros(1, np.uint8))


@dataclass(frozen=True, slots=True)
class Policy:
    """A way to play.

    Attributes:
        name: as it is asked for.
        meaning: a sentence for people.
        kernel_for: the kernel that plays a rule set, a plain function that
            `engine.policies.registry` compiles and that the machine calls by its address as
            ``kernel(rules, tables, knowledge, sight, options, n, stream, memory)``: `options`
            (MAX_OPTIONS, N_M) holds `n` legal moves, the result is the row of the one chosen, or
            −1 to let go by where `V_MAY_PASS` is 1. `stream` are the player's own random numbers.
            It allocates nothing.
        prepare: makes the knowledge; raises `schemas.errors.UsageError` for a rule set that the
            policy cannot play.
        options: what may be set, by name.
    """

    name: str
    meaning: str
    kernel_for: Callable[[RuleSet], Callable[..., int]]
    prepare: Prepare = no_knowledge
    options: Mapping[str, PolicyOption] = field(default_factory=dict)
