"""Counting in Chinese Official beyond single fans: principles, exclusions, waits, circumstances.

Names say the rule; the fans expected follow from it. Seat and round wind are South, hands are won
on a discard, the rule set is `mcr-botzone`, unless something else is said.
"""

from __future__ import annotations

import pytest

from schemas.codes import (
    BY_ROBBED_KONG,
    BY_SELF_DRAW,
    FLAG_FLOWER_REPLACEMENT,
    FLAG_KONG_REPLACEMENT,
    FLAG_LAST_COPY,
    FLAG_LAST_TILE,
)
from tests.engine.oracle.engine import changed_rules, score
from tests.engine.oracle.hands import Win, win

SELF = {"win_by": BY_SELF_DRAW}
TWO_CHOWS = ("一般高", "喜相逢", "连六", "老少副")


def fans(hand: Win) -> dict[str, int]:
    return score(hand).fans


def chow_fans(*chows: str) -> dict[str, int]:
    """Fans of two chows that four melded chows with a pair of reds give."""
    found = fans(win("C", "C", *chows))
    return {name: found[name] for name in TWO_CHOWS if name in found}


# How sets combine


def test_non_separation_four_chows_are_tied_three_times_at_most() -> None:
    # 234 and 567 in two suits: of two 喜相逢 and two 连六 one is left out.
    assert chow_fans("234m", "234p", "567m", "567p") == {"喜相逢": 2, "连六": 1}


def test_non_identical_a_chow_is_not_tied_twice_in_the_same_way() -> None:
    # 234 twice in one suit: 喜相逢 with one of them, not with both.
    assert chow_fans("234s", "234p", "234p", "567p") == {"一般高": 1, "喜相逢": 1, "连六": 1}


def test_two_separate_pairs_of_chows_give_two_fans() -> None:
    assert chow_fans("123m", "123p", "678m", "678s") == {"喜相逢": 2}


def test_fourth_chow_is_tied_once_to_a_fan_of_three() -> None:
    # 清龙 and a second 123: 一般高, but neither 老少副 with 789 nor 连六 with 456.
    hand = win("C", "C", "123m", "456m", "789m", "123m")
    assert fans(hand) == {"清龙": 1, "混一色": 1, "全求人": 1, "一般高": 1}


def test_fan_of_three_chows_implies_the_fans_of_two_within() -> None:
    assert fans(win("88p CC", "8p", "123m", "456m", "789m")) == {"清龙": 1, "缺一门": 1}


def test_high_versus_low_takes_the_reading_that_gives_more() -> None:
    # 222333444s self-drawn, as pungs: 一色三节高 24, 三暗刻 16; as chows: 一色三同顺 24, 平和 2.
    pungs = score(win("222333444s 78p 55m", "6p", **SELF))
    assert pungs.fans == {"一色三节高": 1, "三暗刻": 1, "不求人": 1, "断幺": 1}
    # The last 4s discarded: as pungs 24, 双暗刻 2; as chows 24, 平和 2, 喜相逢 1 with the 234p.
    chows = score(win("22233344s 55m", "4s", "234p"))
    assert chows.fans == {"一色三同顺": 1, "平和": 1, "断幺": 1, "喜相逢": 1}
    assert chows.reading == ["234p", "234s", "234s", "234s", "55m"]


def test_reading_follows_the_values_of_the_rule_set() -> None:
    cheap = changed_rules("mcr-botzone", pure_triple_chow=1)
    answer = score(win("22233344s 55m", "4s", "234p"), rules=cheap)
    assert answer.fans == {"一色三节高": 1, "双暗刻": 1, "断幺": 1}
    assert answer.reading == ["234p", "222s", "333s", "444s", "55m"]


def test_combination_of_chows_follows_the_values_of_the_rule_set() -> None:
    # 234 in three suits, 三色三同顺 8, or three chows tied twice by 喜相逢.
    hand = win("34s 777m CC", "2s", "234m", "234p")
    assert fans(hand) == {"三色三同顺": 1}
    dear = changed_rules("mcr-botzone", mixed_double_chow=5)
    assert score(hand, rules=dear).fans == {"喜相逢": 2}


# Exclusions


def test_exclusions_are_reported_with_the_fan_that_cancels() -> None:
    answer = score(win("NN 55s", "N", "EEE", "SSS", "WWW"))
    assert answer.cancelled_by == {
        "三风刻": "大四喜",
        "碰碰和": "大四喜",
        "圈风刻": "大四喜",
        "门风刻": "大四喜",
        "缺一门": "混一色",
    }


def test_cancelled_fan_still_cancels_others() -> None:
    # 绿一色 that lists 混一色 alone: 混一色 is not counted, and 缺一门 is not because of it.
    rules = changed_rules("mcr-botzone", {"all_green": ("half_flush",)})
    answer = score(win("234s 44s 88s", "8s", "666s", "FFF"), rules=rules)
    assert answer.fans == {"绿一色": 1, "箭刻": 1}
    assert answer.cancelled_by["缺一门"] == "混一色"


