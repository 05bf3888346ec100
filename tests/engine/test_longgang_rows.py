"""Rows of tai in Longgang, one golden hand each; totals are computed by hand from the card.

Hands are won on a discard by seat South under the wildcard 9s, unless something else is said.
"""

from __future__ import annotations

import pytest

from tests.engine.longgang_hands import house_rules, loser, score

CHOWS = "123m 456m 789p 123p"


def test_longgang_example_1_closed_self_draw_with_a_wildcard() -> None:
    found = score("222m 456m 79p 45s 9s 55p", "8p", "CCC", by="self_draw", flowers="f1")
    assert (found.points, found.tai, found.total) == (26, 1, 52)
    assert found.rows == {"honor_pung": 1}
    assert found.items == {
        "base": 1,
        "self_draw": 1,
        "closed_wait": 1,
        "flower": 1,
        "exposed_pung_big": 1,
        "concealed_pung_small": 1,
    }


def test_longgang_example_2_all_chows_without_a_wildcard() -> None:
    found = score("123m 456m 789m 123p 55p 67s", "8s", seat="E")
    assert (found.points, found.tai, found.total) == (10, 1, 20)
    assert found.rows == {"no_wildcard": 1}
    assert found.wait == "two_sided"


def test_longgang_example_3_full_flush_is_the_limit() -> None:
    found = score("123m 456m 789m 234m 99m 56m", "7m")
    assert found.total == 300
    assert found.rows == {"no_wildcard": 1, "full_flush": 1}
    assert found.limit_hit
    assert found.uncapped == 20  # ten points and no_wildcard: the limit row adds no tai


def test_longgang_example_6_four_alike_and_the_own_flower_are_pung_and_pair() -> None:
    found = score("FFFF f2 123m 456m 789p 24s", "3s")
    assert found.items == {"base": 1, "closed_wait": 1, "concealed_pung_big": 1, "pair": 1}
    assert found.rows == {"honor_pung": 1, "seat_flower": 1}
    assert found.total == (10 + 2 + 8 + 2) * 4


def test_longgang_example_7_an_honor_pung_may_stand_twice() -> None:
    found = score("C 9s 9s 123m 456m 789p 5s", "5s", "CCC")
    assert found.rows == {"honor_pung": 2, "two_wildcards": 1}
    assert found.tai == 3
    assert found.total == (10 + 4 + 8) * 8


@pytest.mark.parametrize(
    ("pung", "seat", "tai"),
    [("CCC", "S", 1), ("FFF", "S", 1), ("SSS", "S", 1), ("EEE", "S", 0), ("WWW", "W", 1)],
)
def test_longgang_honor_pung_is_of_dragons_and_the_own_wind(pung: str, seat: str, tai: int) -> None:
    found = score("123m 456m 789p 55p 67s", "8s", pung, seat=seat)
    assert found.rows.get("honor_pung", 0) == tai
    assert found.total == 14 * 2 ** (tai + 1)


def test_longgang_kong_and_pung_of_an_honor_count_one_honor_pung_each() -> None:
    found = score("123m 55p 67s", "8s", "(CCCC)", "FFFF", "SSS")
    assert found.rows == {"honor_pung": 3, "no_wildcard": 1}
    assert found.uncapped == (10 + 32 + 16 + 4) * 16
    assert (found.total, found.limit_hit) == (300, True)


def test_longgang_pung_of_the_wildcard_kind_is_no_honor_pung() -> None:
    # No fifth copy of F or S may be made, so that the three wildcards are a pung of C or of
    # something that counts no more.
    four_copies = house_rules(wildcard={"fifth_copy": False})
    tiles, melds = "C C f2 456m 789p 5p", ("FFF", "SSS")
    found = score(tiles, "5p", *melds, wildcard="C", rules=four_copies)
    assert found.rows == {"two_wildcards": 1, "seat_flower": 1, "honor_pung": 2}
    assert found.uncapped == (10 + 4 + 4 + 8) * 16
    assert score(tiles, "5p", *melds, wildcard="C").rows["honor_pung"] == 3


