"""What each system's scoring can do: options beyond it are refused, never ignored.

A rule set chooses a system for its patterns and may combine most options freely. Some of them ask
for a kind of win that a system's patterns do not know; they would have no effect, or would let a
hand win that nobody can count. A system without an entry takes every value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from schemas.errors import one_of

KNOWN_TO_SYSTEM: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "longgang": {
        "win.human": ("none",),
        "win.robbing_gold": (False,),
        "win.eight_flowers": (False,),
        "win.seven_rob_one": (False,),
        "wildcard.idle": ("free",),
    },
}
"""By system and dotted option the values that its scoring knows."""


def unknown_to_system(system: str, options: Mapping[str, Any]) -> str | None:
    """One sentence about the first option that the system's scoring does not know, or None.

    Args:
        system: name of the pattern catalogue.
        options: `schemas.ruleset.RuleSet.options`.

    >>> unknown_to_system("longgang", {"win.human": "first_go_round"})
    "win.human 'first_go_round': the patterns of longgang know 'none'"
    """
    for option, known in KNOWN_TO_SYSTEM.get(system, {}).items():
        value = options.get(option, known[0])
        if value not in known:
            names = one_of(repr(name) for name in known)
            return f"{option} {value!r}: the patterns of {system} know {names}"
    return None
