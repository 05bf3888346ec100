"""Tile notation: three notations in, two out, unknown tiles named."""

import pytest

from schemas.errors import InputError
from schemas.tiles import (
    BOTZONE_NAMES,
    N_TILES,
    TILE_NAMES,
    UNICODE_NAMES,
    format_tile,
    format_tiles,
    parse_tile,
    parse_tiles,
)


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("1m", 0), ("9m", 8), ("1p", 9), ("9p", 17), ("1s", 18), ("9s", 26),
        ("E", 27), ("S", 28), ("W", 29), ("N", 30), ("C", 31), ("F", 32), ("P", 33),
        ("f1", 34), ("f8", 41),
    ],
)  # fmt: skip
def test_own_notation(text, tile):
    assert parse_tile(text) == tile
    assert format_tile(tile) == text


@pytest.mark.parametrize(
    ("text", "tile"),
    [
        ("W1", "1m"), ("W9", "9m"),
        ("B1", "1p"), ("B9", "9p"),  # B is dots 饼 …
        ("T1", "1s"), ("T9", "9s"),  # … and T bamboo 条
        ("F1", "E"), ("F4", "N"), ("J1", "C"), ("J2", "F"), ("J3", "P"), ("H1", "f1"),
    ],
)  # fmt: skip
def test_botzone_codes(text, tile):
    assert parse_tile(text) == parse_tile(tile)
    assert BOTZONE_NAMES[parse_tile(tile)] == text


@pytest.mark.parametrize(
    ("char", "tile"),
    [
        ("\N{MAHJONG TILE ONE OF CHARACTERS}", "1m"),
        ("\N{MAHJONG TILE NINE OF CIRCLES}", "9p"),
        ("\N{MAHJONG TILE FIVE OF BAMBOOS}", "5s"),
        ("\N{MAHJONG TILE EAST WIND}", "E"),
        ("\N{MAHJONG TILE RED DRAGON}", "C"),
        ("\N{MAHJONG TILE GREEN DRAGON}", "F"),
        ("\N{MAHJONG TILE WHITE DRAGON}", "P"),
        ("\N{MAHJONG TILE SPRING}", "f1"),
        ("\N{MAHJONG TILE WINTER}", "f4"),
        ("\N{MAHJONG TILE PLUM}", "f5"),
        ("\N{MAHJONG TILE ORCHID}", "f6"),
        ("\N{MAHJONG TILE CHRYSANTHEMUM}", "f7"),  # the West's flower
        ("\N{MAHJONG TILE BAMBOO}", "f8"),  # the North's
    ],
)
def test_unicode_tiles(char, tile):
    assert parse_tile(char) == parse_tile(tile)
    assert UNICODE_NAMES[parse_tile(tile)] == char


def test_every_tile_has_three_distinct_names():
    for names in (TILE_NAMES, BOTZONE_NAMES, UNICODE_NAMES):
        assert len(set(names)) == N_TILES
        assert [parse_tile(name) for name in names] == list(range(N_TILES))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("123m55p EEE", "123m 55p EEE"),
        ("1m2m3m", "123m"),
        ("W1W2W3", "123m"),
        ("🀀🀀 🀄", "EE C"),
        ("f1f2 19s", "f1 f2 19s"),
        ("EESSWWNN", "EE SS WW NN"),
        ("W", "W"),
    ],
)
def test_runs_are_read_and_written(text, written):
    assert format_tiles(parse_tiles(text)) == written
    assert parse_tiles(written) == parse_tiles(text)


@pytest.mark.parametrize("text", ["0m", "10m", "1x", "W0", "F5", "J4", "e", "f9", "f0", "", " "])
def test_unknown_tile_is_refused(text):
    with pytest.raises(InputError, match="unknown tile") as error:
        parse_tile(text)
    assert error.value.code == "unknown_tile"


@pytest.mark.parametrize("text", ["12", "12m3", "12mx", "E1", "5q", "١m"])
def test_unknown_run_names_the_offending_part(text):
    with pytest.raises(InputError, match="unknown tile") as error:
        parse_tiles(text)
    assert text in error.value.message
