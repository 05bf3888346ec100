"""The engine behind the tests' own types: hands in, names and counts out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

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
from engine.scoring_out import I_N_WAITS, I_TOTAL, I_WAIT, new_score_out
from engine.tables import load_tables
from schemas.codes import VERDICTS, WAITS
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS
from tests.engine.oracle.hands import Win
from tests.engine.single_win import win_at


@dataclass
class Score:
    """The engine's answer in names."""

    verdict: str
    total: int
    fans: dict[str, int]
    reading: list[str]
    wait: str
    n_waits: int
    cancelled_by: dict[str, str]


@cache
def ruleset(name: str) -> RuleSet:
    return load_ruleset(name)


@cache
def compiled(name: str) -> Rules:
    return compile_rules(ruleset(name))


def changed_rules(
    name: str, excludes: dict[str, tuple[str, ...]] | None = None, **values: int
) -> Rules:
    """A preset with other values (and exclusions) for some patterns."""
    patterns = dict(ruleset(name).patterns)
    for key, value in values.items():
        patterns[key] = patterns[key].model_copy(update={"value": value})
    for key, others in (excludes or {}).items():
        patterns[key] = patterns[key].model_copy(update={"excludes": others})
    return compile_rules(ruleset(name).model_copy(update={"patterns": patterns}))


def win_columns(hands: Sequence[Win]) -> WinColumns:
    """Hands as the columns that `score_batch` takes."""
    columns = new_win_columns(len(hands))
    for row, hand in enumerate(hands):
        for tile in hand.concealed:
            columns.hand[row, tile] += 1
        for meld, (kind, tile) in enumerate(hand.melds):
            columns.meld_kind[row, meld] = kind
            columns.meld_tile[row, meld] = tile
        columns.flowers[row, N_KINDS : N_KINDS + hand.n_flowers] = 1
        columns.facts[row] = (
            len(hand.melds),
            hand.win_tile,
            hand.win_by,
            hand.flags,
            hand.seat_wind,
            hand.round_wind,
            -1,
        )
    return columns


def score_all(hands: Sequence[Win], rules: Rules) -> ScoreColumns:
    """Score many hands at once."""
    out = new_score_columns(len(hands), rules.n_patterns)
    score_batch(rules, load_tables(), win_columns(hands), out)
    return out


def score(hand: Win, name: str = "mcr-botzone", rules: Rules | None = None) -> Score:
    """Score one hand under a preset, or under `rules` with the preset's names."""
    rules = compiled(name) if rules is None else rules
    win = win_at(win_columns([hand]))
    out = new_score_out()
    verdict = score_win(rules, load_tables(), win, out)
    names = fan_names(name)
    return Score(
        verdict=VERDICTS[verdict],
        total=int(out.info[I_TOTAL]),
        fans={names[i]: int(out.counts[i]) for i in np.flatnonzero(out.counts)},
        reading=[format_group(int(group)) for group in out.reading if group >= 0],
        wait=WAITS[out.info[I_WAIT]],
        n_waits=int(out.info[I_N_WAITS]),
        cancelled_by={
            names[i]: names[out.cancelled_by[i]] for i in np.flatnonzero(out.cancelled_by >= 0)
        },
    )


def fan_names(name: str) -> list[str]:
    """Chinese names by pattern id."""
    return [pattern.name for pattern in ruleset(name).catalogue.patterns]
