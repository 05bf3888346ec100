"""Agreement with the plain Taiwan scorer on hands that nobody chose, under changed tables too.

``PAIPU_ORACLE_HANDS`` sets the number of random hands (default 4,000); every pattern must occur.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.rules import Rules
from engine.scoring_out import I_TOTAL
from schemas.catalogue import load_catalogue
from schemas.codes import LEGAL, MELD_CHOW, MELD_KONG_CONCEALED, MELD_KONG_EXPOSED, MELD_PUNG
from schemas.tiles import parse_tile
from tests.engine.taiwan_card import EXCLUSIONS
from tests.engine.taiwan_scores import PRESETS, Hand, changed, deltas, score_all
from tests.oracles import taiwan
from tests.oracles.taiwan_hands import random_hand

HANDS = int(os.environ.get("PAIPU_ORACLE_HANDS", "4000"))
BLOCK = 10_000
KEYS = load_catalogue("taiwan").keys
COLUMN = dict(zip(PRESETS, "ABC", strict=True))
VARIANTS: dict[str, tuple[dict[str, Any], dict[str, dict[str, Any]]]] = {
    "preset": ({}, {}),
    "options": (
        {
            "all_chows_self_draw": False,
            "concealed_kong_keeps_concealed": False,
            "straight": "tiles",
            "no_honors_dragons": False,
            "pull_streak": False,
            "payer": "all",
            "base": 7,
            "per_tai": 2,
        },
        {
            "scoring": {
                "all_chows_self_draw": False,
                "concealed_kong_keeps_concealed": False,
                "straight": "tiles",
                "no_honors_dragons": False,
            },
            "settlement": {"pull_streak": False, "payer": "all", "base": 7, "per_tai": 2},
        },
    ),
}
"""The oracle's options and the sections of the rule set that say the same."""


def engine_hand(line: dict[str, Any]) -> Hand:
    """A line of the scoring interface as the engine's tests write a hand."""
    kinds = {"chow": MELD_CHOW, "pung": MELD_PUNG, "kong": MELD_KONG_EXPOSED}
    return Hand(
        [parse_tile(tile) for tile in line["concealed"]],
        -1 if line["win_tile"] is None else parse_tile(line["win_tile"]),
        [
            (
                MELD_KONG_CONCEALED if meld["concealed"] else kinds[meld["kind"]],
                min(parse_tile(tile) for tile in meld["tiles"]),
            )
            for meld in line["melds"]
        ],
        line["win_by"],
        tuple(line["flags"]),
        [parse_tile(flower) for flower in line["flowers"]],
        "ESWN".index(line["seat_wind"]),
        "ESWN".index(line["round_wind"]),
    )


def differences(
    lines: list[dict[str, Any]], rules: Rules, options: dict[str, Any], seen: Counter[str]
) -> list[str]:
    """Lines whose answer is not the oracle's; `seen` counts the patterns that occur."""
    answers = score_all([engine_hand(line) for line in lines], rules)
    found = []
    for row, line in enumerate(lines):
        counts = answers.counts[row]
        ours = {KEYS[i]: int(counts[i]) for i in np.flatnonzero(counts)}
        seen.update(ours.keys())
        total = int(answers.info[row, I_TOTAL])
        legal = bool(answers.verdict[row] == LEGAL)
        theirs = taiwan.score(line, options)
        paid = None
        if legal and "table" in line:
            table = line["table"]
            paid = deltas(
                {table["winner"]: total},
                table["payer"],
                rules,
                table["dealer"],
                line["dealer_streak"],
                line["win_by"],
            )
        same = legal == theirs["legal"] and total == theirs["total"] and paid == theirs["deltas"]
        if not same or (legal and ours not in theirs["tied"]):
            found.append(f"{line}: {total} {ours} {paid} instead of {theirs}")
    return found


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("preset", PRESETS)
def test_random_taiwan_hands_have_the_plain_scorers_answers(preset: str, variant: str) -> None:
    options, sections = VARIANTS[variant]
    rules = changed(preset, **sections)
    rng = Random(f"{preset} {variant}")
    n = HANDS // (len(PRESETS) * len(VARIANTS))
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for first in range(0, n, BLOCK):
        lines = [random_hand(rng) for _ in range(min(BLOCK, n - first))]
        wrong += differences(lines, rules, {"column": COLUMN[preset], **options}, seen)
    assert not wrong, f"{len(wrong)} of {n} hands differ:\n" + "\n".join(wrong[:5])
    counted = {KEYS[row] for row in np.flatnonzero(rules.values)}
    assert n < 5000 or set(seen) == counted - {"dealer", "dealer_streak"}


def test_random_taiwan_tables_have_the_plain_scorers_answers() -> None:
    """Values and exclusions as no preset has them: other readings and places become the best."""
    rng = Random(7)
    n_tables = 20
    for number in range(n_tables):
        values = {key: rng.choice([0, 1, 1, 2, 3, 5, 9, 20]) for key in KEYS}
        excludes = {
            key: tuple(sorted(rng.sample(KEYS, rng.choice([0, 0, 1, 2, 4])))) for key in KEYS
        }
        if number % 2:
            excludes = {key: tuple(sorted(EXCLUSIONS.get(key, ()))) for key in KEYS}
        rules = changed(PRESETS[0], values, excludes)
        lines = [random_hand(rng) for _ in range(HANDS // n_tables)]
        wrong = differences(lines, rules, {"values": values, "excludes": excludes}, Counter())
        assert not wrong, f"{values} {excludes}\n" + "\n".join(wrong[:3])
