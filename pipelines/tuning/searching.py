"""Tables that come near stated targets: a Pareto front by NSGA-II (Deb et al. 2002, of Optuna).

A table is a point between today's and the one that rarity proposes, and for each pattern a step of
up to `MOST_STEPS` allowed values from there; one that breaks an order is raised into it. How far it
is from each target is one objective; a target with a tolerance is also a constraint, so that tables
that keep it beat those that do not. The first generation are the tables between the two ends and
neighbours of them. The same seed gives the same front.

Of the front the table is taken that is nearest to the best of every objective, each measured in
the front's own range.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import optuna
from optuna.samplers import BaseSampler, NSGAIISampler
from optuna.trial import FrozenTrial, Trial

from pipelines import progress
from pipelines.tuning.constraints import Nearest
from pipelines.tuning.fitting import Scale
from pipelines.tuning.rarities import Floats, Ints
from schemas.errors import UsageError
from schemas.tuning import Search, Target

Measure = Callable[[Ints], dict[str, float]]
MOST_STEPS: Final = 4
"""So many allowed values may a pattern be away from the way between the two ends."""
_POINTS: Final = 10
"""The way from today's table to the proposed one has so many points behind the first."""
_STARTS: Final = 5
_MOVED: Final = 0.1
"""Share of the patterns in which a table of the first generation differs from one on the way."""
_WAY: Final = "way"
_MUTATIONS: Final = 2
"""Parameters of a table that change by themselves, on average."""
_REPEATS: Final = 4
"""A search ends after so many times its evaluations, where most are tables that were tried."""
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


class Space:
    """The tables that a search looks among."""

    def __init__(self, nearest: Nearest, scale: Scale, today: Ints, proposed: Ints) -> None:
        """Lay the way between two tables; ends that are not allowed are replaced by the nearest."""
        self.choices = nearest.choices
        first, last = scale.score(today), scale.score(proposed)
        parts = np.linspace(0.0, 1.0, _POINTS + 1)
        self._way = [nearest((1 - part) * first + part * last) for part in parts]
        self._free = [at for at, each in enumerate(self.choices.values) if len(each) > 1]

    @property
    def size(self) -> int:
        """Parameters of a table: the point on the way and one for each pattern that is free."""
        return 1 + len(self._free)

    def table(self, trial: Trial) -> Ints:
        """The table that a trial stands for."""
        table = self._way[trial.suggest_int(_WAY, 0, _POINTS)].copy()
        for at in self._free:
            values = self.choices.values[at]
            most = min(MOST_STEPS, len(values) - 1)
            step = trial.suggest_int(self.choices.patterns[at], -most, most)
            place = int(np.searchsorted(values, table[at])) + step
            table[at] = values[min(max(place, 0), len(values) - 1)]
        return self.choices.raised(table)

    def starts(self, count: int, seed: int) -> list[dict[str, int]]:
        """Parameters of the first tables: some on the way, then neighbours of these."""
        numbers = np.random.default_rng(seed)
        points = np.unique(np.linspace(0, _POINTS, _STARTS + 1).round().astype(int))
        made = []
        for number in range(count):
            on_way = number < len(points)
            point = points[number] if on_way else numbers.choice(points)
            parameters = {_WAY: int(point)}
            for at in self._free:
                most = min(MOST_STEPS, len(self.choices.values[at]) - 1)
                moved = not on_way and numbers.random() < max(_MOVED, 1 / len(self._free))
                step = int(numbers.integers(-most, most + 1)) if moved else 0
                parameters[self.choices.patterns[at]] = step
            made.append(parameters)
        return made


def search(
    measure: Measure,
    space: Space,
    targets: Sequence[Target],
    options: Search,
    *,
    sampler: BaseSampler | None = None,
) -> Found:
    """Look for tables that meet targets.

    Args:
        measure: gives every measure of a table.
        space: the tables to look among.
        targets: at least one.
        options: how long, with which seed.
        sampler: how tables are chosen after the first generation; None: NSGA-II.

    Raises:
        UsageError: where no table that was tried keeps all tolerances.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    population = min(options.population, options.evaluations)
    sampler = sampler or NSGAIISampler(
        population_size=population,
        seed=options.seed,
        mutation_prob=min(0.5, _MUTATIONS / space.size),
    )
    study = optuna.create_study(directions=["minimize"] * len(targets), sampler=sampler)
    for parameters in space.starts(population, options.seed):
        study.enqueue_trial(parameters)
    tried: dict[tuple[int, ...], Candidate] = {}

    def objective(trial: Trial) -> tuple[float, ...]:
        table = space.table(trial)
        key = tuple(int(value) for value in table)
        if key not in tried:
            tried[key] = _candidate(key, measure(table), targets)
            progress.advance(1)
        for target, missed in zip(targets, tried[key].objectives, strict=True):
            if target.within is not None:
                trial.set_constraint(target.measure, missed)
        return tried[key].objectives

    def enough(study: optuna.Study, _: FrozenTrial) -> None:
        if len(tried) >= options.evaluations:
            study.stop()

    progress.stage("searching", options.evaluations, "tables")
    study.optimize(objective, n_trials=_REPEATS * options.evaluations, callbacks=[enough])
    kept = [one for one in tried.values() if one.keeps]
    if not kept:
        raise UsageError(_out_of_reach(list(tried.values()), targets))
    front = [one for one in kept if not any(other.beats(one) for other in kept)]
    front.sort(key=lambda one: (one.objectives, one.table))
    return Found(tuple(front), nearest_to_best(front), len(tried))


def nearest_to_best(front: Sequence[Candidate]) -> Candidate:
    """The candidate nearest to the best of every objective, in units of the front's range."""
    objectives = np.array([one.objectives for one in front])
    best, range_ = objectives.min(axis=0), np.ptp(objectives, axis=0)
    range_[range_ < _CLOSE] = 1.0
    far: Floats = np.linalg.norm((objectives - best) / range_, axis=1)
    return front[int(far.argmin())]


def missed_by(target: Target, value: float) -> float:
    """How far a measure is from a target, in the measure's own unit; least is best.

    Within its tolerance a target is met, and being nearer is worth nothing.
    """
    if target.goal == "least":
        return value
    if target.goal == "most":
        return -value
    missed = abs(value - float(target.goal)) - (target.within or 0.0)
    return max(0.0, missed) if missed > _CLOSE else 0.0


def _candidate(
    table: tuple[int, ...], measures: dict[str, float], targets: Sequence[Target]
) -> Candidate:
    objectives = tuple(missed_by(target, measures[target.measure]) for target in targets)
    keeps = all(
        target.within is None or missed == 0
        for target, missed in zip(targets, objectives, strict=True)
    )
    return Candidate(table, measures, objectives, keeps)


def _out_of_reach(tried: Sequence[Candidate], targets: Sequence[Target]) -> str:
    """The sentence for targets that no table meets: each with the nearest that was found."""
    parts = []
    for at, target in enumerate(targets):
        if target.within is None:
            continue
        missed = [one.objectives[at] for one in tried]
        best = tried[missed.index(min(missed))]
        if min(missed) > 0:
            parts.append(
                f"{target.measure} {float(target.goal):g} ± {target.within:g} "
                f"(nearest {best.measures[target.measure]:.4g})"
            )
    what = " and ".join(parts) if parts else "all targets together"
    return f"none of {len(tried)} tables within the constraints reaches {what}: nothing was written"
