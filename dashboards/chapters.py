"""The chapters of a report, which a reader may choose from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from schemas.errors import UsageError

CHAPTERS: Final = {
    "loaded": "what was loaded and refused",
    "comparison": "all rule sets of the report side by side",
    "outcomes": "how hands end",
    "patterns": "patterns by frequency, the rare ones with a hand",
    "totals": "totals and turns of wins",
    "waits": "kinds of waits",
    "details": "what a system has beside that: points by item, wildcards, payments, streaks",
    "seats": "win rates and points by seat",
    "balance": "what the dealer gains, how points fall, what particular rules bring",
    "skill": "skill and luck, of runs that play each deal in all seatings",
    "best": "the best wins, tile by tile",
    "records": "recorded beside computed scores",
    "real-play": "simulated beside real play",
}
"""What each chapter holds; summary and methods are always there."""


def chosen_chapters(names: Iterable[str]) -> frozenset[str]:
    """The chapters that are shown: those named, or all where none is.

    Raises:
        UsageError: for a name that is no chapter's.
    """
    chosen = list(names)
    for name in chosen:
        if name not in CHAPTERS:
            raise UsageError(f"no chapter {name!r} in a report; chapters: {', '.join(CHAPTERS)}")
    return frozenset(chosen or CHAPTERS)
