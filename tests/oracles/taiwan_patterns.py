"""The tai table 台數 of Taiwan sixteen-tile mahjong and the condition of each row, in plain words.

Typed in from the Taiwan card, not from any rule-set file: values by column, exclusions, and what a
reading of a won hand must hold for a row to count. A kong 槓 counts wherever a pung 刻子 is asked
for. Tiles are the integers of `schemas.tiles`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TABLE: dict[str, tuple[int, int, int]] = {
    # key: 一般台式 A, 見花見字 B, 系統滿台 C; 0 = not counted in that column
    "dealer": (1, 1, 1),
    "dealer_streak": (1, 1, 1),
    "self_draw": (1, 1, 2),
    "concealed_hand": (1, 1, 2),
    "concealed_self_draw": (3, 3, 5),
    "heavenly": (24, 24, 36),
    "earthly": (16, 16, 24),
    "human": (8, 8, 16),
    "big_four_winds": (16, 16, 24),
    "little_four_winds": (8, 8, 12),
    "big_three_dragons": (8, 8, 12),
    "little_three_dragons": (4, 4, 6),
    "five_concealed_pungs": (8, 8, 12),
    "four_concealed_pungs": (5, 5, 7),
    "three_concealed_pungs": (2, 2, 3),
    "all_honors": (8, 8, 12),
    "full_flush": (8, 8, 12),
    "half_flush": (4, 4, 6),
    "all_pungs": (4, 4, 6),
    "all_chows": (2, 2, 2),
    "all_claimed": (2, 2, 2),
    "kong_replacement": (1, 1, 2),
    "last_draw": (1, 1, 2),
    "last_discard": (1, 1, 2),
    "eight_flowers": (8, 8, 6),
    "seven_rob_one": (8, 8, 16),
    "flower_set": (1, 1, 2),
    "robbing_kong": (1, 1, 2),
    "dragon_pung": (1, 1, 2),
    "seat_flower": (1, 0, 1),
    "round_wind": (1, 0, 1),
    "seat_wind": (1, 0, 1),
    "any_flower": (0, 1, 0),
    "any_wind": (0, 1, 0),
    "no_honors_no_flowers": (0, 2, 2),
    "exposed_kong": (0, 1, 1),
    "concealed_kong": (0, 2, 2),
    "declared_ready": (1, 1, 2),
    "shown_ready": (2, 2, 3),
    "all_terminals": (0, 0, 16),
    "terminals_and_honors": (0, 0, 8),
    "pure_outside": (0, 0, 8),
    "mixed_outside": (0, 0, 4),
    "all_simples": (0, 0, 4),
    "pure_straight": (0, 0, 4),
    "mixed_triple_chow": (0, 0, 4),
    "mixed_triple_pung": (0, 0, 4),
}

_FIRST_TURN = ("concealed_self_draw", "concealed_hand", "self_draw", "kong_replacement")
EXCLUDES: dict[str, tuple[str, ...]] = {
    # where the left row counts, it cancels the right ones
    "concealed_self_draw": ("self_draw", "concealed_hand"),
    "shown_ready": ("declared_ready",),
    "heavenly": _FIRST_TURN,
    "earthly": _FIRST_TURN,
    "human": ("concealed_hand",),
    "big_four_winds": ("little_four_winds", "round_wind", "seat_wind", "any_wind"),
    "little_four_winds": ("round_wind", "seat_wind", "any_wind"),
    "big_three_dragons": ("little_three_dragons", "dragon_pung"),
    "little_three_dragons": ("dragon_pung",),
    "five_concealed_pungs": ("four_concealed_pungs",),
    "four_concealed_pungs": ("three_concealed_pungs",),
    "all_honors": ("all_pungs", "half_flush", "terminals_and_honors", "mixed_outside"),
    "full_flush": ("half_flush",),
    "all_terminals": ("terminals_and_honors", "pure_outside", "mixed_outside", "all_pungs"),
    "terminals_and_honors": ("mixed_outside", "all_pungs"),
    "pure_outside": ("mixed_outside",),
}

WINDS = (27, 28, 29, 30)
DRAGONS = (31, 32, 33)
FLOWER_SETS = ((34, 35, 36, 37), (38, 39, 40, 41))
"""Seasons f1-f4 and plants f5-f8."""


@dataclass(frozen=True)
class Group:
    """A set or the pair of a reading: in hand, or laid out as a meld."""

    kind: str
    """chow, pung, kong or pair."""
    tiles: tuple[int, ...]
    claimed: bool = False
    """A claimed chow or pung, or an exposed kong; not a concealed kong."""


@dataclass(frozen=True)
class Reading:
    """Five sets and the pair, and which of them the winning tile completes."""

    groups: tuple[Group, ...]
    place: int
    """Index in `groups` of the set or pair in hand that takes the winning tile."""


@dataclass(frozen=True)
class Circumstances:
    """What a win's rows need beside the tiles; winds as tiles, 27 East to 30 North."""

    win_by: str
    win_tile: int | None
    flags: frozenset[str]
    flowers: tuple[int, ...]
    seat_wind: int
    round_wind: int
    is_dealer: bool


