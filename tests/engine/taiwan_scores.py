"""Taiwan hands in notation, scored and paid by the engine; answers in pattern keys.

Seat and round wind are South and nobody deals but seat 0, unless a hand says otherwise; hands are
won on a discard unless they say ``by="self_draw"``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from engine.readings import format_group
from engine.rules import Rules, compile_rules
from engine.scoring import (
    ScoreColumns,
    WinColumns,
    new_score_columns,
    new_win_columns,
    score_batch,
    score_win,
)
from engine.scoring_out import I_N_WAITS, I_TOTAL, I_WAIT, SCRATCH_SIZE, new_score_out
from engine.settlement import settle
from engine.settling.parts import N_PARTS
from engine.situation import (
    S_DEALER,
    S_PAYER,
    S_STREAK,
    S_WIN_BY,
    S_WINNERS,
    new_showdown,
)
from engine.tables import load_tables
from schemas.codes import (
    FLAGS,
    MELD_CHOW,
    MELD_KONG_CONCEALED,
    MELD_KONG_EXPOSED,
    MELD_PUNG,
    SETTLEMENT_PARTS,
    VERDICTS,
    WAITS,
    WIN_BY,
)
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import parse_tile, parse_tiles
from tests.engine.single_win import win_at

STANDARD, FLOWERS_HONORS, SYSTEM = "taiwan-standard", "taiwan-flowers-honors", "taiwan-system"
PRESETS = (STANDARD, FLOWERS_HONORS, SYSTEM)
ALL_FLOWERS = "f1 f2 f3 f4 f5 f6 f7 f8"
NOTHING_YET = "123m 456m 46p 888s EE"
"""Thirteen tiles that with 5p are worth nothing."""


@dataclass
class Hand:
    """A won hand; `concealed` leaves out the winning tile, melds are (code, lowest tile)."""

    concealed: list[int]
    win_tile: int
    melds: list[tuple[int, int]] = field(default_factory=list)
    by: str = "discard"
    flags: tuple[str, ...] = ()
    flowers: list[int] = field(default_factory=list)
    seat: int = 1
    round: int = 1


@dataclass
class Score:
    """The engine's answer in names."""

    verdict: str
    total: int
    tai: dict[str, int]
    reading: list[str]
    wait: str
    n_waits: int
    cancelled_by: dict[str, str]
    marginal: dict[str, int]
    info: list[int]


def hand(
    concealed: str,
    win_tile: str | None,
    *melds: str,
    by: str = "discard",
    flags: str = "",
    flowers: str = "",
    seat: int = 1,
    round: int = 1,
) -> Hand:
    """A won hand in notation; melds as ``"123m"``, ``"EEE"``, ``"5555p"``, ``"(5555p)"`` 暗槓."""
    codes: list[tuple[int, int]] = []
    for text in melds:
        tiles = parse_tiles(text.strip("()"))
        if len(tiles) == 4:
            codes.append((MELD_KONG_CONCEALED if text[0] == "(" else MELD_KONG_EXPOSED, tiles[0]))
        else:
            codes.append((MELD_PUNG if tiles[0] == tiles[1] else MELD_CHOW, min(tiles)))
    return Hand(
        parse_tiles(concealed),
        -1 if win_tile is None else parse_tile(win_tile),
        codes,
        by,
        tuple(flags.split()),
        parse_tiles(flowers),
        seat,
        round,
    )


@cache
def ruleset(name: str) -> RuleSet:
    return load_ruleset(name)


@cache
def compiled(name: str) -> Rules:
    return compile_rules(ruleset(name))


