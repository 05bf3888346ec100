"""Kongs 杠: when they may be laid down, their replacements, and robbing an added one 抢杠."""

from __future__ import annotations

import pytest

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import (
    BY_ROBBED_KONG,
    CHANCE_NOT_ALLOWED,
    FROM_PERSONAL,
    FROM_TAIL,
    MELD_KONG_ADDED,
    MELD_KONG_CONCEALED,
    MELD_PUNG,
)
from schemas.tiles import parse_tile
from tests.engine.machine_script import (
    NO_CHARACTERS,
    common_wall,
    compiled,
    dealt,
    deltas,
    flags_of,
    play,
    refused,
)

FLUSH = "1111m 234m 456m 789m"
"""With one more 9m and 1111m laid down: a full flush 清一色 that waits for 9m."""

# Seat 0 pungs 5s and adds the fourth, seat 2 waits for 5s between 4s and 6s.
ROBBING = (
    "55s 147m 147p ESWNC",
    "5s 258m 258p 28s ESWN",
    "46s 123m 789m 678p 99p",
    "369m 369p 39s 1s CFPW",
)
PUNG = """
    0 draw 9s; 0 discard 9s; 1 draw P; 1 discard 5s; 0 pung 5s; 0 discard E
    1 draw F; 1 discard F; 2 draw F; 2 discard F; 3 draw N; 3 discard N; 0 draw 5s
"""
FIVE = parse_tile("5s")


def robbing(**changes: dict[str, bool]) -> Table:
    return dealt(compiled("mcr-botzone", **changes), *ROBBING, script=PUNG)


def test_concealed_kong_is_replaced_from_the_own_wall() -> None:
    table = dealt(compiled("mcr-botzone"), FLUSH, *NO_CHARACTERS, script="0 draw 9m")
    kong, replacement = play(table, "0 concealed 1m; 0 draw E")
    assert table.melds(0) == [(MELD_KONG_CONCEALED, 0, -1)]
    assert kong.tiles == (0, 0, 0, 0)
    assert replacement.source == FROM_PERSONAL
    assert table.drawable(0) == 19


def test_kong_is_replaced_from_the_tail_of_a_common_wall() -> None:
    wall = common_wall("mcr", (f"{FLUSH} 9m", *NO_CHARACTERS), front="8m", tail="P")
    table = Table(compiled("mcr"), load_tables())
    table.begin(wall=wall)
    _, replacement = play(table, "0 concealed 1m; 0 draw")
    assert (replacement.tile, replacement.source) == (parse_tile("P"), FROM_TAIL)
    play(table, "0 discard P")
    assert play(table, "1 draw")[0].tile == parse_tile("8m")


def test_win_on_a_kongs_replacement() -> None:
    table = dealt(compiled("mcr-botzone"), FLUSH, *NO_CHARACTERS, script="0 draw 9m")
    play(table, "0 concealed 1m; 0 draw 9m; 0 win 9m")
    assert flags_of(table) == {"kong_replacement"}


def test_kong_flag_is_gone_with_the_discard() -> None:
    table = dealt(compiled("mcr-botzone"), FLUSH, *NO_CHARACTERS, script="0 draw 9m")
    play(table, "0 concealed 1m; 0 draw E; 0 discard E; 1 draw 9m; 1 discard 9m; 0 win 9m")
    assert flags_of(table) == set()


def test_concealed_kong_may_hold_tiles_drawn_before() -> None:
    table = dealt(compiled("mcr-botzone"), FLUSH, *NO_CHARACTERS, script="0 draw E")
    assert refused(table, "0 concealed 9m") == "tile_not_held"
    assert refused(table, "0 concealed") == "tile_not_held"
    play(table, "0 concealed 1m")


def test_concealed_kong_cannot_be_robbed() -> None:
    table = dealt(compiled("mcr-botzone"), FLUSH, *NO_CHARACTERS, script="0 draw 9m")
    play(table, "0 concealed 1m")
    assert refused(table, "1 win 1m") == "out_of_turn"


