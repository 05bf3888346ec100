"""The plain Longgang scorer against the card: losers' hands and payments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.longgang import false_win, loser_total, score
from tests.oracles.longgang_lines import CHOWS, line, loser


@pytest.mark.parametrize(
    ("hand", "points", "tai"),
    [
        (loser(), 0, 0),
        (loser("333m 999s"), 4 + 8, 0),
        (loser("", "333m 999s 4444p 1111p [5555s] [EEEE]"), 2 + 4 + 8 + 16 + 16 + 32, 0),
        (loser("3333m"), 4, 0),
        (loser("CC FF SS EE 99m"), 6, 0),
        (loser("", "CCC"), 4, 1),
        (loser("SSS", "[CCCC]"), 8 + 32, 2),
        (loser("14m", "", "f1 f3"), 8, 0),
        (loser("14m f1 f3"), 0, 0),  # guest flowers not exposed
        (loser("3m", "333p 444p 555m 666m 777m"), 10, 0),  # neither all pungs nor no wildcard
    ],
)
def test_longgang_loser_without_wildcards(hand: dict[str, Any], points: int, tai: int) -> None:
    counted = loser_total(hand, "S", "N")
    assert (counted["points"], counted["tai"]) == (points, tai)
    assert counted["total"] == points * 2**tai


@pytest.mark.parametrize(
    ("hand", "points", "tai", "patterns"),
    [
        (loser("C f2"), 0, 0, {}),  # no pair with a wildcard
        (loser("NN"), 0, 0, {}),  # two wildcards are not a pair
        (loser("NNN"), 0, 0, {}),  # three are not a pung
        (loser("CC f2"), 8, 2, {"honor_pung": 1, "seat_flower": 1}),
        (loser("CC N"), 8, 1, {"honor_pung": 1}),
        (loser("44m N"), 4, 0, {}),
        (loser("4m NN"), 4, 1, {"two_wildcards": 1}),
        (loser("4m f2 N"), 4, 1, {"seat_flower": 1}),
        (loser("CC 99s NN"), 16, 2, {"honor_pung": 1, "two_wildcards": 1}),
        (loser("CC 99s NN f2 55m"), 20, 3, {"honor_pung": 1, "two_wildcards": 1, "seat_flower": 1}),
        (loser("CC 99s 55m NNN"), 20, 2, {"honor_pung": 1, "two_wildcards": 1}),
        (loser("C NN", "CCC"), 12, 3, {"honor_pung": 2, "two_wildcards": 1}),
        (loser("CCCC NN"), 16, 3, {"honor_pung": 2, "two_wildcards": 1}),
        (loser("CC f2", "", "f1 f3 f4"), 20, 3, {"honor_pung": 1, "four_flowers": 1}),
        (loser("C f2", "", "f1 f3 f4"), 12, 0, {}),  # void, so no four flowers
        (loser("CC f2", "", "f1 f3"), 16, 2, {"honor_pung": 1, "seat_flower": 1}),
    ],
)
def test_longgang_loser_with_wildcards(
    hand: dict[str, Any], points: int, tai: int, patterns: dict[str, int]
) -> None:
    counted = loser_total(hand, "S", "N")
    assert counted == {
        "total": points * 2**tai,
        "points": points,
        "tai": tai,
        "patterns": patterns,
    }


@pytest.mark.parametrize(
    ("concealed", "turned", "points", "tai"),
    [
        ("C f2 f3", "f1", 8, 3),
        ("C f3 f4", "f1", 8, 2),
        ("CC f2", "f1", 8, 2),
        ("CC f3", "f1", 8, 1),
        ("C f1 f3", "f2", 8, 2),
        ("C f2", "f1", 0, 0),
        ("CC 99s 55m f2 f3 f4", "f1", 20, 3),
    ],
)
def test_longgang_loser_with_flower_wildcards(
    concealed: str, turned: str, points: int, tai: int
) -> None:
    counted = loser_total(loser(concealed), "S", turned)
    assert (counted["points"], counted["tai"]) == (points, tai)


def test_longgang_losers_tile_may_leave_its_pung_to_wildcards() -> None:
    # 99s + f2 is a pung of 9s with the seat flower in use; the third 9s counts nothing.
    assert loser_total(loser("999s f2"), "S", "N")["total"] == 8 * 2
    # CC + f2 is a pung, the other CC a pair.
    assert loser_total(loser("CCCC f2"), "S", "N")["total"] == (8 + 2) * 4


def test_longgang_losers_one_natural_and_two_wildcards_by_choice() -> None:
    assert loser_total(loser("C NN"), "S", "N")["total"] == 8 * 4
    assert loser_total(loser("C NN"), "S", "N", {"loser_one_plus_two": False})["total"] == 0


def test_longgang_losers_total_is_limited() -> None:
    counted = loser_total(loser("", "[CCCC] [FFFF] [SSSS]"), "S", "N")
    assert (counted["points"], counted["tai"], counted["total"]) == (96, 3, 300)


# Payments. The winner's hand is worth 20 on a discard, 300 where it is a limit.

PLAIN = f"{CHOWS} 23p 789m EE"


def test_longgang_losers_settle_differences() -> None:
    losers = {"0": loser("999s"), "2": loser("", "333p"), "3": loser("CC")}
    # Winner 20: 40 + 20 + 20. 0-2: (8-2)x2; 0-3: (8-2)x2; 2-3: 0.
    hand = line(PLAIN, "4p", payer=2, losers=losers)
    assert score(hand)["deltas"] == [-40 + 24, 80, -20 - 12, -20 - 12]
    single = score(hand, {"dealer_doubles_losers": False})
    assert single["deltas"] == [-40 + 12, 80, -20 - 6, -20 - 6]


def test_longgang_dealer_wins_double_from_all() -> None:
    losers = {"1": loser("999s"), "3": loser("CC")}
    # Seat 1 and 3 pay 24 x 2; 1-2: 8, 1-3: 6, 2-3: -2.
    hand = line(f"{CHOWS} 23p 789m CC", "4p", seat="E", payer=3, losers=losers)
    assert score(hand)["total"] == 24
    assert score(hand)["deltas"] == [144, -48 + 14, -48 - 8 - 2, -48 - 6 + 2]


def test_longgang_losers_count_by_their_own_wind() -> None:
    losers = {"0": loser("EE"), "2": loser("EE"), "3": loser("EE")}
    hand = line(f"{CHOWS} 23p 789m 55s", "4p", payer=2, losers=losers)
    assert score(hand)["deltas"] == [-40 + 8, 80, -20 - 4, -20 - 4]


@pytest.mark.parametrize(
    ("hand", "deltas"),
    [
        (
            line("NNN 1357m 2468p 1357s E", None, "three_wildcards", losers={"2": loser("999s")}),
            [-600, 1200, -300, -300],
        ),
        (
            line(PLAIN, "4p", flags="first_turn", payer=0, losers={"2": loser("999s")}),
            [-600, 1200, -300, -300],
        ),
        (
            line(
                PLAIN, "4p", "self_draw", seat="E", flags="first_turn", losers={"2": loser("999s")}
            ),
            [1800, -600, -600, -600],
        ),
    ],
    ids=["three_wildcards", "earthly", "heavenly"],
)
def test_longgang_losers_count_nothing(hand: dict[str, Any], deltas: list[int]) -> None:
    assert score(hand)["deltas"] == deltas


def test_longgang_losers_count_after_other_limits() -> None:
    hand = line("23m 99m", "1m", melds="123m 456m 456m 789m", payer=3, losers={"2": loser("999s")})
    assert score(hand)["deltas"] == [-600 - 16, 1200, -300 + 24, -300 - 8]


# Liability


def liable_line(melds: str, concealed: str, win: str, by: str = "discard", **more: Any) -> Any:
    payer = 3 if by == "discard" else None
    hand = line(concealed, win, by, melds=melds, wild="9s", payer=payer, losers={}, **more)
    return score(hand)["deltas"]


def test_longgang_liable_for_a_wind_to_three_exposed_winds() -> None:
    assert liable_line("EEE SSSS WWW", "NN 123p 55s", "N") == [0, 1200, 0, -1200]
    assert liable_line("EEE SSS WWW", "N 123p 678s", "N") == [0, 1200, 0, -1200]


def test_longgang_liable_for_an_honor_to_four_exposed_honor_sets() -> None:
    # Limit: all honors.
    assert liable_line("EEE SSS FFF CCC", "WW NN", "W") == [0, 1200, 0, -1200]
    assert liable_line("EEE SSS WWW CCC", "NN FF", "F") == [0, 1200, 0, -1200]


@pytest.mark.parametrize(
    ("melds", "concealed", "win", "by"),
    [
        ("EEE SSS [WWWW]", "NN 123p 55s", "N", "discard"),  # a concealed kong is not exposed
        ("EEE SSS WWW", "NN 123p 55s", "N", "self_draw"),
        ("EEE SSS WWW", "NNN 23p 55s", "1p", "discard"),  # the tile is no wind
        ("EEE SSS WWW", "NNN CC 55s", "C", "discard"),  # three honor sets, and no wind
    ],
)
def test_longgang_not_liable(melds: str, concealed: str, win: str, by: str) -> None:
    assert liable_line(melds, concealed, win, by) == [-600, 1200, -300, -300]


def test_longgang_liable_for_a_late_dragon_losers_settle_on() -> None:
    hand = line(
        f"{CHOWS} 789m 22p CC",
        "C",
        flags="late_dragon",
        payer=2,
        losers={"3": loser("999s")},
    )
    # Points 10 + 4, tai 2: 56. Seat 2 pays 112 + 56 + 56. 0-3: 16, 2-3: 8.
    assert score(hand)["total"] == 56
    assert score(hand)["deltas"] == [-16, 224, -224 - 8, 24]


def test_longgang_false_win() -> None:
    assert false_win(0, 0) == [-60, 20, 20, 20]
    assert false_win(2, 0) == [20, 10, -40, 10]
    assert false_win(1, 3) == [10, -40, 10, 20]
