"""Options of a rule set as numbers: the index of each, and the number of each value.

Every option of the model has an index, found once by its dotted name, so that a kernel's module
says ``_KEEP_BACK: Final = param("wall.keep_back")`` and reads ``rules.params[_KEEP_BACK]``. Truth
values are 0 and 1, whole numbers themselves, named values the position among those that the model
allows (`choice`), lists of named values a bit mask of these positions. Options that only one kind
of scoring or settlement has are 0 under the others.
"""

from __future__ import annotations

from types import UnionType
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic.fields import FieldInfo

from schemas.ruleset import RuleSet
from schemas.sections import Section

_LISTS_OF_TILES: Final = ("tiles.honors", "tiles.flowers", "session.seat_rotation")
"""Options that are no numbers: compiled to arrays and masks by `engine.rules`."""


def param(name: str) -> int:
    """The index of an option in `engine.rules.Rules.params`.

    >>> param("wall.keep_back") == PARAM_NAMES.index("wall.keep_back")
    True
    """
    return PARAM_NAMES.index(name)


def choice(name: str, value: str) -> int:
    """The number that stands for a named value of an option.

    >>> choice("wall.kind", "personal")
    1
    """
    return _CHOICES[name].index(value)


def encode_options(ruleset: RuleSet) -> list[int]:
    """The numbers of all options of a rule set, by index."""
    options = ruleset.options()
    return [_encode(name, options.get(name, 0)) for name in PARAM_NAMES]


def _encode(name: str, value: Any) -> int:
    if isinstance(value, list):
        return sum(1 << _CHOICES[name].index(one) for one in value)
    if isinstance(value, str):
        return _CHOICES[name].index(value)
    return int(value)


def _sections() -> list[tuple[str, list[type[Section]]]]:
    """The sections of the model; scoring and settlement have several kinds."""
    found = []
    for name, field in RuleSet.model_fields.items():
        kinds = [part for part in _parts(field.annotation) if isinstance(part, type)]
        sections = [kind for kind in kinds if issubclass(kind, Section)]
        if sections and name != "patterns":
            found.append((name, sections))
    return found


def _parts(annotation: Any) -> list[Any]:
    origin = get_origin(annotation)
    if origin is Annotated:
        return _parts(get_args(annotation)[0])
    if origin is Union or origin is UnionType:
        return list(get_args(annotation))
    return [annotation]


def _named_values(field: FieldInfo) -> list[str]:
    """The names that an option or its list elements may have."""
    annotation = field.annotation
    if get_origin(annotation) is tuple:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is not Literal:
        return []
    return [value for value in get_args(annotation) if isinstance(value, str)]


def _collect() -> dict[str, list[str]]:
    """Dotted names of all options in the order of the model, with their named values."""
    found: dict[str, list[str]] = {}
    for prefix, kinds in _sections():
        for kind in kinds:
            for name, field in kind.model_fields.items():
                dotted = f"{prefix}.{name}"
                if dotted not in _LISTS_OF_TILES:
                    named = found.setdefault(dotted, [])
                    named += [value for value in _named_values(field) if value not in named]
    return found


_CHOICES: Final = _collect()
PARAM_NAMES: Final = tuple(_CHOICES)
"""Dotted names of the options by index."""
