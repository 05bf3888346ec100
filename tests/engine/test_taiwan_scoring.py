"""Counting tai beyond single patterns: worked examples, concealed sets, waits, places, readings.

Names say the rule; the tai expected follow from the card. Seat and round wind are South, hands are
won on a discard, the preset is `taiwan-standard`, unless something else is said.
"""

from __future__ import annotations

import pytest

from tests.engine.taiwan_scores import (
    ALL_FLOWERS,
    FLOWERS_HONORS,
    NOTHING_YET,
    STANDARD,
    SYSTEM,
    Hand,
    changed,
    deltas,
    hand,
    score,
    tai,
)

# Worked examples of the card: dealer is seat 0, base 3, one point a tai, 拉莊


def test_taiwan_example_1_dealer_self_draws_the_second_win_in_a_row() -> None:
    won = hand("123m 456m 78m 234p 567s 99p", "6m", by="self_draw", seat=0, round=0)
    answer = score(won)
    assert answer.tai == {"concealed_self_draw": 1, "all_chows": 1}
    assert answer.total == 5
    assert deltas({0: 5}, None, by="self_draw", streak=1) == [33, -11, -11, -11]


def test_taiwan_example_2_same_hand_with_flowers_and_honors() -> None:
    won = hand("123m 456m 78m 234p 567s 99p", "6m", by="self_draw", seat=0, round=0)
    answer = score(won, FLOWERS_HONORS)
    assert answer.tai == {"concealed_self_draw": 1, "all_chows": 1, "no_honors_no_flowers": 1}
    assert answer.total == 7
    assert deltas({0: 7}, None, FLOWERS_HONORS, by="self_draw", streak=1) == [39, -13, -13, -13]


def test_taiwan_example_3_half_flush_of_the_west_seat() -> None:
    won = hand("234p 567p 12p 88p", "3p", "CCC", "WWW", flowers="f3", seat=2, round=0)
    answer = score(won, SYSTEM)
    assert answer.tai == {"dragon_pung": 1, "seat_wind": 1, "seat_flower": 1, "half_flush": 1}
    assert answer.total == 10
    assert deltas({2: 10}, 1, SYSTEM) == [0, -13, 13, 0]


def test_taiwan_example_4_all_pungs_on_the_dealers_discard() -> None:
    # Three concealed pungs beside the exposed one and the one that the discard completes.
    answer = score(hand("111m 222p 333s 44s 66s", "4s", "999p", round=0))
    assert answer.tai == {"all_pungs": 1, "three_concealed_pungs": 1}
    assert answer.total == 6
    assert deltas({1: 6}, 0, streak=2) == [-14, 14, 0, 0]


# All chows 平胡


@pytest.mark.parametrize(
    ("concealed", "win_tile", "counts"),
    [
        ("45s", "6s", True),
        ("45s", "3s", True),
        ("23s", "1s", True),
        ("78s", "9s", True),
        ("12s", "3s", False),
        ("89s", "7s", False),
        ("46s", "5s", False),
    ],
)
def test_taiwan_all_chows_needs_two_sided_wait(concealed: str, win_tile: str, counts: bool) -> None:
    won = hand(f"123m 567p 99m {concealed}", win_tile, "234p", "678m")
    assert tai(won) == ({"all_chows": 1} if counts else {})


def test_taiwan_all_chows_needs_no_single_wait() -> None:
    assert tai(hand("123m 567p 567s 9m", "9m", "234p", "678m")) == {}


@pytest.mark.parametrize("win_tile", ["3s", "6s"])
def test_taiwan_all_chows_takes_the_winning_tile_as_two_sided_where_it_can(win_tile: str) -> None:
    # 4566 and 6: the tile pairs the other 6, or ends 456.
    assert tai(hand("123m 567p 4566s", win_tile, "234p", "678m")) == {"all_chows": 1}


def test_taiwan_all_chows_with_an_edge_and_a_two_sided_place() -> None:
    # 12345 and 3: 12 and 3, or 45 and 3.
    answer = score(hand("123m 12345s 99m", "3s", "234p", "678m"))
    assert answer.tai == {"all_chows": 1}
    assert answer.wait == "two_sided"


