"""JSON inputs: one document a file, or one record a line; what is damaged, and where.

A file is read as lines when its first line is JSON by itself, or when the file as a whole is
none. Nothing is read that is longer than `MAX_RECORD_BYTES`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
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
)
from pipelines.formats.encodings import read_bytes
from schemas.errors import InputError

T = TypeVar("T")
_RAW: Final = msgspec.json.Decoder(msgspec.Raw)
_BLANKS: Final = b" \t\r\n"


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
        InputError: ``bad_json`` for what is no JSON or nested too deeply, ``bad_value`` for
            values of another type than the format has, with their place in the record.
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        raise InputError(str(error)) from error
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
        rest = file.read(MAX_RECORD_BYTES)
    if is_json(first) or not rest.strip(_BLANKS):
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
    look: Callable[[bytes], list[tuple[int, int]]],
) -> Survey:
    """Survey a file that is one JSON value.

    Args:
        source: the input.
        content: its bytes.
        name: the format.
        look: gives key and session of each hand in it; raises `InputError` where it cannot be
            read, which is told when the chunk is read.

    Raises:
        InputError: ``too_long``.
    """
    size = content.size - content.start
    if size > MAX_RECORD_BYTES:
        raise InputError(_too_long(size), code="too_long")
    found = [(unreadable_key(content, 0), 0)]
    with suppress(InputError):
        found = look(read_bytes(content, content.start, content.size))
    chunk = Chunk(name, content, content.start, content.size, 1, 0, len(found), 0, document=True)
    return Survey(
        source,
        name,
        content,
        n_sessions=1 + max((session for _, session in found), default=0),
        n_records=len(found),
        keys=np.array([key for key, _ in found], np.uint64),
        chunks=(chunk,),
    )


def survey_lines(
    source: Input,
    content: Content,
    name: str,
    look: Callable[[bytes, int], tuple[int, int]],
) -> Survey:
    """Survey a file with one record a line.

    Args:
        source: the input.
        content: its bytes.
        name: the format.
        look: gives key and session of a record, from its bytes and its ordinal; raises
            `InputError` where it cannot be read, which is told when the chunk is read.
    """
    keys: list[int] = []
    cuts: list[Chunk] = []
    rejects: list[Reject] = []
    highest = -1
    closed = True
    for ordinal, record in enumerate(lines_of(content)):
        key, session = unreadable_key(content, ordinal), highest + 1
        if record.data is None:
            place = f"line {record.line}"
            message = f"{place}: {_too_long(record.stop - record.start)}"
            rejects.append(Reject(source.name, place, None, "too_long", message))
            closed = True
        else:
            with suppress(InputError):
                key, session = look(record.data, ordinal)
            if closed or record.stop - cuts[-1].start > CHUNK_BYTES:
                chunk = Chunk(
                    name, content, record.start, record.stop, record.line, ordinal, 0, session
                )
                cuts.append(chunk)
                closed = False
            chunk = cuts[-1]
            cuts[-1] = replace(chunk, stop=record.stop, n_records=chunk.n_records + 1)
        keys.append(key)
        highest = max(highest, session)
    return Survey(
        source,
        name,
        content,
        n_sessions=highest + 1,
        n_records=len(keys),
        keys=np.array(keys, np.uint64),
        chunks=tuple(cuts),
        rejects=tuple(rejects),
    )


def unreadable_key(content: Content, ordinal: int) -> int:
    """A key for a record that cannot be read: like no other."""
    text = f"{content.sha256} {ordinal}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "little")


def _too_long(size: int) -> str:
    return f"a record of {size:,} bytes; none is longer than {MAX_RECORD_BYTES:,}"
