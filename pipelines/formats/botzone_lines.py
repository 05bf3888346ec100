"""The vocabulary of Botzone's text records: what one line says.

Distinct lines are few (four players, eight verbs, 34 tiles, now and then claims that lost), so a
chunk's lines are dictionary-encoded and each distinct one is read here once. Tiles: ``W``
characters, ``B`` dots, ``T`` bamboo, ``F1-4`` winds, ``J1-3`` dragons, ``H1-8`` flowers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from schemas import codes
from schemas.errors import InputError, one_of
from schemas.tiles import BOTZONE_NAMES

MATCH, WIND, DEAL, ACTION, FAN, SCORE, EXHAUSTED, BLANK, BAD = range(9)
"""Kinds of lines."""

_TILE: Final = {name: tile for tile, name in enumerate(BOTZONE_NAMES)}
_TILES: Final = "W1…W9 B1…B9 T1…T9 F1…F4 J1…J3 H1…H8"
_VERBS: Final = {
    "draw": codes.DRAW,
    "play": codes.DISCARD,
    "chi": codes.CHOW,
    "peng": codes.PUNG,
    "gang": codes.KONG_EXPOSED,
    "angang": codes.KONG_CONCEALED,
    "bugang": codes.KONG_ADDED,
    "hu": codes.WIN,
}
_CLAIMS: Final = {name: _VERBS[name] for name in ("chi", "peng", "gang", "hu")}
_VERB_NAMES: Final = ("Deal", "Draw", "Play", "Chi", "Peng", "Gang", "AnGang", "BuGang", "Hu")
_LONGEST: Final = 2_000
_PLAYER: Final = re.compile(r"Player +(\S+) +(\S+) +(\S+)(.*)")
_IGNORE: Final = re.compile(r" +Ignore +Player +(\S+) +(\S+) +(\S+)", re.IGNORECASE)
_FAN: Final = re.compile(r"Fan +(-?\d{1,6})(?: +(\S.*))?")
_NUMBER: Final = re.compile(r"-?\d{1,6}")
_PATTERN: Final = re.compile(r"\S[^+]*\*\d{1,3}")

Row = tuple[int, int, int, int, int]
"""seat, action, tile, low, claim; the tile of a chow is not in its line."""


@dataclass(frozen=True, slots=True)
class Line:
    """What a distinct line says.

    Attributes:
        kind: one of the kinds of this module.
        rows: actions, those of lost claims first.
        number: the round wind, or the fan total.
        patterns: ``name*count`` as written.
        deltas: the four scores.
        tiles: the thirteen tiles of a deal; `number` is its player.
        code: why the line cannot be read, where it cannot.
        message: the same as a sentence without the line's number.
    """

    kind: int
    rows: tuple[Row, ...] = ()
    number: int = 0
    patterns: tuple[str, ...] = ()
    deltas: tuple[int, ...] = ()
    tiles: tuple[int, ...] = ()
    code: str = ""
    message: str = ""


def read_line(raw: bytes) -> Line:
    """Read one line; what cannot be read becomes a line of kind `BAD` that says why."""
    raw = raw.rstrip(b"\r\n")
    if len(raw) > _LONGEST:
        return _bad("bad_line", f"a line of {len(raw):,} bytes; none is longer than {_LONGEST:,}")
    text = raw.decode("utf-8", "replace").strip()
    try:
        return _read(text)
    except InputError as error:
        return _bad(error.code, error.message)


def _bad(code: str, message: str) -> Line:
    return Line(BAD, code=code, message=message)


def _read(text: str) -> Line:
    if not text:
        return Line(BLANK)
    word, _, rest = text.partition(" ")
    if word == "Player":
        return _player(text)
    if word == "Score":
        return Line(SCORE, deltas=_scores(rest))
    if word == "Fan":
        return _fan(text)
    if text == "Huang":
        row = (-1, codes.EXHAUSTED, -1, -1, -1)
        return Line(EXHAUSTED, rows=(row,))
    if word == "Wind":
        if rest.strip() not in ("0", "1", "2", "3"):
            raise InputError(f"unknown round wind {rest.strip()!r}; winds are 0, 1, 2 or 3")
        return Line(WIND, number=int(rest))
    raise InputError(
        f"{text[:60]!r} is no line of a game; lines begin with "
        f"{one_of(('Match', 'Wind', 'Player', 'Fan', 'Score', 'Huang'))}",
        code="bad_line",
    )


def _player(text: str) -> Line:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise InputError(
            f"{text[:60]!r} is cut short; a player's line is 'Player <0-3> <verb> <tile>'",
            code="bad_line",
        )
    player, verb, tile, rest = match.groups()
    seat = _seat(player)
    if verb == "Deal":
        tiles = tuple(read_tile(name) for name in (tile + rest).split())
        if len(tiles) != 13:
            raise InputError(
                f"{len(tiles)} tiles dealt to player {seat}; each is dealt 13",
                code="wrong_tile_count",
            )
        return Line(DEAL, number=seat, tiles=tiles)
    action = _VERBS.get(verb.lower())
    if action is None:
        message = f"unknown verb {verb[:40]!r}; verbs are {one_of(_VERB_NAMES)}"
        raise InputError(message, code="bad_line")
    kind, low = tile_and_low(action, tile)
    return Line(ACTION, rows=(*_lost_claims(rest), (seat, action, kind, low, -1)))


def _lost_claims(rest: str) -> list[Row]:
    rows: list[Row] = []
    position = 0
    while position < len(rest):
        match = _IGNORE.match(rest, position)
        if match is None:
            raise InputError(
                f"unknown words {rest[position:].strip()[:60]!r}; behind an action may stand "
                "'Ignore Player <0-3> Chi|Peng|Gang|Hu <tile>'",
                code="bad_line",
            )
        player, verb, tile = match.groups()
        claim = _CLAIMS.get(verb.lower())
        if claim is None:
            raise InputError(
                f"unknown claim {verb[:40]!r}; claims are {one_of(('Chi', 'Peng', 'Gang', 'Hu'))}",
                code="bad_line",
            )
        kind, low = tile_and_low(claim, tile)
        rows.append((_seat(player), codes.LOST_CLAIM, kind, low, claim))
        position = match.end()
    return rows


def tile_and_low(action: int, name: str) -> tuple[int, int]:
    """The tile of an action and −1; for a chow, named by its middle tile, −1 and the lowest tile.

    Raises:
        InputError: ``unknown_tile``, or ``bad_meld`` where a chow has no such middle tile.
    """
    tile = read_tile(name)
    if action != codes.CHOW:
        return tile, -1
    if tile >= 27 or not 1 <= tile % 9 <= 7:
        raise InputError(
            f"Chi {name}: a chow is named by its middle tile, 2…8 of W, B or T", code="bad_meld"
        )
    return -1, tile - 1


def read_tile(name: str) -> int:
    """Code of a tile in Botzone's notation.

    Raises:
        InputError: ``unknown_tile``.
    """
    tile = _TILE.get(name)
    if tile is None:
        raise InputError(f"unknown tile {name[:40]!r}; tiles are {_TILES}", code="unknown_tile")
    return tile


def _seat(text: str) -> int:
    if text not in ("0", "1", "2", "3"):
        raise InputError(f"unknown player {text[:40]!r}; players are 0, 1, 2 or 3")
    return int(text)


def _fan(text: str) -> Line:
    match = _FAN.fullmatch(text)
    if match is None:
        message = f"{text[:60]!r}; the line is 'Fan <total> <name>*<count>+…'"
        raise InputError(message, code="bad_line")
    names = match[2].split("+") if match[2] else []
    for name in names:
        if not _PATTERN.fullmatch(name):
            message = f"unreadable fan {name[:40]!r}; fans are '<name>*<count>'"
            raise InputError(message, code="bad_line")
    return Line(FAN, number=int(match[1]), patterns=tuple(names))


def _scores(rest: str) -> tuple[int, ...]:
    words = rest.split()
    if len(words) != 4 or not all(_NUMBER.fullmatch(word) for word in words):
        raise InputError(f"{rest.strip()[:60]!r} are no four scores", code="bad_line")
    deltas = tuple(int(word) for word in words)
    if sum(deltas) != 0:
        raise InputError(
            f"the scores {rest.strip()} sum to {sum(deltas)} and not to zero", code="score_not_zero"
        )
    return deltas
