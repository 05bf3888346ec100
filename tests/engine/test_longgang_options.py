"""Options and tables of Longgang: what a house rule changes, and what is refused."""

from __future__ import annotations

import pytest

from engine.rules import compile_rules
from schemas.codes import WIN_ITEMS
from schemas.rules_files import load_ruleset
from tests.engine.longgang_hands import house_rules, loser, score

CHOWS = "123m 456m 789p 123p"


def test_longgang_preset_has_the_values_of_the_card() -> None:
    rows = load_ruleset("longgang").patterns
    assert {key: row.value for key, row in rows.items() if row.value} == {
        "honor_pung": 1,
        "two_wildcards": 1,
        "no_wildcard": 1,
        "seat_flower": 1,
        "four_flowers": 2,
        "flower_wildcards": 1,
        "all_pungs": 1,
        "half_flush": 1,
    }
    assert {key for key, row in rows.items() if row.limit} == {
        "full_flush",
        "all_honors",
        "big_four_winds",
        "little_four_winds",
        "all_terminals",
        "terminals_and_honors",
        "three_wildcards",
        "heavenly",
        "earthly",
    }


def test_longgang_points_of_items_are_those_of_the_card() -> None:
    values = dict(
        zip(WIN_ITEMS, compile_rules(load_ruleset("longgang")).items.tolist(), strict=True)
    )
    assert values == {
        "base": 10,
        "self_draw": 2,
        "closed_wait": 2,
        "edge_wait": 0,
        "single_wait": 0,
        "flower": 4,
        "pair": 2,
        "concealed_kong_small": 16,
        "concealed_kong_big": 32,
        "exposed_kong_small": 8,
        "exposed_kong_big": 16,
        "concealed_pung_small": 4,
        "concealed_pung_big": 8,
        "exposed_pung_small": 2,
        "exposed_pung_big": 4,
    }


def test_longgang_base_points() -> None:
    none = house_rules(scoring={"base_points": 0})
    found = score(f"{CHOWS} 55p 68s", "7s", rules=none)
    assert (found.points, found.total) == (2, 4)
    assert found.items == {"closed_wait": 1}
    assert score(f"{CHOWS} 55p 67s", "8s", rules=none).total == 0


@pytest.mark.parametrize(
    ("option", "tiles", "tile", "item"),
    [("edge_wait", "55p 12s", "3s", "edge_wait"), ("single_wait", "5p 678s", "5p", "single_wait")],
)
def test_longgang_edge_and_single_waits_of_other_towns(
    option: str, tiles: str, tile: str, item: str
) -> None:
    elsewhere = house_rules(scoring={option: 2})
    found = score(f"{CHOWS} {tiles}", tile, rules=elsewhere)
    assert found.items == {"base": 1, item: 1}
    assert found.points == 12


def test_longgang_closed_wait_is_passed_over_for_a_dearer_one() -> None:
    # 3s at the edge of 123s is worth 6 here, in the middle of 234s only 2.
    found = score("123m 456m 789p 55p 12234s", "3s", rules=house_rules(scoring={"edge_wait": 6}))
    assert (found.wait, found.points) == ("edge", 16)


def test_longgang_single_wait_self_draw_of_old_habit() -> None:
    old = house_rules(scoring={"single_wait_self_draw": False})
    # 单吊红中: only the 2 of the pair.
    found = score(f"{CHOWS} C 678s", "C", by="self_draw", rules=old)
    assert found.items == {"base": 1, "pair": 1}
    # Where the tile may stand elsewhere the self-draw counts.
    found = score("123m 456m 789p 123p 4555s", "3s", by="self_draw", rules=old)
    assert found.items == {"base": 1, "self_draw": 1}


def test_longgang_limit_of_the_rule_set() -> None:
    higher = house_rules(scoring={"limit": 1000})
    hand = ("123m 55p 67s", "8s", "(CCCC)", "FFFF", "SSS")
    assert score(*hand).total == 300
    found = score(*hand, rules=higher)
    assert (found.total, found.limit_hit) == (62 * 16, False)
    assert score("123m 456m 789m 234m 99m 56m", "7m", rules=higher).total == 1000


def test_longgang_limit_rows_are_data() -> None:
    # 清一色 as three tai, the source's other number, and 无财神 beside it.
    three = house_rules({"full_flush": {"value": 3, "limit": False}})
    found = score("123m 456m 789m 234m 99m 56m", "7m", rules=three)
    assert (found.tai, found.total) == (4, 160)
    off = house_rules({"full_flush": {"value": 0, "limit": False}})
    assert score("123m 456m 789m 234m 99m 56m", "7m", rules=off).rows == {"no_wildcard": 1}
    made = house_rules({"half_flush": {"value": 1, "limit": True}})
    assert score("123m 123m 789m 789m 5m", "5m", "EEE", rules=made).total == 300


