"""paipu's own records: one hand a line (`schemas.records`), of any rule set.

A record names its session and its number in it, so that hands keep their ids when a run is
exported and read again; one that names no session takes the next free number. Nothing is lost
but where the hand first stood: file, place and positions are those of the line.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec

from pipelines.formats.base import Chunk, Content, Input, ParsedBatch, Reject, Survey, reject_of
from pipelines.formats.columns import MOST_DEALT, NONE, WALL_SIZE, Hand, hand_key, to_batch
from pipelines.formats.json_text import Looked, decode, split_lines, survey_lines, unreadable
from pipelines.formats.keys import match_key
from schemas.errors import InputError
from schemas.records import HandRecord, parse_action
from schemas.tiles import WINDS, parse_tile, parse_tiles

NAME: Final = "paipu"
RULES: Final = ""

_KEY: Final = re.compile(rb'"paipu"\s*:\s*\d')
_RECORD: Final = msgspec.json.Decoder(HandRecord)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def matches(head: bytes) -> bool:
    """Whether the head is that of a paipu record."""
    return head.lstrip()[:1] == b"{" and _KEY.search(head) is not None


def survey(source: Input, content: Content) -> Survey:
    """Count the records of a file and the sessions that they name."""

    def look(data: bytes, ordinal: int, free: int) -> Looked:
        record = _decode(data)
        session = free if record.session is None else record.session
        if record.match_id is not None:
            key = match_key(record.match_id, record.hand)
        else:
            try:
                key = hand_key(_hand_of(record, session, ""))
            except InputError:
                key = unreadable(content, ordinal, free).key  # told when the chunk is read
        return Looked(key, session, record.hand, record.rules)

    return survey_lines(source, content, NAME, look, unread_rules="")


def read(source: Input, chunk: Chunk, data: bytes) -> ParsedBatch:
    """Turn the records of some lines into columns."""
    hands: list[Hand] = []
    rejects: list[Reject] = []
    repeats = dict(chunk.repeats)
    free = chunk.session
    for ordinal, (line, text) in enumerate(split_lines(data, chunk)):
        place = f"line {line}"
        record: HandRecord | None = None
        session = free
        try:
            record = _decode(text)
            session = free if record.session is None else record.session
            if ordinal in repeats:
                raise InputError(f"the same hand as {repeats[ordinal]}", code="duplicate")
            hands.append(_hand_of(record, chunk.session_offset + session, place))
        except InputError as error:
            match_id, rules = (record.match_id, record.rules) if record else (None, None)
            rejects.append(
                reject_of(source, place, error, match_id=match_id, text=text, rules=rules)
            )
        free = max(free, session + 1)
    return ParsedBatch(to_batch(hands, source.name, NAME), rejects)


def _decode(data: bytes) -> HandRecord:
    return decode(_RECORD, data)


def _hand_of(record: HandRecord, session: int, place: str) -> Hand:
    deal = [
        _tiles(text, MOST_DEALT, f"dealt to seat {seat}") for seat, text in enumerate(record.deal)
    ]
    wall = _tiles(record.wall or "", WALL_SIZE, "in the wall")
    hand = Hand(
        rules=record.rules,
        session=session,
        hand=record.hand,
        place=place,
        match_id=record.match_id,
        deal=deal,
        rows=[(*parse_action(text), number) for number, text in enumerate(record.actions, start=1)],
        played_at=_milliseconds(record.played_at),
        dealer=record.dealer,
        round_wind=WINDS.index(record.round_wind),
        streak=record.dealer_streak,
        wildcard=NONE if record.wildcard is None else parse_tile(record.wildcard),
        wall=wall,
        players=record.players,
        bets=record.bets,
    )
    if record.result is not None:
        hand.total = record.result.total
        hand.patterns = record.result.patterns
        hand.deltas = record.result.deltas
        if hand.deltas is not None and sum(hand.deltas) != 0:
            message = f"the deltas {hand.deltas} sum to {sum(hand.deltas)} and not to zero"
            raise InputError(message, code="score_not_zero")
    return hand


def _tiles(text: str, most: int, where: str) -> list[int]:
    # Longer than the longest way to write so many tiles: not worth reading.
    if len(text) > 4 * most:
        message = f"{len(text):,} characters for the tiles {where}; there are {most} at most"
        raise InputError(message, code="wrong_tile_count")
    tiles = parse_tiles(text)
    if len(tiles) > most:
        message = f"{len(tiles)} tiles {where}; there are {most} at most"
        raise InputError(message, code="wrong_tile_count")
    return tiles


def _milliseconds(time: datetime | None) -> int | None:
    return None if time is None else (time - _EPOCH) // timedelta(milliseconds=1)
