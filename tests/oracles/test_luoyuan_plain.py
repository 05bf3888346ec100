"""The plain Luoyuan scorer against the card: its seven examples, each win kind by hand."""

import pytest

from schemas.tiles import parse_tiles
from tests.oracles.luoyuan import false_win, score
from tests.oracles.luoyuan_lines import (
    DRAGON_WAIT,
    GOLD,
    ONE_GOLD,
    PAIR_WAIT,
    READY,
    line,
    meld,
    names,
    table,
)
from tests.oracles.luoyuan_tiles import flower_sets


def test_luoyuan_example_1_dealer_self_draw():
    losers = {"s1": "EE", "s2": "EEWGG", "s3": ""}
    hand = line("123m 456m 789m 12pG 7p", "7p", melds="5555p", flowers="SSN")
    answer = score({**hand, "dealer_streak": 2, "table": table(0, **losers)})
    assert answer["patterns"] == {"self_draw": 1, "flower": 3, "exposed_kong": 1, "gold": 1}
    assert answer["total"] == (4 + 1 + 1) * 2
    assert answer["deltas"] == [48, -17, -8, -23]


def test_luoyuan_example_2_discard_win_with_four_east_winds():
    hand = line(READY, "1s", "discard", flowers="EEEE", dealer_streak=1)
    answer = score({**hand, "table": table(2, 1, s0="SG", s1="", s3="NNNN")})
    assert answer["patterns"] == {"discard_win": 1, "flower": 4, "flower_set": 1}
    assert answer["total"] == 7
    assert answer["deltas"] == [-8, -13, 22, -1]


def test_luoyuan_example_3_bare_win_with_two_golds():
    hand = line("123m 456m 789m 12pG 77p 5sG", "6s", "discard", table=table(1, 0))
    answer = score(hand)
    assert answer["patterns"] == {"bare_win": 1, "gold": 2}
    assert answer["total"] == 6
    assert answer["deltas"] == [-6, 18, -6, -6]


def test_luoyuan_example_4_penalty_discard():
    hand = line(ONE_GOLD, "3s", "discard", flowers="EE", flags=["penalty_discard"], dealer_streak=1)
    answer = score({**hand, "table": table(1, 3, s0="SSG", s2="N", s3="WWWW")})
    assert answer["total"] == 4
    assert answer["deltas"] == [3, 13, 1, -17]


def test_luoyuan_example_5_three_golds():
    hand = line("147m 258m 369p 147p GGG 3s", "5s", flowers="E", dealer_streak=2)
    answer = score({**hand, "table": table(2, s0="SSG", s1="NN")})
    assert answer["patterns"] == {"three_golds": 1, "flower": 1, "gold": 3}
    assert answer["total"] == 12
    assert answer["deltas"] == [-18, -12, 42, -12]


def test_luoyuan_example_6_golden_pair_is_more_than_bare_win():
    answer = score(line(PAIR_WAIT, "6s", table=table(3, s0="SSG", s1="NN")))
    assert answer["patterns"] == {"golden_pair": 1, "gold": 2}
    assert answer["total"] == 18
    assert answer["deltas"] == [-18, -18, -18, 54]


def test_luoyuan_example_7_false_win():
    hand = {"concealed": names(READY), "melds": [], "flowers": names("EE"), "wildcard": GOLD}
    assert false_win(1, 0, 1, hand) == [12, -30, 9, 9]


def test_luoyuan_points_discard_win_in_full():
    # F = 2 + 1 + 2, G = 1: (5 + 1 + 1) × 1.
    hand = line("123m 456m 12pG 7p", "7p", "discard", melds="8888m (5555s)", flowers="EF")
    answer = score(hand)
    assert answer["total"] == 7
    assert answer["patterns"] == {
        "discard_win": 1,
        "flower": 2,
        "exposed_kong": 1,
        "concealed_kong": 1,
        "gold": 1,
    }
    assert answer["deltas"] is None


def test_luoyuan_points_robbed_kong_is_paid_as_a_discard():
    hand = line(ONE_GOLD, "6s", "robbed_kong", flowers="E")
    assert score(hand)["patterns"] == {"discard_win": 1, "flower": 1, "gold": 1}
    assert score(hand)["total"] == 3


@pytest.mark.parametrize("win_by", ["self_draw", "discard", "robbed_kong"])
def test_luoyuan_points_bare_win_without_flower_and_kong(win_by):
    assert score(line(READY, "1s", win_by))["patterns"] == {"bare_win": 1}
    assert score(line(READY, "1s", win_by))["total"] == 2
    assert score(line(ONE_GOLD, "3s", win_by))["total"] == 4


@pytest.mark.parametrize("more", [{"flowers": "E"}, {"melds": "5555s"}, {"melds": "(5555s)"}])
def test_luoyuan_points_no_bare_win_with_a_flower_or_kong(more):
    concealed = READY if "flowers" in more else "123m 456m 789m 123p 1s"
    answer = score(line(concealed, "1s", "discard", **more))
    assert "discard_win" in answer["patterns"]
    assert answer["total"] == (3 if "(" in more.get("melds", "") else 2)


def test_luoyuan_points_bare_win_and_self_draw_tie():
    answer = score(line(ONE_GOLD, "3s"))
    assert answer["tied"] == [{"bare_win": 1, "gold": 1}, {"self_draw": 1, "gold": 1}]
    assert "tied" not in score(line(ONE_GOLD, "3s", flowers="E"))
    assert "tied" not in score(line(ONE_GOLD, "3s", "discard"))


