"""Longgang scoring from arrays on mixed hands: up to two wildcards and the seat flower.

``python -m tests.bench longgang`` prints the figures; compilation is not in them.
"""

from __future__ import annotations

import time
from random import Random

from engine.rules import compile_rules
from engine.scoring import new_score_columns, new_win_columns, score_batch
from engine.tables import load_tables
from tests.bench.rows import Row
from tests.engine.longgang_hands import preset, put_facts, put_line
from tests.oracles.longgang_hands import random_hand

HANDS = 20_000
ROUNDS = 5
GOAL = 100_000.0
"""Hands a second."""


def run() -> list[Row]:
    """Measure; the best round counts."""
    ruleset = preset()
    rules, tables = compile_rules(ruleset), load_tables()
    rng = Random(1)
    wins, out = new_win_columns(HANDS), new_score_columns(HANDS, rules.n_patterns)
    row = 0
    while row < HANDS:
        line = random_hand(rng)
        turned = [*line["concealed"], line["win_tile"]].count(line["wildcard"])
        if turned > 2 or line["win_by"] == "three_wildcards":
            continue
        put_line(line, wins.hand[row], wins.flowers[row], wins.meld_kind[row], wins.meld_tile[row])
        put_facts(line, wins.facts[row])
        row += 1
    score_batch(rules, tables, wins, out)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        score_batch(rules, tables, wins, out)
        best = min(best, time.perf_counter() - start)
    name = "Longgang scoring from arrays"
    return [Row(name, HANDS / best, "hands/s", "goal", GOAL, at_least=1.0)]
