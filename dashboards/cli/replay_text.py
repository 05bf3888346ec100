"""A hand on the terminal: what hand it is, and what each player has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rich.markup import escape

from dashboards.hand_words import WINDS, seat_names, tiles_text
from pipelines.replaying import SeatView
from schemas.codes import MELD_CHOW, MELD_KINDS, MELD_KONG_CONCEALED, MELD_PUNG

if TYPE_CHECKING:
    from schemas.ruleset import RuleSet

_COUNTS: Final = {MELD_CHOW: 3, MELD_PUNG: 3}


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


def _meld_text(kind: int, low: int, giver: int) -> str:
    n = _COUNTS.get(kind, 4)
    tiles = [low + place if kind == MELD_CHOW else low for place in range(n)]
    concealed = "concealed " if kind == MELD_KONG_CONCEALED else ""
    return f"{concealed}{MELD_KINDS[kind]} {tiles_text(tiles)}"
