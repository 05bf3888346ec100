"""Wildcards 财神, gold 金: turned up, completing hands, kept out of discards, claims and kongs."""

from __future__ import annotations

from typing import Any

import pytest

from engine.machine.state import COMPLETES, DEALT_DISTANCE, WILDCARD
from engine.machine.table import Table
from engine.rules import Rules
from engine.tables import load_tables
from schemas import codes
from schemas.codes import FROM_TAIL
from schemas.errors import ActionError
from schemas.tiles import format_tiles, parse_tile
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    play,
    refused,
)

DEAL = (f"{QUIET[0]} P", *QUIET[1:])
WITH_FLOWERS = ("147m 147p 147s ESWN f1", "258m 258p 258s ESW f2", *QUIET[2:])
ONE_WILD = "234p 456p 678p 5m 3s 99s"
"""With 5m wild it waits for 1s to 5s, beside 3s and a wildcard, for 9s, and for any 5m."""


def wild(name: str = "mcr", **options: Any) -> Rules:
    """Chinese Official with a wildcard that is turned up."""
    sections = options.pop("sections", {})
    return compiled(name, wildcard={"kind": "turned", **options}, **sections)


def test_wildcard_is_turned_up_before_anything_else() -> None:
    table = dealt(wild(), *DEAL)
    for line in ("0 discard E", "0 win", "0 foul", "0 draw 9s", "0 flower f1", "1 draw 9s"):
        assert refused(table, line) == "turn_wildcard_first"
    assert refused(table, "1 turn_wildcard 5m") == "out_of_turn"
    assert refused(table, "0 turn_wildcard") == "draw_without_tile"
    (event,) = play(table, "0 turn_wildcard 5m")
    assert (event.source, event.wall_left) == (FROM_TAIL, 144 - 53 - 1)
    assert table.state.num[WILDCARD] == parse_tile("5m")
    assert refused(table, "0 turn_wildcard 5m") == "turn_wildcard_not_due"


def test_nothing_is_turned_up_without_a_wildcard() -> None:
    table = dealt(compiled("mcr"), *DEAL)
    assert refused(table, "0 turn_wildcard 5m") == "action_not_in_rules"


def test_turned_tile_is_out_of_play() -> None:
    """Three of the wildcards are left to draw."""
    table = dealt(wild(), *DEAL, script="0 turn_wildcard 2m; 0 discard P")
    play(table, "1 draw 2m; 1 discard 2m; 2 draw 2m; 2 discard 2m")
    assert refused(table, "3 draw 2m") == "five_copies"


def test_turned_tile_is_the_next_of_the_walls_tail() -> None:
    table = Table(wild(), load_tables())
    table.begin(wall=common_wall("mcr", DEAL, tail="5m 9s"))
    assert refused(table, "0 turn_wildcard 6m") == "wall_mismatch"
    (event,) = table.apply([])
    assert (event.action, format_tiles([event.tile])) == (codes.TURN_WILDCARD, "5m")
    assert table.wall_left == 144 - 53 - 1


def test_wildcard_is_turned_up_before_or_after_dealt_flowers() -> None:
    before = Table(wild(turned="before_draw"), load_tables())
    after = Table(wild(turned="after_flowers"), load_tables())
    for table in (before, after):
        table.begin(wall=common_wall("mcr", WITH_FLOWERS, tail="5m 6m 7m"))
        table.apply([])
    flowers = ["0 flower", "0 replace", "1 flower", "1 replace"]
    assert actions_of(before) == ["0 turn_wildcard", *flowers]
    assert actions_of(after) == [*flowers, "0 turn_wildcard"]
    assert before.state.num[WILDCARD] == parse_tile("5m")
    assert after.state.num[WILDCARD] == parse_tile("7m")


def test_after_flowers_nothing_is_turned_up_while_one_is_left() -> None:
    table = dealt(wild(turned="after_flowers"), *WITH_FLOWERS)
    assert refused(table, "0 turn_wildcard 5m") == "turn_wildcard_not_due"
    play(table, "0 flower f1; 0 replace 9s; 1 flower f2; 1 replace 9s")
    assert refused(table, "0 discard 9s") == "turn_wildcard_first"
    play(table, "0 turn_wildcard 5m; 0 discard 9s")


def test_turned_flower_is_the_dealers_and_another_tile_is_turned() -> None:
    """Luoyuan card, "Deal, flowers, gold", item 3."""
    table = dealt(wild(on_flower="turn_again"), *DEAL, dealer=0)
    play(table, "0 turn_wildcard f3; 0 turn_wildcard f8")
    assert refused(table, "0 discard P") == "turn_wildcard_first"
    play(table, "0 turn_wildcard 5m")
    assert format_tiles(table.flowers(0)) == "f3 f8"
    assert len(table.hand(0)) == 14
    assert table.wall_left == 144 - 53 - 3


