"""A sample of a run's hands, read and prepared once, to be scored under many tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from engine.retracing.columns import EndColumns
from engine.scoring import WinColumns
from pipelines.lake.lake import Lake
from pipelines.lake.lineage import played_run
from pipelines.lake.manifest import Manifest, Part
from pipelines.lake.parts import read_table
from pipelines.rescoring.preparing import HAND_COLUMNS, WIN_COLUMNS, StoredHands, Switch, prepare
from pipelines.rescoring.retraced import EventReader
from pipelines.rescoring.stored import join_stored
from schemas.batch import Int8, Int64
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

MOST_WINS: Final = 100_000
"""Wins of a sample; as many are scored in less than a second."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Hands of a run, whole parts of it that lie evenly over the run, the last one cut.

    Attributes:
        stored: the hands, prepared for the rules that were named.
        deal: int64 (n), number of each hand's deal, from 0 on; hands of one deal are one cluster.
        seatings: whether a deal is one wall in several seatings.
        all_hands: hands of the run.
    """

    stored: StoredHands
    deal: Int64
    seatings: bool
    all_hands: int

    @property
    def hands(self) -> int:
        """Number of hands."""
        return len(self.stored)

    @property
    def deals(self) -> int:
        """Number of deals."""
        return int(self.deal.max()) + 1

    @property
    def wins(self) -> int:
        """Number of stored wins."""
        return len(self.stored.hand_of_win)


def load_sample(
    lake: Lake, run: str, ruleset: RuleSet | None = None, *, most: int = MOST_WINS
) -> Sample:
    """Read a sample of a run.

    Args:
        lake: the lake.
        run: run id; of a rescored run the parent's hands are read.
        ruleset: the rules to come; None: the run's own.
        most: wins, 1 or more; a run of no more is read whole.

    Raises:
        LakeError: ``unknown_run``, ``no_parent``, ``damaged_part``.
        UsageError: where the run holds no hand, or none that these rules could score.
    """
    manifest = lake.manifest(run)
    played = played_run(lake, manifest)
    switch = Switch.between(played.ruleset(), ruleset or manifest.ruleset())
    pieces, deals, seatings = [], [], False
    n = 0
    for part in spread_parts(played.parts, most):
        if n < most:
            piece, deal, permutation = _read(lake, played, part, switch)
            pieces.append(piece)
            deals.append(deal)
            seatings |= bool(permutation.any())
            n += len(piece.hand_of_win)
    if not pieces:
        raise UsageError(f"run {played.run} holds no hand", code="no_hands")
    stored = first_hands(join_stored(pieces), most)
    deal = np.concatenate(deals)[: len(stored)]
    _, numbers = np.unique(deal, return_inverse=True)
    return Sample(stored, numbers.astype(np.int64), seatings, played.summary.hands)


def first_hands(stored: StoredHands, wins: int) -> StoredHands:
    """The first hands of stored ones, up to the hand of the given number of wins."""
    if len(stored.hand_of_win) <= wins:
        return stored
    n = int(stored.hand_of_win[wins - 1]) + 1
    won = stored.won
    k = int(won.start[n])
    return replace(
        stored,
        hand_id=stored.hand_id[:n],
        hand_of_win=stored.hand_of_win[:k],
        won=won._replace(
            start=won.start[: n + 1],
            dealer=won.dealer[:n],
            streak=won.streak[:n],
            bets=won.bets[:n],
            winner=won.winner[:k],
            payer=won.payer[:k],
            wins=WinColumns(*_cut(won.wins, k)),
            penalty=won.penalty[:n],
            ends=EndColumns(*_cut(won.ends, n)),
        ),
        chances=None,
    )


def _cut(columns: Sequence[NDArray[Any]], n: int) -> list[NDArray[Any]]:
    return [column[:n] for column in columns]


def spread_parts(parts: Sequence[Part], most: int) -> list[Part]:
    """Parts that hold `most` wins together and lie evenly over the run, and what may lack more."""
    held = [part for part in parts if part.files["hands"].rows]
    wins = sum(part.files["wins"].rows for part in held)
    if wins <= most:
        return held
    needed = min(len(held), math.ceil(most * len(held) / wins))
    chosen = sorted({i * len(held) // needed for i in range(needed)})
    rest = [i for i in range(len(held)) if i not in set(chosen)]
    return [held[i] for i in (*chosen, *rest)]


def _read(
    lake: Lake, played: Manifest, part: Part, switch: Switch
) -> tuple[StoredHands, Int64, Int8]:
    hands: pa.Table = read_table(
        lake.storage, part, "hands", columns=(*HAND_COLUMNS, "deal", "permutation")
    )
    wins = read_table(lake.storage, part, "wins", columns=WIN_COLUMNS)
    stored = prepare(played, hands, wins, None, EventReader(lake.storage, part), switch)
    return stored, hands["deal"].to_numpy(), hands["permutation"].to_numpy()
