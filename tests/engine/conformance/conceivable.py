"""All that somebody could write down at a table, and what the machine says to it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from engine.machine import choices
from engine.machine.recorded import open_record
from engine.machine.table import Table
from engine.machine.words import Move
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas import codes
from schemas.tiles import N_TILES
from tests.engine.conformance.hand_referee import Referee
from tests.engine.conformance.plain_play import Act
from tests.engine.conformance.suite_tools import Played, events_of, referee_of

WITH_TILE = (
    codes.DISCARD,
    codes.FLOWER,
    codes.KONG_ADDED,
    codes.KONG_CONCEALED,
    codes.PUNG,
    codes.KONG_EXPOSED,
    codes.WIN,
)
PLAIN = (
    codes.DRAW,
    codes.REPLACE,
    codes.TURN_WILDCARD,
    codes.DECLARE_READY,
    codes.SHOW_READY,
    codes.OPEN_PLAY,
)
FORCED = (codes.DRAW, codes.REPLACE, codes.TURN_WILDCARD, codes.EXHAUSTED, codes.ABORT)
AT_STAKE = (codes.CHOW, codes.PUNG, codes.KONG_EXPOSED, codes.WIN)
"""What may leave out its tile: the one at stake."""


def lows(tile: int) -> range:
    return range(max(0, tile - 3), tile + 2)


def conceivable() -> Iterator[Act]:
    """Every act of every seat: actions, tiles, runs, announced claims."""
    yield Act(-1, codes.EXHAUSTED)
    yield Act(-1, codes.ABORT)
    for seat in range(4):
        for action in PLAIN:
            yield Act(seat, action)
        for tile in range(-1, N_TILES):
            for action in WITH_TILE:
                yield Act(seat, action, tile)
            for claim in (codes.PUNG, codes.KONG_EXPOSED, codes.WIN, codes.CHOW):
                yield Act(seat, codes.LOST_CLAIM, tile, -1, claim)
            for low in lows(tile) if tile >= 0 else (-1,):
                yield Act(seat, codes.CHOW, tile, low)
                yield Act(seat, codes.LOST_CLAIM, tile, low, codes.CHOW)


def check_state(table: Table, referee: Referee) -> int:
    """Assert that options, acceptance and the referee agree on every act; returns how many."""
    offered = _offered(table, set(referee.play.lost))
    exact_wins = referee.rules.win.minimum == 0 and referee.rules.wildcard.kind == "none"
    play = referee.play
    n = 0
    for act in conceivable():
        n += 1
        accepted = table.can(Move(*act))
        named = act
        if act.action in AT_STAKE and act.tile < 0:
            named = act._replace(tile=play.tile)
        if act.action != codes.LOST_CLAIM and not (act.action == codes.WIN and act.tile < 0):
            assert accepted == (named in offered), (str(Move(*act)), accepted, play.phase)
        reason = referee.why_not(act)
        if codes.WIN in (act.action, act.claim) and not exact_wins:
            assert not (accepted and reason), (str(Move(*act)), reason, play.phase)
        elif act.action == codes.DISCARD and _only_wildcards(referee, act.seat):
            continue  # whether such a hand has to win is a question of worth
        else:
            assert accepted == (not reason), (str(Move(*act)), accepted, reason, play.phase)
    return n


def _only_wildcards(referee: Referee, seat: int) -> bool:
    play = referee.play
    return set(play.hands[seat].elements()) <= play.wild(seat)


def _offered(table: Table, lost: set[int]) -> set[Act]:
    """Options of all seats and what may come without a choice.

    While an announced claim waits for the one that beats it nothing comes without a choice.
    """
    found = {Act(*_five(move)) for seat in range(4) for move in table.options(seat)}
    row = np.empty(choices.N_M, np.int16)
    for passed in () if lost else (False, True):
        if choices.forced(table.rules, table.state, passed, row):
            seat, action, tile, _, _ = (int(value) for value in row)
            if action in FORCED:
                seat = -1 if action in (codes.EXHAUSTED, codes.ABORT) else seat
                found.add(Act(seat, action))
            else:
                assert Act(seat, action, tile) in found, "forced and not offered"
    return found


def _five(move: Move) -> tuple[int, int, int, int, int]:
    return move.seat, move.action, move.tile, move.low, move.claim


def check_states(played: Played, hands: int, random: Random, states: int = 3) -> int:
    """Follow some hands and try every act at some of their states; returns how many acts."""
    rules = compile_rules(played.rules)
    n = 0
    for hand in range(min(hands, len(played.batch))):
        table, moves = open_record(played.batch, hand, rules, load_tables())
        referee = referee_of(played, hand)
        events = events_of(played.rows, hand)
        for event in events[:4]:
            referee.follow(event)
        chosen = set(random.sample(range(len(moves)), min(states, len(moves))))
        for number, move in enumerate(moves):
            if number in chosen:
                try:
                    n += check_state(table, referee)
                except AssertionError as error:
                    error.add_note(f"{played}, hand {hand}, move {number} of {len(moves)}")
                    raise
            table.do(move)
            referee.follow(events[4 + number])
    return n
