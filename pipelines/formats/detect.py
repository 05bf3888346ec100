"""Which format a content is in: by what stands in it, never by its name."""

from __future__ import annotations

from typing import Final

from pipelines.formats import botzone, botzone_json, paipu_jsonl, tziakcha
from pipelines.formats.base import Content, Format
from pipelines.formats.encodings import read_bytes
from schemas.errors import InputError, UsageError, one_of

_MODULES: Final[tuple[Format, ...]] = (botzone, botzone_json, tziakcha, paipu_jsonl)
FORMATS: Final[dict[str, Format]] = {module.NAME: module for module in _MODULES}
"""Every format by the name that ``--format`` takes."""

AUTO: Final = "auto"
_HEAD: Final = 1 << 20


def format_names() -> list[str]:
    """What ``--format`` takes."""
    return [AUTO, *FORMATS]


def find_format(name: str, content: Content) -> Format:
    """The format of that name, or for ``auto`` the one that the content is in.

    Raises:
        UsageError: no format has that name.
        InputError: ``unknown_format`` where the content is in none of the formats.
    """
    if name != AUTO:
        if name not in FORMATS:
            raise UsageError(f"unknown format {name!r}; formats are {one_of(format_names())}")
        return FORMATS[name]
    head = read_bytes(content, content.start, content.start + _HEAD)
    for each in FORMATS.values():
        if each.matches(head):
            return each
    raise InputError(f"in none of the formats {one_of(FORMATS)}", code="unknown_format")
