"""The paipu record: one hand as one line of JSON, with everything that is needed to play it again.

A record names its rule set, who sat where, what was dealt and what was done, in tiles that one
can read; the result stands beside it as it was recorded, so that it can be compared with what the
rules give. ``docs/records.md`` explains it, ``schemas/paipu-record.schema.json`` is its JSON
Schema, which ``python -m schemas.records`` writes.

>>> parse_action("1 chow 1m 123m")
(1, 6, 0, 0, -1)
>>> format_action(1, 6, 0, 0, -1)
'1 chow 1m 123m'
"""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Final, Literal

import msgspec

from schemas import codes
from schemas.errors import InputError, one_of
from schemas.tiles import format_tile, format_tiles, parse_tile, parse_tiles

VERSION: Final = 1
MAX_SESSIONS: Final = 1 << 40
HANDS_PER_SESSION: Final = 1024
NOBODY: Final = "-"
"""Stands for the seat of what nobody does: an exhausted wall 荒牌."""

ActionRow = tuple[int, int, int, int, int]
"""seat, action, tile, low, claim: codes as in `schemas.batch.RecordBatch`."""

_NAMES: Final = codes.ACTIONS[codes.DEAL + 1 :]
_CODES: Final = {name: codes.ACTIONS.index(name) for name in _NAMES}
_CLAIMS: Final = {
    codes.ACTIONS[code]: code for code in (codes.CHOW, codes.PUNG, codes.KONG_EXPOSED, codes.WIN)
}
_SEATS: Final = {NOBODY: -1, "0": 0, "1": 1, "2": 2, "3": 3}
_TILELESS: Final = frozenset(
    {codes.DECLARE_READY, codes.SHOW_READY, codes.OPEN_PLAY, codes.FOUL, codes.ABORT}
    | {codes.EXHAUSTED, codes.WIN, codes.FALSE_WIN, codes.LOST_CLAIM}
)
"""Actions that may leave the tile out."""
_NEVER_A_TILE: Final = (codes.FOUL, codes.ABORT, codes.EXHAUSTED)
_BARE: Final = tuple(codes.ACTIONS[code] for code in _NEVER_A_TILE)
_PATTERN: Final = (
    rf"^[-0-3] (({'|'.join(_BARE)})"
    rf"|({'|'.join(name for name in _NAMES if name not in ('lost_claim', *_BARE))}"
    rf"|lost_claim ({'|'.join(_CLAIMS)}))( \S+)?( \S+)?)$"
)

Wind = Literal["E", "S", "W", "N"]
Seat = Literal[0, 1, 2, 3]
Points = Annotated[int, msgspec.Meta(ge=-(1 << 31), le=(1 << 31) - 1)]
FourPoints = Annotated[list[Points], msgspec.Meta(min_length=4, max_length=4)]
FourTexts = Annotated[list[str], msgspec.Meta(min_length=4, max_length=4)]
FourNames = Annotated[list[str | None], msgspec.Meta(min_length=4, max_length=4)]
HandNumber = Annotated[int, msgspec.Meta(ge=0, lt=HANDS_PER_SESSION)]
Permutation = Annotated[int, msgspec.Meta(ge=0, lt=24)]
Session = Annotated[int, msgspec.Meta(ge=0, lt=MAX_SESSIONS)]


def _about(text: str) -> msgspec.Meta:
    return msgspec.Meta(description=text)


