"""Records: one type whatever the rule set, arrays like others, rows of hands one after another."""

import numba
import numpy as np

from engine.jit import leaf
from engine.machine.log import (
    E_TILE,
    N_E,
    U_EVENTS,
    U_HANDS,
    U_TILES,
    append_hand,
    clear_log,
    log_event,
    log_tile,
    new_batch_log,
    new_log,
)
from engine.rules import MOST_PATTERNS, Rules, compile_rules
from schemas.catalogue import load_catalogue, systems
from schemas.codes import DRAW
from schemas.rules_files import load_ruleset, preset_names


@leaf
def first_and_length(array):
    """Of any array of one dimension."""
    return array[0] + 100 * len(array)


@leaf
def of_two_arrays(rules: Rules, array):
    """Of a record's array, and of another one of another length."""
    return first_and_length(rules.params) * 1_000_000 + first_and_length(array)


def test_all_rule_sets_are_of_one_type() -> None:
    names = preset_names()
    assert len(names) > 10
    assert len({str(numba.typeof(compile_rules(load_ruleset(name)))) for name in names}) == 1


def test_rules_have_room_for_every_catalogue_and_zeros_behind_it() -> None:
    assert max(len(load_catalogue(system).keys) for system in systems()) <= MOST_PATTERNS
    for name in preset_names():
        ruleset = load_ruleset(name)
        rules = compile_rules(ruleset)
        keys = ruleset.catalogue.keys
        assert rules.n_patterns == len(keys)
        assert rules.values[: len(keys)].tolist() == [ruleset.patterns[key].value for key in keys]
        assert not rules.values[len(keys) :].any()
        assert not rules.excludes[len(keys) :].any()


def test_a_records_array_is_taken_like_any_other_and_kernels_are_compiled_once() -> None:
    rules = compile_rules(load_ruleset("mcr"))
    rules.params[0] = 7
    expected = (7 + 100 * len(rules.params)) * 1_000_000 + 5 + 100 * 3
    assert of_two_arrays(rules, np.array([5, 6, 7])) == expected
    # None at all where their caller came from the cache.
    assert numba.config.DISABLE_JIT or len(first_and_length.called.overloads) <= 1


def test_rows_of_a_hand_go_behind_those_of_the_hands_before() -> None:
    batch, log = new_batch_log(2, 10, 1, 1), new_log()
    for hand in range(2):
        clear_log(log)
        for tile in range(2 + hand):
            log_event(log, 0, DRAW, 10 * hand + tile, -1, -1, 0, 80)
            log_tile(log, 10 * hand + tile)
        log.hands[0] = hand
        log.settlements[0] = hand + 1
        log.used[U_HANDS] = 1
        append_hand(batch, log)
    assert batch.used[[U_EVENTS, U_TILES, U_HANDS]].tolist() == [5, 5, 2]
    assert batch.used.sum() == 12
    assert batch.events[:5, E_TILE].tolist() == [0, 1, 10, 11, 12]
    assert batch.events.shape[1] == N_E
    assert batch.tiles[:5].tolist() == [0, 1, 10, 11, 12]
    assert (batch.hands[0] == 0).all()
    assert (batch.hands[1] == 1).all()
    assert (batch.settlements[1] == 2).all()
