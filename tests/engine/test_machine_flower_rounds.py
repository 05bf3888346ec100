"""Flowers by data: honors as flowers, and dealt flowers replaced in rounds."""

from __future__ import annotations

from typing import Any

from engine.machine.table import Table
from engine.rules import Rules
from engine.tables import load_tables
from schemas.tiles import format_tiles
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    play,
    refused,
)

NO_FLOWERS = ("147m 147p 147s 2258m P", "258m 258p 258s 336p P", "369m 369p 369s 44s PP")


def honor_flowers(**play_options: Any) -> Rules:
    """Winds and two dragons are flowers, as in Luoyuan; white dragons stand in hands."""
    return compiled(
        "mcr",
        tiles={"honors": ["P"], "flowers": ["E", "S", "W", "N", "C", "F", "f1", "f2"]},
        play=play_options,
    )


def test_honors_may_be_flowers_with_four_copies_each() -> None:
    hands = ("147m 147p 147s 258m EE", "258m 258p 369s 369p E", *NO_FLOWERS[1:])
    table = dealt(honor_flowers(), *hands)
    assert refused(table, "0 discard 1m") == "flower_not_exposed"
    play(table, "0 flower E; 0 replace 9s; 0 flower E; 0 replace 8s; 1 flower E; 1 replace E")
    play(table, "1 flower E; 1 replace 7s")
    assert [format_tiles(table.flowers(seat)) for seat in (0, 1)] == ["EE", "EE"]
    assert refused(table, "0 flower P") == "tile_not_held"
    play(table, "0 discard 9s; 1 draw C")
    assert refused(table, "1 discard C") == "flower_not_exposed"


def test_flower_that_is_an_honor_is_part_of_no_meld() -> None:
    """Where flowers may be kept and discarded, three alike are no pung and four no kong."""
    hands = ("147m 147p 147s 258m EC", "EE 258m 258p 369s 36p", *NO_FLOWERS[1:])
    table = dealt(honor_flowers(keep_flowers=True), *hands, script="0 discard E")
    assert refused(table, "1 pung E") == "wildcard_in_meld"
    hands = ("147m 147p 147s 5m EEEE", "258m 258p 369s 369p C", *NO_FLOWERS[1:])
    table = dealt(honor_flowers(keep_flowers=True), *hands)
    assert refused(table, "0 concealed E") == "wildcard_in_meld"


def test_kept_flower_is_no_part_of_the_hand() -> None:
    """A hand of sets and a wind would wait for that wind, were it no flower."""
    hands = ("147m 147p 147s 258m EP", "123m 456m 789m 123p E", *NO_FLOWERS[1:])
    table = dealt(honor_flowers(keep_flowers=True), *hands, script="0 discard P")
    assert table.waits(1) == []


def rounds(hands: tuple[str, ...], tail: str, order: str) -> Table:
    table = Table(compiled("mcr", play={"flower_order": order}), load_tables())
    table.begin(wall=common_wall("mcr", hands, tail=tail))
    table.apply([])
    return table


HANDS = ("147m 147p 147s ESW f1 f2", "258m 258p 258s ESW f3", *QUIET[2:])


def test_each_player_replaces_all_its_flowers_before_the_next() -> None:
    table = rounds(HANDS, "f8 9m f7 9p 9s", "each")
    assert actions_of(table)[::2] == ["0 flower"] * 4 + ["1 flower"]
    assert format_tiles(table.flowers(0)) == "f1 f2 f7 f8"
    assert 26 in table.hand(1)  # 9s


def test_rounds_of_flowers() -> None:
    """Luoyuan card, "Deal, flowers, gold": new flowers wait until all have had their round.

    First round: the dealer lays down two and draws f8 and 9m, seat 1 one and draws f7. Second
    round: the dealer draws 9p, seat 1 draws 9s.
    """
    table = rounds(HANDS, "f8 9m f7 9p 9s", "rounds")
    exposed = [
        (event.seat, format_tiles([event.tile])) for event in table.events(4) if event.source < 0
    ]
    assert exposed == [(0, "f1"), (0, "f2"), (1, "f3"), (0, "f8"), (1, "f7")]
    replaced = [
        (event.seat, format_tiles([event.tile])) for event in table.events(4) if event.source >= 0
    ]
    assert replaced == [(0, "f8"), (0, "9m"), (1, "f7"), (0, "9p"), (1, "9s")]


def test_flowers_held_go_before_those_drawn_in_the_round() -> None:
    """The dealer draws f1 in place of f5; f6, which it has held, goes first."""
    hands = ("147m 147p 147s ESW f5 f6", "258m 258p 258s ESW f3", *QUIET[2:])
    table = rounds(hands, "f1 9m 9p 9s", "rounds")
    exposed = [
        (event.seat, format_tiles([event.tile])) for event in table.events(4) if event.source < 0
    ]
    assert exposed == [(0, "f5"), (0, "f6"), (1, "f3"), (0, "f1")]


def test_player_without_new_flowers_is_passed_over_in_the_next_round() -> None:
    table = rounds(HANDS, "9m 8m f7 f6 9s", "rounds")
    exposed = [event.seat for event in table.events(4) if event.source < 0]
    assert exposed == [0, 0, 1, 1, 1]


def test_records_may_tell_dealt_flowers_in_any_order() -> None:
    rules = compiled("mcr", play={"flower_order": "rounds"})
    table = dealt(rules, *HANDS)
    play(table, "1 flower f3; 1 replace f7; 1 flower f7; 1 replace 9s; 0 flower f2; 0 replace 9p")
    play(table, "0 flower f1; 0 replace 9m; 0 discard 9m")


def test_flower_drawn_during_play_is_replaced_at_once_in_rounds_too() -> None:
    rules = compiled("mcr", play={"flower_order": "rounds"})
    table = dealt(rules, *(f"{QUIET[0]} P", *QUIET[1:]), script="0 discard P; 1 draw f1")
    assert refused(table, "1 discard E") == "flower_not_exposed"
    play(table, "1 flower f1; 1 replace f2; 1 flower f2; 1 replace 9s; 1 discard 9s")
