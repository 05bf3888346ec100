"""A hand in words: events, what each player has, the win and who pays whom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.markup import escape

from dashboards.labels import ENDINGS, WAITS, both
from engine.machine.table import Event
from pipelines.replaying import SeatView
from schemas.codes import (
    ACTIONS,
    CHOW,
    DEAL,
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
    PUNG,
    REPLACE,
    WIN,
)
from schemas.tiles import UNICODE_NAMES, format_tiles

if TYPE_CHECKING:
    from rich.table import Table

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
    WIN: "wins 和 on",
    FALSE_WIN: "false win 错和 on",
    FOUL: "makes an error 犯规",
    EXHAUSTED: "the wall is exhausted 荒牌",
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
    if event.action == EXHAUSTED:
        return _PHRASES[EXHAUSTED]
    who = names[event.seat]
    if event.action == DEAL:
        return f"{who} is dealt {tiles_text(sorted(event.tiles))}"
    if event.action == LOST_CLAIM:
        claim = {0: "a win", 1: "a chow", 4: "a kong"}.get(
            len(event.tiles), "a pung" if len(set(event.tiles)) == 1 else "a chow"
        )
        return f"{who} calls {claim} on {tiles_text(tile)}, in vain"
    phrase = _PHRASES.get(event.action, ACTIONS[event.action].replace("_", " "))
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


def heading(hand: dict[str, Any], ruleset: RuleSet) -> list[str]:
    """What hand this is."""
    wind = WINDS[hand["round_wind"]]
    lines = [
        f"[bold]{hand['run']}/{hand['hand_id']}[/]  {ruleset.title} · {ruleset.title_en}",
        f"{wind} round, seat {hand['dealer_seat']} deals"
        + (f", match {escape(hand['match_id'])}" if hand["match_id"] else "")
        + (f", {hand['played_at']:%Y-%m-%d %H:%M} UTC" if hand["played_at"] else "")
        + (f", from {escape(hand['source_file'])}" if hand["source_file"] else ""),
    ]
    return lines


def seat_names(hand: dict[str, Any]) -> list[str]:
    """Players by seat: wind and name, where it is known."""
    names = []
    for seat, player in enumerate(hand["players"]):
        wind = WINDS[(seat - hand["dealer_seat"]) % 4]
        names.append(f"{wind} ({player})" if player else wind)
    return names


def ending(
    rows: dict[str, list[dict[str, Any]]], names: Sequence[str], ruleset: RuleSet
) -> list[Any]:
    """The outcome: each win with its patterns, then the payments."""
    from dashboards.cli.text import table

    hand = rows["hands"][0]
    unit = ruleset.catalogue.unit
    parts: list[Any] = []
    if not rows["wins"]:
        parts.append(f"[bold]{both(ENDINGS[hand['outcome']])}[/]")
    for win in rows["wins"]:
        parts.append(
            f"[bold]{escape(names[win['winner']])} wins {win['total']} {unit}[/]: "
            f"{both(ENDINGS[win['win_by']])}, wait {both(WAITS[win['wait']])}, "
            f"reading {' '.join(win['reading'])}"
        )
        parts.append(_patterns(rows["win_patterns"], win["winner"], ruleset))
    payments = table("player", "points", right=("points",))
    for row in rows["settlements"]:
        payments.add_row(escape(names[row["seat"]]), f"{row['delta']:+d}")
    parts.append(payments)
    if hand["agreement"] not in ("same", "not_recorded"):
        parts.append(
            f"The record says otherwise ({hand['agreement']}): total {hand['recorded_total']}, "
            f"points {hand['recorded_deltas']}, "
            + escape(" ".join(hand["recorded_patterns"] or []))
        )
    return parts


def _patterns(rows: Iterable[dict[str, Any]], winner: int, ruleset: RuleSet) -> Table:
    from dashboards.cli.text import table

    named = {pattern.key: pattern for pattern in ruleset.catalogue.patterns}
    unit = ruleset.catalogue.unit
    found = table("pattern", "", "count", "each", unit, right=("count", "each", unit))
    mine = [row for row in rows if row["winner"] == winner]
    for row in sorted(mine, key=lambda row: -row["value"] * row["count"]):
        pattern = named[row["pattern"]]
        found.add_row(
            pattern.name,
            pattern.name_en,
            str(row["count"]),
            str(row["value"]),
            str(row["count"] * row["value"]),
        )
    return found


def _meld_text(kind: int, low: int, giver: int) -> str:
    n = _COUNTS.get(kind, 4)
    tiles = [low + place if kind == MELD_CHOW else low for place in range(n)]
    concealed = "concealed " if kind == MELD_KONG_CONCEALED else ""
    return f"{concealed}{MELD_KINDS[kind]} {tiles_text(tiles)}"