def flower_rows(win: Circumstances) -> dict[str, int]:
    """The rows that flowers give to any win."""
    own = [flower_set[win.seat_wind - 27] for flower_set in FLOWER_SETS]
    return {
        "seat_flower": sum(flower in own for flower in win.flowers),
        "any_flower": len(win.flowers),
        "flower_set": sum(set(each) <= set(win.flowers) for each in FLOWER_SETS),
    }


def flower_win_rows(win: Circumstances) -> dict[str, int]:
    """八仙過海 and 七搶一 are wins of their own: only they and the flower rows count."""
    key = {"eight_flowers": "eight_flowers", "seven_flowers": "seven_rob_one"}[win.win_by]
    return {key: 1, **flower_rows(win)}


def rows(reading: Reading, win: Circumstances, options: Mapping[str, Any]) -> dict[str, int]:
    """How often each row's condition holds, before values and exclusions."""
    pair = next(group for group in reading.groups if group.kind == "pair")
    sets = [group for group in reading.groups if group.kind != "pair"]
    chows = [group for group in sets if group.kind == "chow"]
    pungs = [group for group in sets if group.kind in ("pung", "kong")]
    kongs = [group for group in sets if group.kind == "kong"]
    tiles = [tile for group in reading.groups for tile in group.tiles]

    pung_kinds = {group.tiles[0] for group in pungs}
    eyes = pair.tiles[0]
    wind_pungs = sum(wind in pung_kinds for wind in WINDS)
    dragon_pungs = sum(dragon in pung_kinds for dragon in DRAGONS)
    concealed_pungs = _concealed_pungs(reading, win)

    suits = {tile // 9 for tile in tiles if tile < 27}
    any_honor = any(tile >= 27 for tile in tiles)
    any_terminal = any(is_terminal(tile) for tile in tiles)
    only_outer = all(is_terminal(tile) or tile >= 27 for tile in tiles)

    is_concealed = not any(group.claimed for group in sets)
    if kongs and not options["concealed_kong_keeps_concealed"]:
        is_concealed = False
    self_draw = win.win_by == "self_draw"
    discard = win.win_by == "discard"
    last_tile = "last_tile" in win.flags
    # Heavenly, earthly and human need that nobody has claimed or konged, the winner included.
    first_turn = "first_turn" in win.flags and not kongs and is_concealed
    honors_that_spoil = WINDS + DRAGONS if options["no_honors_dragons"] else WINDS

    return {
        "self_draw": int(self_draw),
        "concealed_hand": int(is_concealed),
        "concealed_self_draw": int(is_concealed and self_draw),
        "heavenly": int(first_turn and self_draw and win.is_dealer),
        "earthly": int(first_turn and self_draw and not win.is_dealer),
        "human": int(first_turn and discard and not win.is_dealer),
        "big_four_winds": int(wind_pungs == 4),
        "little_four_winds": int(wind_pungs == 3 and eyes in WINDS),
        "big_three_dragons": int(dragon_pungs == 3),
        "little_three_dragons": int(dragon_pungs == 2 and eyes in DRAGONS),
        "five_concealed_pungs": int(concealed_pungs >= 5),
        "four_concealed_pungs": int(concealed_pungs >= 4),
        "three_concealed_pungs": int(concealed_pungs >= 3),
        "all_honors": int(not suits),
        "full_flush": int(len(suits) == 1 and not any_honor),
        "half_flush": int(len(suits) == 1 and any_honor),
        "all_pungs": int(len(pungs) == 5),
        "all_chows": int(_all_chows(reading, chows, any_honor, win, options)),
        "all_claimed": int(all(group.claimed for group in sets) and discard),
        "kong_replacement": int(
            self_draw and bool({"kong_replacement", "flower_replacement"} & win.flags)
        ),
        "last_draw": int(last_tile and self_draw),
        "last_discard": int(last_tile and discard),
        **flower_rows(win),
        "robbing_kong": int(win.win_by == "robbed_kong"),
        "dragon_pung": dragon_pungs,
        "round_wind": int(win.round_wind in pung_kinds),
        "seat_wind": int(win.seat_wind in pung_kinds),
        "any_wind": wind_pungs,
        "no_honors_no_flowers": int(
            not win.flowers and not any(tile in honors_that_spoil for tile in tiles)
        ),
        "exposed_kong": sum(group.claimed for group in kongs),
        "concealed_kong": sum(not group.claimed for group in kongs),
        # Showing the hand is declaring and more, so its flag stands for both.
        "declared_ready": int(bool({"declared_ready", "shown_ready"} & win.flags)),
        "shown_ready": int("shown_ready" in win.flags),
        "all_terminals": int(only_outer and not any_honor),
        "terminals_and_honors": int(only_outer and any_honor and any_terminal),
        "pure_outside": int(all(any(map(is_terminal, group.tiles)) for group in reading.groups)),
        "mixed_outside": int(
            all(any(is_terminal(t) or t >= 27 for t in group.tiles) for group in reading.groups)
        ),
        "all_simples": int(not any_honor and not any_terminal),
        "pure_straight": int(_pure_straight(tiles, chows, options)),
        "mixed_triple_chow": int(_in_three_suits({group.tiles[0] for group in chows})),
        "mixed_triple_pung": int(_in_three_suits(pung_kinds)),
    }


def is_terminal(tile: int) -> bool:
    """Whether a tile is 老頭牌: a one or a nine."""
    return tile < 27 and tile % 9 in (0, 8)


def _concealed_pungs(reading: Reading, win: Circumstances) -> int:
    """暗刻: pungs in hand and concealed kongs; one that a discard completes is exposed."""
    count = 0
    for index, group in enumerate(reading.groups):
        if group.kind in ("pung", "kong") and not group.claimed:
            completed_by_other = index == reading.place and win.win_by != "self_draw"
            count += not completed_by_other
    return count


def _all_chows(
    reading: Reading,
    chows: list[Group],
    any_honor: bool,
    win: Circumstances,
    options: Mapping[str, Any],
) -> bool:
    """平胡: five chows, no honors, no flowers, two-sided wait."""
    if win.win_by == "self_draw" and not options["all_chows_self_draw"]:
        return False
    completed = reading.groups[reading.place]
    return (
        len(chows) == 5
        and not any_honor
        and not win.flowers
        and completed.kind == "chow"
        and _two_sided(completed.tiles, win.win_tile)
    )


def _two_sided(chow: tuple[int, ...], win_tile: int | None) -> bool:
    """The winning tile is an end of the chow, and the other end could have been completed too."""
    low, middle, high = chow
    if win_tile == low:
        return high % 9 != 8  # 89+7 is an edge wait
    if win_tile == high:
        return low % 9 != 0  # 12+3 is an edge wait
    assert win_tile == middle
    return False


def _pure_straight(tiles: list[int], chows: list[Group], options: Mapping[str, Any]) -> bool:
    """一氣通貫: the chows 123 456 789 of one suit, or with straight=tiles all its nine ranks."""
    lows = {group.tiles[0] for group in chows}
    for suit in (0, 9, 18):
        if options["straight"] == "tiles" and set(range(suit, suit + 9)) <= set(tiles):
            return True
        if {suit, suit + 3, suit + 6} <= lows:
            return True
    return False


def _in_three_suits(lows: set[int]) -> bool:
    """Whether some rank occurs in characters, dots and bamboo."""
    return any({rank, rank + 9, rank + 18} <= lows for rank in range(9))
