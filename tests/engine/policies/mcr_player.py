"""A player of Chinese Official for tests: what it sees, written by hand, and what it chooses."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np

from engine.machine.choices import M_ACTION, M_LOW, M_TILE, MAX_OPTIONS, N_M
from engine.policies.mcr_value.choose import choose_turn
from engine.policies.mcr_value.claims import choose_claim
from engine.policies.mcr_value.policy import prepare_mcr
from engine.policies.policy import MEMORY_FLOATS, MEMORY_INTS, Knowledge, Memory
from engine.policies.sight import (
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_DRAWS_LEFT,
    V_N_MELDS,
    V_ROUND_WIND,
    V_SEAT_WIND,
    V_TILE,
    V_UNSEEN,
    V_WILDCARD,
    Sight,
    new_sight,
)
from engine.situation import NO_MELD
from engine.tables import load_tables
from schemas.codes import DISCARD, MELD_CHOW
from schemas.tiles import N_KINDS, TILE_NAMES, parse_tiles
from tests.engine.oracle.engine import compiled, ruleset
from tests.engine.oracle.hands import win


class Option(NamedTuple):
    """A legal move: its action, its tile, and a chow's lowest tile."""

    action: int
    tile: str
    low: str = ""


def new_memory() -> Memory:
    """A player's memory at the first choice of a hand."""
    return Memory(np.zeros(MEMORY_INTS, np.int64), np.zeros(MEMORY_FLOATS))


@cache
def known(name: str = "mcr-botzone") -> Knowledge:
    """What the policy knows of a preset."""
    return prepare_mcr(ruleset(name), compiled(name), load_tables(), {})


def sight(
    hand: str, *melds: str, discards: str = "", draws_left: int = 20, seen: str = ""
) -> Sight:
    """What a South player in the South round sees.

    Args:
        hand: its concealed tiles.
        melds: its melds, as `tests.engine.oracle.hands.win` takes them.
        discards: what the next player has discarded.
        draws_left: own draws to come.
        seen: other tiles that lie open, in the discards of the player opposite.
    """
    look = new_sight()
    for tile in parse_tiles(hand):
        look.hand[tile] += 1
    look.meld_kind[:] = NO_MELD
    look.live[:N_KINDS] = 4 - look.hand[:N_KINDS]
    for place, (kind, tile) in enumerate(win("1m", "1m", *melds).melds):
        look.meld_kind[0, place] = kind
        look.meld_tile[0, place] = tile
        tiles = [tile, tile + 1, tile + 2] if kind == MELD_CHOW else [tile] * 3
        for held in tiles:
            look.live[held] -= 1
    for seat, text in ((1, discards), (2, seen)):
        for tile in parse_tiles(text) if text else []:
            look.discards[seat, tile] += 1
            look.live[tile] -= 1
    look.num[V_WILDCARD] = -1
    look.num[V_N_MELDS] = len(melds)
    look.num[V_SEAT_WIND] = 1
    look.num[V_ROUND_WIND] = 1
    look.num[V_DRAWS_LEFT] = draws_left
    look.num[V_UNSEEN] = int(look.live.sum())
    return look


def discard(look: Sight, name: str = "mcr-botzone", memory: Memory | None = None) -> str:
    """The tile that the policy discards of all that it holds."""
    held = [TILE_NAMES[kind] for kind in range(N_KINDS) if look.hand[kind] > 0]
    row = choose(look, [Option(DISCARD, tile) for tile in held], known(name), memory)
    return held[row]


def choose(
    look: Sight, options: list[Option], knowledge: Knowledge, memory: Memory | None = None
) -> int:
    """The row of the option that the policy chooses; -1: none."""
    rows = np.full((MAX_OPTIONS, N_M), -1, np.int16)
    for row, option in enumerate(options):
        rows[row, M_ACTION] = option.action
        rows[row, M_TILE] = parse_tiles(option.tile)[0]
        rows[row, M_LOW] = parse_tiles(option.low)[0] if option.low else -1
    turn = options[0].action == DISCARD
    look.num[V_ASK] = ASK_TURN if turn else ASK_WINDOW
    look.num[V_TILE] = -1 if turn else rows[0, M_TILE]
    ints, floats = new_memory() if memory is None else memory
    kernel = choose_turn if turn else choose_claim
    return int(
        kernel(
            knowledge.ints,
            knowledge.floats,
            knowledge.bytes,
            load_tables().shape,
            look,
            rows,
            len(options),
            ints,
            floats,
        )
    )
