"""Scoring from arrays: Yantai, and Chinese Official with none to three wildcards in hand.

``python -m tests.bench yantai`` prints the figures; compilation is not in them.
"""

from __future__ import annotations

import time
from random import Random

from engine.rules import Rules
from engine.scoring import WinColumns, new_score_columns, score_batch
from engine.tables import load_tables
from tests.bench.rows import Row
from tests.engine.machine_script import compiled
from tests.engine.scoring_lines import columns_of
from tests.engine.wildcard_hands import random_wild_win, wild_columns
from tests.oracles.yantai_hands import random_hand

HANDS = 20_000
ROUNDS = 5
YANTAI_GOAL = 300_000.0
CAISHEN_GOAL = 50_000.0
"""Hands a second."""
N_WILD = (0.45, 0.40, 0.13, 0.02)
"""Shares of hands with none to three wildcards: winners hold more of them than a deal gives."""


def run() -> list[Row]:
    """Measure; the best round counts."""
    rng = Random(1)
    yantai = columns_of([random_hand(rng) for _ in range(HANDS)])
    counts = rng.choices(range(4), N_WILD, k=HANDS)
    hands, wildcards = zip(*(random_wild_win(rng, n) for n in counts), strict=True)
    caishen = wild_columns(hands, wildcards)
    return [
        _row("Yantai scoring from arrays", compiled("yantai"), yantai, YANTAI_GOAL),
        _row("MCR with wildcards, scoring", compiled("mcr-caishen"), caishen, CAISHEN_GOAL),
    ]


def _row(name: str, rules: Rules, wins: WinColumns, goal: float) -> Row:
    out = new_score_columns(HANDS, rules.n_patterns)
    tables = load_tables()
    score_batch(rules, tables, wins, out)
    best = float("inf")
    for _ in range(ROUNDS):
        start = time.perf_counter()
        score_batch(rules, tables, wins, out)
        best = min(best, time.perf_counter() - start)
    return Row(name, HANDS / best, "hands/s", "goal", goal, at_least=1.0)
