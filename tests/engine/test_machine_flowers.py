"""Flowers 补花: exposed and replaced from the tail at once, or kept where the rules let players."""

from __future__ import annotations

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import FROM_TAIL, FROM_WALL, OUT_DRAW
from schemas.tiles import format_tiles, parse_tiles
from tests.engine.machine_script import (
    NO_CHARACTERS,
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    flags_of,
    pass_and_discard_what_is_drawn,
    play,
    refused,
    sorted_wall,
)

WITH_FLOWERS = ("147m 147p 147s ESWN f1", "258m 258p 258s ESW f2", *QUIET[2:])
FLUSH = "1111m 234m 456m 789m"
"""Waits for 9m once its kong is laid down: full flush 清一色."""


def test_dealt_flowers_go_before_anything_else() -> None:
    table = dealt(compiled("mcr"), *WITH_FLOWERS)
    for line in ("0 discard E", "0 win", "0 foul", "0 draw 9s", "1 draw 9s", "0 false_win"):
        assert refused(table, line) == "flower_not_exposed"
    assert refused(table, "0 flower f2") == "tile_not_held"
    assert refused(table, "0 flower E") == "not_a_flower"


def test_seats_may_expose_dealt_flowers_in_any_order() -> None:
    table = dealt(compiled("mcr"), *WITH_FLOWERS)
    play(table, "1 flower f2; 1 replace N; 0 flower f1; 0 replace P; 0 discard P; 1 draw 9s")
    assert [table.flowers(seat) for seat in range(4)] == [[34], [35], [], []]
    assert format_tiles(table.hand(1)) == "258m 258p 2589s E S W N"


def test_each_flower_is_replaced_at_once() -> None:
    table = dealt(compiled("mcr"), *WITH_FLOWERS, script="0 flower f1")
    assert refused(table, "1 flower f2") == "out_of_turn"
    assert refused(table, "0 discard E") == "must_replace"
    assert refused(table, "0 draw 9s") == "must_replace"
    assert refused(table, "1 replace 9s") == "out_of_turn"
    play(table, "0 replace 9s")
    assert refused(table, "0 replace 9s") == "replace_not_due"


def test_flower_in_place_of_a_flower() -> None:
    table = dealt(compiled("mcr"), *WITH_FLOWERS, script="0 flower f1; 0 replace f5")
    assert refused(table, "0 discard E") == "flower_not_exposed"
    play(table, "0 flower f5; 0 replace 9s; 1 flower f2; 1 replace 9s; 0 discard E")
    assert table.flowers(0) == [34, 38]


def test_replacements_come_from_the_tail_dealer_first() -> None:
    hands = ("147m 147p 147s ESW f1 f2", "258m 258p 258s ESW f3", *QUIET[2:])
    wall = common_wall("mcr", hands, tail="f8 f7 f6 f5 f4 9m 9p 9s")
    table = Table(compiled("mcr"), load_tables())
    table.begin(wall=wall)
    events = table.apply([])
    replaced = [(event.seat, format_tiles([event.tile])) for event in events if event.source >= 0]
    assert [actions.split()[1] for actions in actions_of(table)] == ["flower", "replace"] * 8
    assert all(event.source in (FROM_TAIL, -1) for event in events)
    assert replaced[:7] == [
        (0, "f8"),
        (0, "f7"),
        (0, "f6"),
        (0, "f5"),
        (0, "f4"),
        (0, "9m"),
        (0, "9p"),
    ]
    assert replaced[7:] == [(1, "9s")]
    assert table.wall_left == 144 - 53 - 8


def test_drawn_flower_is_exposed_and_replaced_from_the_tail() -> None:
    table = dealt(compiled("mcr"), f"{QUIET[0]} P", *QUIET[1:], script="0 discard P; 1 draw f1")
    assert refused(table, "1 discard E") == "flower_not_exposed"
    assert refused(table, "0 flower f1") == "out_of_turn"
    flower, replacement = play(table, "1 flower f1; 1 replace 9s")
    assert (flower.source, replacement.source) == (-1, FROM_TAIL)
    assert table.wall_left == 144 - 53 - 2
    play(table, "1 discard 9s")
    assert play(table, "2 draw 9s")[0].source == FROM_WALL


