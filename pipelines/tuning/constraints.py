"""Tables within constraints: which values patterns may have, in which order, and the nearest table.

A pattern takes one of its allowed values, one after another in `Choices.values`. Orders are pairs
of patterns of which the first is never worth more than the second. The table nearest to given
scores is a linear program (`scipy.optimize.linprog`): y[p, j] is 1 where pattern p is worth its
j-th value or more, a step costs by what it changes the squared distance, and an order is
y[first, v] ≤ y[second, v] at every value v. Each inequality is a difference of two variables, or
bounds one; such programs have whole-numbered corners, of which the simplex method finds the best.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from scipy import optimize, sparse

from pipelines.tuning.fitting import Scale
from pipelines.tuning.rarities import Floats, Ints
from schemas.errors import UsageError, one_of, shown
from schemas.ruleset import RuleSet
from schemas.tuning import Constraints

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Choices:
    """The tables that constraints allow.

    Attributes:
        patterns: keys.
        values: of each pattern, ascending.
        order: pairs of places in `patterns`; the first is never worth more than the second.
    """

    patterns: tuple[str, ...]
    values: tuple[Ints, ...]
    order: tuple[Pair, ...]

    def allows(self, table: Ints) -> bool:
        """Whether a table, one value a pattern, holds to everything."""
        each = all(value in allowed for value, allowed in zip(table, self.values, strict=True))
        return each and all(table[low] <= table[high] for low, high in self.order)

    def raised(self, table: Ints) -> Ints:
        """A table of allowed values brought into the orders: who is worth too little is raised.

        Where that is not possible, whoever must not be worth more is lowered before.
        """
        found = [min(int(v), most) for v, most in zip(table, self._most(), strict=True)]
        changed = True
        while changed:
            changed = False
            for low, high in self.order:
                if found[high] < found[low]:
                    found[high] = int(self.values[high][_step(self.values[high], found[low])])
                    changed = True
        return np.array(found, np.int64)

    def _most(self) -> list[int]:
        """The most that each pattern can be worth where all orders hold."""
        most = [int(values[-1]) for values in self.values]
        changed = True
        while changed:
            changed = False
            for low, high in self.order:
                if most[low] > most[high]:
                    below = _step(self.values[low], most[high] + 1) - 1
                    most[low] = int(self.values[low][below])
                    changed = True
        return most


def choices_of(
    ruleset: RuleSet,
    patterns: Sequence[str],
    constraints: Constraints,
    *,
    rarity: Floats,
    highest: int,
) -> Choices:
    """What a tuning file's constraints mean for the patterns of a rule set.

    Args:
        ruleset: today's table.
        patterns: keys of the patterns that are priced.
        constraints: of the tuning file.
        rarity: of each pattern, not a number where unknown; for the order by rarity.
        highest: the highest value of a pattern where the constraints name none.

    Raises:
        UsageError: where they name what is no priced pattern, or leave a pattern no value.
    """
    _check_names(patterns, constraints)
    today = {key: ruleset.patterns[key].value for key in patterns}
    given = {key: today[key] for key in constraints.fixed} | constraints.set
    least = ruleset.neutral + 1
    low = constraints.low if constraints.low is not None else least
    high = constraints.high if constraints.high is not None else highest
    values = []
    for key in patterns:
        first, last = constraints.bounds.get(key, (low, high))
        if key in given:
            first = last = given[key]
        found = [*range(max(first, least), last + 1)]
        if constraints.values and key not in given:
            found = sorted(set(constraints.values) & set(found))
        if not found:
            among = f" among {one_of(constraints.values, most=20)}" if constraints.values else ""
            raise UsageError(
                f"the constraints leave {key} no value: a value that counts, {first} to {last}"
                f"{among}"
            )
        values.append(np.array(found, np.int64))
    order = _order(ruleset, patterns, constraints, rarity)
    return Choices(tuple(patterns), tuple(values), tuple(sorted(order)))


class Nearest:
    """Finds the allowed table whose scores are nearest to given ones, in least squares."""

    def __init__(self, choices: Choices, scale: Scale) -> None:
        """Prepare what all tables have in common.

        Raises:
            UsageError: where the constraints contradict each other.
        """
        _check_possible(choices)
        self.choices = choices
        self._steps = [scale.score(values) for values in choices.values]
        self._firsts = np.cumsum([0, *(len(values) - 1 for values in choices.values)])
        self._rows, self._bounds = _inequalities(choices, self._firsts)

    def __call__(self, scores: Floats) -> Ints:
        """The nearest table, one value a pattern, to one score a pattern."""
        values, firsts = self.choices.values, self._firsts
        taken = np.zeros(len(values), np.int64)
        if firsts[-1]:
            costs = [
                np.diff((steps - score) ** 2)
                for steps, score in zip(self._steps, scores, strict=True)
            ]
            found = optimize.linprog(
                np.concatenate(costs),
                A_ub=self._rows,
                b_ub=self._bounds,
                bounds=(0.0, 1.0),
                method="highs-ds",
            )
            if found.x is None:
                raise UsageError(f"no table was found within the constraints: {found.message}")
            reached = np.rint(found.x)
            taken[:] = [reached[first:last].sum() for first, last in pairwise(firsts)]
        return np.array([each[at] for each, at in zip(values, taken, strict=True)], np.int64)


def _inequalities(choices: Choices, firsts: Ints) -> tuple[sparse.csr_array, Floats]:
    """Steps are taken one after another, and orders hold at every value: rows · y ≤ bounds."""
    columns: list[int] = []
    factors: list[float] = []
    rows: list[int] = []
    upper: list[float] = []

    def add(column: int, factor: float) -> None:
        columns.append(column)
        factors.append(factor)
        rows.append(len(upper) - 1)

    for first, last in pairwise(firsts):
        for step in range(int(first) + 1, int(last)):
            upper.append(0.0)
            add(step, 1.0)
            add(step - 1, -1.0)
    for low, high in choices.order:
        for value in choices.values[low]:
            here = _step(choices.values[low], value)
            there = _step(choices.values[high], value)
            if there == 0:  # worth as much whatever it takes
                continue
            # The first reaches the value always, or with a step; the second never, or with one.
            upper.append(0.0 if here else -1.0)
            if here:
                add(int(firsts[low]) + here - 1, 1.0)
            if there < len(choices.values[high]):
                add(int(firsts[high]) + there - 1, -1.0)
    shape = (len(upper), int(firsts[-1]))
    return sparse.csr_array((factors, (rows, columns)), shape=shape), np.array(upper)


def _step(values: Ints, value: int) -> int:
    """How many steps from its least value a pattern takes to be worth this much or more."""
    return int(np.searchsorted(values, value))


def _check_possible(choices: Choices) -> None:
    """Refuse orders that some pattern's values cannot keep, told by the first such pair."""
    least = [int(values[0]) for values in choices.values]
    for _ in choices.patterns:
        for low, high in choices.order:
            step = _step(choices.values[high], least[low])
            if step == len(choices.values[high]):
                most = int(choices.values[high][-1])
                raise UsageError(
                    f"the constraints contradict each other: {choices.patterns[high]} may be worth "
                    f"{most} at most and no less than {choices.patterns[low]}, which is worth "
                    f"{least[low]} or more"
                )
            least[high] = max(least[high], int(choices.values[high][step]))


