"""What a loser's hand counts in Longgang (card: "Points", "Tai"); seat South, wildcard 9s."""

from __future__ import annotations

from random import Random

import pytest

from tests.engine.longgang_hands import house_rules, loser
from tests.oracles.longgang import loser_total

FLAT = ("147m 258p 36s E W N F 1s", "123m")
"""A hand that counts nothing, and a meld that counts nothing."""


def test_longgang_example_4_own_flower_two_wildcards_and_a_dragon() -> None:
    assert loser("f2 9s 9s C") == (32, 8, 2)


def test_longgang_example_5_a_wildcard_beside_a_single_tile_is_void() -> None:
    assert loser("3m 4m C f2") == (0, 0, 0)


def test_longgang_losers_hand_of_nothing_counts_nothing() -> None:
    assert loser("") == (0, 0, 0)
    assert loser(FLAT[0]) == (0, 0, 0)
    assert loser("147m", FLAT[1]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("tiles", "points"),
    [("222m", 4), ("999p", 8), ("WWW", 8), ("2222m", 4), ("1111p", 8), ("222m 333m 444m", 12)],
)
def test_longgang_losers_concealed_pungs(tiles: str, points: int) -> None:
    assert loser(tiles) == (points, points, 0)
    assert loser(f"{tiles} 58p 7s") == (points, points, 0)


@pytest.mark.parametrize(
    ("meld", "points"),
    [
        ("333p", 2),
        ("EEE", 4),
        ("3333p", 8),
        ("+1111s", 16),
        ("(3333p)", 16),
        ("(EEEE)", 32),
        ("123p", 0),
    ],
)
def test_longgang_losers_melds(meld: str, points: int) -> None:
    assert loser("147m", meld) == (points, points, 0)


def test_longgang_losers_count_every_pair_of_dragons_and_own_wind() -> None:
    assert loser("CC") == (2, 2, 0)
    assert loser("CC FF SS EE 55m") == (6, 6, 0)
    assert loser("CC EE", seat="E") == (4, 4, 0)


@pytest.mark.parametrize(
    ("tiles", "total"), [("CCC", 16), ("CCC FFF", 64), ("SSS", 16), ("EEE", 8)]
)
def test_longgang_losers_honor_pungs_double(tiles: str, total: int) -> None:
    assert loser(tiles)[0] == total


def test_longgang_losers_do_not_count_what_only_winners_do() -> None:
    # Neither base nor 无财神, neither 对对胡 nor a flush.
    assert loser("222m 333m 444m 555m 66m") == (16, 16, 0)
    assert loser("EEE WWW NNN", seat="S") == (24, 24, 0)


def test_longgang_losers_flowers() -> None:
    assert loser("55m", flowers="f1 f3") == (8, 8, 0)
    assert loser("55m f1 f3") == (0, 0, 0)  # not yet exposed


# Wildcards


@pytest.mark.parametrize(
    ("tiles", "total", "points", "tai"),
    [
        ("55m 9s", 4, 4, 0),  # one wildcard is no tai
        ("55m f2", 8, 4, 1),
        ("CC f2", 32, 8, 2),
        ("CC 9s", 16, 8, 1),
        ("1m 9s 9s", 16, 8, 1),
        ("1m 9s f2", 16, 8, 1),  # 坐花 with one wildcard is one tai
        ("55m 66m f2 9s", 16, 8, 1),
        ("55m 66m 9s 9s", 16, 8, 1),
        ("55m 66m f2 9s 9s", 32, 8, 2),  # 5m and two, 66m and one
    ],
)
def test_longgang_losers_wildcards_complete_pungs(
    tiles: str, total: int, points: int, tai: int
) -> None:
    assert loser(tiles) == (total, points, tai)


@pytest.mark.parametrize("tiles", ["9s", "9s 9s", "9s 9s 9s", "f2", "9s f2", "5m 9s", "E 9s 46m"])
def test_longgang_losers_wildcards_are_void_where_they_make_no_pung(tiles: str) -> None:
    """卖兵: two wildcards are no pair, three are no pung."""
    assert loser(tiles) == (0, 0, 0)


