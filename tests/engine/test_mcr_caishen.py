"""Chinese Official with wildcards (MCR card, `mcr-caishen`): 无财神, and what wildcards make."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from engine.mcr.patterns import CHICKEN_HAND, NO_WILDCARD
from engine.scoring_out import I_TOTAL
from schemas.codes import BY_ROBBED_KONG, BY_SELF_DRAW, FLAG_LAST_COPY, LEGAL, NO_SHAPE
from tests.engine.machine_script import compiled
from tests.engine.oracle.engine import score, score_all
from tests.engine.oracle.hands import Win, random_win, win
from tests.engine.wildcard_hands import score_columns, score_wild, wild_columns

DRAWN = {"win_by": BY_SELF_DRAW}
CHICKEN = ("345s 88s CC", "8s", "123m", "567p")
"""无番和: three suits, a closed wait and a pung of a discard."""


# --------------------------------------------------------------------------------------- 无财神


def test_no_wildcard_counts_two_where_none_is_held() -> None:
    hand = win("123m 456p 789s EE 11p", "1p")
    # 花龙 8, 门前清 2, 幺九刻 1.
    assert score_wild(hand, "9m").total == 8 + 2 + 1 + 2
    assert score_wild(hand, "9m").fans["无财神"] == 1


def test_no_wildcard_counts_where_each_stands_for_its_own_kind() -> None:
    found = score_wild(win("123m 456p 789s 55m 99m", "9m", **DRAWN), "9m")
    # 花龙 8, 不求人 4, 幺九刻 1, 无字 1.
    assert (found.total, found.fans["无财神"], found.used) == (8 + 4 + 1 + 1 + 2, 1, 0)


def test_no_wildcard_does_not_count_where_one_stands_for_another() -> None:
    found = score_wild(win("123m 456p 789s E9m 11p", "1p"), "9m")
    assert (found.total, found.used) == (8 + 2 + 1, 1)
    assert "无财神" not in found.fans


def test_no_wildcard_counts_towards_the_minimum() -> None:
    hand = win("CC 88s", "8s", "999p", "777s", "444m")
    plain = score(hand, "mcr")
    assert (plain.verdict, plain.fans) == ("below_minimum", {"碰碰和": 1, "幺九刻": 1})
    found = score_wild(hand, "9m")
    assert (found.verdict, found.total) == ("legal", 6 + 1 + 2)


def test_no_wildcard_is_neutral_without_wildcards() -> None:
    rng = Random(1)
    hands = [random_win(rng) for _ in range(500)]
    for preset in ("mcr", "mcr-botzone", "mcr-tziakcha", "mcr-wmo"):
        assert not score_all(hands, compiled(preset)).counts[:, NO_WILDCARD].any()


def test_hands_without_wildcards_count_as_in_mcr_and_no_wildcard_beside() -> None:
    rng = Random(2)
    hands = [random_win(rng) for _ in range(3000)]
    plain = score_all(hands, compiled("mcr"))
    found = score_columns(wild_columns(hands, [40] * len(hands)), compiled("mcr-caishen"))
    whole = plain.verdict != NO_SHAPE
    chicken = plain.counts[:, CHICKEN_HAND] > 0
    assert whole.sum() > 2500
    assert chicken.sum() > 2
    assert (found.counts[whole, NO_WILDCARD] == 1).all()
    assert not found.counts[:, CHICKEN_HAND].any()
    more = found.info[:, I_TOTAL] - plain.info[:, I_TOTAL]
    assert (more[whole & ~chicken] == 2).all()
    assert (more[whole & chicken] == 2 - 8).all()


def test_no_wildcard_leaves_no_chicken_hand() -> None:
    found = score_wild(win(*CHICKEN), "9m")
    assert (found.verdict, found.fans) == ("below_minimum", {"无财神": 1})


def test_chicken_hand_wins_with_a_wildcard_in_it() -> None:
    hand = win("345s 9m8s CC", "8s", "123m", "567p")
    found = score_wild(hand, "9m")
    assert (found.verdict, found.total) == ("legal", 8)
    assert found.fans == {"无番和": 1}
    assert found.used == 1


# ------------------------------------------------------------------- fans of the substituted hand


def test_wait_fans_are_those_of_the_substituted_hand() -> None:
    # As 1p the wildcard makes two pairs that wait; as E it leaves 单钓将 on 1p, and 1 more.
    found = score_wild(win("123m 456p 789s EE 1p9m", "1p"), "9m")
    assert (found.wait, found.n_waits) == ("single", 1)
    assert found.fans == {"花龙": 1, "门前清": 1, "幺九刻": 1, "单钓将": 1}


def test_drawn_wildcard_and_another_make_concealed_pungs() -> None:
    found = score_wild(win("EEE 333m 11p 99s 55m 8p", "8p", **DRAWN), "8p")
    assert found.fans["四暗刻"] == 1
    assert found.used == 2


def test_seven_pairs_with_a_wildcard() -> None:
    found = score_wild(win("11m 33m 55p 77p 99s EE 8s", "P"), "8s")
    assert found.fans == {"七对": 1, "五门齐": 1}
    assert (found.total, found.used) == (24 + 6, 1)


def test_thirteen_orphans_with_a_wildcard() -> None:
    found = score_wild(win("19m 19p 19s ESWNCF 5m", "P"), "5m")
    assert found.fans == {"十三幺": 1}
    assert (found.total, found.used) == (88, 1)


@pytest.mark.parametrize("win_tile", ["F", "5m"])
def test_knitted_singles_with_a_wildcard(win_tile: str) -> None:
    by = BY_SELF_DRAW if win_tile == "5m" else 1
    tiles = "147m 258p 36s ESWNC" if win_tile == "5m" else "147m 258p 36s ESWN 5m"
    found = score_wild(win(tiles, win_tile, win_by=by), "5m")
    assert found.fans.keys() & {"全不靠", "七星不靠"} == {"全不靠"}


def test_knitted_straight_with_a_wildcard() -> None:
    found = score_wild(win("147m 258p 369s C5m 67p", "8p"), "5m")
    assert found.fans["组合龙"] == 1
    assert found.reading[-1] == "CC"


# ---------------------------------------------------------------- 和绝张 is told of the tile itself


def last_copy(hand: Win, wildcard: str) -> bool:
    found = score_wild(hand, wildcard)
    assert found.verdict == "legal"
    return "和绝张" in found.fans


def test_last_copy_of_a_natural_tile_counts_beside_its_substitute() -> None:
    # Three 1p lie open; a wildcard is the second 1p of the pair.
    hand = win("123m 456p 789s EEE 9m", "1p", flags=FLAG_LAST_COPY)
    assert last_copy(hand, "9m")


def test_last_copy_is_not_won_on_a_tile_that_one_holds() -> None:
    hand = win("123m 456p 789s EEE 1p", "1p", flags=FLAG_LAST_COPY)
    assert not last_copy(hand, "9m")


def test_drawn_wildcard_is_the_last_copy_of_its_own_kind_alone() -> None:
    # It is the last 9m whatever it stands for, but not where another 9m is in hand.
    assert last_copy(win("123m 456p 789s EE 11p", "9m", flags=FLAG_LAST_COPY, **DRAWN), "9m")
    assert not last_copy(win("123m 456p 789s EE 1p9m", "9m", flags=FLAG_LAST_COPY, **DRAWN), "9m")


def test_drawn_wildcard_is_no_fourth_copy_of_what_it_stands_for() -> None:
    found = score_wild(win("23m 456p 789s EE", "9m", "111m", **DRAWN), "9m")
    assert "123m" in found.reading
    assert "和绝张" not in found.fans
    natural = score_wild(win("23m 456p 789s EE", "1m", "111m", **DRAWN), "9m")
    assert natural.fans["和绝张"] == 1


def test_drawn_flower_is_no_last_copy() -> None:
    hand = win("123m 456p 789s EE 11p", "1p", flags=FLAG_LAST_COPY, **DRAWN)
    hand.win_tile = 35  # f2
    assert not last_copy(hand, "f1")


def test_robbed_wildcard_is_robbed_as_its_own_kind() -> None:
    hand = win("123m 456p 789s EE 78m", "9m", win_by=BY_ROBBED_KONG)
    found = score_wild(hand, "9m")
    assert found.fans["抢杠和"] == 1
    assert found.fans["无财神"] == 1


def test_exposed_flowers_count_beside_wildcards() -> None:
    hand = win("123m 456p 789s E9m 11p", "1p", n_flowers=2)
    found = score_wild(hand, "9m")
    assert (found.total, found.fans["花牌"]) == (8 + 2 + 1 + 2, 2)


def test_batches_answer_as_single_hands_do() -> None:
    hands = [
        win("123m 456p 789s E9m 11p", "1p"),
        win("123m 456p 789s EE 11p", "9m", **DRAWN),
        win("11m 33m 55p 77p 99s EE 9m", "P"),
        win("123m 456p 789s EE 11p", "2p"),
    ]
    answers = score_columns(wild_columns(hands, [8] * 4), compiled("mcr-caishen"))
    singles = [score_wild(hand, "9m") for hand in hands]
    assert answers.verdict.tolist() == [LEGAL, LEGAL, LEGAL, NO_SHAPE]
    assert answers.info[:, I_TOTAL].tolist() == [single.total for single in singles]
    assert np.array_equal(answers.counts.sum(axis=1), [sum(s.fans.values()) for s in singles])
