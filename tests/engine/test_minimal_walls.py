"""Hands of the minimal player with wildcards, honors as flowers, growing walls and special wins.

Scoring is that of Chinese Official without a minimum: what is looked at here is the course of play.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from engine.minimal import play_batch
from engine.replay import replay_batch
from engine.rules import compile_rules
from engine.tables import load_tables
from schemas import codes
from schemas.batch import PlayedBatch, RecordBatch
from schemas.ruleset import RuleSet
from tests.engine.conformance.suite_tools import event_of
from tests.engine.machine_script import ruleset, same_rows

N_HANDS = 100
FLOWERS = [f"f{n}" for n in range(1, 9)]
RULES: dict[str, dict[str, Any]] = {
    "gold": {
        "tiles": {"honors": [], "flowers": ["E", "S", "W", "N", "C", "F", "P", *FLOWERS]},
        "wildcard": {"kind": "turned", "turned": "after_flowers", "discard_is_dead": True},
        "wall": {
            "keep_back": 20,
            "keep_back_per_exposed_kong": 1,
            "keep_back_per_concealed_kong": 2,
            "keep_back_per_flower_set": 2,
            "last_round": 3,
        },
        "play": {"flower_order": "rounds", "penalty_discard": True},
        "win": {
            "minimum": 0,
            "three_wildcards": "own_draw",
            "three_wildcards_on_discard": False,
            "robbing_gold": True,
            "heavenly_after_kongs": True,
        },
    },
    "seat_flower": {
        "tiles": {"honors": ["E", "S", "W", "N", "C", "F"], "flowers": FLOWERS[:4]},
        "wildcard": {
            "kind": "turned",
            "on_flower": "flowers_wild",
            "discardable": False,
            "seat_flower": True,
        },
        "wall": {"keep_back": 20, "keep_back_parity": True, "last_round": 3},
        "win": {"minimum": 0, "three_wildcards": "any_time", "earthly": "dealer_discard"},
    },
    "flower_wins": {"win": {"minimum": 0, "eight_flowers": True, "seven_rob_one": True}},
}


@dataclass(frozen=True)
class Played:
    rules: RuleSet
    batch: RecordBatch
    rows: PlayedBatch


@pytest.fixture(scope="module", params=RULES)
def played(request: pytest.FixtureRequest) -> Played:
    rules = ruleset("mcr", **RULES[request.param])
    batch, rows = play_batch(rules, load_tables(), seed=5, first_session=0, n_hands=N_HANDS)
    return Played(rules, batch, rows)


def hands_of(played: Played) -> list[list[dict[str, Any]]]:
    """The events of each hand."""
    ends = np.cumsum(played.rows.hands["n_events"]).tolist()
    starts = [0, *ends[:-1]]
    return [
        [event_of(played.rows, row) for row in range(start, end)]
        for start, end in zip(starts, ends, strict=True)
    ]


def test_hands_end_and_replay_to_the_same_rows(played: Played) -> None:
    rules = compile_rules(played.rules)
    assert len(played.rows.hands["hand"]) == N_HANDS
    again = replay_batch(played.batch, rules, load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_hands_replay_without_the_wall(played: Played) -> None:
    blind = replace(played.batch, wall=np.full_like(played.batch.wall, -1))
    again = replay_batch(blind, compile_rules(played.rules), load_tables())
    assert again.refusals == []
    assert same_rows(again, played.rows)


def test_recorded_wildcard_is_the_tile_turned_up_last(played: Played) -> None:
    for hand, events in enumerate(hands_of(played)):
        turned = [e["tile"] for e in events if e["action"] == codes.TURN_WILDCARD]
        assert played.batch.wildcard[hand] == (turned[-1] if turned else -1)
    other = replace(played.batch, wildcard=(played.batch.wildcard + 1) % 27)
    again = replay_batch(other, compile_rules(played.rules), load_tables())
    expected = "wildcard_mismatch" if played.rules.wildcard.kind == "turned" else None
    expected = expected or "wildcard_not_in_rules"
    assert {refusal["code"] for refusal in again.refusals} == {expected}
    assert len(again.refusals) == N_HANDS


def test_tiles_are_conserved(played: Played) -> None:
    """No tile is drawn, turned up or dealt more often than there are copies."""
    copies = compile_rules(played.rules).copies
    for hand, events in enumerate(hands_of(played)):
        taken = Counter(tile for e in events if e["action"] == codes.DEAL for tile in e["tiles"])
        taken.update(e["tile"] for e in events if e["source"] >= 0)
        assert all(n <= copies[tile] for tile, n in taken.items())
        assert taken.total() + played.rows.hands["wall_left"][hand] == copies.sum()


def test_wildcards_are_in_no_claim_but_the_claimed_tile(played: Played) -> None:
    for hand, events in enumerate(hands_of(played)):
        gold = played.batch.wildcard[hand]
        dead = played.rules.wildcard.discard_is_dead
        for event in events:
            if codes.CHOW <= event["action"] <= codes.KONG_CONCEALED:
                others = list(event["tiles"])
                if event["from_seat"] >= 0:
                    others.remove(event["tile"])
                    assert not dead or event["tile"] != gold
                assert gold not in others
            if event["action"] == codes.DISCARD:
                assert played.rules.wildcard.discardable or event["tile"] != gold


def test_last_round_has_draws_only(played: Played) -> None:
    """After the last discard at most four players draw a tile, flowers replaced before them."""
    if played.rules.wall.last_round == 0:
        return
    exhausted = 0
    for events in hands_of(played):
        if events[-1]["action"] != codes.EXHAUSTED:
            continue
        exhausted += 1
        last = max(k for k, event in enumerate(events) if event["action"] == codes.DISCARD)
        tail = [event["action"] for event in events[last + 1 : -1]]
        drawn = tail.count(codes.DRAW) + tail.count(codes.REPLACE) - tail.count(codes.FLOWER)
        assert 1 <= drawn <= 4
        assert set(tail) <= {codes.DRAW, codes.FLOWER, codes.REPLACE, codes.KONG_EXPOSED}
    assert exhausted > 0
