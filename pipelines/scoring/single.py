"""One hand given by options: into a line of the scoring interface, and scored in full.

Beside the answer the explanation holds what a line's answer leaves out: the patterns that arose
and were cancelled, and by which, the wait, and what everybody pays.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.readings import format_group
from engine.rules import Rules, compile_rules
from engine.scoring import score_win
from engine.scoring_out import (
    I_N_READING,
    I_N_WAITS,
    I_POINTS,
    I_TAI,
    I_TOTAL,
    I_WAIT,
    I_WITHOUT_FLOWERS,
    ScoreOut,
    new_score_out,
)
from engine.settlement import settle_batch
from engine.situation import new_win, set_tiles
from engine.tables import load_tables
from pipelines.scoring.checks import copy_errors
from pipelines.scoring.hands import HandColumns
from schemas.catalogue import PatternName
from schemas.codes import LEGAL, NO_SHAPE, VERDICTS, WAITS, WIN_ITEMS
from schemas.errors import InputError, UsageError
from schemas.items import ITEM_NAMES, item_values
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import TILE_NAMES, WINDS, parse_tiles


@dataclass(frozen=True, slots=True)
class CountedPattern:
    """A pattern of the chosen reading; `cancelled_by` names what excluded it."""

    pattern: PatternName
    count: int
    value: int
    cancelled_by: PatternName | None


@dataclass(frozen=True, slots=True)
class Payment:
    """What each seat receives; seat 0 deals, `giver` gave the tile (None: nobody)."""

    winner: int
    giver: int | None
    deltas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Everything about one scored hand.

    Attributes:
        verdict: ``legal`` or the reason why it is no win.
        points, tai, items: points before doubling, doublings and (name, English name, count,
            value) of each item, in systems that double; else 0 and empty.
        payments: one for each kind of player that could have given the tile; empty if not legal.
    """

    ruleset: RuleSet
    verdict: str
    total: int
    total_without_flowers: int
    reading: list[str]
    wait: str
    n_waits: int
    patterns: list[CountedPattern]
    points: int
    tai: int
    items: list[tuple[str, str, int, int]]
    payments: list[Payment]


def hand_from_options(
    *,
    rules: str | None,
    concealed: str,
    win_tile: str | None,
    win_by: str,
    melds: list[str],
    concealed_kongs: list[str],
    flowers: str,
    seat_wind: str,
    round_wind: str,
    flags: list[str],
    wildcard: str | None = None,
    streak: int = 0,
) -> dict[str, Any]:
    """A line of the scoring interface from the options of the command line.

    Raises:
        UsageError: where no rule set is named.
        InputError: for text that names no tiles.
    """
    if rules is None:
        raise UsageError("one hand needs --rules, for example --rules mcr")
    return {
        "rules": rules,
        "concealed": concealed,
        "melds": [_meld(text, concealed=False) for text in melds]
        + [_meld(text, concealed=True) for text in concealed_kongs],
        "win_tile": win_tile,
        "win_by": win_by,
        "flowers": int(flowers) if flowers.isdigit() else flowers,
        "seat_wind": seat_wind,
        "round_wind": round_wind,
        "flags": flags,
        "wildcard": wildcard,
        "dealer_streak": streak,
    }


def explain(line: dict[str, Any]) -> Explanation:
    """Score one hand and say why it counts what it counts.

    Raises:
        RulesError: unknown rule set.
        InputError: a hand that cannot exist.
    """
    ruleset = load_ruleset(line["rules"])
    rules = compile_rules(ruleset)
    columns = HandColumns(ruleset)
    columns.add(line, 0)
    wins = columns.wins()
    for message in copy_errors(wins, columns.elsewhere(), rules.copies).values():
        raise InputError(message, code="five_copies")
    out = new_score_out()
    win = new_win()
    set_tiles(win, wins.hand[0], wins.meld_kind[0], wins.meld_tile[0], wins.flowers[0])
    win.facts[:] = wins.facts[0]
    verdict = int(score_win(rules, load_tables(), win, out))
    names = ruleset.catalogue.patterns
    patterns = [
        CountedPattern(
            pattern=names[index],
            count=int(out.counts[index]),
            value=int(rules.values[index]),
            cancelled_by=names[canceller] if (canceller := out.cancelled_by[index]) >= 0 else None,
        )
        for index in range(len(names))
        if out.counts[index] or out.cancelled_by[index] >= 0
    ]
    total = int(out.info[I_TOTAL])
    return Explanation(
        ruleset=ruleset,
        verdict=VERDICTS[verdict],
        total=total,
        total_without_flowers=int(out.info[I_WITHOUT_FLOWERS]),
        reading=[format_group(int(code)) for code in out.reading[: out.info[I_N_READING]]],
        wait=WAITS[out.info[I_WAIT]] if verdict != NO_SHAPE else "",
        n_waits=int(out.info[I_N_WAITS]),
        patterns=patterns,
        points=int(out.info[I_POINTS]),
        tai=int(out.info[I_TAI]),
        items=_items(ruleset, out),
        payments=_payments(line, rules, out.info) if verdict == LEGAL else [],
    )


def _items(ruleset: RuleSet, out: ScoreOut) -> list[tuple[str, str, int, int]]:
    """Items of points as (name, English name, count, value)."""
    return [
        (*ITEM_NAMES[key], int(count), value)
        for key, count, value in zip(WIN_ITEMS, out.items, item_values(ruleset), strict=True)
        if count
    ]


def _payments(line: dict[str, Any], rules: Rules, info: NDArray[np.int32]) -> list[Payment]:
    """What everybody receives, for each kind of player that could have given the tile.

    Seat 0 deals; the losers' hands are empty.
    """
    ruleset = load_ruleset(line["rules"])
    winner = WINDS.index(line["seat_wind"])
    others = [seat for seat in range(4) if seat != winner]
    givers: list[int | None] = [None]
    if line["win_by"] in ("discard", "robbed_kong", "seven_flowers"):
        givers = [others[-1]] if winner == 0 else [others[-1], 0]
    found = []
    for giver in givers:
        columns = HandColumns(ruleset)
        table = {"dealer": 0, "winner": winner, "payer": giver}
        columns.add({**line, "table": table}, 0)
        showdown = columns.showdowns(columns.wins(), info[None], np.zeros(1, np.intp))
        deltas = settle_batch(rules, load_tables(), showdown)[0].tolist()
        found.append(Payment(winner, giver, tuple(deltas)))
    return found


def _meld(text: str, *, concealed: bool) -> dict[str, Any]:
    tiles = parse_tiles(text)
    kind = "kong" if len(tiles) == 4 else "pung" if len(set(tiles)) == 1 else "chow"
    return {"kind": kind, "tiles": [TILE_NAMES[tile] for tile in tiles], "concealed": concealed}