def _order(
    ruleset: RuleSet, patterns: Sequence[str], constraints: Constraints, rarity: Floats
) -> set[Pair]:
    """Pairs of places of which the first is never worth more than the second."""
    today = np.array([ruleset.patterns[key].value for key in patterns], np.float64)
    pairs: set[Pair] = set()
    if constraints.order != "none":
        levels = today if constraints.order == "table" else rarity
        ranks = sorted(set(levels[~np.isnan(levels)]))
        for lower, upper in pairwise(ranks):
            pairs.update(product(np.flatnonzero(levels == lower), np.flatnonzero(levels == upper)))
    if constraints.implied:
        place = {key: at for at, key in enumerate(patterns)}
        for key, at in place.items():
            for other in ruleset.patterns[key].excludes:
                back = key in ruleset.patterns[other].excludes
                if other in place and not back and today[place[other]] <= today[at]:
                    pairs.add((place[other], at))
    return {(int(low), int(high)) for low, high in pairs}


def _check_names(patterns: Sequence[str], constraints: Constraints) -> None:
    named = {
        "fixed": constraints.fixed,
        "set": tuple(constraints.set),
        "bounds": tuple(constraints.bounds),
    }
    for option, keys in named.items():
        for key in keys:
            if key not in patterns:
                raise UsageError(
                    f"constraints.{option}: {shown(key)} is no pattern that is priced; these are "
                    f"{one_of(patterns, most=100)}"
                )
