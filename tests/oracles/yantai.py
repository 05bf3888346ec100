"""Yantai mahjong 烟台麻将, scored slowly and plainly from the words of its rule card.

`score` reads one line of the scoring interface. It tries every reading of the hand, asks the
condition of every row as the card words it, strikes out what other rows exclude and keeps the
reading with the highest product. `DEFAULTS` are the card's choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Any, Final

from schemas.tiles import HONORS, N_KINDS, SUITS, TILE_NAMES, parse_tile, parse_tiles
from tests.engine.oracle.plain import splits

Rows = dict[str, int]

SEVEN_PAIRS: Final = (
    "seven_pairs",
    "luxury_seven_pairs",
    "super_luxury_seven_pairs",
    "supreme_luxury_seven_pairs",
)
"""七对, 豪华七对, 超级豪华七对, 至尊豪华七对: the place is the number of kinds held four times."""

DEFAULTS: Final[dict[str, Any]] = {
    "values": {
        "concealed_hand": 2,  # 门前清
        "half_flush": 2,  # 混一色
        "full_flush": 4,  # 清一色
        "pure_straight": 2,  # 一条龙
        "last_single": 2,  # 大吊车
        "kong_replacement": 2,  # 杠上开花
        "last_draw": 2,  # 海底捞月
        "all_pungs": 2,  # 碰碰胡
        "seven_pairs": 2,
        "luxury_seven_pairs": 4,
        "super_luxury_seven_pairs": 8,
        "supreme_luxury_seven_pairs": 16,
        "thirteen_orphans": 10,  # 十三幺
        "earthly": 10,  # 地胡
        "heavenly": 10,  # 天胡
        "open_play": 4,  # 明打
    },
    "excludes": {
        "full_flush": ["half_flush"],
        **{row: ["concealed_hand", *(r for r in SEVEN_PAIRS if r != row)] for row in SEVEN_PAIRS},
        "thirteen_orphans": [
            "concealed_hand",
            "half_flush",
            "full_flush",
            "pure_straight",
            "last_single",
            "all_pungs",
        ],
        "heavenly": ["concealed_hand"],
        "earthly": ["concealed_hand"],
    },
    "honors_full_flush": True,  # honors only are "one kind" too
    "rob_kong": True,  # the card does not name it: a robbed kong is won like a discard
    "payer": "discarder",  # or "all": a win on a discard is paid by all three, too
    "unit": 1,
    "dealer_factor": 2,
    "kong_points": True,
    "exposed_kong": 1,
    "concealed_kong": 2,
    "bet_scope": "payers",  # or "all_losers"
}
"""The card's choices; `score` takes any of them under the same name."""

ORPHANS: Final = {name for name in TILE_NAMES[:N_KINDS] if name in HONORS or name[0] in "19"}


@dataclass(frozen=True)
class Reading:
    """One way to see the winning tiles: `groups` are all sets and the pair, melds included."""

    shape: str  # "standard", "seven_pairs" or "thirteen_orphans"
    groups: list[list[str]]