def test_taiwan_all_chows_has_no_honor_pair() -> None:
    assert tai(hand("123m 567p 45s EE", "6s", "234p", "678m")) == {}


def test_taiwan_all_chows_has_no_flower() -> None:
    assert tai(hand("123m 567p 45s 99m", "6s", "234p", "678m", flowers="f1")) == {}


def test_taiwan_all_chows_has_no_pung() -> None:
    assert tai(hand("888m 567p 45s 99m", "6s", "234p", "678m")) == {}


def test_taiwan_all_chows_counts_beside_no_honors_no_flowers() -> None:
    won = hand("123m 567p 45s 99m", "6s", "234p", "678m")
    for preset in (FLOWERS_HONORS, SYSTEM):
        assert tai(won, preset) == {"all_chows": 1, "no_honors_no_flowers": 1}


def test_taiwan_all_chows_self_draw_is_an_option() -> None:
    won = hand("123m 567p 45s 99m", "6s", "234p", "678m", by="self_draw")
    assert tai(won) == {"all_chows": 1, "self_draw": 1}
    rules = changed(STANDARD, scoring={"all_chows_self_draw": False})
    assert tai(won, rules) == {"self_draw": 1}
    discarded = hand("123m 567p 45s 99m", "6s", "234p", "678m")
    assert tai(discarded, rules) == {"all_chows": 1}


# All claimed 全求人


def test_taiwan_all_claimed_takes_exposed_kongs() -> None:
    won = hand("C", "C", "123m", "5555p", "345s", "888s", "7777m")
    assert tai(won) == {"all_claimed": 1}


def test_taiwan_all_claimed_takes_no_concealed_kong() -> None:
    assert tai(hand("C", "C", "123m", "(5555p)", "345s", "888s", "777m")) == {}


def test_taiwan_all_claimed_needs_five_claimed_sets() -> None:
    assert tai(hand("345s C", "C", "123m", "567p", "888s", "777m")) == {}


def test_taiwan_all_claimed_is_won_on_a_discard() -> None:
    won = hand("C", "C", "123m", "567p", "345s", "888s", "777m", by="self_draw")
    assert tai(won) == {"self_draw": 1}


# Concealed hand 門清


def test_taiwan_concealed_kong_keeps_the_hand_concealed() -> None:
    won = hand("123m 456m 46p 888s EE", "5p", "(7777p)")
    assert tai(won) == {"concealed_hand": 1}
    rules = changed(STANDARD, scoring={"concealed_kong_keeps_concealed": False})
    assert tai(won, rules) == {}
    drawn = hand("123m 456m 46p 888s EE", "5p", "(7777p)", by="self_draw")
    assert tai(drawn) == {"concealed_self_draw": 1}
    assert tai(drawn, rules) == {"self_draw": 1}


@pytest.mark.parametrize("meld", ["789p", "777p", "7777p"])
def test_taiwan_concealed_hand_has_no_exposed_set(meld: str) -> None:
    assert tai(hand(NOTHING_YET, "5p", meld)) == {}


def test_taiwan_concealed_hand_may_rob_a_kong() -> None:
    won = hand("123m 456m 46p 888s 777p EE", "5p", by="robbed_kong")
    assert tai(won) == {"concealed_hand": 1, "robbing_kong": 1}


# Concealed pungs


def test_taiwan_pung_completed_by_a_discard_is_exposed() -> None:
    won = hand("222m 777p 55s EE 123p", "5s", "345m")
    assert tai(won) == {}
    drawn = hand("222m 777p 55s EE 123p", "5s", "345m", by="self_draw")
    assert tai(drawn) == {"three_concealed_pungs": 1, "self_draw": 1}


def test_taiwan_discard_that_may_complete_a_chow_leaves_the_pung_concealed() -> None:
    # 55567 and 5: 555 and 567.
    answer = score(hand("222m 777p 55567s EE", "5s", "123p"))
    assert answer.tai == {"three_concealed_pungs": 1}
    assert answer.wait == "two_sided"


