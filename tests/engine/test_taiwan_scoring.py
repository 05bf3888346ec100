"""Counting tai beyond single patterns: worked examples, waits, places, exclusions, options.

Names say the rule; the tai expected follow from the card. Seat and round wind are South, hands are
won on a discard, the preset is `taiwan-standard`, unless something else is said.
"""

from __future__ import annotations

import pytest

from engine.rules import Rules
from tests.engine.taiwan_scores import (
    FLOWERS_HONORS,
    PRESETS,
    STANDARD,
    SYSTEM,
    Hand,
    changed,
    deltas,
    hand,
    score,
)

ALL_FLOWERS = "f1 f2 f3 f4 f5 f6 f7 f8"
NOTHING_YET = "123m 456m 46p 888s EE"
"""Thirteen tiles that with 5p are worth nothing."""


def tai(won: Hand, rules: str | Rules = STANDARD) -> dict[str, int]:
    return score(won, rules).tai


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


# Circumstances


def test_taiwan_heavenly_takes_self_draw_and_concealed_and_replacement() -> None:
    flags = "first_turn flower_replacement"
    won = hand("123m 456m 46p 888s 777p EE", "5p", by="self_draw", flags=flags, seat=0)
    for preset in PRESETS:
        assert tai(won, preset) == {"heavenly": 1}


def test_taiwan_earthly_takes_self_draw_and_concealed_and_replacement() -> None:
    flags = "first_turn flower_replacement"
    won = hand("123m 456m 46p 888s 777p EE", "5p", by="self_draw", flags=flags, seat=3)
    for preset in PRESETS:
        assert tai(won, preset) == {"earthly": 1}


def test_taiwan_human_takes_concealed_hand_and_is_not_the_dealers() -> None:
    sixteen = "123m 456m 46p 888s 777p EE"
    for preset in PRESETS:
        assert tai(hand(sixteen, "5p", flags="first_turn"), preset) == {"human": 1}
    assert tai(hand(sixteen, "5p", flags="first_turn", seat=0)) == {"concealed_hand": 1}


def test_taiwan_heavenly_may_follow_the_dealers_concealed_kongs() -> None:
    thirteen = "123m 456m 46p 888s EE"
    won = hand(thirteen, "5p", "(7777p)", by="self_draw", flags="first_turn", seat=0)
    assert tai(won) == {"concealed_self_draw": 1}
    assert tai(won, changed(STANDARD, win={"heavenly_after_kongs": True})) == {"heavenly": 1}


@pytest.mark.parametrize(("by", "key"), [("self_draw", "earthly"), ("discard", "human")])
def test_taiwan_own_kong_ends_the_time_of_earthly_and_human(by: str, key: str) -> None:
    won = hand("123m 456m 46p 888s EE", "5p", "(7777p)", by=by, flags="first_turn")
    assert key not in tai(won)
    assert tai(won, changed(STANDARD, win={"claims_end_first_turn": False})) == {key: 1}


def test_taiwan_heavenly_leaves_the_patterns_of_the_tiles() -> None:
    won = hand("123m 456m 78m 234p 567s 99p", "6m", by="self_draw", flags="first_turn", seat=0)
    assert tai(won) == {"heavenly": 1, "all_chows": 1}


def test_taiwan_replacement_of_kong_and_flower_counts_once_beside_self_draw() -> None:
    for flags in ("kong_replacement", "flower_replacement", "kong_replacement flower_replacement"):
        won = hand(NOTHING_YET, "5p", "7777p", by="self_draw", flags=flags)
        assert tai(won) == {"self_draw": 1, "kong_replacement": 1}


def test_taiwan_last_tile_drawn_or_discarded() -> None:
    drawn = hand(NOTHING_YET, "5p", "777p", by="self_draw", flags="last_tile")
    assert tai(drawn) == {"self_draw": 1, "last_draw": 1}
    assert tai(hand(NOTHING_YET, "5p", "777p", flags="last_tile")) == {"last_discard": 1}


def test_taiwan_shown_ready_holds_declared_ready() -> None:
    for flags in ("shown_ready", "declared_ready shown_ready"):
        answer = score(hand(NOTHING_YET, "5p", "777p", flags=flags))
        assert answer.tai == {"shown_ready": 1}
        assert answer.cancelled_by == {"declared_ready": "shown_ready"}


def test_taiwan_flags_of_other_systems_are_ignored() -> None:
    flags = "last_copy open_play penalty_discard late_dragon"
    assert tai(hand(NOTHING_YET, "5p", "777p", flags=flags)) == {}


def test_taiwan_robbed_kong_may_be_forbidden() -> None:
    won = hand(NOTHING_YET, "5p", "777p", by="robbed_kong")
    answer = score(won, changed(STANDARD, play={"rob_kong": False}))
    assert (answer.verdict, answer.total) == ("not_allowed", 1)


# Flowers


@pytest.mark.parametrize(("seat", "own"), [(0, "f1 f5"), (1, "f2 f6"), (2, "f3 f7"), (3, "f4 f8")])
def test_taiwan_seat_flowers_are_one_season_and_one_plant(seat: int, own: str) -> None:
    won = hand(NOTHING_YET, "5p", "777p", flowers=own, seat=seat)
    assert tai(won) == {"seat_flower": 2}
    assert tai(hand(NOTHING_YET, "5p", "777p", flowers=own, seat=(seat + 1) % 4)) == {}


def test_taiwan_flower_sets_count_besides_their_flowers() -> None:
    won = hand(NOTHING_YET, "5p", "777p", flowers=ALL_FLOWERS)
    assert tai(won) == {"flower_set": 2, "seat_flower": 2}
    assert tai(won, FLOWERS_HONORS) == {"flower_set": 2, "any_flower": 8}
    assert score(won, SYSTEM).total == 2 * 2 + 2


