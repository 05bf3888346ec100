"""Tables of the part on balance about particular rules: contributions, wildcards, patterns."""

from __future__ import annotations

from typing import Any, Final

import polars as pl

from dashboards import labels, style
from dashboards.report.cells import Cell, Column, Table, count, make_table, mark, rate, text

_PATTERNS: Final = 12
"""Patterns whose part of the points is told."""
_RULES: Final = {"flowers": ("Flowers 花牌", "totals"), "limit": ("Limit 封顶", "totals")}
_MOMENTS: Final = {"dealt": "dealt", "held": "dealt or drawn"}


def contribution_table(contributions: pl.DataFrame) -> Table:
    """What settlement parts, flowers and the limit bring."""
    rows = []
    for row in contributions.iter_rows(named=True):
        name, whole = _RULES.get(row["rule"], ("", "points paid, part by part"))
        name = name or labels.both(labels.named(labels.PARTS, row["rule"]))
        rows.append(
            [
                text(name),
                count(row["amount"]),
                Cell(f"{style.count(row['whole'])} {whole}", row["whole"]),
                rate(row, "part", "low", "high", row["n"]),
            ]
        )
    columns = [
        Column("Rule", False),
        Column("Amount"),
        Column("of"),
        Column("Part, 95%"),
    ]
    notes = [
        "Dealer: what the dealer and its streak add to payments. Flowers: what totals would lose "
        "without their patterns. Limit: what it cuts off. Points paid part by part: each part of a "
        "settlement for itself, also where parts of a hand cancel out; the points that change "
        "hands are what is left."
    ]
    return make_table("contributions", "What particular rules bring", columns, rows, notes=notes)


def wildcard_table(luck: pl.DataFrame) -> Table:
    """Wins and points by the number of wildcards."""
    rows = [
        [
            text(_MOMENTS[row["moment"]]),
            Cell(str(row["wildcards"]), row["wildcards"]),
            count(row["cases"]),
            rate(row, "share", "low", "high", row["cases"]),
            mean_cell(row, "points_mean", "points_low", "points_high", row["cases"]),
        ]
        for row in luck.iter_rows(named=True)
    ]
    columns = [
        Column("Wildcards", False),
        Column("Number"),
        Column("Player-hands"),
        Column("Wins a hand, 95%"),
        Column("Points a hand, 95%"),
    ]
    notes = ["More wildcards are held in longer hands: those dealt are luck alone."]
    return make_table("wildcard-luck", "How much wildcards decide", columns, rows, notes=notes)


def pattern_table(patterns: pl.DataFrame) -> Table:
    """The patterns that bring most of all points won."""
    rows = [
        [
            text(row["name"], "chinese"),
            count(row["wins"]),
            rate(row, "part", "low", "high", row["wins"]),
        ]
        for row in patterns.head(_PATTERNS).iter_rows(named=True)
    ]
    columns = [
        Column("Pattern", False),
        Column("Wins with it"),
        Column("Part of all points won, 95%", hint="what totals would lose without it ÷ totals"),
    ]
    notes = ["Parts of patterns that multiply each other overlap and need not add up to 100%."]
    caption = f"The {min(_PATTERNS, patterns.height)} patterns that bring most"
    return make_table("pattern-points", caption, columns, rows, notes=notes)


def mean_cell(
    row: dict[str, Any], value: str, low: str, high: str, n: int, *, signs: bool = True
) -> Cell:
    """A mean and its interval in one cell."""
    one = style.signed if signs else style.number
    interval = (
        f" ({style.span(row[low], row[high], 2, signs=signs)})" if row[low] is not None else ""
    )
    return Cell(f"{one(row[value], 2)}{interval}{mark(row[value], n)}", row[value])
