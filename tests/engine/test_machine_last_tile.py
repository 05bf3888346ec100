"""The end of the wall: when a hand is exhausted, and what holds for the last tile."""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import OUT_DRAW
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    deltas,
    flags_of,
    pass_and_discard_what_is_drawn,
    personal_wall,
    play,
    refused,
)

# Seat 0 lays down a kong on its first turn and so draws one tile more than the others: when seat
# 3 has drawn its twentieth tile, seat 0 has none left and the others have one each.
KONG = ("1111m 47m 147p 14s SW", "258m 258p 258s EESN", "369m 369p 369s ESWN", "59m 159p 159s CFPW")
PAIRS = ("EEEE 258m 258p 28s S", "22446688m 2244p 5s", "246m 369p 369s SWNC", "1133557799m 11p 5s")
"""Seats 1 and 3 have seven pairs but for 5s."""
LAST_TURN = 3
"""Tiles left when seat 3 has drawn its twentieth tile."""


def personal(
    hands: tuple[str, ...],
    draws: tuple[str, ...] = ("", "", "", ""),
    last: tuple[str, ...] = ("", "", "", ""),
    **changes: dict[str, Any],
) -> Table:
    table = Table(compiled("mcr-botzone", **changes), load_tables())
    table.begin(wall=personal_wall("mcr-botzone", hands, draws, last))
    table.apply([])
    return table


def last_turn(hands: tuple[str, ...], kong: str, drawn: str, **changes: dict[str, Any]) -> Table:
    """Seat 3 has drawn its twentieth tile after seat 0 laid down a kong."""
    table = personal(hands, last=("", "", "", f"{drawn} P"), **changes)
    play(table, f"0 concealed {kong}")
    pass_and_discard_what_is_drawn(table, until=LAST_TURN)
    assert table.seat == 3
    assert [table.drawable(seat) for seat in range(4)] == [0, 1, 1, 1]
    return table


def test_common_wall_is_played_to_the_last_tile() -> None:
    table = Table(compiled("mcr"), load_tables())
    table.begin(wall=common_wall("mcr", (f"{QUIET[0]} P", *QUIET[1:])))
    pass_and_discard_what_is_drawn(table)
    hands = table.result().hands
    assert (hands["outcome"].item(), hands["wall_left"].item()) == (OUT_DRAW, 0)
    assert deltas(table) == [0, 0, 0, 0]


def test_even_personal_walls_end_together() -> None:
    table = personal(QUIET)
    pass_and_discard_what_is_drawn(table)
    assert actions_of(table)[-3:] == ["3 draw", "3 discard", "0 exhausted"]
    assert table.result().hands["n_draws"].item() == 84


def test_hand_ends_when_the_player_to_draw_has_none_though_others_have() -> None:
    table = last_turn(KONG, "1m", "E")
    pass_and_discard_what_is_drawn(table)
    assert actions_of(table)[-1] == "0 exhausted"
    hands = table.result().hands
    assert (hands["outcome"].item(), hands["wall_left"].item()) == (OUT_DRAW, 3)


def test_exhausted_only_when_the_player_to_draw_has_none() -> None:
    table = personal(KONG)
    play(table, "0 concealed 1m")
    pass_and_discard_what_is_drawn(table, until=LAST_TURN + 1)
    play(table, "2 discard W")
    assert refused(table, "exhausted") == "not_exhausted"
    play(table, "3 draw; 3 discard C")
    assert refused(table, "0 draw") == "draw_from_empty_wall"
    assert refused(table, "1 draw") == "out_of_turn"
    play(table, "exhausted")
    assert table.over


def test_claims_do_not_shift_the_draws_from_personal_walls() -> None:
    hands = (QUIET[0], "CC 258m 258p 58s ESW", *QUIET[2:])
    table = personal(hands, draws=("C 8m", "1m", "2m", "4m"))
    play(table, "0 discard C; 1 pung C; 1 discard E; 2 draw 2m; 2 discard 2m")
    play(table, "3 draw 4m; 3 discard 4m; 0 draw 8m; 0 discard 8m; 1 draw 1m")


def test_last_discard_can_only_be_won_on() -> None:
    """Botzone takes a pung of the last discard for a player's error."""
    table = last_turn(KONG, "1m", "E")
    play(table, "3 discard E")
    assert refused(table, "1 pung E") == "claim_on_last_discard"
    assert refused(table, "1 lost pung E") == "claim_on_last_discard"
    play(table, "exhausted")


def test_last_discard_may_be_claimed_where_the_rules_allow_it() -> None:
    table = last_turn(KONG, "1m", "E", play={"last_discard_claims": True})
    play(table, "3 discard E; 1 pung E; 1 discard 2m; 2 draw")


def test_kong_needs_a_tile_to_replace_it() -> None:
    table = personal(KONG)
    pass_and_discard_what_is_drawn(table, until=3)
    assert (table.seat, table.drawable(0)) == (0, 0)
    assert refused(table, "0 concealed 1m") == "no_replacement_tile"


def test_claimed_kong_needs_a_tile_to_replace_it() -> None:
    hands = ("1117m 47p 147s ESWN", "1m 258p 258s 58m SWN C", QUIET[2], "59m 159p 159s CFPEC")
    table = personal(hands)
    pass_and_discard_what_is_drawn(table, until=2)
    play(table, "1 discard 1m")
    assert refused(table, "0 kong 1m") == "no_replacement_tile"
    play(table, "0 pung 1m")


@pytest.mark.parametrize(
    ("last_tile", "flags"), [("next_drawer", {"last_tile"}), ("own_wall", set())]
)
def test_last_draw_is_the_one_after_which_the_next_player_has_none(
    last_tile: str, flags: set[str]
) -> None:
    table = last_turn(PAIRS, "E", "5s", play={"last_tile": last_tile})
    play(table, "3 win 5s")
    assert flags_of(table) == flags


@pytest.mark.parametrize(
    ("last_tile", "flags"), [("next_drawer", {"last_tile"}), ("own_wall", set())]
)
def test_last_discard_is_the_one_after_the_last_draw(last_tile: str, flags: set[str]) -> None:
    table = last_turn(PAIRS, "E", "5s", play={"last_tile": last_tile})
    play(table, "3 discard 5s; 1 win 5s")
    assert flags_of(table) == flags


def test_own_walls_last_tile_where_the_rules_go_by_it() -> None:
    """Seat 0's own wall is empty while the next player's is not."""
    hands = ("1133557799m 11p 5s", "22446688m 2244p W", "246m 369p 369s SWNC", QUIET[3])
    for last_tile, flags in (("next_drawer", set()), ("own_wall", {"last_tile"})):
        table = personal(hands, last=("5s", "", "", ""), play={"last_tile": last_tile})
        pass_and_discard_what_is_drawn(table, until=3)
        play(table, "0 win 5s")
        assert flags_of(table) == flags


def test_last_tile_of_a_common_wall() -> None:
    """Seat 3 draws the wall's last tile, seat 1 wins on its discard."""
    hands = (QUIET[0], "22446688m 2244p 5s", "369m 369p 369s SWNC", "59m 159p 159s CFPEN")
    table = Table(compiled("mcr-botzone", wall={"kind": "common"}), load_tables())
    table.begin(wall=common_wall("mcr-botzone", hands, tail="5s"))
    pass_and_discard_what_is_drawn(table, until=0)
    play(table, "3 discard 5s; 1 win 5s")
    assert flags_of(table) == {"last_tile"}
