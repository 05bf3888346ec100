"""A rule set as a file: what it extends, and no more than what differs."""

from __future__ import annotations

import json
from typing import Any

from schemas.errors import UsageError
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet

_KINDS = ("scoring", "settlement")
"""Sections of several kinds: another kind takes nothing over from the preset."""


def nearest_preset(ruleset: RuleSet) -> str:
    """The preset of the same system from which a rule set differs in the fewest values."""
    presets = [load_ruleset(name) for name in preset_names()]
    same = [each for each in presets if each.system == ruleset.system]
    return min(same, key=lambda each: len(differing_values(each, ruleset))).name


def differing_values(base: RuleSet, ruleset: RuleSet) -> dict[str, Any]:
    """Values by dotted name that a file which extends `base` has to state, in the file's order.

    Args:
        base: what is extended, of the same system.
        ruleset: what the file shall mean.

    >>> mcr = load_ruleset("mcr")
    >>> differing_values(mcr, mcr)
    {}
    """
    own, other = base.options(), ruleset.options()
    found = {}
    for name, value in other.items():
        section = name.split(".")[0]
        anew = section in _KINDS and own[f"{section}.kind"] != other[f"{section}.kind"]
        if anew or own.get(name) != value:
            found[name] = value
    for key in ruleset.catalogue.keys:
        before = base.patterns[key].model_dump(mode="json")
        after = ruleset.patterns[key].model_dump(mode="json")
        found.update(
            {f"patterns.{key}.{name}": after[name] for name in after if after[name] != before[name]}
        )
    return found


def ruleset_text(ruleset: RuleSet, base: RuleSet, *, name: str, extends: str) -> str:
    """The text of a rule-set file: `extends`, names, and what differs, without comments.

    Args:
        ruleset: what the file shall mean.
        base: what is extended, of the same system.
        name: of the new rule set.
        extends: how the file calls `base`: a preset, or a path relative to the file.
    """
    lines = [
        f"extends = {_toml(extends)}",
        f"name = {_toml(name)}",
        f"title = {_toml(f'{ruleset.title}（{name}）')}",
        f"title_en = {_toml(f'{ruleset.title_en} ({name})')}",
    ]
    table = ""
    for dotted, value in differing_values(base, ruleset).items():
        section, _, option = dotted.rpartition(".")
        if section != table:
            lines += ["", f"[{section}]"]
            table = section
        lines.append(f"{option} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def preset_text(ruleset: RuleSet, *, name: str) -> str:
    """The text of a rule-set file that extends the preset nearest to a rule set.

    Args:
        ruleset: what the file shall mean.
        name: of the new rule set: letters, digits and hyphens.

    Raises:
        UsageError: where `name` is no such name or that of a preset.
    """
    if not all(part.isascii() and part.isalnum() for part in name.split("-")):
        raise UsageError(f"{name!r}: a rule set is named by letters, digits and hyphens")
    if name in preset_names():
        raise UsageError(f"{name} is a preset; give the new rule set another name")
    preset = nearest_preset(ruleset)
    return ruleset_text(ruleset, load_ruleset(preset), name=name.lower(), extends=preset)


def _toml(value: Any) -> str:
    """A TOML value: JSON writes texts, whole numbers, booleans and lists of them alike."""
    return json.dumps(value, ensure_ascii=False)
