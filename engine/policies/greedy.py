"""`greedy` plays for speed alone: nearest to ready, then the most live tiles, every legal win.

It asks no value of a hand and no minimum. Its rules, in this order:

- A win is always taken, a robbed kong among them.
- Flowers are exposed at once.
- The discard is `engine.policies.tiles.best_discard`.
- A chow, pung or exposed kong is claimed where the hand after its best discard is nearer to ready
  than before; an exposed kong also where the hand stays as near. Among several the nearest, then
  the one with the most live tiles, then kong before pung before chow, the lower run.
- Own kongs are made where the hand is as near after them as after the best discard.
- A hand that is ready is declared where it has `declare_from` live winning tiles, and shown where
  it has `show_from`.
- It plays openly where its first discard leaves it within `open_within` of ready: never, unless
  that is asked for.
- It bets `dealer_bet` on the hands that it deals, where it is the first to draw: nothing, unless
  that is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.machine.choices import M_ACTION, M_LOW, M_TILE, Moves
from engine.machine.restrict import swap_mask
from engine.policies.policy import Knowledge, Memory, Policy, PolicyOption
from engine.policies.sight import (
    ASK_BET,
    ASK_TURN,
    ASK_WINDOW,
    V_ASK,
    V_DEALER,
    V_N_MELDS,
    V_TILE,
    V_TURN,
    V_WILD,
    Sight,
)
from engine.policies.tiles import best_discard
from engine.policies.tiles_views import Room
from engine.rules import Rules
from engine.tables import Tables
from engine.wild import hand_distance
from schemas.codes import (
    CHOW,
    DECLARE_READY,
    DISCARD,
    FLOWER,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    OPEN_PLAY,
    PUNG,
    SHOW_READY,
    WIN,
)
from schemas.ruleset import RuleSet
from schemas.tiles import N_KINDS

_OPTIONS: Final = {
    "declare_from": PolicyOption(3, 0, 99, "live winning tiles from which ready is declared"),
    "show_from": PolicyOption(6, 0, 99, "live winning tiles from which a ready hand is shown"),
    "open_within": PolicyOption(-1, -1, 9, "distance to ready up to which it plays openly"),
    "dealer_bet": PolicyOption(0, 0, 99, "bet of the dealer"),
}
_DECLARE_FROM, _SHOW_FROM, _OPEN_WITHIN, _DEALER_BET = range(4)
_STORED, _AT_TURN, _AT_MELDS, _DISTANCE, _ROOM = range(5)
"""In a player's memory: whether it has noted how far its hand is from ready since its last discard,
after how many discards and with how many melds, and the distance; scratch begins behind."""
_FAR: Final = 99


def prepare(
    ruleset: RuleSet, rules: Rules, tables: Tables, options: Mapping[str, float]
) -> Knowledge:
    """Its options, in order, are all that it knows beforehand."""
    numbers = [int(options[name]) for name in _OPTIONS]
    return Knowledge(np.array(numbers, np.int64), np.zeros(1), np.zeros(1, np.uint8))


def decide(
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    stream: NDArray[np.uint64],
    memory: Memory,
) -> int:
    """Choose as the rules above say."""
    asked = sight.num[V_ASK]
    if asked == ASK_BET:
        return _bet(knowledge, sight, options, n)
    if options[0, M_ACTION] == WIN:
        return 0
    notes = memory.ints
    if asked == ASK_WINDOW:
        return _claim(rules, tables, sight, options, n, notes)
    return _turn(rules, tables, knowledge, sight, options, n, notes) if asked == ASK_TURN else -1


@leaf
def _bet(knowledge: Knowledge, sight: Sight, options: Moves, n: int) -> int:
    """The highest bet on offer that is not above the one meant."""
    meant = knowledge.ints[_DEALER_BET] if sight.num[V_DEALER] == 0 else 0
    chosen = 0
    for k in range(n):
        if options[chosen, M_TILE] < options[k, M_TILE] <= meant:
            chosen = k
    return chosen


@leaf
def _turn(
    rules: Rules,
    tables: Tables,
    knowledge: Knowledge,
    sight: Sight,
    options: Moves,
    n: int,
    notes: Room,
) -> int:
    """The own turn: flowers, kongs, declarations, the discard."""
    if n == 1:
        return 0
    candidates = 0
    plain = True
    for k in range(n):
        action = options[k, M_ACTION]
        if action == FLOWER:
            return k
        if action == DISCARD:
            candidates |= 1 << int(np.int64(options[k, M_TILE]))
        else:
            plain = False
    if candidates == 0:
        return 0
    wild = sight.num[V_WILD]
    n_melds = sight.num[V_N_MELDS]
    room = notes[_ROOM:]
    tile, distance, n_live = best_discard(
        rules, tables, sight.hand, sight.live, wild, n_melds, candidates, not plain, room
    )
    notes[_STORED] = 1
    notes[_AT_TURN] = sight.num[V_TURN] + 1
    notes[_AT_MELDS] = n_melds
    notes[_DISTANCE] = distance
    chosen = -1
    nearest = _FAR
    for k in range(n):
        action = options[k, M_ACTION]
        if action == DISCARD and options[k, M_TILE] == tile and chosen < 0:
            chosen = k
        if plain:
            continue
        if KONG_ADDED <= action <= KONG_CONCEALED:
            left = _distance_after_kong(rules, tables, sight, action, options[k, M_TILE])
            if left <= distance and left < nearest:
                nearest = left
                chosen = k
        elif nearest == _FAR and _declares(knowledge, action, distance, n_live):
            chosen = k
    return chosen


@leaf
def _declares(knowledge: Knowledge, action: int, distance: int, n_live: int) -> bool:
    """Whether a declaration on offer is made; of two the later, which says more."""
    if action == OPEN_PLAY:
        return bool(distance <= knowledge.ints[_OPEN_WITHIN])
    enough = knowledge.ints[_SHOW_FROM] if action == SHOW_READY else knowledge.ints[_DECLARE_FROM]
    announces = action in (DECLARE_READY, SHOW_READY)
    return bool(announces and distance == 0 and n_live >= enough)


@leaf
def _distance_after_kong(rules: Rules, tables: Tables, sight: Sight, action: int, tile: int) -> int:
    """Distance to ready that an own kong leaves before its replacement is drawn."""
    copies = 4 if action == KONG_CONCEALED else 1
    n_melds = sight.num[V_N_MELDS] + (1 if action == KONG_CONCEALED else 0)
    sight.hand[tile] -= copies
    left = hand_distance(rules, tables, sight.hand, n_melds, sight.num[V_WILD])
    sight.hand[tile] += copies
    return int(left)


@leaf
def _claim(rules: Rules, tables: Tables, sight: Sight, options: Moves, n: int, notes: Room) -> int:
    """The claim that brings the hand nearest, −1 where none is worth it."""
    room = notes[_ROOM:]
    hand = sight.hand
    wild = sight.num[V_WILD]
    n_melds = sight.num[V_N_MELDS]
    offered = sight.num[V_TILE]
    before = notes[_DISTANCE]
    same_hand = notes[_AT_TURN] == sight.num[V_TURN] and notes[_AT_MELDS] == n_melds
    if notes[_STORED] == 0 or not same_hand:
        before = hand_distance(rules, tables, hand, n_melds, wild)
    chosen = -1
    nearest = before
    most = -1
    for k in range(n):
        action = options[k, M_ACTION]
        low = int(np.int64(options[k, M_LOW]))
        _lay_down(hand, action, offered, low, -1)
        left = hand_distance(rules, tables, hand, n_melds + 1, wild)
        n_live = 0
        if action != KONG_EXPOSED and left < before and left <= nearest:
            barred = swap_mask(rules, action, offered, low)
            candidates = _natural_kinds(hand, wild) & ~barred
            left = _FAR
            if candidates != 0:
                _, left, n_live = best_discard(
                    rules, tables, hand, sight.live, wild, n_melds + 1, candidates, True, room
                )
        _lay_down(hand, action, offered, low, 1)
        if action == KONG_EXPOSED:
            if left <= nearest:
                chosen, nearest, most = k, left, _FAR
        elif left < before and (left < nearest or (left == nearest and n_live > most)):
            chosen, nearest, most = k, left, n_live
    return chosen


@leaf
def _lay_down(hand: NDArray[np.int8], action: int, tile: int, low: int, sign: int) -> None:
    """Take the hand's tiles of a claimed meld away (−1), or put them back (1)."""
    if action == CHOW:
        for other in range(low, low + 3):
            hand[other] += sign if other != tile else 0
    else:
        hand[tile] += sign * (2 if action == PUNG else 3)


@leaf
def _natural_kinds(hand: NDArray[np.int8], wild: int) -> int:
    found = 0
    for kind in range(N_KINDS):
        found |= (1 if hand[kind] > 0 else 0) << kind
    return found & ~wild


POLICIES: Final = (
    Policy(
        name="greedy",
        meaning="shortest distance to ready, then the most live useful tiles; wins on anything",
        kernel_for=lambda ruleset: decide,
        prepare=prepare,
        options=_OPTIONS,
    ),
)
