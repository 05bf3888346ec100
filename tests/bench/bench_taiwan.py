"""Scoring of Taiwan hands from arrays, one core, under the table with the most patterns.

``python -m tests.bench taiwan`` prints the figures; compilation is not in them.
"""

from __future__ import annotations

import time
from random import Random

from engine.scoring import new_score_columns, score_batch
from engine.tables import load_tables
from tests.bench.rows import Row
from tests.engine.taiwan_random import random_hand
from tests.engine.taiwan_scores import SYSTEM, columns, compiled

HANDS = 50_000
ROUNDS = 5
GOAL = 300_000.0


def run() -> list[Row]:
    """Measure; the best round counts, one before is for compilation."""
    rng = Random(1)
    wins = columns([random_hand(rng) for _ in range(HANDS)])
    rules, tables = compiled(SYSTEM), load_tables()
    out = new_score_columns(HANDS, rules.n_patterns)
    seconds = []
    for _ in range(ROUNDS + 1):
        start = time.perf_counter()
        score_batch(rules, tables, wins, out)
        seconds.append(time.perf_counter() - start)
    measured = HANDS / min(seconds[1:])
    return [Row("Taiwan scoring from arrays", measured, "hands/s", "goal", GOAL, at_least=1.0)]
