"""English and Chinese names of what the tables call by short keys."""

from __future__ import annotations

from typing import Final

ENDINGS: Final = {
    "self_draw": ("Self-draw", "自摸"),
    "discard": ("Win on a discard", "点和"),
    "robbed_kong": ("Robbed kong", "抢杠"),
    "robbed_gold": ("Robbed gold", "抢金"),
    "three_wildcards": ("Three wildcards", "三金倒"),
    "eight_flowers": ("Eight flowers", "八仙过海"),
    "seven_flowers": ("Seven flowers", "七抢一"),
    "draw": ("Drawn, wall exhausted", "荒牌"),
    "abort": ("Aborted", "中途流局"),
    "penalty": ("Ended by a penalty", "犯规"),
    "false_win_end": ("Ended by a false win", "错和"),
    "unwon": ("Win that the rules no longer allow", "不成和"),
}
"""Ways to end a hand: outcomes, and for won hands how they were won."""

WAITS: Final = {
    "two_sided": ("Two-sided", "两面"),
    "closed": ("Closed", "坎张"),
    "edge": ("Edge", "边张"),
    "single": ("Single", "单钓"),
    "pair_pair": ("Two pairs", "双碰"),
    "special": ("Special shape", "特殊"),
}

SEATS: Final = (("East", "东"), ("South", "南"), ("West", "西"), ("North", "北"))
"""Seats counted from the dealer, who is East."""

AGREEMENTS: Final = {
    "same": "Agrees in all that is recorded",
    "total": "Another total",
    "patterns": "Same total from other patterns",
    "deltas": "Other payments",
    "not_recorded": "No score in the record",
}

FORMATS: Final = {
    "botzone": "Botzone text",
    "botzone-json": "Botzone judge log",
    "tziakcha": "tziakcha session",
    "paipu": "paipu record",
    "simulated": "simulated",
}

KINDS: Final = {"ingest": "recorded", "sim": "simulated", "rescore": "scored again"}


def both(names: tuple[str, str]) -> str:
    """English and Chinese name side by side.

    >>> both(WAITS["edge"])
    'Edge 边张'
    """
    return f"{names[0]} {names[1]}"


def ending(key: str) -> tuple[str, str]:
    """Names of a way to end a hand; an unknown key stands for itself."""
    return ENDINGS.get(key, (key.replace("_", " "), ""))


def wait(key: str) -> tuple[str, str]:
    """Names of a wait; an unknown key stands for itself."""
    return WAITS.get(key, (key.replace("_", " "), ""))
