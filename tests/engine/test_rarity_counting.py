"""Exact counts of complete hands: small worlds looked through hand by hand, and known numbers."""

from fractions import Fraction
from math import comb

import pytest

from engine.rarity.counting import count, count_complete
from engine.rarity.patterns import definitions_of, how_known
from engine.rarity.shapes import World
from schemas.catalogue import systems
from schemas.rules_files import load_ruleset, preset_names
from schemas.sections import Shape
from schemas.tiles import parse_tiles
from tests.engine.rarity_slow import count_slowly
from tests.engine.rarity_slow_patterns import patterns_of

SHAPES = Shape.__args__


def compare(rules, kinds, sets, shapes=("standard",), only=None):
    """Counts a small world both ways, by default all patterns; says which occur in it."""
    ruleset = load_ruleset(rules)
    definitions = definitions_of(ruleset)
    if only:
        definitions = {key: definitions[key] for key in only}
    tiles = parse_tiles(kinds)
    world = World(
        sets, sum(1 << tile for tile in tiles), sum(1 << SHAPES.index(shape) for shape in shapes)
    )
    slow = {key: holds for key, holds in patterns_of(ruleset.system).items() if key in definitions}
    assert set(slow) == set(definitions)
    total, found = count_slowly(tiles, sets, shapes, slow)
    counted = count(world, definitions)
    assert counted.hands == total > 0
    assert dict(counted.patterns) == found
    return {key for key, hands in found.items() if hands}


@pytest.mark.parametrize("sets", [1, 2])
def test_one_suit_is_counted_as_hand_by_hand(sets):
    assert "full_flush" in compare("mcr", "123456789p", sets)


def test_fourteen_tiles_of_one_suit():
    whole = ("nine_gates", "seven_shifted_pairs", "pure_straight")
    held = compare("mcr", "123456789s", 4, ("standard", "seven_pairs"), whole)
    assert held == set(whole)
    held = compare("mcr", "1234567s", 4, ("seven_pairs",)) | compare("mcr", "123456s", 4)
    assert {
        "seven_shifted_pairs", "quadruple_chow", "four_pure_shifted_chows", "pure_triple_chow",
        "four_pure_shifted_pungs", "four_concealed_pungs", "short_straight", "all_chows",
    } <= held  # fmt: skip


def test_two_sets_of_all_suits_and_honors():
    held = compare("mcr", "1234m 2345p 1s ES CF", 2)
    assert {"mixed_double_chow", "double_pung", "two_dragon_pungs", "round_wind"} <= held


def test_three_sets_across_suits():
    held = compare("mcr", "234m 2345p 1234s", 3)
    assert {"mixed_triple_chow", "mixed_shifted_chows", "mixed_shifted_pungs"} <= held
    assert "triple_pung" in held


def test_straights_across_suits():
    assert "mixed_straight" in compare("mcr", "123m 456p 789s F", 3)


def test_a_five_in_every_group_and_even_pungs():
    assert "all_fives" in compare("mcr", "3456m 5p 567s", 4)
    assert "all_even_pungs" in compare("mcr", "2468m 23p C", 4)


def test_all_types():
    assert "all_types" in compare("mcr", "1m 1p 1s E C", 4)


def test_winds_and_dragons():
    held = compare("mcr", "1m 9p ESWN CFP", 4, ("standard", "seven_pairs"))
    assert {"big_four_winds", "little_four_winds", "big_three_dragons"} <= held
    assert {"little_three_dragons", "all_honors", "terminals_and_honors"} <= held


def test_pairs_of_green_and_reversible_tiles():
    held = compare("mcr", "23468s F 2p", 4, ("standard", "seven_pairs"))
    assert {"all_green", "seven_pairs", "half_flush"} <= held
    assert "reversible_tiles" in compare("mcr", "234p 89s P", 4, ("standard", "seven_pairs"))


def test_terminal_chows_by_formula():
    found = count_complete(load_ruleset("mcr")).patterns
    # 123 and 789 of two suits, a pair of fives of the third; or twice in one with its fives.
    assert found["three_suited_terminal_chows"] == 3 * 4**12 * comb(4, 2)
    assert found["pure_terminal_chows"] == 3 * comb(4, 2) ** 7


def test_knitted_straights():
    held = compare("mcr", "12347m 258p 369s E C", 4, ("knitted_straight",))
    assert {"knitted_straight", "all_chows", "dragon_pung", "all_types", "tile_hog"} <= held


def test_pairs_of_yantai_by_kinds_held_four_times():
    held = compare("yantai", "12345m EC", 4, ("standard", "seven_pairs"))
    assert {"luxury_seven_pairs", "super_luxury_seven_pairs", "half_flush"} <= held
    assert "supreme_luxury_seven_pairs" in held
    assert "full_flush" in compare("yantai", "E S W N C F P", 4, ("standard", "seven_pairs"))


