"""What lines of the scoring interface say in tests of the plain Yantai scorer."""

from __future__ import annotations

from typing import Any

from tests.oracles.yantai import score

# A hand with nothing in it: three chows of two suits, a pung, a pair; the win is on a discard.
PLAIN = ("123m 456p 789p 222s 5m", "5m")


def at_table(
    winner: int, payer: int | None = None, dealer: int = 0, bets: list[int] | None = None
) -> dict[str, Any]:
    """The fields of a line that say who sits where."""
    table = {"dealer": dealer, "winner": winner, "payer": payer, "bets": bets or [0, 0, 0, 0]}
    win_by = "self_draw" if payer is None else "discard"
    return {"table": table, "win_by": win_by, "seat_wind": "ESWN"[(winner - dealer) % 4]}


def rows(hand: dict[str, Any], **options: Any) -> set[str]:
    return set(score(hand, options)["patterns"])
