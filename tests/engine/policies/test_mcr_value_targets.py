"""Targets of `value` in Chinese Official against a slow, obvious enumeration in Python."""

from __future__ import annotations

from collections import Counter
from copy import copy
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest

from engine.mcr import memory as at
from engine.mcr import patterns as fan
from engine.mcr.ledger import takers
from engine.policies.mcr_value import layout
from engine.policies.mcr_value.families import cores, fields, meld_tiles
from engine.policies.mcr_value.hand import load_hand
from engine.policies.mcr_value.listing import sort_sets
from engine.policies.mcr_value.melds import FIRST_PUNG, N_FOURS, N_MELDS, fours_index
from engine.policies.mcr_value.policy import prepare_mcr
from engine.policies.mcr_value.targets import search
from engine.policies.mcr_value.worth import IMPOSSIBLE, worth_of
from engine.policies.policy import Knowledge
from engine.policies.sight import Sight
from engine.rules import P_MINIMUM, Rules
from engine.tables import load_tables
from schemas.tiles import TILE_NAMES, format_tiles
from tests.engine.oracle.engine import changed_rules, compiled, ruleset, score
from tests.engine.oracle.hands import win
from tests.engine.policies.mcr_player import known, new_memory, sight

Target = tuple[tuple[int, ...], int]
"""Numbers of the free sets in ascending order, and the pair."""

SITUATION = {
    "edge_wait": 0,
    "closed_wait": 0,
    "single_wait": 0,
    "all_claimed": 0,
    "seat_wind": 0,
    "round_wind": 0,
    "chicken_hand": 0,
}
"""Without these a discard that completes four exposed sets pays for the tiles alone."""


def text(meld: int) -> str:
    return format_tiles(meld_tiles(meld))


