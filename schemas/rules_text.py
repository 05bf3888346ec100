"""Rule sets in words: what an option means, and how two rule sets differ."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from schemas.ruleset import RuleSet, Section


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a rule set.

    Attributes:
        name: dotted name.
        value: what this rule set says.
        default: what holds where a rule set says nothing; None where each has to say it.
        note: where the value comes from; empty where nothing is noted.
        meaning: what the option means.
    """

    name: str
    value: Any
    default: Any
    note: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two rule sets; `left` and `right` are texts for people."""

    what: str
    left: str
    right: str


def describe_options(ruleset: RuleSet) -> list[Option]:
    """Every option with its value and meaning, in the order of the model."""
    return list(_walk(ruleset, "", ruleset.notes))


def format_value(value: Any) -> str:
    """Write an option's value for people: lists with blanks, booleans as yes and no.

    >>> format_value(True), format_value(("f1", "f2")), format_value(())
    ('yes', 'f1 f2', 'none')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        if value and isinstance(value[0], tuple | list):
            return ", ".join("".join(str(part) for part in inner) for inner in value)
        return " ".join(str(part) for part in value) or "none"
    return str(value)


def worth(ruleset: RuleSet, key: str) -> str:
    """What a pattern is worth, for people: its value, ``limit``, or a dash where it is neutral."""
    rule = ruleset.patterns[key]
    if rule.limit:
        return "limit"
    return "–" if rule.value == ruleset.neutral else str(rule.value)


def differences(left: RuleSet, right: RuleSet) -> list[Difference]:
    """How two rule sets differ: options first, then pattern values, then exclusions."""
    found: list[Difference] = []
    theirs = {option.name: option for option in describe_options(right)}
    for option in describe_options(left):
        other = theirs.get(option.name)
        text = format_value(other.value) if other else "—"
        if format_value(option.value) != text:
            meaning = f"{option.name} ({option.meaning})"
            found.append(Difference(meaning, format_value(option.value), text))
    if left.system != right.system:
        found.append(
            Difference(
                "patterns",
                f"{len(left.patterns)} of {left.catalogue.system}",
                f"{len(right.patterns)} of {right.catalogue.system}",
            )
        )
        return found
    # By a formula some patterns add and others multiply: they have no unit in common.
    unit = "" if left.scoring.kind == "flower_formula" else f" {left.catalogue.unit}"
    for pattern in left.catalogue.patterns:
        ours, other_rule = left.patterns[pattern.key], right.patterns[pattern.key]
        label = f"{pattern.key} {pattern.name}"
        if ours.value != other_rule.value:
            found.append(
                Difference(f"{label}: value", f"{ours.value}{unit}", f"{other_rule.value}{unit}")
            )
        if ours.limit != other_rule.limit:
            found.append(
                Difference(
                    f"{label}: limit", format_value(ours.limit), format_value(other_rule.limit)
                )
            )
        mine, others = set(ours.excludes), set(other_rule.excludes)
        if mine != others:
            found.append(
                Difference(
                    f"{label}: excludes",
                    " ".join(sorted(mine - others)) or "—",
                    " ".join(sorted(others - mine)) or "—",
                )
            )
    return found


def _walk(section: Section, prefix: str, notes: dict[str, str]) -> Iterator[Option]:
    for name, field in type(section).model_fields.items():
        value = getattr(section, name)
        dotted = f"{prefix}{name}"
        if isinstance(value, Section):
            yield from _walk(value, f"{dotted}.", notes)
        elif name not in ("name", "title", "title_en", "patterns", "notes"):
            default = None if field.is_required() else field.default
            note = notes.get(dotted, "")
            yield Option(dotted, value, default, note, field.description or "")
