"""English and Chinese names of what the tables call by short keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pipelines.analysis import Population

ENDINGS: Final = {
    "self_draw": ("Self-draw", "自摸"),
    "discard": ("Win on a discard", "点和"),
    "robbed_kong": ("Robbed kong", "抢杠"),
    "robbed_gold": ("Robbed gold", "抢金"),
    "three_wildcards": ("Three wildcards", "三财神"),
    "eight_flowers": ("Eight flowers", "八仙过海"),
    "seven_flowers": ("Seven rob one", "七抢一"),
    "win": ("Won", "和"),
    "draw": ("Drawn, wall exhausted", "荒牌"),
    "abort": ("Aborted", "中途流局"),
    "penalty": ("Ended by a penalty", "犯规"),
    "false_win_end": ("Ended by a false win", "错和"),
    "unwon": ("Win that the rules no longer allow", "不成和"),
}
"""Ways to end a hand: outcomes, and for won hands how they were won (`win`: in any way)."""

ENDINGS_OF_SYSTEM: Final = {
    "taiwan": {
        "discard": ("Win on a discard", "放槍"),
        "win": ("Won", "胡"),
        "robbed_kong": ("Robbed kong", "搶槓"),
        "eight_flowers": ("Eight flowers", "八仙過海"),
        "seven_flowers": ("Seven rob one", "七搶一"),
        "draw": ("Drawn, wall exhausted", "流局"),
        "false_win_end": ("Ended by a false win", "詐胡"),
        "unwon": ("Win that the rules no longer allow", "不成胡"),
    },
    "luoyuan": {
        "discard": ("Win on a discard", "放胡"),
        "win": ("Won", "胡"),
        "three_wildcards": ("Three golds", "三金倒"),
        "false_win_end": ("Ended by a false win", "诈胡"),
        "unwon": ("Win that the rules no longer allow", "不成胡"),
    },
    "longgang": {
        "discard": ("Win on a discard", "放铳"),
        "win": ("Won", "胡"),
        "draw": ("Drawn, wall exhausted", "流局"),
        "false_win_end": ("Ended by a false win", "诈胡"),
        "unwon": ("Win that the rules no longer allow", "不成胡"),
    },
    "yantai": {
        "discard": ("Win on a discard", "点炮"),
        "win": ("Won", "胡"),
        "draw": ("Drawn, wall exhausted", "荒庄"),
        "false_win_end": ("Ended by a false win", "诈胡"),
        "unwon": ("Win that the rules no longer allow", "不成胡"),
    },
}
"""Endings that a system calls by names of its own."""

ABORTS: Final = {
    "four_winds": ("Four winds", "一路歸西"),
    "four_kongs": ("Four kongs", "四槓"),
}
"""Why a hand is aborted."""

PARTS: Final = {
    "win": ("Win", "和/胡"),
    "dealer": ("Dealer", "庄"),
    "losers": ("Among losers", "输家互结"),
    "liability": ("Liability", "包"),
    "kong": ("Kongs", "杠"),
    "bet": ("Bets", "押注"),
    "penalty": ("Penalty", "罚"),
}
"""Parts of a settlement; what holds for all systems calls a win by both of its words 和/胡."""

COMPONENTS: Final = {
    "policy": ("Who plays", "牌技"),
    "seat": ("Seat", "座位"),
    "policy_seat": ("Who plays where", "牌技×座位"),
    "wall": ("Wall: what it gives a seat", "牌山"),
    "policy_wall": ("Whom the wall suits", "牌技×牌山"),
    "policy_seat_wall": ("Whom the wall suits there", "牌技×座位×牌山"),
    "rest": ("Where the others sit", "同桌"),
    "luck": ("Luck: all but who plays", "运气"),
    "total": ("Total", "合计"),
}
"""Parts of the variance of a player's points in a hand."""

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


def how_made(kind: str, options: Mapping[str, Any]) -> str:
    """How the hands of a run came to be, from its manifest.

    >>> how_made("sim", {"policies": ["greedy"] * 4, "seed": 7, "single": True})
    'simulated: greedy, seed 7, single hands'
    >>> how_made("ingest", {})
    'recorded'
    """
    made = KINDS.get(kind, kind)
    policies = options.get("policies")
    if not policies:
        return made
    told = [", ".join(policies if len(set(policies)) > 1 else policies[:1])]
    told.append(f"seed {options.get('seed')}")
    if options.get("walls") == "personal":
        told.append("personal walls")
    if options.get("duplicate"):
        told.append("each deal in all seatings")
    elif options.get("single"):
        told.append("single hands")
    return f"{made}: {', '.join(told)}"


def short_names(populations: Sequence[Population]) -> list[str]:
    """A name for each population, as short as tells it from all others.

    The rule set; who played; how the hands were made; the runs.
    """
    levels = [
        [one.rules for one in populations],
        [f"{one.rules}: {_who(one)}" for one in populations],
        [f"{one.rules}: {how_made(one.kind, one.manifests[0].options)}" for one in populations],
        [", ".join(one.runs) for one in populations],
    ]
    return [
        next((level[k] for level in levels if level.count(level[k]) == 1), levels[-1][k])
        for k in range(len(populations))
    ]


def _who(population: Population) -> str:
    policies = population.manifests[0].options.get("policies")
    return "/".join(dict.fromkeys(policies)) if policies else KINDS.get(population.kind, "")


def both(names: tuple[str, str]) -> str:
    """English and Chinese name side by side.

    >>> both(WAITS["edge"])
    'Edge 边张'
    """
    return f"{names[0]} {names[1]}".strip()


def ending(key: str, system: str) -> tuple[str, str]:
    """Names of a way to end a hand, as a system calls it; an unknown key stands for itself.

    >>> ending("three_wildcards", "luoyuan"), ending("three_wildcards", "longgang")
    (('Three golds', '三金倒'), ('Three wildcards', '三财神'))
    """
    own = ENDINGS_OF_SYSTEM.get(system, {})
    return own[key] if key in own else named(ENDINGS, key)


def wait(key: str) -> tuple[str, str]:
    """Names of a wait; an unknown key stands for itself."""
    return named(WAITS, key)


def named(names: Mapping[str, tuple[str, str]], key: str) -> tuple[str, str]:
    """Names out of one of the tables above; an unknown key stands for itself.

    >>> named(PARTS, "kong"), named(ABORTS, "nine_orphans")
    (('Kongs', '杠'), ('nine orphans', ''))
    """
    return names.get(key, (key.replace("_", " "), ""))
