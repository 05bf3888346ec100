"""Tile notation: the one place where tiles are read and written.

A tile is a small integer everywhere else: 0–8 ``1m–9m`` characters 万, 9–17 ``1p–9p`` dots 饼,
18–26 ``1s–9s`` bamboo 条, 27–30 winds ``E S W N``, 31–33 dragons ``C F P`` 中发白, 34–41 flowers
``f1–f8`` (春夏秋冬 梅兰竹菊). Three notations are read and written: paipu's own, Botzone's
(``W1 B1 T1 F1 J1 H1``; note that ``B`` is dots and ``T`` bamboo) and Unicode's tile characters.

>>> parse_tiles("123m 55p EEE")
[0, 1, 2, 13, 13, 27, 27, 27]
>>> format_tiles([0, 1, 2, 13, 13, 27, 27, 27])
'123m 55p EEE'
>>> parse_tile("T9") == parse_tile("9s") == parse_tile("🀘")
True
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schemas.errors import InputError, shown

N_KINDS: Final = 34
"""Kinds of tiles that can stand in a hand: suits and honors."""
N_TILES: Final = 42
"""Kinds of tiles in all, flowers included."""

SUITS: Final = "mps"
HONORS: Final = "ESWNCFP"
WINDS: Final = ("E", "S", "W", "N")

TILE_NAMES: Final[tuple[str, ...]] = (
    *(f"{n}{suit}" for suit in SUITS for n in range(1, 10)),
    *HONORS,
    *(f"f{n}" for n in range(1, 9)),
)
BOTZONE_NAMES: Final[tuple[str, ...]] = (
    *(f"{letter}{n}" for letter in "WBT" for n in range(1, 10)),
    *(f"F{n}" for n in range(1, 5)),
    *(f"J{n}" for n in range(1, 4)),
    *(f"H{n}" for n in range(1, 9)),
)
# Unicode's block runs: winds, red, green, white, characters, bamboo, dots, then plum, orchid,
# bamboo, chrysanthemum, spring, summer, autumn, winter. Seasons are f1-f4; f7 is the West's
# chrysanthemum 菊 and f8 the North's bamboo 竹.
_UNICODE_ORDER: Final = (
    *range(27, 34),
    *range(0, 9),
    *range(18, 27),
    *range(9, 18),
    38, 39, 41, 40, 34, 35, 36, 37,
)  # fmt: skip
UNICODE_NAMES: Final[tuple[str, ...]] = tuple(
    chr(0x1F000 + _UNICODE_ORDER.index(tile)) for tile in range(N_TILES)
)

_CODES: Final[dict[str, int]] = {
    name: tile
    for names in (TILE_NAMES, BOTZONE_NAMES, UNICODE_NAMES)
    for tile, name in enumerate(names)
}
_VALID: Final = "1m…9m 1p…9p 1s…9s E S W N C F P f1…f8"


def parse_tile(text: str) -> int:
    """Read one tile in any of the three notations.

    Raises:
        InputError: with code ``unknown_tile`` where the text names no tile.

    >>> parse_tile("E"), parse_tile("F1"), parse_tile("f1")
    (27, 27, 34)
    """
    tile = _CODES.get(text)
    if tile is None:
        raise InputError(f"unknown tile {shown(text)}; tiles are {_VALID}", code="unknown_tile")
    return tile


def parse_tiles(text: str) -> list[int]:
    """Read a run of tiles: ``123m55p EEE f1``, Botzone codes or Unicode, blanks between or not.

    Raises:
        InputError: with code ``unknown_tile`` for the first part that names no tile.

    >>> parse_tiles("W1 T3 F1 🀄")
    [0, 20, 27, 31]
    """
    tiles: list[int] = []
    for word in text.split():
        tiles.extend(_parse_word(word))
    return tiles


def format_tile(tile: int) -> str:
    """Write one tile in paipu's notation.

    >>> format_tile(33)
    'P'
    """
    return TILE_NAMES[tile]


def format_tiles(tiles: Iterable[int]) -> str:
    """Write tiles in paipu's notation, neighbours of one suit run together, order kept.

    >>> format_tiles([0, 1, 27, 27, 34])
    '12m EE f1'
    """
    words: list[str] = []
    for tile in tiles:
        name = TILE_NAMES[tile]
        last = words[-1] if words else ""
        if tile < 27 and last.endswith(name[1]) and last[0].isdigit():
            words[-1] = last[:-1] + name
        elif 27 <= tile < 34 and last and set(last) == {name}:
            words[-1] = last + name
        else:
            words.append(name)
    return " ".join(words)


def _parse_word(word: str) -> list[int]:
    if word in _CODES:
        return [_CODES[word]]
    tiles: list[int] = []
    digits = ""
    position = 0
    while position < len(word):
        char = word[position]
        pair = word[position : position + 2]
        if char.isdigit() and char.isascii():
            digits += char
            position += 1
        elif digits and char in SUITS:
            tiles.extend(parse_tile(digit + char) for digit in digits)
            digits = ""
            position += 1
        elif not digits and len(pair) == 2 and pair in _CODES:
            tiles.append(_CODES[pair])
            position += 2
        elif not digits and char in _CODES:
            tiles.append(_CODES[char])
            position += 1
        else:
            raise InputError(
                f"unknown tile {shown(digits + char)} in {shown(word)}; tiles are {_VALID}",
                code="unknown_tile",
            )
    if digits:
        raise InputError(
            f"unknown tile {shown(digits)} in {shown(word)}: numbers need a suit m, p or s",
            code="unknown_tile",
        )
    return tiles
