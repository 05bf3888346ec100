"""Sessions: dealer, streak, rounds and length after every outcome, against plain Python."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any, get_args

import numpy as np
import pytest

from engine.minimal import Player, play_batch
from engine.rules import compile_rules
from engine.succession import (
    N_Q,
    Q_DEALER,
    Q_STREAK,
    Q_WITHIN,
    next_hand,
    open_session,
    round_wind_of,
)
from engine.tables import load_tables
from schemas import codes
from schemas.rules_files import load_ruleset, preset_names
from schemas.ruleset import RuleSet
from tests.engine.conformance.house_rules import changed
from tests.engine.conformance.plain_sessions import Ended, Seat, places
from tests.engine.conformance.suite_tools import n_hands

STAYS = ("dealer_win", "draw", "abort", "false_win")
SUBSETS = [
    tuple(name for bit, name in enumerate(STAYS) if n >> bit & 1) for n in range(1 << len(STAYS))
]
N_ENDED = 300


def ended_hands(random: Random, n: int) -> list[Ended]:
    """Hands of all outcomes, with one winner or two."""
    found = []
    for _ in range(n):
        outcome = random.choice(range(len(codes.OUTCOMES)))
        winners = random.sample(range(4), random.choice((1, 1, 2)))
        won = outcome == codes.OUT_WIN
        false = outcome == codes.OUT_FALSE_WIN
        found.append(
            Ended(
                outcome,
                frozenset(winners if won else ()),
                random.randrange(4) if false else -1,
            )
        )
    return found


def walked(rules: RuleSet, ended: list[Ended]) -> list[Seat]:
    """The places that the kernels go through."""
    compiled = compile_rules(rules)
    place = np.zeros(N_Q, np.int64)
    open_session(compiled, place, 0)
    session = 0
    found = []
    for end in [*ended, None]:
        numbers = [int(place[k]) for k in (Q_WITHIN, Q_DEALER, Q_STREAK)]
        found.append(Seat(session, numbers[0], numbers[1], round_wind_of(place), numbers[2]))
        if end is not None:
            winners = sum(1 << seat for seat in end.winners)
            if not next_hand(compiled, place, end.outcome, winners, end.offender):
                open_session(compiled, place, 0)
                session += 1
    return found


@pytest.mark.parametrize("stays", SUBSETS, ids=lambda stays: "+".join(stays) or "never")
@pytest.mark.parametrize(
    ("rounds", "hands", "first", "grows"),
    [(0, 16, 0, False), (4, 64, 0, True), (1, 64, 3, True), (2, 9, 1, False)],
)
def test_succession_after_every_outcome(
    stays: tuple[str, ...], rounds: int, hands: int, first: int, grows: bool
) -> None:
    session: dict[str, Any] = {
        "dealer_stays": stays,
        "rounds": rounds,
        "hands": hands,
        "first_dealer": first,
        "draw_grows_streak": grows,
    }
    rules = changed("mcr", "house", {"session": session})
    ended = ended_hands(Random(repr(session)), N_ENDED)
    assert walked(rules, ended) == list(places(rules, ended))


def ended_of(rows: Any) -> list[Ended]:
    hands = rows.hands
    return [
        Ended(outcome, frozenset(s for s in range(4) if winners >> s & 1), -1)
        for outcome, winners in zip(
            hands["outcome"].tolist(), hands["winners"].tolist(), strict=True
        )
    ]


@pytest.mark.parametrize(("name", "player"), list(product(preset_names(), get_args(Player))))
def test_played_sessions_follow_their_rules(name: str, player: Player) -> None:
    rules = load_ruleset(name)
    batch, rows = play_batch(
        rules, load_tables(), seed=8, first_session=5, n_hands=n_hands(36), player=player
    )
    played = [
        Seat(*row)
        for row in zip(
            batch.meta["session"].to_list(),
            batch.meta["hand_in_session"].to_list(),
            batch.dealer.tolist(),
            batch.round_wind.tolist(),
            batch.streak.tolist(),
            strict=True,
        )
    ]
    lots = {seat.session: seat.dealer for seat in played if seat.hand == 0}
    assert played == list(places(rules, ended_of(rows), 5, lots))[:-1]
    seats = rules.session.seat_rotation or ((0, 1, 2, 3),)
    for row, wind in zip(batch.meta["players"].to_list(), batch.round_wind.tolist(), strict=True):
        assert row == [f"p{number}:{player}" for number in seats[wind % len(seats)]]


def test_four_rounds_end_when_every_seat_has_lost_the_deal_four_times() -> None:
    """Taiwan card: four rounds, each until all four seats have lost the deal; 64 hands at most."""
    rules = load_ruleset("taiwan-standard")
    drawn = Ended(codes.OUT_DRAW, frozenset(), -1)
    assert [seat.hand for seat in places(rules, [drawn] * 17)] == [*range(16), 0, 1]
    dealer_wins = [Ended(codes.OUT_WIN, frozenset({0}), -1)] * 64
    assert walked(rules, dealer_wins)[-1] == Seat(1, 0, 0, 0, 0)
    assert walked(rules, dealer_wins)[-2] == Seat(0, 63, 0, 0, 63)
    assert walked(rules, [drawn] * 16)[-1] == Seat(1, 0, 0, 0, 0)
    assert walked(rules, [drawn] * 15)[-1] == Seat(0, 15, 3, 3, 0)


def test_single_hands_are_sessions_of_their_own() -> None:
    """Seat 0 deals them all, whoever deals the first hand of a session."""
    rules = changed("taiwan-standard", "house", {"session": {"first_dealer": 2}})
    batch, _ = play_batch(rules, load_tables(), seed=8, first_session=0, n_hands=3, single=True)
    assert batch.dealer.tolist() == batch.streak.tolist() == [0, 0, 0]
    assert batch.meta["session"].to_list() == [0, 1, 2]


def test_luoyuan_first_dealers_are_drawn_by_lot() -> None:
    """Luoyuan card: the first dealer of a session is random; the same seed draws the same."""
    rules = changed("luoyuan-20", "house", {"session": {"hands": 1}})
    first, again = (
        play_batch(rules, load_tables(), seed=3, first_session=0, n_hands=n)[0].dealer.tolist()
        for n in (48, 12)
    )
    assert set(first) == {0, 1, 2, 3}
    assert again == first[:12]
