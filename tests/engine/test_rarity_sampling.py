"""Drawn hands: each as likely as it should be, intervals that cover, scored as the patterns say."""

import numpy as np
import pytest
from scipy import stats

from engine.rarity.counting import count_complete
from engine.rarity.patterns import definitions_of
from engine.rarity.sampling import draw_hands, sample_complete
from engine.rarity.shapes import World, world_of
from engine.rules import compile_rules
from engine.scoring import new_score_columns, new_win_columns, score_batch
from engine.situation import F_ROUND_WIND, F_SEAT_WIND, F_WILDCARD, F_WIN_TILE
from engine.tables import load_tables
from pipelines.analysis.statistics import rate
from schemas.rules_files import load_ruleset
from tests.engine.rarity_slow import Hand, hands_of, weight
from tests.engine.rarity_slow_patterns import patterns_of


def tiles_of(counts):
    return [tile for tile in range(34) for _ in range(counts[tile])]


@pytest.mark.parametrize(
    ("kinds", "sets", "shapes"),
    [
        (range(9, 18), 1, ("standard",)),
        ((0, 1, 2, 31, 32), 2, ("standard",)),
        # Pairs that are sets as well (112233m and four more pairs) count once.
        ((0, 1, 2, 3, 27, 28, 29, 30), 4, ("standard", "seven_pairs")),
    ],
)
def test_every_hand_is_as_likely_as_its_copies_make_it(kinds, sets, shapes):
    world = World(sets, sum(1 << kind for kind in kinds), 1 | 2 * ("seven_pairs" in shapes))
    hands = [one for one in hands_of(kinds, sets, shapes) if Hand(one, shapes).complete]
    weights = np.array([weight(one) for one in hands], dtype=float)
    n = 200_000
    drawn = draw_hands(world, n, np.random.default_rng(5))
    powers = np.zeros(34, dtype=np.int64)
    powers[list(kinds)] = 5 ** np.arange(len(kinds))
    places = {sum(int(powers[tile]) for tile in hand): place for place, hand in enumerate(hands)}
    found = np.zeros(len(hands))
    codes, times = np.unique(drawn @ powers, return_counts=True)
    assert drawn.sum(axis=1).tolist() == [3 * sets + 2] * n
    for code, many in zip(codes.tolist(), times.tolist(), strict=True):
        found[places[code]] = many
    # The rarest hands together, so that every cell is expected at least twenty times.
    expected = n * weights / weights.sum()
    order = np.argsort(expected)
    expected, found = expected[order], found[order]
    cells = np.cumsum(expected) // 20
    borders = np.flatnonzero(np.diff(cells, prepend=-1))
    expected, found = np.add.reduceat(expected, borders), np.add.reduceat(found, borders)
    assert stats.chisquare(found, expected).pvalue > 1e-4


def test_intervals_of_drawn_hands_cover_the_exact_share_at_their_rate():
    ruleset = load_ruleset("mcr")
    world = world_of(compile_rules(ruleset))
    counted = count_complete(ruleset)
    definitions = ("no_honors", "one_voided_suit", "seven_pairs", "tile_hog")
    trials, n = 400, 1_000
    covered = dict.fromkeys(definitions, 0)
    drawn = draw_hands(world, trials * n, np.random.default_rng(6))
    for counts in np.split(drawn, trials):
        suits = counts[:, :27].reshape(n, 3, 9).any(axis=2)
        held = {
            "no_honors": ~counts[:, 27:].any(axis=1),
            "one_voided_suit": suits.sum(axis=1) < 3,
            "seven_pairs": (counts % 2 == 0).all(axis=1),
            "tile_hog": (counts == 4).any(axis=1),
        }
        for key, found in held.items():
            one = rate(int(found.sum()), n)
            covered[key] += one.low <= float(counted.patterns[key] / counted.hands) <= one.high
    # 95% of 400 are 380; three standard deviations are 13.
    assert all(367 <= times <= 393 for times in covered.values()), covered