def test_longgang_pung_of_wildcards_stands_for_another_honor() -> None:
    # The three wildcards are a pung of F: 8 points and 字刻, beside 两财神 and 坐花.
    found = score(f"9s 9s f2 {CHOWS} 5p", "5p")
    assert found.rows == {"two_wildcards": 1, "seat_flower": 1, "honor_pung": 1}
    assert found.total == (10 + 8) * 8


def test_longgang_no_wildcard_asks_for_no_seat_flower_either() -> None:
    assert score(f"{CHOWS} 55p 67s", "8s").rows == {"no_wildcard": 1}
    assert score(f"{CHOWS} 55p 7s f2", "8s").rows == {"seat_flower": 1}
    assert score(f"{CHOWS} 55p 7s 9s", "8s").rows == {}


def test_longgang_no_wildcard_is_lost_by_a_wildcard_in_its_own_place() -> None:
    # 财神归位: 9s stands for itself between 7s 8s and nothing else.
    assert score(f"{CHOWS} 55p 79s", "8s", wildcard="9s").rows == {}


def test_longgang_two_wildcards() -> None:
    # Best: the 2p with a wildcard as a concealed pung (4), 6s with the other one as the pair.
    found = score("123m 456m 789p 345p 22p 9s 9s", "6s")
    assert found.rows == {"two_wildcards": 1}
    assert found.total == 14 * 2
    assert found.reading == ["123m", "456m", "222p", "345p", "789p", "66s"]
    assert found.wildcards_used == 2


def test_longgang_seat_flower_with_one_wildcard_is_still_one_tai() -> None:
    found = score(f"{CHOWS} 9s 5s f2 6s", "E")
    assert found.rows == {"seat_flower": 1}


def test_longgang_four_flowers_instead_of_seat_flower() -> None:
    found = score(f"{CHOWS} 55p 7s f2", "8s", flowers="f1 f3 f4")
    assert found.rows == {"four_flowers": 1}
    assert found.cancelled == {"seat_flower": "four_flowers"}
    # Ten, three flowers; 8s in the middle of a chow between 7s and the flower.
    assert found.total == (10 + 12 + 2) * 4


def test_longgang_three_guest_flowers_alone_are_no_four_flowers() -> None:
    found = score(f"{CHOWS} 55p 67s", "8s", flowers="f1 f3 f4")
    assert found.rows == {"no_wildcard": 1}
    assert found.total == (10 + 12) * 2


def test_longgang_seat_flower_is_that_of_the_own_wind() -> None:
    assert score(f"{CHOWS} 55p 7s f3", "8s", seat="W").rows == {"seat_flower": 1}
    assert score(f"{CHOWS} 55p 7s f3", "8s", seat="S").verdict == "no_shape"


@pytest.mark.parametrize(
    ("turned", "wild", "rows"),
    [
        ("f3", "f2 f1", {"flower_wildcards": 2}),
        ("f3", "f1 f4", {"flower_wildcards": 1}),
        ("f2", "f1 f4", {"flower_wildcards": 1}),
        ("f3", "f2", {"seat_flower": 1}),
        ("f3", "f1", {}),
        ("f2", "f1", {}),
    ],
)
def test_longgang_flower_wildcards(turned: str, wild: str, rows: dict[str, int]) -> None:
    tiles = f"{CHOWS} 5p {wild}" + ("" if " " in wild else " 5p")
    found = score(f"{tiles} 7s", "8s", wildcard=turned)
    assert found.rows == rows
    assert set(found.cancelled) <= {"two_wildcards", "seat_flower"}


