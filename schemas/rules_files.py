"""Rule-set files: find presets, resolve `extends`, validate with the line and the valid values.

>>> load_ruleset("mcr-botzone").wall.kind
'personal'
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from schemas.catalogue import DATA_DIR
from schemas.errors import RulesError, one_of, shown
from schemas.ruleset import PatternRule, RuleSet

RULES_DIR: Final = DATA_DIR / "rules"
_DEEPEST_EXTENDS: Final = 8
_RETIRED: Final = {("wildcard", "turned_flower_replaced"): False}
"""Options that are no more, with the only value they could have: older runs hold them."""


def preset_names() -> list[str]:
    """Names of the presets that come with the product."""
    return sorted(path.stem for path in RULES_DIR.glob("*.toml"))


def load_ruleset(name: str) -> RuleSet:
    """Load a preset by name or a rule-set file by path (anything that ends in ``.toml``).

    A file's `name` is completed to ``<name>-<first 8 hex of its hash>``, so that two versions of
    one file never share a name.

    Raises:
        RulesError: unknown preset, unreadable file, or values that do not validate; the message
            holds file, line, value and the valid values.
    """
    by_path = name.endswith(".toml")
    if not by_path and name not in preset_names():
        raise RulesError(
            f"unknown rule set {shown(name)}; presets are {one_of(preset_names(), most=40)}, "
            "or the path of a .toml file"
        )
    path = Path(name) if by_path else RULES_DIR / f"{name}.toml"
    if not is_file(path):
        raise RulesError(f"{shown(name)}: there is no such rule-set file")
    ruleset = _validate(path, _resolve(path, depth=0))
    if by_path and path.resolve().parent != RULES_DIR.resolve():
        if ruleset.name in preset_names() and "name" not in _read(path):
            ruleset = ruleset.model_copy(update={"name": path.stem.lower().replace("_", "-")})
        ruleset = ruleset.model_copy(update={"name": f"{ruleset.name}-{ruleset.hash[:8]}"})
    return ruleset


def ruleset_from_values(values: dict[str, Any]) -> RuleSet:
    """Rebuild a rule set from the full values that a run's manifest holds.

    Raises:
        RulesError: where the values do not validate.
    """
    kept = dict(values)
    for (section, option), value in _RETIRED.items():
        inner = kept.get(section)
        if isinstance(inner, dict) and inner.get(option) == value:
            kept[section] = {key: each for key, each in inner.items() if key != option}
            notes = dict(kept.get("notes") or {})
            notes.pop(f"{section}.{option}", None)
            kept["notes"] = notes
    try:
        return RuleSet.model_validate(kept)
    except ValidationError as error:
        place, what = _complaint(error)
        label = ".".join(place) + ": " if place else ""
        raise RulesError(
            f"the stored rule set does not validate: {label}{what}", code="bad_rules"
        ) from error


def changed_ruleset(ruleset: RuleSet, changes: Mapping[str, Any]) -> RuleSet:
    """A rule set with other values of some options, all else as it was.

    Args:
        ruleset: what is changed.
        changes: values by dotted name, such as ``settlement.base`` and
            ``patterns.all_pungs.value``.

    Raises:
        RulesError: where there is no such option, or the values do not validate; the message holds
            option, value and the valid values.

    >>> changed_ruleset(load_ruleset("mcr"), {"win.minimum": 9}).win.minimum
    9
    >>> changed_ruleset(load_ruleset("mcr"), {"win.minimum": -1})
    Traceback (most recent call last):
    ...
    schemas.errors.RulesError: win.minimum: -1: Input should be greater than or equal to 0; values \
