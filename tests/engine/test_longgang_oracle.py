"""Agreement with the plain Longgang scorer on hands that nobody chose, under changed rules too.

``PAIPU_ORACLE_HANDS`` sets the number of random hands (default 3,000); of many, every row
must occur.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.rules import Rules, compile_rules
from engine.scoring import ScoreColumns, new_score_columns, new_win_columns, score_batch
from engine.scoring_out import I_POINTS, I_TAI, I_TOTAL
from engine.settlement import new_showdown_columns, settle_batch
from engine.situation import (
    S_DEALER,
    S_PAYER,
    S_WILDCARD,
    S_WIN_BY,
    S_WIN_TILE,
    S_WINNERS,
)
from engine.tables import load_tables
from schemas.codes import LEGAL, WIN_BY, WIN_ITEMS
from schemas.tiles import parse_tile
from tests.engine.longgang_hands import house_rules, preset, put_facts, put_line
from tests.oracles import longgang
from tests.oracles.longgang_hands import random_hand

HANDS = int(os.environ.get("PAIPU_ORACLE_HANDS", "3000"))
BLOCK = 10_000
KEYS = preset().catalogue.keys
VARIANTS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "preset": ({}, {}, {}),
    "other_towns": (
        {
            "edge_wait": 2,
            "single_wait": 2,
            "kong_replacement_tai": 1,
            "loser_one_plus_two": False,
            "dealer_doubles_losers": False,
            "eight_pairs": True,
        },
        {"kong_replacement": {"value": 1}},
        {
            "scoring": {"edge_wait": 2, "single_wait": 2, "loser_one_plus_two": False},
            "settlement": {"dealer_doubles_losers": False},
            "win": {"shapes": ["standard", "eight_pairs"]},
        },
    ),
    "other_table": (
        {
            "limit": 100_000,
            "base_points": 3,
            "self_draw": 5,
            "closed_wait": 1,
            "edge_wait": 4,
            "single_self_draw": False,
            "flower": 1,
            "pair": 3,
            "eight_pairs": True,
            "values": {
                "honor_pung": 2,
                "all_pungs": 3,
                "half_flush": 2,
                "full_flush": 4,
                "all_terminals": 5,
                "terminals_and_honors": 2,
                "big_four_winds": 6,
                "little_four_winds": 4,
                "all_honors": 3,
                "four_flowers": 3,
                "flower_wildcards": 4,
                "flower_wildcards_guests": 2,
            },
        },
        {
            "honor_pung": {"value": 2},
            "all_pungs": {"value": 3},
            "half_flush": {"value": 2},
            "full_flush": {"value": 4, "limit": False},
            "all_terminals": {"value": 5, "limit": False},
            "terminals_and_honors": {"value": 2, "limit": False},
            "big_four_winds": {"value": 6, "limit": False},
            "little_four_winds": {"value": 4, "limit": False},
            "all_honors": {"value": 3, "limit": False},
            "four_flowers": {"value": 3},
            "flower_wildcards": {"value": 2},
        },
        {
            "scoring": {
                "limit": 100_000,
                "base_points": 3,
                "self_draw": 5,
                "closed_wait": 1,
                "edge_wait": 4,
                "single_wait_self_draw": False,
                "flower": 1,
                "pair": 3,
            },
            "win": {"shapes": ["standard", "eight_pairs"]},
        },
    ),
}
"""The oracle's options, and the rows and sections of the rule set that say the same."""


def differences(
    lines: list[dict[str, Any]], rules: Rules, options: dict[str, Any], seen: Counter[str]
) -> list[str]:
    """Lines whose answer is not one of the oracle's; `seen` counts the rows that occur."""
    scores = _scored(lines, rules)
    deltas = _paid(lines, scores, rules)
    found = []
    for row, line in enumerate(lines):
        legal = bool(scores.verdict[row] == LEGAL)
        patterns = {KEYS[i]: int(scores.counts[row, i]) for i in np.flatnonzero(scores.counts[row])}
        seen.update(patterns)
        if "flower_wildcards" in patterns:
            patterns["flower_wildcards"] = 1  # the oracle says so, and counts two tai
        answer = {
            "legal": legal,
            "total": int(scores.info[row, I_TOTAL]),
            "points": int(scores.info[row, I_POINTS]),
            "tai": int(scores.info[row, I_TAI]),
            "patterns": patterns,
            "items": {
                WIN_ITEMS[i]: (int(scores.items[row, i]), int(rules.items[i]))
                for i in np.flatnonzero(scores.items[row])
            },
            "deltas": deltas[row] if legal and "table" in line else None,
        }
        oracle = longgang.score(line, options)
        if not longgang.agrees(oracle, answer, options):
            found.append(f"{line}: {answer} instead of {oracle}")
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_longgang_hands_have_the_plain_scorers_answers(variant: str) -> None:
    options, rows, sections = VARIANTS[variant]
    rules = compile_rules(house_rules(rows, **sections))
    rng = Random(variant)
    n = HANDS // len(VARIANTS)
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for first in range(0, n, BLOCK):
        lines = [_in_time(random_hand(rng, options)) for _ in range(min(BLOCK, n - first))]
        wrong += differences(lines, rules, options, seen)
    assert not wrong, f"{len(wrong)} of {n} hands differ:\n" + "\n".join(wrong[:5])
    live = {
        key for key, row in house_rules(rows, **sections).patterns.items() if row.value or row.limit
    }
    assert n < 1000 or set(seen) >= live - {"all_terminals"}


def _in_time(line: dict[str, Any]) -> dict[str, Any]:
    """The line; `first_turn` says nothing of a discard that is not the dealer's."""
    table = line.get("table")
    if table and line["seat_wind"] != "E" and table["payer"] not in (None, table["dealer"]):
        line["flags"] = [flag for flag in line["flags"] if flag != "first_turn"]
    return line


def _scored(lines: list[dict[str, Any]], rules: Rules) -> ScoreColumns:
    wins, out = new_win_columns(len(lines)), new_score_columns(len(lines), len(KEYS))
    for row, line in enumerate(lines):
        put_line(line, wins.hand[row], wins.flowers[row], wins.meld_kind[row], wins.meld_tile[row])
        put_facts(line, wins.facts[row])
    score_batch(rules, load_tables(), wins, out)
    return out


def _paid(lines: list[dict[str, Any]], scores: ScoreColumns, rules: Rules) -> list[list[int]]:
    tables = new_showdown_columns(len(lines))
    for row, line in enumerate(lines):
        if "table" not in line:
            continue
        table, facts = line["table"], tables.facts[row]
        facts[S_DEALER] = table["dealer"]
        facts[S_WINNERS] = 1 << table["winner"]
        facts[S_PAYER] = -1 if table["payer"] is None else table["payer"]
        facts[S_WIN_TILE] = -1 if line["win_tile"] is None else parse_tile(line["win_tile"])
        facts[S_WIN_BY] = WIN_BY.index(line["win_by"])
        facts[S_WILDCARD] = parse_tile(line["wildcard"])
        tables.info[row, table["winner"]] = scores.info[row]
        for seat, held in table["losers"].items():
            place = row, int(seat)
            put_line(
                held,
                tables.hand[place],
                tables.flowers[place],
                tables.meld_kind[place],
                tables.meld_tile[place],
            )
    paid: list[list[int]] = settle_batch(rules, load_tables(), tables).tolist()
    return paid
