"""How a Taiwan hand was won: first turns, flags, flowers, and verdicts.

Names say the rule; the tai expected follow from the card. Seat and round wind are South, hands are
won on a discard, the preset is `taiwan-standard`, unless something else is said.
"""

from __future__ import annotations

import pytest

from tests.engine.taiwan_scores import (
    ALL_FLOWERS,
    FLOWERS_HONORS,
    NOTHING_YET,
    PRESETS,
    STANDARD,
    SYSTEM,
    Hand,
    changed,
    hand,
    score,
    tai,
)

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
