"""Scoring from arrays against PyMahjongGB's calls, on the same mixed hands, one core each.

``python -m tests.bench.bench_scoring`` prints the figures; compilation is not in them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import numpy as np
from MahjongGB import MahjongFanCalculator
from numpy.typing import NDArray

from engine.distance import completes, distance
from engine.jit import jit
from engine.rules import Rules
from engine.scoring import new_score_columns, score_batch
from engine.tables import Tables, load_tables
from tests.bench.rows import Row
from tests.engine.oracle.calculator import calculator_arguments
from tests.engine.oracle.engine import compiled, win_columns
from tests.engine.oracle.hands import random_win

HANDS = 50_000
ROUNDS = 5
WANTED_RATIO = 2.0
"""Calls of the calculator a second are to be beaten by this factor (3 is the aim)."""
COMPLETES_GOAL_NS = 50.0


@jit
def _distances(rules: Rules, tables: Tables, hands: NDArray[np.int8], n_melds: int) -> int:
    total = 0
    for row in range(len(hands)):
        total += distance(rules, tables, hands[row], n_melds)
    return total


@jit
def _completes(rules: Rules, tables: Tables, hands: NDArray[np.int8], n_melds: int) -> int:
    won = 0
    for row in range(len(hands)):
        hand = hands[row]
        for tile in range(34):
            won += 1 if completes(rules, tables, hand, n_melds, tile) else 0
    return won


def run() -> list[Row]:
    """Measure, alternating between ours and the reference; the best round counts."""
    rules, tables = compiled("mcr-botzone"), load_tables()
    rng = Random(1)
    hands = [random_win(rng) for _ in range(HANDS)]
    columns, out = win_columns(hands), new_score_columns(HANDS, rules.n_patterns)
    arguments = [calculator_arguments(hand)[:-1] for hand in hands]

    def reference() -> None:
        for call in arguments:
            MahjongFanCalculator(*call)

    ours, theirs = _best(lambda: score_batch(rules, tables, columns, out), reference)
    rows = [
        Row(
            "MCR scoring from arrays",
            HANDS / ours,
            "hands/s",
            "PyMahjongGB calls",
            HANDS / theirs,
            at_least=WANTED_RATIO,
        )
    ]

    wall = np.repeat(np.arange(34), 4)
    dealt = np.zeros((HANDS, 42), dtype=np.int8)
    shuffler = np.random.default_rng(1)
    for row in range(HANDS):
        np.add.at(dealt[row], shuffler.permutation(wall)[:13], 1)
    seconds, _ = _best(lambda: _distances(rules, tables, dealt, 0))
    rows.append(Row("distance of dealt hands", seconds / HANDS * 1e9, "ns", "prototype", 145.0))
    seconds, _ = _best(lambda: _completes(rules, tables, dealt, 0))
    nanoseconds = seconds / HANDS / 34 * 1e9
    rows.append(
        Row("completes", nanoseconds, "ns", "goal", COMPLETES_GOAL_NS, at_most=1.0),
    )
    return rows


def _best(
    ours: Callable[[], object], theirs: Callable[[], object] | None = None
) -> tuple[float, float]:
    """Seconds of the best round of each; one round before is for compilation."""
    best = [float("inf"), float("inf")]
    for number in range(ROUNDS + 1):
        for place, job in enumerate((ours, theirs)):
            if job is not None:
                start = time.perf_counter()
                job()
                if number:
                    best[place] = min(best[place], time.perf_counter() - start)
    return best[0], best[1]


if __name__ == "__main__":
    for row in run():
        print(
            f"{row.name}: {row.value:,.1f} {row.unit}; "
            f"{row.reference} {row.reference_value:,.1f}; ratio {row.ratio:.2f}"
        )