def test_fan_of_value_zero_never_cancels() -> None:
    rules = changed_rules("mcr-botzone", full_flush=0)
    answer = score(win("66p 88p", "6p", "123p", "345p", "789p"), rules=rules)
    assert answer.fans == {"老少副": 1, "缺一门": 1, "无字": 1}


def test_three_winds_take_their_own_terminal_pungs_only() -> None:
    north = {"seat_wind": 3, "round_wind": 3}
    hand = win("WW 88p", "W", "EEE", "SSS", "111m", **north)
    assert fans(hand) == {"三风刻": 1, "碰碰和": 1, "幺九刻": 1, "缺一门": 1}
    without = score(hand, rules=changed_rules("mcr-botzone", big_three_winds=0))
    assert without.fans == {"碰碰和": 1, "幺九刻": 4, "缺一门": 1}


def test_pung_of_the_own_and_round_wind_is_no_terminal_pung_besides() -> None:
    hand = win("345s 67p 88m", "5p", "EEE", "999m", seat_wind=0, round_wind=0)
    assert fans(hand) == {"圈风刻": 1, "门风刻": 1, "幺九刻": 1}


def test_superseded_kong_fan_cancels_nothing() -> None:
    # 三杠 of two concealed kongs and an exposed one: 双暗杠, which lists 双暗刻, is not counted.
    answer = score(win("78m 33s", "6m", "(2222m)", "(5555p)", "9999s"))
    assert answer.fans == {"三杠": 1, "双暗刻": 1, "幺九刻": 1, "无字": 1}
    assert answer.cancelled_by == {
        "双暗杠": "三杠",
        "明暗杠": "三杠",
        "暗杠": "三杠",
        "明杠": "三杠",
    }


def test_small_kong_fans_count_where_the_large_one_is_neutral() -> None:
    rules = changed_rules("mcr-botzone", three_kongs=0)
    answer = score(win("78m 33s", "6m", "(2222m)", "(5555p)", "9999s"), rules=rules)
    # 双暗杠 lists 双暗刻 and 暗杠, 明暗杠 lists 明杠.
    assert answer.fans == {"双暗杠": 1, "明暗杠": 1, "幺九刻": 1, "无字": 1}


def test_chicken_hand_only_without_any_fan_flowers_apart() -> None:
    hand = win("345s 88s CC", "8s", "123m", "567p", n_flowers=3)
    assert fans(hand) == {"无番和": 1, "花牌": 3}
    assert fans(win("345s 88s CC", "8s", "123m", "567p", **SELF)) == {"自摸": 1}


# Concealed and exposed


def test_pung_completed_by_a_discard_is_not_concealed() -> None:
    hand = win("555m 77p 88s", "7p", "123s")
    assert fans(hand) == {"无字": 1}
    drawn = win("555m 77p 88s", "7p", "123s", **SELF)
    assert fans(drawn) == {"双暗刻": 1, "无字": 1, "自摸": 1}


def test_discard_that_also_completes_a_chow_leaves_the_pung_concealed() -> None:
    # 555 and 567 with the fourth 5m discarded.
    assert fans(win("55567m 888p CC", "5m", "123s")) == {"双暗刻": 1, "四归一": 1}


def test_concealed_kong_leaves_the_hand_concealed() -> None:
    assert fans(win("123m 345s 67p 99s", "5p", "(7777m)")) == {"门前清": 1, "暗杠": 1, "无字": 1}
    drawn = win("123m 345s 67p 99s", "5p", "(7777m)", **SELF)
    assert fans(drawn) == {"不求人": 1, "暗杠": 1, "无字": 1}


def test_all_claimed_only_on_a_discard() -> None:
    drawn = win("C", "C", "123m", "567p", "345s", "888s", **SELF)
    assert fans(drawn) == {"单钓将": 1, "自摸": 1}


# Shapes without sets


def test_seven_pairs_may_hold_four_alike() -> None:
    assert fans(win("1111m 3355p 2288s N", "N")) == {"七对": 1, "四归一": 1}


def test_seven_pairs_add_the_fans_of_their_tiles() -> None:
    # 混一色 and, with terminals and honors alone, 混幺九.
    assert fans(win("1199m EESSWWNN C", "C")) == {"混幺九": 1, "七对": 1, "混一色": 1}


def test_seven_shifted_pairs_without_terminals_add_all_simples() -> None:
    assert fans(win("2233445566778s", "8s")) == {"连七对": 1, "断幺": 1}


def test_sets_go_before_seven_pairs_where_they_give_more() -> None:
    # 七对 24 against 一般高 and smaller fans; 一色双龙会 64 against 七对 24 and 清一色 24.
    assert "七对" in fans(win("112233m 112233p 5s", "5s"))
    assert "一色双龙会" in fans(win("112233p 77889p 55p", "9p"))


