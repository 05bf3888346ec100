"""House rules for every option of how a hand is played, generated from the rule set's model.

Each option is set to each of its other values on a preset where it can matter; what else it needs
(a wildcard, a last round, flowers) is set with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import ValidationError

from schemas.ending_sections import Abort, Session, Violations, Win
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.sections import Play, Section, Wall, Wildcard

SECTIONS: dict[str, type[Section]] = {
    "wildcard": Wildcard,
    "wall": Wall,
    "play": Play,
    "win": Win,
    "abort": Abort,
    "violations": Violations,
    "session": Session,
}
BY_HAND: dict[str, list[Any]] = {
    "wall.keep_back": [0, 16, 20],
    "wall.keep_back_per_exposed_kong": [1, 3],
    "wall.keep_back_per_concealed_kong": [2],
    "wall.keep_back_per_flower_set": [2],
    "wall.last_round": [1, 2, 3],
    "play.most_bet": [10],
    "win.minimum": [0, 3, 8],
    "win.shapes": [
        ("standard",),
        ("standard", "seven_pairs", "thirteen_orphans"),
        ("standard", "eight_pairs"),
    ],
    "violations.false_win_pays_each": [7],
    "violations.false_win_dealer_factor": [2],
    "violations.false_win_times": [5],
    "violations.player_error_pays_each": [7],
    "session.hands": [3, 16],
    "session.rounds": [1, 2],
    "session.first_dealer": [2],
    "session.dealer_stays": [
        ("dealer_win",),
        ("draw",),
        ("abort", "dealer_win"),
        ("dealer_win", "draw", "abort", "false_win"),
    ],
    "session.seat_rotation": [((0, 1, 2, 3), (1, 0, 3, 2))],
}
"""Values of options that are no truth values and no named ones."""
TURNED: dict[str, dict[str, Any]] = {"wildcard": {"kind": "turned"}}
LAST_ROUND: dict[str, dict[str, Any]] = {"wall": {"keep_back": 18, "last_round": 3}}
NEEDS: dict[str, dict[str, dict[str, Any]]] = {
    "play.penalty_discard": LAST_ROUND,
    "win.three_wildcards": TURNED,
    "win.three_wildcards_on_discard": {
        "wildcard": {"kind": "turned"},
        "win": {"three_wildcards": "own_draw"},
    },
    "win.robbing_gold": TURNED,
    "session.draw_grows_streak": {"session": {"dealer_stays": ("dealer_win", "draw")}},
    "play.passed_until": {"play": {"passed_win": "same_kind"}},
    "play.single_wait_exception": {"play": {"passed_win": "any_kind", "own_discard_win": False}},
    "play.deferred_kong_after_claim": {"play": {"added_kong": "ready"}},
    "wildcard.discard_is_dead": {"wildcard": {"discardable": True}},
}
BASES: dict[str, tuple[str, ...]] = {
    "wall.kind": ("mcr",),
    "wall.dealer_first_tile": ("taiwan-standard", "mcr"),
    "play.last_tile": ("mcr-botzone",),
    "session": ("taiwan-standard",),
    "violations": ("mcr",),
    "violations.shown_foul": ("mcr", "luoyuan-20"),
}
STANDARD = ("taiwan-standard", "mcr", "longgang")


def named_values(annotation: Any) -> list[Any]:
    """All values of an option that is a truth value or a named one."""
    if annotation is bool:
        return [False, True]
    if get_origin(annotation) is Literal:
        return list(get_args(annotation))
    if get_origin(annotation) in (Union, UnionType):
        return [value for part in get_args(annotation) for value in named_values(part)]
    return []


def values_of(option: str) -> list[Any]:
    section, name = option.split(".")
    if option in BY_HAND:
        return BY_HAND[option]
    return named_values(SECTIONS[section].model_fields[name].annotation)


def options() -> list[str]:
    """Dotted names of the options of all sections."""
    return [
        f"{section}.{name}" for section, model in SECTIONS.items() for name in model.model_fields
    ]


def changed(base: str, name: str, changes: dict[str, dict[str, Any]]) -> RuleSet:
    """A preset with some options changed.

    Raises:
        ValidationError: where they do not fit.
    """
    values = load_ruleset(base).model_dump()
    for section, inner in changes.items():
        values[section] = {**values[section], **inner}
    values["name"] = name
    return RuleSet.model_validate(values)


def house_rules() -> Iterator[RuleSet]:
    """For every option and each value that its preset does not have a rule set."""
    for option in options():
        section, name = option.split(".")
        for base in BASES.get(option, BASES.get(section, STANDARD)):
            needed = NEEDS.get(option, TURNED if section == "wildcard" else {})
            for number, value in enumerate(values_of(option)):
                own = load_ruleset(base).model_dump()[section][name]
                if own == value:
                    continue
                changes = {part: dict(inner) for part, inner in needed.items()}
                changes.setdefault(section, {})[name] = value
                title = f"{base}-{section}-{name}-{number}".replace("_", "-")
                try:
                    yield changed(base, title, changes)
                except ValidationError:
                    continue


def combinations(n: int, seed: int, bases: list[str]) -> Iterator[RuleSet]:
    """Random combinations of many options that fit each other."""
    random = Random(seed)
    found = 0
    while found < n:
        base = random.choice(bases)
        changes: dict[str, dict[str, Any]] = {}
        for option in random.sample(options(), 18):
            section, name = option.split(".")
            changes.setdefault(section, {})[name] = random.choice(values_of(option))
        try:
            yield changed(base, f"{base}-mixed-{seed}-{found}", changes)
        except ValidationError:
            continue
        found += 1