def test_kong_only_on_a_turn_that_began_with_a_draw() -> None:
    table = dealt(compiled("mcr-botzone"), "1111m 234m 456m 7m CC", *NO_CHARACTERS)
    play(table, "0 draw E; 0 discard E; 1 draw C; 1 discard C; 0 pung C")
    assert refused(table, "0 concealed 1m") == "kong_without_draw"
    assert refused(table, "0 win") == "win_without_draw"


def test_added_kong_needs_an_exposed_pung() -> None:
    table = robbing()
    assert refused(table, "0 added 1m") == "no_pung_to_add_to"
    assert refused(table, "0 added 9m") == "tile_not_held"
    play(table, "0 added 5s; 0 draw 9m")
    assert table.melds(0) == [(MELD_KONG_ADDED, FIVE, 1)]


def test_fourth_tile_may_be_added_later() -> None:
    table = robbing()
    play(table, "0 discard C; 1 draw P; 1 discard P; 2 draw 9s; 2 discard 9s")
    play(table, "3 draw 9s; 3 discard 9s; 0 draw F; 0 added 5s; 0 draw 9m")
    assert table.melds(0) == [(MELD_KONG_ADDED, FIVE, 1)]


def test_discard_is_not_added_to_an_exposed_pung() -> None:
    script, _ = PUNG.rsplit("3 draw", 1)
    table = dealt(compiled("mcr-botzone"), *ROBBING, script=script)
    play(table, "3 draw 5s; 3 discard 5s")
    assert refused(table, "0 kong 5s") == "claim_tiles_not_held"


def test_robbing_an_added_kong() -> None:
    """抢杠和 8 with 门前清 2, 平和 2, 老少副 1, 坎张 1: 14 fan, the kong's maker pays."""
    table = robbing()
    play(table, "0 added 5s; 2 win 5s")
    wins = table.result().wins
    assert wins["win_by"].tolist() == [BY_ROBBED_KONG]
    assert wins["total"].tolist() == [14]
    assert flags_of(table) == set()
    assert deltas(table) == [-22, -8, 38, -8]
    assert table.melds(0) == [(MELD_PUNG, FIVE, 1)]


def test_tile_added_to_a_kong_can_only_be_won_on() -> None:
    table = robbing()
    play(table, "0 added 5s")
    assert refused(table, "3 pung 5s") == "claim_on_kong"
    assert refused(table, "1 chow 5s 345s") == "claim_on_kong"
    assert refused(table, "0 win 5s") == "claim_own_discard"
    assert refused(table, "3 win 5s") == "win_no_shape"
    assert refused(table, "2 win 9m") == "win_of_other_tile"
    assert refused(table, "1 draw 9m") == "out_of_turn"
    assert refused(table, "0 discard E") == "must_draw"


def test_robbing_only_where_the_rules_allow_it() -> None:
    table = robbing(play={"rob_kong": False})
    play(table, "0 added 5s")
    assert refused(table, "2 win 5s") == "rob_kong_not_allowed"
    assert refused(table, "2 lost win 5s") == "rob_kong_not_allowed"
    play(table, "0 draw 9m; 0 foul")
    chances = table.result().chances
    rows = zip(chances["seat"].tolist(), chances["win_by"], chances["reason"], strict=True)
    assert (2, BY_ROBBED_KONG, CHANCE_NOT_ALLOWED) in list(rows)


@pytest.mark.parametrize("seat", [1, 3])
def test_kong_goes_on_when_nobody_robs_it(seat: int) -> None:
    table = robbing()
    play(table, "0 added 5s")
    assert refused(table, f"{seat} draw 9m") == "out_of_turn"
    (replacement,) = play(table, "0 draw 9m")
    assert replacement.source == FROM_PERSONAL
    play(table, "0 discard 9m; 1 draw 9m")
