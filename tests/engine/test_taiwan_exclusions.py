"""What cancels what in Taiwan's table, and patterns of honors and suits.

Names say the rule; the tai expected follow from the card. Seat and round wind are South, hands are
won on a discard, the preset is `taiwan-standard`, unless something else is said.
"""

from __future__ import annotations

from tests.engine.taiwan_scores import (
    FLOWERS_HONORS,
    PRESETS,
    STANDARD,
    SYSTEM,
    changed,
    hand,
    score,
    tai,
)

# Exclusions


def test_taiwan_cancelled_pattern_still_cancels_others() -> None:
    # 五暗刻 that lists 四暗刻 alone: 三暗刻 goes because of 四暗刻, which is not counted itself.
    rules = changed(STANDARD, excludes={"five_concealed_pungs": ("four_concealed_pungs",)})
    won = hand("222m 777m 333p 888p 55s 99s", "5s", by="self_draw")
    answer = score(won, rules)
    assert answer.tai == {"five_concealed_pungs": 1, "all_pungs": 1, "concealed_self_draw": 1}
    assert answer.cancelled_by["three_concealed_pungs"] == "four_concealed_pungs"


def test_taiwan_pattern_of_value_zero_never_cancels() -> None:
    # The standard table counts no 清老頭: the hand is all pungs.
    won = hand("999p 11s 99s", "1s", "111m", "999m", "111p")
    assert tai(won) == {"all_pungs": 1}
    assert tai(won, FLOWERS_HONORS) == {"all_pungs": 1, "no_honors_no_flowers": 1}
    rules = changed(STANDARD, {"concealed_self_draw": 0})
    drawn = hand("123m 456m 46p 888s 777p EE", "5p", by="self_draw")
    assert tai(drawn, rules) == {"self_draw": 1, "concealed_hand": 1}


def test_taiwan_pure_outside_takes_mixed_outside() -> None:
    answer = score(hand("999m 79s 99p", "8s", "123m", "789p", "111s"), SYSTEM)
    assert answer.cancelled_by == {"mixed_outside": "pure_outside"}


def test_taiwan_terminals_and_honors_take_mixed_outside_and_all_pungs() -> None:
    answer = score(hand("CCC 99s NN", "9s", "111m", "999p", "EEE"), SYSTEM)
    assert answer.cancelled_by == {
        "all_pungs": "terminals_and_honors",
        "mixed_outside": "terminals_and_honors",
    }


# Honors


def test_taiwan_round_and_seat_wind_the_same_both_count() -> None:
    won = hand("123m 456m 46p 888s NN", "5p", "EEE", seat=0, round=0)
    assert tai(won) == {"round_wind": 1, "seat_wind": 1}
    assert tai(won, FLOWERS_HONORS) == {"any_wind": 1}


def test_taiwan_kongs_of_honors_count_as_pungs() -> None:
    won = hand("46p 888s NN", "5p", "EEEE", "(CCCC)", "123m", seat=0)
    assert tai(won) == {"seat_wind": 1, "dragon_pung": 1}
    assert tai(won, FLOWERS_HONORS) == {
        "any_wind": 1,
        "dragon_pung": 1,
        "exposed_kong": 1,
        "concealed_kong": 1,
    }


def test_taiwan_two_dragon_pungs_and_two_wind_pungs_count_twice() -> None:
    won = hand("46p 888s NN", "5p", "CCC", "PPP", "123m")
    assert tai(won) == {"dragon_pung": 2}
    winds = hand("46p 888s NN", "5p", "EEE", "WWW", "123m")
    assert tai(winds, FLOWERS_HONORS) == {"any_wind": 2}


def test_taiwan_big_four_winds_take_every_wind_pung() -> None:
    won = hand("NN 55s 123p", "N", "EEE", "SSS", "WWW", round=0)
    for preset in PRESETS:
        assert tai(won, preset) == {"big_four_winds": 1}
    assert score(won).cancelled_by == {
        "round_wind": "big_four_winds",
        "seat_wind": "big_four_winds",
    }


