"""Tables that come near stated targets: a Pareto front by NSGA-II (Deb et al. 2002, of Optuna).

A table is a choice of one allowed value a pattern; one that breaks an order is replaced by the
allowed table nearest to it. How far it is from each target is one objective; a target with a
tolerance is also a constraint, so that tables that keep it beat those that do not. The search
begins with tables on the way from today's to the one that rarity proposes. The same seed gives
the same front.

Of the front the table is taken that is nearest to the best of every objective, each measured in
the front's own range.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import optuna
from optuna.samplers import BaseSampler, NSGAIISampler
from optuna.trial import Trial

from pipelines import progress
from pipelines.tuning.constraints import Nearest
from pipelines.tuning.fitting import Scale
from pipelines.tuning.rarities import Floats, Ints
from schemas.errors import UsageError
from schemas.tuning import Search, Target

Measure = Callable[[Ints], dict[str, float]]
_STEPS: Final = 4
"""Tables between today's and the proposed one that the search begins with, the ends apart."""
_CLOSE: Final = 1e-12


@dataclass(frozen=True, slots=True)
class Candidate:
    """A table that was tried: its values, its measures, and how far it is from each target."""

    table: tuple[int, ...]
    measures: dict[str, float]
    objectives: tuple[float, ...]
    keeps: bool

    def beats(self, other: Candidate) -> bool:
        """Whether it is nowhere farther from the targets, and somewhere nearer."""
        pairs = list(zip(self.objectives, other.objectives, strict=True))
        return all(mine <= theirs for mine, theirs in pairs) and self.objectives != other.objectives


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found: the front, the table that is taken, and how many were tried."""

    front: tuple[Candidate, ...]
    chosen: Candidate
    tried: int


def search(
    measure: Measure,
    nearest: Nearest,
    scale: Scale,
    targets: Sequence[Target],
    options: Search,
    *,
    starts: Sequence[Ints],
    sampler: BaseSampler | None = None,
) -> Found:
    """Look for tables that meet targets.

    Args:
        measure: gives every measure of a table.
        nearest: finds allowed tables.
        scale: on which tables are near each other.
        targets: at least one.
        options: how long, with which seed.
        starts: allowed tables to begin with.
        sampler: how tables are chosen; None: NSGA-II.

    Raises:
        UsageError: where no table that was tried keeps all tolerances.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    sampler = sampler or NSGAIISampler(population_size=options.population, seed=options.seed)
    study = optuna.create_study(directions=["minimize"] * len(targets), sampler=sampler)
    free = [at for at, values in enumerate(nearest.choices.values) if len(values) > 1]
    for table in starts:
        study.enqueue_trial(_parameters(nearest, free, table), skip_if_exists=True)
    tried: dict[tuple[int, ...], Candidate] = {}

    def objective(trial: Trial) -> tuple[float, ...]:
        table = _table(trial, nearest, free, scale)
        key = tuple(int(value) for value in table)
        if key not in tried:
            tried[key] = _candidate(key, measure(table), targets)
        for target, missed in zip(targets, tried[key].objectives, strict=True):
            if target.within is not None:
                trial.set_constraint(target.measure, missed - target.within)
        progress.advance(1)
        return tried[key].objectives

    progress.stage("searching", options.evaluations, "tables")
    study.optimize(objective, n_trials=options.evaluations)
    kept = [one for one in tried.values() if one.keeps]
    if not kept:
        raise UsageError(_out_of_reach(list(tried.values()), targets))
    front = [one for one in kept if not any(other.beats(one) for other in kept)]
    front.sort(key=lambda one: (one.objectives, one.table))
    return Found(tuple(front), nearest_to_best(front), len(tried))


def between(today: Ints, proposed: Ints, nearest: Nearest, scale: Scale) -> list[Ints]:
    """Allowed tables from today's to the proposed one, each once, the ends among them."""
    first, last = scale.score(today), scale.score(proposed)
    tables: list[Ints] = []
    for part in np.linspace(0.0, 1.0, _STEPS + 2):
        table = nearest((1 - part) * first + part * last)
        if not any(np.array_equal(table, other) for other in tables):
            tables.append(table)
    return tables


def nearest_to_best(front: Sequence[Candidate]) -> Candidate:
    """The candidate nearest to the best of every objective, in units of the front's range."""
    objectives = np.array([one.objectives for one in front])
    best, range_ = objectives.min(axis=0), np.ptp(objectives, axis=0)
    range_[range_ < _CLOSE] = 1.0
    far: Floats = np.linalg.norm((objectives - best) / range_, axis=1)
    return front[int(far.argmin())]


def missed_by(target: Target, value: float) -> float:
    """How far a measure is from a target, in the measure's own unit; least is best."""
    if target.goal == "least":
        return value
    if target.goal == "most":
        return -value
    return abs(value - float(target.goal))


def _candidate(
    table: tuple[int, ...], measures: dict[str, float], targets: Sequence[Target]
) -> Candidate:
    objectives = tuple(missed_by(target, measures[target.measure]) for target in targets)
    keeps = all(
        target.within is None or missed <= target.within + _CLOSE
        for target, missed in zip(targets, objectives, strict=True)
    )
    return Candidate(table, measures, objectives, keeps)


def _parameters(nearest: Nearest, free: Sequence[int], table: Ints) -> dict[str, Any]:
    choices = nearest.choices
    return {
        choices.patterns[at]: int(np.searchsorted(choices.values[at], table[at])) for at in free
    }


def _table(trial: Trial, nearest: Nearest, free: Sequence[int], scale: Scale) -> Ints:
    """The table that a trial stands for, brought into the orders."""
    choices = nearest.choices
    table = np.array([values[0] for values in choices.values], np.int64)
    for at in free:
        values = choices.values[at]
        table[at] = values[trial.suggest_int(choices.patterns[at], 0, len(values) - 1)]
    return table if choices.allows(table) else nearest(scale.score(table))


def _out_of_reach(tried: Sequence[Candidate], targets: Sequence[Target]) -> str:
    """The sentence for targets that no table meets: each with the nearest that was found."""
    parts = []
    for at, target in enumerate(targets):
        if target.within is None:
            continue
        best = min(tried, key=lambda one: one.objectives[at])
        if best.objectives[at] > target.within:
            parts.append(
                f"{target.measure} {float(target.goal):g} ± {target.within:g} "
                f"(nearest {best.measures[target.measure]:.4g})"
            )
    what = " and ".join(parts) if parts else "all targets together"
    return f"none of {len(tried)} tables within the constraints reaches {what}: nothing was written"