class Result(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What the source says the hand was worth."""

    total: Annotated[Points | None, _about("the winner's total, as the source counts it")] = None
    patterns: Annotated[list[str] | None, _about("as the source names them: '<name>*<count>'")] = (
        None
    )
    deltas: Annotated[FourPoints | None, _about("score changes by seat; they sum to zero")] = None


class HandRecord(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One recorded hand, as it stands in a line."""

    paipu: Annotated[Literal[1], _about("version of this format")]
    rules: Annotated[str, _about("name of the rule set that was played")]
    session: Annotated[
        Session | None, _about("number of the session in the file; without it one of its own")
    ] = None
    hand: Annotated[HandNumber, _about("number within the session")] = 0
    deal_number: Annotated[
        Session | None,
        _about("number of the deal that several hands share; without it a deal of its own"),
    ] = None
    permutation: Annotated[
        Permutation | None, _about("which of the 24 orders of the players sits at the seats")
    ] = None
    match_id: Annotated[str | None, _about("the source's id of the match or session")] = None
    played_at: Annotated[
        Annotated[datetime, msgspec.Meta(tz=True)] | None, _about("when the hand began")
    ] = None
    players: Annotated[FourNames | None, _about("names by seat")] = None
    dealer: Annotated[Seat, _about("seat that deals")] = 0
    round_wind: Annotated[Wind, _about("prevailing wind 圈风")] = "E"
    dealer_streak: Annotated[
        int, msgspec.Meta(ge=0, lt=1 << 15, description="wins of the dealer before this hand")
    ] = 0
    wildcard: Annotated[str | None, _about("kind turned up, in systems with wildcards")] = None
    bets: Annotated[FourPoints | None, _about("bets by seat")] = None
    deal: Annotated[FourTexts, _about("tiles dealt to each seat, in the order of the deal")]
    wall: Annotated[
        str | None,
        _about(
            "the whole wall: a common one from the first tile dealt on, replacements come from its "
            "end backwards; personal ones seat by seat, each in the order of its draws"
        ),
    ] = None
    actions: Annotated[list[str], _about("what was done: '<seat> <action> <tile>'")]
    result: Annotated[Result | None, _about("what the source says the hand was worth")] = None
    source: Annotated[str | None, _about("format that the hand was first read from")] = None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a paipu record, as it stands in ``schemas/paipu-record.schema.json``."""
    schema = msgspec.json.schema(HandRecord)
    actions = schema["$defs"]["HandRecord"]["properties"]["actions"]
    actions["items"]["pattern"] = _PATTERN
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "paipu record",
        **schema,
    }


def parse_action(text: str) -> ActionRow:
    """Read one action.

    Raises:
        InputError: ``bad_action`` for what fits no action, ``unknown_tile``, ``bad_meld`` for a
            chow that is no run or does not hold its claimed tile.

    >>> parse_action("2 lost_claim pung 5p"), parse_action("- exhausted")
    ((2, 14, 13, -1, 7), (-1, 19, -1, -1, -1))
    """
    words = text.split(" ")
    seat = _SEATS.get(words[0])
    action = _CODES.get(words[1]) if len(words) > 1 else None
    if seat is None or action is None:
        what = f"unknown seat {words[0]!r}" if seat is None else f"unknown action in {text[:60]!r}"
        raise InputError(
            f"{what}; actions are '<seat> <action> <tile>' with the seats 0, 1, 2, 3 (- for "
            f"nobody) and the actions {one_of(_NAMES, most=20)}",
            code="bad_action",
        )
    rest = words[2:]
    claim = -1
    if action == codes.LOST_CLAIM:
        claim = _CLAIMS.get(rest[0], -1) if rest else -1
        if claim < 0:
            message = f"{text[:60]!r} names no claim; claims are {one_of(_CLAIMS)}"
            raise InputError(message, code="bad_action")
        rest = rest[1:]
    low = -1
    if codes.CHOW in (action, claim) and len(rest) == 2:
        low = _low_of(rest.pop(), text)
    if len(rest) > 1 or (not rest and action not in _TILELESS):
        raise InputError(f"{text[:60]!r} names {len(rest)} tiles and not one", code="bad_action")
    if rest and action in _NEVER_A_TILE:
        raise InputError(
            f"{text[:60]!r} names a tile; {one_of(_BARE).replace(' or ', ' and ')} name none",
            code="bad_action",
        )
    tile = parse_tile(rest[0]) if rest else -1
    if action == codes.CHOW and not 0 <= tile - low <= 2:
        raise InputError(f"{text[:60]!r}: a chow names its run, '1 chow 4m 345m'", code="bad_meld")
    return seat, action, tile, low, claim


def format_action(seat: int, action: int, tile: int, low: int, claim: int) -> str:
    """Write one action; `parse_action` reads it back.

    >>> format_action(-1, 19, -1, -1, -1)
    '- exhausted'
    """
    words = [NOBODY if seat < 0 else str(seat), codes.ACTIONS[action]]
    if claim >= 0:
        words.append(codes.ACTIONS[claim])
    if tile >= 0:
        words.append(format_tile(tile))
    if low >= 0:
        words.append(format_tiles((low, low + 1, low + 2)))
    return " ".join(words)


def _low_of(run: str, text: str) -> int:
    """The lowest tile of a run that is written in order."""
    tiles = parse_tiles(run)
    low = tiles[0] if tiles else -1
    if tiles != [low, low + 1, low + 2] or low >= 27 or low % 9 > 6:
        raise InputError(f"{text[:60]!r}: {run[:20]!r} is no run of three", code="bad_meld")
    return low


if __name__ == "__main__":
    print(json.dumps(json_schema(), ensure_ascii=False, indent=2))
