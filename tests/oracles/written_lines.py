"""Lines of the scoring interface, written by hand: any system whose hands are four sets."""

from __future__ import annotations

from typing import Any

from schemas.tiles import TILE_NAMES, parse_tiles


def line(concealed: str, win_tile: str, *melds: str, **more: Any) -> dict[str, Any]:
    """A line of the interface; melds as ``"123m"``, ``"EEE"``, ``"5555p"``, ``"(5555p)"`` 暗杠."""
    shown = []
    for text in melds:
        tiles = [TILE_NAMES[tile] for tile in parse_tiles(text.strip("()"))]
        kind = "kong" if len(tiles) == 4 else "pung" if tiles[0] == tiles[1] else "chow"
        shown.append({"kind": kind, "tiles": tiles, "concealed": text[0] == "("})
    hand = {
        "concealed": concealed,
        "melds": shown,
        "win_tile": win_tile,
        "win_by": "discard",
        "flowers": [],
        "wildcard": None,
        "seat_wind": "S",
        "round_wind": "E",
        "flags": [],
    }
    return {**hand, **more}
