"""The plain Luoyuan scorer against the card: robbing the gold 抢金, what is not allowed."""

import pytest

from schemas.tiles import parse_tiles
from tests.oracles.luoyuan import score
from tests.oracles.luoyuan_lines import ONE_GOLD, READY, line, table
from tests.oracles.luoyuan_tiles import is_idle, tiles_of


@pytest.mark.parametrize("named", [None, "G"])
def test_luoyuan_robbing_the_gold_without_one_in_hand(named):
    hand = line(READY, named, "robbed_gold", flowers="E", dealer_streak=1)
    answer = score({**hand, "table": table(1, s0="EE", s2="G")})
    assert answer["patterns"] == {"robbing_gold": 1, "flower": 1, "gold": 1}
    assert answer["total"] == 9
    assert answer["deltas"] == [-12, 30, -9, -9]


def test_luoyuan_robbed_gold_is_wild():
    assert score(line("123m 456m 789m 12p 55p 456s", None, "robbed_gold"))["legal"]
    assert score(line("123m 456m 789m 14p 55p 456s", None, "robbed_gold"))["reason"] == "no_shape"


@pytest.mark.parametrize("value", [3, 2, 1])
def test_luoyuan_robbed_gold_is_no_bare_win_and_no_self_draw(value):
    answer = score(line(READY, None, "robbed_gold"), {"values": {"robbing_gold": value}})
    assert answer["patterns"] == {"robbing_gold": 1, "gold": 1}
    assert "tied" not in answer


def test_luoyuan_robbed_gold_makes_a_golden_pair():
    hand = line("123m 456m 789m 123p 456p G", None, "robbed_gold")
    assert score(hand)["patterns"] == {"golden_pair": 1, "gold": 2}
    assert score(hand)["total"] == 18


def test_luoyuan_robbed_gold_with_one_gold_in_a_set():
    hand = line("123m 456m 789m 12pG 456p 1s", None, "robbed_gold")
    assert score(hand)["patterns"] == {"robbing_gold": 1, "gold": 2}
    assert score(hand)["total"] == 9


def test_luoyuan_robbed_gold_with_two_golds_only_for_a_golden_dragon():
    hand = line("123m 456m 789m 123p 77p GG", None, "robbed_gold")
    assert score(hand)["patterns"] == {"golden_dragon": 1, "gold": 3}
    assert score(hand)["total"] == 40
    assert score(hand, {"values": {"golden_dragon": 1}})["patterns"] == {
        "golden_dragon": 1,
        "gold": 3,
    }
    shape = line("123m 456m 789m 1pG 77p 45sG", None, "robbed_gold")
    assert (score(shape)["legal"], score(shape)["reason"]) == (False, "not_allowed")
    assert score(shape)["deltas"] is None
    none = line("147m 258m 369p 147p 25s GG", None, "robbed_gold")
    assert score(none)["reason"] == "no_shape"


def test_luoyuan_three_golds_may_not_rob_a_fourth():
    hand = line("123m 456m 789m 123p 7p GGG", None, "robbed_gold")
    assert score(hand)["reason"] == "not_allowed"


def test_luoyuan_gold_is_robbed_at_the_start_only():
    claimed = line("123m 456m 789m 123p 1s", None, "robbed_gold", melds="555s")
    assert score(claimed)["reason"] == "not_allowed"
    dragon = line("123m 456m 789m 77p GG", None, "robbed_gold", melds="555s")
    assert score(dragon)["reason"] == "not_allowed"
    kong = line("123m 456m 789m 123p 1s", None, "robbed_gold", melds="(5555s)")
    assert score(kong)["reason"] == "not_allowed"
    assert score({**kong, "seat_wind": "E"})["total"] == (2 + 1 + 1) * 3


