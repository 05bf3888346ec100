"""Simulated runs without a workflow server: the steps of the flow on plain threads."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from engine.policies.registry import resolve_policies
from pipelines.lake import Lake
from pipelines.simulate.planning import plan_simulation
from pipelines.simulate.running import simulate_run
from schemas.rules_files import load_ruleset


class ThreadTeam:
    """Threads of this process."""

    is_remote = False

    def __init__(self, workers: int = 2) -> None:
        self.workers = workers
        self._pool = ThreadPoolExecutor(workers)

    def start(self, job):
        return self._pool.submit(job)

    def call(self, function, *arguments):
        return function(*arguments)


def plan_of(rules="taiwan-standard", *, policy="random", seed=7, single=False, duplicate=False):
    """A plan as the command makes it."""
    return plan_simulation(
        load_ruleset(rules),
        resolve_policies(policy),
        seed=seed,
        single=single or duplicate,
        duplicate=duplicate,
    )


def simulate(folder: Path, plan, hands=None, *, append=None, workers=2):
    """Play a run into a lake."""
    return simulate_run(Lake(str(folder)), plan, ThreadTeam(workers), hands=hands, append=append)


def content(folder: Path) -> dict[str, str]:
    """Hashes of a lake's Parquet files by name."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.parquet"))
    }
