"""What of a rule set the table editor changes, as texts of cells and as values of the address.

Which options there are, what they may be and what they mean is read from the model of rule sets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args, get_origin

from schemas.errors import RulesError, UsageError, one_of
from schemas.rules_files import changed_ruleset
from schemas.ruleset import RuleSet
from schemas.scoring_sections import HAS_LIMIT
from schemas.sections import MOST_POINTS

_SECTIONS: Final = ("scoring", "settlement")
_ALONE: Final = ("win.minimum",)
_KIND: Final = "kind"
_BETWEEN: Final = "~"
"""Stands between the name of an option and its value in the address; needs no escape there."""
_TRUTHS: Final = {"true": True, "false": False}
_SEPARATORS: Final = re.compile(r"[\s,;，、；~]+")
_NUMBER: Final = re.compile(r"-?\d{1,12}")


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a rule set beside its patterns.

    Attributes:
        name: dotted, such as ``settlement.base``.
        meaning: a phrase.
        choices: valid texts; empty: a number.
        text: its value in the rule set.
    """

    name: str
    meaning: str
    choices: tuple[str, ...]
    text: str


def options_of(ruleset: RuleSet) -> list[Option]:
    """Options that decide what a win is worth and who pays, the kinds of sections left out."""
    values = ruleset.options()
    names = [
        name
        for name in values
        if name in _ALONE or (name.split(".")[0] in _SECTIONS and not name.endswith(f".{_KIND}"))
    ]
    return [
        Option(name, field.description or "", _choices(field.annotation), text_of(values[name]))
        for name in names
        for field in [_field(ruleset, name)]
    ]


def pattern_columns(ruleset: RuleSet) -> tuple[str, ...]:
    """What is edited of each pattern."""
    return ("value", "excludes", *(("limit",) if ruleset.scoring.kind in HAS_LIMIT else ()))


def own_texts(ruleset: RuleSet) -> dict[str, str]:
    """Everything that can be edited by dotted name, as the text of its cell."""
    texts = {option.name: option.text for option in options_of(ruleset)}
    for key, rule in ruleset.patterns.items():
        for column in pattern_columns(ruleset):
            texts[f"patterns.{key}.{column}"] = text_of(getattr(rule, column))
    return texts


def text_of(value: Any) -> str:
    """A value as the text of a cell.

    >>> text_of(8), text_of(True), text_of(("all_pungs", "two_dragon_pungs"))
    ('8', 'true', 'all_pungs, two_dragon_pungs')
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value)


def edited(ruleset: RuleSet, texts: Mapping[str, str]) -> RuleSet:
    """A rule set with what cells say in place of its own values.

    Args:
        ruleset: what is edited.
        texts: of changed cells by dotted name.

    Raises:
        RulesError: where a text is no value; the sentence of the validation of rule sets.
    """
    own = own_texts(ruleset)
    changes = {name: _value(name, text, own) for name, text in texts.items()}
    return changed_ruleset(ruleset, changes)


def only_changes(ruleset: RuleSet, texts: Mapping[str, str]) -> dict[str, str]:
    """Texts that mean something else than the rule set says."""
    own = own_texts(ruleset)
    return {name: text for name, text in texts.items() if _plain(text) != _plain(own.get(name, ""))}


def to_address(texts: Mapping[str, str]) -> list[str]:
    """Changed cells as values of the address.

    >>> to_address({"settlement.base": "5", "patterns.all_pungs.excludes": "a, b"})
    ['settlement.base~5', 'patterns.all_pungs.excludes~a~b']
    """
    return [_BETWEEN.join([name, *_SEPARATORS.split(text.strip())]) for name, text in texts.items()]


def from_address(ruleset: RuleSet, values: Iterable[str]) -> dict[str, str]:
    """Changed cells from values of the address.

    Raises:
        UsageError: where one names nothing that is edited.
    """
    own = own_texts(ruleset)
    texts = {}
    for value in values:
        name, _, rest = value.partition(_BETWEEN)
        if name not in own:
            raise UsageError(
                f"the address says set={value}; set is name~value, the name one of "
                f"{one_of(own, most=4)}"
            )
        texts[name] = ", ".join(part for part in rest.split(_BETWEEN) if part)
    return only_changes(ruleset, texts)


def _plain(text: str) -> list[str]:
    return [part for part in _SEPARATORS.split(text) if part]


def _value(name: str, text: str, own: Mapping[str, str]) -> Any:
    """What a text means; where it means nothing the text, so that the validation tells it."""
    if name.endswith(".excludes"):
        return _plain(text)
    if own.get(name) in _TRUTHS:
        return _TRUTHS.get(text, text)
    if _NUMBER.fullmatch(text):
        if abs(int(text)) > MOST_POINTS:
            raise RulesError(
                f"{name}: {text}: numbers from {-MOST_POINTS:,} to {MOST_POINTS:,} can be tried "
                "here",
                code="bad_rules",
            )
        return int(text)
    return text


def _field(ruleset: RuleSet, name: str) -> Any:
    section, _, option = name.partition(".")
    return type(getattr(ruleset, section)).model_fields[option]


def _choices(annotation: Any) -> tuple[str, ...]:
    if annotation is bool:
        return tuple(_TRUTHS)
    return tuple(map(str, get_args(annotation))) if get_origin(annotation) is Literal else ()
