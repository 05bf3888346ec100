"""What another table does to a sample of hands: frames of totals, payments, seats and patterns.

Every figure compares the hands with themselves. A figure is a ratio of two sums over hands, such
as totals over wins, under either table; the interval of its difference takes the hands of one deal
as one cluster and linearises both ratios, so that what is common to both falls out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
import polars as pl
from numpy.typing import NDArray

from engine.rescoring import P_COUNT, P_MARGINAL, P_PATTERN, P_WIN
from pipelines.analysis.ratios import Floats, Ratio, by_deal, ratio_difference, ratio_sums
from pipelines.analysis.sums import rate_of_sums
from pipelines.analysis.walls import alone
from pipelines.rescoring.core import Rescored
from pipelines.rescoring.sampling import Sample

_MOST_BARS: Final = 30
_STEPS: Final = (1, 2, 5)
_TAIL: Final = 0.995
"""Part of all wins up to which bars are of one width; the last bar holds the rest."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What another table does to the hands of a sample.

    Attributes:
        measures: ``measure`` (``total``: mean total of a win; ``moved``: points that change hands,
            a hand; ``dealer``: points a hand of who deals), ``before``, ``after``, ``difference``,
            ``low``, ``high``, ``n`` (wins before, or hands), ``n_after``.
        wins: ``figure`` (``changed``: another total; ``lost``: no win any more), ``wins``, ``n``
            (stored wins that are wins before), ``share``, ``low``, ``high``.
        seats: ``seat`` (0 deals, 1 follows …) and columns as of `measures`, points a hand.
        patterns: ``pattern``, ``name``, ``name_en``, ``value_before``, ``value_after``,
            ``wins_before``, ``wins_after``, ``n_before``, ``n_after``, ``share_before``,
            ``share_after`` (of wins), ``share_difference``, ``share_low``, ``share_high``;
            ``part_before``, ``part_after`` (of the sum of totals what would be lost without the
            pattern), ``part_difference``, ``part_low``, ``part_high``; largest change first,
            patterns that never occur left out.
        totals: ``low_total``, ``high_total`` (null: no bound), ``before``, ``after`` (wins).
    """

    measures: pl.DataFrame
    wins: pl.DataFrame
    seats: pl.DataFrame
    patterns: pl.DataFrame
    totals: pl.DataFrame


def table_effects(sample: Sample, before: Rescored, after: Rescored) -> Effects:
    """Compare two tables on the hands of a sample.

    Args:
        sample: the hands.
        before: they under their own table, with rows.
        after: they under the other table, with rows.
    """
    return Effects(
        measures=_measures(sample, before, after),
        wins=_changes(sample, before, after),
        seats=_seats(sample, before, after),
        patterns=_patterns(sample, before, after),
        totals=total_bars(before.totals[before.legal], after.totals[after.legal]),
    )


def paired(before: Ratio, after: Ratio) -> dict[str, float | None]:
    """Two ratios of sums over the same deals, and their difference with its interval.

    Returns:
        ``before``, ``after``, ``difference``, ``low``, ``high``; None where a denominator is zero,
        the interval also where there are fewer than two deals.
    """
    values = [
        float(top.sum() / bottom.sum()) if bottom.sum() else None for top, bottom in (before, after)
    ]
    moved = ratio_difference(before, after)
    return {
        "before": values[0],
        "after": values[1],
        "difference": moved.value,
        "low": moved.low,
        "high": moved.high,
    }


def total_bars(before: NDArray[np.int32], after: NDArray[np.int32]) -> pl.DataFrame:
    """Totals of wins under two tables in bars: one a total where these are few, else ranges.

    Returns:
        ``low_total``, ``high_total`` (null for the last of ranges), ``before``, ``after``.
    """
    both = np.concatenate([before, after]).astype(np.int64)
    values = np.unique(both)
    if len(values) <= _MOST_BARS:
        lows = highs = values
        marks = values
    else:
        first, last = int(values[0]), int(np.quantile(both, _TAIL))
        width = _width(max(last - first, 1))
        marks = np.arange(first // width * width, last + 1, width)
        lows, highs = marks, marks + width - 1
    counted = [
        np.bincount(np.searchsorted(marks, each, side="right") - 1, minlength=len(marks))
        for each in (before, after)
    ]
    ends: list[int | None] = highs.tolist()
    if len(values) > _MOST_BARS:
        ends[-1] = None
    schema = dict.fromkeys(("low_total", "high_total", "before", "after"), pl.Int64)
    return pl.DataFrame([lows.tolist(), ends, *(each.tolist() for each in counted)], schema=schema)


def _width(reach: int) -> int:
    """The smallest round width of which no more than `_MOST_BARS` bars reach so far."""
    scale = 1
    while True:
        for step in _STEPS:
            if reach < step * scale * (_MOST_BARS - 1):
                return step * scale
        scale *= 10


def _by_deal(sample: Sample, of_hand: NDArray[Any]) -> Floats:
    """Sums over the hands of each deal, float64; `of_hand` holds a number of each hand."""
    return by_deal(sample.deal, of_hand, sample.deals)


def _wins_by_deal(sample: Sample, of_win: NDArray[Any]) -> Floats:
    """The same of a number of each win."""
    return by_deal(sample.deal[sample.stored.hand_of_win], of_win, sample.deals)


def _measures(sample: Sample, before: Rescored, after: Rescored) -> pl.DataFrame:
    hands = _by_deal(sample, np.ones(sample.hands))
    totals = [
        (_wins_by_deal(sample, each.totals * each.legal), _wins_by_deal(sample, each.legal))
        for each in (before, after)
    ]
    moved = [
        (_by_deal(sample, np.maximum(each.deltas, 0).sum(axis=1)), hands)
        for each in (before, after)
    ]
    dealt = [
        (_by_deal(sample, _from_dealer(sample, each)[:, 0]), hands) for each in (before, after)
    ]
    wins = (int(before.legal.sum()), int(after.legal.sum()))
    rows = [
        {"measure": "total", **paired(*totals), "n": wins[0], "n_after": wins[1]},
        {"measure": "moved", **paired(*moved), "n": sample.hands, "n_after": sample.hands},
        {"measure": "dealer", **paired(*dealt), "n": sample.hands, "n_after": sample.hands},
    ]
    return pl.DataFrame(rows, schema_overrides=_FLOATS)


def _seats(sample: Sample, before: Rescored, after: Rescored) -> pl.DataFrame:
    hands = _by_deal(sample, np.ones(sample.hands))
    old, new = _from_dealer(sample, before), _from_dealer(sample, after)
    rows = [
        {
            "seat": seat,
            **paired(
                (_by_deal(sample, old[:, seat]), hands), (_by_deal(sample, new[:, seat]), hands)
            ),
            "n": sample.hands,
        }
        for seat in range(4)
    ]
    return pl.DataFrame(rows, schema_overrides=_FLOATS)


def _from_dealer(sample: Sample, scored: Rescored) -> NDArray[np.int32]:
    """Points of each hand by seat, counted from the dealer, int32 (n, 4)."""
    seats = (sample.stored.won.dealer[:, None].astype(np.int64) + np.arange(4)) % 4
    return np.take_along_axis(scored.deltas, seats, axis=1)


def _changes(sample: Sample, before: Rescored, after: Rescored) -> pl.DataFrame:
    held = before.legal
    flags = {
        "changed": held & after.legal & (before.totals != after.totals),
        "lost": held & ~after.legal,
    }
    n = _wins_by_deal(sample, held)
    rows = []
    for figure, found in flags.items():
        sums = ratio_sums((_wins_by_deal(sample, found), n))
        share = rate_of_sums(*sums, alone=partial(alone, seatings=sample.seatings))
        row = {"figure": figure, "wins": share.count, "n": share.n}
        rows.append({**row, "share": share.value, "low": share.low, "high": share.high})
    return pl.DataFrame(rows, schema_overrides={**_FLOATS, "share": pl.Float64})


def _patterns(sample: Sample, before: Rescored, after: Rescored) -> pl.DataFrame:
    catalogue = before.ruleset.catalogue
    sides = [_Side(sample, each) for each in (before, after)]
    rows = []
    for place, pattern in enumerate(catalogue.patterns):
        held = [side.of_pattern(place) for side in sides]
        if not any(wins.any() for wins, _ in held):
            continue
        shares = paired(*((wins, side.wins) for (wins, _), side in zip(held, sides, strict=True)))
        parts = paired(*((lost, side.sum) for (_, lost), side in zip(held, sides, strict=True)))
        rows.append(
            {
                "pattern": pattern.key,
                "name": pattern.name,
                "name_en": pattern.name_en,
                "value_before": before.ruleset.patterns[pattern.key].value,
                "value_after": after.ruleset.patterns[pattern.key].value,
                "wins_before": int(held[0][0].sum()),
                "wins_after": int(held[1][0].sum()),
                "n_before": int(sides[0].wins.sum()),
                "n_after": int(sides[1].wins.sum()),
                **{f"share_{name}": value for name, value in shares.items()},
                **{f"part_{name}": value for name, value in parts.items()},
            }
        )
    frame = pl.DataFrame(rows, schema=_PATTERNS)
    return frame.sort(
        pl.col("part_difference").abs().fill_null(0.0),
        pl.col("share_difference").abs().fill_null(0.0),
        "wins_before",
        descending=True,
        maintain_order=True,
    )


class _Side:
    """Patterns of one table's wins, by deal."""

    def __init__(self, sample: Sample, scored: Rescored) -> None:
        self._rows = scored.answers.patterns
        self._order = np.argsort(self._rows[:, P_PATTERN], kind="stable")
        self._starts = np.searchsorted(
            self._rows[self._order, P_PATTERN], np.arange(len(scored.ruleset.catalogue.keys) + 1)
        )
        self._deal_of_win = sample.deal[sample.stored.hand_of_win]
        self._deals = sample.deals
        self.wins = _wins_by_deal(sample, scored.legal)
        self.sum = _wins_by_deal(sample, scored.totals * scored.legal)

    def of_pattern(self, place: int) -> tuple[Floats, Floats]:
        """Wins with a pattern, and what totals would lose without it, by deal."""
        rows = self._rows[self._order[self._starts[place] : self._starts[place + 1]]]
        rows = rows[rows[:, P_COUNT] > 0]
        deals = self._deal_of_win[rows[:, P_WIN]]
        wins = by_deal(deals, np.ones(len(deals)), self._deals)
        return wins, by_deal(deals, rows[:, P_MARGINAL], self._deals)


_FLOATS: Final = dict.fromkeys(("before", "after", "difference", "low", "high"), pl.Float64)
_PATTERNS: Final = {
    **dict.fromkeys(("pattern", "name", "name_en"), pl.String),
    **dict.fromkeys(
        ("value_before", "value_after", "wins_before", "wins_after", "n_before", "n_after"),
        pl.Int64,
    ),
    **{f"{kind}_{name}": pl.Float64 for kind in ("share", "part") for name in _FLOATS},
}
