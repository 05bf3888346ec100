"""`best_discard` against trying everything: with plain distances, and with the engine's own."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
import pytest

from engine.policies.tiles import ROOM, best_discard
from engine.rules import P_FLOWERS, P_IN_HAND, Rules, compile_rules
from engine.tables import load_tables
from engine.wild import hand_distance, wild_tiles
from schemas.rules_files import preset_names
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS, N_TILES, parse_tiles
from tests.engine.conformance.plain_shapes import Counts
from tests.engine.oracle.engine import compiled, ruleset
from tests.engine.policies.plain_discards import Distance, plain_discard, plain_distance

EIGHT_PAIRS: Final = "taiwan-standard with eight pairs"
"""No preset has that shape; the rules allow it."""
CASES: Final = [*preset_names(), EIGHT_PAIRS]


def rules_of(case: str) -> tuple[RuleSet, Rules]:
    rules = ruleset(case if case != EIGHT_PAIRS else "taiwan-standard")
    if case == EIGHT_PAIRS:
        win = rules.win.model_copy(update={"shapes": ("standard", "eight_pairs")})
        wildcard = rules.wildcard.model_copy(update={"fifth_copy": False})
        rules = rules.model_copy(update={"win": win, "wildcard": wildcard})
    return rules, compile_rules(rules)


class Hand:
    """A random hand with a tile to discard."""

    def __init__(self, rules: Rules, size: int, random: Random, *, spoilt: int) -> None:
        flowers = int(rules.params[P_FLOWERS])
        turned = [t for t in range(N_TILES) if rules.copies[t] > 0 and not flowers >> t & 1]
        mask = int(wild_tiles(rules, random.choice(turned), random.randrange(4)))
        self.mask = mask
        self.wild = {tile for tile in range(N_TILES) if mask >> tile & 1}
        in_hand = int(rules.params[P_IN_HAND]) | mask
        pool = [t for t in range(N_TILES) for _ in range(rules.copies[t]) if in_hand >> t & 1]
        self.tiles = _nearly_won(size, pool, random)
        for _ in range(spoilt):
            self.tiles[random.randrange(size)] = random.choice(pool)
        while any(self.tiles.count(tile) > rules.copies[tile] for tile in self.tiles):
            self.tiles[random.randrange(size)] = random.choice(pool)
        counts = [self.tiles.count(tile) for tile in range(N_TILES)]
        self.counts = counts
        self.live = [
            random.randint(0, int(rules.copies[t]) - n) if in_hand >> t & 1 else 0
            for t, n in enumerate(counts)
        ]
        held = sorted(set(self.tiles))
        few = random.random() < 0.3
        self.candidates = random.sample(held, random.randint(1, len(held))) if few else held

    def engine_answer(self, rules: Rules, n_melds: int) -> tuple[int, int, int]:
        answer = best_discard(
            rules,
            load_tables(),
            np.array(self.counts, np.int8),
            np.array(self.live, np.int8),
            self.mask,
            n_melds,
            sum(1 << tile for tile in self.candidates),
            True,
            np.zeros(ROOM, np.int64),
        )
        tile, distance, useful = (int(part) for part in answer)
        return tile, distance, useful

    def plain_answer(self, distance: Distance) -> tuple[int, int, int]:
        return plain_discard(self.counts, self.live, self.wild, self.candidates, distance)


def _nearly_won(size: int, pool: list[int], random: Random) -> list[int]:
    """Chows, pungs and a pair, or pairs, or single kinds."""
    kinds = sorted({tile for tile in pool if tile < N_KINDS})
    shape = random.random() if size >= 14 else 0.0
    if shape < 0.6:
        tiles = [random.choice(kinds)] * 2
        while len(tiles) < size:
            low = 9 * random.randrange(3) + random.randrange(7)
            pung = random.random() < 0.4
            tiles += [random.choice(kinds)] * 3 if pung else [low, low + 1, low + 2]
        return tiles
    if shape < 0.8:
        pairs = random.sample(kinds, (size + 1) // 2)
        return sorted([*pairs, *pairs])[:size]
    orphans = [tile for tile in parse_tiles("19m19p19sESWNCFP") if tile in kinds]
    knitted = parse_tiles("147m258p369s")
    start = orphans if random.random() < 0.5 else knitted
    return [*start, *random.choices(kinds, k=size)][:size]


def _has_answer(hand: Hand) -> bool:
    """Where only wildcards may go nothing is asked of the live tiles."""
    return any(tile not in hand.wild for tile in hand.candidates)


@pytest.mark.parametrize("case", CASES)
def test_small_hands_discard_as_by_trying_everything(case: str) -> None:
    rules, kernel_rules = rules_of(case)
    random = Random(case)
    n_sets = (rules.tiles.hand_size - 1) // 3
    for number in range(10):
        n_melds = n_sets - 1 - number % 2
        hand = Hand(kernel_rules, 3 * (n_sets - n_melds) + 2, random, spoilt=2 - number % 2)
        if not _has_answer(hand):
            continue
        any_copies = bool(hand.mask and rules.wildcard.fifth_copy)
        distance = plain_distance(rules, n_melds, any_copies=any_copies)
        assert hand.engine_answer(kernel_rules, n_melds) == hand.plain_answer(distance), hand.tiles


@pytest.mark.parametrize("case", CASES)
def test_whole_hands_discard_as_by_asking_for_every_distance(case: str) -> None:
    rules, kernel_rules = rules_of(case)
    random = Random(case)
    n_sets = (rules.tiles.hand_size - 1) // 3
    for number in range(150):
        n_melds = (0, 0, 0, 1, 2)[number % 5]
        size = 3 * (n_sets - n_melds) + 2
        hand = Hand(kernel_rules, size, random, spoilt=random.randrange(size))
        if not _has_answer(hand):
            continue

        def distance(counts: Counts, wild: int, hand: Hand = hand, n_melds: int = n_melds) -> int:
            tiles = np.zeros(N_TILES, np.int8)
            tiles[:N_KINDS] = counts
            if wild:
                tiles[min(hand.wild)] = wild
            found = hand_distance(kernel_rules, load_tables(), tiles, n_melds, hand.mask)
            return int(found)

        assert hand.engine_answer(kernel_rules, n_melds) == hand.plain_answer(distance), hand.tiles


@pytest.mark.parametrize(
    ("hand", "tile"),
    [
        ("123m456m789m1145p7s", "7s"),  # ready for 3p and 6p without it
        ("123456789m11p2sEC", "E"),  # the honors first, the lower kind before the higher
        # Without 1p eleven tiles help no more, without 5s fifteen, without 9s seven: 8s and 9s.
        ("123456789m1p59sCC", "9s"),
    ],
)
def test_discards_in_plain_cases(hand: str, tile: str) -> None:
    rules = compiled("mcr")
    counts = np.bincount(parse_tiles(hand), minlength=N_TILES).astype(np.int8)
    live = np.where(np.arange(N_TILES) < N_KINDS, 4, 0).astype(np.int8) - counts
    candidates = sum(1 << kind for kind in set(parse_tiles(hand)))
    room = np.zeros(ROOM, np.int64)
    answer = best_discard(rules, load_tables(), counts, live, 0, 0, candidates, True, room)
    assert int(answer[0]) == parse_tiles(tile)[0]
