"""A slow, obvious scorer of Taiwan sixteen-tile mahjong 台灣麻將, written from the Taiwan card.

Every decomposition of the hand, every place of the winning tile in it, every row of the table:
the reading with the most tai counts. Input is one line of the scoring interface as decoded JSON,
assumed to be well-formed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from schemas.tiles import parse_tile
from tests.oracles.taiwan_patterns import (
    EXCLUDES,
    TABLE,
    Circumstances,
    Group,
    Reading,
    flower_win_rows,
    rows,
)

DEFAULTS: dict[str, Any] = {
    # The column of the tai table: A 一般台式, B 見花見字, C 系統滿台.
    "column": "A",
    # Values {key: tai} and exclusions {key: [keys it cancels]} that differ from the table's.
    "values": {},
    "excludes": {},
    # A payer pays base + per_tai × tai.
    "base": 3,
    "per_tai": 1,
    # 拉莊: a streak of n counts 2n instead of n.
    "pull_streak": True,
    # Who pays for a discard or a robbed kong: "discarder", or "all" three.
    "payer": "discarder",
    "all_chows_self_draw": True,
    "concealed_kong_keeps_concealed": True,
    # 一氣通貫 by "chows", or by "tiles": all nine ranks of a suit in whatever sets.
    "straight": "chows",
    # 無字無花 forbids dragons too; False = winds and flowers only.
    "no_honors_dragons": True,
    # "before_own_draw" or "first_go_round": decided by whoever sets the flag first_turn.
    "human_scope": "before_own_draw",
}
CHOICES: dict[str, tuple[str, ...]] = {
    "column": ("A", "B", "C"),
    "payer": ("discarder", "all"),
    "straight": ("chows", "tiles"),
    "human_scope": ("before_own_draw", "first_go_round"),
}

FLOWER_WINS = ("eight_flowers", "seven_flowers")
WIN_BY = ("self_draw", "discard", "robbed_kong", *FLOWER_WINS)


def score(hand: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Score a won hand.

    Args:
        hand: A line of the scoring interface; `concealed` as a list of tile names.
        options: Choices that differ from `DEFAULTS`.

    Returns:
        ``legal``, ``reason`` (None or ``no_shape``), ``total`` in tai without dealer and streak,
        ``patterns`` {key: count}, ``deltas`` (four points, or None), and ``tied``: the pattern
        lists of all readings with that total, `patterns` the first of them.

    Raises:
        ValueError: for an unknown option, a value it cannot take, or a way of winning that
            Taiwan's rules do not know.
    """
    chosen = resolve(options)
    if hand["win_by"] not in WIN_BY:
        raise ValueError(f"win_by {hand['win_by']!r} is not one of {WIN_BY}")
    win = circumstances(hand)
    if win.win_by in FLOWER_WINS:
        found = [flower_win_rows(win)]
    else:
        found = [rows(reading, win, chosen) for reading in readings(hand)]
    if not found:
        return {
            "legal": False,
            "reason": "no_shape",
            "total": 0,
            "patterns": {},
            "deltas": None,
            "tied": [],
        }
    counted = [count(each, chosen) for each in found]
    best = max(total for total, _ in counted)
    tied: list[dict[str, int]] = []
    for total, patterns in counted:
        if total == best and patterns not in tied:
            tied.append(patterns)
    return {
        "legal": True,
        "reason": None,
        "total": best,
        "patterns": tied[0],
        "deltas": deltas(hand, best, chosen),
        "tied": tied,
    }