def test_win_on_a_flowers_replacement_is_a_self_draw_and_no_kong_replacement() -> None:
    """MCR card: a win on a flower's replacement is 自摸, never 杠上开花, also after a kong."""
    table = dealt(
        compiled("mcr"), f"{FLUSH} 9m", *NO_CHARACTERS, script="0 concealed 1m; 0 draw f1"
    )
    play(table, "0 flower f1; 0 replace 9m; 0 win 9m")
    assert flags_of(table) == {"flower_replacement"}
    assert table.result().wins["flowers"].values.tolist() == [34]


def test_dealers_last_tile_is_the_flowers_replacement() -> None:
    """The dealt hand wins with the tile that was drawn last."""
    table = dealt(compiled("mcr"), "1133557799m 11p 5s f1", *QUIET[1:])
    play(table, "0 flower f1; 0 replace 5s; 0 win")
    wins = table.result().wins
    assert wins["win_tile"].tolist() == parse_tiles("5s")
    assert wins["concealed"].values.tolist() == parse_tiles("1133557799m 11p 5s")
    assert flags_of(table) == {"flower_replacement"}


def test_flower_that_cannot_be_replaced_ends_the_hand() -> None:
    """All eight flowers lie at the end: the first is drawn, its replacements are the others."""
    table = Table(compiled("mcr"), load_tables())
    table.begin(wall=sorted_wall("mcr"))
    pass_and_discard_what_is_drawn(table)
    assert actions_of(table)[-3:] == ["0 replace", "0 flower", "0 exhausted"]
    assert table.flowers(0) == list(range(34, 42))
    hands = table.result().hands
    assert (hands["outcome"].item(), hands["wall_left"].item()) == (OUT_DRAW, 0)


def test_kept_flowers_where_the_rules_allow_it() -> None:
    rules = compiled("mcr", play={"keep_flowers": True})
    table = dealt(rules, *WITH_FLOWERS, script="0 discard E; 1 draw f3; 1 discard 2m")
    play(table, "2 draw 9p; 2 discard 9p; 3 draw 9s; 3 discard 9s; 0 draw 8m")
    assert refused(table, "1 flower f3") == "out_of_turn"
    play(table, "0 discard 8m; 1 draw 8p; 1 flower f2; 1 replace 9s; 1 discard 9s")
    assert table.flowers(1) == [35]
    assert 36 in table.hand(1)


def test_kept_flower_counts_when_it_is_replaced_at_last() -> None:
    """Seven pairs on the replacement of a flower that was kept for a turn."""
    rules = compiled("mcr", play={"keep_flowers": True})
    table = dealt(rules, f"{QUIET[0]} P", "113355779m 11p 8s f1", *QUIET[2:])
    play(table, "0 discard P; 1 draw E; 1 discard E; 2 draw 2s; 2 discard 2s")
    play(table, "3 draw 2s; 3 discard 2s; 0 draw 2s; 0 discard 2s; 1 draw 9m")
    assert refused(table, "1 win") == "win_no_shape"
    play(table, "1 flower f1; 1 replace 8s; 1 win")
    assert flags_of(table) == {"flower_replacement"}
    wins = table.result().wins
    assert (wins["turn"].item(), wins["first_ready_turn"].item()) == (2, 1)


def test_kept_flowers_may_be_exposed_by_all_before_the_dealer_moves() -> None:
    rules = compiled("mcr", play={"keep_flowers": True})
    table = dealt(rules, *WITH_FLOWERS, script="1 flower f2; 1 replace N")
    assert refused(table, "1 flower f2") == "tile_not_held"
    play(table, "0 flower f1; 0 replace P; 0 discard P")


def test_flower_may_be_discarded_where_it_may_be_kept() -> None:
    rules = compiled("mcr", play={"keep_flowers": True})
    table = dealt(rules, *WITH_FLOWERS, script="0 discard f1")
    for seat in range(1, 4):
        assert table.options(seat) == []
    play(table, "1 draw 9s")