def test_knitted_singles_with_a_whole_knitted_straight_add_it() -> None:
    assert fans(win("147m 258p 369s ESWN", "C")) == {"全不靠": 1, "组合龙": 1}


def test_all_chows_count_beside_a_knitted_straight() -> None:
    hand = win("147m 258p 369s 5s", "5s", "678m")
    assert fans(hand) == {"组合龙": 1, "平和": 1, "单钓将": 1}


def test_wait_within_the_knitted_straight_is_no_wait_fan() -> None:
    assert fans(win("17m 258p 369s 55s", "4m", "678m")) == {"组合龙": 1, "平和": 1}


# Waits: one kind alone must complete the hand, by shape


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (win("345s 12m CC", "3m", "567p", "888s"), {"边张": 1}),
        (win("345s 89m CC", "7m", "567p", "888s"), {"边张": 1}),
        (win("345s 1233m", "3m", "567p", "888s"), {"边张": 1, "无字": 1}),
        (win("345s 4556m", "5m", "123p", "888s"), {"坎张": 1, "无字": 1}),
        # 12345 and 3, 56789 and 7, 45567 and 6 wait for a second kind.
        (win("12345m CC", "3m", "567p", "888s"), {"无番和": 1}),
        (win("56789m CC", "7m", "123p", "888s"), {"无番和": 1}),
        (win("45567m CC", "6m", "123p", "888s"), {"无番和": 1}),
        # One tile of 2345 becomes the pair, but 2 and 5 both do.
        (win("2345m 888p", "5m", "567p", "123s"), {"无字": 1}),
    ],
)
def test_edge_closed_and_single_wait(hand: Win, expected: dict[str, int]) -> None:
    assert fans(hand) == expected


def test_a_fifth_impossible_copy_counts_as_a_second_wait() -> None:
    answer = score(win("1234444678m 456p", "1m", **SELF))
    assert answer.n_waits == 2
    assert answer.fans == {"不求人": 1, "四归一": 1, "缺一门": 1, "无字": 1}


def test_kong_of_the_other_waiting_kind_still_counts_as_a_wait() -> None:
    # 78m waits for 6m and 9m; all four 9m lie in a kong.
    assert fans(win("78m 345s CC", "6m", "9999m", "567p")) == {"幺九刻": 1, "明杠": 1}


@pytest.mark.parametrize(
    ("hand", "wait"),
    [
        (win("345s 67p 88m", "5p", "EEE", "123m"), "two_sided"),
        (win("345s 24m CC", "3m", "567p", "888s"), "closed"),
        (win("345s 12m CC", "3m", "567p", "888s"), "edge"),
        (win("345s 123m C", "C", "567p", "888s"), "single"),
        (win("345s 88s CC", "8s", "123m", "567p"), "pair_pair"),
        (win("1133m 5577p 2288s N", "N"), "special"),
        (win("17m 258p 369s 55s", "4m", "678m"), "special"),
    ],
)
def test_how_the_winning_tile_completes_the_reading(hand: Win, wait: str) -> None:
    assert score(hand).wait == wait


# Circumstances


def test_last_copy_not_with_robbing_the_kong() -> None:
    hand = win("345s 78m CC", "6m", "123m", "567p", win_by=BY_ROBBED_KONG, flags=FLAG_LAST_COPY)
    assert fans(hand) == {"抢杠和": 1}


def test_last_copy_not_with_a_copy_in_the_own_hand() -> None:
    assert fans(win("345s 88s CC", "8s", "123m", "567p", flags=FLAG_LAST_COPY)) == {"无番和": 1}


def test_last_copy_for_certain_where_the_own_melds_show_three() -> None:
    assert fans(win("345s 78m CC", "6m", "666m", "123p")) == {"和绝张": 1, "四归一": 1}


def test_last_draw_and_kong_replacement_count_together_without_self_draw() -> None:
    flags = FLAG_LAST_TILE | FLAG_KONG_REPLACEMENT
    hand = win("345s 88s NN", "8s", "123m", "7777p", flags=flags, **SELF)
    assert fans(hand) == {"妙手回春": 1, "杠上开花": 1, "明杠": 1}


def test_win_on_a_flower_replacement_is_self_draw_never_kong_replacement() -> None:
    flags = FLAG_FLOWER_REPLACEMENT | FLAG_KONG_REPLACEMENT
    hand = win("345s 88s NN", "8s", "123m", "7777p", flags=flags, n_flowers=1, **SELF)
    assert fans(hand) == {"自摸": 1, "明杠": 1, "花牌": 1}


def test_kong_replacement_needs_a_kong() -> None:
    hand = win("345s 88s CC", "8s", "123m", "567p", flags=FLAG_KONG_REPLACEMENT, **SELF)
    assert fans(hand) == {"自摸": 1}
