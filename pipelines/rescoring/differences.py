"""Which rules stored hands can be scored under, and what must be said about it.

Scoring again keeps the play: the same tiles, the same acts. Rules that differ in what is worth
something, or in who pays, are applied exactly. Rules that would have dealt other tiles or allowed
other acts describe other hands, and are refused. Between them are options that let a hand or a
session end otherwise than it did: the hands are kept as played, and people are told.
"""

from __future__ import annotations

from typing import Any, Final

from schemas.errors import UsageError
from schemas.ruleset import RuleSet

_SCORED: Final = (
    "scoring.",
    "settlement.",
    "violations.",
    "win.minimum",
    "win.shapes",
    "win.heavenly_after_kongs",
    "win.earthly",
    "win.human",
    "win.claims_end_first_turn",
    "win.three_wildcards_on_discard",
    "play.last_tile",
    "play.penalty_discard",
)
"""Options, or sections of them, that decide what stored hands are worth and who pays."""
_COURSE: Final = (
    "abort.",
    "session.",
    "play.most_bet",
    "play.last_tile",
    "play.penalty_discard",
    "violations.false_win_ends_hand",
    "violations.foul",
)
"""Options that let hands and sessions go otherwise; what was played is kept."""


def different_options(own: RuleSet, other: RuleSet) -> dict[str, tuple[Any, Any]]:
    """Options that two rule sets do not share, with both values; None: not an option there."""
    mine, theirs = own.options(), other.options()
    names = [*mine, *(name for name in theirs if name not in mine)]
    return {
        name: (mine.get(name), theirs.get(name))
        for name in names
        if mine.get(name) != theirs.get(name)
    }


def check_rescorable(own: RuleSet, other: RuleSet) -> None:
    """Refuse rules under which the stored hands would not have been these hands.

    Args:
        own: the rules that the hands were played under.
        other: the rules to score them under.

    Raises:
        UsageError: names what differs, both values, and what to do instead.
    """
    if own.system != other.system:
        raise UsageError(
            f"{other.name} counts the patterns of {other.system}, the hands are of {own.system}: "
            f"only rule sets of {own.system} can score them again"
        )
    different = different_options(own, other)
    for name, (mine, theirs) in different.items():
        if not name.startswith((*_SCORED, *_COURSE)):
            raise UsageError(
                f"{name} is {_shown(mine)} under {own.name} and {_shown(theirs)} under "
                f"{other.name}: these would be other hands; play them with `paipu simulate` and "
                "set them side by side with `paipu compare`"
            )
    added = set(other.win.shapes) - set(own.win.shapes)
    if added:
        raise UsageError(
            f"win.shapes: {other.name} lets {', '.join(sorted(added))} win, {own.name} does not: "
            "the stored hands do not tell who would have won so; play them with `paipu simulate`"
        )


def cautions(own: RuleSet, other: RuleSet) -> list[str]:
    """Sentences about options that would have let hands or sessions go otherwise."""
    return [
        f"{name} is {_shown(theirs)} instead of {_shown(mine)}: hands and sessions are kept as "
        "they were played"
        for name, (mine, theirs) in different_options(own, other).items()
        if name.startswith(_COURSE)
    ]


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(str, value)) + "]" if value else "empty"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "not set" if value is None else str(value)
