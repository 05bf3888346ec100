"""How hands of a session follow one another: who deals next, in which round, with which streak.

What an outcome means for the dealer is the rule set's (`[session]`): `dealer_stays` lists the
outcomes after which it deals again, all others pass the deal on. Only wins of the dealer make its
streak grow, drawn hands too where the rules say so; other hands after which it stays leave the
streak as it is (rule cards, "Succession").
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.jit import leaf
from engine.params import choice, param
from engine.rules import Rules
from schemas.codes import OUT_ABORT, OUT_DRAW, OUT_FALSE_WIN

_STAYS: Final = param("session.dealer_stays")
_AFTER_WIN: Final = 1 << choice("session.dealer_stays", "dealer_win")
_AFTER_DRAW: Final = 1 << choice("session.dealer_stays", "draw")
_AFTER_ABORT: Final = 1 << choice("session.dealer_stays", "abort")
_AFTER_FALSE_WIN: Final = 1 << choice("session.dealer_stays", "false_win")
_DRAW_GROWS: Final = param("session.draw_grows_streak")
_FIRST_DEALER: Final = param("session.first_dealer")
_BY_LOT: Final = param("session.first_dealer_by_lot")
_MOST_HANDS: Final = param("session.hands")
_ROUNDS: Final = param("session.rounds")

(
    Q_WITHIN,  # hands of the session before this one
    Q_DEALER,
    Q_PASSED,  # how often the deal has passed
    Q_STREAK,  # consecutive wins of the dealer before this hand
    N_Q,
) = range(5)
"""Entries of a session's place, int64 (N_Q)."""

Place = NDArray[np.int64]


@leaf
def open_session(rules: Rules, place: Place, lot: int) -> None:
    """Set a place to the first hand of a session.

    Args:
        rules: compiled rules.
        place: (N_Q), written.
        lot: the seat that would deal if the rules let a lot decide.
    """
    place[Q_WITHIN] = 0
    place[Q_DEALER] = lot if rules.params[_BY_LOT] == 1 else rules.params[_FIRST_DEALER]
    place[Q_PASSED] = 0
    place[Q_STREAK] = 0


@leaf
def next_hand(rules: Rules, place: Place, outcome: int, winners: int, offender: int) -> bool:
    """Move a place on to the hand that follows one of the given outcome.

    Args:
        rules: compiled rules.
        place: (N_Q), the hand that has ended; written.
        outcome: code of `schemas.codes.OUTCOMES`.
        winners: bit per seat.
        offender: seat whose false win ended the hand, -1 where none did.

    Returns:
        Whether the session goes on; it ends after its rounds or its most hands.
    """
    dealer = place[Q_DEALER]
    stays = rules.params[_STAYS]
    won = (winners >> dealer) & 1 == 1
    if won and stays & _AFTER_WIN:
        place[Q_STREAK] += 1
    elif outcome == OUT_DRAW and stays & _AFTER_DRAW:
        place[Q_STREAK] += rules.params[_DRAW_GROWS]
    elif not (
        (outcome == OUT_ABORT and stays & _AFTER_ABORT)
        or (outcome == OUT_FALSE_WIN and offender != dealer and stays & _AFTER_FALSE_WIN)
    ):
        place[Q_DEALER] = (dealer + 1) % 4
        place[Q_PASSED] += 1
        place[Q_STREAK] = 0
    place[Q_WITHIN] += 1
    if place[Q_WITHIN] >= rules.params[_MOST_HANDS]:
        return False
    rounds = rules.params[_ROUNDS]
    return bool(rounds == 0 or place[Q_PASSED] < 4 * rounds)


@leaf
def round_wind_of(place: Place) -> int:
    """The round wind, 0-3: a round ends when the deal has passed four times."""
    return int(place[Q_PASSED] // 4 % 4)
