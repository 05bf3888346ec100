"""Who wins first of all, and what a late dragon is (Longgang card, "Deal and play", "Payment")."""

from __future__ import annotations

import numpy as np
import pytest

from engine import playing
from engine.machine.choices import M_ACTION, M_SEAT, N_M, PASS
from engine.machine.state import FRONT, N_TILES_IN_PLAY, TAIL
from engine.tables import load_tables
from schemas.codes import DISCARD, WIN
from tests.engine.machine_script import compiled, dealt, deltas, flags_of, play

WHOLE = "123m 789m 123p 456p 789p 99s"
"""The dealer's hand is complete as it was dealt."""
OTHERS = ("147m 147p 147s ESWN CFF", "555m 1p 47p 258s ESWNCF E", "1259p 2368s 88m CF ENSW")
"""Of whom seat 2 holds all three wildcards that are left when 5m is turned up."""


class Seats:
    """Stands in for the players: what each of the seats answers; who was asked."""

    def __init__(self, **answers: int) -> None:
        self.asked: list[int] = []
        self.plan = np.zeros((4, N_M), np.int16)
        self.answers = np.full((4, N_M), PASS, np.int16)
        self._acts = {int(name.removeprefix("seat_")): act for name, act in answers.items()}

    def ask(self, rules, tables, st, seat, may_pass, players, desk, row) -> None:
        self.asked.append(int(seat))
        if seat in self._acts:
            self.answers[row, M_SEAT] = seat
            self.answers[row, M_ACTION] = self._acts[seat]


@pytest.mark.parametrize(
    ("dealer", "winner"),
    [(WIN, 0), (DISCARD, 2)],
    ids=["the dealer wins", "the dealer does not"],
)
def test_longgang_heavenly_goes_before_three_wildcards(monkeypatch, dealer, winner) -> None:
    table = dealt(compiled("longgang"), WHOLE, *OTHERS, script="0 turn_wildcard 5m")
    seats = Seats(seat_0=dealer, seat_2=WIN)
    monkeypatch.setattr(playing, "_ask", seats.ask)
    choose = getattr(playing._choose, "py_func", playing._choose)
    assert choose(table.rules, load_tables(), table.state, np.zeros(4, np.int8), seats) == 1
    assert (seats.plan[0, M_SEAT], seats.plan[0, M_ACTION]) == (winner, WIN)


def late(first: str, wildcard: str):
    """The dealer discards C with eight tiles left to draw, and seat 1 wins on it."""
    rest = ("147m 147p 147s SWNFF 6m 9p", "359p 2368s 88m CF 7p NSW S")
    hands = (first, "123m 789m 123p 456p 99s CC", *rest)
    table = dealt(compiled("longgang"), *hands, script=f"0 turn_wildcard {wildcard}")
    num = table.state.num
    num[FRONT] = num[N_TILES_IN_PLAY] - num[TAIL] - 20 - 8
    play(table, "0 discard C; 1 win C")
    return table


def test_longgang_a_wildcard_is_no_safer_tile_than_a_late_dragon() -> None:
    """The dealer's only East is the wildcard, which is never discarded."""
    table = late("258m 258p 369s 19m 1p E C S W N", "E")
    assert "late_dragon" not in flags_of(table)
    assert table.result().settlements["liability"].tolist() == [0, 0, 0, 0]


def test_longgang_a_single_own_wind_is_safer_than_a_late_dragon() -> None:
    table = late("258m 258p 369s 19m 1p E C S W N", "9m")
    assert "late_dragon" in flags_of(table)
    paid = deltas(table)
    assert paid[0] == -paid[1]
    assert paid[2] == paid[3] == 0
