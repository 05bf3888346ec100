"""Hands and answers for tests of the Yantai scoring kernel."""

from __future__ import annotations

from schemas.codes import BY_SELF_DRAW, FLAG_FIRST_TURN, FLAG_LAST_TILE, FLAG_OPEN_PLAY
from tests.engine.oracle.hands import Win, win

PLAIN = ("234m 567p 345s 78s 55m", "9s")
"""Concealed, three suits, a two-sided wait: nothing counts on a discard."""


LAID = ("567p 345s 78s 55m", "9s")
"""The same without one set, for a meld."""


ORPHANS = ("19m 19p 19s ESWNCFP", "1m")


PAIRS = ("11m 33m 55p 77p 99s EE P", "P")


FIRST, OPEN, LAST = FLAG_FIRST_TURN, FLAG_OPEN_PLAY, FLAG_LAST_TILE


DEALER = 0


def drawn(tiles: tuple[str, str], *melds: str, flags: int = 0, seat_wind: int = 1) -> Win:
    return win(*tiles, *melds, win_by=BY_SELF_DRAW, flags=flags, seat_wind=seat_wind)


def taken(tiles: tuple[str, str], *melds: str, flags: int = 0, seat_wind: int = 1) -> Win:
    return win(*tiles, *melds, flags=flags, seat_wind=seat_wind)