are 0 to 100,000
    """
    values = ruleset.model_dump(mode="json")
    for name, value in changes.items():
        *sections, last = name.split(".")
        inner = values
        for section in sections:
            inner = inner.get(section) or {}
        if last not in inner:
            raise RulesError(f"{shown(name)}: {ruleset.name} has no such option", code="bad_rules")
        inner[last] = value
    try:
        return RuleSet.model_validate(values)
    except ValidationError as error:
        place, what = _complaint(error)
        label = ".".join(place) + ": " if place else ""
        raise RulesError(f"{label}{what}", code="bad_rules") from error


def is_file(path: Path) -> bool:
    """Whether a path that somebody wrote is a file; one that can be none is not."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # longer than any file name, or with a zero byte
        return False


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise RulesError(
            f"{path}: not UTF-8 text (byte {error.start})", code="bad_rules"
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{path}: not TOML: {error}", code="bad_rules") from error


def _resolve(path: Path, depth: int) -> dict[str, Any]:
    if depth > _DEEPEST_EXTENDS:
        raise RulesError(f"{path}: extends goes round in a circle", code="bad_rules")
    values = _read(path)
    parent = values.pop("extends", None)
    if parent is None:
        return values
    if not isinstance(parent, str):
        raise RulesError(
            f"{path}: extends = {parent!r} must be the name of one rule set", code="bad_rules"
        )
    own_file = parent.endswith(".toml")
    parent_path = path.parent / parent if own_file else RULES_DIR / f"{parent}.toml"
    if not (is_file(parent_path) if own_file else parent in preset_names()):
        raise RulesError(
            f"{path}: line {_line_of(path, ('extends',))}: extends unknown rule set {parent!r}; "
            f"presets are {one_of(preset_names(), most=40)}",
            code="bad_rules",
        )
    return _merge(_inherited(_resolve(parent_path, depth + 1), values), values)


def _inherited(parent: dict[str, Any], values: dict[str, Any]) -> dict[str, Any]:
    """What a file takes over from the rule set that it extends, its own values apart.

    Another kind of scoring or settlement has other options, and another system other patterns:
    those of the parent mean nothing to it. A note speaks of the value that stood there.
    """
    notes = parent.get("notes")
    notes = dict(notes) if isinstance(notes, dict) else {}
    parent = dict(parent)
    for section in ("scoring", "settlement"):
        kind = _kind_of(values, section)
        if kind is not None and kind != _kind_of(parent, section):
            parent.pop(section, None)
            notes = {name: note for name, note in notes.items() if _section(name) != section}
    if values.get("system", parent.get("system")) != parent.get("system"):
        parent.pop("patterns", None)
    parent["notes"] = {
        name: note for name, note in notes.items() if not _says(values, name.split("."))
    }
    return parent


def _kind_of(values: dict[str, Any], section: str) -> Any:
    inner = values.get(section)
    return inner.get("kind") if isinstance(inner, dict) else None


def _section(name: str) -> str:
    return name.split(".")[0]


def _says(values: Any, path: list[str]) -> bool:
    """Whether a file itself states the option of this dotted name."""
    for part in path:
        if not isinstance(values, dict) or part not in values:
            return False
        values = values[part]
    return True


def _merge(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(merged.get(key), dict):
            merged[key] = _merge(merged[key], value)
        else:
            merged[key] = value
    return merged


def _validate(path: Path, values: dict[str, Any]) -> RuleSet:
    try:
        return RuleSet.model_validate(values)
    except ValidationError as error:
        place, what = _complaint(error)
        line = _line_of(path, place)
        where = f"line {line}: " if line else ""
        label = ".".join(place) + ": " if place else ""
        raise RulesError(f"{path}: {where}{label}{what}", code="bad_rules") from error


def _complaint(error: ValidationError) -> tuple[tuple[str, ...], str]:
    """The option that the first mistake is about, and what is wrong with it."""
    first = error.errors()[0]
    place, options, field = _place(tuple(str(part) for part in first["loc"]))
    what = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        what = f"no such option; options are {one_of(options, most=40)}"
    elif first["type"].startswith("union_tag"):
        kinds = one_of(_kinds(place[0]))
        given = first["input"].get("kind") if isinstance(first["input"], dict) else None
        place = (*place, "kind")
        what = f"is missing; kinds are {kinds}" if given is None else f"{given!r}: not {kinds}"
    elif first["type"] == "missing":
        what = "is missing"
    elif not first["type"].startswith("value_error"):
        what = f"{first['input']!r}: {what}{_bounds(field)}"
    return place, what


def _bounds(field: FieldInfo | None) -> str:
    """The values of a number's option, for the end of a sentence; empty for other options."""
    rules = [] if field is None else field.metadata
    least = [rule.ge for rule in rules if hasattr(rule, "ge")]
    most = [rule.le for rule in rules if hasattr(rule, "le")]
    return f"; values are {least[0]} to {most[0]:,}" if least and most else ""


def _place(loc: tuple[str, ...]) -> tuple[tuple[str, ...], list[str], FieldInfo | None]:
    """Where an error is in the file, the names of the options that stand there, and its own option.

    In a section that has several kinds the model names the kind too; the file does not.
    """
    model: type[BaseModel] = RuleSet
    place: list[str] = []
    field: FieldInfo | None = None
    kinds: dict[str, type[BaseModel]] = {}
    for part in loc:
        if part in kinds:
            model, kinds = kinds[part], {}
            continue
        place.append(part)
        field = model.model_fields.get(part)
        if field is None:
            continue
        kinds = _kinds(part) if field.discriminator else {}
        inner = field.annotation
        if part == "patterns":
            model = PatternRule
        elif isinstance(inner, type) and issubclass(inner, BaseModel):
            model = inner
    return tuple(place), list(model.model_fields), field


def _kinds(section: str) -> dict[str, type[BaseModel]]:
    """The kinds of a section of several kinds by name."""
    models = get_args(RuleSet.model_fields[section].annotation)
    return {get_args(model.model_fields["kind"].annotation)[0]: model for model in models}


def _line_of(path: Path, place: tuple[str, ...]) -> int | None:
    """The line of an option, found by its table header and key; None where it is inherited."""
    table: str = ""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        line = raw.split("#")[0].strip()
        if line.startswith("["):
            table = line.strip("[] ")
            if place and table == ".".join(place):
                return number
        elif "=" in line and place:
            key = ".".join(part for part in (table, line.split("=")[0].strip()) if part)
            if key in (".".join(place), ".".join(place[:2]), place[0]):
                return number
    return None
