"""How each tile is drawn: dots, sticks, characters, flowers, and the back, as parts of an SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dashboards.style import FONT, TILE_FONT
from schemas.tiles import TILE_NAMES

BACK: Final = -1
"""Stands for a tile face down."""

_INK: Final = "#22303c"
_RED: Final = "#b3261e"
_GREEN: Final = "#2e7d4f"
_BLUE: Final = "#1f5f99"
_FACE: Final = "#fffdf5"
_EDGE: Final = "#a79f8c"

_NUMERALS: Final = "一二三四五六七八九"
_WINDS: Final = "東南西北"
_FLOWERS: Final = "春夏秋冬梅蘭菊竹"

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


def drawing(kind: int) -> str:
    """One tile, 60 wide and 80 high; `BACK` face down."""
    return _back() if kind == BACK else _body() + _face(kind)


def _back() -> str:
    return (
        f'<rect x="1" y="1" width="58" height="78" rx="7" fill="#3f7f6a" stroke="{_EDGE}"/>'
        '<rect x="7" y="7" width="46" height="66" rx="4" fill="none" stroke="#d7e6df" '
        'stroke-opacity=".55"/>'
    )


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