@pytest.mark.parametrize(("rules", "n"), [("mcr", 4_000), ("taiwan-system", 1_500)])
def test_patterns_of_drawn_hands_agree_with_the_exact_shares(rules, n):
    """Every reading of drawn hands looked through by slow code, all patterns at once."""
    ruleset = load_ruleset(rules)
    counted, shapes = count_complete(ruleset), ruleset.win.shapes
    drawn = draw_hands(world_of(compile_rules(ruleset)), n, np.random.default_rng(11))
    hands = [Hand(tiles_of(counts), shapes) for counts in drawn]
    assert all(hand.complete for hand in hands)
    for key, holds in patterns_of(ruleset.system).items():
        if key in counted.patterns:
            found = sum(float(holds(hand)) for hand in hands)
            share = float(counted.patterns[key] / counted.hands)
            # So far from the truth one of a million samples is (a binomial one, at least as wide
            # as that of a mean of parts).
            low, high = stats.binom.interval(1 - 1e-6, n, share)
            assert low <= found <= high, key


@pytest.mark.parametrize("rules", ["mcr", "taiwan-system", "yantai", "longgang"])
def test_what_a_drawn_hand_is_paid_for_it_has(rules):
    """The scoring kernel's patterns against the slow definitions, hand by hand."""
    ruleset = load_ruleset(rules)
    compiled, n = compile_rules(ruleset), 400
    counts = draw_hands(world_of(compiled), n, np.random.default_rng(3))
    wins, out = new_win_columns(n), new_score_columns(n, compiled.n_patterns)
    last = counts.argmax(axis=1)
    wins.hand[:, :34] = counts
    wins.hand[np.arange(n), last] -= 1
    wins.facts[:, F_WIN_TILE] = last
    wins.facts[:, F_WILDCARD] = -1
    wins.facts[:, F_SEAT_WIND] = 1
    wins.facts[:, F_ROUND_WIND] = 2
    score_batch(compiled, load_tables(), wins, out)
    slow = patterns_of(ruleset.system)
    exact = definitions_of(ruleset)
    seen = set()
    for row in range(n):
        hand = Hand(tiles_of(counts[row]), ruleset.win.shapes)
        for pattern in np.flatnonzero(out.counts[row]):
            key = ruleset.catalogue.keys[pattern]
            if key in exact:
                seen.add(key)
                assert slow[key](hand), (key, hand.tiles)
    assert seen


def test_patterns_that_nothing_cancels_are_paid_as_often_as_they_are_held():
    ruleset = load_ruleset("yantai")
    n = 100_000
    counted, sampled = count_complete(ruleset), sample_complete(ruleset, n, seed=2)
    # Only full flushes and orphans cancel a half flush, which are none, and each row of seven
    # pairs the other rows.
    for key in ("half_flush", "seven_pairs", "luxury_seven_pairs"):
        share = float(counted.patterns[key] / counted.hands)
        low, high = stats.binom.interval(1 - 1e-6, n, share)
        assert low <= sampled.patterns[key] <= high


def test_the_same_seed_draws_the_same_hands():
    ruleset = load_ruleset("mcr")
    one, same = (sample_complete(ruleset, 500, seed=4) for _ in range(2))
    assert one == same
    assert one != sample_complete(ruleset, 500, seed=5)
    assert one.hands == 500


def test_drawn_hands_have_any_wind_and_any_last_tile():
    """Winds and waits are drawn: one seat's pung of winds is a quarter of all pungs of winds."""
    ruleset = load_ruleset("taiwan-standard")
    n = 50_000
    sampled, counted = sample_complete(ruleset, n, seed=1), count_complete(ruleset)
    for key in ("seat_wind", "round_wind"):
        share = float(counted.patterns[key] / counted.hands)
        low, high = stats.binom.interval(1 - 1e-6, n, share)
        assert low <= sampled.patterns[key] <= high
