"""Tuning files: read, validate, tell what is wrong with the line and the valid values."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from schemas.errors import InputError, UsageError, one_of, shown
from schemas.rules_files import is_file
from schemas.tuning import Tuning

CODE: Final = "bad_tuning"
_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(r"""^\s*([A-Za-z0-9_.\-"']+)\s*=""")


def load_tuning(name: str | Path) -> Tuning:
    """Read a tuning file.

    Raises:
        UsageError: where there is no such file.
        InputError: with code ``bad_tuning`` where it is no TOML or does not validate; the message
            holds file, line, value and the valid values.
    """
    path = Path(name)
    if not is_file(path):
        raise UsageError(f"{shown(str(name))}: there is no such tuning file")
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start})", code=CODE) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{path}: not TOML: {error}", code=CODE) from error
    try:
        return Tuning.model_validate(values)
    except ValidationError as error:
        raise refused(path, text, error.errors()[0]) from error


def refused(path: Path, text: str, first: ErrorDetails) -> InputError:
    """The sentence for the first thing that does not validate."""
    place = tuple(part for part in first["loc"] if part not in _GOAL_KINDS)
    label = ".".join(str(part + 1 if isinstance(part, int) else part) for part in place)
    what = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        what = f"no such option; options are {one_of(_options(place[:-1]), most=20)}"
    elif first["type"] == "missing":
        what = "is missing"
    elif place[-1:] == ("goal",):
        what = f"{first['input']!r}: a goal is a number, 'least' or 'most'"
    elif first["type"] != "value_error":
        what = f"{shown(first['input'])}: {what[0].lower()}{what[1:]}"
    return at_line(path, text, place, f"{label}: {what}" if label else what)


def at_line(path: Path, text: str, place: tuple[int | str, ...], what: str) -> InputError:
    """An error of a file with the line of the option that stands at `place`, where it has one."""
    line = _line_of(text, place)
    where = f"line {line}: " if line else ""
    return InputError(f"{path}: {where}{what}", code=CODE)


_GOAL_KINDS: Final = ("float", "literal['least','most']")
"""What pydantic adds to the place of a goal that is neither a number nor a word."""


def _options(place: tuple[int | str, ...]) -> list[str]:
    """The options of the section at `place`."""
    model: type[BaseModel] = Tuning
    for part in place:
        if isinstance(part, int):
            continue
        inner = model.model_fields[part].annotation
        found = [one for one in (inner, *get_args(inner)) if _is_model(one)]
        if not found:
            return []
        model = found[0]
    return list(model.model_fields)


def _is_model(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, BaseModel)


def _line_of(text: str, place: tuple[int | str, ...]) -> int | None:
    """The line of an option by its table's header and its key, or of the nearest that holds it."""
    best: tuple[int, int | None] = (0, None)
    table: tuple[int | str, ...] = ()
    times: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            name = header[2]
            table = tuple(name.split("."))
            if header[1] == "[[":
                table = (*table, times.get(name, 0))
                times[name] = times.get(name, 0) + 1
            here = table
        elif key:
            here = (*table, *(part.strip("\"'") for part in key[1].split(".")))
        else:
            continue
        if here == place[: len(here)] and len(here) > best[0]:
            best = (len(here), number)
    return best[1]
