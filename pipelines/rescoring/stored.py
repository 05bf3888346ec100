"""Stored hands as arrays that are scored again: read once, scored under as many tables as asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.rescoring import WonHands
from engine.retracing.columns import EndColumns
from engine.scoring import WinColumns
from pipelines.lake.lake import Lake
from pipelines.lake.lineage import played_run
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import read_table
from pipelines.rescoring.preparing import (
    CHANCE_COLUMNS,
    HAND_COLUMNS,
    WIN_COLUMNS,
    StoredChances,
    StoredHands,
    Switch,
    prepare,
)
from pipelines.rescoring.retraced import EventReader
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

__all__ = ["StoredChances", "StoredHands", "join_stored", "load_stored"]


def load_stored(
    lake: Lake,
    run: str,
    ruleset: RuleSet | None = None,
    *,
    most: int | None = None,
    chances: bool = False,
) -> StoredHands:
    """Read the hands of a run.

    Args:
        lake: the lake.
        run: run id; of a rescored run its parent's hands are read.
        ruleset: the rules to come; None: the run's own. Prepared once, hands may be scored under
            every rule set that differs from it only in patterns, scoring and settlement.
        most: no more than about so many hands, whole parts; None: all.
        chances: read the completions that were not taken as well.

    Raises:
        LakeError: ``unknown_run``, ``damaged_part``.
        UsageError: where hands of the run cannot be scored under these rules.
    """
    manifest = played_run(lake, lake.manifest(run))
    own = manifest.ruleset()
    switch = Switch.between(own, ruleset or own)
    pieces = []
    n = 0
    for part in manifest.parts:
        if part.files["hands"].rows and (most is None or n < most):
            pieces.append(_read_part(lake, manifest, part, switch, chances=chances))
            n += len(pieces[-1])
    if not pieces:
        raise UsageError(f"run {manifest.run} holds no hand")
    return join_stored(pieces)


def _read_part(
    lake: Lake, manifest: Manifest, part: Part, switch: Switch, *, chances: bool
) -> StoredHands:
    hands = read_table(lake.storage, part, "hands", columns=HAND_COLUMNS)
    wins = read_table(lake.storage, part, "wins", columns=WIN_COLUMNS)
    missed = read_table(lake.storage, part, "chances", columns=CHANCE_COLUMNS) if chances else None
    events = EventReader(lake.storage, part)
    return prepare(manifest, hands, wins, missed, events, switch)


def join_stored(pieces: Sequence[StoredHands]) -> StoredHands:
    """Hands of several parts of one run as one, in the order of the pieces."""
    if len(pieces) == 1:
        return pieces[0]
    wons = [each.won for each in pieces]
    firsts = np.cumsum([0, *(len(each) for each in pieces)])
    first_wins = np.cumsum([0, *(len(each.winner) for each in wons)])
    starts = [won.start[:-1] + at for won, at in zip(wons, first_wins, strict=False)]
    won = WonHands(
        start=np.concatenate([*starts, first_wins[-1:]]),
        dealer=np.concatenate([each.dealer for each in wons]),
        streak=np.concatenate([each.streak for each in wons]),
        bets=np.concatenate([each.bets for each in wons]),
        winner=np.concatenate([each.winner for each in wons]),
        payer=np.concatenate([each.payer for each in wons]),
        wins=WinColumns(*_joined([each.wins for each in wons])),
        penalty=np.concatenate([each.penalty for each in wons]),
        ends=EndColumns(*_joined([each.ends for each in wons])),
    )
    chances = None
    found = [each.chances for each in pieces if each.chances is not None]
    if found:
        chances = StoredChances(
            hand=np.concatenate([each.hand + at for each, at in zip(found, firsts, strict=False)]),
            seat=np.concatenate([each.seat for each in found]),
            seq=np.concatenate([each.seq for each in found]),
            reason=np.concatenate([each.reason for each in found]),
            total=np.concatenate([each.total for each in found]),
            beaten=np.concatenate([each.beaten for each in found]),
            hands=WinColumns(*_joined([each.hands for each in found])),
        )
    return StoredHands(
        pieces[0].run,
        pieces[0].ruleset,
        np.concatenate([each.hand_id for each in pieces]),
        np.concatenate([each.hand_of_win + at for each, at in zip(pieces, firsts, strict=False)]),
        won,
        chances,
    )


def _joined(columns: Iterable[Sequence[NDArray[Any]]]) -> list[NDArray[Any]]:
    return [np.concatenate(each) for each in zip(*columns, strict=True)]
