"""The plain Taiwan scorer: the card's worked examples, its table, flower wins, options, payment."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.taiwan import score
from tests.oracles.taiwan_notation import won
from tests.oracles.taiwan_patterns import TABLE

SOURCE = Path(__file__).resolve().parents[3] / "shared" / "seeds" / "001_adb1d81a5d4af1a3.txt"

CLAIMED = ("123m", "567p")
CONCEALED_CHOWS = "123m 567p 345p 678s 44m 23s"
DEALER_DRAWS = won(
    CONCEALED_CHOWS,
    "4s",
    win_by="self_draw",
    flowers="",
    seat="E",
    round_wind="E",
    streak=1,
    table=(0, 0, None),
)
"""Worked examples 1 and 2."""
EXPOSED_WEST = won(
    "12p 234p 567p 88p",
    "3p",
    "CCC",
    "WWW",
    flowers="f3",
    seat="W",
    round_wind="E",
    table=(0, 2, 1),
)
"""Worked example 3."""
PUNGS = won(
    "333p 555s 777m 99p 44s",
    "9p",
    "222m",
    seat="S",
    round_wind="E",
    streak=2,
    table=(0, 1, 0),
)
"""Worked example 4."""
SEVEN = "f2 f3 f4 f5 f6 f7 f8"
EIGHT = f"f1 {SEVEN}"
ANY_TILES = "1357m 2468p 369s ESWNC"


@pytest.mark.parametrize(
    ("hand", "column", "total", "patterns", "deltas"),
    [
        (
            DEALER_DRAWS,
            "A",
            5,
            {"concealed_self_draw": 1, "all_chows": 1},
            [33, -11, -11, -11],
        ),
        (
            DEALER_DRAWS,
            "B",
            7,
            {"concealed_self_draw": 1, "all_chows": 1, "no_honors_no_flowers": 1},
            [39, -13, -13, -13],
        ),
        (
            EXPOSED_WEST,
            "C",
            10,
            {"dragon_pung": 1, "seat_wind": 1, "seat_flower": 1, "half_flush": 1},
            [0, -13, 13, 0],
        ),
        (
            PUNGS,
            "A",
            6,
            {"all_pungs": 1, "three_concealed_pungs": 1},
            [-14, 14, 0, 0],
        ),
    ],
    ids=["example_1", "example_2", "example_3", "example_4"],
)
def test_taiwan_worked_examples(
    hand: dict[str, Any],
    column: str,
    total: int,
    patterns: dict[str, int],
    deltas: list[int],
) -> None:
    assert score(hand, {"column": column}) == {
        "legal": True,
        "reason": None,
        "total": total,
        "patterns": patterns,
        "deltas": deltas,
        "tied": [patterns],
    }


@pytest.mark.skipif(not SOURCE.is_file(), reason="the source text is not beside the checkout")
def test_taiwan_table_is_the_source_texts_table() -> None:
    printed = re.findall(r"(?<!\d)(\d+) (\d+) (\d+)(?!\d)", SOURCE.read_text(encoding="utf-8"))
    typed = []
    for key, row in TABLE.items():
        typed += [row] * (2 if key == "all_honors" else 1)  # printed twice
    assert [tuple(map(int, row)) for row in printed] == typed


def test_taiwan_no_shape() -> None:
    hand = won("345p 678s 999s 3m", "4m", *CLAIMED, table=(0, 1, 0))
    assert score(hand) == {
        "legal": False,
        "reason": "no_shape",
        "total": 0,
        "patterns": {},
        "deltas": None,
        "tied": [],
    }


def test_taiwan_no_deltas_without_a_table() -> None:
    assert score(won("345p 678s 999s 4m", "4m", *CLAIMED))["deltas"] is None


def test_taiwan_refuses_unknown_options_and_ways_of_winning() -> None:
    with pytest.raises(ValueError, match="unknown options"):
        score(PUNGS, {"minimum": 8})
    with pytest.raises(ValueError, match="payer 'nobody' is not one of"):
        score(PUNGS, {"payer": "nobody"})
    with pytest.raises(ValueError, match="unknown patterns"):
        score(PUNGS, {"values": {"all_green": 8}})
    with pytest.raises(ValueError, match="win_by"):
        score({**PUNGS, "win_by": "robbed_gold"})


# Flowers


@pytest.mark.parametrize(
    ("column", "total", "patterns"),
    [
        ("A", 12, {"eight_flowers": 1, "seat_flower": 2, "flower_set": 2}),
        ("B", 18, {"eight_flowers": 1, "any_flower": 8, "flower_set": 2}),
        ("C", 12, {"eight_flowers": 1, "seat_flower": 2, "flower_set": 2}),
    ],
)
def test_taiwan_eight_flowers_count_flower_rows_only(
    column: str, total: int, patterns: dict[str, int]
) -> None:
    hand = won(ANY_TILES, None, win_by="eight_flowers", flowers=EIGHT, flags=["declared_ready"])
    result = score(hand, {"column": column})
    assert (result["total"], result["tied"]) == (total, [patterns])


@pytest.mark.parametrize(
    ("column", "total", "patterns"),
    [
        ("A", 10, {"seven_rob_one": 1, "seat_flower": 1, "flower_set": 1}),
        ("B", 16, {"seven_rob_one": 1, "any_flower": 7, "flower_set": 1}),
        ("C", 19, {"seven_rob_one": 1, "seat_flower": 1, "flower_set": 1}),
    ],
)
def test_taiwan_seven_rob_one_counts_the_seven_only(
    column: str, total: int, patterns: dict[str, int]
) -> None:
    hand = won(ANY_TILES, None, win_by="seven_flowers", flowers=SEVEN, seat="E")
    result = score(hand, {"column": column})
    assert (result["total"], result["tied"]) == (total, [patterns])


def test_taiwan_eight_flowers_all_pay_and_seven_one_alone() -> None:
    eight = won(ANY_TILES, None, win_by="eight_flowers", flowers=EIGHT, table=(0, 1, None))
    assert score(eight)["deltas"] == [-16, 46, -15, -15]  # 12 tai, the dealer 13
    seven = won(ANY_TILES, None, win_by="seven_flowers", flowers=SEVEN, table=(0, 1, 3))
    # The seven hold both own flowers of South: 8 + 2 + 1.
    assert score(seven, {"payer": "all"})["deltas"] == [0, 14, 0, -14]


@pytest.mark.parametrize(
    ("seat", "own"), [("E", "f1 f5"), ("S", "f2 f6"), ("W", "f3 f7"), ("N", "f4 f8")]
)
def test_taiwan_seat_flowers(seat: str, own: str) -> None:
    hand = won("345p 678s 999s 4m", "4m", *CLAIMED, flowers=own, seat=seat, round_wind="E")
    assert score(hand)["patterns"] == {"seat_flower": 2}
    assert score(hand, {"column": "B"})["patterns"] == {"any_flower": 2}


@pytest.mark.parametrize("flowers", ["f1 f2 f3 f4", "f5 f6 f7 f8"])
def test_taiwan_flower_set_besides_the_flowers(flowers: str) -> None:
    hand = won("345p 678s 999s 4m", "4m", *CLAIMED, flowers=flowers)
    assert score(hand)["patterns"] == {"flower_set": 1, "seat_flower": 1}
    assert score(hand, {"column": "B"})["patterns"] == {"flower_set": 1, "any_flower": 4}


def test_taiwan_flower_set_is_not_four_of_both() -> None:
    hand = won("345p 678s 999s 4m", "4m", *CLAIMED, flowers="f1 f3 f5 f7")
    assert score(hand)["patterns"] == {}


# Choices


def test_taiwan_choice_all_chows_by_self_draw() -> None:
    patterns = score(DEALER_DRAWS, {"all_chows_self_draw": False})["patterns"]
    assert patterns == {"concealed_self_draw": 1}


def test_taiwan_choice_concealed_kong_breaks_the_concealed_hand() -> None:
    hand = won("123m 567p 345p 678s 4m", "4m", "(9999s)", win_by="self_draw")
    patterns = score(hand, {"concealed_kong_keeps_concealed": False})["patterns"]
    assert patterns == {"self_draw": 1}


def test_taiwan_choice_straight_by_tiles() -> None:
    hand = won("NNN 2m", "2m", "123m", "345m", "567m", "789m")
    options = {"column": "C", "straight": "tiles"}
    assert score(hand, options)["patterns"] == {"half_flush": 1, "pure_straight": 1}


def test_taiwan_choice_dragons_beside_no_honors_no_flowers() -> None:
    options = {"column": "C", "no_honors_dragons": False}
    dragons = won("345p 678s 999s C", "C", *CLAIMED, flowers="")
    assert score(dragons, options)["patterns"] == {"no_honors_no_flowers": 1}
    winds = won("345p 678s 999s N", "N", *CLAIMED, flowers="")
    assert score(winds, options)["patterns"] == {}


def test_taiwan_choice_no_pulled_streak() -> None:
    deltas = score(DEALER_DRAWS, {"pull_streak": False})["deltas"]
    assert deltas == [30, -10, -10, -10]  # 5 + dealer 1 + streak 1


def test_taiwan_choice_all_pay_for_a_discard() -> None:
    deltas = score(EXPOSED_WEST, {"column": "C", "payer": "all"})["deltas"]
    assert deltas == [-14, -13, 40, -13]  # the dealer's tai on the dealer's payment alone


def test_taiwan_choice_base_and_per_tai() -> None:
    assert score(PUNGS, {"base": 10, "per_tai": 3})["deltas"] == [-43, 43, 0, 0]  # 11 tai


# Dealer


def test_taiwan_dealer_and_streak_on_the_dealers_payments_only() -> None:
    hand = won(
        "345p 678s 999s 4m", "4m", *CLAIMED, win_by="self_draw", streak=1, table=(0, 1, None)
    )
    assert score(hand)["deltas"] == [-7, 15, -4, -4]  # 1 tai; dealer 1 and streak 2


def test_taiwan_the_table_says_who_deals() -> None:
    flags = ["first_turn"]
    hand = won(CONCEALED_CHOWS, "4s", win_by="self_draw", seat="E", flowers="f2", flags=flags)
    assert score(hand)["patterns"] == {"heavenly": 1}
    hand["table"] = {"dealer": 2, "winner": 2, "payer": None}
    assert score(hand)["patterns"] == {"heavenly": 1}
    other = won(CONCEALED_CHOWS, "4s", win_by="self_draw", flags=flags, table=(2, 3, None))
    assert score(other)["patterns"] == {"earthly": 1}
