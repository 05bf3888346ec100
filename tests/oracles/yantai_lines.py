"""Lines of the scoring interface for tests of the plain Yantai scorer."""

from __future__ import annotations

from typing import Any

from schemas.tiles import TILE_NAMES, parse_tiles
from tests.oracles.yantai import score

# A hand with nothing in it: three chows of two suits, a pung, a pair; the win is on a discard.
PLAIN = ("123m 456p 789p 222s 5m", "5m")


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


def at_table(
    winner: int, payer: int | None = None, dealer: int = 0, bets: list[int] | None = None
) -> dict[str, Any]:
    """The fields of a line that say who sits where."""
    table = {"dealer": dealer, "winner": winner, "payer": payer, "bets": bets or [0, 0, 0, 0]}
    win_by = "self_draw" if payer is None else "discard"
    return {"table": table, "win_by": win_by, "seat_wind": "ESWN"[(winner - dealer) % 4]}


def rows(hand: dict[str, Any], **options: Any) -> set[str]:
    return set(score(hand, options)["patterns"])
