"""A hand in words: what hand it is, events, what each player has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from rich.markup import escape

from engine.machine.table import Event
from pipelines.replaying import SeatView
from schemas.codes import (
    ABORT,
    ACTIONS,
    CHOW,
    DEAL,
    DECLARE_READY,
    DISCARD,
    DRAW,
    EXHAUSTED,
    FALSE_WIN,
    FLOWER,
    FOUL,
    FROM_TAIL,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    LOST_CLAIM,
    MELD_CHOW,
    MELD_KINDS,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
    OPEN_PLAY,
    PUNG,
    REPLACE,
    SHOW_READY,
    TURN_WILDCARD,
    WIN,
)
from schemas.tiles import UNICODE_NAMES, format_tiles

if TYPE_CHECKING:
    from schemas.ruleset import RuleSet

WINDS: Final = ("East 东", "South 南", "West 西", "North 北")
_PHRASES: Final = {
    DRAW: "draws 摸",
    DISCARD: "discards 打",
    CHOW: "chow 吃",
    PUNG: "pung 碰",
    KONG_EXPOSED: "kong 大明杠",
    KONG_ADDED: "adds to a kong 补杠",
    KONG_CONCEALED: "concealed kong 暗杠",
    FLOWER: "exposes a flower 补花",
    REPLACE: "replaces it with",
    DECLARE_READY: "declares to be ready 宣告聽牌",
    SHOW_READY: "declares to be ready and shows the hand 聽牌現牌",
    OPEN_PLAY: "plays with an open hand 明打",
    WIN: "wins 和",
    FALSE_WIN: "false win 错和",
    FOUL: "fouls 犯规",
}
_OF_NOBODY: Final = {
    EXHAUSTED: "the wall is exhausted 荒牌",
    ABORT: "the hand is aborted 中途流局",
}
_COUNTS: Final = {MELD_CHOW: 3, MELD_PUNG: 3}


def tiles_text(tiles: Sequence[int]) -> str:
    """Tiles as characters and in notation.

    >>> tiles_text([0, 1, 2, 31])
    '🀇🀈🀉🀄 123m C'
    """
    if not tiles:
        return ""
    return "".join(UNICODE_NAMES[tile] for tile in tiles) + " " + format_tiles(tiles)


def event_text(event: Event, names: Sequence[str]) -> str:
    """An event as a phrase.

    >>> event_text(Event(5, 1, DISCARD, 31, (), -1, -1, -1, 80), "abcd")
    'b discards 打 🀄 C'
    """
    tile = [event.tile] if event.tile >= 0 else []
    if event.action in _OF_NOBODY:
        return _OF_NOBODY[event.action]
    if event.action == TURN_WILDCARD:
        return f"turned up 翻: {tiles_text(tile)}"
    who = names[event.seat]
    if event.action == DEAL:
        return f"{who} is dealt {tiles_text(sorted(event.tiles))}"
    if event.action == LOST_CLAIM:
        claim = {0: "a win", 1: "a chow", 4: "a kong"}.get(
            len(event.tiles), "a pung" if len(set(event.tiles)) == 1 else "a chow"
        )
        return f"{who} calls {claim} on {tiles_text(tile)}, in vain"
    phrase = _PHRASES.get(event.action, ACTIONS[event.action].replace("_", " "))
    if event.action in (WIN, FALSE_WIN) and tile:
        phrase += " on"
    text = f"{who} {phrase} {tiles_text(tile)}".rstrip()
    if event.action in (CHOW, PUNG, KONG_EXPOSED):
        text = f"{who} {phrase} {tiles_text(event.tiles)} of {names[event.from_seat]}"
    elif event.action == WIN and event.from_seat >= 0:
        text += f" of {names[event.from_seat]}"
    elif event.action in (DRAW, REPLACE) and event.source == FROM_TAIL:
        text += " from the wall's end"
    return text


def seat_lines(seats: Iterable[SeatView], names: Sequence[str]) -> list[str]:
    """What each player has, a line or two each."""
    lines = []
    for name, seat in zip(names, seats, strict=True):
        melds = "  ".join(_meld_text(*meld) for meld in seat.melds)
        flowers = f"  flowers {tiles_text(seat.flowers)}" if seat.flowers else ""
        waits = f"  waits for {tiles_text(seat.waits)}" if seat.waits else ""
        lines.append(f"      {name}: {tiles_text(seat.concealed)}")
        more = "  ".join(part for part in (melds, flowers.strip(), waits.strip()) if part)
        if more:
            lines.append(f"      {'':{len(name)}}  {more}")
    return lines


def last_round_draws(events: Sequence[dict[str, Any]]) -> set[int]:
    """Draws of the last round 分张: the next player draws, or the wall ends, without a discard.

    Args:
        events: rows of the table `events` of one hand, in order.

    Returns:
        Their `seq`.
    """
    found = set()
    discarded = False  # before that, a replaced flower may come before the dealer's first draw
    for event, following in pairwise(events):
        discarded = discarded or event["action"] == ACTIONS[DISCARD]
        if not discarded or event["action"] not in (ACTIONS[DRAW], ACTIONS[REPLACE]):
            continue
        drawn = following["action"] == ACTIONS[DRAW] and following["seat"] != event["seat"]
        if drawn or following["action"] == ACTIONS[EXHAUSTED]:
            found.add(event["seq"])
    return found


def heading(hand: dict[str, Any], ruleset: RuleSet) -> list[str]:
    """What hand this is: run and rules, who deals with which streak, wildcard, bets."""
    wind = WINDS[hand["round_wind"]]
    streak = hand["dealer_streak"]
    lines = [
        f"[bold]{hand['run']}/{hand['hand_id']}[/]  {ruleset.title} · {ruleset.title_en}",
        f"{wind} round, seat {hand['dealer_seat']} deals"
        + (f" after {streak} {'win' if streak == 1 else 'wins'} 连庄" if streak else "")
        + (f", match {escape(hand['match_id'])}" if hand["match_id"] else "")
        + (f", {hand['played_at']:%Y-%m-%d %H:%M} UTC" if hand["played_at"] else "")
        + (f", from {escape(hand['source_file'])}" if hand["source_file"] else ""),
    ]
    if hand["wildcard"] is not None:
        name = "Gold 金" if ruleset.system == "luoyuan" else "Wildcard 财神"
        lines.append(f"{name}: {tiles_text([hand['wildcard']])}")
    if any(hand["bets"]):
        bets = zip(seat_names(hand), hand["bets"], strict=True)
        lines.append("Bets 押注: " + escape(", ".join(f"{name} {bet}" for name, bet in bets)))
    return lines


def seat_names(hand: dict[str, Any]) -> list[str]:
    """Players by seat: wind and name, where it is known."""
    names = []
    for seat, player in enumerate(hand["players"]):
        wind = WINDS[(seat - hand["dealer_seat"]) % 4]
        names.append(f"{wind} ({player})" if player else wind)
    return names


def _meld_text(kind: int, low: int, giver: int) -> str:
    n = _COUNTS.get(kind, 4)
    tiles = [low + place if kind == MELD_CHOW else low for place in range(n)]
    concealed = "concealed " if kind == MELD_KONG_CONCEALED else ""
    return f"{concealed}{MELD_KINDS[kind]} {tiles_text(tiles)}"