def test_luoyuan_robbed_gold_counts_by_choice():
    without = {"robbed_gold_counts": False}
    assert score(line(READY, None, "robbed_gold"), without)["patterns"] == {"robbing_gold": 1}
    assert score(line(READY, None, "robbed_gold"), without)["total"] == 3
    pair = line("123m 456m 789m 123p 456p G", None, "robbed_gold")
    assert score(pair, without)["patterns"] == {"golden_pair": 1, "gold": 1}
    assert score(pair, without)["total"] == 12
    dragon = line("123m 456m 789m 123p 77p GG", None, "robbed_gold")
    assert score(dragon, without)["total"] == 30


@pytest.mark.parametrize("win_by", ["discard", "robbed_kong"])
def test_luoyuan_idle_gold_wins_on_no_discard(win_by):
    hand = line("123m 456m 789m 123p 456p G", "1s", win_by, flowers="E", table=table(1, 0))
    answer = score(hand)
    assert (answer["legal"], answer["reason"], answer["deltas"]) == (False, "not_allowed", None)
    assert answer["total"] == 3
    assert score(hand, {"idle_gold": "no_intercept"})["legal"]
    assert score({**hand, "win_by": "self_draw"})["legal"]


def test_luoyuan_two_golds_with_one_idle():
    # Without one gold: 123m 456m 789m 12pG 456p. The discard completes nothing beside a gold pair.
    hand = line("123m 456m 789m 12pG 456p G", "1s", "discard")
    assert score(hand)["reason"] == "not_allowed"
    golden_pair = {**hand, "win_tile": "3p"}
    assert score(golden_pair)["legal"]
    assert score(golden_pair)["patterns"] == {"golden_pair": 1, "gold": 2}


def test_luoyuan_idle_gold_after_five_melds():
    hand = line("G", "1s", "discard", melds="123m 456m 789m 123p 456p")
    assert score(hand)["reason"] == "not_allowed"
    assert score({**hand, "win_by": "self_draw"})["patterns"] == {"bare_win": 1, "gold": 1}


def test_luoyuan_gold_in_the_pair_is_idle_only_beside_complete_sets():
    assert is_idle(parse_tiles("123m 456m 9s"), 26, 2)
    assert is_idle(parse_tiles("123m 45m 99s"), 26, 2)
    assert not is_idle(parse_tiles("123m 457m 9s"), 26, 2)
    assert not is_idle(parse_tiles("123m 456m 1s"), 26, 2)


@pytest.mark.parametrize("idle_gold", ["no_discard_win", "no_intercept"])
def test_luoyuan_three_golds_win_on_no_discard(idle_gold):
    # Each gold is needed, none is idle.
    hand = line("12m 456m 12pG 45sG 78sG 77p", "3m", "discard", flowers="E")
    assert not is_idle(tiles_of(hand["concealed"]), 26, 5)
    assert score(hand, {"idle_gold": idle_gold})["reason"] == "not_allowed"
    assert score({**hand, "win_by": "robbed_kong"}, {"idle_gold": idle_gold})["legal"] is False


def test_luoyuan_three_golds_and_no_shape_win_on_no_discard():
    answer = score(line("147m 258m 369p 147p 2s GGG", "5s", "discard"))
    assert answer["reason"] == "no_shape"
    assert (answer["total"], answer["patterns"]) == (0, {})


def test_luoyuan_discarded_gold_is_won_on_by_nobody():
    assert score(line(READY, "G", "discard"))["reason"] == "not_allowed"
    assert score(line(READY, "G", "self_draw"))["legal"]


def test_luoyuan_robbing_a_kong_by_choice():
    hand = line(ONE_GOLD, "3s", "robbed_kong")
    assert score(hand)["legal"]
    assert score(hand, {"rob_kong": False})["reason"] == "not_allowed"
    assert score({**hand, "win_by": "discard"}, {"rob_kong": False})["legal"]


def test_luoyuan_no_other_shape_wins():
    assert score(line("1122m 3344m 5566m 1133p", "1s"))["reason"] == "no_shape"
    assert score(line(READY, "2s"))["reason"] == "no_shape"
