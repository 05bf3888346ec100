"""Agreement with a slow, plain scorer of Luoyuan hands on hands that nobody chose.

``PAIPU_ORACLE_HANDS`` sets the number of random hands (default 3,000).
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.rules import compile_rules
from engine.scoring import new_score_columns, score_batch
from engine.scoring_out import I_TOTAL
from engine.settlement import settle_batch
from engine.tables import load_tables
from pipelines.scoring.hands import HandColumns
from schemas.codes import LEGAL, VERDICTS
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from tests.engine.luoyuan_hands import KEYS
from tests.engine.machine_script import ruleset
from tests.oracles.luoyuan import score
from tests.oracles.luoyuan_hands import random_hand

HANDS = int(os.environ.get("PAIPU_ORACLE_HANDS", "3000"))
BLOCK = 20_000

Line = dict[str, Any]


def answers(lines: list[Line], rules: RuleSet) -> list[Line]:
    """What the engine says of the lines, in the oracle's words."""
    columns = HandColumns(rules)
    for place, line in enumerate(lines):
        columns.add(line, place)
    wins, compiled = columns.wins(), compile_rules(rules)
    out = new_score_columns(len(lines), len(KEYS))
    score_batch(compiled, load_tables(), wins, out)
    paid = np.nonzero((out.verdict == LEGAL) & columns.has_table())[0]
    deltas = settle_batch(compiled, load_tables(), columns.showdowns(wins, out.info, paid))
    due = dict(zip(paid.tolist(), deltas.tolist(), strict=True))
    found = []
    for row, verdict in enumerate(out.verdict.tolist()):
        counts = out.counts[row]
        found.append(
            {
                "legal": verdict == LEGAL,
                "reason": None if verdict == LEGAL else VERDICTS[verdict],
                "total": int(out.info[row, I_TOTAL]),
                "patterns": {KEYS[i]: int(counts[i]) for i in np.flatnonzero(counts)},
                "deltas": due.get(row),
            }
        )
    return found


def differences(lines: list[Line], rules: RuleSet, options: Line, seen: Counter[str]) -> list[str]:
    """Lines whose answers differ; `seen` counts patterns and verdicts."""
    found = []
    for line, ours in zip(lines, answers(lines, rules), strict=True):
        theirs = score(line, options)
        theirs.pop("tied", None)
        seen.update([*ours["patterns"], str(ours["reason"])])
        if ours != theirs:
            found.append(f"{line}: {ours} instead of {theirs}")
    return found


@pytest.mark.parametrize("flowers", [20, 36])
def test_random_luoyuan_hands_are_scored_and_paid_as_the_plain_scorer_does(flowers: int) -> None:
    rules = load_ruleset(f"luoyuan-{flowers}")
    options = {"preset": flowers}
    rng = Random(flowers)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for first in range(0, HANDS // 2, BLOCK):
        lines = [random_hand(rng, options) for _ in range(min(BLOCK, HANDS // 2 - first))]
        wrong += differences(lines, rules, options, seen)
    assert not wrong[:3], f"{len(wrong)} of {HANDS // 2} hands differ"
    assert HANDS < 3000 or set(seen) == {*KEYS, "None", "no_shape", "not_allowed"}


OPTIONS: list[tuple[Line, dict[str, dict[str, Any]]]] = [
    ({"idle_gold": "no_intercept"}, {"wildcard": {"idle": "no_intercept"}}),
    ({"robbed_gold_counts": False}, {"scoring": {"robbed_gold_counts": False}}),
    (
        {"loser_flower_sets": True, "loser_kongs": True},
        {"settlement": {"loser_flower_sets": True, "loser_kongs": True}},
    ),
    ({"rob_kong": False}, {"play": {"rob_kong": False}}),
]


@pytest.mark.parametrize(("options", "sections"), OPTIONS)
def test_luoyuan_options_as_the_plain_scorer_has_them(
    options: Line, sections: dict[str, dict[str, Any]]
) -> None:
    rng = Random(str(options))
    lines = [random_hand(rng) for _ in range(max(200, HANDS // 10))]
    assert not differences(lines, ruleset("luoyuan-36", **sections), options, Counter())[:3]


def test_luoyuan_changed_values_as_the_plain_scorer_has_them() -> None:
    rng = Random(9)
    for _ in range(max(5, HANDS // 600)):
        values = {key: rng.randint(1, 9) for key in KEYS}
        patterns = {key: {"value": value, "excludes": ()} for key, value in values.items()}
        rules = ruleset("luoyuan-36", patterns=patterns)
        lines = [random_hand(rng) for _ in range(200)]
        assert not differences(lines, rules, {"values": values}, Counter())[:3], values
