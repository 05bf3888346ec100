"""Wins by flowers: all eight 八仙過海, and seven that rob the eighth 七搶一."""

from __future__ import annotations

import pytest

from engine.machine.table import Table
from engine.tables import load_tables
from schemas.codes import BY_EIGHT_FLOWERS, BY_SEVEN_FLOWERS
from schemas.tiles import format_tiles, parse_tiles
from tests.engine.machine_script import (
    QUIET,
    actions_of,
    common_wall,
    compiled,
    dealt,
    deltas,
    moves_of,
    play,
)
from tests.engine.special_wins import kinds_of_win, win_of

EIGHT = "f1 f2 f3 f4 f5 f6 f7"


EIGHT_TILES = "147m 147p ES"


SIXTEEN = (
    "147m 147p 147s ESWN CFP",
    "258m 258p 258s ESWN CFP",
    "369m 369p 369s ESWN CFP",
    "159m 159p 159s ESWN CFP",
)


def test_eight_flowers_win_at_once() -> None:
    """Taiwan card: 八仙過海, without a shape, before the flower is replaced."""
    rules = compiled("mcr", win={"minimum": 0, "eight_flowers": True})
    hands = ("147m 147p 147s ESWN P", f"25m 258p 2s {EIGHT}", *QUIET[2:])
    tiles = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    flowers = "; ".join(f"1 flower f{n}; 1 replace {t}" for n, t in enumerate(tiles, 1))
    table = dealt(rules, *hands, script=f"{flowers}; 0 discard P")
    play(table, "1 draw f8")
    assert kinds_of_win(table, 1) == []
    play(table, "1 flower f8")
    assert kinds_of_win(table, 1) == [""]
    play(table, "1 win")
    assert win_of(table) == (1, BY_EIGHT_FLOWERS, -1, -1)
    assert len(table.result().wins["concealed"].values) == 13
    assert len(table.result().wins["flowers"].values) == 8


@pytest.mark.parametrize(
    ("seat", "script"),
    [
        (1, "1 flower f8; 1 replace 6m"),  # fifteen tiles are no hand: the last one is replaced
        (0, "0 flower f8"),  # the dealer holds sixteen without it
    ],
)
def test_eight_dealt_flowers_win_with_a_hand_of_its_size(seat: int, script: str) -> None:
    """A win by flowers names no tile: sixteen concealed ones beside the eight."""
    rules = compiled("taiwan-standard")
    hands = list(SIXTEEN)
    hands[seat] = f"{EIGHT_TILES} {EIGHT} f8"
    hands[0] += " 9s"
    quiet = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    first = "; ".join(f"{seat} flower f{n}; {seat} replace {t}" for n, t in enumerate(quiet, 1))
    table = dealt(rules, *hands, script=first)
    *before, last = moves_of(script)
    for move in before:
        table.do(move)
        assert kinds_of_win(table, seat) == []
    table.do(last)
    play(table, f"{seat} win")
    assert win_of(table) == (seat, BY_EIGHT_FLOWERS, -1, -1)
    assert len(table.result().wins["concealed"].values) == 16
    assert len(table.result().wins["flowers"].values) == 8


def test_dealer_with_seven_flowers_leaves_its_last_tile_out() -> None:
    """Seat 2 is dealt the eighth; the dealer has replaced all and holds seventeen tiles."""
    rules = compiled("taiwan-standard")
    hands = list(SIXTEEN)
    hands[0] = f"{EIGHT_TILES} 1s {EIGHT} 9s"
    hands[2] = f"{format_tiles(parse_tiles(hands[2])[:15])} f8"
    quiet = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    first = "; ".join(f"0 flower f{n}; 0 replace {t}" for n, t in enumerate(quiet, 1))
    table = dealt(rules, *hands, script=f"{first}; 2 flower f8; 0 win")
    assert win_of(table) == (0, BY_SEVEN_FLOWERS, 2, -1)
    concealed = table.result().wins["concealed"].values.tolist()
    assert len(concealed) == 16
    # The dealer's last tile, the replacement 6m of its seventh flower, stands apart.
    assert concealed == sorted(parse_tiles(f"{EIGHT_TILES} 1s 9s 99m 88m 77m"))


def test_eight_flowers_may_be_let_go() -> None:
    rules = compiled("mcr", win={"minimum": 0, "eight_flowers": True})
    hands = ("147m 147p 147s ESWN P", f"25m 258p 2s {EIGHT}", *QUIET[2:])
    tail = "9m 9m 8m 8m 7m 7m 6m 6m"
    table = Table(rules, load_tables())
    table.begin(wall=common_wall("mcr", hands, front="f8", tail=tail))
    table.apply([])
    table.apply(moves_of("0 discard P"))
    table.apply([])
    assert actions_of(table)[-1] == "1 flower"
    assert kinds_of_win(table, 1) == [""]
    table.apply([])
    assert actions_of(table)[-1] == "1 replace"
    assert kinds_of_win(table, 1) == []


def seven(script: str) -> Table:
    """Seat 1 has exposed seven flowers but for f8, which seat 2 holds or draws."""
    rules = compiled("mcr", win={"minimum": 0, "seven_rob_one": True})
    hands = ("147m 147p 147s ESWN P", f"25m 258p 2s {EIGHT}", *QUIET[2:])
    tiles = ["9m", "9m", "8m", "8m", "7m", "7m", "6m"]
    flowers = "; ".join(f"1 flower f{n}; 1 replace {t}" for n, t in enumerate(tiles, 1))
    return dealt(rules, *hands, script=f"{flowers}; 0 discard P; {script}")


def test_seven_flowers_rob_the_eighth() -> None:
    """Taiwan card: seat 2 draws the eighth; seat 1 wins at once, and seat 2 pays alone."""
    table = seven("1 draw 9s; 1 discard 9s; 2 draw f8; 2 flower f8")
    assert [kinds_of_win(table, seat) for seat in range(4)] == [[], [""], [], []]
    play(table, "1 win")
    assert win_of(table) == (1, BY_SEVEN_FLOWERS, 2, -1)
    assert deltas(table) == [-8, 24, -8, -8]
    events = table.events()
    assert (events[-1].from_seat, events[-1].from_seq) == (2, -1)


def test_seventh_flower_robs_an_eighth_that_lies_open() -> None:
    rules = compiled("mcr", win={"minimum": 0, "seven_rob_one": True})
    hands = ("147m 147p 147s ESWN f8", f"258m 258p 2s {EIGHT[:-3]}", *QUIET[2:])
    tiles = ["9m", "9m", "8m", "8m", "7m", "7m"]
    flowers = "; ".join(f"1 flower f{n}; 1 replace {t}" for n, t in enumerate(tiles, 1))
    table = dealt(rules, *hands, script=f"0 flower f8; 0 replace P; {flowers}; 0 discard P")
    play(table, "1 draw f7; 1 flower f7; 1 win")
    assert win_of(table) == (1, BY_SEVEN_FLOWERS, 0, -1)
