"""The machine's actions and refusals in words, for error messages and people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from schemas.codes import (
    ABORT,
    ACTIONS,
    CHOW,
    DECLARE_READY,
    DISCARD,
    DRAW,
    EXHAUSTED,
    FALSE_WIN,
    FLOWER,
    FOUL,
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
from schemas.errors import one_of
from schemas.tiles import N_TILES, format_tile, format_tiles

_VERBS: Final = {
    FLOWER: "expose",
    REPLACE: "replace a flower",
    TURN_WILDCARD: "turn up the wildcard",
    DRAW: "draw",
    DISCARD: "discard",
    CHOW: "chow",
    PUNG: "pung",
    KONG_EXPOSED: "kong",
    KONG_ADDED: "add to a kong",
    KONG_CONCEALED: "concealed kong",
    DECLARE_READY: "declare ready",
    SHOW_READY: "declare ready and show the hand",
    OPEN_PLAY: "declare open play",
    LOST_CLAIM: "announce",
    WIN: "win",
    FALSE_WIN: "false win",
    FOUL: "foul",
    ABORT: "abort",
    EXHAUSTED: "wall exhausted",
}


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a seat.

    Attributes:
        seat: who acts, 0–3; −1 for `exhausted` and `abort`.
        action: action code of `schemas.codes`.
        tile: its tile, −1 where it names none.
        low: lowest tile of a chow, else −1.
        claim: action announced by a lost claim, else −1.
    """

    seat: int
    action: int
    tile: int = -1
    low: int = -1
    claim: int = -1

    def __str__(self) -> str:
        """The move as a phrase: ``seat 2: chow 4p with 3p 5p``."""
        phrase = _phrase(self)
        return phrase if self.action in (ABORT, EXHAUSTED) else f"seat {self.seat}: {phrase}"


def list_moves(moves: Iterable[Move]) -> str:
    """Legal moves in words, those of one seat and verb together.

    >>> list_moves([Move(2, DISCARD, 4), Move(2, DISCARD, 8), Move(2, WIN, 8)])
    'seat 2: discard 5m or 9m; seat 2: win on 9m'
    """
    grouped: dict[tuple[int, int], list[Move]] = {}
    for move in moves:
        grouped.setdefault((move.seat, move.action), []).append(move)
    phrases: list[str] = []
    for (seat, action), group in grouped.items():
        if action in (DISCARD, FLOWER, KONG_CONCEALED, KONG_ADDED) and len(group) > 1:
            tiles = one_of([_tile(move.tile) for move in group], most=20)
            phrases.append(f"seat {seat}: {_VERBS[action]} {tiles}")
        else:
            phrases.extend(str(move) for move in group)
    return "; ".join(phrases) or "nothing"


def _phrase(move: Move) -> str:
    verb = _VERBS.get(move.action) or _action_name(move.action)
    if move.action == LOST_CLAIM:
        return f"announce {_phrase(Move(move.seat, move.claim, move.tile, move.low))}"
    if move.tile < 0:
        return verb
    if move.action == WIN:
        return f"{verb} on {_tile(move.tile)}"
    if move.action == CHOW and move.low >= 0:
        run = [t for t in range(move.low, min(move.low + 3, N_TILES)) if t != move.tile]
        return f"{verb} {_tile(move.tile)} with {format_tiles(run)}"
    return f"{verb} {_tile(move.tile)}"


def _tile(tile: int) -> str:
    return format_tile(tile) if 0 <= tile < N_TILES else f"tile {tile}"


def _action_name(action: int) -> str:
    return ACTIONS[action] if 0 <= action < len(ACTIONS) else f"action {action}"