def test_taiwan_little_four_winds_take_every_wind_pung() -> None:
    won = hand("N 123p 555s", "N", "EEE", "SSS", "WWW", round=0)
    for preset in PRESETS:
        assert tai(won, preset) == {"little_four_winds": 1}


def test_taiwan_three_winds_without_the_fourth_are_wind_pungs() -> None:
    won = hand("8s 123p 555s", "8s", "EEE", "SSS", "WWW")
    assert tai(won) == {"round_wind": 1, "seat_wind": 1}
    assert tai(won, FLOWERS_HONORS) == {"any_wind": 3}


def test_taiwan_big_and_little_three_dragons_take_the_dragon_pungs() -> None:
    big = hand("PPP 123m 55p 79s", "8s", "CCC", "FFF")
    little = hand("P 123m 456p 789s", "P", "CCC", "FFF")
    for preset in PRESETS:
        assert tai(big, preset) == {"big_three_dragons": 1}
        assert tai(little, preset) == {"little_three_dragons": 1}
    assert tai(big, changed(STANDARD, {"big_three_dragons": 0})) == {"dragon_pung": 3}


def test_taiwan_all_honors_take_all_pungs_and_the_mixed_patterns() -> None:
    won = hand("WWW NNN FF PP", "F", "EEE", "CCC")
    for preset in (STANDARD, SYSTEM):
        assert tai(won, preset) == {"all_honors": 1, "little_three_dragons": 1}
    assert score(won, SYSTEM).cancelled_by == {
        "all_pungs": "all_honors",
        "mixed_outside": "all_honors",
        "dragon_pung": "little_three_dragons",
    }


# Suits and sets of the system table


def test_taiwan_straight_of_chows_or_of_tiles() -> None:
    # All nine characters, but 234 567 and pungs of 1, 8 and 9.
    won = hand("111m 234m 57m 888m EE", "6m", "999m")
    assert tai(won, SYSTEM) == {"half_flush": 1}
    tiles = changed(SYSTEM, scoring={"straight": "tiles"})
    assert tai(won, tiles) == {"half_flush": 1, "pure_straight": 1}
    chows = hand("79m 888s 222p EE", "8m", "123m", "456m")
    assert tai(chows, SYSTEM) == tai(chows, tiles) == {"pure_straight": 1}


def test_taiwan_straight_of_two_suits_is_none() -> None:
    assert tai(hand("79m 888s 222p EE", "8m", "123m", "456p"), SYSTEM) == {}


def test_taiwan_mixed_triple_pung_takes_kongs() -> None:
    won = hand("555s 123m 79p EE", "8p", "(5555m)", "5555p")
    assert tai(won, SYSTEM) == {"mixed_triple_pung": 1, "exposed_kong": 1, "concealed_kong": 1}


def test_taiwan_mixed_triple_chow_is_of_one_rank() -> None:
    assert tai(hand("24s 777m 888p EE", "3s", "234m", "345p"), SYSTEM) == {}


def test_taiwan_half_flush_holds_honors_and_one_suit() -> None:
    full = hand("68m 555m 99m", "7m", "123m", "345m", "678m")
    assert tai(full, changed(STANDARD, {"full_flush": 0})) == {}
    honors = hand("WWW NNN FF PP", "F", "EEE", "CCC")
    little = {"little_three_dragons": 1, "all_pungs": 1}
    assert tai(honors, changed(STANDARD, {"all_honors": 0})) == little


def test_taiwan_terminals_and_honors_hold_both() -> None:
    # Without 清老頭 the outside hand is left, and all pungs.
    terminals = hand("999p 11s 99s", "1s", "111m", "999m", "111p")
    assert tai(terminals, changed(SYSTEM, {"all_terminals": 0})) == {
        "all_pungs": 1,
        "pure_outside": 1,
        "mixed_triple_pung": 1,
        "no_honors_no_flowers": 1,
    }
