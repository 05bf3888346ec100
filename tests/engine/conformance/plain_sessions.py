"""How hands of a session follow one another, in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from schemas import codes
from schemas.ruleset import RuleSet


class Ended(NamedTuple):
    """How a hand ended: outcome, the seats that won, whose false win it was (-1: nobody's)."""

    outcome: int
    winners: frozenset[int]
    offender: int


class Seat(NamedTuple):
    """The place of a hand: number of its session and in it, dealer, round wind, streak."""

    session: int
    hand: int
    dealer: int
    wind: int
    streak: int


def places(
    rules: RuleSet,
    ended: Iterable[Ended],
    first_session: int = 0,
    lots: Mapping[int, int] | None = None,
) -> Iterator[Seat]:
    """The place of the first hand, and of each that follows one that has ended.

    `lots` says who deals the first hand of a session where the rules let a lot decide.
    """
    session = first_session
    first = lots if rules.session.first_dealer_by_lot and lots is not None else {}
    deals = [first.get(session, rules.session.first_dealer)]  # each seat that has got the deal
    hand = streak = 0
    for end in [*ended, None]:
        yield Seat(session, hand, deals[-1], (len(deals) - 1) // 4 % 4, streak)
        if end is None:
            return
        stays, grows = after(rules, end, deals[-1])
        streak = streak + grows if stays else 0
        if not stays:
            deals.append((deals[-1] + 1) % 4)
        hand += 1
        rounds = (len(deals) - 1) // 4
        if hand == rules.session.hands or rounds == rules.session.rounds > 0:
            session += 1
            deals = [first.get(session, rules.session.first_dealer)]
            hand = streak = 0


def after(rules: RuleSet, end: Ended, dealer: int) -> tuple[bool, int]:
    """Whether the dealer stays after a hand, and what its streak grows by."""
    stays = rules.session.dealer_stays
    if end.outcome == codes.OUT_WIN:
        won = dealer in end.winners and "dealer_win" in stays
        return won, int(won)
    if end.outcome == codes.OUT_DRAW:
        return "draw" in stays, int(rules.session.draw_grows_streak)
    if end.outcome == codes.OUT_ABORT:
        return "abort" in stays, 0
    if end.outcome == codes.OUT_FALSE_WIN:
        return "false_win" in stays and end.offender != dealer, 0
    return False, 0
