"""Longgang 龙港麻将: lines of the scoring interface written short, for the tests."""

from __future__ import annotations

from typing import Any

from schemas.tiles import TILE_NAMES
from tests.oracles.longgang_rules import read_tiles

CHOWS = "456m 678p 345s"
"""Three chows that no wait of these tests touches."""


def meld(tiles: str) -> dict[str, Any]:
    """A meld from its tiles, `CCC`, `123m`; a concealed kong in brackets, `[CCCC]`."""
    concealed = tiles.startswith("[")
    tiles = tiles.strip("[]")
    names = [TILE_NAMES[tile] for tile in read_tiles(tiles)]
    kind = "kong" if len(names) == 4 else "pung" if len(set(names)) == 1 else "chow"
    return {"kind": kind, "tiles": names, "concealed": concealed}


def line(
    concealed: str,
    win: str | None,
    by: str = "discard",
    *,
    melds: str = "",
    flowers: str = "",
    wild: str = "N",
    seat: str = "S",
    flags: str = "",
    payer: int | None = None,
    losers: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """A line of the scoring interface; seat 0 deals, losers make a table."""
    hand: dict[str, Any] = {
        "concealed": concealed,
        "melds": [meld(tiles) for tiles in melds.split()],
        "win_tile": win,
        "win_by": by,
        "flowers": flowers.split(),
        "wildcard": wild,
        "seat_wind": seat,
        "flags": flags.split(),
    }
    n_tiles = len(read_tiles(concealed)) + 3 * len(hand["melds"]) + (win is not None)
    assert n_tiles == 17 or (by == "three_wildcards" and n_tiles == 16)
    if losers is not None:
        winner = "ESWN".index(seat)
        hand["table"] = {"dealer": 0, "winner": winner, "payer": payer, "losers": losers}
    return hand


def loser(concealed: str = "", melds: str = "", flowers: str = "") -> dict[str, Any]:
    return {
        "concealed": concealed,
        "melds": [meld(tiles) for tiles in melds.split()],
        "flowers": flowers.split(),
    }