@pytest.mark.parametrize(("turned", "wild"), [("f3", "f1 f2 f4"), ("f2", "f1 f3 f4")])
def test_longgang_three_flower_wildcards_are_three_wildcards(turned: str, wild: str) -> None:
    found = score(f"123m 456m 789p 5s {wild} 66s 7p", "7p", wildcard=turned)
    assert found.total == 300
    assert "three_wildcards" in found.rows
    assert "flower_wildcards" not in found.rows


def test_longgang_all_pungs() -> None:
    # The last pung is completed by the discard: exposed, 2.
    found = score("222m 333m 88p 55p", "8p", "444p", "EEE")
    assert found.rows == {"no_wildcard": 1, "all_pungs": 1}
    assert found.total == (10 + 2 + 4 + 4 + 4 + 2) * 4


def test_longgang_half_flush_is_one_suit_and_honors() -> None:
    found = score("123m 123m 789m 789m 5m", "5m", "EEE")
    assert found.rows == {"no_wildcard": 1, "half_flush": 1}
    assert found.total == (10 + 4) * 4
    assert "half_flush" not in score("123m 123m 789m 789m 5s", "5s", "EEE").rows


def test_longgang_half_flush_of_melds_and_wildcards() -> None:
    found = score("12m 55m 67m 9s", "8m", "EEE", "456m", "789m")
    assert found.rows == {"half_flush": 1}


def test_longgang_full_flush_by_the_choice_of_what_wildcards_stand_for() -> None:
    found = score("123m 456m 789m 234m 5m 9s f2 6m", "8m")
    assert found.total == 300
    assert "full_flush" in found.rows


def test_longgang_all_honors() -> None:
    found = score("EEE SSS NN FF", "F", "WWW", "CCC")
    assert found.total == 300
    assert "all_honors" in found.rows


def test_longgang_big_four_winds() -> None:
    found = score("EEE SSS 23m 55p", "4m", "WWW", "NNNN")
    assert found.total == 300
    assert "big_four_winds" in found.rows
    assert "little_four_winds" not in found.rows


def test_longgang_little_four_winds_needs_the_fourth_as_the_pair() -> None:
    found = score("EEE SS 23m 555p", "4m", "WWW", "NNN")
    assert found.total == 300
    assert "little_four_winds" in found.rows
    assert "little_four_winds" not in score("EEE CC 23m 555p", "4m", "WWW", "NNN").rows


def test_longgang_two_pungs_of_one_wind_are_one_of_four() -> None:
    # E stands twice: as a meld, and as E with two wildcards; N is missing.
    found = score("E 9s 9s SSS CC 23m", "4m", "EEE", "WWW")
    assert not {"big_four_winds", "little_four_winds"} & set(found.rows)


def test_longgang_all_terminals() -> None:
    found = score("111m 999m 11s 99p", "9p", "111p", "999s", wildcard="2m")
    assert found.total == 300
    assert "all_terminals" in found.rows
    assert "terminals_and_honors" not in found.rows


def test_longgang_terminals_and_honors() -> None:
    found = score("111m 999m 11s 99p", "9p", "111p", "EEE")
    assert found.total == 300
    assert "terminals_and_honors" in found.rows
    assert "all_terminals" not in found.rows


def test_longgang_wildcard_may_stand_for_a_terminal() -> None:
    found = score("111m 99m f2 11s 99p", "9p", "111p", "EEE", wildcard="2m")
    assert found.total == 300
    assert "terminals_and_honors" in found.rows


def test_longgang_three_wildcards_with_a_shape_also_on_a_discard() -> None:
    found = score("9s 9s 9s 123m 456m 789p 55p 67p", "8p")
    assert found.total == 300
    assert (found.rows["three_wildcards"], found.losers_settle) == (1, False)


@pytest.mark.parametrize("tiles", ["9s 9s 9s 147m 258p 36s E S W N C", "9s 9s 9s 1m"])
def test_longgang_three_wildcards_need_no_shape(tiles: str) -> None:
    melds = ("CCC", "FFF", "123m", "456m") if len(tiles) < 20 else ()
    found = score(tiles, None, *melds, by="three_wildcards")
    assert (found.verdict, found.total) == ("legal", 300)
    assert "three_wildcards" in found.rows
    assert not found.losers_settle


