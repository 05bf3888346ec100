"""Hands moved by hand: rule sets with changes, deals in notation, moves as lines of a script.

A script's line is ``seat action tiles``; what stands after the tile of a chow is the run. Lines
may be joined by semicolons.

    0 draw 5m; 0 discard 9p
    2 lost chow 4p 345p; 1 pung 4p
    exhausted
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.machine.state import PHASE_TURN, TILE
from engine.machine.table import Event, Table
from engine.machine.words import Move
from engine.rules import Rules, compile_rules
from engine.tables import load_tables
from engine.walls import DEAL_SIZE, WALL_SIZE
from schemas import codes
from schemas.batch import PlayedBatch, Ragged
from schemas.errors import ActionError
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import format_tile, format_tiles, parse_tile, parse_tiles

SHARED = Path(__file__).resolve().parents[2].parent / "shared"

QUIET = (
    "147m 147p 147s ESWN",
    "258m 258p 258s ESWN",
    "369m 369p 369s ESWN",
    "159m 159p 159s CFP E",
)
"""Four hands that claim nothing of one another but what a test gives them."""

TABLES = ("hands", "events", "wins", "win_patterns", "win_items", "settlements", "chances")

NO_CHARACTERS = ("258p 258s 147p 36s SW", "369p 369s 258p 14s WN", "147p 147s 369p 25s NC")
"""Three hands beside one that holds many characters."""

_VERBS = {
    "draw": codes.DRAW,
    "discard": codes.DISCARD,
    "chow": codes.CHOW,
    "pung": codes.PUNG,
    "kong": codes.KONG_EXPOSED,
    "added": codes.KONG_ADDED,
    "concealed": codes.KONG_CONCEALED,
    "flower": codes.FLOWER,
    "turn_wildcard": codes.TURN_WILDCARD,
    "replace": codes.REPLACE,
    "declare": codes.DECLARE_READY,
    "show": codes.SHOW_READY,
    "open": codes.OPEN_PLAY,
    "win": codes.WIN,
    "false_win": codes.FALSE_WIN,
    "foul": codes.FOUL,
}


def ruleset(name: str, **changes: dict[str, Any]) -> RuleSet:
    """A preset with some options changed, by section."""
    values = load_ruleset(name).model_dump()
    for section, options in changes.items():
        values[section] = {**values[section], **options}
    return RuleSet.model_validate(values)


@cache
def _preset(name: str) -> Rules:
    return compile_rules(load_ruleset(name))


def compiled(name: str, **changes: dict[str, Any]) -> Rules:
    return compile_rules(ruleset(name, **changes)) if changes else _preset(name)


def deal_of(*hands: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    deal = np.full((4, DEAL_SIZE), -1, np.int8)
    for seat, hand in enumerate(hands):
        tiles = parse_tiles(hand)
        deal[seat, : len(tiles)] = tiles
    return deal


Wall = np.ndarray[Any, np.dtype[np.int8]]


def sorted_wall(name: str) -> Wall:
    """All tiles in ascending order, copies together: 1m 1m 1m 1m 2m … f8."""
    copies = load_ruleset(name).tiles
    tiles = [tile for tile in range(27 + len(copies.honors)) for _ in range(4)]
    return _padded(tiles + [parse_tile(flower) for flower in copies.flowers])


def personal_wall(
    name: str, hands: Sequence[str], draws: Sequence[str], last: Sequence[str] = ("",) * 4
) -> Wall:
    """Personal walls that begin with the given hands and draws and end with the given tiles.

    What lies between is in ascending order.
    """
    rest = _unused(name, [*hands, *draws, *last])
    tiles: list[int] = []
    for seat in range(4):
        own = parse_tiles(hands[seat]) + parse_tiles(draws[seat])
        end = parse_tiles(last[seat])
        own += [rest.pop(0) for _ in range(34 - len(own) - len(end))]
        tiles += own + end
    return _padded(tiles)


def common_wall(name: str, hands: Sequence[str], front: str = "", tail: str = "") -> Wall:
    """A common wall that deals the given hands, seat 0 first, then gives the draws of `front`.

    Args:
        name: preset.
        hands: by seat, the dealer's fourteenth tile last.
        front: the first draws.
        tail: the first replacements.
    """
    dealt_tiles: list[int] = []
    rows = [parse_tiles(hand) for hand in hands]
    for block in (slice(0, 4), slice(4, 8), slice(8, 12), slice(12, 13)):
        dealt_tiles += [tile for row in rows for tile in row[block]]
    dealt_tiles += rows[0][13:]
    rest = _unused(name, [*hands, front, tail])
    return _padded(dealt_tiles + parse_tiles(front) + rest + parse_tiles(tail)[::-1])


def _unused(name: str, used: Sequence[str]) -> list[int]:
    rest = [int(tile) for tile in sorted_wall(name) if tile >= 0]
    for text in used:
        for tile in parse_tiles(text):
            rest.remove(tile)
    return rest


def _padded(tiles: list[int]) -> Wall:
    wall = np.full(WALL_SIZE, -1, np.int8)
    wall[: len(tiles)] = tiles
    return wall


def dealt(rules: Rules, *hands: str, script: str = "", **options: Any) -> Table:
    """A table with hands dealt, their draws not known beforehand, and a script played."""
    table = Table(rules, load_tables())
    table.begin(deal=deal_of(*hands), **options)
    play(table, script)
    return table


def moves_of(script: str) -> list[Move]:
    return [_move(line) for line in script.replace(";", "\n").split("\n") if line.strip()]


def play(table: Table, script: str) -> list[Event]:
    """Play a script; "?" draws a quiet tile and discards the one just drawn."""
    events = []
    for line in script.replace(";", "\n").split("\n"):
        if "?" in line:
            drawn = "draw" in line or "replace" in line
            tile = quiet_tile(table) if drawn else int(table.state.num[TILE])
            line = line.replace("?", format_tile(tile))
        for move in moves_of(line):
            events += table.do(move)
    return events


def refused(table: Table, script: str) -> str:
    """The code of the refusal of the script's last line; the lines before are played."""
    *before, last = moves_of(script)
    for move in before:
        table.do(move)
    events = table.events()
    state = [array.copy() for array in table.state]
    with pytest.raises(ActionError) as error:
        table.do(last)
    assert table.events() == events
    assert all(np.array_equal(a, b) for a, b in zip(state, table.state, strict=True))
    assert not table.can(last)
    return error.value.code


