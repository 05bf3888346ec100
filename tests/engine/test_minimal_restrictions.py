"""Hands of the minimal player under all restrictions at once: played, replayed, and watched."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np
import pytest

from engine.machine.recorded import open_record
from engine.machine.state import PHASE_TURN, PHASE_WINDOW
from engine.machine.table import Table
from engine.machine.words import Move
from engine.minimal import play_batch
from engine.replay import replay_batch
from engine.rules import Rules, compile_rules
from engine.tables import load_tables
from pipelines.batches import join_batches
from schemas import codes
from schemas.batch import PlayedBatch, RecordBatch
from tests.engine.machine_script import ruleset, same_rows
from tests.engine.test_minimal_damage import damage

STRICT: dict[str, Any] = {
    "passed_win": "any_kind",
    "passed_pung": True,
    "own_discard_chow": False,
    "own_discard_win": False,
    "single_wait_exception": True,
    "swap_calls": "same_run",
    "added_kong": "ready",
    "forced_added_kong": True,
    "declare_ready": "shown",
    "open_play": True,
}
HOUSES: dict[str, dict[str, dict[str, Any]]] = {
    "strict": {"play": {**STRICT, "deferred_kong_after_claim": True}},
    "face": {
        "play": {
            "passed_win": "same_kind",
            "passed_until": "own_discard",
            "dealer_face": True,
            "added_kong": "drawn",
            "declare_ready": "declared",
            "multiple_winners": True,
            "swap_calls": "same_kind",
        },
    },
}
SHARED: dict[str, dict[str, Any]] = {
    "win": {"minimum": 0},
    "abort": {"four_winds": True, "four_kongs": True},
}
N_HANDS = 400


@dataclass(frozen=True)
class Played:
    house: str
    rules: Rules
    batch: RecordBatch
    rows: PlayedBatch


@pytest.fixture(scope="module", params=[*HOUSES, "taiwan"])
def played(request: pytest.FixtureRequest) -> Played:
    if request.param == "taiwan":
        rules = ruleset("taiwan-standard")
    else:
        rules = ruleset("mcr", **HOUSES[request.param], **SHARED)
    batch, rows = play_batch(rules, load_tables(), seed=41, first_session=0, n_hands=N_HANDS)
    return Played(request.param, compile_rules(rules), batch, rows)


def test_every_hand_ends(played: Played) -> None:
    assert played.rows.hands["hand"].tolist() == list(range(N_HANDS))
    assert (played.rows.settlements["delta"].reshape(-1, 4).sum(axis=1) == 0).all()


def test_declarations_are_made(played: Played) -> None:
    actions = set(played.rows.events["action"].tolist())
    expected = {codes.DECLARE_READY}
    if played.house != "face":
        expected |= {codes.SHOW_READY}
    if played.house == "strict":
        expected |= {codes.OPEN_PLAY}
    assert actions & {codes.DECLARE_READY, codes.SHOW_READY, codes.OPEN_PLAY} == expected
    flags = np.bitwise_or.reduce(played.rows.wins["flags"])
    assert flags & codes.FLAG_DECLARED_READY


@pytest.mark.parametrize("known_wall", [True, False])
def test_event_log_replays_to_the_same_rows(played: Played, known_wall: bool) -> None:
    batch = played.batch
    if not known_wall:
        batch = replace(batch, wall=np.full_like(batch.wall, -1))
    again = replay_batch(batch, played.rules, load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_restrictions_are_kept(played: Played) -> None:
    """What seats must not do is looked for in the event log alone."""
    watch = {"strict": StrictWatch, "face": FaceWatch, "taiwan": Watch}[played.house]
    ends = np.cumsum(played.rows.hands["n_events"])
    passed = chances_by_event(played.rows)
    for hand, end in enumerate(ends.tolist()):
        watcher = watch(int(played.batch.dealer[hand]))
        start = end - int(played.rows.hands["n_events"][hand])
        for row in range(start, end):
            watcher.follow(event_of(played.rows, row))
            for seat in passed.get((hand, row - start), ()):
                watcher.passed[seat] = True


def event_of(rows: PlayedBatch, row: int) -> dict[str, Any]:
    names = ("seat", "action", "tile", "from_seat")
    event: dict[str, Any] = {name: int(rows.events[name][row]) for name in names}
    tiles = rows.events["tiles"]
    event["tiles"] = tiles.values[tiles.offsets[row] : tiles.offsets[row + 1]].tolist()
    return event


def chances_by_event(rows: PlayedBatch) -> dict[tuple[int, int], list[int]]:
    """Seats that passed a win on another's tile, by hand and event that brought the tile."""
    found: dict[tuple[int, int], list[int]] = {}
    chances = rows.chances
    by_other = (chances["win_by"] != codes.BY_SELF_DRAW) & (
        chances["reason"] == codes.CHANCE_PASSED
    )
    for hand, seq, seat in zip(
        *(chances[name][by_other].tolist() for name in ("hand", "seq", "seat")), strict=True
    ):
        found.setdefault((hand, seq), []).append(seat)
    return found


