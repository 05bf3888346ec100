"""Whose turn it is, what a turn consists of, and where a hand may stop."""

from __future__ import annotations

import pytest

from engine.machine.words import Move
from schemas.codes import ABORT, DEAL, DECLARE_READY, DISCARD, TURN_WILDCARD
from schemas.errors import ActionError
from tests.engine.machine_script import QUIET, actions_of, compiled, dealt, play, refused

BOTZONE = "mcr-botzone"


def test_seats_draw_and_discard_in_turn() -> None:
    table = dealt(compiled(BOTZONE), *QUIET)
    script = "0 draw 9s; 0 discard 9s; 1 draw 9s; 1 discard E; 2 draw 9m; 2 discard 9p"
    play(table, f"{script}; 3 draw 8s; 3 discard 8s; 0 draw 8m")
    assert actions_of(table) == [
        "0 draw",
        "0 discard",
        "1 draw",
        "1 discard",
        "2 draw",
        "2 discard",
        "3 draw",
        "3 discard",
        "0 draw",
    ]
    assert table.discards(1) == [27]
    assert table.wall_left == 136 - 52 - 5


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("1 draw 9s", "out_of_turn"),
        ("0 draw 9s; 1 discard E", "out_of_turn"),
        ("0 draw 9s; 0 draw 9s", "draw_not_due"),
        ("0 draw 9s; 1 draw 9s", "out_of_turn"),
        ("0 draw 9s; 0 discard 9s; 0 discard E", "out_of_turn"),
        ("0 draw 9s; 0 discard 9s; 0 draw 9p", "out_of_turn"),
        ("0 draw 9s; 0 discard 9s; 2 draw 9p", "out_of_turn"),
        ("0 draw 9s; 0 discard 9s; 1 discard E", "must_draw"),
        ("0 draw 9s; 0 discard 9p", "tile_not_held"),
        ("0 draw 9s; 0 discard", "tile_not_held"),
        ("0 draw 9s; 0 replace 9p", "replace_not_due"),
        ("0 draw 9s; 0 flower f1", "tile_not_held"),
        ("0 draw 9s; 0 flower E", "not_a_flower"),
        ("0 draw 9s; exhausted", "not_exhausted"),
        ("0 draw 9s; 0 discard 9s; exhausted", "not_exhausted"),
        ("exhausted", "not_exhausted"),
    ],
)
def test_turn_order_is_kept(script: str, code: str) -> None:
    assert refused(dealt(compiled(BOTZONE), *QUIET), script) == code


@pytest.mark.parametrize("action", [DEAL, TURN_WILDCARD, DECLARE_READY, ABORT, 99, -7])
def test_actions_that_the_rules_do_not_know(action: int) -> None:
    table = dealt(compiled(BOTZONE), *QUIET, script="0 draw 9s")
    assert not table.can(Move(0, action, 0))
    with pytest.raises(ActionError, match="the rules know no such action"):
        table.do(Move(0, action, 0))


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (Move(4, DISCARD, 0), "bad_seat"),
        (Move(-1, DISCARD, 0), "bad_seat"),
        (Move(0, DISCARD, 42), "tile_not_in_play"),
    ],
)
def test_seats_and_tiles_that_do_not_exist(move: Move, code: str) -> None:
    table = dealt(compiled(BOTZONE), *QUIET, script="0 draw 9s")
    with pytest.raises(ActionError) as error:
        table.do(move)
    assert error.value.code == code


def test_nothing_happens_after_the_end() -> None:
    table = dealt(compiled(BOTZONE), *QUIET, script="0 draw 9s; 0 foul")
    for line in ("0 discard 9s", "1 draw 9s", "0 foul", "exhausted", "0 win"):
        assert refused(table, line) == "action_after_end"
    assert table.legal_moves() == []


def test_hand_that_stops_before_its_end() -> None:
    table = dealt(compiled(BOTZONE), *QUIET, script="0 draw 9s; 0 discard 9s")
    with pytest.raises(ActionError) as error:
        table.finish()
    assert error.value.code == "missing_end"
    assert error.value.message.endswith("legal: seat 1: draw")


def test_refusal_says_what_would_have_been_legal() -> None:
    table = dealt(compiled(BOTZONE), *QUIET, script="0 draw P")
    with pytest.raises(ActionError) as error:
        table.do(Move(0, DISCARD, 8))
    assert error.value.message == (
        "seat 0: discard 9m: the seat does not hold the tile; legal: seat 0: discard 1m, 4m, 7m, "
        "1p, 4p, 7p, 1s, 4s, 7s, E, S, W, N or P"
    )