def changed(
    name: str,
    values: dict[str, int] | None = None,
    excludes: dict[str, tuple[str, ...]] | None = None,
    **sections: dict[str, Any],
) -> Rules:
    """A preset with other values or exclusions of some patterns, or other options by section."""
    preset = ruleset(name)
    patterns = dict(preset.patterns)
    for key, value in (values or {}).items():
        patterns[key] = patterns[key].model_copy(update={"value": value})
    for key, others in (excludes or {}).items():
        patterns[key] = patterns[key].model_copy(update={"excludes": others})
    update: dict[str, Any] = {"patterns": patterns}
    for section, options in sections.items():
        update[section] = getattr(preset, section).model_copy(update=options)
    return compile_rules(preset.model_copy(update=update))


def columns(hands: Sequence[Hand]) -> WinColumns:
    """Hands as the columns that `score_batch` takes."""
    wins = new_win_columns(len(hands))
    for row, one in enumerate(hands):
        np.add.at(wins.hand[row], one.concealed, 1)
        np.add.at(wins.flowers[row], one.flowers, 1)
        for meld, (kind, tile) in enumerate(one.melds):
            wins.meld_kind[row, meld] = kind
            wins.meld_tile[row, meld] = tile
        flags = sum(1 << FLAGS.index(flag) for flag in one.flags)
        wins.facts[row] = (
            len(one.melds),
            one.win_tile,
            WIN_BY.index(one.by),
            flags,
            one.seat,
            one.round,
            -1,
        )
    return wins


def score_all(hands: Sequence[Hand], rules: Rules) -> ScoreColumns:
    """Score many hands at once."""
    out = new_score_columns(len(hands), rules.n_patterns)
    score_batch(rules, load_tables(), columns(hands), out)
    return out


def score(one: Hand, rules: str | Rules = STANDARD) -> Score:
    """Score one hand under a preset or compiled rules."""
    rules = compiled(rules) if isinstance(rules, str) else rules
    out = new_score_out()
    win = win_at(columns([one]))
    verdict = score_win(rules, load_tables(), win, out)
    keys = ruleset(STANDARD).catalogue.keys
    return Score(
        verdict=VERDICTS[verdict],
        total=int(out.info[I_TOTAL]),
        tai={keys[i]: int(out.counts[i]) for i in np.flatnonzero(out.counts)},
        reading=[format_group(int(group)) for group in out.reading if group >= 0],
        wait=WAITS[out.info[I_WAIT]],
        n_waits=int(out.info[I_N_WAITS]),
        cancelled_by={
            keys[i]: keys[out.cancelled_by[i]] for i in np.flatnonzero(out.cancelled_by >= 0)
        },
        marginal={keys[i]: int(out.marginal[i]) for i in np.flatnonzero(out.marginal)},
        info=[int(value) for value in out.info],
    )


def tai(won: Hand, rules: str | Rules = STANDARD) -> dict[str, int]:
    """How often each pattern of a hand counts."""
    return score(won, rules).tai


def parts(
    totals: dict[int, int],
    payer: int | None,
    rules: str | Rules = STANDARD,
    dealer: int = 0,
    streak: int = 0,
    by: str = "discard",
) -> dict[str, list[int]]:
    """Settlement parts by name where seats win totals; payer None where no seat is named."""
    rules = compiled(rules) if isinstance(rules, str) else rules
    table = new_showdown()
    table.facts[S_DEALER] = dealer
    table.facts[S_STREAK] = streak
    table.facts[S_WINNERS] = sum(1 << seat for seat in totals)
    table.facts[S_PAYER] = -1 if payer is None else payer
    table.facts[S_WIN_BY] = WIN_BY.index(by)
    for seat, total in totals.items():
        table.info[seat, I_TOTAL] = total
    paid = np.zeros((4, N_PARTS), np.int32)
    settle(rules, load_tables(), table, np.zeros(SCRATCH_SIZE, np.int64), paid)
    return {name: paid[:, place].tolist() for place, name in enumerate(SETTLEMENT_PARTS)}


def deltas(*args: Any, **circumstances: Any) -> list[int]:
    """What each seat receives; arguments as of `parts`."""
    return [sum(seat) for seat in zip(*parts(*args, **circumstances).values(), strict=True)]