def test_longgang_limit_row_of_no_value_cancels() -> None:
    table = house_rules({"full_flush": {"excludes": ["no_wildcard"]}})
    found = score("123m 456m 789m 234m 99m 56m", "7m", rules=table)
    assert found.rows == {"full_flush": 1}
    assert found.cancelled == {"no_wildcard": "full_flush"}
    assert found.uncapped == 10


def test_longgang_reading_follows_the_table() -> None:
    # 222333444m: as pungs 12 points more; as chows all chows 平胡, if that is four tai.
    hand = ("222333444m 55p 67s", "8s", "123p")
    table = house_rules({"all_chows": {"value": 4}})
    assert score(*hand).points == 22
    found = score(*hand, rules=table)
    assert found.rows == {"no_wildcard": 1, "all_chows": 1}
    assert found.total == min(300, 10 * 32)


def test_longgang_row_that_costs_more_than_it_gives_is_avoided() -> None:
    # The wildcards make 555p, and all pungs would cancel three honor pungs: a chow is better.
    table = house_rules({"all_pungs": {"excludes": ["honor_pung"]}}, scoring={"limit": 10_000})
    hand, melds = ("222m 5p f2 9s 8s", "8s"), ("CCC", "FFF", "SSS")
    found = score(*hand, *melds, rules=table)
    assert found.rows == {"honor_pung": 3, "seat_flower": 1}
    assert found.total == (10 + 12 + 4) * 16
    plain = score(*hand, *melds, rules=house_rules(scoring={"limit": 10_000}))
    assert plain.rows == {"honor_pung": 3, "seat_flower": 1, "all_pungs": 1}
    assert plain.total == (10 + 12 + 4 + 4) * 32


def test_longgang_fifth_copy() -> None:
    # The four 5s lie open; with 4s and 6s the wildcard would be a fifth one.
    melds = ("5555s", "123m", "456m")
    assert score("789p 46s E f2", "E", *melds).verdict == "legal"
    four = house_rules(wildcard={"fifth_copy": False})
    assert score("789p 46s E f2", "E", *melds, rules=four).verdict == "no_shape"
    assert score("789p 56s E f2", "E", *("123m", "456m", "222m"), rules=four).verdict == "legal"


def test_longgang_wildcard_may_stand_for_suits_alone() -> None:
    suits = house_rules(wildcard={"stands_for": "suits"})
    assert score(f"{CHOWS} 678s E", "f2", by="self_draw", rules=suits).verdict == "no_shape"
    assert score(f"{CHOWS} 678s 5s", "f2", by="self_draw", rules=suits).verdict == "legal"


def test_longgang_white_dragon_is_not_in_play() -> None:
    # A wildcard never stands for it, and nobody waits for it.
    found = score("f2", "E", "123m", "456m", "789p", "123p", "678s")
    assert found.n_waits == 27 + 6 + 1  # all kinds in hand, and the own flower


def test_longgang_three_wildcards_option() -> None:
    tiles = "9s 9s 9s 147m 258p 36s E S W N C"
    off = house_rules(win={"three_wildcards": "none"})
    assert score(tiles, None, by="three_wildcards", rules=off).verdict == "not_allowed"
    barred = house_rules(win={"three_wildcards_on_discard": False})
    hand = ("9s 9s 9s 123m 456m 789p 55p 67p", "8p")
    assert score(*hand, rules=barred).verdict == "not_allowed"
    assert score(*hand, rules=barred, by="self_draw").verdict == "legal"


def test_longgang_heavenly_after_kongs_option() -> None:
    hand = ("123m 456m 789p 55p 67s", "8s", "(2222p)")
    facts = {"by": "self_draw", "flags": "first_turn", "seat": "E"}
    strict = house_rules(win={"heavenly_after_kongs": False})
    assert "heavenly" not in score(*hand, rules=strict, **facts).rows
    bare = score(f"{CHOWS} 55p 67s", "8s", rules=strict, **facts)
    assert "heavenly" in bare.rows