def pass_and_discard_what_is_drawn(table: Table, until: int = -1) -> None:
    """Play on from a known wall: nobody claims, everybody discards the tile just drawn.

    Args:
        table: the table.
        until: stop at a turn with so many tiles left in the wall; -1: at the end of the hand.
    """
    table.apply([])
    while not table.over:
        if table.phase == PHASE_TURN:
            if table.wall_left == until:
                return
            drawn = int(table.state.num[TILE])
            table.apply([Move(table.seat, codes.DISCARD, drawn)])
        else:
            table.apply([])


def quiet_tile(table: Table) -> int:
    """A tile of the wall that nobody wins on, pungs or konges; of those the least seen one."""
    state = table.state
    waits = {tile for seat in range(4) for tile in table.waits(seat)}
    return min(
        (
            tile
            for tile in reversed(range(34))
            if tile not in waits and state.taken[tile] < 4 and (state.hand[:, tile] < 2).all()
        ),
        key=lambda tile: int(state.taken[tile]),
    )


def quiet_turns(table: Table, until: int) -> None:
    """From a window on, all before a seat draw and discard a tile that nobody wants."""
    while (seat := (table.seat + 1) % 4) != until:
        play(table, f"{seat} draw ?; {seat} discard ?")


def filled(*hands: str, size: int = 13, spared: str = "") -> tuple[str, ...]:
    """Hands of which only some tiles matter, filled up with single ones that make no sets.

    A filling tile is nowhere in its hand and no neighbour of its tiles; of a kind three are used
    at most, of those to be spared none, and five honors a hand.
    """
    rows = [parse_tiles(hand) for hand in hands]
    used = [sum(row.count(tile) for row in rows) for tile in range(34)]
    for tile in parse_tiles(spared):
        used[tile] = 4
    for seat, row in enumerate(rows):
        order = [*range(27, 34), *range(27)]
        for tile in order[seat:] + order[:seat]:
            near = [other for other in range(tile - 2, tile + 3) if other // 9 == tile // 9]
            near = near if tile < 27 else [tile]
            full = len(row) == size or (tile >= 27 and sum(held >= 27 for held in row) >= 5)
            if not full and used[tile] < 3 and not set(near) & set(row):
                row.append(tile)
                used[tile] += 1
        assert len(row) == size, format_tiles(row)
    return tuple(format_tiles(sorted(row)) for row in rows)


def actions_of(table: Table) -> list[str]:
    """Seats and actions of the events after the deal: ``0 draw``."""
    return [f"{event.seat} {codes.ACTIONS[event.action]}" for event in table.events(4)]


def deltas(table: Table) -> list[int]:
    assert table.over
    return [int(delta) for delta in table.result().settlements["delta"]]


def flags_of(table: Table) -> set[str]:
    """Flags of the hand's only win."""
    (mask,) = table.result().wins["flags"].tolist()
    return {name for bit, name in enumerate(codes.FLAGS) if mask >> bit & 1}


def same_rows(left: PlayedBatch, right: PlayedBatch) -> bool:
    """Whether two batches have the same rows in all tables and the same refusals."""
    return left.refusals == right.refusals and all(
        _same_columns(getattr(left, table), getattr(right, table)) for table in TABLES
    )


def _same_columns(left: dict[str, Any], right: dict[str, Any]) -> bool:
    return left.keys() == right.keys() and all(
        np.array_equal(_flat(left[name]), _flat(right[name])) for name in left
    )


def _flat(column: Any) -> Any:
    if isinstance(column, Ragged):
        return np.concatenate([column.offsets, column.values.ravel()])
    return column


def _move(line: str) -> Move:
    words = line.split()
    if words in (["exhausted"], ["abort"]):
        return Move(-1, codes.EXHAUSTED if words == ["exhausted"] else codes.ABORT)
    seat, verb, *tiles = words
    claim = -1
    if verb == "lost":
        verb, *tiles = tiles
        claim = _VERBS[verb]
    tile = parse_tile(tiles[0]) if tiles else -1
    low = parse_tiles(tiles[1])[0] if len(tiles) > 1 else -1
    action = codes.LOST_CLAIM if claim >= 0 else _VERBS[verb]
    return Move(int(seat), action, tile, low, claim)
