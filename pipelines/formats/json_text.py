"""JSON inputs: one document a file, or one record a line; what is damaged, and where.

A file is read as lines when its first line is JSON by itself, or when the file as a whole is
none. Nothing is read that is longer than `MAX_RECORD_BYTES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import msgspec
import numpy as np

from pipelines.formats.base import (
    CHUNK_BYTES,
    MAX_RECORD_BYTES,
    Chunk,
    Content,
    Input,
    Reject,
    Survey,
    reject_of,
)
from pipelines.formats.encodings import read_bytes
from pipelines.formats.keys import lone_key
from schemas.errors import InputError
from schemas.records import HANDS_PER_SESSION

T = TypeVar("T")
_RAW: Final = msgspec.json.Decoder(msgspec.Raw)
_BLANKS: Final = b" \t\r\n"


@dataclass(frozen=True, slots=True)
class Looked:
    """What a survey needs to know of one hand.

    Attributes:
        key: tells whether it is the same hand as another.
        session: its session within the input.
        hand: its number in the session, −1 where it cannot be told.
        rules: the rule set that it names, empty where it names none that could be read; None in
            formats whose records name none.
    """

    key: int
    session: int
    hand: int
    rules: str | None = None

    @property
    def slot(self) -> int:
        """One number for session and hand, −1 where the hand has no number."""
        return self.session * HANDS_PER_SESSION + self.hand if self.hand >= 0 else -1


@dataclass(frozen=True, slots=True)
class Record:
    """One record's bytes; `data` is None where it is too long to be one."""

    start: int
    stop: int
    line: int
    data: bytes | None


def decode(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    """Decode one record.

    Raises:
        InputError: ``truncated`` or ``bad_json`` for what is no JSON or nested too deeply,
            ``unknown_key``, ``missing_key``, and ``bad_value`` for values that the format does not
            have, with their place in the record.
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        message = str(error)
        codes = {"unknown field": "unknown_key", "missing required": "missing_key"}
        code = next((code for words, code in codes.items() if words in message), "bad_value")
        raise InputError(message, code=code) from error
    except msgspec.DecodeError as error:
        code = "truncated" if "truncated" in str(error) else "bad_json"
        raise InputError(f"no JSON: {error}", code=code) from error
    except RecursionError as error:
        raise InputError("the JSON is nested too deeply", code="bad_json") from error


def is_json(data: bytes) -> bool:
    """Whether the bytes are one JSON value."""
    try:
        _RAW.decode(data)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def is_document(content: Content) -> bool:
    """Whether the content is one JSON value that spans several lines."""
    with content.path.open("rb") as file:
        file.seek(content.start)
        first = b"\n"
        while first and not first.strip(_BLANKS):
            first = file.readline(MAX_RECORD_BYTES)
        if is_json(first):
            return False
        rest = file.read(MAX_RECORD_BYTES)
    if not rest.strip(_BLANKS):
        return False
    if is_json(first + rest):
        return True
    # Damaged: lines if the next one looks like a record, else one damaged document.
    return not (first[:1] == b"{" and rest.lstrip(_BLANKS)[:1] == b"{")


def lines_of(content: Content) -> Iterator[Record]:
    """The lines of a content that are not blank."""
    with content.path.open("rb") as file:
        file.seek(content.start)
        start, number = content.start, 0
        while data := file.readline(MAX_RECORD_BYTES + 1):
            number += 1
            stop = start + len(data)
            kept: bytes | None = data
            if len(data) > MAX_RECORD_BYTES:
                kept = None
                while not data.endswith(b"\n") and (data := file.readline(MAX_RECORD_BYTES)):
                    stop += len(data)
            if kept is None or kept.strip(_BLANKS):
                yield Record(start, stop, number, kept)
            start = stop


def split_lines(data: bytes, chunk: Chunk) -> Iterator[tuple[int, bytes]]:
    """The records of a chunk with the numbers of their lines; a document is one record."""
    if chunk.document:
        yield chunk.line, data
        return
    for number, line in enumerate(data.split(b"\n"), start=chunk.line):
        if line.strip(_BLANKS):
            yield number, line


def survey_document(
    source: Input,
    content: Content,
    name: str,
    look: Callable[[bytes], list[Looked]],
) -> Survey:
    """Survey a file that is one JSON value.

    Args:
        source: the input.
        content: its bytes.
        name: the format.
        look: tells what the hands in it are; raises `InputError` where it cannot be read, which
            is told when the chunk is read.

    Raises:
        InputError: ``too_long``.
    """
    size = content.size - content.start
    if size > MAX_RECORD_BYTES:
        raise InputError(_too_long(size), code="too_long")
    found = [unreadable(content, 0, 0)]
    with suppress(InputError):
        found = look(read_bytes(content, content.start, content.size))
    chunk = Chunk(name, content, content.start, content.size, 1, 0, len(found), 0, document=True)
    return _survey_of(source, content, name, found, [chunk], [])


def survey_lines(
    source: Input,
    content: Content,
    name: str,
    look: Callable[[bytes, int, int], Looked],
    *,
    unread_rules: str | None = None,
) -> Survey:
    """Survey a file with one record a line.

    Args:
        source: the input.
        content: its bytes.
        name: the format.
        look: tells what a record is, from its bytes, its ordinal and the next free session;
            raises `InputError` where it cannot be read, which is told when the chunk is read.
        unread_rules: `Looked.rules` of a record that cannot be read.
    """
    found: list[Looked] = []
    chunks: list[Chunk] = []
    rejects: list[Reject] = []
    free = 0
    closed = True
    for ordinal, record in enumerate(lines_of(content)):
        looked = replace(unreadable(content, ordinal, free), rules=unread_rules)
        if record.data is None:
            error = InputError(_too_long(record.stop - record.start), code="too_long")
            rejects.append(reject_of(source, f"line {record.line}", error))
            closed = True
        else:
            with suppress(InputError):
                looked = look(record.data, ordinal, free)
            if closed or record.stop - chunks[-1].start > CHUNK_BYTES:
                chunks.append(
                    Chunk(name, content, record.start, record.stop, record.line, ordinal, 0, free)
                )
                closed = False
            chunk = chunks[-1]
            chunks[-1] = replace(chunk, stop=record.stop, n_records=chunk.n_records + 1)
        found.append(looked)
        free = max(free, looked.session + 1)
    return _survey_of(source, content, name, found, chunks, rejects)


def unreadable(content: Content, ordinal: int, session: int) -> Looked:
    """What a record is that cannot be read: like no other, in a session of its own."""
    return Looked(lone_key(content.sha256, ordinal), session, -1)


def _survey_of(
    source: Input,
    content: Content,
    name: str,
    found: list[Looked],
    chunks: list[Chunk],
    rejects: list[Reject],
) -> Survey:
    return Survey(
        source,
        name,
        content,
        n_sessions=1 + max((each.session for each in found), default=-1),
        n_records=len(found),
        keys=np.array([each.key for each in found], np.uint64),
        slots=np.array([each.slot for each in found], np.int64),
        chunks=tuple(chunks),
        rejects=tuple(rejects),
        rules=tuple(sorted({each.rules for each in found if each.rules is not None})),
    )


def _too_long(size: int) -> str:
    return f"a record of {size:,} bytes; none is longer than {MAX_RECORD_BYTES:,}"
