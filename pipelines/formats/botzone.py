"""Botzone's text records: one game of Chinese Official 国标麻将 from ``Match`` to a blank line.

A survey finds the ``Match`` lines of a file block by block; a chunk of whole games is then read
as columns (`botzone_columns`), in which a line that fits nothing costs its own game alone.

The player's number is the seat, and seat 0 deals. What the text cannot hold: the wall, players'
names, the time, sessions, player errors. A false win 错和 is a ``Hu`` whose own score is negative.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from pipelines.formats.base import (
    CHUNK_BYTES,
    MAX_RECORD_BYTES,
    Chunk,
    Content,
    Input,
    Keys,
    ParsedBatch,
    Reject,
    Survey,
    reject_of,
)
from pipelines.formats.botzone_columns import parse
from pipelines.formats.encodings import read_bytes
from pipelines.formats.keys import lone_key, match_key
from schemas.errors import InputError

NAME: Final = "botzone"
RULES: Final = "mcr-botzone"

_BLOCK: Final = 8 << 20
_OVERLAP: Final = 1 << 10
# What `botzone_columns` takes for a Match line: the word, then blank, line end or end of file.
_MATCH: Final = re.compile(rb"\nMatch(?=[ \t\r\n]|\Z)[ \t]*([^\r\n]{0,512})")


_LINE: Final = re.compile(rb"^(Match\b|Wind [0-3]|Player [0-3] )", re.MULTILINE)


def matches(head: bytes) -> bool:
    """Whether a line of the head is one of a game."""
    return _LINE.search(head) is not None


def survey(source: Input, content: Content) -> Survey:
    """Find the games of a file: where each begins, its key, and chunks of whole games.

    Raises:
        InputError: ``no_records`` where no game begins.
    """
    starts: list[int] = []
    ids: list[bytes] = []
    cuts: list[tuple[int, int]] = []  # first record and first line of each chunk
    lines = 0
    for offset, text, matches in _blocks(content):
        counted = 0
        for match in matches:
            newline = match.start()
            start = offset + newline + 1
            if not starts or start - starts[cuts[-1][0]] >= CHUNK_BYTES:
                lines += text.count(b"\n", counted, newline + 1)
                counted = newline + 1
                cuts.append((len(starts), lines))
            starts.append(start)
            ids.append(match[1])
        lines += text.count(b"\n", counted)
    if not starts:
        message = "holds no game: no line begins with 'Match'"
        raise InputError(message, code="no_records")
    chunks, rejects = _chunks(source, content, starts, ids, cuts)
    return Survey(
        source,
        NAME,
        content,
        n_sessions=len(starts),
        n_records=len(starts),
        keys=_keys(source, content, ids, chunks),
        chunks=tuple(chunks),
        rejects=tuple(rejects),
    )


def read(source: Input, chunk: Chunk, data: bytes) -> ParsedBatch:
    """Turn whole games into columns."""
    return parse(data, source, chunk, format_name=NAME, rules=RULES)


def _blocks(content: Content) -> Iterator[tuple[int, bytes, list[re.Match[bytes]]]]:
    """Overlapping blocks: position of the first byte, the bytes, the Match lines that begin there.

    The last bytes of a block are looked at with the next one, so that no Match line is cut. A
    line end is thought before the first byte.
    """
    with content.path.open("rb") as file:
        file.seek(content.start)
        offset, rest = content.start - 1, b"\n"
        while True:
            block = file.read(_BLOCK)
            text = rest + block
            end = len(text) - _OVERLAP if block else len(text)
            if end > 0:
                matches = [each for each in _MATCH.finditer(text) if each.start() < end]
                yield offset, text[:end], matches
                offset, rest = offset + end, text[end:]
            else:
                rest = text
            if not block:
                return


def _chunks(
    source: Input,
    content: Content,
    starts: list[int],
    ids: list[bytes],
    cuts: list[tuple[int, int]],
) -> tuple[list[Chunk], list[Reject]]:
    chunks: list[Chunk] = []
    rejects: list[Reject] = []
    for index, (record, line) in enumerate(cuts):
        after = cuts[index + 1][0] if index + 1 < len(cuts) else len(starts)
        start = content.start if record == 0 else starts[record]
        stop = starts[after] if after < len(starts) else content.size
        # A game that is too long ends its chunk, because it alone would fill one.
        if stop - starts[after - 1] > MAX_RECORD_BYTES:
            rejects.append(_too_long(source, after, ids[after - 1], stop - starts[after - 1]))
            after, stop = after - 1, starts[after - 1]
        if starts[record] - start > MAX_RECORD_BYTES:
            rejects.append(_too_long(source, 0, b"", starts[record] - start))
            start = starts[record]
        elif record == 0:
            line = 1
        if stop > start:
            chunks.append(Chunk(NAME, content, start, stop, line, record, after - record, record))
    return chunks, rejects


def _too_long(source: Input, number: int, match_id: bytes, size: int) -> Reject:
    message = f"{size:,} bytes without the end of a game; none is longer than {MAX_RECORD_BYTES:,}"
    return reject_of(
        source,
        f"record {number}" if number else "line 1",
        InputError(message, code="too_long"),
        match_id=match_id.decode("utf-8", "replace").strip() or None,
    )


def _keys(source: Input, content: Content, ids: list[bytes], chunks: list[Chunk]) -> Keys:
    names = [raw.decode("utf-8", "replace").strip() for raw in ids]
    keys = [
        match_key(name, 0) if name else lone_key(content.sha256, record)
        for record, name in enumerate(names)
    ]
    for chunk in chunks:
        # Games without an id are read now: equal deals and actions make them the same game.
        if not all(names[chunk.record : chunk.record + chunk.n_records]):
            data = read_bytes(content, chunk.start, chunk.stop)
            meta = read(source, chunk, data).batch.meta
            for record, key in meta.select("session", "deal_hash").iter_rows():
                if key is not None:
                    keys[record] = key
    return np.array(keys, np.uint64)
