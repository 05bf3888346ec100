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
from functools import partial
from typing import Final

import duckdb
import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.rules import compile_rules
from engine.situation import F_WIN_BY
from pipelines import analysis
from pipelines.analysis.balance import GROUPS, concentrated, gini, top_share
from pipelines.analysis.ratios import Ratio, by_deal, ratio_difference, ratio_sums
from pipelines.analysis.statistics import Estimate, clustered_mean, rate
from pipelines.analysis.sums import rate_of_sums
from pipelines.analysis.walls import alone, have_seatings
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
_OF_MOVES: Final = {"top_share": top_share, "gini": gini}
_RATIOS: Final = {
    "dealer_advantage": ("dealer", "hands"),
    "draw_rate": ("drawn", "hands"),
    "self_draw_share": ("self_drawn", "legal"),
    "points_moved": ("moved", "hands"),
    "unwon": ("lost", "wins"),
    "earlier": (_EARLIER, "hands"),
}
"""Of what each mean or share is the ratio, by hand."""
_MEANS: Final = ("dealer_advantage", "points_moved")
_SELF_DRAWN: Final = [
    WIN_BY.index(name) for name in ("self_draw", "three_wildcards", "eight_flowers")
]


@dataclass(frozen=True, slots=True)
class _Hands:
    """Stored hands of one run, and which were drawn."""

    stored: StoredHands
    drawn: NDArray[np.bool_]


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
        deals: list[Ints] = []
        for number, run in enumerate(runs):
            stored = load_stored(lake, run, most=-(-hands // len(runs)), chances=True)
            course = courses.filter(pl.col("run") == run)
            at = np.searchsorted(course["hand_id"].to_numpy(), stored.hand_id)
            deal = course["deal"].to_numpy()[at]
            self._runs.append(_Hands(stored, course["drawn"].to_numpy()[at]))
            deals.append(np.column_stack([np.full(len(deal), number), deal]))
        of_hand = np.concatenate(deals)
        self.hands = len(of_hand)
        self._fold = of_hand[:, 1] % GROUPS
        known, numbers = np.unique(of_hand, axis=0, return_inverse=True)
        self._deal, self._deals = numbers.astype(np.int64), len(known)
        self._alone = partial(alone, seatings=have_seatings(con, runs))
        self._known: dict[tuple[int, ...], Measures] = {}

    def __call__(self, table: Ints) -> Measures:
        """Every measure of a table (`schemas.tuning.MEASURES`), and the share of wins ``unwon``."""
        key = tuple(int(value) for value in table)
        if key not in self._known:
            self._known[key] = self._measures(self._rows(table), table)
        return self._known[key]

    def estimates(self, table: Ints, other: Ints | None = None) -> dict[str, Estimate]:
        """Measures of a table, or how another's differ from them, with 95 % intervals.

        Means and shares have the intervals that every command tells of them, a deal is a cluster;
        differences are those of the same hands. What is neither mean nor share, of concentration,
        is jackknifed over groups of deals. What is known of the tables themselves, mispricing and
        distance, has no interval here. One measure more than of a call: ``earlier``, the share of
        hands in which a completion would have become a win.
        """
        tables = [each for each in (table, other) if each is not None]
        rows = [self._rows(each, earlier=True) for each in tables]
        known = [self._measures(one, each) for one, each in zip(rows, tables, strict=True)]
        found = {}
        for name, value in known[-1].items():
            plain = Estimate(
                value if other is None else value - known[0][name], None, None, self.hands
            )
            if name in _OF_TABLES:
                found[name] = plain
            elif name in _OF_MOVES:
                moves = [one[:, _MOVED] for one in rows]
                found[name] = concentrated(moves, self._fold, _OF_MOVES[name])
            else:
                ratios = [self._ratio(one, name) for one in rows]
                one = self._estimate(name, ratios)
                found[name] = plain if one.value is None else one
        return found

    def _estimate(self, name: str, ratios: Sequence[Ratio]) -> Estimate:
        """A mean or a share under one table, or the difference between two."""
        if len(ratios) == 1:
            sums = ratio_sums(ratios[0])
            if name in _MEANS:
                return clustered_mean(*sums)
            return rate_of_sums(*sums, alone=self._alone)
        before, after = ratios
        moved = ratio_difference(before, after)
        if name not in _MEANS and moved.n and moved.low == moved.high == 0:
            # In no deal anything differs: as little is known of it as of a count of zero.
            most = rate(0, self._alone(moved.n, ratio_sums(before)[-1])).high
            return Estimate(0.0, None if most is None else -most, most, moved.n)
        return moved

    def _ratio(self, rows: Ints, name: str) -> Ratio:
        """Numerator and denominator of a mean or a share, by deal."""
        top, bottom = _RATIOS[name]
        return self._sums(rows, top), self._sums(rows, bottom)

    def _sums(self, rows: Ints, name: str) -> Floats:
        columns = dict(zip((*_COLUMNS, _EARLIER), rows.T, strict=False))
        columns["hands"] = np.ones(len(rows), np.int64)
        columns["lost"] = columns["wins"] - columns["legal"]
        return by_deal(self._deal, columns[name], self._deals)

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
