"""What stands in the records of simple players beside tiles and actions."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from schemas.batch import META_SCHEMA, PlayedBatch
from schemas.ruleset import RuleSet

SOURCE: Final = "simulated"
"""The `source` of the records."""


def action_positions(start: NDArray[np.int64]) -> NDArray[np.int32]:
    """Actions of each hand counted from 1, as in a file with a step an action."""
    counts = np.diff(start)
    return (np.arange(start[-1]) - np.repeat(start[:-1], counts) + 1).astype(np.int32)


def recorded_meta(
    ruleset: RuleSet,
    session: NDArray[np.int64],
    within: NDArray[np.int16],
    round_wind: NDArray[np.int8],
    played: PlayedBatch,
    player: str,
) -> pl.DataFrame:
    """One row a hand, with the result that the machine gives in the recorded columns."""
    n_hands = len(session)
    deltas = played.settlements["delta"].reshape(n_hands, 4)
    winner_first = np.unique(played.wins["hand"], return_index=True)
    totals = dict(
        zip(winner_first[0].tolist(), played.wins["total"][winner_first[1]].tolist(), strict=True)
    )
    rotation = ruleset.session.seat_rotation or ((0, 1, 2, 3),)
    columns: dict[str, list[Any]] = {
        "rules": [ruleset.name] * n_hands,
        "session": session.tolist(),
        "hand_in_session": within.tolist(),
        "source": [SOURCE] * n_hands,
        "players": [
            [f"p{number}:{player}" for number in rotation[wind % len(rotation)]]
            for wind in round_wind.tolist()
        ],
        "recorded_total": [totals.get(hand) for hand in range(n_hands)],
        "recorded_deltas": deltas.tolist(),
        "recorded_patterns": _pattern_names(ruleset, played, n_hands),
    }
    return pl.DataFrame(
        {name: columns.get(name, [None] * n_hands) for name in META_SCHEMA}, schema=META_SCHEMA
    )


def _pattern_names(ruleset: RuleSet, played: PlayedBatch, n_hands: int) -> list[list[str] | None]:
    """``name*count`` of each hand's first winner, None where nobody won."""
    names: list[list[str] | None] = [None] * n_hands
    first: dict[int, int] = {}
    rows = played.win_patterns
    catalogue = ruleset.catalogue.patterns
    for hand, winner, pattern, count in zip(
        *(rows[name].tolist() for name in ("hand", "winner", "pattern", "count")), strict=True
    ):
        if first.setdefault(hand, winner) == winner:
            listed = names[hand] = names[hand] or []
            listed.append(f"{catalogue[pattern].name}*{count}")
    return names