class Watch:
    """What all have: declared hands stay as they are, claimed kinds may be barred."""

    same_kind = same_run = False

    def __init__(self, dealer: int) -> None:
        self.dealer = dealer
        self.bound: set[int] = set()
        self.fresh = False
        self.drawn = -1
        self.barred: set[int] = set()
        self.last = [-1] * 4
        self.passed = [False] * 4
        self.open: set[int] = set()

    def follow(self, event: dict[str, Any]) -> None:
        seat, action, tile = event["seat"], event["action"], event["tile"]
        if action in (codes.DRAW, codes.REPLACE):
            self.drawn = tile
            self.barred = set()
            self.drew(seat)
        elif action in (codes.CHOW, codes.PUNG, codes.KONG_EXPOSED):
            assert seat not in self.bound | self.open or self.may_claim(seat, action)
            self.claimed(event)
        elif action in (codes.DECLARE_READY, codes.SHOW_READY):
            assert seat not in self.bound
            self.bound.add(seat)
            self.fresh = True
        elif action == codes.OPEN_PLAY:
            assert self.last[seat] == -1
            self.open.add(seat)
        elif action == codes.KONG_ADDED:
            assert seat not in self.bound | self.open or self.may_claim(seat, action)
        elif action == codes.DISCARD:
            if seat in self.bound and not self.fresh:
                assert tile == self.drawn
            assert tile not in self.barred
            self.fresh = False
            self.last[seat] = tile
            self.discarded(seat)
        elif action == codes.WIN and event["from_seat"] >= 0:
            assert seat not in self.open
            self.won(seat, tile)

    def may_claim(self, seat: int, action: int) -> bool:
        return False

    def claimed(self, event: dict[str, Any]) -> None:
        tile, run = event["tile"], event["tiles"]
        if event["action"] == codes.KONG_EXPOSED:
            return
        self.barred = {tile} if self.same_kind else set()
        if self.same_run and event["action"] == codes.CHOW:
            other = {run[0]: run[2] + 1, run[2]: run[0] - 1}.get(tile, -1)
            if other // 9 == tile // 9:
                self.barred.add(other)

    def drew(self, seat: int) -> None:
        """The seat has drawn."""

    def discarded(self, seat: int) -> None:
        """The seat has discarded."""

    def won(self, seat: int, tile: int) -> None:
        """The seat has won on another's tile."""


class StrictWatch(Watch):
    same_kind = same_run = True

    def drew(self, seat: int) -> None:
        self.passed[seat] = False

    def claimed(self, event: dict[str, Any]) -> None:
        super().claimed(event)
        if event["action"] == codes.CHOW:
            assert event["tile"] != self.last[event["seat"]]

    def won(self, seat: int, tile: int) -> None:
        """The minimal player takes every win, so it never breaks a pair into a single wait."""
        assert tile != self.last[seat]
        assert not self.passed[seat]


class FaceWatch(Watch):
    same_kind = True

    def __init__(self, dealer: int) -> None:
        super().__init__(dealer)
        self.pungs = 0

    def may_claim(self, seat: int, action: int) -> bool:
        return self.pungs == 2 and seat == (self.dealer + 3) % 4 and action != codes.CHOW

    def claimed(self, event: dict[str, Any]) -> None:
        super().claimed(event)
        in_face = event["from_seat"] in (self.dealer, (self.dealer + 1) % 4)
        if event["seat"] != (self.dealer + 3) % 4 or event["action"] != codes.PUNG:
            return
        assert self.pungs < 2
        if in_face:
            self.pungs += 1
        if self.pungs == 2:
            self.bound.add(event["seat"])
            self.fresh = True


def test_damaged_records_are_refused_or_legal(played: Played) -> None:
    damaged = join_batches([played.batch] * 3)
    damage(damaged, Random(5))
    again = replay_batch(damaged, played.rules, load_tables())
    refused = {refusal["hand"] for refusal in again.refusals}
    assert refused.isdisjoint(again.hands["hand"].tolist())
    assert len(refused) + len(again.hands["hand"]) == len(damaged)
    assert len(refused) > len(damaged) // 2


def test_options_are_all_that_is_accepted(played: Played) -> None:
    """At some stops of some hands each move that could be written down is tried."""
    asked = 0
    for hand in range(6):
        table, moves = open_record(played.batch, hand, played.rules, load_tables())
        for number, move in enumerate(moves):
            if number % 7 == 0 and table.phase in (PHASE_TURN, PHASE_WINDOW):
                check_options(table)
                asked += 1
            table.do(move)
        assert table.over
    assert asked > 20


def check_options(table: Table) -> None:
    options = {option for seat in range(4) for option in table.options(seat)}
    assert table.phase == PHASE_WINDOW or options
    declarations = (codes.DECLARE_READY, codes.SHOW_READY, codes.OPEN_PLAY)
    choices = (
        codes.WIN,
        codes.DISCARD,
        codes.CHOW,
        codes.PUNG,
        codes.KONG_EXPOSED,
        codes.KONG_ADDED,
        codes.KONG_CONCEALED,
        codes.FLOWER,
    )
    for seat in range(4):
        for action in declarations:
            assert table.can(Move(seat, action)) == (Move(seat, action) in options)
        for action in choices:
            for tile in range(42):
                for low in range(max(0, tile - 2), tile + 1) if action == codes.CHOW else (-1,):
                    move = Move(seat, action, tile, low)
                    assert table.can(move) == (move in options), str(move)