def test_turned_flower_makes_its_group_wild() -> None:
    """Longgang card: if a flower is turned, the three other flowers are the wildcards."""
    hands = ("147m 147p 147s ESWN f1", "258m 258p 258s ESW f6", *QUIET[2:])
    table = dealt(wild(on_flower="flowers_wild"), *hands, script="0 turn_wildcard f2")
    assert refused(table, "0 flower f1") == "not_a_flower"
    play(table, "1 flower f6; 1 replace 9s; 0 discard E; 1 draw f3")
    assert refused(table, "1 flower f3") == "not_a_flower"
    play(table, "1 discard 9s; 2 draw f7")
    assert refused(table, "2 discard f7") == "flower_not_exposed"


def test_own_seat_flower_stays_in_the_hand_and_completes() -> None:
    """Longgang card: a player's own seat flower is wild for that player, the others' are not."""
    hands = ("147m 147p 147s ESWN P", "234p 456p 678p 345s 9m", *QUIET[2:])
    table = dealt(compiled("mcr", wildcard={"seat_flower": True}), *hands, script="0 discard P")
    assert format_tiles(table.waits(1)) == "9m f2"
    play(table, "1 draw f2")
    assert refused(table, "1 flower f2") == "not_a_flower"
    assert table.state.num[COMPLETES] == 1 << 1
    play(table, "1 discard 9m; 2 draw f1")
    assert refused(table, "2 discard 3m") == "flower_not_exposed"


def test_recorded_wildcard_agrees_with_the_turned_tile() -> None:
    table = dealt(wild(), *DEAL, wildcard=parse_tile("6m"))
    assert refused(table, "0 turn_wildcard 5m") == "wildcard_mismatch"
    play(table, "0 turn_wildcard f1; 0 turn_wildcard 6m")
    with pytest.raises(ActionError) as error:
        dealt(compiled("mcr"), *DEAL, wildcard=4)
    assert error.value.code == "wildcard_not_in_rules"


def test_waits_with_a_wildcard() -> None:
    table = dealt(wild(), DEAL[0], ONE_WILD, *QUIET[2:], script="0 turn_wildcard 5m; 0 discard P")
    assert format_tiles(table.waits(1)) == "5m 123459s"
    play(table, "1 draw 5m")
    assert table.state.num[COMPLETES] == 1 << 1


def test_dealt_distance_counts_wildcards() -> None:
    table = dealt(wild(), DEAL[0], ONE_WILD, *QUIET[2:], script="0 turn_wildcard 5m")
    assert table.state.num[DEALT_DISTANCE + 1] == 0
    table = dealt(wild(), DEAL[0], ONE_WILD, *QUIET[2:], script="0 turn_wildcard 1m")
    assert table.state.num[DEALT_DISTANCE + 1] == 1


def test_wildcards_are_not_discarded_where_the_rules_forbid_it() -> None:
    script = "0 turn_wildcard 1m"
    table = dealt(wild(discardable=False), *DEAL, script=script)
    assert refused(table, "0 discard 1m") == "wildcard_discarded"
    assert all(move.tile != parse_tile("1m") for move in table.options(0))
    play(table, "0 discard P; 1 draw 9s")
    table = dealt(wild(), *DEAL, script=script)
    play(table, "0 discard 1m")


def test_own_seat_flower_is_not_discarded() -> None:
    hands = ("147m 147p 147s ESWN f1", *QUIET[1:])
    rules = compiled("mcr", wildcard={"seat_flower": True, "discardable": False})
    table = dealt(rules, *hands)
    assert refused(table, "0 discard f1") == "wildcard_discarded"


def test_dead_wildcard_is_claimed_and_won_on_by_nobody() -> None:
    """Luoyuan card: a discarded gold can be claimed by nobody and won on by nobody."""
    hands = ("147m 147p 147s ESWN 5m", "46m 258p 258s 7s ESWN", ONE_WILD, QUIET[3])
    dead = dealt(wild(discard_is_dead=True), *hands, script="0 turn_wildcard 5m; 0 discard 5m")
    for line in ("1 chow 5m 456m", "1 lost chow 5m 456m"):
        assert refused(dead, line) == "dead_discard"
    assert refused(dead, "2 win 5m") == "win_no_shape"
    assert [dead.options(seat) for seat in range(4)] == [[], [], [], []]
    play(dead, "1 draw 9s")
    alive = dealt(wild(), *hands, script="0 turn_wildcard 5m; 0 discard 5m")
    assert alive.state.num[COMPLETES] == 1 << 2
    assert refused(alive, "1 chow 5m 456m") == "wildcard_in_meld"


