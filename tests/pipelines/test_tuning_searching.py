"""The search: a planted table is found again, random tables are beaten, the unreachable is told."""

from itertools import product

import numpy as np
import pytest
from optuna.samplers import RandomSampler

from pipelines.tuning.constraints import Choices, Nearest
from pipelines.tuning.fitting import Scale
from pipelines.tuning.searching import Space, missed_by, nearest_to_best, search
from schemas.errors import UsageError
from schemas.tuning import Search, Target

LOG = Scale("log")


def space_of(today, proposed, most=12, order=()):
    keys = tuple(f"p{at}" for at in range(len(today)))
    values = tuple(np.arange(1, most + 1) for _ in keys)
    nearest = Nearest(Choices(keys, values, tuple(order)), LOG)
    return Space(nearest, LOG, np.array(today), np.array(proposed))


def wins_of(numbers, patterns=6, n=400):
    """Made-up wins: which patterns each holds, and who wins."""
    held = numbers.random((n, patterns)) < np.linspace(0.5, 0.05, patterns)
    return held, numbers.integers(0, 4, n)


def measure_of(held, winner):
    """Points of made-up wins: the winner's patterns, from the three others."""

    def measure(table):
        totals = held @ np.asarray(table) + 1
        dealer = np.where(winner == 0, 3 * totals, -totals)
        moved = np.sort(3 * totals)
        return {
            "dealer_advantage": float(dealer.mean()),
            "points_moved": float(moved.mean()),
            "top_share": float(moved[-len(moved) // 20 :].sum() / moved.sum()),
            "distance": float(np.abs(np.asarray(table) - 4).mean()),
        }

    return measure


@pytest.mark.parametrize("seed", [1, 2])
def test_a_planted_table_is_found_again(seed):
    held, winner = wins_of(np.random.default_rng(1), patterns=4)
    measure = measure_of(held, winner)
    planted = (5, 2, 4, 6)
    truth = measure(planted)
    names = ("dealer_advantage", "points_moved", "top_share")
    # No other of the 1,296 tables has these three measures.
    others = [
        table
        for table in product(range(1, 7), repeat=4)
        if all(abs(measure(table)[name] - truth[name]) < 1e-9 for name in names)
    ]
    assert others == [planted]
    found = search(
        measure,
        space_of([4, 4, 4, 4], [6, 3, 4, 6], most=6),
        [Target(measure=name, goal=truth[name]) for name in names],
        Search(evaluations=400, population=20, seed=seed),
    )
    assert found.tried <= 400
    assert found.chosen.table == planted
    assert found.front == (found.chosen,)


def hypervolume(front, reference):
    """Area that the objectives of a front dominate, up to a reference point."""
    points = sorted(one.objectives for one in front)
    area, last = 0.0, reference[1]
    for first, second in points:
        if first < reference[0] and second < last:
            area += (reference[0] - first) * (last - second)
            last = second
    return area


def test_it_beats_random_tables_at_equal_budget():
    held, winner = wins_of(np.random.default_rng(2), patterns=30)
    measure = measure_of(held, winner)
    targets = [
        Target(measure="dealer_advantage", goal=0.0),
        Target(measure="distance", goal="least"),
    ]
    today, proposed = [4] * 30, list(np.random.default_rng(3).integers(2, 11, 30))
    gains = []
    for seed in (1, 2):
        options = Search(evaluations=250, population=30, seed=seed)
        space = space_of(today, proposed)
        ours = search(measure, space, targets, options)
        random = search(measure, space, targets, options, sampler=RandomSampler(seed=seed))
        reference = (abs(measure(today)["dealer_advantage"]) + 1, 4.0)
        gains.append(hypervolume(ours.front, reference) / hypervolume(random.front, reference))
    assert min(gains) >= 1
    assert np.mean(gains) > 1.01


def test_the_same_seed_gives_the_same_front():
    held, winner = wins_of(np.random.default_rng(4))
    targets = [
        Target(measure="dealer_advantage", goal=0.0),
        Target(measure="distance", goal="least"),
    ]
    fronts = [
        search(
            measure_of(held, winner),
            space_of([4] * 6, [8, 2, 3, 4, 5, 9]),
            targets,
            Search(evaluations=120, population=20, seed=5),
        ).front
        for _ in range(2)
    ]
    assert fronts[0] == fronts[1]
    assert all(not one.beats(other) for one in fronts[0] for other in fronts[0])


def test_every_table_that_is_tried_keeps_the_orders():
    held, winner = wins_of(np.random.default_rng(6))
    seen = []
    measure = measure_of(held, winner)
    order = [(at, at + 1) for at in range(5)]

    def noted(table):
        seen.append(tuple(table))
        return measure(table)

    search(
        noted,
        space_of([2, 3, 3, 4, 5, 6], [1, 2, 4, 8, 9, 12], order=order),
        [Target(measure="dealer_advantage", goal="most")],
        Search(evaluations=150, population=20, seed=1),
    )
    assert len(seen) == len(set(seen)) > 50
    assert all(list(table) == sorted(table) for table in seen)


def test_targets_out_of_reach_are_told_with_the_nearest_that_was_found():
    held, winner = wins_of(np.random.default_rng(7))
    targets = [
        Target(measure="dealer_advantage", goal=500.0, within=1),
        Target(measure="distance", goal="least"),
    ]
    with pytest.raises(UsageError) as caught:
        search(
            measure_of(held, winner),
            space_of([4] * 6, [8, 2, 3, 4, 5, 9]),
            targets,
            Search(evaluations=40, population=10),
        )
    assert "reaches dealer_advantage 500 ± 1 (nearest " in caught.value.message
    assert caught.value.message.endswith("nothing was written")


def test_within_its_tolerance_a_target_is_met():
    target = Target(measure="gini", goal=0.5, within=0.1)
    assert [missed_by(target, value) for value in (0.4, 0.6, 0.5)] == [0, 0, 0]
    assert missed_by(target, 0.7) == pytest.approx(0.1)
    assert missed_by(Target(measure="gini", goal="most"), 0.3) == -0.3


def test_the_table_nearest_to_the_best_of_all_objectives_is_taken():
    held, winner = wins_of(np.random.default_rng(9))
    found = search(
        measure_of(held, winner),
        space_of([4] * 6, [8, 2, 3, 4, 5, 9]),
        [Target(measure="points_moved", goal="least"), Target(measure="top_share", goal="least")],
        Search(evaluations=120, population=20, seed=1),
    )
    objectives = np.array([one.objectives for one in found.front])
    unit = (objectives - objectives.min(axis=0)) / np.ptp(objectives, axis=0)
    expected = found.front[int((unit**2).sum(axis=1).argmin())]
    assert nearest_to_best(found.front) == expected == found.chosen
