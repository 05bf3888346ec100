"""``paipu rescore`` from lake to lake: hands a second of one worker, and of two against one.

Greedy hands of five presets are played first. One worker is measured by processor time, which a
busy machine does not change much; two against one by the clock, on two cores that do nothing else.
The workflow server, compilation and the questions of the command are not in the figures. The plain
reference is one read of the same run's events by Polars, all columns, on one thread as well.
``PAIPU_BENCH_RESCORE`` (65,536) is the number of hands of each preset: single hands in four parts
of one size, so that two workers have two each.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import polars as pl

from pipelines.lake import Lake
from pipelines.rescoring.planning import RescorePlan, plan_rescoring
from pipelines.rescoring.running import Queue, prepare_kernels, rescore_run, work_off
from tests.bench.rows import Row
from tests.pipelines.rescore_helpers import rules_file
from tests.pipelines.simulate_helpers import plan_of, simulate

HANDS: Final = int(os.environ.get("PAIPU_BENCH_RESCORE", "65536"))
POLICY: Final = "greedy"
GOAL: Final = 100_000.0
ROUNDS: Final = 3
TABLES: Final = {
    "taiwan-standard": ("[patterns.full_flush]\nvalue = 6\n", 1.2),
    "yantai": ("[patterns.full_flush]\nvalue = 5\n", 1.1),
    "mcr": ("[win]\nminimum = 6\n[patterns.self_draw]\nvalue = 3\n", 1.0),
    "luoyuan-36": ("[patterns.flower_set]\nvalue = 3\n", 0.65),
    "longgang": ("[scoring]\nlimit = 100\n", 0.5),
}
"""Another table for each preset, and what part of a plain read of the events rescoring is at least,
in hands a second of one core. The goal is for two; MCR has five completions a hand that are judged
anew, the last two read wildcards and the losers' hands."""
PAYMENTS: Final = "[settlement]\npayer = 'all'\nper_tai = 2\n"
"""Another settlement of Taiwan, for which no events are read."""
GOAL_PAYMENTS: Final = 1.3
GOAL_WORKERS: Final = 1.7


def run() -> list[Row]:
    """Play, then score again into the same lake, which is thrown away."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        lake = Lake(str(path / "lake"))
        for rules, (text, share) in TABLES.items():
            played = simulate(
                lake.uri, plan_of(rules, policy=POLICY, seed=1, single=True), HANDS
            ).run
            plan = _plan(lake, played, rules, text, path)
            rate = _best(lake, plan, time.process_time)
            name = f"{rules}, another table"
            rows.append(Row(name, rate, "hands/s", "goal of two cores", GOAL))
            plain = _plain_read(lake, plan)
            rows.append(Row(name, rate, "hands/s", "one read of events", plain, at_least=share))
            if rules == next(iter(TABLES)):
                rows.append(_workers(lake, plan))
                other = _best(lake, _plan(lake, played, rules, PAYMENTS, path), time.process_time)
                rows.append(
                    Row(
                        f"{rules}, other payments",
                        other,
                        "hands/s",
                        "another table",
                        rate,
                        at_least=GOAL_PAYMENTS,
                    )
                )
    return rows


def _plan(lake: Lake, played: str, rules: str, text: str, folder: Path) -> RescorePlan:
    plan = plan_rescoring(lake, played, str(rules_file(folder, rules, text)))
    prepare_kernels(plan.ruleset)
    return plan


def _best(lake: Lake, plan: RescorePlan, clock: Callable[[], float], *, workers: int = 1) -> float:
    """Hands a second of the best of some rounds, after one that does not count."""

    def start(queue: Queue) -> list[object]:
        with ThreadPoolExecutor(workers) as pool:
            jobs = [pool.submit(work_off, lake, plan, queue) for _ in range(workers)]
            return [job.result() for job in jobs]

    seconds = []
    for _ in range(ROUNDS + 1):
        began = clock()
        result = rescore_run(lake, plan, start)
        seconds.append(clock() - began)
        lake.delete(result.run)
    return result.summary.hands / min(seconds[1:])


def _workers(lake: Lake, plan: RescorePlan) -> Row:
    one, two = (_best(lake, plan, time.perf_counter, workers=workers) for workers in (1, 2))
    name = f"{plan.parent.rules}, two workers"
    return Row(name, two, "hands/s", "one worker", one, at_least=GOAL_WORKERS)


def _plain_read(lake: Lake, plan: RescorePlan) -> float:
    """Hands a second whose events Polars reads, by processor time."""
    seconds = []
    for _ in range(ROUNDS):
        began = time.process_time()
        for part in plan.parent.parts:
            pl.read_parquet(lake.storage.path(part.files["events"].path), hive_partitioning=False)
        seconds.append(time.process_time() - began)
    return plan.parent.summary.hands / min(seconds)
