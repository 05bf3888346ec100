"""Points 胡 of a Longgang winner: sets, pair, flowers, waits, the place of the winning tile.

Hands are won on a discard by seat South under the wildcard 9s, unless something else is said.
"""

from __future__ import annotations

import pytest

from tests.engine.longgang_hands import score

CHOWS = "123m 456m 789p 123p"


@pytest.mark.parametrize(
    ("meld", "item", "points"),
    [
        ("(2222m)", "concealed_kong_small", 16),
        ("(1111m)", "concealed_kong_big", 32),
        ("(EEEE)", "concealed_kong_big", 32),
        ("2222m", "exposed_kong_small", 8),
        ("9999m", "exposed_kong_big", 16),
        ("+WWWW", "exposed_kong_big", 16),
        ("222m", "exposed_pung_small", 2),
        ("999m", "exposed_pung_big", 4),
        ("NNN", "exposed_pung_big", 4),
    ],
)
def test_longgang_points_of_melded_sets(meld: str, item: str, points: int) -> None:
    found = score("456m 789p 123p 55p 67s", "8s", meld)
    assert found.items == {"base": 1, item: 1}
    assert (found.points, found.total) == (10 + points, 2 * (10 + points))


@pytest.mark.parametrize(
    ("pung", "item", "points"),
    [("222m", "concealed_pung_small", 4), ("999m", "concealed_pung_big", 8)],
)
def test_longgang_points_of_concealed_pungs(pung: str, item: str, points: int) -> None:
    found = score(f"{pung} 456m 789p 123p 55p 67s", "8s")
    assert found.items == {"base": 1, item: 1}
    assert found.points == 10 + points


@pytest.mark.parametrize(
    ("by", "item", "points"),
    [
        ("discard", "exposed_pung_big", 4),
        ("robbed_kong", "exposed_pung_big", 4),
        ("self_draw", "concealed_pung_big", 8 + 2),
    ],
)
def test_longgang_pung_completed_by_anothers_tile_is_exposed(
    by: str, item: str, points: int
) -> None:
    # 两个红中再自摸红中可计10胡
    found = score(f"{CHOWS} 55p CC", "C", by=by)
    assert found.items[item] == 1
    assert found.points == 10 + points
    assert found.wait == "pair_pair"


def test_longgang_discard_may_complete_a_chow_beside_a_concealed_pung() -> None:
    # 555s stays concealed (4), the discarded 5s stands between 4s and 6s (2).
    found = score("123m 456m 789p 55p 555s 46s", "5s")
    assert found.items == {"base": 1, "closed_wait": 1, "concealed_pung_small": 1}
    assert found.points == 16


def test_longgang_four_alike_not_konged_are_a_pung() -> None:
    # 222s and 234s, not a kong; the discarded 4s is an end of its chow.
    found = score("123m 55p 2222s 3s 678m", "4s", "789p")
    assert found.items == {"base": 1, "concealed_pung_small": 1}


@pytest.mark.parametrize(
    ("pair", "seat", "points"),
    [
        ("CC", "S", 2),
        ("FF", "S", 2),
        ("SS", "S", 2),
        ("EE", "S", 0),
        ("EE", "E", 2),
        ("55p", "S", 0),
    ],
)
def test_longgang_pair_of_dragons_or_own_wind(pair: str, seat: str, points: int) -> None:
    found = score(f"{CHOWS} {pair} 67s", "8s", seat=seat)
    assert found.points == 10 + points
    assert found.items.get("pair", 0) == points // 2


def test_longgang_pair_with_one_wildcard_counts_for_the_winner() -> None:
    # 8s is the best place: 2 for the closed wait 7s 8s; no wildcard is left for it.
    found = score(f"{CHOWS} C f2 79s", "8s")
    assert found.items == {"base": 1, "closed_wait": 1, "pair": 1}
    assert found.total == (10 + 2 + 2) * 2


def test_longgang_pair_of_wildcards_counts_no_points() -> None:
    # Both wildcards as the pair, or in it and in a chow: never more than the closed wait.
    found = score("123m 456m 789p 123p 46s 9s f2", "5s")
    assert found.items == {"base": 1, "closed_wait": 1}
    assert found.total == 12 * 2


def test_longgang_each_exposed_guest_flower_counts_four() -> None:
    for flowers, points in (("f1", 4), ("f1 f3", 8), ("f1 f3 f4", 12)):
        found = score(f"{CHOWS} 55p 67s", "8s", flowers=flowers)
        assert found.points == 10 + points
        assert found.items["flower"] == points // 4


# Waits and the place of the winning tile


@pytest.mark.parametrize(
    ("tiles", "tile", "wait", "points"),
    [
        ("55p 67s", "8s", "two_sided", 0),
        ("55p 67s", "5s", "two_sided", 0),
        ("55p 68s", "7s", "closed", 2),
        ("55p 12s", "3s", "edge", 0),
        ("55p 89s", "7s", "edge", 0),
        ("5p 678s", "5p", "single", 0),
    ],
)
def test_longgang_points_of_waits_on_a_discard(
    tiles: str, tile: str, wait: str, points: int
) -> None:
    found = score(f"{CHOWS} {tiles}", tile, wildcard="9m")
    assert (found.wait, found.points) == (wait, 10 + points)


