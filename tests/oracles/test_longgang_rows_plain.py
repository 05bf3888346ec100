"""The plain Longgang scorer against the card: tai rows, limit rows, what is no win."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.longgang import agrees, score
from tests.oracles.longgang_lines import CHOWS, line

FREE = f"{CHOWS} 23p"
"""Three chows and a two-sided wait for 4p: nothing counts. Five tiles are to be added."""


def rows(scored: dict[str, Any]) -> tuple[dict[str, int], int]:
    return scored["patterns"], scored["tai"]


@pytest.mark.parametrize(
    ("pung", "count"), [("CCC", 1), ("FFF", 1), ("SSS", 1), ("CCCC", 1), ("[SSSS]", 1), ("EEE", 0)]
)
def test_longgang_honor_pung(pung: str, count: int) -> None:
    patterns = {"honor_pung": 1} if count else {}
    scored = score(line(f"{FREE} 55s", "4p", melds=pung))
    assert rows(scored) == (patterns | {"no_wildcard": 1}, count + 1)


def test_longgang_honor_pungs_add_up() -> None:
    scored = score(line("345s 23p 55s", "4p", melds="CCCC FFF SSS"))
    assert rows(scored) == ({"honor_pung": 3, "no_wildcard": 1}, 4)
    assert scored["total"] == 300  # (10 + 16 + 4 + 4) x 16, limited


@pytest.mark.parametrize(
    ("wild", "added", "flowers", "patterns", "tai"),
    [
        ("N", "789s EE", "", {"no_wildcard": 1}, 1),
        ("N", "78s N EE", "", {}, 0),
        ("N", "78s N E N", "", {"two_wildcards": 1}, 1),
        ("N", "78s f2 EE", "", {"seat_flower": 1}, 1),
        ("N", "78s f2 E N", "", {"seat_flower": 1}, 1),
        ("N", "55s f2 N N", "", {"seat_flower": 1, "two_wildcards": 1, "honor_pung": 1}, 3),
        ("N", "78s f2 EE", "f1 f3", {"seat_flower": 1}, 1),
        ("N", "78s f2 EE", "f1 f3 f4", {"four_flowers": 1}, 2),
        ("N", "78s N EE", "f1 f3 f4", {}, 0),
        ("9s", "789s EE", "", {}, 0),
        ("f1", "789s EE", "", {"no_wildcard": 1}, 1),
        ("f1", "78s f2 EE", "", {"seat_flower": 1}, 1),
        ("f1", "78s f3 EE", "", {}, 0),
        ("f1", "78s f2 E f3", "", {"flower_wildcards": 1}, 2),
        ("f1", "78s f3 E f4", "", {"flower_wildcards": 1}, 1),
        ("f2", "78s f1 E f3", "", {"flower_wildcards": 1}, 1),
        ("f2", "78s f1 EE", "", {}, 0),
    ],
)
def test_longgang_wildcard_rows(
    wild: str, added: str, flowers: str, patterns: dict[str, int], tai: int
) -> None:
    scored = score(line(f"{FREE} {added}", "4p", wild=wild, flowers=flowers))
    assert rows(scored) == (patterns, tai)


def test_longgang_all_pungs() -> None:
    scored = score(line("333m 555p 777s 88m 99p", "8m", melds="222p"))
    assert rows(scored) == ({"all_pungs": 1, "no_wildcard": 1}, 2)
    assert scored["total"] == (10 + 4 + 4 + 4 + 2 + 2) * 4


def test_longgang_half_flush() -> None:
    scored = score(line("123m 456m 789m EEE 55m 23m", "4m"))
    assert rows(scored) == ({"half_flush": 1, "no_wildcard": 1}, 2)
    assert scored["total"] == (10 + 8) * 4


def test_longgang_half_flush_needs_honors_and_one_suit() -> None:
    assert "half_flush" not in score(line(f"{FREE} 55s", "4p", melds="CCC"))["patterns"]
    flush = score(line("123m 456m 789m 777m 55m 23m", "4m"))
    assert flush["patterns"] == {"full_flush": 1, "no_wildcard": 1}


@pytest.mark.parametrize(
    ("concealed", "win", "melds", "limits"),
    [
        ("23m 99m", "1m", "123m 456m 456m 789m", ["full_flush"]),
        ("NN 123p 55s", "N", "EEE SSS WWW", ["big_four_winds"]),
        ("N 123p 678s", "N", "EEE SSS WWW", ["little_four_winds"]),
        ("NN CC", "C", "EEE SSS WWW FFF", ["all_honors", "little_four_winds"]),
        ("FF NN", "N", "EEE SSS WWW CCC", ["all_honors", "big_four_winds"]),
        ("111p 999p 11s 99s", "1s", "111m 999m", ["all_terminals"]),
        ("111p 99s CC", "9s", "111m 999m EEE", ["terminals_and_honors"]),
    ],
)
def test_longgang_limit_rows(concealed: str, win: str, melds: str, limits: list[str]) -> None:
    scored = score(line(concealed, win, melds=melds, wild="5m"))
    assert scored["total"] == 300
    assert [key for key in sorted(scored["patterns"]) if key not in scored["optional"]] == limits


def test_longgang_wildcards_make_a_flush() -> None:
    assert score(line("12m N 456m 789m 567m 23m f2 9m", "4m"))["patterns"]["full_flush"] == 1


def test_longgang_total_is_limited() -> None:
    scored = score(line("23p 55s", "4p", melds="[1111m] [EEEE] [9999m] CCC"))
    assert (scored["points"], scored["tai"], scored["total"]) == (110, 2, 300)
    assert (
        score(line("23p 55s", "4p", melds="[1111m] [EEEE] [9999m] CCC"), {"limit": 500})["total"]
        == 440
    )


@pytest.mark.parametrize(
    ("concealed", "win", "by", "wild"),
    [
        ("NNN 1357m 2468p 1357s E", None, "three_wildcards", "N"),
        ("NNN 1357m 2468p 1357s EC", None, "three_wildcards", "N"),
        ("NN 1357m 2468p 1357s EC", "N", "self_draw", "N"),
        (f"{FREE} NNN 5s f2", "4p", "discard", "N"),
        (f"{FREE} f2 f3 f4 55s", "4p", "discard", "f1"),
        (f"{FREE} f1 f3 f4 55s", "4p", "discard", "f2"),
    ],
)
def test_longgang_three_wildcards_with_or_without_a_shape(
    concealed: str, win: str | None, by: str, wild: str
) -> None:
    scored = score(line(concealed, win, by, wild=wild))
    assert scored["legal"]
    assert scored["total"] == 300
    assert scored["patterns"] == {"three_wildcards": 1}


def test_longgang_three_wildcards_on_a_discard_need_a_shape() -> None:
    scored = score(line("NNN 1357m 2468p 1357s E", "C"))
    assert (scored["legal"], scored["reason"], scored["total"]) == (False, "no_shape", 0)


def test_longgang_two_wildcards_and_seat_flower_are_not_three_proper_ones() -> None:
    assert not score(line("NN f2 1357m 2468p 1357s E", None, "three_wildcards"))["legal"]


def test_longgang_heavenly() -> None:
    hand = line(f"{FREE} 789m 55s", "4p", "self_draw", seat="E", flags="first_turn")
    assert score(hand)["total"] == 300
    assert score(hand)["patterns"]["heavenly"] == 1
    later = line(f"{FREE} 789m 55s", "4p", "self_draw", seat="E")
    assert score(later)["total"] == (10 + 2) * 2


def test_longgang_earthly_is_on_the_dealers_discard() -> None:
    concealed = f"{FREE} 789m 55s"
    hand = line(concealed, "4p", flags="first_turn", payer=0, losers={})
    assert score(hand)["total"] == 300
    assert score(hand)["patterns"]["earthly"] == 1
    other = line(concealed, "4p", flags="first_turn", payer=3, losers={})
    assert score(other)["patterns"] == {"no_wildcard": 1}


def test_longgang_has_no_human_win() -> None:
    hand = line(f"{FREE} 789m 55s", "4p", "self_draw", flags="first_turn")
    assert score(hand)["patterns"] == {"no_wildcard": 1}


def test_longgang_replacement_is_a_self_draw_and_no_more() -> None:
    hand = line(f"{FREE} 55s", "4p", "self_draw", melds="[3333m]", flags="kong_replacement")
    assert score(hand)["patterns"] == {"no_wildcard": 1}
    by_choice = score(hand, {"kong_replacement_tai": 1})
    assert by_choice["patterns"] == {"no_wildcard": 1, "kong_replacement": 1}
    assert by_choice["total"] == (10 + 2 + 16) * 4


def test_longgang_eight_pairs_by_choice() -> None:
    hand = line("11m 33m 55p 77p 99s CC FF EE", "E")
    assert score(hand)["reason"] == "no_shape"
    scored = score(hand, {"eight_pairs": True})
    assert scored["items"] == {"base": (1, 10), "pair": (2, 2), "exposed_pung_big": (1, 4)}
    assert scored["total"] == 18 * 2
    wild = line("11m 33m 55p 77p 99s CC F f2 EE", "E")
    assert score(wild, {"eight_pairs": True})["patterns"] == {"seat_flower": 1}


def test_longgang_values_by_choice() -> None:
    hand = line("123m 456m 789m 777m 55m 23m", "4m")
    scored = score(hand, {"values": {"full_flush": 3}})
    assert (scored["tai"], scored["total"]) == (4, (10 + 4) * 16)
    with pytest.raises(ValueError, match="three_wildcards"):
        score(hand, {"values": {"three_wildcards": 3}})


def test_longgang_answers_that_agree() -> None:
    hand = line(f"{FREE} 55s", "4p", melds="CCC")
    scored = score(hand)
    keys = ("legal", "total", "points", "tai", "patterns", "items", "deltas")
    answer = {key: scored[key] for key in keys}
    assert agrees(scored, answer)
    changes: list[dict[str, Any]] = [
        {"total": 57},
        {"points": 15},
        {"tai": 1},
        {"patterns": {}},
        {"items": {}},
    ]
    for change in changes:
        assert not agrees(scored, answer | change)

    flush = score(line("23m 99m", "1m", melds="123m 456m 456m 789m"))
    answer = {key: flush[key] for key in keys}
    assert agrees(flush, answer | {"patterns": {"full_flush": 1}, "points": 0, "tai": 0})
    assert agrees(flush, answer | {"patterns": {"full_flush": 1, "no_wildcard": 1}})
    assert not agrees(flush, answer | {"patterns": {"no_wildcard": 1}})
    assert not agrees(flush, answer | {"patterns": {"full_flush": 1, "all_pungs": 1}})
