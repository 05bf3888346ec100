"""Botzone's judge logs: a match document, the bare list of its turns, self-play records by line.

A log alternates between a turn of the judge and a turn of the players. Three shapes hold it: the
match document ``{"logs", "initdata", "players", …}`` with a metadata file beside it or not, the
bare list of turns, and self-play records ``{"scores", "log", "quan", "walltiles", "seed"}``.

Answers that were claims and did not win their window become lost claims. A match that a player's
error ended ends with `foul`, or with `false_win` 错和 where the error was a ``HU``. Match ids are
those of the metadata or of a file ``<24 hex digits>_lite.json``. The random seed is no id, since
other players may meet the same one, and no reliable time: `match_id` and `played_at` are empty
where nothing else is known. The format cannot hold flowers, dealers other than seat 0, sessions.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from pipelines.formats.base import (
    MAX_RECORD_BYTES,
    Chunk,
    Content,
    Input,
    ParsedBatch,
    Reject,
    Survey,
    reject_of,
)
from pipelines.formats.botzone_lines import read_tile
from pipelines.formats.botzone_log import read_log
from pipelines.formats.botzone_turns import Turn
from pipelines.formats.columns import Hand, Points, hand_key, to_batch
from pipelines.formats.encodings import read_small_file
from pipelines.formats.json_text import (
    Looked,
    decode,
    is_document,
    split_lines,
    survey_document,
    survey_lines,
)
from pipelines.formats.keys import match_key
from schemas.errors import InputError

NAME: Final = "botzone-json"
RULES: Final = "mcr-botzone"

_LITE_NAME: Final = re.compile(r"([0-9a-f]{24})_lite\.json(\.gz)?")
_WALL: Final = 136
_OWN: Final = _WALL // 4
_SHAPE: Final = re.compile(rb'"logs?"\s*:\s*\[|"output"\s*:\s*\{')


class Player(msgspec.Struct):
    """A participant of a match."""

    name: str | None = None


class Setup(msgspec.Struct):
    """How the judge was started."""

    wall: str | None = msgspec.field(default=None, name="walltiles")


class Match(msgspec.Struct):
    """A match document, its metadata, or a self-play record; all keys are optional."""

    logs: list[Turn] | None = None
    log: list[Turn] | None = None
    scores: list[Points] | None = None
    wall: str | None = msgspec.field(default=None, name="walltiles")
    initdata: Setup | str | None = None
    players: list[Player] | None = None
    match_id: str | None = msgspec.field(default=None, name="matchId")


_MATCH: Final = msgspec.json.Decoder(Match)
_TURNS: Final = msgspec.json.Decoder(list[Turn])
_SETUP: Final = msgspec.json.Decoder(Setup)


def matches(head: bytes) -> bool:
    """Whether the head is that of a match document, a list of turns or a self-play record."""
    return head.lstrip()[:1] in (b"{", b"[") and _SHAPE.search(head) is not None


def survey(source: Input, content: Content) -> Survey:
    """Count matches: one in a document, one a line otherwise."""

    def look(data: bytes, ordinal: int, free: int) -> Looked:
        match = _decode(source, data)
        if match.match_id is not None:
            return Looked(match_key(match.match_id, 0), free, 0)
        return Looked(hand_key(_hand_of(match, free, "")), free, 0)

    if is_document(content):
        return survey_document(source, content, NAME, lambda data: [look(data, 0, 0)])
    return survey_lines(source, content, NAME, look)


def read(source: Input, chunk: Chunk, data: bytes) -> ParsedBatch:
    """Turn matches into columns."""
    hands: list[Hand] = []
    rejects: list[Reject] = []
    repeats = dict(chunk.repeats)
    for ordinal, (line, record) in enumerate(split_lines(data, chunk)):
        place = "record 1" if chunk.document else f"line {line}"
        match_id: str | None = None
        try:
            match = _decode(source, record)
            match_id = match.match_id
            if ordinal in repeats:
                message = f"the same game as {repeats[ordinal]}"
                raise InputError(message, code="duplicate")
            session = chunk.session_offset + chunk.session + ordinal
            hands.append(_hand_of(match, session, place))
        except InputError as error:
            rejects.append(reject_of(source, place, error, match_id=match_id, text=record))
    return ParsedBatch(to_batch(hands, source.name, NAME), rejects)


def _decode(source: Input, data: bytes) -> Match:
    """One match, completed from its metadata file and from the name of its own."""
    bare = data.lstrip()[:1] == b"["
    match = Match(logs=decode(_TURNS, data)) if bare else decode(_MATCH, data)
    if source.companion is not None:
        _complete(match, source)
    named = _LITE_NAME.fullmatch(source.path.name)
    if match.match_id is None and named is not None:
        match.match_id = named[1]
    return match


def _complete(match: Match, source: Input) -> None:
    assert source.companion is not None
    name = source.companion.name
    try:
        metadata = decode(_MATCH, read_small_file(source.companion, MAX_RECORD_BYTES))
    except (InputError, OSError) as error:
        raise InputError(f"{name} cannot be read: {error}", code="bad_metadata") from error
    own, other = _wall_text(match), _wall_text(metadata)
    if own is not None and other is not None and own.split() != other.split():
        message = f"the walls of {source.path.name} and {name} differ: two matches"
        raise InputError(message, code="bad_metadata")
    match.match_id = match.match_id or metadata.match_id
    match.players = match.players or metadata.players
    match.wall = own or other
    match.initdata = None


def _hand_of(match: Match, session: int, place: str) -> Hand:
    turns = match.logs if match.logs is not None else match.log
    if turns is None:
        raise InputError("the record has neither 'logs' nor 'log'")
    log = read_log(turns, match.scores)
    players: list[str | None] | None = None
    if match.players is not None:
        players = [player.name for player in match.players]
        if len(players) != 4:
            raise InputError(f"{len(players)} players; a match has four")
    return Hand(
        rules=RULES,
        session=session,
        hand=0,
        place=place,
        match_id=match.match_id,
        deal=log.deal,
        rows=log.rows,
        round_wind=log.round_wind,
        wall=_wall_of(match, log.deal),
        players=players,
        total=log.total,
        deltas=log.deltas,
        patterns=log.patterns,
    )


def _wall_text(match: Match) -> str | None:
    setup: Any = match.initdata
    if isinstance(setup, str):
        setup = decode(_SETUP, setup.encode()) if setup.strip() else None
    return match.wall or (setup.wall if setup is not None else None)


def _wall_of(match: Match, deal: list[list[int]]) -> list[int]:
    """The four personal walls, each in the order of its draws.

    Seat k owns the tiles from 34 k on and takes them from the end of its part backwards.
    """
    text = _wall_text(match)
    if text is None or not text.split():
        return []
    tiles = [read_tile(name) for name in text.split()]
    if len(tiles) != _WALL:
        message = f"{len(tiles)} tiles in 'walltiles'; a wall has {_WALL}"
        raise InputError(message, code="wrong_tile_count")
    wall: list[int] = []
    for seat in range(4):
        own = tiles[_OWN * seat : _OWN * (seat + 1)][::-1]
        if own[: len(deal[seat])] != deal[seat]:
            message = f"the tiles dealt to player {seat} are not the first of its wall"
            raise InputError(message, code="bad_wall")
        wall.extend(own)
    return wall
