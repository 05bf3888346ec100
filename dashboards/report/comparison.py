"""The chapter that sets the report's populations side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import duckdb
import plotly.graph_objects as go
import polars as pl

from dashboards import labels, style
from dashboards.figures import side_figure
from dashboards.measures import MEASURES, difference_text, with_interval
from dashboards.report.cells import Cell, Column, Table, count, make_table, text
from pipelines.analysis import Population
from pipelines.comparing import Comparison, Side
from pipelines.comparing import compare as compare_sides

SHOWN: Final = (
    "drawn", "self_drawn", "dealer_won", "draws", "moved", "dealer_points", "deviation",
    "dealer_points_unit",
)  # fmt: skip
"""Measures of the table of all populations, a column each."""
_MOST_DIFFERENCES: Final = 6
"""So many populations are set against the first one in a table each."""
_UNIT: Final = "dealer_points_unit"
_ENOUGH: Final = 1000
"""Hands from which a population is named as the one with most or least."""


@dataclass(frozen=True, slots=True)
class ComparisonChapter:
    """What the template shows: sentences, a figure, one table of all, one for each difference."""

    sentences: tuple[str, ...]
    figure: go.Figure
    sides: Table
    differences: tuple[Table, ...]


def gather_comparison(
    con: duckdb.DuckDBPyConnection, populations: Sequence[Population], order: Sequence[str] = ()
) -> Comparison | None:
    """Compare all populations that hold hands with the first; None where fewer than two do.

    Args:
        con: a connection with the views of the lake.
        populations: those of the report.
        order: run ids as they were asked for; without them that of the populations stands.
    """
    if order:
        populations = sorted(populations, key=lambda one: min(map(order.index, one.runs)))
    names = labels.short_names(populations)
    sides = [Side(name, one) for name, one in zip(names, populations, strict=True)]
    with_hands = [side for side in sides if side.hands]
    return compare_sides(con, with_hands) if len(with_hands) > 1 else None


def comparison_chapter(found: Comparison) -> ComparisonChapter:
    """The chapter of a comparison."""
    by_name = [{row["measure"]: row for row in frame.to_dicts()} for frame in found.measures]
    units = [measures[_UNIT] for measures in by_name]
    schema = {"value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "hands": pl.Int64}
    figure = side_figure(
        pl.DataFrame([{name: row[name] for name in schema} for row in units], schema=schema),
        names=[side.name for side in found.sides],
        title="dealer's points a hand, in σ",
    )
    return ComparisonChapter(
        sentences=_sentences(found, units),
        figure=figure,
        sides=_side_table(found, by_name),
        differences=tuple(
            _difference_table(found, number)
            for number in range(min(len(found.differences), _MOST_DIFFERENCES))
        ),
    )


def _sentences(found: Comparison, units: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    known = [
        (row["value"], row, side.name)
        for row, side in zip(units, found.sides, strict=True)
        if row["low"] is not None and row["hands"] >= _ENOUGH
    ]
    said = [_most_and_least(known, len(found.sides))] if len(known) > 1 else []
    paired = [one.name for one in found.differences if one.paired]
    if paired:
        said.append(
            f"{', '.join(paired)} {'was' if len(paired) == 1 else 'were'} dealt the walls of "
            f"{found.sides[0].name} and {'is' if len(paired) == 1 else 'are'} compared in pairs."
        )
    left = len(found.differences) - _MOST_DIFFERENCES
    if left > 0:
        said.append(
            f"Differences from {found.sides[0].name} are shown for the first {_MOST_DIFFERENCES}; "
            f"choose runs for the other {left}."
        )
    return tuple(said)


def _most_and_least(known: Sequence[tuple[float, dict[str, Any], str]], n: int) -> str:
    _, low, least = min(known, key=lambda one: one[0])
    _, high, most = max(known, key=lambda one: one[0])
    few = f"Of the {len(known)} with {_ENOUGH:,} hands or more, dealing"
    among = few if len(known) < n else "Dealing"
    return (
        f"{among} is worth most under {most} ({_in_unit(high)}) and least under {least} "
        f"({_in_unit(low)}), in standard deviations of one seat's points in a hand."
    )


def _in_unit(row: dict[str, Any]) -> str:
    ends = style.span(row["low"], row["high"], 3, signs=True)
    return f"{style.signed(row['value'], 3)}, 95% interval {ends}"


def _side_table(found: Comparison, by_name: Sequence[dict[str, Any]]) -> Table:
    rows = [
        [
            text(side.name),
            count(hands),
            *(
                Cell(with_interval(row, MEASURES[key].kind), row["value"] if row else None)
                for key, row in ((key, measures.get(key)) for key in SHOWN)
            ),
        ]
        for side, hands, measures in zip(found.sides, found.hands, by_name, strict=True)
    ]
    columns = [
        Column("Rule set", False),
        Column("Hands"),
        *(Column(MEASURES[key].label) for key in SHOWN),
    ]
    return make_table("sides", "All populations, with 95% intervals", columns, rows, sortable=True)


def _difference_table(found: Comparison, number: int) -> Table:
    difference = found.differences[number]
    measured = {row["measure"]: row for row in difference.measures.iter_rows(named=True)}
    rows = [
        [
            text(label),
            *map(Cell, difference_text(measured[key], kind)),
            count(measured[key]["hands"]),
            count(measured[key]["visible"]),
        ]
        for key, (label, kind) in MEASURES.items()
        if key in measured
    ]
    columns = [
        Column("Measure", False),
        Column("Difference"),
        Column("95% interval"),
        Column("Hands"),
        Column("Visible after", hint="hands that tell a difference of this size from none"),
    ]
    how = "pairs on the same walls" if difference.paired else "independent samples"
    caption = f"{difference.name} against {found.sides[0].name}, {how}"
    return make_table(f"difference-{number + 1}", caption, columns, rows)
