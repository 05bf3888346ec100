"""One hand for each pattern of Taiwan sixteen-tile; all of its patterns worked out from the card.

Seat and round wind are South, hands are won on a discard unless they say otherwise. The presets
differ in what they count: each hand names the one that its patterns are counted under.
"""

from __future__ import annotations

import pytest

from engine.taiwan import patterns
from schemas.catalogue import load_catalogue
from tests.engine.taiwan_card import VALUES
from tests.engine.taiwan_scores import (
    ALL_FLOWERS,
    FLOWERS_HONORS,
    NOTHING_YET,
    STANDARD,
    SYSTEM,
    Hand,
    hand,
    score,
)

SIXTEEN = "123m 456m 46p 888s 777p EE"


def plain(meld: str = "777p", by: str = "discard", flags: str = "", flowers: str = "") -> Hand:
    """A hand that is worth nothing but for its meld and circumstances."""
    return hand(NOTHING_YET, "5p", meld, by=by, flags=flags, flowers=flowers)


def concealed(by: str, flags: str = "", seat: int = 1) -> Hand:
    return hand(SIXTEEN, "5p", by=by, flags=flags, seat=seat)


PATTERNS: dict[str, tuple[str, Hand, str]] = {
    # The win
    "self_draw": (STANDARD, plain(by="self_draw"), "self_draw"),
    "concealed_hand": (STANDARD, concealed("discard"), "concealed_hand"),
    "concealed_self_draw": (STANDARD, concealed("self_draw"), "concealed_self_draw"),
    "heavenly": (STANDARD, concealed("self_draw", "first_turn", seat=0), "heavenly"),
    "earthly": (STANDARD, concealed("self_draw", "first_turn"), "earthly"),
    "human": (STANDARD, concealed("discard", "first_turn"), "human"),
    "all_claimed": (
        STANDARD,
        hand("C", "C", "123m", "567p", "345s", "888s", "777m"),
        "all_claimed",
    ),
    "kong_replacement": (
        STANDARD,
        plain("7777p", by="self_draw", flags="kong_replacement"),
        "self_draw kong_replacement",
    ),
    "last_draw": (STANDARD, plain(by="self_draw", flags="last_tile"), "self_draw last_draw"),
    "last_discard": (STANDARD, plain(flags="last_tile"), "last_discard"),
    "robbing_kong": (STANDARD, plain(by="robbed_kong"), "robbing_kong"),
    "declared_ready": (STANDARD, plain(flags="declared_ready"), "declared_ready"),
    "shown_ready": (STANDARD, plain(flags="declared_ready shown_ready"), "shown_ready"),
    # Flowers; South's are f2 and f6
    "eight_flowers": (
        STANDARD,
        hand(SIXTEEN, None, by="eight_flowers", flowers=ALL_FLOWERS),
        "eight_flowers flower_set*2 seat_flower*2",
    ),
    "seven_rob_one": (
        STANDARD,
        hand(SIXTEEN, None, by="seven_flowers", flowers="f1 f2 f3 f4 f5 f6 f7"),
        "seven_rob_one flower_set seat_flower*2",
    ),
    "flower_set": (STANDARD, plain(flowers="f5 f6 f7 f8"), "flower_set seat_flower"),
    "seat_flower": (STANDARD, plain(flowers="f2 f6"), "seat_flower*2"),
    "any_flower": (FLOWERS_HONORS, plain(flowers="f1 f2 f6"), "any_flower*3"),
    "no_honors_no_flowers": (
        FLOWERS_HONORS,
        hand("123m 456m 46p 888s 99p", "5p", "777p"),
        "no_honors_no_flowers",
    ),
    # Honors
    "big_four_winds": (
        STANDARD,
        hand("NN 55s 123p", "N", "EEE", "SSS", "WWW"),
        "big_four_winds",
    ),
    "little_four_winds": (
        STANDARD,
        hand("N 123p 555s", "N", "EEE", "SSS", "WWW"),
        "little_four_winds",
    ),
    "big_three_dragons": (
        STANDARD,
        hand("PPP 123m 55p 79s", "8s", "CCC", "FFF"),
        "big_three_dragons",
    ),
    "little_three_dragons": (
        STANDARD,
        hand("P 123m 456p 789s", "P", "CCC", "FFF"),
        "little_three_dragons",
    ),
    # Six of the seven honors: with P as the pair, 小三元 besides.
    "all_honors": (
        STANDARD,
        hand("WWW NNN FF PP", "F", "EEE", "CCC"),
        "all_honors little_three_dragons",
    ),
    "dragon_pung": (STANDARD, plain("CCC"), "dragon_pung"),
    "round_wind": (
        STANDARD,
        hand("123m 456m 46p 888s NN", "5p", "EEE", round=0),
        "round_wind",
    ),
    "seat_wind": (STANDARD, hand("123m 456m 46p 888s NN", "5p", "EEE", seat=0), "seat_wind"),
    "any_wind": (FLOWERS_HONORS, hand("123m 456m 46p 888s NN", "5p", "EEE"), "any_wind"),
    # Pungs and kongs
    "five_concealed_pungs": (
        STANDARD,
        hand("222m 777m 333p 888p 55s 99s", "5s", by="self_draw"),
        "five_concealed_pungs all_pungs concealed_self_draw",
    ),
    "four_concealed_pungs": (
        STANDARD,
        hand("222m 777m 333p 888p 55s 99s", "5s"),
        "four_concealed_pungs all_pungs concealed_hand",
    ),
    "three_concealed_pungs": (
        STANDARD,
        hand("222m 777m 333p 46s EE", "5s", "123p"),
        "three_concealed_pungs",
    ),
    "all_pungs": (STANDARD, hand("888s 55p EE", "E", "222m", "777p", "333s"), "all_pungs"),
    "exposed_kong": (FLOWERS_HONORS, plain("7777p"), "exposed_kong"),
    "concealed_kong": (
        FLOWERS_HONORS,
        hand("123m 46p 888s EE", "5p", "456m", "(7777p)"),
        "concealed_kong",
    ),
    # Sets and suits
    "full_flush": (STANDARD, hand("68m 555m 99m", "7m", "123m", "345m", "678m"), "full_flush"),
    "half_flush": (STANDARD, hand("68m EEE 99m", "7m", "123m", "345m", "678m"), "half_flush"),
    "all_chows": (STANDARD, hand("123m 567p 45s 99m", "6s", "234s", "678m"), "all_chows"),
    # The five pungs of six terminals hold three of one rank.
    "all_terminals": (
        SYSTEM,
        hand("999p 11s 99s", "1s", "111m", "999m", "111p"),
        "all_terminals mixed_triple_pung no_honors_no_flowers",
    ),
    "terminals_and_honors": (
        SYSTEM,
        hand("CCC 99s NN", "9s", "111m", "999p", "EEE"),
        "terminals_and_honors dragon_pung",
    ),
    "pure_outside": (
        SYSTEM,
        hand("999m 79s 99p", "8s", "123m", "789p", "111s"),
        "pure_outside no_honors_no_flowers",
    ),
    "mixed_outside": (SYSTEM, hand("999m 79s 99p", "8s", "123m", "789p", "EEE"), "mixed_outside"),
    "all_simples": (
        SYSTEM,
        hand("345m 46p 888s 55p", "5p", "234m", "666p"),
        "all_simples no_honors_no_flowers",
    ),
    "pure_straight": (SYSTEM, hand("79m 888s 222p EE", "8m", "123m", "456m"), "pure_straight"),
    "mixed_triple_chow": (
        SYSTEM,
        hand("24s 777m 888p EE", "3s", "234m", "234p"),
        "mixed_triple_chow",
    ),
    "mixed_triple_pung": (
        SYSTEM,
        hand("555s 123m 46p EE", "5p", "555m", "555p"),
        "mixed_triple_pung",
    ),
}


