"""paipu's own records: one hand a line (`schemas.records`), of any rule set.

A record names its session and its number in it, so that hands keep their ids when a run is
exported and read again; one that names no session takes the next free number. Nothing is lost
but where the hand first stood: file, place and positions are those of the line.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final, Literal

import msgspec

from pipelines.formats.base import Chunk, Content, Input, ParsedBatch, Reject, Survey, reject_of
from pipelines.formats.columns import MOST_DEALT, NONE, WALL_SIZE, Hand, hand_key, to_batch
from pipelines.formats.json_text import Looked, decode, split_lines, survey_lines, unreadable
from pipelines.formats.keys import key_under, match_key
from schemas.codes import DECLARE_READY, DISCARD, OPEN_PLAY
from schemas.errors import InputError
from schemas.records import HandNumber, HandRecord, Session, parse_action
from schemas.tiles import WINDS, parse_tile, parse_tiles

NAME: Final = "paipu"
RULES: Final = ""

_KEY: Final = re.compile(rb'"paipu"\s*:\s*\d')
_NO_TILE: Final = 255
"""No tile, as `_action` packs it."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


class Head(msgspec.Struct):
    """What tells which hand a record is: enough for a survey, and for a reject."""

    paipu: Literal[1]
    rules: str
    session: Session | None = None
    hand: HandNumber = 0
    match_id: str | None = None


_HEAD: Final = msgspec.json.Decoder(Head)
_RECORD: Final = msgspec.json.Decoder(HandRecord)


def matches(head: bytes) -> bool:
    """Whether the head is that of a paipu record."""
    return head.lstrip()[:1] == b"{" and _KEY.search(head) is not None


def survey(source: Input, content: Content) -> Survey:
    """Count the records of a file and the sessions that they name."""

    def look(data: bytes, ordinal: int, free: int) -> Looked:
        head = decode(_HEAD, data)
        session = free if head.session is None else head.session
        if head.match_id is not None:
            key = match_key(head.match_id, head.hand)
        else:
            try:
                key = hand_key(_hand_of(decode(_RECORD, data), session, ""))
            except InputError:
                key = unreadable(content, ordinal, free).key  # told when the chunk is read
        return Looked(key_under(head.rules, key), session, head.hand, head.rules)

    return survey_lines(source, content, NAME, look, unread_rules="")


def read(source: Input, chunk: Chunk, data: bytes) -> ParsedBatch:
    """Turn the records of some lines into columns."""
    hands: list[Hand] = []
    rejects: list[Reject] = []
    repeats = dict(chunk.repeats)
    free = chunk.session
    for ordinal, (line, text) in enumerate(split_lines(data, chunk)):
        place = f"line {line}"
        head: Head | None = None
        session = free
        try:
            head = decode(_HEAD, text)
            session = free if head.session is None else head.session
            if ordinal in repeats:
                raise InputError(f"the same hand as {repeats[ordinal]}", code="duplicate")
            record = decode(_RECORD, text)
            hand = _hand_of(record, chunk.session_offset + session, place)
            hand.deal_number = _deal_number(record.deal_number, session, chunk.session_offset)
            hands.append(hand)
        except InputError as error:
            match_id, rules = (head.match_id, head.rules) if head else (None, None)
            rejects.append(
                reject_of(source, place, error, match_id=match_id, text=text, rules=rules)
            )
        free = max(free, session + 1)
    return ParsedBatch(to_batch(hands, source.name, NAME), rejects)


def _hand_of(record: HandRecord, session: int, place: str) -> Hand:
    deal = [
        _tiles(text, MOST_DEALT, f"dealt to seat {seat}") for seat, text in enumerate(record.deal)
    ]
    wall = _tiles(record.wall or "", WALL_SIZE, "in the wall")
    packed = [_action(text) for text in record.actions]
    _check_declared(packed, record.actions)
    hand = Hand(
        rules=record.rules,
        session=session,
        hand=record.hand,
        place=place,
        match_id=record.match_id,
        deal=deal,
        packed=b"".join(packed),
        permutation=record.permutation,
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


def _check_declared(packed: list[bytes], texts: list[str]) -> None:
    """Refuse a declaration that names a tile where its discard does not follow.

    The discard is what is stored; the tile beside the declaration says it a second time.
    """
    for k, (seat, action, tile, *_) in enumerate(packed):
        if DECLARE_READY <= action <= OPEN_PLAY and tile != _NO_TILE:
            if k + 1 < len(packed) and packed[k + 1][:3] == bytes((seat, DISCARD, tile)):
                continue
            raise InputError(
                f"{texts[k]!r} names a tile, and the next action is not its discard by seat {seat}",
                code="bad_action",
            )


def _deal_number(told: int | None, session: int, offset: int) -> int | None:
    """The number of a deal over all inputs.

    It is that of the first session with the deal, or less: so no other session, which is a deal of
    its own, has it.
    """
    if told is None:
        return None
    if told > session:
        message = f"deal_number {told} is higher than the number of the session, {session}"
        raise InputError(message, code="bad_value")
    return offset + told


def _tiles(text: str, most: int, where: str) -> list[int]:
    # Longer than the longest way to write so many tiles: not worth reading.
    if len(text) > 4 * most:
        message = f"{len(text):,} characters for the tiles {where}; there are {most} at most"
        raise InputError(message, code="wrong_tile_count")
    tiles = [tile for word in text.split() for tile in _word(word)]
    if len(tiles) > most:
        message = f"{len(tiles)} tiles {where}; there are {most} at most"
        raise InputError(message, code="wrong_tile_count")
    return tiles


@lru_cache(maxsize=1 << 15)
def _action(text: str) -> bytes:
    """One action as five int8; there are some thousand different ones."""
    return bytes(value & 255 for value in parse_action(text))


@lru_cache(maxsize=1 << 13)
def _word(word: str) -> tuple[int, ...]:
    """Tiles of one word; the same words come again and again."""
    return tuple(parse_tiles(word))


def _milliseconds(time: datetime | None) -> int | None:
    if time is None:
        return None
    try:
        # In UTC, where the first and the last hours of the calendar may fall out of it.
        return (time.astimezone(UTC) - _EPOCH) // timedelta(milliseconds=1)
    except OverflowError as error:
        raise InputError(f"played_at: {time} is not in the years 1 to 9999 UTC") from error
