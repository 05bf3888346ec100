"""What stands in the rows of a hand that has ended, checked against what the referee has seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from schemas import codes
from schemas.batch import PlayedBatch
from tests.engine.conformance.hand_referee import Referee

NOT_COMPLETED = (
    codes.BY_ROBBED_GOLD,
    codes.BY_THREE_WILDCARDS,
    codes.BY_EIGHT_FLOWERS,
    codes.BY_SEVEN_FLOWERS,
)
"""Wins without a completing tile."""
SEEN_FLAGS = (
    codes.FLAG_LAST_COPY
    | codes.FLAG_LAST_TILE
    | codes.FLAG_KONG_REPLACEMENT
    | codes.FLAG_FLOWER_REPLACEMENT
    | codes.FLAG_DECLARED_READY
    | codes.FLAG_SHOWN_READY
    | codes.FLAG_OPEN_PLAY
    | codes.FLAG_PENALTY_DISCARD
)
"""Flags that follow from what the referee sees."""

Row = dict[str, Any]


def rows_of(table: dict[str, Any], hand: int) -> list[Row]:
    """The rows of a hand, list columns left out."""
    plain = {name: column for name, column in table.items() if isinstance(column, np.ndarray)}
    return [
        {name: column[index].tolist() for name, column in plain.items()}
        for index in np.flatnonzero(plain["hand"] == hand)
    ]


def check_results(referee: Referee, rows: PlayedBatch, hand: int, n_events: int) -> None:
    """Assert that a hand's rows say what happened in it."""
    play = referee.play
    assert play.phase in ("over", "won")
    (row,) = rows_of(rows.hands, hand)
    assert row["outcome"] == referee.outcome
    assert row["winners"] == sum(1 << seat for seat in play.winners)
    assert row["n_events"] == n_events == play.seq
    assert row["n_draws"] == play.draws
    assert row["wall_left"] == play.left()
    reason = codes.ABORT_REASONS.index(referee.abort_reason) if referee.abort_reason else -1
    assert row["abort_reason"] == reason
    _check_tiles(referee)
    _check_settlements(referee, rows, hand)
    wins = rows_of(rows.wins, hand)
    assert [win["winner"] for win in wins] == list(referee.wins)
    for win in wins:
        _check_win(referee, win)
    _check_chances(referee, rows_of(rows.chances, hand), wins)


def _check_tiles(referee: Referee) -> None:
    """Every tile of the wall is somewhere, once."""
    play = referee.play
    places: list[int] = []
    for seat in range(4):
        places += play.hands[seat].elements()
        places += play.flowers[seat].elements()
        for meld in play.melds[seat]:
            if meld.kind == codes.MELD_KONG_CONCEALED:
                places += [meld.low] * 4
    places += play.open.elements()
    assert len(places) == sum(play.taken) + len(play.turned)
    for tile in set(places):
        assert places.count(tile) <= play.wall.count(tile)


def _check_settlements(referee: Referee, rows: PlayedBatch, hand: int) -> None:
    payments = rows_of(rows.settlements, hand)
    assert [row["seat"] for row in payments] == [0, 1, 2, 3]
    for part in ("delta", *codes.SETTLEMENT_PARTS):
        assert sum(row[part] for row in payments) == 0, part
    for row in payments:
        assert row["delta"] == sum(row[part] for part in codes.SETTLEMENT_PARTS)
        if referee.outcome != codes.OUT_WIN:
            assert row["delta"] == row["penalty"] == 0


def _check_win(referee: Referee, win: Row) -> None:
    play, seat = referee.play, win["winner"]
    seen = referee.wins[seat]
    phase, special, by = seen["phase"], seen["special"], win["win_by"]
    offered = {"window": codes.BY_DISCARD, "rob": codes.BY_ROBBED_KONG}.get(phase)
    if by in NOT_COMPLETED:
        assert by == special
        payer = win["payer"]
        assert (payer >= 0) == (by == codes.BY_SEVEN_FLOWERS)
        assert win["win_tile"] == (play.wildcard if by == codes.BY_ROBBED_GOLD else -1)
        if by == codes.BY_SEVEN_FLOWERS:
            assert sum(n for tile, n in play.flowers[payer].items() if tile >= 34) == 1
    else:
        assert by == (codes.BY_SELF_DRAW if offered is None else offered)
        assert win["payer"] == (-1 if offered is None else seen["giver"])
        assert win["win_tile"] == seen["tile"]
        assert seen["whole"]
    assert win["turn"] == len(play.discards[seat]) + 1
    assert win["n_patterns"] >= 0
    assert win["total"] >= play.rules.win.minimum
    assert win["flags"] & SEEN_FLAGS == _flags(referee, seat, by), (win, _flags(referee, seat, by))


def _flags(referee: Referee, seat: int, by: int) -> int:
    """Flags of a win, the first turn and late dragons left out."""
    play, seen = referee.play, referee.wins[seat]
    bars = play.bars[seat]
    flags = codes.FLAG_DECLARED_READY * bars.declared + codes.FLAG_SHOWN_READY * bars.shown
    flags += codes.FLAG_OPEN_PLAY * bars.open
    drawn = by == codes.BY_SELF_DRAW
    if by == codes.BY_THREE_WILDCARDS and seen["phase"] == "turn" and seat == play.seat:
        drawn = True
    if by == codes.BY_DISCARD or by == codes.BY_SELF_DRAW:
        others = seen["open"][seen["tile"]] - (by == codes.BY_DISCARD)
        if others == play.wall.count(seen["tile"]) - 1:
            flags += codes.FLAG_LAST_COPY
    if (drawn or by == codes.BY_DISCARD) and seen["last"]:
        flags += codes.FLAG_LAST_TILE
    if drawn:
        flags += codes.FLAG_KONG_REPLACEMENT * play.from_kong
        flags += codes.FLAG_FLOWER_REPLACEMENT * play.from_flower
    if by == codes.BY_DISCARD and seen["penalty"]:
        flags += codes.FLAG_PENALTY_DISCARD
    return flags


def _check_chances(referee: Referee, chances: list[Row], wins: list[Row]) -> None:
    """Whoever a tile completed has won on it or has a row that says why not."""
    told = {(row["seq"], row["seat"]) for row in chances}
    assert len(told) == len(chances)
    won = {
        (referee.wins[win["winner"]]["seq"], win["winner"])
        for win in wins
        if win["win_by"] not in NOT_COMPLETED
    }
    assert not told & won
    assert told | won == referee.completed, (told, won, referee.completed)