def expected_tai(text: str) -> dict[str, int]:
    """``"self_draw seat_flower*2"`` as counts by key."""
    parts = (word.partition("*") for word in text.split())
    return {key: int(count or 1) for key, _, count in parts}


@pytest.mark.parametrize("key", PATTERNS)
def test_taiwan_pattern(key: str) -> None:
    preset, won, text = PATTERNS[key]
    expected = expected_tai(text)
    answer = score(won, preset)
    assert answer.verdict == "legal"
    assert answer.tai == expected, answer
    assert answer.total == sum(VALUES[preset][key] * count for key, count in expected.items())


def test_every_pattern_of_a_win_has_a_hand_that_shows_it() -> None:
    keys = set(load_catalogue("taiwan").keys)
    assert set(PATTERNS) == keys - {"dealer", "dealer_streak"}
    for key, (_, _, text) in PATTERNS.items():
        assert key in expected_tai(text), key


def test_pattern_ids_are_positions_in_the_catalogue() -> None:
    for place, key in enumerate(load_catalogue("taiwan").keys):
        assert getattr(patterns, key.upper()) == place


@pytest.mark.parametrize("preset", VALUES)
def test_a_hand_of_no_pattern_wins_with_nothing(preset: str) -> None:
    answer = score(plain(), preset)
    assert (answer.verdict, answer.total, answer.tai) == ("legal", 0, {})
