"""Sessions of the tziakcha site: Chinese Official with flowers by four people, up to 16 hands.

A file is one document ``{"session": {"id", …}, "records": [{"step": …}, …]}``. A session's id is
the match id of its hands, `i` the number of the hand; the first player listed is its East, who
sits at seat 0 and deals, so players change seats between hands. What a step holds stands in
`tziakcha_step`. The format holds everything of such hands but a chow that was announced and lost.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from pipelines.formats.base import Chunk, Content, Input, ParsedBatch, Reject, Survey, reject_of
from pipelines.formats.columns import Hand, hand_key, to_batch
from pipelines.formats.json_text import Looked, decode, survey_document, unreadable
from pipelines.formats.keys import match_key
from pipelines.formats.tziakcha_step import Step, read_step
from schemas.errors import InputError

NAME: Final = "tziakcha"
RULES: Final = "mcr-tziakcha"

_KEYS: Final = re.compile(rb'"records"\s*:\s*\[.*"step"\s*:\s*\{', re.DOTALL)


class Session(msgspec.Struct):
    """What all hands share."""

    id: str | None = None


class Document(msgspec.Struct):
    """A session; records are decoded one by one, so that a damaged one costs itself alone."""

    records: list[msgspec.Raw]
    session: Session | None = None


class Numbered(msgspec.Struct):
    """The number of a hand, for the survey."""

    i: int


class Counted(msgspec.Struct):
    """A record of which only the number is wanted."""

    step: Numbered


class Record(msgspec.Struct):
    """One hand."""

    step: Step


_DOCUMENT: Final = msgspec.json.Decoder(Document)
_COUNTED: Final = msgspec.json.Decoder(Counted)
_RECORD: Final = msgspec.json.Decoder(Record)


def matches(head: bytes) -> bool:
    """Whether the head is that of a session."""
    return head.lstrip()[:1] == b"{" and _KEYS.search(head) is not None


def survey(source: Input, content: Content) -> Survey:
    """Count the hands of a session."""

    def look(data: bytes) -> list[Looked]:
        document = decode(_DOCUMENT, data)
        return [
            _look(content, _match_id(document), ordinal, bytes(raw))
            for ordinal, raw in enumerate(document.records)
        ]

    return survey_document(source, content, NAME, look)


def read(source: Input, chunk: Chunk, data: bytes) -> ParsedBatch:
    """Turn the hands of a session into columns."""
    hands: list[Hand] = []
    rejects: list[Reject] = []
    repeats = dict(chunk.repeats)
    try:
        document = decode(_DOCUMENT, data)
    except InputError as error:
        reject = reject_of(source, "record 1", error, text=data)
        return ParsedBatch(to_batch([], source.name, NAME), [reject])
    match_id = _match_id(document)
    session = chunk.session_offset + chunk.session
    for ordinal, raw in enumerate(document.records):
        place = f"record {ordinal + 1}"
        try:
            if ordinal in repeats:
                message = f"the same hand as {repeats[ordinal]}"
                raise InputError(message, code="duplicate")
            step = decode(_RECORD, bytes(raw)).step
            hands.append(read_step(step, RULES, session, match_id, place))
        except InputError as error:
            text = bytes(raw)
            rejects.append(reject_of(source, place, error, match_id=match_id, text=text))
    return ParsedBatch(to_batch(hands, source.name, NAME), rejects)


def _match_id(document: Document) -> str | None:
    return document.session.id if document.session is not None else None


def _look(content: Content, match_id: str | None, ordinal: int, raw: bytes) -> Looked:
    try:
        if match_id is not None:
            number = decode(_COUNTED, raw).step.i
            return Looked(match_key(match_id, number), 0, number)
        hand = read_step(decode(_RECORD, raw).step, RULES, 0, None, "")
        return Looked(hand_key(hand), 0, hand.hand)
    except InputError:
        return unreadable(content, ordinal, 0)  # told when the session is read
