"""Cells, columns and tables of the report, and the rules that all of them follow.

A rate or mean of fewer than `pipelines.analysis.FEW` cases carries the mark °, explained below
the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from dashboards import style
from pipelines.analysis import FEW

FEW_MARK: Final = "°"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: what stands there, and what it is sorted by (nothing: last)."""

    text: str
    sort: float | str | None = None
    css: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its head, an explanation, and whether it holds numbers."""

    title: str
    numeric: bool = True
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the report; `sortable` ones are sorted by a click on a head."""

    name: str
    caption: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    sortable: bool = False
    notes: Sequence[str] = field(default_factory=tuple)


def text(value: str | None, css: str = "") -> Cell:
    """A cell of text, sorted by it."""
    return Cell(value or style.NOTHING, value or None, css)


def count(value: int | None) -> Cell:
    """A cell with a count."""
    return Cell(style.count(value), value)


def share(value: float | None, n: int) -> Cell:
    """A cell with a share of n cases."""
    return Cell(style.percent(value) + mark(value, n), value)


def share_interval(low: float | None, high: float | None) -> Cell:
    """A cell with the interval of a share, sorted by its upper end."""
    return Cell(style.interval(low, high), high, "interval")


def make_table(
    name: str,
    caption: str,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    *,
    sortable: bool = False,
    notes: Sequence[str] = (),
) -> Table:
    """A table with its notes; where a cell carries the mark, one note explains it."""
    marked = any(cell.text.endswith(FEW_MARK) for row in rows for cell in row)
    few = [f"{FEW_MARK} from fewer than {FEW} cases: an indication only."]
    return Table(name, caption, columns, rows, sortable, [*notes, *(few if marked else [])])


def rate(row: Mapping[str, Any], value: str, low: str, high: str, n: int) -> Cell:
    """A share and its interval in one cell."""
    if row[value] is None:
        return Cell(style.NOTHING)
    interval = f" ({style.interval(row[low], row[high])})" if row[low] is not None else ""
    return Cell(f"{style.percent(row[value])}{interval}{mark(row[value], n)}", row[value])


def mark(value: float | None, n: int) -> str:
    """The mark of few cases, where a value of n cases needs it."""
    return FEW_MARK if value is not None and n < FEW else ""
