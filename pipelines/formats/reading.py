"""The two passes over an input: survey, then its chunks one by one, in any order, on any core."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pipelines.formats.base import (
    EXCERPT_LENGTH,
    Chunk,
    Input,
    ParsedBatch,
    Survey,
    reject_of,
)
from pipelines.formats.detect import FORMATS, find_format
from pipelines.formats.encodings import open_content, read_bytes
from schemas.errors import InputError


def survey(source: Input | Path | str, format_name: str) -> Survey:
    """Count, cut and key the records of one input; nothing is refused by raising.

    Args:
        source: the input, or the path of one.
        format_name: a name of `format_names`; ``auto`` looks at the content.

    Raises:
        UsageError: no format has that name.
    """
    if not isinstance(source, Input):
        source = Input(Path(source), str(source))
    try:
        content = open_content(source)
    except InputError as error:
        return Survey(source, "", None, rejects=(reject_of(source, "", error),))
    if content.refusal is not None:
        return Survey(source, "", content, rejects=(reject_of(source, "", content.refusal),))
    try:
        found = find_format(format_name, content).survey(source, content)
    except InputError as error:
        head = read_bytes(content, content.start, content.start + 4 * EXCERPT_LENGTH)
        reject = reject_of(source, "", error, text=head)
        return Survey(source, "", content, rejects=(reject,))
    if content.damage is not None:
        found = replace(found, rejects=(*found.rejects, reject_of(source, "", content.damage)))
    return found


def read_chunk(source: Input, chunk: Chunk) -> ParsedBatch:
    """Turn one chunk of an input into columns and rejects."""
    content = chunk.content
    if not content.path.exists():
        content = open_content(source)  # in another process, or on another machine
    return FORMATS[chunk.format].read(source, chunk, read_bytes(content, chunk.start, chunk.stop))
