"""What a table would have made of stored hands: scored and settled again, play kept as it was.

Exact are points, and with them the dealer's advantage and how points concentrate: readings are
chosen and payments made as the new table says. How hands end changes through the minimum alone: a
win that falls below it is none, and its hand counts as drawn, although it would have gone on. Hands
in which a completion would have become a win are counted. Who would have aimed at what only playing
again can tell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy import stats

from engine.rules import compile_rules
from engine.situation import F_WIN_BY
from pipelines import analysis
from pipelines.analysis.balance import GROUPS, gini, top_share
from pipelines.analysis.statistics import CONFIDENCE, Estimate, rate
from pipelines.lake import Lake
from pipelines.rescoring import StoredHands, load_stored, rescore
from pipelines.rescoring.chances import ended_earlier
from pipelines.tuning.proposing import Proposal
from pipelines.tuning.rarities import Floats, Ints
from pipelines.tuning.writing import with_values
from schemas.codes import WIN_BY
from schemas.errors import UsageError

Measures = dict[str, float]
_COLUMNS: Final = ("dealer", "moved", "wins", "legal", "self_drawn", "drawn")
"""Of a hand: the dealer's points, points moved; stored wins, those that are some, those of them by
self-draw; 1 where it was drawn or none of its wins is one."""
_EARLIER: Final = "earlier"
"""One column more where it is asked for, as reading completions takes longer than all else: 1 where
one that was no win would be one."""
_MOVED: Final = _COLUMNS.index("moved")
_OF_TABLES: Final = ("mispricing", "distance")
_SELF_DRAWN: Final = [
    WIN_BY.index(name) for name in ("self_draw", "three_wildcards", "eight_flowers")
]


@dataclass(frozen=True, slots=True)
class _Hands:
    """Stored hands of one run: which were drawn, and the group of deals that each falls into."""

    stored: StoredHands
    drawn: NDArray[np.bool_]
    fold: Ints


class Rescorer:
    """Measures tables on stored hands; what was measured once is remembered."""

    def __init__(
        self,
        lake: Lake,
        con: duckdb.DuckDBPyConnection,
        runs: Sequence[str],
        proposal: Proposal,
        *,
        hands: int,
    ) -> None:
        """Read the hands.

        Args:
            lake: the lake.
            con: a connection with its views.
            runs: of play under today's table.
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
        self._proposal = proposal
        courses = analysis.hand_courses(con, runs)
        self._runs = []
        for run in runs:
            stored = load_stored(lake, run, most=-(-hands // len(runs)), chances=True)
            course = courses.filter(pl.col("run") == run)
            at = np.searchsorted(course["hand_id"].to_numpy(), stored.hand_id)
            drawn, fold = course["drawn"].to_numpy()[at], course["deal"].to_numpy()[at] % GROUPS
            self._runs.append(_Hands(stored, drawn, fold))
        self.hands = sum(len(one.stored) for one in self._runs)
        self._fold = np.concatenate([one.fold for one in self._runs])
        self._known: dict[tuple[int, ...], Measures] = {}

    def __call__(self, table: Ints) -> Measures:
        """Every measure of a table (`schemas.tuning.MEASURES`), and the share of wins ``unwon``."""
        key = tuple(int(value) for value in table)
        if key not in self._known:
            self._known[key] = self._measures(self._rows(table), table)
        return self._known[key]

    def estimates(self, table: Ints, other: Ints | None = None) -> dict[str, Estimate]:
        """Measures of a table, or how another's differ from them, with 95 % intervals.

        The variance is that of the delete-a-group jackknife over groups of deals. What is known of
        the tables themselves, mispricing and distance, has no interval here. One measure more than
        of a call: ``earlier``, the share of hands in which a completion would have become a win.
        """
        rows = [self._rows(each, earlier=True) for each in (table, other) if each is not None]

        def figures(kept: NDArray[np.bool_]) -> Floats:
            found = [
                list(self._measures(one[kept], each).values())
                for one, each in zip(rows, (table, other), strict=False)
                if each is not None
            ]
            return np.array(found[-1]) - (np.array(found[0]) if len(found) > 1 else 0.0)

        whole = figures(np.ones(self.hands, np.bool_))
        folds = np.unique(self._fold)
        left_out = np.array([figures(self._fold != fold) for fold in folds])
        variance = ((left_out - whole) ** 2).sum(axis=0) * (len(folds) - 1) / len(folds)
        half = stats.t.ppf(0.5 + CONFIDENCE / 2, max(len(folds) - 1, 1)) * np.sqrt(variance)
        names = list(self._measures(rows[0], table))
        found = {
            name: Estimate(float(value), None, None, self.hands)
            if name in _OF_TABLES or len(folds) < 2
            else Estimate(float(value), float(value - by), float(value + by), self.hands)
            for name, value, by in zip(names, whole, half, strict=True)
        }
        if other is None:
            wins = int(rows[0][:, _COLUMNS.index("wins")].sum())
            for name, n in (("unwon", wins), (_EARLIER, self.hands)):
                if found[name].value == 0:
                    found[name] = rate(0, n)
        return found

    def _rows(self, table: Ints, *, earlier: bool = False) -> Ints:
        """What each hand comes to under a table: one row a hand, columns as `_COLUMNS`."""
        values = {key: int(v) for key, v in zip(self._proposal.patterns, table, strict=True)}
        return np.concatenate([_rescored(one, values, earlier=earlier) for one in self._runs])

    def _measures(self, rows: Ints, table: Ints) -> Measures:
        names = (*_COLUMNS, _EARLIER)[: rows.shape[1]]
        hands, sums = len(rows), dict(zip(names, rows.sum(axis=0), strict=True))
        moves = np.column_stack(np.unique(rows[:, _MOVED], return_counts=True))
        legal, wins = sums["legal"], sums["wins"]
        found = {
            "dealer_advantage": float(sums["dealer"] / hands),
            "draw_rate": float(sums["drawn"] / hands),
            "self_draw_share": float(sums["self_drawn"] / legal) if legal else 0.0,
            "top_share": top_share(moves),
            "gini": gini(moves),
            "points_moved": float(sums["moved"] / hands),
            "mispricing": self._proposal.mispricing(table),
            "distance": self._proposal.distance(table),
            "unwon": float(1 - legal / wins) if wins else 0.0,
        }
        return found | ({_EARLIER: float(sums[_EARLIER] / hands)} if _EARLIER in sums else {})


def _rescored(hands: _Hands, values: dict[str, int], *, earlier: bool) -> Ints:
    """Rows of one run's hands under other values of patterns."""
    stored = hands.stored
    ruleset = with_values(stored.ruleset, values)
    answer = rescore(stored, ruleset, rows=False)
    deltas = answer.deltas.astype(np.int64)
    won = np.diff(stored.won.start)
    self_drawn = np.isin(stored.won.wins.facts[:, F_WIN_BY], _SELF_DRAWN)

    def by_hand(wins: NDArray[np.bool_]) -> Ints:
        return np.bincount(stored.hand_of_win, weights=wins, minlength=len(won)).astype(np.int64)

    legal = by_hand(answer.legal)
    columns = {
        "dealer": deltas[np.arange(len(won)), stored.won.dealer],
        "moved": np.maximum(deltas, 0).sum(axis=1),
        "wins": won,
        "legal": legal,
        "self_drawn": by_hand(answer.legal & self_drawn),
        "drawn": hands.drawn | ((won > 0) & (legal == 0)),
    }
    if earlier:
        own, other = compile_rules(stored.ruleset), compile_rules(ruleset)
        columns[_EARLIER] = ended_earlier(stored, own, other, answer.answers.winners)
    return np.column_stack(list(columns.values())).astype(np.int64)
