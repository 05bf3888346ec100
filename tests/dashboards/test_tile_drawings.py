"""Tiles: one symbol a kind, readable without Chinese, melds as they lie on the table."""

import re
from xml.etree import ElementTree

import pytest

from dashboards.tiles import tile, tile_symbols, win
from schemas.tiles import N_TILES, parse_tile, parse_tiles

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def symbols():
    text = tile_symbols().replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    found = ElementTree.fromstring(text).iter(f"{SVG}symbol")
    return {symbol.get("id"): symbol for symbol in found}


def test_every_kind_has_a_symbol_and_there_is_a_back(symbols):
    assert set(symbols) == {f"tile-{kind}" for kind in range(N_TILES)} | {"tile-back"}


def texts(symbol):
    return [element.text for element in symbol.iter(f"{SVG}text")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("3m", ["三", "萬", "3"]),
        ("E", ["東", "E"]),
        ("C", ["中", "C"]),
        ("F", ["發", "F"]),
        ("P", ["P"]),
        ("f1", ["春", "1"]),
        ("f7", ["菊", "7"]),
        ("f8", ["竹", "8"]),
    ],
)
def test_characters_and_index_of_a_tile(symbols, name, expected):
    assert texts(symbols[f"tile-{parse_tile(name)}"]) == expected


@pytest.mark.parametrize("number", range(1, 10))
def test_dots_have_as_many_dots_as_their_number(symbols, number):
    circles = list(symbols[f"tile-{parse_tile(f'{number}p')}"].iter(f"{SVG}circle"))
    assert len(circles) == 3 * number  # each dot is a disc, a ring and an eye


@pytest.mark.parametrize("number", range(2, 10))
def test_bamboo_has_as_many_sticks_as_its_number(symbols, number):
    assert len(list(symbols[f"tile-{parse_tile(f'{number}s')}"].iter(f"{SVG}g"))) == number


def test_drawings_stay_within_the_tile(symbols):
    for symbol in symbols.values():
        for circle in symbol.iter(f"{SVG}circle"):
            x, y, r = (float(circle.get(name)) for name in ("cx", "cy", "r"))
            assert x - r >= 0
            assert x + r <= 60
            assert y - r >= 0
            assert y + r <= 80


def test_a_tile_says_what_it_is():
    assert 'aria-label="3m, 3 of characters"' in tile(2)
    assert 'aria-label="W, West wind"' in tile(29)
    assert 'aria-label="f7, chrysanthemum"' in tile(40)


def groups(markup):
    """(group, [(symbol, turned)]) of a drawn win."""
    found = []
    for name, inner in re.findall(r'<span class="group (\w+)">(.*?)</span>', markup):
        tiles = re.findall(r'<svg class="tile( turned)?".*?href="#tile-(\w+)"', inner)
        found.append((name, [(symbol, bool(turned)) for turned, symbol in tiles]))
    return found


def drawn(*melds, concealed="55p", win_tile="5p", flowers=(), winner=1):
    kind = None if win_tile is None else parse_tile(win_tile)
    return groups(win(parse_tiles(concealed), melds, kind, flowers, winner))


def meld(kind, tiles, from_seat):
    concealed = from_seat is None
    return {
        "kind": kind,
        "tiles": parse_tiles(tiles),
        "concealed": concealed,
        "from_seat": from_seat,
    }


def test_a_hand_is_sorted_with_the_winning_tile_apart_and_flowers_last():
    found = drawn(concealed="3m 1m E 2m", win_tile="E", flowers=[34, 35])
    assert found == [
        ("concealed", [("0", False), ("1", False), ("2", False), ("27", False)]),
        ("winning", [("27", False)]),
        ("flowers", [("34", False), ("35", False)]),
    ]


@pytest.mark.parametrize(
    ("from_seat", "place"), [(0, 0), (3, 1), (2, 2)], ids=["previous", "across", "next"]
)
def test_the_claimed_tile_of_a_pung_lies_on_the_side_of_its_giver(from_seat, place):
    found = dict(drawn(meld("pung", "CCC", from_seat)))["meld"]
    assert [turned for _, turned in found] == [index == place for index in range(3)]


def test_the_claimed_tile_of_a_kong_from_the_next_player_lies_at_the_end():
    found = dict(drawn(meld("kong", "9999m", 2)))["meld"]
    assert [turned for _, turned in found] == [False, False, False, True]


def test_chows_stand_upright():
    found = dict(drawn(meld("chow", "123m", 0)))["meld"]
    assert found == [("0", False), ("1", False), ("2", False)]


def test_a_concealed_kong_shows_two_tiles_between_two_backs():
    found = dict(drawn(meld("kong", "7777s", None)))["meld"]
    assert [symbol for symbol, _ in found] == ["back", "24", "24", "back"]


def test_a_win_without_a_winning_tile_has_no_such_group():
    assert "winning" not in dict(drawn(win_tile=None))
