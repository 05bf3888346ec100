"""tziakcha sessions from a batch: one document a session, with the wall and every tile's id.

Refused are hands of which the wall is not known or is no common wall of 144 tiles, other dealers
than seat 0, rounds that do not follow from the hand's number, player errors, announced wins that
lost, fans without a number on the site, and wins without a recorded total. The run of an
announced chow is left out. Dice are always four ones; times between actions are a second each.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final

import msgspec

from pipelines.formats.columns import Hand, from_batch
from pipelines.formats.exporters.common import CannotHold, Exported, Refused
from pipelines.formats.exporters.tziakcha_tiles import Tiles
from pipelines.formats.tziakcha_step import (
    CHOW,
    DISCARD,
    DRAW,
    FLOWER,
    KONG,
    PUNG,
    START,
    WIN,
    fan_name,
)
from pipelines.formats.tziakcha_wall import site_kind
from schemas import codes
from schemas.batch import RecordBatch
from schemas.errors import RulesError
from schemas.rules_files import load_ruleset

_HANDS: Final = 16
_DICE: Final = 0x1111
_FANS: Final = {fan_name(str(number)): number for number in range(1, 89)}
_CLAIMS: Final = {codes.CHOW: CHOW, codes.PUNG: PUNG, codes.KONG_EXPOSED: KONG}
_ADDED: Final = 0x300


def write(batch: RecordBatch) -> Exported:
    """Write the hands that a session can hold, one document for each session of the batch."""
    encoder = msgspec.json.Encoder()
    documents: list[str] = []
    refused: list[Refused] = []
    hands = enumerate(from_batch(batch))
    for _, group in groupby(hands, key=lambda pair: pair[1].session):
        records: list[dict[str, Any]] = []
        match_id: str | None = None
        for index, hand in group:
            try:
                if records and hand.match_id != match_id:
                    raise CannotHold("all hands of a session have its id")
                step = _step(hand)
            except CannotHold as error:
                refused.append(Refused(index, str(error)))
                continue
            match_id = hand.match_id
            records.append({"id": f"{match_id or 'hand'}-{hand.hand}", "step": step})
        if records:
            session = {"id": match_id} if match_id is not None else {}
            document = {"session": {**session, "periods": _HANDS}, "records": records}
            documents.append(encoder.encode(document).decode() + "\n")
    return Exported(tuple(documents), tuple(refused))


def _step(hand: Hand) -> dict[str, Any]:
    _check(hand)
    tiles = Tiles(hand, _DICE)
    actions = [
        [seat << 4 | kind, data, 1000 * number]
        for number, (seat, kind, data) in enumerate(_actions(hand, tiles))
    ]
    winner, payer = _winner(hand)
    details: list[dict[str, Any]] = [{}, {}, {}, {}]
    if winner is not None:
        details[winner] = {"f": hand.total, "t": _fans(hand)}
    step = {
        "p": [{"n": name} for name in hand.players or [None] * 4],
        "w": tiles.digits,
        "d": _DICE,
        "a": actions,
        "i": hand.hand,
        "s": hand.deltas,
        "b": 0 if winner is None else 1 << winner | 16 << (payer if payer is not None else winner),
        "y": details,
    }
    if hand.played_at is not None:
        step["t"] = hand.played_at
    return step


def _check(hand: Hand) -> None:
    if hand.dealer != 0 or hand.streak or hand.wildcard >= 0:
        raise CannotHold("seat 0 deals every hand, without streaks and wildcards")
    if not 0 <= hand.hand < _HANDS or hand.round_wind != hand.hand // 4:
        raise CannotHold("a session has 16 hands, four of each round wind")
    if [len(dealt) for dealt in hand.deal] != [14, 13, 13, 13]:
        raise CannotHold("East is dealt 14 tiles, the others 13")
    if hand.deltas is None:
        raise CannotHold("a hand needs recorded scores")


def _actions(hand: Hand, tiles: Tiles) -> Iterator[tuple[int, int, int]]:
    """Seat, kind and data of every action."""
    started = False
    previous = -1
    discarder = 0
    for row in hand.rows:
        seat, action, tile, low, claim, _ = row
        if action not in (codes.FLOWER, codes.REPLACE) and not started:
            yield 0, START, 0
            started = True
        if action == codes.REPLACE:
            if previous != codes.FLOWER:
                raise CannotHold("a replacement follows its flower")
            yield seat, FLOWER, tiles.replace(seat, tile)
        elif action == codes.FLOWER:
            tiles.expose(seat, tile)
        elif action == codes.DRAW:
            yield seat, DRAW, tiles.draw(seat, tile, after=previous)
        elif action == codes.DISCARD:
            yield seat, DISCARD, tiles.discard(seat, tile)
            discarder = seat
        elif action == codes.LOST_CLAIM:
            if claim not in _CLAIMS:
                raise CannotHold("an announced win that lost has no action")
            yield seat, _CLAIMS[claim], 0
        elif action == codes.CHOW:
            tiles.take(seat, [each for each in range(low, low + 3) if each != tile])
            yield seat, CHOW, site_kind(low + 1) | 1 << 6
        elif action in (codes.PUNG, codes.KONG_EXPOSED):
            tiles.take(seat, [tile] * (2 if action == codes.PUNG else 3))
            yield seat, _CLAIMS[action], site_kind(tile) | (seat - discarder) % 4 << 6
        elif action == codes.KONG_CONCEALED:
            tiles.take(seat, [tile] * 4)
            yield seat, KONG, site_kind(tile)
        elif action == codes.KONG_ADDED:
            tiles.take(seat, [tile])
            yield seat, KONG, site_kind(tile) | _ADDED
        elif action in (codes.WIN, codes.FALSE_WIN):
            yield seat, WIN, _win_data(hand, action)
        elif action != codes.EXHAUSTED:
            raise CannotHold(f"there is no action for {codes.ACTIONS[action]}")
        previous = action


def _win_data(hand: Hand, action: int) -> int:
    if action == codes.FALSE_WIN:
        return 0
    if not hand.total:
        raise CannotHold("a win needs its recorded total")
    return hand.total << 1


def _winner(hand: Hand) -> tuple[int | None, int | None]:
    """Seat that won, and seat that paid for a discard or robbed kong."""
    payer: int | None = None
    for seat, action, *_ in hand.rows:
        if action in (codes.DISCARD, codes.KONG_ADDED):
            payer = seat
        elif action in (codes.DRAW, codes.REPLACE):
            payer = None
        elif action == codes.WIN:
            return seat, payer
    return None, None


def _fans(hand: Hand) -> dict[str, int]:
    try:
        ruleset = load_ruleset(hand.rules)
    except RulesError as error:
        raise CannotHold(f"fan values need a known rule set: {error.message}") from error
    fans: dict[str, int] = {}
    for pattern in hand.patterns or []:
        name, _, count = pattern.rpartition("*")
        found = ruleset.catalogue.find(name)
        if found is None:
            raise CannotHold(f"the fan {name!r} has no number")
        rule = ruleset.catalogue.patterns[found]
        number = _FANS.get(name, _FANS.get(rule.name))
        if number is None:
            raise CannotHold(f"the fan {name!r} has no number")
        fans[str(number)] = (int(count) - 1) << 8 | ruleset.patterns[rule.key].value
    return fans