def test_longgang_losers_best_assignment_is_taken() -> None:
    # The wildcard goes to CC (8, one tai), not to 55m (4 and the pair 2).
    assert loser("55m CC 9s") == (16, 8, 1)
    # One of 5m, 1p and C: the dragon.
    assert loser("5m 1p C 9s 9s") == (32, 8, 2)
    # One more wildcard than of use: the flower is kept.
    assert loser("CC 9s f2") == (32, 8, 2)


def test_longgang_losers_pair_completed_by_a_wildcard_is_no_pair() -> None:
    assert loser("FF CC 9s") == (20, 10, 1)


def test_longgang_losers_one_plus_two_option() -> None:
    only_pairs = house_rules(scoring={"loser_one_plus_two": False})
    assert loser("1m 9s 9s", rules=only_pairs) == (0, 0, 0)
    assert loser("11m 9s 9s", rules=only_pairs) == (8, 8, 0)


def test_longgang_losers_honor_pung_may_stand_twice() -> None:
    assert loser("C 9s 9s", "CCC") == (12 * 8, 12, 3)
    assert loser("CCCC 9s 9s") == (16 * 8, 16, 3)


def test_longgang_losers_three_wildcards_count_as_two() -> None:
    assert loser("CC F 9s 9s 9s") == (16 * 8, 16, 3)


def test_longgang_losers_four_flowers_need_the_own_one_in_use() -> None:
    assert loser("55m f2", flowers="f1 f3 f4") == (16 * 4, 16, 2)
    assert loser("5m f2", flowers="f1 f3 f4") == (12, 12, 0)


@pytest.mark.parametrize(
    ("turned", "tiles", "total"),
    [
        ("f3", "55m f2", 8),  # 坐花 alone
        ("f3", "55m f1", 4),  # one guest alone
        ("f3", "7p f1 f4", 8),  # two guests
        ("f3", "7p f2 f1", 16),  # 坐花 and a guest
        ("f2", "7p f1 f3", 8),  # the own flower is turned: two guests
        ("f3", "55m 7p f1 f2 f4", 32),  # the third adds a pung and no tai
    ],
)
def test_longgang_losers_flower_wildcards(turned: str, tiles: str, total: int) -> None:
    assert loser(tiles, wildcard=turned)[0] == total


def test_longgang_losers_total_is_limited() -> None:
    assert loser("5m", "(CCCC)", "(FFFF)", "SSS") == (300, 68, 3)


def test_longgang_losers_total_does_not_depend_on_the_number_of_tiles() -> None:
    assert loser("CC f2 147m 258p 36s E W N F 2m") == (32, 8, 2)
    assert loser("CC f2 147m 258p 36s E W N F 22m") == (32, 8, 2)


@pytest.mark.parametrize("one_plus_two", [True, False])
@pytest.mark.parametrize("seat", ["E", "N"])
def test_longgang_losers_of_few_kinds_count_what_the_plain_scorer_counts(
    seat: str, one_plus_two: bool
) -> None:
    # Few kinds make many ways to spread wildcards over pungs, and up to seven honor pungs.
    # Without a limit the totals tell assignments apart.
    options = {"loser_one_plus_two": one_plus_two, "limit": 100_000}
    rules = house_rules(scoring=options)
    draw = Random(7)
    most_tai = 0
    for _ in range(400):
        kinds = draw.sample(["1m", "5m", "9p", "3s", "E", "S", "N", "C", "F"], draw.randint(1, 9))
        tiles = sorted(draw.sample(kinds * 4, min(draw.randint(0, 14), 4 * len(kinds))))
        tiles += ["9s"] * draw.randint(0, 3)
        own = f"f{'ESWN'.index(seat) + 1}"
        tiles += [own] * draw.randint(0, 1)
        flowers = draw.sample(sorted({"f1", "f2", "f3", "f4"} - {own}), draw.randint(0, 3))
        hand = {"concealed": tiles, "flowers": flowers}
        expected = loser_total(hand, seat, "9s", options)
        total, points, tai = loser(
            " ".join(tiles), flowers=" ".join(flowers), seat=seat, rules=rules
        )
        assert total == expected["total"] == min(100_000, points << tai), hand
        most_tai = max(most_tai, expected["tai"])
    assert most_tai >= 5