@pytest.mark.parametrize(
    ("earthly", "by", "counts"),
    [
        ("none", "discard", False),
        ("dealer_discard", "discard", True),
        ("dealer_discard", "self_draw", False),
        ("first_draw", "self_draw", True),
        ("first_draw", "discard", False),
        ("first_go_round", "discard", True),
        ("first_go_round", "self_draw", True),
    ],
)
def test_longgang_earthly_option(earthly: str, by: str, counts: bool) -> None:
    rules = house_rules(win={"earthly": earthly})
    found = score(f"{CHOWS} 55p 67s", "8s", by=by, flags="first_turn", rules=rules)
    assert ("earthly" in found.rows) == counts


def test_longgang_minimum() -> None:
    rules = house_rules(win={"minimum": 40})
    assert score(f"{CHOWS} 55p 67s", "8s", rules=rules).verdict == "below_minimum"
    assert score(f"{CHOWS} 55p 67s", "8s", flowers="f1 f3 f4", rules=rules).verdict == "legal"


def test_longgang_robbed_kong_where_robbing_is_off() -> None:
    rules = house_rules(play={"rob_kong": False})
    found = score(f"{CHOWS} 55p 67s", "8s", by="robbed_kong", rules=rules)
    assert (found.verdict, found.total) == ("not_allowed", 20)


def test_longgang_without_seat_flowers_all_flowers_are_exposed() -> None:
    rules = house_rules(wildcard={"seat_flower": False})
    found = score(f"{CHOWS} 55p 67s", "8s", flowers="f1 f2", rules=rules)
    assert found.points == 18
    assert loser("CC", flowers="f2", rules=rules)[0] == 6


def test_longgang_without_a_wildcard() -> None:
    rules = house_rules(
        win={"three_wildcards": "none"}, wildcard={"kind": "none", "seat_flower": False}
    )
    found = score(f"{CHOWS} 55p 79s", "8s", rules=rules)
    assert found.rows == {"no_wildcard": 1}
    assert found.total == 24


# Eight pairs 八对半


EIGHT = {"shapes": ["standard", "eight_pairs"]}


def test_longgang_eight_pairs_is_off_by_default() -> None:
    assert score("1155m 2277p 3366s EE CC", "C").verdict == "no_shape"


def test_longgang_eight_pairs() -> None:
    rules = house_rules(win=EIGHT)
    found = score("1155m 2277p 3366s EE CC", "C", rules=rules)
    # The discard makes CCC: exposed, 4; 字刻 and 无财神.
    assert found.points == 10 + 4
    assert found.rows == {"no_wildcard": 1, "honor_pung": 1}
    assert found.total == 14 * 4
    assert found.reading == ["CCC", "11m", "55m", "22p", "77p", "33s", "66s", "EE"]
    assert found.wait == "pair_pair"


def test_longgang_eight_pairs_with_the_triple_in_hand() -> None:
    rules = house_rules(win=EIGHT)
    found = score("111m 55m 2277p 3366s EE C", "C", rules=rules)
    # 111m concealed 8, CC 2.
    assert found.items == {"base": 1, "concealed_pung_big": 1, "pair": 1}
    assert (found.total, found.wait) == (20 * 2, "single")


def test_longgang_eight_pairs_with_four_alike_as_two_pairs() -> None:
    rules = house_rules(win=EIGHT)
    found = score("111m 5555m 2277p 66s EE C", "C", rules=rules)
    assert found.total == (10 + 8 + 2) * 2
    assert found.reading.count("55m") == 2


def test_longgang_eight_pairs_with_wildcards() -> None:
    rules = house_rules(win=EIGHT)
    # 111m is the triple, so the flower pairs C.
    found = score("111m 55m 2277p 33s 6s EE f2 C", "6s", rules=rules)
    assert found.items == {"base": 1, "concealed_pung_big": 1, "pair": 1}
    assert found.rows == {"seat_flower": 1}
    # Without a triple of its own: CC and the flower, concealed 8, 字刻.
    found = score("11m 55m 2277p 3366s CC E f2", "E", rules=rules)
    assert found.items == {"base": 1, "concealed_pung_big": 1}
    assert found.rows == {"seat_flower": 1, "honor_pung": 1}
    assert found.total == 18 * 4


def test_longgang_eight_pairs_make_flushes_and_value_their_row() -> None:
    rules = house_rules({"eight_pairs": {"value": 2}}, win=EIGHT)
    found = score("1155m 2277m 3399m EE C C", "C", rules=rules)
    assert found.rows == {"no_wildcard": 1, "honor_pung": 1, "half_flush": 1, "eight_pairs": 1}
    assert found.tai == 5
    flush = score("1155m 2277m 3399m 66m 88m", "8m", rules=rules)
    assert flush.total == 300
    assert "all_pungs" not in flush.rows
