"""Hands played under a rule set, and everything that is asserted of them."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from typing import Final, get_args

import numpy as np

from engine.minimal import Player, play_batch
from engine.tables import load_tables
from schemas import codes
from schemas.batch import PlayedBatch, RecordBatch
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet
from tests.engine.conformance.hand_referee import Referee
from tests.engine.conformance.hand_walls import Event
from tests.engine.conformance.plain_results import check_results

_EVENT_COLUMNS = ("seq", "seat", "action", "tile", "from_seat", "from_seq", "source", "wall_left")

CASES: Final = [(name, player) for name in preset_names() for player in get_args(Player)]
"""Every preset with every kind of player."""


def n_hands(standard: int) -> int:
    """How many hands to play: `PAIPU_CONFORMANCE_HANDS` raises every number in proportion.

    It names the hands of a preset and a player, 24 where it is not set.
    """
    asked = int(os.environ.get("PAIPU_CONFORMANCE_HANDS", "24"))
    return max(1, standard * asked // 24)


@dataclass(frozen=True)
class Played:
    """Hands of one kind of player under one rule set."""

    rules: RuleSet
    player: Player
    batch: RecordBatch
    rows: PlayedBatch

    def __str__(self) -> str:
        return f"{self.rules.name}-{self.player}"


def play(rules: RuleSet, player: Player, n: int, *, seed: int = 20) -> Played:
    batch, rows = play_batch(
        rules, load_tables(), seed=seed, first_session=0, n_hands=n, player=player
    )
    return Played(rules, player, batch, rows)


@cache
def hands_of(name: str, player: Player) -> Played:
    """Hands of a preset."""
    return play(load_ruleset(name), player, n_hands(24))


def event_of(rows: PlayedBatch, row: int) -> Event:
    """An event of the log as a dict."""
    event: Event = {name: int(rows.events[name][row]) for name in _EVENT_COLUMNS}
    tiles = rows.events["tiles"]
    event["tiles"] = tiles.values[tiles.offsets[row] : tiles.offsets[row + 1]].tolist()
    return event


def events_of(rows: PlayedBatch, hand: int) -> list[Event]:
    """Events of a hand."""
    found = np.flatnonzero(rows.events["hand"] == hand)
    return [event_of(rows, row) for row in found.tolist()]


def passes_of(rows: PlayedBatch, hand: int) -> dict[int, set[int]]:
    """Seats that let a legal win on another's tile go by, by the event that offered it."""
    chances = rows.chances
    found: dict[int, set[int]] = {}
    for row in np.flatnonzero(chances["hand"] == hand).tolist():
        offered = chances["win_by"][row] in (codes.BY_DISCARD, codes.BY_ROBBED_KONG)
        if offered and chances["reason"][row] == codes.CHANCE_PASSED:
            found.setdefault(int(chances["seq"][row]), set()).add(int(chances["seat"][row]))
    return found


def referee_of(played: Played, hand: int) -> Referee:
    wall = [tile for tile in played.batch.wall[hand].tolist() if tile >= 0]
    passes = passes_of(played.rows, hand)
    return Referee(played.rules, wall, int(played.batch.dealer[hand]), passes)


def check_hands(played: Played) -> None:
    """Have the referee follow all hands."""
    for hand in range(len(played.batch)):
        referee = referee_of(played, hand)
        events = events_of(played.rows, hand)
        try:
            for event in events:
                referee.follow(event)
            check_results(referee, played.rows, hand, len(events))
        except AssertionError as error:
            error.add_note(f"{played}, hand {hand}, event {referee.play.seq} of {len(events)}")
            raise
