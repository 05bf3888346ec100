"""What a table would have made of stored hands: scored and settled again, play kept as it was.

Exact are points, and with them the dealer's advantage and how points concentrate: readings are
chosen and payments made as the new table says. How hands end changes through the minimum alone: a
win that falls below it is none, and its hand counts as drawn, although it would have gone on. Who
would have aimed at what, and completions that were not taken, only playing again can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import duckdb
import numpy as np

from engine.situation import F_WIN_BY
from pipelines import analysis
from pipelines.analysis.balance import gini, merged_moves, top_share
from pipelines.lake import Lake
from pipelines.rescoring import StoredHands, load_stored, rescore
from pipelines.tuning.proposing import Proposal
from pipelines.tuning.rarities import Ints
from pipelines.tuning.writing import with_values
from schemas.codes import WIN_BY
from schemas.errors import UsageError
from schemas.ruleset import RuleSet

Measures = dict[str, float]
_SELF_DRAWN: Final = [
    WIN_BY.index(name) for name in ("self_draw", "three_wildcards", "eight_flowers")
]


class Rescorer:
    """Measures tables on stored hands; what was measured once is remembered."""

    def __init__(
        self,
        lake: Lake,
        con: duckdb.DuckDBPyConnection,
        runs: Sequence[str],
        ruleset: RuleSet,
        proposal: Proposal,
        *,
        hands: int,
    ) -> None:
        """Read the hands.

        Args:
            lake: the lake.
            con: a connection with its views.
            runs: of play under the table of `ruleset`.
            ruleset: today's table.
            proposal: names the patterns, and says what mispricing and distance are.
            hands: read no more than about so many of all runs together.

        Raises:
            UsageError: where no run is named.
        """
        if not runs:
            raise UsageError(
                "targets are measured on stored hands: name runs in rarity.natural or "
                "rarity.strategic"
            )
        self._ruleset, self._proposal = ruleset, proposal
        self._stored = [load_stored(lake, run, most=-(-hands // len(runs))) for run in runs]
        drawn = analysis.drawn_hands(con, runs)
        ids = {run: drawn.filter(drawn["run"] == run)["hand_id"].to_numpy() for run in runs}
        self._drawn = sum(
            int(np.isin(stored.hand_id, ids[run]).sum())
            for run, stored in zip(runs, self._stored, strict=True)
        )
        self.hands = sum(map(len, self._stored))
        self._known: dict[tuple[int, ...], Measures] = {}

    def __call__(self, table: Ints) -> Measures:
        """Every measure of a table (`schemas.tuning.MEASURES`), and the share of wins ``unwon``."""
        key = tuple(int(value) for value in table)
        if key not in self._known:
            self._known[key] = self._measure(table)
        return self._known[key]

    def _measure(self, table: Ints) -> Measures:
        values = {key: int(v) for key, v in zip(self._proposal.patterns, table, strict=True)}
        found = [self._rescored(stored, values) for stored in self._stored]
        dealer, moved, seats = (
            np.concatenate(each) for each in zip(*(f[0] for f in found), strict=True)
        )
        wins, legal, lost, self_drawn = np.sum([each[1] for each in found], axis=0)
        moves = merged_moves(np.column_stack([moved, np.ones_like(moved), seats]))
        return {
            "dealer_advantage": float(dealer.mean()),
            "draw_rate": float((self._drawn + lost) / self.hands),
            "self_draw_share": float(self_drawn / legal) if legal else 0.0,
            "top_share": top_share(moves),
            "gini": gini(moves),
            "points_moved": float(moved.mean()),
            "mispricing": self._proposal.mispricing(table),
            "distance": self._proposal.distance(table),
            "unwon": float(1 - legal / wins) if wins else 0.0,
        }

    def _rescored(
        self, stored: StoredHands, values: dict[str, int]
    ) -> tuple[tuple[Ints, Ints, Ints], Ints]:
        """Of each hand the dealer's points, points moved, squares; of all together the counts.

        The counts: stored wins, wins that are some, hands whose wins are none, self-drawn wins.
        """
        answer = rescore(stored, with_values(stored.ruleset, values), rows=False)
        deltas, legal = answer.deltas.astype(np.int64), answer.legal
        won = np.diff(stored.won.start) > 0
        dealer = deltas[np.arange(len(stored)), stored.won.dealer]
        by = stored.won.wins.facts[:, F_WIN_BY]
        counts = np.array(
            [
                len(legal),
                legal.sum(),
                (won & (answer.answers.winners == 0)).sum(),
                (legal & np.isin(by, _SELF_DRAWN)).sum(),
            ],
            np.int64,
        )
        return (dealer, np.maximum(deltas, 0).sum(axis=1), (deltas**2).sum(axis=1)), counts