def test_longgang_two_wildcards_and_the_seat_flower_are_no_three_wildcards() -> None:
    assert score("9s 9s f2 147m 258p 36s E S W N C", None, by="three_wildcards").verdict == (
        "no_shape"
    )


def test_longgang_heavenly_is_the_dealers_win_before_its_first_discard() -> None:
    facts = {"by": "self_draw", "flags": "first_turn"}
    found = score(f"{CHOWS} 55p 67s", "8s", seat="E", **facts)
    assert (found.total, found.losers_settle) == (300, False)
    assert "heavenly" in found.rows
    after_kong = score("123m 456m 789p 55p 67s", "8s", "(CCCC)", seat="E", **facts)
    assert "heavenly" in after_kong.rows


def test_longgang_heavenly_includes_three_wildcards() -> None:
    tiles = "9s 9s 9s 147m 258p 36s E S W N C"
    found = score(f"{tiles} F", None, by="three_wildcards", seat="E", flags="first_turn")
    assert {"heavenly", "three_wildcards"} <= set(found.rows)


def test_longgang_earthly_is_a_win_on_the_dealers_first_discard() -> None:
    found = score(f"{CHOWS} 55p 67s", "8s", flags="first_turn")
    assert (found.total, found.losers_settle) == (300, False)
    assert "earthly" in found.rows
    own_draw = score(f"{CHOWS} 55p 67s", "8s", by="self_draw", flags="first_turn")
    assert "earthly" not in own_draw.rows  # there is no 人胡 and no earthly self-draw


def test_longgang_replacement_is_a_self_draw_and_no_more() -> None:
    for flag in ("kong_replacement", "flower_replacement"):
        found = score(f"{CHOWS} 55p 67s", "8s", by="self_draw", flags=flag)
        assert (found.total, found.rows) == ((10 + 2) * 2, {"no_wildcard": 1})
        elsewhere = house_rules({"kong_replacement": {"value": 1}})
        found = score(f"{CHOWS} 55p 67s", "8s", by="self_draw", flags=flag, rules=elsewhere)
        assert found.total == (10 + 2) * 4


def test_longgang_rows_of_no_value_are_not_listed() -> None:
    found = score(f"{CHOWS} 55p 67s", "8s")
    assert "all_chows" not in found.rows
    found = score(f"{CHOWS} 9s 9s E 2s", "2s")
    assert "wildcard_pung" not in found.rows


def test_longgang_all_chows_and_wildcard_pung_count_where_a_table_values_them() -> None:
    table = house_rules({"all_chows": {"value": 1}, "wildcard_pung": {"value": 1}})
    found = score(f"{CHOWS} 55p 67s", "8s", rules=table)
    assert found.rows == {"no_wildcard": 1, "all_chows": 1}
    # E and two wildcards are a pung; nothing else can be made of E but a pair.
    found = score("123m 456m 789p 123p 9s 9s E 2s", "2s", rules=table)
    assert found.rows == {"two_wildcards": 1, "wildcard_pung": 1}
    assert found.total == (10 + 8) * 4


def test_longgang_losers_count_two_wildcards_not_three() -> None:
    # Three wildcards complete CC and F: 两财神 once, two 字刻, 16 points.
    assert loser("CC F 9s 9s 9s") == (16 * 8, 16, 3)


def test_longgang_three_wildcards_may_be_drawn() -> None:
    found = score("9s 9s 147m 258p 36s E S W N C F", "9s", by="self_draw")
    assert (found.verdict, found.total) == ("legal", 300)
    assert found.rows == {"three_wildcards": 1}
    assert found.items == {"base": 1, "self_draw": 1}
    assert score("9s 9s 9s 147m 258p 36s E S W N C", "F").verdict == "no_shape"
