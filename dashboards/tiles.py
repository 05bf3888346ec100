"""Mahjong tiles as SVG, drawn by the project itself: one symbol a kind, used as often as needed.

A page in one file holds `tile_symbols` once; `tile` and `win` then refer to the symbols by id. A
served page asks for `tile_file` by name instead. Every tile has a small index in a corner, so that
it can be read without knowing Chinese, and its notation as a label for screen readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from dashboards.style import FONT, TILE_FONT
from schemas.tiles import N_TILES, TILE_NAMES

BACK: Final = -1
"""Stands for a tile face down."""

_INK: Final = "#22303c"
_RED: Final = "#b3261e"
_GREEN: Final = "#2e7d4f"
_BLUE: Final = "#1f5f99"
_FACE: Final = "#fffdf5"
_EDGE: Final = "#a79f8c"
_TURN: Final = "rotate(90) translate(0 -80)"
"""Lays an upright tile on its side."""

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = "東南西北"
_FLOWERS: Final = "春夏秋冬梅蘭菊竹"
_TILE_WORDS: Final = {"m": "characters", "p": "dots", "s": "bamboo"}
_HONOR_WORDS: Final = {
    "E": "East wind", "S": "South wind", "W": "West wind", "N": "North wind",
    "C": "red dragon", "F": "green dragon", "P": "white dragon",
}  # fmt: skip
_FLOWER_WORDS: Final = (
    "spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo flower",
)  # fmt: skip

# Centres of dots and the colour of each; radii by number of dots.
_DOTS: Final[Mapping[int, Sequence[tuple[float, float, str]]]] = {
    1: [(30, 38, _RED)],
    2: [(30, 21, _GREEN), (30, 56, _BLUE)],
    3: [(15, 18, _BLUE), (30, 39, _RED), (45, 60, _GREEN)],
    4: [(18, 21, _BLUE), (42, 21, _GREEN), (18, 57, _GREEN), (42, 57, _BLUE)],
    5: [(17, 19, _BLUE), (43, 19, _GREEN), (30, 39, _RED), (17, 59, _GREEN), (43, 59, _BLUE)],
    6: [(19, 17, _GREEN), (41, 17, _GREEN)] + [(x, y, _RED) for y in (43, 63) for x in (19, 41)],
    7: [(14, 13, _GREEN), (29, 20, _GREEN), (44, 27, _GREEN)]
    + [(x, y, _RED) for y in (47, 65) for x in (20, 40)],
    8: [(x, y, _BLUE) for y in (14, 31, 48, 65) for x in (20, 40)],
    9: [
        (x, y, colour)
        for y, colour in ((21, _BLUE), (41, _RED), (61, _GREEN))
        for x in (13, 30, 47)
    ],
}
_DOT_RADIUS: Final = {1: 17.0, 2: 11.0, 3: 9.5, 4: 10.0, 5: 9.0, 6: 8.5, 7: 7.5, 8: 7.5, 9: 7.2}

# Centre, turn in degrees and colour of each stick; lengths by number of sticks.
_STICKS: Final[Mapping[int, Sequence[tuple[float, float, float, str]]]] = {
    2: [(30, 22, 0, _GREEN), (30, 56, 0, _BLUE)],
    3: [(30, 22, 0, _GREEN), (19, 56, 0, _BLUE), (41, 56, 0, _BLUE)],
    4: [(19, 22, 0, _BLUE), (41, 22, 0, _GREEN), (19, 56, 0, _GREEN), (41, 56, 0, _BLUE)],
    5: [(15, 22, 0, _GREEN), (45, 22, 0, _BLUE), (30, 39, 0, _RED), (15, 56, 0, _BLUE),
        (45, 56, 0, _GREEN)],
    6: [(x, y, 0, colour) for y, colour in ((22, _GREEN), (56, _BLUE)) for x in (15, 30, 45)],
    7: [(30, 15, 0, _RED)]
    + [(x, y, 0, _GREEN) for y in (39, 62) for x in (15, 30, 45)],
    8: [(10, 24, 0, _GREEN), (22.5, 24, -28, _GREEN), (33.5, 24, 28, _GREEN), (46, 24, 0, _GREEN),
        (10, 57, 0, _BLUE), (22.5, 57, 28, _BLUE), (33.5, 57, -28, _BLUE), (46, 57, 0, _BLUE)],
    9: [(x, y, 0, colour) for y in (16, 39, 62)
        for x, colour in ((15, _GREEN), (30, _RED), (45, _BLUE))],
}  # fmt: skip
_STICK_LENGTH: Final = {2: 28, 3: 28, 4: 28, 5: 26, 6: 28, 7: 19, 8: 27, 9: 19}

_SPARROW: Final = (
    f'<path d="M14 64C8 52 10 36 22 28c10-6 22-2 24 9 2 12-8 22-20 21z" fill="{_GREEN}"/>'
    f'<path d="M16 62C20 50 28 42 40 38" fill="none" stroke="{_FACE}" stroke-width="1.6"/>'
    f'<path d="M22 63C26 54 33 48 42 45" fill="none" stroke="{_FACE}" stroke-width="1.6"/>'
    f'<path d="M14 64L9 75M18 62L17 75M23 60L26 74" stroke="{_BLUE}" stroke-width="3.4" '
    'stroke-linecap="round"/>'
    f'<circle cx="38" cy="23" r="9.5" fill="{_RED}"/>'
    f'<path d="M46 20l9 3-9 4z" fill="{_INK}"/><circle cx="40" cy="21" r="2" fill="{_FACE}"/>'
    f'<path d="M34 14c-2-4-1-7 2-9 0 3 2 5 5 8z" fill="{_RED}"/>'
)


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile on the table: its code or `BACK`, and whether it lies on its side."""

    kind: int
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together: concealed, meld, winning or flowers."""

    name: str
    tiles: tuple[Laid, ...]


@cache
def tile_symbols() -> str:
    """One hidden SVG that defines every tile and the back; a page needs it once."""
    symbols = "".join(
        f'<symbol id="{_symbol(kind)}" viewBox="0 0 60 80">{_drawing(kind)}</symbol>'
        for kind in (*range(N_TILES), BACK)
    )
    return (
        '<svg class="tile-symbols" width="0" height="0" aria-hidden="true" focusable="false">'
        f"{symbols}</svg>"
    )


@cache
def tile_file(kind: int, *, turned: bool = False) -> str:
    """One tile as an SVG file of its own.

    Args:
        kind: tile code, 0–41, or `BACK`.
        turned: lying on its side.
    """
    width, height = (80, 60) if turned else (60, 80)
    art = f'<g transform="{_TURN}">{_drawing(kind)}</g>' if turned else _drawing(kind)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}">{art}</svg>'
    )


def tile_words(kind: int) -> str:
    """A tile for those who do not see it: notation and name.

    >>> tile_words(0), tile_words(BACK)
    ('1m, 1 of characters', 'tile face down')
    """
    return "tile face down" if kind == BACK else f"{TILE_NAMES[kind]}, {_words(kind)}"


def tile(kind: int, *, turned: bool = False, css: str = "") -> str:
    """One tile that refers to its symbol.

    Args:
        kind: tile code, 0–41, or `BACK`.
        turned: lying on its side, as a claimed tile does.
        css: further classes.
    """
    classes = " ".join(name for name in ("tile", "turned" if turned else "", css) if name)
    box, move = ("0 0 80 60", f' transform="{_TURN}"') if turned else ("0 0 60 80", "")
    return (
        f'<svg class="{classes}" viewBox="{box}" role="img" aria-label="{tile_words(kind)}">'
        f'<use href="#{_symbol(kind)}" width="60" height="80"{move}/></svg>'
    )


def win(
    concealed: Sequence[int],
    melds: Sequence[Mapping[str, Any]],
    win_tile: int | None,
    flowers: Iterable[int],
    winner: int,
) -> str:
    """A won hand as it lies on the table, drawn; arguments as of `win_groups`."""
    return drawn(win_groups(concealed, melds, win_tile, flowers, winner))


def drawn(groups: Iterable[Group]) -> str:
    """Groups of tiles side by side, each tile referring to its symbol."""
    inner = "".join(
        f'<span class="group {group.name}">'
        + "".join(tile(one.kind, turned=one.turned) for one in group.tiles)
        + "</span>"
        for group in groups
    )
    return f'<span class="tiles">{inner}</span>'


def win_groups(
    concealed: Sequence[int],
    melds: Sequence[Mapping[str, Any]],
    win_tile: int | None,
    flowers: Iterable[int],
    winner: int,
) -> list[Group]:
    """A won hand as it lies on the table: concealed tiles, melds, the winning tile, flowers.

    Args:
        concealed: tiles in the hand, the winning tile left out.
        melds: kind, tiles, concealed, from_seat of each.
        win_tile: None where the win has none.
        flowers: exposed flowers.
        winner: seat of the winner.
    """
    groups = [Group("concealed", tuple(Laid(kind) for kind in sorted(concealed)))]
    groups += [Group("meld", meld_tiles(meld, winner)) for meld in melds]
    if win_tile is not None:
        groups.append(Group("winning", (Laid(win_tile),)))
    groups.append(Group("flowers", tuple(Laid(kind) for kind in flowers)))
    return [group for group in groups if group.tiles]


def meld_tiles(meld: Mapping[str, Any], owner: int) -> tuple[Laid, ...]:
    """A meld as it lies before its owner.

    The claimed tile of a pung or kong lies on its side, at the left when it came from the player
    before, in the middle from across, at the right from the next. Chows are always from the
    player before; the table does not say which tile was claimed, so none is turned. A concealed
    kong shows its two middle tiles.

    Args:
        meld: kind, tiles, concealed, from_seat.
        owner: seat of the player who has it.
    """
    kinds = list(meld["tiles"])
    if meld["concealed"]:
        return (Laid(BACK), *(Laid(kind) for kind in kinds[1:-1]), Laid(BACK))
    if meld["kind"] == "chow" or meld["from_seat"] is None:
        return tuple(Laid(kind) for kind in kinds)
    # 1 next, 2 across, 3 previous; in a kong from the next player the last tile lies.
    giver = (meld["from_seat"] - owner) % 4
    lying = {3: 0, 2: 1, 1: len(kinds) - 1}.get(giver)
    return tuple(Laid(kind, turned=place == lying) for place, kind in enumerate(kinds))


def _symbol(kind: int) -> str:
    return "tile-back" if kind == BACK else f"tile-{kind}"


def _drawing(kind: int) -> str:
    return _back() if kind == BACK else _body() + _face(kind)


def _back() -> str:
    return (
        f'<rect x="1" y="1" width="58" height="78" rx="7" fill="#3f7f6a" stroke="{_EDGE}"/>'
        '<rect x="7" y="7" width="46" height="66" rx="4" fill="none" stroke="#d7e6df" '
        'stroke-opacity=".55"/>'
    )


def _words(kind: int) -> str:
    name = TILE_NAMES[kind]
    if kind < 27:
        return f"{name[0]} of {_TILE_WORDS[name[1]]}"
    return _HONOR_WORDS[name] if kind < 34 else _FLOWER_WORDS[kind - 34]


def _body() -> str:
    return (
        f'<rect x="1" y="1" width="58" height="78" rx="7" fill="#d9cfae" stroke="{_EDGE}"/>'
        f'<rect x="1.5" y="1.5" width="57" height="74.5" rx="6.5" fill="{_FACE}"/>'
    )


def _face(kind: int) -> str:
    name = TILE_NAMES[kind]
    if kind < 9:
        return (
            _text(30, 36, 31, _INK, _NUMERALS[kind])
            + _text(30, 68, 31, _RED, "萬")
            + _index(name[0])
        )
    if kind < 18:
        number = kind - 8
        return "".join(_dot(*dot, _DOT_RADIUS[number]) for dot in _DOTS[number]) + _index(name[0])
    if kind < 27:
        number = kind - 17
        art = (
            _SPARROW
            if number == 1
            else "".join(_stick(*stick, _STICK_LENGTH[number]) for stick in _STICKS[number])
        )
        return art + _index(name[0])
    if kind < 31:
        return _text(30, 56, 45, _INK, _WINDS[kind - 27]) + _index(name)
    if kind == 31:
        return _text(30, 56, 47, _RED, "中") + _index(name)
    if kind == 32:
        return _text(30, 56, 45, _GREEN, "發") + _index(name)
    if kind == 33:
        return (
            f'<rect x="13" y="17" width="34" height="46" rx="2" fill="none" stroke="{_BLUE}" '
            f'stroke-width="5"/><rect x="19" y="23" width="22" height="34" fill="none" '
            f'stroke="{_BLUE}" stroke-width="1.5"/>' + _index(name)
        )
    colour = _RED if kind < 38 else _GREEN
    return _blossom(colour) + _text(30, 67, 30, colour, _FLOWERS[kind - 34]) + _index(name[1])


def _text(x: float, y: float, size: float, colour: str, text: str) -> str:
    font = TILE_FONT.replace('"', "'")
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" font-weight="700" text-anchor="middle" '
        f'fill="{colour}" font-family="{font}">{text}</text>'
    )


def _index(text: str) -> str:
    font = FONT.replace('"', "'")
    return (
        f'<text x="52" y="12.5" font-size="10.5" font-weight="600" text-anchor="middle" '
        f'fill="#6b6a63" font-family="{font}">{text}</text>'
    )


def _dot(x: float, y: float, colour: str, radius: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.62:g}" fill="none" stroke="{_FACE}" '
        f'stroke-width="{radius * 0.16:.2g}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.22:.2g}" fill="{_FACE}"/>'
    )


def _stick(x: float, y: float, turn: float, colour: str, length: float) -> str:
    move = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    half = length / 2
    return (
        f'<g{move}><rect x="{x - 3.7:g}" y="{y - half:g}" width="7.4" height="{length:g}" rx="3.7" '
        f'fill="{colour}"/><path d="M{x - 3.7:g} {y:g}h7.4" stroke="{_FACE}" stroke-width="1.8"/>'
        f'<path d="M{x:g} {y - half + 4:g}v{half - 7:g}M{x:g} {y + 3:g}v{half - 7:g}" '
        f'stroke="{_FACE}" stroke-width="1.2" stroke-linecap="round"/></g>'
    )


def _blossom(colour: str) -> str:
    petals = "".join(
        f'<ellipse cx="30" cy="13.5" rx="5" ry="7.5" fill="{colour}" fill-opacity=".75" '
        f'transform="rotate({turn} 30 22)"/>'
        for turn in range(0, 360, 72)
    )
    return petals + f'<circle cx="30" cy="22" r="3.6" fill="{_FACE}"/>'
