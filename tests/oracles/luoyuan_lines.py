"""Luoyuan lines written by hand: short notation for hands, melds and losers.

The gold is 9s, gold tiles are written G; the dealer is seat 0 unless a table says otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from schemas.tiles import TILE_NAMES, parse_tiles
from tests.oracles.luoyuan_tiles import Line

GOLD = "9s"


def names(text: str) -> list[str]:
    """Names of tiles in a string of runs, golds as G."""
    golds = text.count("G")
    return [TILE_NAMES[tile] for tile in parse_tiles(text.replace("G", " "))] + [GOLD] * golds


def meld(text: str) -> Line:
    """``123m`` chow, ``444p`` pung, ``5555p`` exposed kong, ``(5555p)`` concealed kong."""
    tiles = names(text.strip("()"))
    kind = "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
    return {"kind": kind, "tiles": tiles, "concealed": text.startswith("(")}


def line(
    concealed: str,
    win_tile: str | None,
    win_by: str = "self_draw",
    *,
    melds: str = "",
    flowers: str = "",
    flags: Sequence[str] = (),
    **more: Any,
) -> Line:
    """A line; beside the winning tile 16 − 3 × melds tiles are concealed."""
    exposed = [meld(text) for text in melds.split()]
    hand = names(concealed)
    needed = 16 - 3 * len(exposed) + (win_by == "three_wildcards")
    assert len(hand) == needed, len(hand)
    return {
        "concealed": hand,
        "melds": exposed,
        "win_tile": win_tile and win_tile.replace("G", GOLD),
        "win_by": win_by,
        "flowers": names(flowers),
        "wildcard": GOLD,
        "seat_wind": "S",
        "dealer_streak": 0,
        "flags": list(flags),
        **more,
    }


def table(winner: int, payer: int | None = None, dealer: int = 0, **losers: str) -> Line:
    """``s1="EEG"``: seat 1 has exposed two east winds and holds one gold."""
    hands = {}
    for seat, text in losers.items():
        flowers = names(text.replace("G", " "))
        hands[seat[1:]] = {"concealed": [GOLD] * text.count("G"), "melds": [], "flowers": flowers}
    return {"dealer": dealer, "winner": winner, "payer": payer, "losers": hands}


# Five complete sets and the pair's first tile; waits for 1s alone.
READY = "123m 456m 789m 123p 456p 1s"
# One gold, in a chow; waits for 3s and 6s (and not idle).
ONE_GOLD = "123m 456m 789m 12pG 77p 45s"
# Golden pair with the set 45s open: idle, two golds.
PAIR_WAIT = "123m 456m 789m 123p 45s GG"
DRAGON_WAIT = "123m 456m 789m 12p 77p GGG"