def test_taiwan_no_honors_no_flowers_wants_neither_winds_nor_dragons_nor_flowers() -> None:
    plain = "123m 456m 46p 888s 99p"
    assert tai(hand(plain, "5p", "777p"), FLOWERS_HONORS) == {"no_honors_no_flowers": 1}
    assert tai(hand(plain, "5p", "777p", flowers="f1"), FLOWERS_HONORS) == {"any_flower": 1}
    for honors in ("EE", "CC"):
        assert tai(hand(f"123m 456m 46p 888s {honors}", "5p", "777p"), FLOWERS_HONORS) == {}


def test_taiwan_no_honors_no_flowers_may_allow_dragons() -> None:
    rules = changed(FLOWERS_HONORS, scoring={"no_honors_dragons": False})
    dragons = hand("123m 456m 46p 888s CC", "5p", "777p")
    assert tai(dragons, rules) == {"no_honors_no_flowers": 1}
    assert tai(hand(NOTHING_YET, "5p", "777p"), rules) == {}


@pytest.mark.parametrize(
    ("preset", "total"), [(STANDARD, 8 + 2 + 2), (FLOWERS_HONORS, 8 + 2 + 8), (SYSTEM, 6 + 4 + 2)]
)
def test_taiwan_eight_flowers_and_the_flowers_rows_alone_count(preset: str, total: int) -> None:
    # All honors concealed, declared ready on the first turn: nothing of it counts.
    won = hand(
        "EEE SSS WWW NNN CCC P",
        None,
        by="eight_flowers",
        flowers=ALL_FLOWERS,
        flags="first_turn shown_ready last_tile flower_replacement",
    )
    answer = score(won, preset)
    assert (answer.verdict, answer.total, answer.reading) == ("legal", total, [])


@pytest.mark.parametrize(
    ("preset", "total"), [(STANDARD, 8 + 1 + 1), (FLOWERS_HONORS, 8 + 1 + 7), (SYSTEM, 16 + 2 + 1)]
)
def test_taiwan_seven_rob_one_counts_the_seven_flowers_alone(preset: str, total: int) -> None:
    # Without f2 one set is complete, and South has one own flower.
    won = hand("159m 159p 159s ESWNCFP", None, by="seven_flowers", flowers="f1 f3 f4 f5 f6 f7 f8")
    answer = score(won, preset)
    assert (answer.verdict, answer.total) == ("legal", total)


@pytest.mark.parametrize(
    ("by", "flowers"),
    [
        ("eight_flowers", "f1 f2 f3 f4 f5 f6 f7"),
        ("eight_flowers", ""),
        ("seven_flowers", ALL_FLOWERS),
        ("seven_flowers", "f1 f2 f3 f4 f5 f6"),
    ],
)
def test_taiwan_flower_win_needs_its_number_of_flowers(by: str, flowers: str) -> None:
    answer = score(hand("159m 159p 159s ESWNCFP", None, by=by, flowers=flowers))
    assert (answer.verdict, answer.total, answer.tai) == ("no_shape", 0, {})


@pytest.mark.parametrize(
    ("by", "flowers", "option"),
    [
        ("eight_flowers", ALL_FLOWERS, "eight_flowers"),
        ("seven_flowers", "f1 f2 f3 f4 f5 f6 f7", "seven_rob_one"),
    ],
)
def test_taiwan_flower_win_may_be_forbidden(by: str, flowers: str, option: str) -> None:
    rules = changed(STANDARD, win={option: False})
    won = hand("159m 159p 159s ESWNCFP", None, by=by, flowers=flowers)
    assert score(won, rules).verdict == "not_allowed"
    assert score(won, rules).total == score(won).total


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


# Verdicts


@pytest.mark.parametrize(
    "won",
    [
        hand(NOTHING_YET, "6p", "777p"),
        hand(NOTHING_YET, "5p"),  # three tiles too few
        hand(NOTHING_YET, "5p", "777p", "789s"),  # three too many
        hand("1122334455667788m", "9m"),
        hand("5p", "6p", "123m", "456m", "888s", "777p", "EEE"),
        hand(NOTHING_YET, None, "777p"),
    ],
)
def test_taiwan_what_is_not_five_sets_and_a_pair_is_no_shape(won: Hand) -> None:
    answer = score(won)
    assert (answer.verdict, answer.total, answer.tai, answer.reading) == ("no_shape", 0, {}, [])


@pytest.mark.parametrize("by", ["robbed_gold", "three_wildcards"])
def test_taiwan_wins_by_wildcards_are_not_allowed(by: str) -> None:
    assert score(hand(NOTHING_YET, "5p", "777p", by=by)).verdict == "not_allowed"


def test_taiwan_house_rule_with_a_minimum_looks_at_no_flowers() -> None:
    rules = changed(STANDARD, win={"minimum": 1})
    assert score(hand(NOTHING_YET, "5p", "777p", flowers="f2"), rules).verdict == "below_minimum"
    assert score(hand(NOTHING_YET, "5p", "777p", by="self_draw"), rules).verdict == "legal"


def test_taiwan_thirteen_tile_house_rule_has_four_sets() -> None:
    rules = changed(STANDARD, tiles={"hand_size": 13})
    assert tai(hand("45s 99m", "6s", "123m", "567p", "234p"), rules) == {"all_chows": 1}
    claimed = hand("C", "C", "123m", "567p", "345s", "888s")
    assert tai(claimed, rules) == {"all_claimed": 1}


def test_taiwan_marginal_values_are_counts_times_values() -> None:
    answer = score(hand(NOTHING_YET, "5p", "777p", flowers="f2 f6", by="self_draw"))
    assert answer.marginal == {"self_draw": 1, "seat_flower": 2}
