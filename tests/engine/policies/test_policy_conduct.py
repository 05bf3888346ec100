"""What every policy has to keep to: it sees only what its player may see, and plays the same hand.

New policies are found by themselves: all tests run over the registry.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.machine.marks import BOUND
from engine.machine.state import FRONT, N_TILES_IN_PLAY, OWN_TAKEN, TAIL, State
from engine.policies.registry import kernel_and_knowledge, policy_names, resolve_policies
from engine.rules import P_PERSONAL_WALL, compile_rules
from engine.simulate import Simulator
from engine.tables import load_tables
from schemas.errors import UsageError
from schemas.rules_files import preset_names
from schemas.tiles import N_TILES
from tests.engine.oracle.engine import ruleset
from tests.engine.policies.watched_play import (
    Choice,
    Chooser,
    list_options,
    play_hand,
    see,
    see_before_deal,
)

CASES: Final = [(preset, policy) for preset in preset_names() for policy in policy_names()]


def skip_where_it_cannot_play(preset: str, policy: str) -> None:
    rules = ruleset(preset)
    try:
        kernel_and_knowledge(
            resolve_policies(policy)[0], rules, compile_rules(rules), load_tables()
        )
    except UsageError as error:
        pytest.skip(f"the policy says so itself: {error}")


def undrawn(choice: Choice) -> list[int]:
    """Places of the wall that nobody has drawn from."""
    state = choice.table.state
    n = int(state.num[N_TILES_IN_PLAY])
    if choice.table.rules.params[P_PERSONAL_WALL] == 1:
        own = n // 4
        return [
            seat * own + place
            for seat in range(4)
            for place in range(int(state.seats[seat, OWN_TAKEN]), own)
        ]
    return list(range(int(state.num[FRONT]), n - int(state.num[TAIL])))


def permute_hidden(choice: Choice, random: np.random.Generator) -> None:
    """Deal anew what the seat does not see: the wall and the other hands, and what follows."""
    state = choice.table.state
    others = [seat for seat in range(4) if seat != choice.seat]
    places = undrawn(choice)
    sizes = [int(state.hand[seat].sum()) for seat in others]
    hands = [np.repeat(np.arange(N_TILES), state.hand[seat]) for seat in others]
    tiles = random.permutation(np.concatenate([*hands, state.wall[places]]))
    for seat, size in zip(others, sizes, strict=True):
        state.hand[seat] = np.bincount(tiles[:size], minlength=N_TILES)
        tiles = tiles[size:]
        state.waits[seat] = random.integers(1 << 34)
        state.info[seat] = random.integers(100)
        declared = state.marks[seat, BOUND]
        state.marks[seat] = random.integers(1 << 30)
        state.marks[seat, BOUND] = declared
    state.wall[places] = tiles


def copy_state(state: State) -> NDArray[np.uint8]:
    """The bytes of a state."""
    return np.frombuffer(state.tobytes(), np.uint8).copy()  # type: ignore[attr-defined]


def put_back(state: State, before: NDArray[np.uint8]) -> None:
    """Make a state what it was."""
    array = np.frombuffer(before.tobytes(), state.dtype)  # type: ignore[attr-defined]
    for field in state.dtype.names:  # type: ignore[attr-defined]
        state[field] = array[0][field]  # type: ignore[index]


class Permuter:
    """Asks again with the hidden tiles permuted, at every choice of a hand."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.choices = 0

    def __call__(self, choice: Choice, chooser: Chooser) -> None:
        state, seat, may_pass = choice.table.state, choice.seat, choice.may_pass
        sight = see(chooser.rules, state, seat, choice.options, may_pass=may_pass)
        bytes_seen = sight.tobytes()
        bet_sight = see_before_deal(state, seat)
        answer = chooser.answer(sight, choice.options, trial=True)
        before = copy_state(state)
        permute_hidden(choice, self.random)
        np.testing.assert_array_equal(list_options(chooser.rules, state, seat), choice.options)
        shown = see(chooser.rules, state, seat, choice.options, may_pass=may_pass)
        assert shown.tobytes() == bytes_seen
        again = chooser.answer(shown, choice.options, trial=True)
        assert see_before_deal(state, seat).tobytes() == bet_sight.tobytes()
        put_back(state, before)
        assert copy_state(state).tobytes() == before.tobytes()
        assert answer == again
        self.choices += 1


@pytest.mark.parametrize(("preset", "policy"), CASES)
def test_permuting_what_is_hidden_changes_no_decision(preset: str, policy: str) -> None:
    skip_where_it_cannot_play(preset, policy)
    permuter = Permuter(seed=7)
    for seed in range(2):
        # The table verifies every move: what the policy answers is legal.
        play_hand(ruleset(preset), policy, seed, permuter)
    assert permuter.choices > 10


@pytest.mark.parametrize(("preset", "policy"), CASES)
def test_hands_are_the_same_whatever_the_size_of_batches(preset: str, policy: str) -> None:
    skip_where_it_cannot_play(preset, policy)
    simulator = Simulator(ruleset(preset), resolve_policies(policy), seed=3, single=True)
    whole = list(simulator.play(5, 9))
    parts = [*simulator.play(5, 4, most_hands=3), *simulator.play(9, 5, most_hands=2)]
    assert [len(batch) for batch in parts] == [3, 1, 2, 2, 1]
    for column in ("seq", "seat", "action", "tile", "from_seat", "source", "wall_left"):
        expected = np.concatenate([batch.played.events[column] for batch in whole])
        found = np.concatenate([batch.played.events[column] for batch in parts])
        np.testing.assert_array_equal(found, expected)
    expected = np.concatenate([batch.played.settlements["delta"] for batch in whole])
    found = np.concatenate([batch.played.settlements["delta"] for batch in parts])
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("preset", preset_names())
def test_greedy_beats_random_on_the_same_walls(preset: str) -> None:
    """By points a hand, the 95 % interval above zero; two of each at a table, all permutations."""
    policies = resolve_policies("greedy,random,greedy,random")
    simulator = Simulator(ruleset(preset), policies, seed=11, duplicate=True)
    n_deals = 25
    batches = list(simulator.play(0, 24 * n_deals))
    players = np.concatenate([batch.players for batch in batches])
    points = np.concatenate([batch.played.settlements["delta"] for batch in batches])
    greedy = np.where(players % 2 == 0, points.reshape(-1, 4), 0).sum(axis=1) / 2
    by_deal = greedy.reshape(n_deals, 24).mean(axis=1)
    margin = 1.96 * by_deal.std(ddof=1) / np.sqrt(n_deals)
    assert by_deal.mean() - margin > 0
