"""Enumerations of the tables and kernels: integer codes and the names that stand in the lake.

The position of a name in its tuple is its code. Kernels use the integer constants, Arrow columns
the names. The order is part of the kernels' cache and of nothing else.
"""

from __future__ import annotations

from typing import Final

ACTIONS: Final = (
    "deal",
    "flower",
    "replace",
    "turn_wildcard",
    "draw",
    "discard",
    "chow",
    "pung",
    "kong_exposed",
    "kong_added",
    "kong_concealed",
    "declare_ready",
    "show_ready",
    "open_play",
    "lost_claim",
    "win",
    "false_win",
    "foul",
    "abort",
    "exhausted",
)
"""What an event is; chow 吃, pung 碰, kong 杠 (大明杠, 补杠, 暗杠), win 和, foul 犯规."""
(
    DEAL,
    FLOWER,
    REPLACE,
    TURN_WILDCARD,
    DRAW,
    DISCARD,
    CHOW,
    PUNG,
    KONG_EXPOSED,
    KONG_ADDED,
    KONG_CONCEALED,
    DECLARE_READY,
    SHOW_READY,
    OPEN_PLAY,
    LOST_CLAIM,
    WIN,
    FALSE_WIN,
    FOUL,
    ABORT,
    EXHAUSTED,
) = range(20)

MELD_CHOW: Final = 0
MELD_PUNG: Final = 1
MELD_KONG_EXPOSED: Final = 2
MELD_KONG_ADDED: Final = 3
MELD_KONG_CONCEALED: Final = 4
MELD_KINDS: Final = ("chow", "pung", "kong", "kong", "kong")
"""Names of meld codes in the tables; only code 4 is concealed."""

WIN_BY: Final = (
    "self_draw",
    "discard",
    "robbed_kong",
    "robbed_gold",
    "three_wildcards",
    "eight_flowers",
    "seven_flowers",
)
(
    BY_SELF_DRAW,
    BY_DISCARD,
    BY_ROBBED_KONG,
    BY_ROBBED_GOLD,
    BY_THREE_WILDCARDS,
    BY_EIGHT_FLOWERS,
    BY_SEVEN_FLOWERS,
) = range(7)

FLAGS: Final = (
    "last_copy",
    "last_tile",
    "kong_replacement",
    "flower_replacement",
    "first_turn",
    "declared_ready",
    "shown_ready",
    "open_play",
    "penalty_discard",
    "late_dragon",
)
"""Circumstances of a win; flag i is bit ``1 << i`` of a flag mask."""
FLAG_LAST_COPY: Final = 1
FLAG_LAST_TILE: Final = 2
FLAG_KONG_REPLACEMENT: Final = 4
FLAG_FLOWER_REPLACEMENT: Final = 8
FLAG_FIRST_TURN: Final = 16
FLAG_DECLARED_READY: Final = 32
FLAG_SHOWN_READY: Final = 64
FLAG_OPEN_PLAY: Final = 128
FLAG_PENALTY_DISCARD: Final = 256
FLAG_LATE_DRAGON: Final = 512

OUTCOMES: Final = ("win", "draw", "abort", "penalty", "false_win_end")
OUT_WIN, OUT_DRAW, OUT_ABORT, OUT_PENALTY, OUT_FALSE_WIN = range(5)

ABORT_REASONS: Final = ("four_winds", "four_kongs")
"""Why a hand is aborted: four winds 一路歸西, four kongs 四槓."""
ABORT_FOUR_WINDS, ABORT_FOUR_KONGS = range(2)

WAITS: Final = ("two_sided", "closed", "edge", "single", "pair_pair", "special")
"""How the winning tile completes the reading: 两面, 嵌/坎, 边, 单钓, 双碰, or no set or pair."""
WAIT_TWO_SIDED, WAIT_CLOSED, WAIT_EDGE, WAIT_SINGLE, WAIT_PAIR_PAIR, WAIT_SPECIAL = range(6)

VERDICTS: Final = ("legal", "no_shape", "below_minimum", "not_allowed")
LEGAL, NO_SHAPE, BELOW_MINIMUM, NOT_ALLOWED = range(4)

TILE_SOURCES: Final = ("wall", "tail", "personal")
FROM_WALL, FROM_TAIL, FROM_PERSONAL = range(3)

CHANCE_REASONS: Final = ("below_minimum", "passed", "not_allowed", "other_won")
CHANCE_BELOW_MINIMUM, CHANCE_PASSED, CHANCE_NOT_ALLOWED, CHANCE_OTHER_WON = range(4)

AGREEMENTS: Final = ("not_recorded", "same", "total", "patterns", "deltas")

WIN_ITEMS: Final = (
    "base",
    "self_draw",
    "closed_wait",
    "edge_wait",
    "single_wait",
    "flower",
    "pair",
    "concealed_kong_small",
    "concealed_kong_big",
    "exposed_kong_small",
    "exposed_kong_big",
    "concealed_pung_small",
    "concealed_pung_big",
    "exposed_pung_small",
    "exposed_pung_big",
)
"""Points 胡 that are counted before doubling; small 小子 are 2-8, big 大子 terminals and honors."""

SETTLEMENT_PARTS: Final = ("win", "dealer", "losers", "liability", "kong", "bet", "penalty")
"""Columns of a settlement beside its sum; each part sums to zero over the seats."""
