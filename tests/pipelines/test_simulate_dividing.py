"""How a run is divided into blocks and pieces; whoever plays answers in any order."""

import random

import numpy as np
import pytest

from engine.policies.registry import resolve_policies
from pipelines.simulate.dividing import PIECE_HANDS, Division
from pipelines.simulate.planning import plan_simulation
from schemas.rules_files import load_ruleset
from tests.pipelines.fake_simulator import session_length

SEED = 7


def plan_of(rules="taiwan-standard", *, single=False, duplicate=False):
    return plan_simulation(
        load_ruleset(rules),
        resolve_policies("random"),
        seed=SEED,
        single=single or duplicate,
        duplicate=duplicate,
    )


def lengths_of(plan, first, n):
    if plan.single:
        return np.ones(n, np.int16)
    if plan.is_exact:
        return np.full(n, plan.session_hands, np.int16)
    return np.array([session_length(SEED, each) for each in range(first, first + n)], np.int16)


def needed_sessions(plan, target):
    """The fewest sessions (whole deals) that hold the hands, by counting one by one."""
    hands = session = 0
    while hands < target or session % plan.step:
        hands += int(lengths_of(plan, session, 1)[0])
        session += 1
    return session


def play(plan, target, workers, *, order=None, found=None):
    """Play a division; `order` chooses which of the running works is finished next."""
    choose = random.Random(order).randrange if order is not None else (lambda n: 0)
    division = Division(plan, target, workers, found=found)
    running, given = [], []
    while division.end is None:
        while len(running) < workers and (work := division.take()) is not None:
            running.append(work)
            given.append(work)
        work = running.pop(choose(len(running)))
        division.finish(work, lengths_of(plan, work.first, work.sessions))
    return division, given


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("target", [1, 700, 4_097, 30_000, 61_440, 100_000])
def test_the_run_ends_with_the_session_that_completes_the_hands(target, order, workers):
    plan = plan_of()
    division, _ = play(plan, target, workers, order=order)
    assert division.end == needed_sessions(plan, target)


@pytest.mark.parametrize("options", [{"single": True}, {"duplicate": True}])
@pytest.mark.parametrize("target", [1, 23, 24, 25, 16_384, 40_001])
def test_single_hands_are_counted_exactly(options, target):
    plan = plan_of(**options)
    division, given = play(plan, target, 2, order=3)
    assert division.end == needed_sessions(plan, target)
    assert max(work.first + work.sessions for work in given) == division.end


def test_duplicate_play_ends_with_a_whole_deal():
    division, _ = play(plan_of(duplicate=True), 25, 2)
    assert division.end == 48


def test_sessions_of_a_fixed_length_are_never_played_in_vain():
    plan = plan_of("mcr")
    division, given = play(plan, 50_000, 3, order=5)
    assert division.end == 3_125
    assert sum(work.sessions for work in given) == 3_125


@pytest.mark.parametrize("order", range(6))
def test_every_session_is_given_out_once(order):
    division, given = play(plan_of(), 90_000, 3, order=order)
    sessions = sorted(each for work in given for each in range(work.first, work.first + work[1]))
    assert sessions == list(range(len(sessions)))
    surplus = (len(sessions) - division.end) / division.end
    assert 0 <= surplus < 0.02


def test_pieces_lie_within_row_groups_and_blocks_on_block_borders():
    plan = plan_of()
    _, given = play(plan, 200_000, 2, order=1)
    assert any(work.is_block for work in given)
    for work in given:
        if work.is_block:
            assert work.first % plan.block == 0
            assert work.sessions == plan.block
        else:
            assert work.first // plan.group == (work.first + work.sessions - 1) // plan.group


def test_the_last_hands_are_shared_among_the_workers():
    """With one worker twice as slow, nobody waits longer than a small piece takes."""
    plan = plan_of(single=True)
    division = Division(plan, 60_000, 2)
    free_at = [0.0, 0.0]
    speed = [1.0, 0.5]
    running = {}
    while division.end is None:
        for worker in (0, 1):
            if worker not in running and (work := division.take()) is not None:
                free_at[worker] = max(free_at[worker], 0.0) + work.sessions / speed[worker]
                running[worker] = work
        first = min(running, key=lambda worker: free_at[worker])
        idle = [worker for worker in (0, 1) if worker not in running]
        for worker in idle:
            free_at[worker] = free_at[first]
        work = running.pop(first)
        division.finish(work, lengths_of(plan, work.first, work.sessions))
    assert abs(free_at[0] - free_at[1]) <= 2 * PIECE_HANDS / min(speed)


def test_a_piece_is_worth_its_task():
    plan = plan_of(single=True)
    _, given = play(plan, 60_000, 2)
    for work in given[:-1]:
        at_border = (work.first + work.sessions) % plan.group == 0
        assert work.sessions >= PIECE_HANDS or at_border


def test_blocks_that_are_there_are_not_given_out():
    plan = plan_of()
    found = {first: lengths_of(plan, first, plan.block) for first in (0, 2 * plan.block)}
    division, given = play(plan, 120_000, 2, order=2, found=found)
    assert division.end == needed_sessions(plan, 120_000)
    for work in given:
        assert not any(first <= work.first < first + plan.block for first in found)


def test_a_block_that_goes_beyond_the_end_is_played_again_in_pieces():
    plan = plan_of()
    found = {first: lengths_of(plan, first, plan.block) for first in (0, plan.block)}
    target = int(found[0].sum()) + 100
    division, given = play(plan, target, 2, found=found)
    assert division.end == needed_sessions(plan, target)
    assert given[0].first == plan.block
    assert not any(work.is_block for work in given)


def test_a_block_that_ends_where_the_run_ends_is_kept():
    plan = plan_of()
    lengths = lengths_of(plan, 0, plan.block)
    division = Division(plan, int(lengths.sum()), 2, found={0: lengths})
    assert division.end == plan.block
    assert division.take() is None


def test_what_is_finished_after_a_block_was_cut_is_of_no_use():
    plan = plan_of()
    division = Division(plan, 200_000, 3)
    first, second, third = (division.take() for _ in range(3))
    assert first.is_block
    assert third.is_block
    huge = np.full(plan.block, 400, np.int16)  # far more hands than anybody expected
    assert division.finish(first, huge)
    assert division.end is None
    again = division.take()
    assert (again.first, again.is_block) == (0, False)
    assert not division.finish(second, huge)
    assert not division.finish(third, huge)