def score(hand: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Score one line of the scoring interface.

    Returns:
        `legal`, `reason`, `total`, `patterns` and `deltas` as in the interface, and `tied`: the
        patterns of every reading that is worth the same total, those of `patterns` first.
    """
    chosen = settings(options)
    tied: list[Rows] = []
    best = 0
    for reading in readings(hand):
        rows = counted(conditions(hand, reading, chosen), chosen)
        product = prod(chosen["values"][row] for row in rows)
        if product > best:
            best, tied = product, []
        if product == best and rows not in tied:
            tied.append(rows)
    tied.sort(key=sorted)
    reason = None
    if not tied:
        reason = "no_shape"
    elif not is_allowed(hand, chosen):
        reason = "not_allowed"
    pays = reason is None and hand.get("table") is not None
    return {
        "legal": reason is None,
        "reason": reason,
        "total": best,
        "patterns": tied[0] if tied else {},
        "deltas": payments(hand, best, chosen) if pays else None,
        "tied": tied,
    }


def settings(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The defaults with what `options` say; `values` and `excludes` are changed row by row."""
    chosen = dict(DEFAULTS)
    for name, value in (options or {}).items():
        default = DEFAULTS[name]
        chosen[name] = {**default, **value} if isinstance(default, dict) else value
    return chosen


def tiles_in_hand(hand: Mapping[str, Any]) -> list[str]:
    """The names of the tiles outside the melds, the winning tile with them."""
    concealed = hand["concealed"]
    if isinstance(concealed, str):
        concealed = [TILE_NAMES[tile] for tile in parse_tiles(concealed)]
    return [*concealed, hand["win_tile"]]


def readings(hand: Mapping[str, Any]) -> list[Reading]:
    """Every way to see a win: four sets and a pair, seven pairs, thirteen orphans."""
    tiles = tiles_in_hand(hand)
    melds = [list(meld["tiles"]) for meld in hand["melds"]]
    found = [
        Reading("standard", [*melds, *([TILE_NAMES[tile] for tile in group] for group in split)])
        for split in splits([parse_tile(name) for name in tiles])
    ]
    counts = Counter(tiles)
    if not melds and all(count in (2, 4) for count in counts.values()):
        pairs = [[name, name] for name, count in counts.items() for _ in range(count // 2)]
        found.append(Reading("seven_pairs", pairs))
    if not melds and set(tiles) == ORPHANS:
        found.append(Reading("thirteen_orphans", [tiles]))
    return found


def conditions(hand: Mapping[str, Any], reading: Reading, chosen: Mapping[str, Any]) -> set[str]:
    """The rows whose conditions hold, before any exclusion."""
    melds = hand["melds"]
    flags = hand.get("flags") or []
    self_draw = hand["win_by"] == "self_draw"
    dealer = winner_deals(hand)
    every_tile = [name for group in reading.groups for name in group]
    suits = {name[-1] for name in every_tile if name not in HONORS}
    honors = any(name in HONORS for name in every_tile)
    sets = [group for group in reading.groups if len(group) >= 3]
    four_alike = sum(count == 4 for count in Counter(every_tile).values())

    holds = {
        "concealed_hand": self_draw and all(meld["concealed"] for meld in melds),
        "half_flush": len(suits) == 1 and honors,
        "full_flush": (len(suits) == 1 and not honors)
        or (not suits and bool(chosen["honors_full_flush"])),
        "pure_straight": reading.shape == "standard" and has_straight(sets),
        "last_single": len(melds) == 4,
        "kong_replacement": "kong_replacement" in flags,
        "last_draw": self_draw and "last_tile" in flags,
        "all_pungs": reading.shape == "standard" and all(len(set(group)) == 1 for group in sets),
        "thirteen_orphans": reading.shape == "thirteen_orphans",
        "earthly": "first_turn" in flags and not dealer,
        "heavenly": "first_turn" in flags and dealer and self_draw,
        "open_play": "open_play" in flags,
    }
    for kinds, row in enumerate(SEVEN_PAIRS):
        holds[row] = reading.shape == "seven_pairs" and four_alike == kinds
    return {row for row, true in holds.items() if true}


def has_straight(sets: list[list[str]]) -> bool:
    """一条龙: the chows 123, 456 and 789 of one suit are among the sets."""
    made = [sorted(group) for group in sets]
    return any(
        all([f"{first + step}{suit}" for step in range(3)] in made for first in (1, 4, 7))
        for suit in SUITS
    )


def counted(rows: set[str], chosen: Mapping[str, Any]) -> Rows:
    """Rows that count: not neutral, and not excluded by a row that is not neutral.

    A row that is itself excluded still excludes others.
    """
    worth = {row for row in rows if chosen["values"][row] > 1}
    cancelled = {gone for row in worth for gone in chosen["excludes"].get(row, [])}
    return {row: 1 for row in sorted(worth - cancelled)}


def is_allowed(hand: Mapping[str, Any], chosen: Mapping[str, Any]) -> bool:
    """Open play 明打 wins by self-draw alone, without claims; an added kong began as a claim."""
    if "open_play" in (hand.get("flags") or []):
        claims = [meld for meld in hand["melds"] if not meld["concealed"]]
        return hand["win_by"] == "self_draw" and not claims
    return bool(chosen["rob_kong"]) or hand["win_by"] != "robbed_kong"


def winner_deals(hand: Mapping[str, Any]) -> bool:
    """Whether the winner is the dealer: by the table, without one by the seat's wind."""
    table = hand.get("table")
    if table is not None:
        return bool(table["dealer"] == table["winner"])
    return bool(hand.get("seat_wind") == "E")


def payments(hand: Mapping[str, Any], product: int, chosen: Mapping[str, Any]) -> list[int]:
    """What each seat wins or loses: multiplied value, kong points, bets."""
    table = hand["table"]
    winner, dealer = table["winner"], table["dealer"]
    bets = table.get("bets") or [0, 0, 0, 0]
    kongs = 0
    if chosen["kong_points"]:
        for meld in hand["melds"]:
            if meld["kind"] == "kong":
                kongs += chosen["concealed_kong" if meld["concealed"] else "exposed_kong"]
    deltas = [0, 0, 0, 0]
    for loser in range(4):
        if loser == winner:
            continue
        everyone = hand["win_by"] == "self_draw" or chosen["payer"] == "all"
        paid = 0
        if everyone or loser == table["payer"]:
            factor = chosen["dealer_factor"] if dealer in (loser, winner) else 1
            paid = chosen["unit"] * product * factor + kongs
        if everyone or loser == table["payer"] or chosen["bet_scope"] == "all_losers":
            paid += bets[winner] + bets[loser]
        deltas[loser] -= paid
        deltas[winner] += paid
    return deltas
