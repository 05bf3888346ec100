"""Longgang 龙港麻将: the card's options, tiles and rows that winner and losers have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from schemas.tiles import parse_tile, parse_tiles

LIMIT: Final = "limit"
"""The value of a row that makes a hand worth the limit 腊子, whatever its points."""

DEFAULTS: Final[dict[str, Any]] = {
    "limit": 300,
    "base_points": 10,
    "self_draw": 2,
    "closed_wait": 2,
    "edge_wait": 0,
    "single_wait": 0,
    "single_self_draw": True,  # a self-drawn single wait 单吊自摸 gets the self-draw points too
    "flower": 4,
    "pair": 2,
    "eight_pairs": False,
    "loser_one_plus_two": True,  # a loser's one natural tile and two wildcards are a pung
    "kong_replacement_tai": 0,
    "dealer_doubles_losers": True,
    "values": {
        "honor_pung": 1,
        "two_wildcards": 1,
        "no_wildcard": 1,
        "seat_flower": 1,
        "four_flowers": 2,
        "flower_wildcards": 2,  # the seat flower and a guest flower
        "flower_wildcards_guests": 1,  # two guest flowers; the row's key is flower_wildcards too
        "all_pungs": 1,
        "half_flush": 1,
        "full_flush": LIMIT,
        "all_honors": LIMIT,
        "big_four_winds": LIMIT,
        "little_four_winds": LIMIT,
        "all_terminals": LIMIT,
        "terminals_and_honors": LIMIT,
        "three_wildcards": LIMIT,
        "heavenly": LIMIT,
        "earthly": LIMIT,
    },
}
"""Every choice of the card with its default. `values`: tai of a row, or "limit"."""

EAST: Final = 27
WINDS: Final = (27, 28, 29, 30)
DRAGONS: Final = (31, 32)
HONORS: Final = (*WINDS, *DRAGONS)
TERMINALS: Final = (0, 8, 9, 17, 18, 26)
BIG: Final = frozenset((*TERMINALS, *HONORS))
"""Big tiles 大子: terminals and all honors. The others are the small ones 小子."""
SUITED: Final = tuple(range(27))
FLOWERS: Final = (34, 35, 36, 37)

PUNG_POINTS: Final[dict[str, int]] = {
    "concealed_kong_small": 16,
    "concealed_kong_big": 32,
    "exposed_kong_small": 8,
    "exposed_kong_big": 16,
    "concealed_pung_small": 4,
    "concealed_pung_big": 8,
    "exposed_pung_small": 2,
    "exposed_pung_big": 4,
}


@dataclass(frozen=True)
class Meld:
    """A meld on the table: chow, pung or kong; `tile` is the kind, of a chow the lowest."""

    kind: str
    tile: int
    concealed: bool


@dataclass(frozen=True)
class Wildcards:
    """What is wild for one player 财神 坐花."""

    proper: frozenset[int]
    """Kinds of proper wildcards 正财神: the kind turned up, or the three flowers not turned."""
    seat_flower: int | None
    """The own seat flower 坐花; None where it is the flower turned up, and so out of play."""
    are_flowers: bool
    """A flower was turned up 花财神."""

    @property
    def kinds(self) -> frozenset[int]:
        return self.proper if self.seat_flower is None else self.proper | {self.seat_flower}


def options_with(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The card's defaults with some options set otherwise; `values` may name some rows only.

    Raises:
        ValueError: three wildcards are given tai; without a shape they have no points to double.
    """
    changed = dict(options or {})
    values = DEFAULTS["values"] | changed.pop("values", {})
    if values["three_wildcards"] != LIMIT:
        raise ValueError("three_wildcards can only be worth the limit")
    return DEFAULTS | changed | {"values": values}


def read_tiles(tiles: str | Iterable[str]) -> list[int]:
    return parse_tiles(tiles) if isinstance(tiles, str) else [parse_tile(tile) for tile in tiles]


def read_melds(melds: Iterable[Mapping[str, Any]]) -> list[Meld]:
    return [
        Meld(meld["kind"], min(read_tiles(meld["tiles"])), bool(meld.get("concealed", False)))
        for meld in melds
    ]


def wildcards(turned: str, seat_wind: str) -> Wildcards:
    """The wildcards of the player who sits at a wind, after a tile was turned up."""
    kind = parse_tile(turned)
    own = FLOWERS["ESWN".index(seat_wind)]
    if kind in FLOWERS:
        others = frozenset(FLOWERS) - {kind}
        return Wildcards(others, own if own != kind else None, are_flowers=True)
    return Wildcards(frozenset({kind}), own, are_flowers=False)


def counting_honors(seat_wind: str) -> frozenset[int]:
    """The honors of pair points and honor pungs 字刻: C, F and the own wind."""
    return frozenset({*DRAGONS, parse_tile(seat_wind)})


def pung_item(form: str, tile: int, *, concealed: bool) -> str:
    """The item of a kong or pung, like `exposed_kong_big`."""
    size = "big" if tile in BIG else "small"
    return f"{'concealed' if concealed else 'exposed'}_{form}_{size}"


def wildcard_rows(
    wild: Wildcards, proper: int, *, seat_flower: bool, guests_exposed: int
) -> dict[str, str]:
    """Rows that wildcards in use give winner and losers alike: key to the name of its value.

    Args:
        wild: what is wild for the player.
        proper: proper wildcards in use; where flowers are wild the seat flower is one of them.
        seat_flower: the seat flower is in use.
        guests_exposed: guest flowers 客花 that lie exposed.
    """
    if wild.are_flowers:
        if proper >= 2:
            value = "flower_wildcards" if seat_flower else "flower_wildcards_guests"
            return {"flower_wildcards": value}
        return {"seat_flower": "seat_flower"} if seat_flower else {}
    rows = {}
    if proper >= 2:
        rows["two_wildcards"] = "two_wildcards"
    if seat_flower:
        key = "four_flowers" if guests_exposed == 3 else "seat_flower"
        rows[key] = key
    return rows
