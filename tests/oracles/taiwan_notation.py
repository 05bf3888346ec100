"""Hands of the plain Taiwan scorer's tests, written short."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schemas.tiles import TILE_NAMES, parse_tiles


def won(
    concealed: str,
    win_tile: str | None,
    *melds: str,
    win_by: str = "discard",
    flowers: str = "f1",
    seat: str = "S",
    round_wind: str = "W",
    flags: Sequence[str] = (),
    streak: int = 0,
    table: tuple[int, int, int | None] | None = None,
) -> dict[str, Any]:
    """A line of the scoring interface.

    Melds are ``"123m"``, ``"EEE"``, ``"5555p"`` 明槓, ``"(5555p)"`` 暗槓; `table` is dealer,
    winner, payer. The defaults, a flower of another seat among them, add no row by themselves.
    """
    line: dict[str, Any] = {
        "concealed": names(concealed),
        "melds": [_meld(meld) for meld in melds],
        "win_tile": win_tile,
        "win_by": win_by,
        "flowers": names(flowers),
        "seat_wind": seat,
        "round_wind": round_wind,
        "dealer_streak": streak,
        "flags": list(flags),
    }
    if table is not None:
        line["table"] = dict(zip(("dealer", "winner", "payer"), table, strict=True))
    return line


def names(text: str) -> list[str]:
    """Runs of tiles as names.

    >>> names("12m E")
    ['1m', '2m', 'E']
    """
    return [TILE_NAMES[tile] for tile in parse_tiles(text)]


def _meld(text: str) -> dict[str, Any]:
    tiles = names(text.strip("()"))
    kind = "kong" if len(tiles) == 4 else "pung" if tiles[0] == tiles[1] else "chow"
    return {"kind": kind, "tiles": tiles, "concealed": text.startswith("(")}