def test_window_on_a_dead_wildcard_does_not_stop() -> None:
    table = Table(wild(discard_is_dead=True), load_tables())
    hands = ("147m 147p 147s ESWN 5m", "46m 258p 258s 7s ESWN", ONE_WILD, QUIET[3])
    table.begin(wall=common_wall("mcr", hands, front="9s", tail="5m"))
    table.apply([])
    (discard,) = [move for move in table.options(0) if move.tile == parse_tile("5m")]
    assert [event.action for event in table.apply([discard])] == [codes.DISCARD, codes.DRAW]
    assert table.seat == 1


def test_wildcards_are_used_in_no_claim() -> None:
    """Only natural tiles are laid down."""
    hands = (
        "147m 147p 147s ESWN 5m",
        "57666m 258p 25s EWN",
        "55m 369p 369s CFP SW",
        "19m 159p 159s CFP EE",
    )
    table = dealt(wild(), *hands, script="0 turn_wildcard 6m; 0 discard 4m")
    assert refused(table, "1 chow 4m 456m") == "claim_tiles_not_held"
    play(table, "1 draw 4m; 1 discard 4m; 2 draw 9s; 2 discard 9s; 3 draw 9s; 3 discard 9s")
    play(table, "0 draw 7p; 0 discard 5m")
    assert refused(table, "1 lost chow 5m 567m") == "claim_tiles_not_held"
    play(table, "2 pung 5m")


def test_discarded_wildcard_makes_no_meld() -> None:
    """MCR card, `mcr-caishen`: it may not be claimed with; it is discarded as itself."""
    hands = (
        "147m 147p 147s ESWN 6m",
        "57m 258p 258s 7s EWN P",
        "66m 369p 369s CFP SW",
        "19m 159p 159s CFP EE",
    )
    table = dealt(wild(), *hands, script="0 turn_wildcard 6m; 0 discard 6m")
    assert refused(table, "2 pung 6m") == "wildcard_in_meld"
    assert refused(table, "1 chow 6m 567m") == "wildcard_in_meld"


PUNGS = """
    0 turn_wildcard 5m; 0 discard 2p; 1 pung 2p; 1 discard C
    2 draw 8s; 2 discard 3p; 1 pung 3p; 1 discard F
    2 draw 8s; 2 discard 4p; 1 pung 4p; 1 discard P
    2 draw 8s; 2 discard 9m
"""
OTHERS = ("147m 47p 147s ESWN 2p 9s", "369m 34p 69p 369s SWN", "18m 159p 159s EE WN S")


def pungs(own: str, minimum: int) -> Table:
    """Seat 1 has three pungs exposed, and 9m is offered to it."""
    rules = wild(discardable=False, sections={"win": {"minimum": minimum}})
    return dealt(rules, OTHERS[0], own, *OTHERS[1:], script=PUNGS)


def test_claim_that_leaves_only_wildcards_is_refused() -> None:
    """Longgang card: a hand left with nothing but wildcards must win, so it has to win here."""
    table = pungs("22p 33p 44p 99m 55m CFP", 0)
    assert refused(table, "1 pung 9m") == "only_wildcards_left"
    assert [move.action for move in table.options(1)] == [codes.WIN]


def test_hand_of_nothing_but_wildcards_must_win() -> None:
    table = pungs("22p 33p 44p 99m 5m CFP E", 0)
    play(table, "1 pung 9m; 1 discard E; 2 draw 8s; 2 discard 8s; 3 draw 9s; 3 discard 9s")
    play(table, "0 draw 7p; 0 discard 7p; 1 draw 5m")
    assert refused(table, "1 discard 5m") == "wildcard_discarded"
    assert [move.action for move in table.options(1)] == [codes.WIN]
    play(table, "1 win")
    assert table.over


def test_hand_of_nothing_but_wildcards_that_is_worth_no_win_is_not_held_up() -> None:
    table = pungs("22p 33p 44p 99m 5m CFP E", 88)
    play(table, "1 pung 9m; 1 discard E; 2 draw 8s; 2 discard 8s; 3 draw 9s; 3 discard 9s")
    play(table, "0 draw 7p; 0 discard 7p; 1 draw 5m")
    assert refused(table, "1 win") == "win_below_minimum"
    play(table, "1 discard 5m")
