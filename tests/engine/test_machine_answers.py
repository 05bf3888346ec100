"""Stops and answers: seats answer a window independently, then priority is applied."""

from __future__ import annotations

import pytest

from engine.machine.table import Table
from engine.machine.words import Move
from engine.tables import load_tables
from schemas import codes
from schemas.errors import ActionError
from schemas.tiles import parse_tile
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    compiled,
    dealt,
    moves_of,
    personal_wall,
    play,
)

# Seat 0 draws 5s. Seat 1 can chow it, seat 2 pung it, seats 1 and 3 win on it.
HANDS = (
    "147m 258p 147s ESWN",
    "1133557799m 1p 46s",
    "55s 369m 369p 36s ESW",
    "22446688m 2244p 5s",
)
SEVEN_PAIRS = (HANDS[0], "1133557799m 11p 5s", "5s 369m 369p 36s ESWC", HANDS[3])


def stop(hands: tuple[str, ...] = HANDS, **changes: dict[str, bool]) -> Table:
    """A window: seat 0 has discarded 5s from a known wall."""
    table = Table(compiled("mcr-botzone", **changes), load_tables())
    table.begin(wall=personal_wall("mcr-botzone", hands, ("5s", "P", "", "")))
    table.apply([])
    table.apply(moves_of("0 discard 5s"))
    return table


def test_own_turn_takes_one_answer_and_goes_on_to_the_window() -> None:
    table = Table(compiled("mcr-botzone"), load_tables())
    table.begin(wall=personal_wall("mcr-botzone", QUIET, ("9s", "", "", "")))
    table.apply([])
    assert actions_of(table) == ["0 draw"]
    table.apply(moves_of("0 discard 9s"))
    assert actions_of(table) == ["0 draw", "0 discard"]


def test_window_that_all_pass_goes_on_to_the_next_draw() -> None:
    table = stop()
    (draw,) = table.apply([])
    assert (draw.seat, draw.action, draw.tile) == (1, codes.DRAW, parse_tile("P"))


def test_losers_become_lost_claims_before_the_claim_that_wins() -> None:
    table = stop()
    events = table.apply(moves_of("1 chow 5s 456s; 2 pung 5s"))
    assert [(event.seat, codes.ACTIONS[event.action]) for event in events] == [
        (1, "lost_claim"),
        (2, "pung"),
    ]
    assert table.seat == 2


def test_win_goes_before_pung_and_chow() -> None:
    table = stop()
    events = table.apply(moves_of("3 win 5s; 2 pung 5s; 1 chow 5s 456s"))
    assert [(event.seat, codes.ACTIONS[event.action]) for event in events] == [
        (1, "lost_claim"),
        (2, "lost_claim"),
        (3, "win"),
    ]
    assert table.over


def test_nearest_of_two_wins() -> None:
    table = stop(SEVEN_PAIRS)
    table.apply(moves_of("3 win 5s; 1 win 5s"))
    assert actions_of(table)[-2:] == ["3 lost_claim", "1 win"]


def test_all_win_where_the_rules_allow_it() -> None:
    table = stop(SEVEN_PAIRS, play={"multiple_winners": True})
    table.apply(moves_of("3 win 5s; 1 win 5s"))
    assert actions_of(table)[-2:] == ["1 win", "3 win"]
    assert table.over


def test_answers_replay_as_a_record() -> None:
    table = stop()
    table.apply(moves_of("1 chow 5s 456s; 2 pung 5s"))
    script = "0 draw 5s; 0 discard 5s; 1 lost chow 5s 456s; 2 pung 5s"
    record = dealt(compiled("mcr-botzone"), *HANDS, script=script)
    assert record.events(4) == table.events(4)


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ("2 pung 5s; 1 chow 5s 345s", "claim_tiles_not_held"),
        ("1 win 5s", "win_no_shape"),
        ("1 draw P", "out_of_turn"),
        ("0 pung 5s", "claim_own_discard"),
        ("1 discard P", "must_draw"),
    ],
)
def test_one_illegal_answer_undoes_all(answers: str, code: str) -> None:
    table = stop()
    before = table.events()
    with pytest.raises(ActionError) as error:
        table.apply(moves_of(answers))
    assert error.value.code == code
    assert table.events() == before
    table.apply(moves_of("2 pung 5s"))


def test_answers_need_a_known_wall() -> None:
    table = dealt(compiled("mcr-botzone"), *QUIET, script="0 draw 9s")
    with pytest.raises(ActionError) as error:
        table.apply(moves_of("0 discard 9s"))
    assert error.value.code == "draw_without_tile"


def test_views_of_a_table() -> None:
    table = stop()
    play(table, "2 pung 5s; 2 discard E")
    assert table.discards(0) == [parse_tile("5s")]
    assert table.melds(2) == [(codes.MELD_PUNG, parse_tile("5s"), 0)]
    assert len(table.hand(2)) == 10
    assert table.waits(3) == [parse_tile("5s")]
    assert table.waits(0) == []
    assert str(Move(2, codes.DISCARD, 27)) == "seat 2: discard E"
