"""A player of the systems without a minimum, for tests: what it sees, and what it chooses."""

from __future__ import annotations

from functools import cache

import numpy as np

from engine.machine.choices import M_ACTION, M_LOW, M_TILE, MAX_OPTIONS, N_M
from engine.policies.policy import MEMORY_FLOATS, MEMORY_INTS, Knowledge, Memory
from engine.policies.regional_value.decide import decide_regional
from engine.policies.regional_value.policy import prepare_regional
from engine.policies.sight import (
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_DEALER,
    V_DRAWS_LEFT,
    V_FROM,
    V_MAY_PASS,
    V_N_MELDS,
    V_SEAT_WIND,
    V_TILE,
    V_TURN,
    V_UNSEEN,
    V_WALL_LEFT,
    V_WILD,
    V_WILDCARD,
    V_WIN_TOTAL,
    Sight,
    new_sight,
)
from engine.rules import Rules, compile_rules
from engine.situation import NO_MELD
from engine.tables import load_tables
from schemas.codes import CHOW, DISCARD, MELD_CHOW, MELD_KONG_CONCEALED, MELD_PUNG
from schemas.rules_files import load_ruleset
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS, TILE_NAMES, parse_tiles

Option = tuple[int, str, str]
"""A legal move: its action, its tile, and a chow's lowest tile ('' for none)."""


@cache
def ruleset(name: str) -> RuleSet:
    """A preset, or a rule set of a file."""
    return load_ruleset(name)


@cache
def rules(name: str) -> Rules:
    """The same, compiled."""
    return compile_rules(ruleset(name))


@cache
def known(name: str) -> Knowledge:
    """What the policy knows of it."""
    return prepare_regional(ruleset(name), rules(name), load_tables(), {})


def sight(
    name: str,
    hand: str,
    *melds: str,
    draws_left: int = 12,
    gold: str = "",
    win_total: int = -1,
    turn: int = 3,
) -> Sight:
    """What a player of the seat wind South sees; the dealer sits before it.

    Args:
        name: preset or file.
        hand: its concealed tiles.
        melds: its claimed melds, such as ``CCC`` or ``123m``; ``*1111p`` is a concealed kong.
        draws_left: own draws to come.
        gold: the kind that is wild.
        win_total: what a win on offer counts.
        turn: own discards so far.
    """
    look = new_sight()
    look.meld_kind[:] = NO_MELD
    for tile in parse_tiles(hand):
        look.hand[tile] += 1
    look.live[:] = rules(name).copies - look.hand
    for place, text in enumerate(melds):
        tiles = parse_tiles(text.lstrip("*"))
        kind = MELD_PUNG if tiles[0] == tiles[1] else MELD_CHOW
        look.meld_kind[0, place] = MELD_KONG_CONCEALED if text.startswith("*") else kind
        look.meld_tile[0, place] = min(tiles)
        for tile in tiles:
            look.live[tile] -= 1
    num = look.num
    num[V_WILDCARD] = parse_tiles(gold)[0] if gold else -1
    num[V_WILD] = 1 << int(num[V_WILDCARD]) if gold else 0
    num[V_N_MELDS] = len(melds)
    num[V_SEAT_WIND] = 1
    num[V_DEALER] = 3
    num[V_DRAWS_LEFT] = draws_left
    num[V_WALL_LEFT] = 4 * draws_left
    num[V_TURN] = turn
    num[V_UNSEEN] = int(look.live.sum())
    num[V_WIN_TOTAL] = win_total
    return look


def choose(
    name: str, look: Sight, options: list[Option], knowledge: Knowledge | None = None
) -> int:
    """The row of the option that the policy chooses, −1: none."""
    rows = np.full((MAX_OPTIONS, N_M), -1, np.int16)
    for row, (action, tile, low) in enumerate(options):
        rows[row, M_ACTION] = action
        rows[row, M_TILE] = parse_tiles(tile)[0] if tile else -1
        rows[row, M_LOW] = parse_tiles(low)[0] if low else -1
    turn = any(action == DISCARD for action, _, _ in options)
    look.num[V_ASK] = ASK_TURN if turn else ASK_WINDOW
    look.num[V_MAY_PASS] = 0 if turn else 1
    look.num[V_TILE] = -1 if turn else rows[0, M_TILE]
    look.num[V_FROM] = 0 if turn else 3
    memory = Memory(np.zeros(MEMORY_INTS, np.int64), np.zeros(MEMORY_FLOATS))
    return decide_regional(
        rules(name),
        load_tables(),
        knowledge if knowledge is not None else known(name),
        look,
        rows,
        len(options),
        np.zeros(1, np.uint64),
        memory,
    )


def discards(look: Sight) -> list[Option]:
    """All discards of a hand."""
    return [(DISCARD, TILE_NAMES[kind], "") for kind in range(N_KINDS) if look.hand[kind] > 0]


def discard(name: str, look: Sight, knowledge: Knowledge | None = None) -> str:
    """The tile that the policy discards of all that it holds."""
    options = discards(look)
    return options[choose(name, look, options, knowledge)][1]


def claims(name: str, look: Sight, *options: Option, knowledge: Knowledge | None = None) -> str:
    """What is claimed: the lowest tile of a chow, 'pung', or '' for nothing."""
    row = choose(name, look, list(options), knowledge)
    if row < 0:
        return ""
    action, _, low = options[row]
    return low if action == CHOW else "pung"
