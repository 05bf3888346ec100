"""Hands drawn by chance as plain values, and a lake of them: what filters are counted against."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, datetime

from tests.lake_rows import Rows, connection

RECORDED, SIMULATED = "mcr-botzone-ingest-0123456789ab", "mcr-sim-0123456789ab"
PATTERNS = ("all_pungs", "half_flush", "all_chows")
SELF = ("self_draw", "three_wildcards", "eight_flowers")


@dataclass(frozen=True)
class Hand:
    """What is known of a hand, as plain values."""

    run: str
    hand_id: int
    players: tuple[str | None, ...]
    dealer: int
    round: int
    streak: int
    played: datetime | None
    match: str | None
    outcome: str
    win_by: str | None
    winner: int | None
    payer: int | None
    total: int
    turn: int
    patterns: tuple[str, ...]
    deltas: tuple[int, ...]
    distances: tuple[int, ...]
    below: tuple[int, ...]

    def policy(self, seat: int) -> str | None:
        name = self.players[seat]
        return name[3:] if name and name[0] == "p" and name[2:3] == ":" else None

    def place(self, seat: int) -> int:
        return (seat - self.dealer) % 4


def draw_hands() -> list[Hand]:
    """Hands of two runs, drawn at random: recorded ones with names, simulated ones."""
    chance = random.Random(20261130)
    hands = []
    for number in range(240):
        recorded = number < 120
        names = ["ann", "bo", "cy", None] if recorded else ["p0:a", "p1:b:x=1", "p2:b", "p3:a"]
        chance.shuffle(names)
        outcome = chance.choices(["win", "draw", "abort"], [8, 2, 1])[0]
        winner = chance.randrange(4) if outcome == "win" else None
        win_by = payer = None
        deltas = [0, 0, 0, 0]
        if winner is not None:
            win_by = chance.choice(["discard", "discard", "robbed_kong", "self_draw"])
            points = chance.randrange(8, 60)
            if win_by == "self_draw":
                deltas = [-points] * 4
                deltas[winner] = 3 * points
            else:
                payer = chance.choice([seat for seat in range(4) if seat != winner])
                deltas[winner], deltas[payer] = points, -points
        hands.append(
            Hand(
                run=RECORDED if recorded else SIMULATED,
                hand_id=(number // 3) * 1024 + number % 3,
                players=tuple(names),
                dealer=chance.randrange(4),
                round=chance.randrange(4),
                streak=chance.randrange(2),
                played=datetime(2026, 5, 1 + number % 20, 23, tzinfo=UTC) if recorded else None,
                match=f"m{number % 7}" if recorded else None,
                outcome=outcome,
                win_by=win_by,
                winner=winner,
                payer=payer,
                total=chance.randrange(8, 40),
                turn=chance.randrange(1, 18),
                patterns=tuple(chance.sample(PATTERNS, 2)),
                deltas=tuple(deltas),
                distances=tuple(chance.randrange(7) for _ in range(4)),
                below=tuple(seat for seat in range(4) if chance.random() < 0.1),
            )
        )
    return hands


HANDS = draw_hands()


def connected():
    runs = {RECORDED: Rows(RECORDED, "mcr-botzone"), SIMULATED: Rows(SIMULATED, "mcr")}
    for hand in HANDS:
        rows = runs[hand.run]
        rows.hand(
            hand.hand_id // 1024,
            hand.outcome,
            hand_in_session=hand.hand_id % 1024,
            deltas=hand.deltas,
            players=list(hand.players),
            dealer_seat=hand.dealer,
            round_wind=hand.round,
            dealer_streak=hand.streak,
            played_at=hand.played,
            match_id=hand.match,
            source="botzone" if hand.run == RECORDED else "simulated",
            winners=0 if hand.winner is None else 1 << hand.winner,
            dealt_distance=list(hand.distances),
        )
        if hand.winner is not None:
            rows.win(
                hand.hand_id,
                hand.winner,
                win_by=hand.win_by,
                payer=hand.payer,
                total=hand.total,
                turn=hand.turn,
                patterns=[(key, 1, 2) for key in hand.patterns],
            )
        for seat in hand.below:
            rows.chance(hand.hand_id, seat=seat, tile=1, total=3, reason="below_minimum")
    runs[RECORDED].reject("line 1", "bad_line", "no")
    return connection(*runs.values())