def test_taiwan_discard_that_may_complete_the_pair_leaves_the_pung_concealed() -> None:
    # 2223 and 3, not 23 and 22: three pungs with the pair of threes.
    answer = score(hand("2223m 777p 888s", "3m", "123p", "456s"))
    assert answer.tai == {"three_concealed_pungs": 1}
    assert answer.wait == "single"


def test_taiwan_concealed_kong_is_a_concealed_pung_and_an_exposed_one_is_not() -> None:
    won = hand("46p 777p 888s EE", "5p", "(2222m)", "345m")
    assert tai(won) == {"three_concealed_pungs": 1}
    assert tai(hand("46p 777p 888s EE", "5p", "2222m", "345m")) == {}


def test_taiwan_five_concealed_pungs_with_kongs() -> None:
    won = hand("777m 33p EE", "E", "(2222m)", "(8888s)", "(5555p)", by="self_draw")
    assert tai(won) == {"five_concealed_pungs": 1, "all_pungs": 1, "concealed_self_draw": 1}


# Readings


def test_taiwan_three_pungs_or_three_chows_whatever_gives_more() -> None:
    # 三暗刻 3 against 平胡 2, as the system table counts; both 2 as the standard one does.
    won = hand("111222333m 45p 99s", "6p", "234p")
    answer = score(won, SYSTEM)
    assert answer.tai == {"three_concealed_pungs": 1, "no_honors_no_flowers": 1}
    assert answer.reading == ["234p", "111m", "222m", "333m", "456p", "99s"]
    dear = changed(SYSTEM, values={"all_chows": 9})
    answer = score(won, dear)
    assert answer.tai == {"all_chows": 1, "no_honors_no_flowers": 1}
    assert answer.reading == ["234p", "123m", "123m", "123m", "456p", "99s"]
    assert score(won).total == 2


def test_taiwan_place_of_the_winning_tile_follows_the_values_of_the_rule_set() -> None:
    # Four concealed pungs, or three of them where the discard is taken for 555.
    won = hand("222m 777p 999m 55567s EE", "5s")
    assert tai(won) == {"four_concealed_pungs": 1, "concealed_hand": 1}
    rules = changed(STANDARD, {"four_concealed_pungs": 1, "three_concealed_pungs": 9})
    answer = score(won, rules)
    assert answer.tai == {"three_concealed_pungs": 1, "concealed_hand": 1}
    assert answer.wait == "pair_pair"


def test_taiwan_place_that_avoids_a_cheap_pattern_which_cancels_a_dear_one() -> None:
    # 4566 and 6: taken as the pair the hand is no 平胡, which here cancels 無字無花.
    rules = changed(FLOWERS_HONORS, {"all_chows": 1}, {"all_chows": ("no_honors_no_flowers",)})
    answer = score(hand("123m 567p 4566s", "6s", "234p", "678m"), rules)
    assert answer.tai == {"no_honors_no_flowers": 1}
    assert answer.wait == "single"


@pytest.mark.parametrize(
    ("won", "wait"),
    [
        (hand("123m 567p 45s 99m", "6s", "234p", "678m"), "two_sided"),
        (hand(NOTHING_YET, "5p", "777p"), "closed"),
        (hand("123m 456m 12p 888s EE", "3p", "777p"), "edge"),
        (hand("123m 456m 123p 888s E", "E", "777p"), "single"),
        (hand("123m 456m 55p 888s EE", "5p", "777p"), "pair_pair"),
        (hand(NOTHING_YET + " 777p", None, by="eight_flowers", flowers=ALL_FLOWERS), "special"),
    ],
)
def test_taiwan_how_the_winning_tile_completes_the_reading(won: Hand, wait: str) -> None:
    assert score(won).wait == wait


@pytest.mark.parametrize(
    ("won", "n_waits"),
    [
        (hand(NOTHING_YET, "5p", "777p"), 1),
        (hand("123m 567p 45s 99m", "6s", "234p", "678m"), 2),
        (hand("1112345678999m 777p", "5m"), 9),
        # 1234444 waits for 1 and the fifth 4.
        (hand("123444m 4m 567p 888s 777p", "1m"), 2),
    ],
)
def test_taiwan_number_of_waits_is_judged_by_shape(won: Hand, n_waits: int) -> None:
    assert score(won).n_waits == n_waits
