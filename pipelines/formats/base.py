"""What every record format shares: inputs, surveys, chunks, parsed batches and rejects.

A format turns bytes into columns in two passes. The survey counts records, cuts the content into
chunks at record boundaries and gives every record a key; reading turns one chunk into a
`RecordBatch` and a list of rejects. Chunks are small and independent, so that the cores share
one large file and memory stays flat whatever its size.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from schemas.batch import RecordBatch
from schemas.errors import InputError

CHUNK_BYTES: Final = 16 << 20
"""A chunk ends with the first record that reaches this size."""
MAX_RECORD_BYTES: Final = 32 << 20
"""A longer record is refused: it bounds the memory that one record can take."""
EXCERPT_LENGTH: Final = 200
LONGEST_MESSAGE: Final = 500

Keys = NDArray[np.uint64]
Slots = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Input:
    """One file to read.

    Attributes:
        path: the file, gzip or not.
        name: how people know it; the `source_file` of its rows.
        companion: a Botzone ``_metadata`` file that completes a ``_lite`` file.
    """

    path: Path
    name: str
    companion: Path | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """A record, or a whole file, that was refused.

    Attributes:
        source_file: name of the input.
        place: where in it: ``line 12``, ``record 3``; empty for the whole file.
        match_id: the source's id of the match, where it is known.
        code: stable short name, such as ``unknown_tile``.
        message: one sentence with the offending value and the valid ones.
        excerpt: what stands there, at most 200 characters.
        rules: the rule set that the record names, in formats where each record names its own;
            None where it names none that could be read.
    """

    source_file: str
    place: str
    match_id: str | None
    code: str
    message: str
    excerpt: str = ""
    rules: str | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """The bytes of an input, decompressed and in UTF-8, as they can be read by position.

    Attributes:
        path: the input itself, or its decompressed or re-encoded copy.
        start: first byte after a byte-order mark.
        size: bytes of `path`.
        sha256: of the decompressed bytes as they were found, 64 hex digits.
        encoding: what was found: ``UTF-8``, ``GB18030, CRLF, gzip`` …
        damage: why the content ends early (a cut gzip file); None where it does not.
        refusal: why the content is no text that could be read; None where it is.
    """

    path: Path
    start: int
    size: int
    sha256: str
    encoding: str
    damage: InputError | None = None
    refusal: InputError | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole records that stand together in an input.

    Attributes:
        format: name of the format.
        content: where the bytes are.
        start: first byte in the content.
        stop: byte after the last.
        line: number of the first line, from 1.
        record: ordinal of the first record in the input, from 0.
        n_records: records in the chunk.
        session: the first session within the input that no record before the chunk is in; a
            record that names no session takes the next free one.
        session_offset: sessions of the inputs that come before, added to every session.
        repeats: records (counted from the chunk's first) that repeat an earlier one, and where
            that one stands.
        document: the chunk is one JSON value and not one record a line.
    """

    format: str
    content: Content
    start: int
    stop: int
    line: int
    record: int
    n_records: int
    session: int
    session_offset: int = 0
    repeats: tuple[tuple[int, str], ...] = ()
    document: bool = False


@dataclass(frozen=True, slots=True)
class Survey:
    """What a counting pass found in one input.

    Attributes:
        input: the file.
        format: name of the format, empty where the file is refused as a whole.
        content: its bytes and content hash; None where it cannot be read at all.
        n_sessions: sessions, as session numbers go: the highest within the input + 1.
        n_records: hands, or things that should have been hands.
        keys: uint64 (n_records): equal keys mean the same hand: of match id and hand number, or
            without a match id of deal, actions and players.
        slots: int64 (n_records): session and hand within the input as one number, −1 where a
            record has none; empty where every record is a session of its own.
        chunks: where to read, in order.
        rejects: what can be told without reading: a binary file, an unknown format, a record
            too long to be one.
        notices: what people should know although nothing was refused.
        rules: the distinct rule sets that records name, in formats where each record names its
            own; an empty name stands for records that name none (or cannot be read so far).
    """

    input: Input
    format: str
    content: Content | None
    n_sessions: int = 0
    n_records: int = 0
    keys: Keys = field(default_factory=lambda: np.zeros(0, np.uint64))
    slots: Slots = field(default_factory=lambda: np.zeros(0, np.int64))
    chunks: tuple[Chunk, ...] = ()
    rejects: tuple[Reject, ...] = ()
    notices: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(slots=True)
class ParsedBatch:
    """One chunk as columns: the hands that could be read, and the records that could not."""

    batch: RecordBatch
    rejects: list[Reject]


class Format(Protocol):
    """What a module of this package offers."""

    NAME: str
    """As in ``--format`` and in the column `source`."""
    RULES: str
    """Rule set of its records; empty where each record names its own."""

    def matches(self, head: bytes) -> bool:
        """Whether a content that begins so is in this format."""
        ...

    def survey(self, source: Input, content: Content) -> Survey:
        """Count, cut and key the records of one input."""
        ...

    def read(self, source: Input, chunk: Chunk, data: bytes) -> ParsedBatch:
        """Turn the bytes of one chunk into columns."""
        ...


def reject_of(
    source: Input,
    place: str,
    error: InputError,
    *,
    match_id: str | None = None,
    text: bytes | str = b"",
    rules: str | None = None,
) -> Reject:
    """The reject for an error at a place of an input; a quoted value never makes it long."""
    message = f"{place or source.name}: {error.message}"
    if len(message) > LONGEST_MESSAGE:
        message = message[: LONGEST_MESSAGE - 1] + "…"
    return Reject(source.name, place, match_id, error.code, message, excerpt(text), rules)


def excerpt(value: bytes | str) -> str:
    r"""The beginning of what stands at a place, on one line, at most 200 characters.

    >>> excerpt(b"Player 0 Draw X9\r\n")
    'Player 0 Draw X9'
    """
    head = value[: 4 * EXCERPT_LENGTH]
    text = head.decode("utf-8", "replace") if isinstance(head, bytes) else head
    return " ".join(text.split())[:EXCERPT_LENGTH]