def test_seventeen_tiles():
    held = compare("taiwan-system", "1234567m", 5)
    assert "mixed_outside" in compare("taiwan-system", "1239m 9p EC", 5)
    assert "five_concealed_pungs" in held


def test_eight_pairs():
    assert "eight_pairs" in compare("longgang", "12345m E", 5, ("standard", "eight_pairs"))


def test_complete_hands_of_the_real_sets_are_the_published_numbers():
    # Independent counts, weighted by copies and without a minimum.
    mcr = count_complete(load_ruleset("mcr"))
    assert mcr.hands == 13_257_769_189_488
    taiwan = count_complete(load_ruleset("taiwan-standard"))
    assert taiwan.hands == 1_554_490_175_889_888
    standard = count(World(4, (1 << 34) - 1, 1), {})
    assert standard.hands == 11_353_128_141_498


def test_patterns_counted_by_formula():
    found = count_complete(load_ruleset("mcr")).patterns
    one_pair = comb(4, 2)
    # Thirteen kinds, one of them twice.
    assert found["thirteen_orphans"] == 13 * one_pair * 4**12 == 1_308_622_848
    # Four pungs of winds, a pair of any of the thirty other kinds.
    assert found["big_four_winds"] == 4**4 * 30 * one_pair
    # One chow four times (seven in each suit), a pair of any of the 31 other kinds.
    assert found["quadruple_chow"] == 21 * 31 * one_pair
    # Seven of 34 kinds twice, or some of them four times.
    pairs = sum(
        comb(34, fours) * comb(34 - fours, 7 - 2 * fours) * one_pair ** (7 - 2 * fours)
        for fours in range(4)
    )
    assert found["seven_pairs"] == pairs == 1_569_298_171_584
    assert found["seven_shifted_pairs"] == 9 * one_pair**7
    # Fourteen singles of the sixteen of a knitted arrangement, six arrangements.
    assert found["lesser_knitted_honors"] == 6 * comb(16, 14) * 4**14
    assert found["greater_knitted_honors"] == 6 * comb(9, 7) * 4**14 == 57_982_058_496
    # Knitted straights, alone and with honors: nine of nine suit tiles, five of seven honors.
    alone = 6 * comb(7, 5) * 4**14
    assert found["knitted_straight"] - alone == 142_079_164_416
    # 1112345678999 and one of its nine kinds as the last tile drawn, any copy of it.
    base, copies = [3, 1, 1, 1, 1, 1, 1, 1, 3], 0
    for rank in range(9):
        held = [count + (place == rank) for place, count in enumerate(base)]
        ways = 1
        for count_of_kind in held:
            ways *= comb(4, count_of_kind)
        copies += ways * held[rank]
    assert found["nine_gates"] == Fraction(3 * copies, 14)


def test_all_pungs_of_seventeen_tiles_by_formula():
    found = count_complete(load_ruleset("taiwan-system")).patterns
    # Five of 34 kinds as pungs and another as the pair.
    assert found["all_honors"] == comb(7, 5) * 2 * 4**5 * 6
    # Readings without chows: pungs of five kinds, also such as read as chows (111222333).
    assert found["all_pungs"] == comb(34, 5) * 29 * 4**5 * 6


@pytest.mark.parametrize("rules", preset_names())
def test_every_pattern_of_every_preset_is_spoken_of(rules):
    ruleset = load_ruleset(rules)
    how = how_known(ruleset)
    assert set(how) == set(ruleset.catalogue.keys)
    assert {key for key, method in how.items() if method == "exact"} == set(definitions_of(ruleset))


def test_no_system_is_forgotten():
    assert {load_ruleset(rules).system for rules in preset_names()} == set(systems())


def test_nine_kinds_of_a_suit_are_a_straight_where_the_rules_ask_for_tiles():
    ruleset = load_ruleset("taiwan-system")
    scoring = ruleset.scoring.model_copy(update={"straight": "tiles"})
    by_tiles = definitions_of(ruleset.model_copy(update={"scoring": scoring}))["pure_straight"]
    world = World(4, (1 << 9) - 1, 1)
    tiles = count(world, {"found": by_tiles}).patterns["found"]
    nine = set(range(9))
    _, found = count_slowly(nine, 4, ("standard",), {"found": lambda h: h.kinds == nine})
    assert tiles == found["found"] > 0


def test_a_shape_that_is_not_played_gives_no_pattern():
    assert count_complete(load_ruleset("longgang")).patterns["eight_pairs"] == 0
