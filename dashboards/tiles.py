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

from dashboards.tile_art import BACK, drawing
from schemas.tiles import N_TILES, TILE_NAMES

_TURN: Final = "rotate(90) translate(0 -80)"
"""Lays an upright tile on its side."""

_TILE_WORDS: Final = {"m": "characters", "p": "dots", "s": "bamboo"}
_HONOR_WORDS: Final = {
    "E": "East wind", "S": "South wind", "W": "West wind", "N": "North wind",
    "C": "red dragon", "F": "green dragon", "P": "white dragon",
}  # fmt: skip
_FLOWER_WORDS: Final = (
    "spring", "summer", "autumn", "winter", "plum", "orchid", "chrysanthemum", "bamboo flower",
)  # fmt: skip


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
        f'<symbol id="{_symbol(kind)}" viewBox="0 0 60 80">{drawing(kind)}</symbol>'
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
    art = f'<g transform="{_TURN}">{drawing(kind)}</g>' if turned else drawing(kind)
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


def _words(kind: int) -> str:
    name = TILE_NAMES[kind]
    if kind < 27:
        return f"{name[0]} of {_TILE_WORDS[name[1]]}"
    return _HONOR_WORDS[name] if kind < 34 else _FLOWER_WORDS[kind - 34]