@pytest.mark.parametrize(
    ("tiles", "tile", "points"),
    [("55p 67s", "8s", 2), ("55p 68s", "7s", 4), ("55p 12s", "3s", 2), ("5p 678s", "5p", 2)],
)
def test_longgang_points_of_waits_self_drawn(tiles: str, tile: str, points: int) -> None:
    """自摸卡档 4, 边张 2; a single wait takes the 2 of a self-draw by today's habit."""
    assert score(f"{CHOWS} {tiles}", tile, wildcard="9m", by="self_draw").points == 10 + points


def test_longgang_self_drawn_single_wait_on_a_dragon_is_four() -> None:
    found = score(f"{CHOWS} C 678s", "C", by="self_draw")
    assert found.items == {"base": 1, "self_draw": 1, "pair": 1}
    assert found.points == 14


@pytest.mark.parametrize(
    ("tiles", "tile"), [(f"{CHOWS} 4556s", "5s"), ("123m 456m 789p 22p 45567s", "6s")]
)
def test_longgang_closed_wait_is_what_a_reading_shows(tiles: str, tile: str) -> None:
    """4556 waiting for 5; 45567 waiting for 6 is not called closed but counts as much."""
    found = score(tiles, tile)
    assert found.items == {"base": 1, "closed_wait": 1}
    assert found.wait == "closed"


def test_longgang_several_waits_at_once_count_the_best_one() -> None:
    # 3s is at the edge of 123s and in the middle of 234s.
    found = score("123m 456m 789p 55p 12234s", "3s", wildcard="9m")
    assert found.items == {"base": 1, "closed_wait": 1}


def test_longgang_wildcard_as_a_neighbour_makes_a_closed_wait() -> None:
    # 7s 8s and a wildcard for 9s: 8s is in the middle.
    assert score(f"{CHOWS} 55p 7s 9s", "8s").items == {"base": 1, "closed_wait": 1}


def test_longgang_wildcard_as_the_winning_tile_makes_a_closed_wait() -> None:
    # The drawn wildcard stands for 7s between 6s and 8s.
    found = score(f"{CHOWS} 55p 68s", "9s", by="self_draw")
    assert found.items == {"base": 1, "self_draw": 1, "closed_wait": 1}
    found = score(f"{CHOWS} 55p 68s", "f2", by="self_draw")
    assert found.total == 14 * 2


def test_longgang_drawn_wildcard_as_a_pair_is_a_single_wait() -> None:
    """财神单吊: C and the drawn wildcard; nothing better can be made of them."""
    found = score(f"{CHOWS} 678s C", "9s", by="self_draw")
    assert found.items == {"base": 1, "self_draw": 1, "pair": 1}
    assert found.wait == "single"


def test_longgang_single_wildcard_as_the_last_tile_wins_on_anything() -> None:
    melds = ("123m", "456m", "789p", "123p", "678s")
    for tile in ("5m", "E", "C", "1s"):
        for by in ("discard", "robbed_kong", "self_draw"):
            assert score("f2", tile, *melds, by=by).verdict == "legal"


# The reading


def test_longgang_reading_with_the_highest_total_is_taken() -> None:
    # 222333444m: three concealed pungs (12) beat three chows.
    found = score("222333444m 55p 67s", "8s", "123p")
    assert found.points == 10 + 12
    assert found.reading == ["123p", "222m", "333m", "444m", "678s", "55p"]


def test_longgang_reading_weighs_tai_against_points() -> None:
    # With the wildcard as the fourth pung: all pungs 对对胡 doubles.
    found = score("222m 333m 444m 88p 5p f2", "5p", "EEE")
    assert found.rows == {"seat_flower": 1, "all_pungs": 1}
    # 888p with the flower (4), 5p single; or 555p exposed (2), 88p: the first.
    assert found.total == (10 + 4 + 4 * 4) * 4


def test_longgang_tiles_that_are_no_win() -> None:
    assert score(f"{CHOWS} 55p 67s", "9p").verdict == "no_shape"
    assert score(f"{CHOWS} 55p 6s", "8s").verdict == "no_shape"
    assert score("147m 258p 369s ESWNCF E", "E", wildcard="2m").total == 0


def test_longgang_wins_of_other_systems_are_not_allowed() -> None:
    for by in ("robbed_gold", "eight_flowers", "seven_flowers"):
        found = score(f"{CHOWS} 55p 67s", "8s", by=by)
        assert (found.verdict, found.rows, found.total) == ("not_allowed", {}, 0)


def test_longgang_marginals_take_the_limit_again() -> None:
    # 22 points, three tai: both honor pungs are one row.
    found = score("C 9s 9s 123m 456m 789p 5s", "5s", "CCC")
    assert found.total == 22 * 8
    assert found.marginal == {"honor_pung": 22 * 8 - 22 * 2, "two_wildcards": 22 * 8 - 22 * 4}


def test_longgang_marginal_of_the_only_limit_row_is_down_to_the_points() -> None:
    found = score("123m 456m 789m 234m 99m 56m", "7m")
    assert found.marginal == {"full_flush": 300 - 20, "no_wildcard": 0}
    both = score("EEE SSS NN FF", "F", "WWW", "CCC")
    assert both.marginal["all_honors"] == 300 - min(300, both.uncapped)
