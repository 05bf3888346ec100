"""Hands that nobody played: rows that follow from (seed, session, hand) alone, in no time.

They have the shape of simulated hands and make no legal game; what divides, writes and commits
simulated runs does not look at tiles. Sessions have six to twenty-one hands.
"""

from __future__ import annotations

import threading

import numpy as np

from engine.simulate import SimulatedBatch
from schemas.batch import PlayedBatch, Ragged
from schemas.codes import DRAW, OUT_DRAW, OUT_WIN, SETTLEMENT_PARTS

_EVENTS = 7


def session_length(seed: int, session: int) -> int:
    """Hands of a session."""
    return 6 + int(_mix(seed, np.array([session]), np.array([0]))[0] % 16)


class FakeSimulator:
    """Plays nothing; `played` are the sessions that were asked for, by whatever thread."""

    def __init__(self, ruleset, policies, *, seed, single=False, duplicate=False):
        self.seed = seed
        self.single = single or duplicate
        self.duplicate = duplicate
        self.played: list[int] = []
        self.before_batch = lambda first: None
        self._lock = threading.Lock()

    def play(self, first_session, n_sessions, *, most_hands=8192):
        numbers = range(first_session, first_session + n_sessions)
        lengths = [1 if self.single else session_length(self.seed, each) for each in numbers]
        with self._lock:
            self.played.extend(numbers)
        session = np.repeat(np.array(numbers, np.int64), lengths)
        within = np.concatenate([np.arange(n) for n in lengths]).astype(np.int16)
        for at in range(0, len(session), most_hands):
            self.before_batch(int(session[at]))
            yield self._batch(session[at : at + most_hands], within[at : at + most_hands])

    def _batch(self, session, within):
        n = len(session)
        keys = _mix(self.seed, session, within)
        deal = session // 24 if self.duplicate else session.copy()
        permutation = (session % 24 if self.duplicate else session * 0).astype(np.int8)
        return SimulatedBatch(
            played=_played(keys),
            session=session,
            hand_in_session=within,
            deal=deal,
            permutation=permutation,
            dealer=(within % 4).astype(np.int8),
            round_wind=(within // 4 % 4).astype(np.int8),
            streak=np.zeros(n, np.int16),
            wildcard=np.where(keys % 3 == 0, -1, keys % 34).astype(np.int8),
            players=np.tile(np.arange(4, dtype=np.int8), (n, 1)),
            bets=(keys[:, None] % np.array([2, 3, 5, 7])).astype(np.int32),
        )


def _mix(seed, session, within):
    value = session.astype(np.uint64) * np.uint64(1024) + within.astype(np.uint64)
    value = (value + np.uint64(seed + 1)) * np.uint64(0x9E3779B97F4A7C15)
    value ^= value >> np.uint64(29)
    return ((value * np.uint64(0xBF58476D1CE4E5B9)) >> np.uint64(40)).astype(np.int64)


def _played(keys):
    n = len(keys)
    hand = np.arange(n, dtype=np.int32)
    won = keys % 5 != 0
    winners = np.flatnonzero(won).astype(np.int32)
    m = len(winners)
    key = keys[winners]
    events = np.repeat(hand, _EVENTS)
    seq = np.tile(np.arange(_EVENTS, dtype=np.int16), n)
    tile = ((keys[events] + seq * 5) % 34).astype(np.int8)
    dealt = np.where(seq < 4, 13, np.where(seq == 5, 3, 0))
    offsets = np.concatenate(([0], np.cumsum(dealt))).astype(np.int64)
    within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], dealt)
    tiles = (within * 7 + np.repeat(keys[events], dealt)) % 34
    three = np.arange(m + 1, dtype=np.int64) * 3
    delta = np.stack([keys % 7, -(keys % 7), keys % 3, -(keys % 3)], axis=1).astype(np.int32)
    zeros = np.zeros(4 * n, np.int32)
    missed = np.flatnonzero(keys % 11 == 0).astype(np.int32)
    return PlayedBatch(
        hands={
            "hand": hand,
            "outcome": np.where(won, OUT_WIN, OUT_DRAW).astype(np.int8),
            "abort_reason": np.full(n, -1, np.int8),
            "winners": np.where(won, 1 << (keys % 4), 0).astype(np.int8),
            "n_events": np.full(n, _EVENTS, np.int16),
            "n_draws": (keys % 60).astype(np.int16),
            "wall_left": (keys % 80).astype(np.int16),
            "dealt_distance": (keys[:, None] % np.array([5, 6, 7, 4])).astype(np.int8),
        },
        events={
            "hand": events,
            "seq": seq,
            "seat": (seq % 4).astype(np.int8),
            "action": np.where(seq < 4, 0, DRAW).astype(np.int8),
            "tile": np.where(seq < 4, -1, tile).astype(np.int8),
            "tiles": Ragged(tiles.astype(np.int8), offsets),
            "from_seat": np.where(seq == 5, 2, -1).astype(np.int8),
            "from_seq": np.where(seq == 5, 4, -1).astype(np.int16),
            "source": np.where(seq < 4, -1, 0).astype(np.int8),
            "wall_left": (80 - seq).astype(np.int16),
        },
        wins={
            "hand": winners,
            "winner": (key % 4).astype(np.int8),
            "payer": np.where(key % 2 == 0, -1, (key + 1) % 4).astype(np.int8),
            "win_by": np.where(key % 2 == 0, 0, 1).astype(np.int8),
            "win_tile": (key % 34).astype(np.int8),
            "concealed": Ragged((np.repeat(key, 3) % 34).astype(np.int8), three),
            "melds": Ragged(
                np.stack([np.ones(m), key % 34, key % 4], axis=1).astype(np.int8),
                np.arange(m + 1, dtype=np.int64),
            ),
            "flags": (key % 4).astype(np.int16),
            "flowers": Ragged(np.zeros(0, np.int8), np.zeros(m + 1, np.int64)),
            "reading": Ragged(np.repeat(64 + key % 34, 3).astype(np.int16), three),
            "wait": (key % 5).astype(np.int8),
            "n_waits": np.ones(m, np.int8),
            "turn": (key % 20).astype(np.int16),
            "first_ready_turn": (key % 20).astype(np.int16),
            "total": (8 + key % 40).astype(np.int32),
            "uncapped": (8 + key % 40).astype(np.int32),
            "limit_hit": key % 2 == 0,
            "wildcards_used": np.zeros(m, np.int8),
            "n_patterns": np.ones(m, np.int8),
        },
        win_patterns={
            "hand": winners,
            "winner": (key % 4).astype(np.int8),
            "pattern": (key % 20).astype(np.int16),
            "count": np.ones(m, np.int16),
            "value": (key % 9).astype(np.int32),
            "marginal": (key % 9).astype(np.int32),
        },
        win_items={
            "hand": winners[:0],
            "winner": np.zeros(0, np.int8),
            "item": np.zeros(0, np.int8),
            "count": np.zeros(0, np.int16),
            "value": np.zeros(0, np.int32),
        },
        settlements={
            "hand": np.repeat(hand, 4),
            "seat": np.tile(np.arange(4, dtype=np.int8), n),
            "delta": delta.ravel(),
        }
        | {part: zeros for part in SETTLEMENT_PARTS}
        | {"win": delta.ravel()},
        chances={
            "hand": missed,
            "seq": np.full(len(missed), 5, np.int16),
            "seat": np.zeros(len(missed), np.int8),
            "tile": np.full(len(missed), 9, np.int8),
            "win_by": np.zeros(len(missed), np.int8),
            "total": np.full(len(missed), 6, np.int32),
            "reason": np.zeros(len(missed), np.int8),
        },
        refusals=[],
    )
