"""Claims of a discard: who may claim what, and which claim goes before which."""

from __future__ import annotations

import pytest

from engine.machine.table import Table
from schemas.codes import LOST_CLAIM, MELD_CHOW, MELD_KONG_EXPOSED, MELD_PUNG
from schemas.tiles import format_tiles, parse_tile
from tests.engine.machine_script import actions_of, compiled, dealt, moves_of, play, refused

HANDS = (
    "147m 147p 147s ESWN",
    "2356m 258p 258s ESW",  # chows 1m, 4m, 7m
    "44m 369m 369p 36s ESW",  # pungs 4m
    "777p 159m 159s CCFP",  # kongs 7p
)
FOUR_OF_CHARACTERS = "0 draw 9s; 0 discard 4m"


def claimed(script: str) -> Table:
    return dealt(compiled("mcr-botzone"), *HANDS, script=script)


@pytest.mark.parametrize(
    ("run", "left"),
    [
        ("234m", "56m"),
        ("345m", "26m"),
        ("456m", "23m"),
    ],
)
def test_chow_from_the_seat_before(run: str, left: str) -> None:
    table = claimed(f"{FOUR_OF_CHARACTERS}; 1 chow 4m {run}")
    assert table.melds(1) == [(MELD_CHOW, parse_tile(run[0] + "m"), 0)]
    assert format_tiles(table.hand(1)).startswith(left)
    event = table.events()[-1]
    assert format_tiles(event.tiles) == run
    assert (event.tile, event.from_seat) == (3, 0)
    assert table.events()[event.from_seq].tile == 3


def test_chow_only_from_the_seat_before() -> None:
    hands = (HANDS[0], HANDS[2], HANDS[1], HANDS[3])
    table = dealt(compiled("mcr-botzone"), *hands, script=FOUR_OF_CHARACTERS)
    assert refused(table, "2 chow 4m 345m") == "chow_not_from_prev"
    assert refused(table, "3 chow 4m 345m") == "chow_not_from_prev"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("1 chow 4m 567m", "not_a_run"),
        ("1 chow 4m 123m", "not_a_run"),
        ("1 chow 4m", "not_a_run"),
        ("1 pung 4m", "claim_tiles_not_held"),
        ("2 kong 4m", "claim_tiles_not_held"),
        ("2 pung 5m", "claim_of_other_tile"),
        ("0 pung 4m", "claim_own_discard"),
        ("2 lost kong 4m", "claim_tiles_not_held"),
        ("2 lost chow 4m", "chow_not_from_prev"),
        ("2 lost win 4m", "win_no_shape"),
    ],
)
def test_claims_that_are_impossible(line: str, code: str) -> None:
    assert refused(claimed(FOUR_OF_CHARACTERS), line) == code


def test_chow_needs_the_other_tiles_of_the_run() -> None:
    table = claimed("0 draw 9s; 0 discard 7p")
    assert refused(table, "1 chow 7p 678p") == "claim_tiles_not_held"
    assert refused(table, "1 lost chow 7p") == "claim_tiles_not_held"


def test_runs_do_not_go_over_the_end_of_a_suit() -> None:
    table = claimed("0 draw 9m; 0 discard 9m")
    assert refused(table, "1 chow 9m 89m") == "not_a_run"
    honors = claimed("0 draw 9m; 0 discard E")
    assert refused(honors, "1 chow E E") == "not_a_run"


def test_nothing_is_claimed_outside_a_window() -> None:
    table = claimed("0 draw 9s")
    for line in ("2 pung 9s", "1 chow 9s 789s", "2 kong 9s", "2 lost pung 9s", "2 lost win"):
        assert refused(table, line) == "nothing_to_claim"


def test_pung_from_any_seat_goes_on_after_the_claimer() -> None:
    table = claimed(f"{FOUR_OF_CHARACTERS}; 2 pung 4m")
    assert table.melds(2) == [(MELD_PUNG, 3, 0)]
    assert refused(table, "2 draw 9p") == "draw_not_due"
    play(table, "2 discard E; 3 draw 9p")
    assert actions_of(table)[2:] == ["2 pung", "2 discard", "3 draw"]


def test_exposed_kong_needs_three_in_hand_and_is_replaced() -> None:
    table = claimed("0 draw 9s; 0 discard 7p; 3 kong 7p")
    assert table.melds(3) == [(MELD_KONG_EXPOSED, parse_tile("7p"), 0)]
    assert refused(table, "3 discard C") == "must_draw"
    assert refused(table, "0 draw 9p") == "out_of_turn"
    play(table, "3 draw 9p; 3 discard 9p; 0 draw 9p")


def test_lost_claim_stands_before_the_claim_that_won() -> None:
    table = claimed(f"{FOUR_OF_CHARACTERS}; 1 lost chow 4m 345m; 2 pung 4m")
    lost, pung = table.events()[-2:]
    assert (lost.action, lost.seat, lost.from_seat) == (LOST_CLAIM, 1, 0)
    assert lost.from_seq == pung.from_seq
    assert format_tiles(lost.tiles) == "345m"
    assert table.melds(1) == []


def test_lost_chow_whose_run_is_not_known() -> None:
    table = claimed(f"{FOUR_OF_CHARACTERS}; 1 lost chow 4m; 2 pung 4m")
    assert format_tiles(table.events()[-2].tiles) == "4m"


def test_pung_goes_before_chow() -> None:
    assert refused(claimed(f"{FOUR_OF_CHARACTERS}; 2 lost pung"), "1 chow 4m 345m") == (
        "claim_priority"
    )


def test_claim_that_lost_to_nobody() -> None:
    table = claimed(f"{FOUR_OF_CHARACTERS}; 1 lost chow 4m 345m")
    assert refused(table, "1 draw 9p") == "lost_claim_without_winner"
    assert refused(table, "exhausted") == "not_exhausted"


def test_a_seat_announces_one_claim() -> None:
    table = claimed(f"{FOUR_OF_CHARACTERS}; 1 lost chow 4m 345m")
    assert refused(table, "1 lost chow 4m 234m") == "claimed_twice"
    assert refused(table, "1 chow 4m 234m") == "claimed_twice"


def test_options_of_a_window_are_what_the_rules_allow() -> None:
    table = claimed(FOUR_OF_CHARACTERS)
    assert set(table.options(1)) == set(moves_of("1 chow 4m 234m; 1 chow 4m 345m; 1 chow 4m 456m"))
    assert table.options(2) == moves_of("2 pung 4m")
    assert table.options(0) == table.options(3) == []