def test_luoyuan_points_heavenly_is_the_dealers_first_draw():
    hand = line(ONE_GOLD, "3s", flowers="E", flags=["first_turn"], seat_wind="E", dealer_streak=2)
    assert score(hand)["patterns"] == {"heavenly": 1, "flower": 1, "gold": 1}
    assert score(hand)["total"] == 30
    assert score({**hand, "table": table(0, s1="EE")})["deltas"] == [150, -50, -50, -50]
    assert score({**hand, "seat_wind": "S"})["total"] == 6
    assert score({**hand, "flags": []})["total"] == 6
    assert score({**hand, "win_by": "discard"})["total"] == 3


def test_luoyuan_points_heavenly_may_follow_concealed_kongs():
    hand = line("123m 456m 789m 123p 1s", "1s", melds="(5555s)", flags=["first_turn"])
    assert score({**hand, "seat_wind": "E"})["patterns"] == {"heavenly": 1, "concealed_kong": 1}
    exposed = {**hand, "seat_wind": "E", "melds": [meld("5555s")]}
    assert score(exposed)["patterns"] == {"self_draw": 1, "exposed_kong": 1}


def test_luoyuan_points_heavenly_is_paid_better_than_golden_pair():
    hand = line(PAIR_WAIT, "6s", flags=["first_turn"], seat_wind="E")
    assert score(hand)["patterns"] == {"heavenly": 1, "gold": 2}
    assert score(hand)["total"] == 30


def test_luoyuan_points_three_golds_are_never_heavenly():
    hand = line("123m 456m 789m 1pG 77p 4sGG", "2p", flags=["first_turn"], seat_wind="E")
    assert score(hand)["patterns"] == {"three_golds": 1, "gold": 3}
    assert score(hand)["total"] == 9


def test_luoyuan_points_golden_dragon():
    # No flower: (0 + 3 + 1) × 10; three golds alone would be 9.
    assert score(line(DRAGON_WAIT, "3p"))["patterns"] == {"golden_dragon": 1, "gold": 3}
    assert score(line(DRAGON_WAIT, "3p"))["total"] == 40
    drawn_gold = line("123m 456m 789m 123p 77p GG", "G", flowers="W")
    assert score(drawn_gold)["total"] == 50


def test_luoyuan_points_golden_dragon_golds_stand_for_themselves():
    # Shape with golds elsewhere, but without the three of them no four sets and a pair.
    assert score(line("123m 456m 789m 1pG 77p 4sGG", "2p"))["patterns"] == {
        "three_golds": 1,
        "gold": 3,
    }


def test_luoyuan_points_announced_three_golds_counts_as_golden_dragon():
    hand = line("123m 456m 789m 123p 77p GGG", None, "three_wildcards")
    assert score(hand)["patterns"] == {"golden_dragon": 1, "gold": 3}


def test_luoyuan_points_three_golds_need_no_shape_and_add_no_base():
    hand = line("147m 258m 369p 147p 25s GGG", None, "three_wildcards")
    assert score(hand)["patterns"] == {"three_golds": 1, "gold": 3}
    assert score(hand)["total"] == 9
    hand = line("147m 258m 369p 147p 25s GG", "G")
    assert score(hand)["total"] == 9


def test_luoyuan_golden_pair_is_never_counted_with_three_golds():
    # 12p + G, and the pair GG: with three golds that is three golds, not a golden pair.
    hand = line("123m 456m 789m 12pG 45s GG", "6s")
    assert score(hand)["patterns"] == {"three_golds": 1, "gold": 3}


@pytest.mark.parametrize("win_by", ["self_draw", "discard", "robbed_kong"])
def test_luoyuan_points_golden_pair_by_any_way(win_by):
    hand = line(PAIR_WAIT, "3s", win_by, flowers="f1 f2 f3 f4")
    assert score(hand)["legal"]
    assert score(hand)["total"] == (6 + 2 + 1) * 6
    assert score(hand)["patterns"] == {
        "golden_pair": 1,
        "flower": 4,
        "flower_set": 1,
        "gold": 2,
    }


def test_luoyuan_golden_pair_drawn_as_the_second_gold():
    answer = score(line("123m 456m 789m 123p 456s G", "G"))
    assert answer["patterns"] == {"golden_pair": 1, "gold": 2}


def test_luoyuan_two_golds_in_sets_are_no_golden_pair():
    assert score(line("123m 456m 789m 12pG 77p 5sG", "6s"))["total"] == 6


def test_luoyuan_gold_stands_for_any_tile_even_a_fifth():
    hand = line("111m 11m 456m 789m 123p 4sG", "4s", "self_draw")
    assert score(hand)["patterns"] == {"bare_win": 1, "gold": 1}


def test_luoyuan_other_values_choose_another_kind():
    hand = line(PAIR_WAIT, "6s")
    assert score(hand, {"values": {"golden_pair": 1}})["patterns"] == {"bare_win": 1, "gold": 2}
    assert score(hand, {"values": {"gold": 3}})["total"] == (2 * 3 + 1) * 6


@pytest.mark.parametrize(
    ("flowers", "sets"),
    [("EEEE", 1), ("EEESSS", 0), ("CCCC PPPP", 2), ("f1 f2 f3 f4", 1), ("f1 f2 f5 f6", 0)],
)
def test_luoyuan_flower_sets(flowers, sets):
    assert flower_sets(parse_tiles(flowers)) == sets
