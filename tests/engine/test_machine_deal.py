"""Deal and wall: what is dealt, where tiles come from, which deals are refused."""

from __future__ import annotations

import pytest

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import DEAL, FROM_PERSONAL, FROM_WALL
from schemas.errors import ActionError
from schemas.tiles import format_tiles, parse_tile
from tests.engine.machine_script import (
    QUIET,
    compiled,
    deal_of,
    dealt,
    play,
    refused,
    sorted_wall,
)

MCR_QUIET = (f"{QUIET[0]} P", *QUIET[1:])


def refused_deal(name: str, *hands: str, **options: int) -> str:
    table = Table(compiled(name), load_tables())
    with pytest.raises(ActionError) as error:
        table.begin(deal=deal_of(*hands), **options)
    assert error.value.message.startswith("the deal: ")
    assert table.over
    return error.value.code


def test_botzone_dealer_is_dealt_thirteen_and_draws() -> None:
    table = dealt(compiled("mcr-botzone"), *QUIET)
    assert [(event.action, event.seat, len(event.tiles)) for event in table.events()] == [
        (DEAL, seat, 13) for seat in range(4)
    ]
    assert table.wall_left == 136 - 52
    assert refused(table, "0 discard E") == "must_draw"
    assert refused(table, "1 draw 9s") == "out_of_turn"
    (draw,) = play(table, "0 draw 9s")
    assert (draw.source, draw.wall_left) == (FROM_PERSONAL, 83)


def test_mcr_dealer_is_dealt_fourteen_and_discards() -> None:
    hands = (*QUIET[:2], f"{QUIET[2]} P", QUIET[3])
    table = dealt(compiled("mcr"), *hands, dealer=2)
    assert [len(event.tiles) for event in table.events()] == [13, 13, 14, 13]
    assert table.wall_left == 144 - 53
    assert refused(table, "2 draw 9s") == "draw_not_due"
    play(table, "2 discard P")
    (draw,) = play(table, "3 draw 9s")
    assert (draw.source, draw.wall_left) == (FROM_WALL, 90)


def test_tiles_stand_in_the_order_they_were_dealt_in() -> None:
    table = dealt(compiled("mcr-botzone"), "9s ESWN 147m 147p 47s", *QUIET[1:])
    assert format_tiles(table.events()[0].tiles) == "9s E S W N 147m 147p 47s"


def test_wrong_number_of_dealt_tiles() -> None:
    assert refused_deal("mcr-botzone", "147m 147p 147s ESW", *QUIET[1:]) == "bad_deal"
    assert refused_deal("mcr-botzone", *MCR_QUIET) == "bad_deal"
    assert refused_deal("mcr", *QUIET) == "bad_deal"
    assert refused_deal("mcr", *MCR_QUIET, dealer=1) == "bad_deal"


def test_five_copies_dealt() -> None:
    hands = ("1111m 147p 147s ESW", "1m 258m 258p 258s ESW", *QUIET[2:])
    assert refused_deal("mcr-botzone", *hands) == "five_copies"


def test_tile_that_the_rules_do_not_have() -> None:
    assert refused_deal("mcr-botzone", "147m 147p 147s ESW f1", *QUIET[1:]) == "tile_not_in_play"
    assert refused_deal("mcr", "147m 147p 147s ESWN f1", *QUIET[1:3], "159m 159p 159s CFP f1") == (
        "five_copies"
    )


@pytest.mark.parametrize("options", [{"dealer": 4}, {"dealer": -1}, {"round_wind": 4}])
def test_seat_or_wind_that_does_not_exist(options: dict[str, int]) -> None:
    assert refused_deal("mcr-botzone", *QUIET, **options) == "bad_dealer"


def test_common_wall_deals_four_at_a_time_then_one_dealer_first() -> None:
    """The tiles lie in ascending order, four of each kind: 1m 1m 1m 1m 2m …"""
    table = Table(compiled("mcr"), load_tables())
    table.begin(dealer=1, wall=sorted_wall("mcr"))
    assert [format_tiles(table.hand(seat)) for seat in (1, 2, 3, 0)] == [
        "111155559999m 45p",
        "22226666m 11114p",
        "33337777m 22224p",
        "44448888m 33334p",
    ]
    play(table, "1 discard 1m")
    (draw,) = play(table, "2 draw")
    assert format_tiles([draw.tile]) == "5p"


def test_personal_walls_deal_and_give_their_own_tiles() -> None:
    table = Table(compiled("mcr-botzone"), load_tables())
    table.begin(wall=sorted_wall("mcr-botzone"))
    assert [format_tiles(table.hand(seat)) for seat in range(4)] == [
        "1111222233334m",
        "99m 11112222333p",
        "9999p 111122223s",
        "889999s EEEE SSS",
    ]
    (draw,) = play(table, "0 draw")
    assert format_tiles([draw.tile]) == "4m"


def test_known_wall_is_held_to() -> None:
    table = Table(compiled("mcr-botzone"), load_tables())
    table.begin(wall=sorted_wall("mcr-botzone"))
    assert refused(table, "0 draw 5m") == "wall_mismatch"
    play(table, "0 draw 4m")


def test_deal_that_the_wall_does_not_give() -> None:
    table = Table(compiled("mcr-botzone"), load_tables())
    with pytest.raises(ActionError) as error:
        table.begin(deal=deal_of(*QUIET), wall=sorted_wall("mcr-botzone"))
    assert error.value.code == "wall_mismatch"


@pytest.mark.parametrize("wrong", ["1m", "f1", None])
def test_wall_holds_every_tile_as_often_as_there_are_copies(wrong: str | None) -> None:
    wall = sorted_wall("mcr-botzone")
    wall[135] = -1 if wrong is None else parse_tile(wrong)
    table = Table(compiled("mcr-botzone"), load_tables())
    with pytest.raises(ActionError) as error:
        table.begin(wall=wall)
    assert error.value.code == "bad_wall"


def test_fifth_copy_cannot_be_drawn() -> None:
    table = dealt(compiled("mcr-botzone"), "11147m 147p 147s SW", *QUIET[1:])
    assert refused(table, "0 draw 1m") == "five_copies"
    assert refused(table, "0 draw f1") == "tile_not_in_play"
    assert refused(table, "0 draw") == "draw_without_tile"


def test_unknown_wall_is_as_long_as_the_rules_say() -> None:
    table = dealt(compiled("mcr-botzone"), *QUIET)
    assert [table.drawable(seat) for seat in range(4)] == [21] * 4
    mcr = dealt(compiled("mcr"), *MCR_QUIET)
    assert [mcr.drawable(seat) for seat in range(4)] == [91] * 4
