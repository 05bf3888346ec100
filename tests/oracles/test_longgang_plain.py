"""The plain Longgang scorer against the card: worked examples, points, waits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.longgang import loser_total, score
from tests.oracles.longgang_lines import CHOWS, line, loser


def items(**counts: int) -> dict[str, int]:
    return {"base": 1, **counts}


def counted(scored: dict[str, Any]) -> dict[str, int]:
    return {key: count for key, (count, _) in scored["items"].items()}


# Worked examples


def test_longgang_example_1_self_drawn_closed_wait_and_settlement() -> None:
    scored = score(
        line(
            "222m 35m N 678s 79p 55p",
            "8p",
            "self_draw",
            melds="CCC",
            flowers="f1",
            losers={"0": loser("999s"), "2": loser(), "3": loser(melds="333p")},
        )
    )
    assert (scored["points"], scored["tai"], scored["total"]) == (26, 1, 52)
    assert scored["patterns"] == {"honor_pung": 1}
    assert scored["items"] == {
        "base": (1, 10),
        "exposed_pung_big": (1, 4),
        "concealed_pung_small": (1, 4),
        "flower": (1, 4),
        "self_draw": (1, 2),
        "closed_wait": (1, 2),
    }
    assert scored["deltas"] == [-76, 208, -70, -62]


def test_longgang_example_2_dealer_without_wildcard() -> None:
    scored = score(line(f"{CHOWS} 23p 789m 22s", "4p", seat="E", payer=2, losers={}))
    assert (scored["points"], scored["tai"], scored["total"]) == (10, 1, 20)
    assert scored["patterns"] == {"no_wildcard": 1}
    assert scored["deltas"] == [120, -40, -40, -40]


def test_longgang_example_3_full_flush() -> None:
    scored = score(line("123m 123m 456m 789m 56m 99m", "7m", seat="W", payer=1, losers={}))
    assert scored["total"] == 300
    assert scored["patterns"]["full_flush"] == 1
    assert scored["deltas"] == [-600, -300, 1200, -300]


def test_longgang_example_4_losers_wildcards_complete_a_dragon() -> None:
    counted_loser = loser_total(loser("f2 NN C"), "S", "N")
    assert (counted_loser["points"], counted_loser["tai"], counted_loser["total"]) == (8, 2, 32)


def test_longgang_example_5_losers_seat_flower_is_void() -> None:
    assert loser_total(loser("34m C f2"), "S", "N")["total"] == 0


def test_longgang_example_6_four_dragons_and_the_seat_flower() -> None:
    scored = score(line(f"{CHOWS} FFFF f2 23p", "4p"))
    assert counted(scored) == items(concealed_pung_big=1, pair=1)
    assert scored["patterns"] == {"honor_pung": 1, "seat_flower": 1}
    assert scored["total"] == (10 + 8 + 2) * 4


def test_longgang_example_7_a_dragon_pung_twice() -> None:
    scored = score(line("C NN 345s 67p 22s 456m", "8p", melds="CCC"))
    assert scored["patterns"] == {"honor_pung": 2, "two_wildcards": 1}
    assert (scored["points"], scored["tai"]) == (10 + 4 + 8, 3)


# Points


@pytest.mark.parametrize(
    ("melds", "item", "value"),
    [
        ("333m", "exposed_pung_small", 2),
        ("999m", "exposed_pung_big", 4),
        ("EEE", "exposed_pung_big", 4),
        ("3333m", "exposed_kong_small", 8),
        ("1111m", "exposed_kong_big", 16),
        ("[8888m]", "concealed_kong_small", 16),
        ("[WWWW]", "concealed_kong_big", 32),
    ],
)
def test_longgang_points_of_melds(melds: str, item: str, value: int) -> None:
    scored = score(line(f"{CHOWS} 23p 55s", "4p", melds=melds))
    assert scored["items"] == {"base": (1, 10), item: (1, value)}
    assert scored["total"] == (10 + value) * 2  # no wildcard


@pytest.mark.parametrize(
    ("pung", "item", "value"),
    [("333m", "concealed_pung_small", 4), ("EEE", "concealed_pung_big", 8)],
)
def test_longgang_points_of_concealed_pungs(pung: str, item: str, value: int) -> None:
    scored = score(line(f"{CHOWS} {pung} 23p 55s", "4p"))
    assert scored["items"] == {"base": (1, 10), item: (1, value)}


def test_longgang_four_alike_not_konged_are_a_pung() -> None:
    scored = score(line("3333m 45m 678p 345s 23p 55s", "4p"))
    assert counted(scored) == items(concealed_pung_small=1)


def test_longgang_pung_completed_by_a_discard_is_exposed() -> None:
    assert counted(score(line(f"{CHOWS} 22p 567s 55s", "2p"))) == items(exposed_pung_small=1)
    robbed = score(line(f"{CHOWS} NN 234p 55s", "C", "robbed_kong"))
    assert counted(robbed) == items(exposed_pung_big=1)


def test_longgang_pung_completed_by_self_draw_is_concealed() -> None:
    scored = score(line(f"{CHOWS} 22p 567s 55s", "2p", "self_draw"))
    assert counted(scored) == items(self_draw=1, concealed_pung_small=1)


def test_longgang_winning_tile_takes_the_better_place() -> None:
    # 333m stays concealed where the discard completes 345m.
    scored = score(line("333m 45m 678p 678p 345s 55s", "3m"))
    assert counted(scored) == items(concealed_pung_small=1)


@pytest.mark.parametrize(
    ("pair", "count"), [("CC", 1), ("FF", 1), ("SS", 1), ("EE", 0), ("11s", 0), ("C f2", 1)]
)
def test_longgang_pair_of_dragon_or_own_wind(pair: str, count: int) -> None:
    scored = score(line(f"{CHOWS} 789m 23p {pair}", "4p"))
    assert scored["items"].get("pair") == ((1, 2) if count else None)


def test_longgang_pair_of_wildcards_counts_no_points() -> None:
    # Without points for a closed wait the wildcards gain nothing in the chows.
    scored = score(line(f"{CHOWS} 789m 23p N f2", "4p"), {"closed_wait": 0})
    assert scored["points"] == 10
    assert scored["patterns"] == {"seat_flower": 1}


def test_longgang_pung_of_wildcards_counts_as_its_kind() -> None:
    scored = score(line(f"{CHOWS} NN f2 23p 55s", "4p"))
    assert counted(scored) == items(concealed_pung_big=1)
    assert scored["patterns"] == {"honor_pung": 1, "two_wildcards": 1, "seat_flower": 1}


def test_longgang_exposed_guest_flowers() -> None:
    scored = score(line(f"{CHOWS} 789m 23p 55s", "4p", flowers="f1 f3 f4"))
    assert scored["items"]["flower"] == (3, 4)
    assert scored["patterns"] == {"no_wildcard": 1}


# Waits


@pytest.mark.parametrize(
    ("concealed", "win"),
    [
        (f"{CHOWS} 234p 79s EE", "8s"),
        ("123m 678p 123p 789s 4556m", "5m"),
        ("45567m 678p 123p 789s EE", "6m"),
        ("7m N 678p 123p 345s 234p EE", "8m"),
    ],
    ids=["closed", "4556 on 5", "45567 on 6", "wildcard as neighbour"],
)
def test_longgang_closed_wait(concealed: str, win: str) -> None:
    scored = score(line(concealed, win))
    assert scored["items"] == {"base": (1, 10), "closed_wait": (1, 2)}
    drawn = score(line(concealed, win, "self_draw"))
    assert drawn["items"] == {"base": (1, 10), "closed_wait": (1, 2), "self_draw": (1, 2)}


@pytest.mark.parametrize(("win", "rows"), [("N", {}), ("f2", {"seat_flower": 1})])
def test_longgang_closed_wait_with_the_wildcard_as_winning_tile(
    win: str, rows: dict[str, int]
) -> None:
    scored = score(line("79m 678p 123p 345s 234p EE", win, "self_draw"))
    assert counted(scored) == items(closed_wait=1, self_draw=1)
    assert scored["patterns"] == rows


def test_longgang_two_sided_wait_is_not_closed() -> None:
    assert counted(score(line(f"{CHOWS} 789m 67s EE", "8s"))) == items()


def test_longgang_edge_wait_counts_by_choice() -> None:
    for concealed, win in ((f"{CHOWS} 789m 12p EE", "3p"), (f"{CHOWS} 789m 89s EE", "7s")):
        hand = line(concealed, win)
        assert counted(score(hand)) == items()
        assert score(hand, {"edge_wait": 2})["items"]["edge_wait"] == (1, 2)


def test_longgang_single_wait_counts_by_choice() -> None:
    hand = line(f"{CHOWS} 789m 111p E", "E")
    assert counted(score(hand)) == items(concealed_pung_big=1)
    assert score(hand, {"single_wait": 2})["items"]["single_wait"] == (1, 2)


def test_longgang_self_drawn_single_wait() -> None:
    hand = line(f"{CHOWS} 789m 234p C", "C", "self_draw")
    assert counted(score(hand)) == items(self_draw=1, pair=1)
    assert counted(score(hand, {"single_self_draw": False})) == items(pair=1)


def test_longgang_several_waits_count_the_best() -> None:
    # 4556m on 5m: the middle of 456m, or the pair of 5m.
    hand = line("123m 678p 123p 789s 4556m", "5m")
    assert counted(score(hand, {"single_wait": 1})) == items(closed_wait=1)
    assert counted(score(hand, {"single_wait": 3})) == items(single_wait=1)