def random_hand(rng: Random, n_melds: int, bias: int) -> tuple[list[int], list[int]]:
    """Fourteen tiles less three for each meld, and the melds; some suits are held more often."""
    while True:
        melds = [rng.randrange(N_MELDS) for _ in range(n_melds)]
        copies = Counter(tile for meld in melds for tile in meld_tiles(meld))
        wall = [kind for kind in range(34) for _ in range(4 - copies[kind])]
        if max(copies.values(), default=0) <= 4:
            wall += [kind for kind in wall if kind // 9 == bias] * 2
            hand: list[int] = []
            while len(hand) < 14 - 3 * n_melds:
                tile = rng.choice(wall)
                if hand.count(tile) + copies[tile] < 4:
                    hand.append(tile)
            return hand, melds


def obvious_targets(
    hand: list[int], melds: list[int], budget: int, rules: Rules
) -> dict[Target, tuple[int, int]]:
    """All targets within the budget whose tiles exist: what they lack and what they are worth."""
    held = Counter(hand)
    fixed = Counter(tile for meld in melds for tile in meld_tiles(meld))
    found = {}
    for sets in combinations_with_replacement(range(N_MELDS), 4 - len(melds)):
        tiles = Counter(tile for meld in sets for tile in meld_tiles(meld))
        if sum((tiles - held).values()) > budget:
            continue
        for pair in range(34):
            whole = tiles + Counter({pair: 2})
            lacks = sum((whole - held).values())
            if 0 < lacks <= budget and max((whole + fixed).values()) <= 4:
                found[sets, pair] = (lacks, tile_total(sorted([*sets, *melds]), pair, rules))
    return found


def tile_total(sets: list[int], pair: int, rules: Rules) -> int:
    scratch = np.zeros(128, np.int64)
    scratch[at.TAKERS] = takers(rules)
    return int(worth_of(rules, load_tables().chows, scratch, *sets, pair))


def found_targets(look: Sight, knowledge: Knowledge, budget: int) -> dict[Target, tuple[int, int]]:
    """What the search finds, the same way."""
    ints, floats = new_memory()
    load_hand(knowledge.ints, knowledge.floats, look, ints, floats)
    sort_sets(ints)
    shape = load_tables().shape
    search(knowledge.ints, knowledge.bytes, shape, ints, floats, budget)
    hand = ints[layout.M_HAND : layout.M_HAND + 4].tolist()
    found = {}
    for n in range(int(ints[layout.M_TARGETS])):
        row = ints[layout.A_TARGETS + layout.TARGET * n :][: layout.TARGET].tolist()
        packed = row[layout.T_SETS]
        if row[layout.T_SOLO]:
            continue  # a knitted straight
        free = sorted((packed >> 6 * k) & 63 for k in range(int(ints[layout.M_N_FREE])))
        target = (tuple(free), (packed >> layout.SETS_PAIR) & 63)
        assert target not in found, "found twice"
        lacks = sum((row[k] & ~hand[k]).bit_count() for k in range(4))
        found[target] = (lacks, (packed >> layout.SETS_TOTAL) & 255)
    return found


def test_sets_of_four_are_numbered_without_gaps() -> None:
    numbers = [
        fours_index(*sets) for sets in combinations_with_replacement(range(0, N_MELDS, 6), 4)
    ]
    assert len(set(numbers)) == len(numbers)
    assert fours_index(0, 0, 0, 0) == 0
    assert fours_index(54, 54, 54, 54) == N_FOURS - 1
    assert fours_index(7, 40, 3, 21) == fours_index(3, 7, 21, 40)


def test_worth_of_four_sets_and_a_pair_is_what_scoring_counts_for_the_tiles() -> None:
    rng = Random(3)
    rules = changed_rules("mcr-botzone", **SITUATION)
    n = 0
    while n < 600:
        suit = rng.randrange(3)
        chosen = [meld for meld in range(N_MELDS) if rng.random() < 0.3 or meld // 7 == suit]
        sets = sorted(rng.choice(chosen) for _ in range(4))
        pair = rng.randrange(34)
        copies = Counter(tile for meld in sets for tile in meld_tiles(meld)) + Counter({pair: 2})
        total = tile_total(sets, pair, rules)
        if max(copies.values()) > 4:
            assert total == IMPOSSIBLE
            continue
        name = TILE_NAMES[pair]
        assert total == min(score(win(name, name, *map(text, sets)), rules=rules).total, 254)
        n += 1


@pytest.mark.parametrize("n_melds", [2, 3])
def test_near_ready_every_target_of_the_obvious_enumeration_is_found(n_melds: int) -> None:
    rules = compiled("mcr-botzone")
    anything = copy(rules)
    anything.params[P_MINIMUM] = 1
    knowledge = prepare_mcr(ruleset("mcr-botzone"), anything, load_tables(), {})
    rng = Random(5)
    n_found = 0
    for k in range(12):
        hand, melds = random_hand(rng, n_melds, k % 4)
        look = sight(format_tiles(hand), *map(text, melds))
        expected = obvious_targets(hand, melds, 2, rules)
        found = found_targets(look, knowledge, 2)  # roomy fields are searched one tile farther
        assert {target: facts for target, facts in found.items() if facts[0] <= 2} == expected
        n_found += len(expected)
    assert n_found > 30


def test_targets_that_hold_a_core_are_found_at_any_distance() -> None:
    rules = compiled("mcr-botzone")
    values = rules.values[: rules.n_patterns].tolist()
    straights = [core for core in cores(values, 8) if core.pattern == fan.MIXED_STRAIGHT]
    assert len(straights) == 6  # the three chows go to three suits in six ways
    rng = Random(8)
    n_found = 0
    for k in range(16):
        hand, melds = random_hand(rng, 2, k % 4)
        look = sight(format_tiles(hand), *map(text, melds))
        found = found_targets(look, known(), 4)
        for target, facts in obvious_targets(hand, melds, 4, rules).items():
            whole = Counter([*target[0], *melds])
            if any(Counter(core.melds) <= whole for core in straights):
                assert found[target] == facts
                n_found += 1
    assert n_found > 5


def test_flushes_are_found_within_their_suit() -> None:
    rules = compiled("mcr-botzone")
    rng = Random(9)
    n_found = 0
    for _ in range(6):
        hand = []
        while len(hand) < 11:
            tile = rng.choice([*range(9), *range(9), *range(27, 34), rng.randrange(34)])
            if hand.count(tile) < 4:
                hand.append(tile)
        if hand.count(33) + hand.count(0) > 3:
            continue
        look = sight(format_tiles(hand), "234m")
        found = found_targets(look, known(), 3)
        for target, (lacks, total) in obvious_targets(hand, [1], 3, rules).items():
            kinds = {tile for meld in target[0] for tile in meld_tiles(meld)} | {target[1]}
            if total >= 8 and all(kind < 9 or kind >= 27 for kind in kinds):
                assert found[target] == (lacks, total)
                n_found += 1
    assert n_found > 20


def test_families_follow_the_values_of_the_table() -> None:
    keys = ruleset("mcr").catalogue.keys
    values = [int(value) for value in changed_rules("mcr", half_flush=1, all_simples=8).values]
    patterns = [keys[field.pattern] for field in fields(values, 8)]
    assert "half_flush" not in patterns
    assert patterns.count("full_flush") == 3  # part of half flushes before
    assert "all_simples" in patterns
    cheap = [int(value) for value in changed_rules("mcr", mixed_shifted_chows=1).values]
    assert all(keys[core.pattern] != "mixed_shifted_chows" for core in cores(cheap, 8))
    assert all(len(meld_tiles(meld)) == 3 for meld in range(FIRST_PUNG, N_MELDS))