def resolve(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """All options, with the column's values and exclusions filled in under the changed ones."""
    given = dict(options or {})
    unknown = sorted(given.keys() - DEFAULTS.keys())
    if unknown:
        raise ValueError(f"unknown options {unknown}; options are {sorted(DEFAULTS)}")
    chosen = {**DEFAULTS, **given}
    for key, valid in CHOICES.items():
        if chosen[key] not in valid:
            raise ValueError(f"{key} {chosen[key]!r} is not one of {valid}")
    strange = (chosen["values"].keys() | chosen["excludes"].keys()) - TABLE.keys()
    if strange:
        raise ValueError(f"unknown patterns {sorted(strange)}")
    column = CHOICES["column"].index(chosen["column"])
    chosen["values"] = {key: row[column] for key, row in TABLE.items()} | chosen["values"]
    chosen["excludes"] = {**EXCLUDES, **chosen["excludes"]}
    return chosen


def count(found: Mapping[str, int], chosen: Mapping[str, Any]) -> tuple[int, dict[str, int]]:
    """Total and patterns after values and exclusions.

    A row of value 0 neither counts nor cancels; a cancelled row still cancels others.
    """
    values: dict[str, int] = chosen["values"]
    present = {key: times for key, times in found.items() if times > 0 and values[key] != 0}
    cancelled = {right for left in present for right in chosen["excludes"].get(left, ())}
    patterns = {key: times for key, times in present.items() if key not in cancelled}
    return sum(values[key] * times for key, times in patterns.items()), patterns


def deltas(hand: Mapping[str, Any], total: int, chosen: Mapping[str, Any]) -> list[int] | None:
    """What each seat gets or pays, or None without a table."""
    table = hand.get("table")
    if table is None:
        return None
    values: dict[str, int] = chosen["values"]
    streak = hand.get("dealer_streak", 0) * (2 if chosen["pull_streak"] else 1)
    dealer_tai = values["dealer"] + values["dealer_streak"] * streak
    winner = table["winner"]
    points = [0, 0, 0, 0]
    for payer in payers(hand, chosen):
        tai = total
        if table["dealer"] in (winner, payer):
            tai += dealer_tai
        paid = chosen["base"] + chosen["per_tai"] * tai
        points[payer] -= paid
        points[winner] += paid
    return points


def payers(hand: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[int]:
    """The seats that pay: all others, or the one that the win came from."""
    table = hand["table"]
    one_pays = hand["win_by"] == "seven_flowers" or (
        hand["win_by"] in ("discard", "robbed_kong") and chosen["payer"] == "discarder"
    )
    if one_pays:
        return [table["payer"]]
    return [seat for seat in range(4) if seat != table["winner"]]


def circumstances(hand: Mapping[str, Any]) -> Circumstances:
    """What counts beside the tiles, read from a line."""
    table = hand.get("table")
    if table is not None:
        is_dealer = table["winner"] == table["dealer"]
    else:
        is_dealer = hand["seat_wind"] == "E"
    win_tile = hand.get("win_tile")
    return Circumstances(
        win_by=hand["win_by"],
        win_tile=None if win_tile is None else parse_tile(win_tile),
        flags=frozenset(hand.get("flags", [])),
        flowers=tuple(parse_tile(flower) for flower in hand.get("flowers", [])),
        seat_wind=parse_tile(hand["seat_wind"]),
        round_wind=parse_tile(hand["round_wind"]),
        is_dealer=is_dealer,
    )


def readings(hand: Mapping[str, Any]) -> list[Reading]:
    """All ways to read the hand as five sets and a pair, with all places of the winning tile."""
    melds = [
        Group(
            meld["kind"],
            tuple(sorted(parse_tile(tile) for tile in meld["tiles"])),
            claimed=not meld["concealed"],
        )
        for meld in hand.get("melds", [])
    ]
    win_tile = parse_tile(hand["win_tile"])
    in_hand = Counter([*(parse_tile(tile) for tile in hand["concealed"]), win_tile])
    found: list[Reading] = []
    for groups in splits(in_hand):
        seen: list[Group] = []
        for place, group in enumerate(groups):
            # Two equal sets in hand are the same place.
            if win_tile in group.tiles and group not in seen:
                seen.append(group)
                found.append(Reading((*groups, *melds), place))
    return found


def splits(tiles: Counter[int]) -> Iterator[list[Group]]:
    """All ways to split tiles into a pair and sets."""
    for eyes in sorted(tiles):
        if tiles[eyes] >= 2:
            rest = tiles.copy()
            rest[eyes] -= 2
            for sets in set_splits(rest):
                yield [Group("pair", (eyes, eyes)), *sets]


def set_splits(tiles: Counter[int]) -> Iterator[list[Group]]:
    """All ways to split tiles into chows and pungs; a way may come twice, in another order."""
    left = [tile for tile in tiles if tiles[tile] > 0]
    if not left:
        yield []
        return
    low = min(left)
    if tiles[low] >= 3:
        rest = tiles.copy()
        rest[low] -= 3
        for others in set_splits(rest):
            yield [Group("pung", (low, low, low)), *others]
    if low < 27 and low % 9 <= 6 and tiles[low + 1] > 0 and tiles[low + 2] > 0:
        rest = tiles.copy()
        for tile in (low, low + 1, low + 2):
            rest[tile] -= 1
        for others in set_splits(rest):
            yield [Group("chow", (low, low + 1, low + 2)), *others]
