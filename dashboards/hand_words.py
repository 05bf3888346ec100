"""A hand in words: events, players, how it ended, how a total comes about.

Plain text without markup; who shows it sees to that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from dashboards import labels, terms
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
    OPEN_PLAY,
    PUNG,
    REPLACE,
    SHOW_READY,
    TURN_WILDCARD,
    WIN,
)
from schemas.tiles import UNICODE_NAMES, format_tiles

if TYPE_CHECKING:
    from engine.machine.table import Event
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
    WIN: "wins 和/胡",
    FALSE_WIN: "false win 错和/诈胡",
    FOUL: "fouls 犯规",
}
_OF_NOBODY: Final = {
    EXHAUSTED: "the wall is exhausted 荒牌",
    ABORT: "the hand is aborted 中途流局",
}


def tiles_text(tiles: Sequence[int]) -> str:
    """Tiles as characters and in notation.

    >>> tiles_text([0, 1, 2, 31])
    '🀇🀈🀉🀄 123m C'
    """
    if not tiles:
        return ""
    return "".join(UNICODE_NAMES[tile] for tile in tiles) + " " + format_tiles(tiles)


def event_text(
    event: Event,
    names: Sequence[str],
    tiles_text: Callable[[Sequence[int]], str] = tiles_text,
) -> str:
    """An event as a phrase.

    Args:
        event: of a replay.
        names: players by seat.
        tiles_text: how tiles are written.

    >>> from engine.machine.table import Event
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


def seat_names(hand: dict[str, Any]) -> list[str]:
    """Players by seat: wind and name, where it is known."""
    names = []
    for seat, player in enumerate(hand["players"]):
        wind = WINDS[(seat - hand["dealer_seat"]) % 4]
        names.append(f"{wind} ({player})" if player else wind)
    return names


def formula(
    win: dict[str, Any],
    patterns: Sequence[dict[str, Any]],
    items: Sequence[dict[str, Any]],
    ruleset: RuleSet,
) -> str:
    """How the total comes about, where it is no sum of the rows below it; else empty."""
    kind, total = ruleset.scoring.kind, win["total"]
    if kind == "points_doubled":
        points = sum(row["count"] * row["value"] for row in items)
        tai = sum(row["count"] * row["value"] for row in patterns)
        made = f"{points} 胡 × 2^{tai} = {win['uncapped']}"
        return f"{made}, {terms.LIMIT}" if win["limit_hit"] else made
    if kind == "product":
        return " × ".join(str(row["value"]) for row in patterns for _ in range(row["count"]))
    if kind == "flower_formula":
        values = [terms.value(ruleset, row["pattern"], row["value"]) for row in patterns]
        times = [text.removeprefix("×") for text in values if text.startswith("×")]
        return " × ".join([str(total // int(times[0])), *times]) if times else ""
    return ""


def outcome(hand: dict[str, Any], system: str) -> str:
    """How a hand ended, with the reason where it was aborted."""
    text = labels.both(labels.ending(hand["outcome"], system))
    if hand["abort_reason"] is None:
        return text
    return f"{text}: {labels.both(labels.named(labels.ABORTS, hand['abort_reason']))}"
