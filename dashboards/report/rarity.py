"""The table of how rare patterns are, three ways."""

from __future__ import annotations

from typing import Final

import polars as pl

from dashboards import rarity, style, terms
from dashboards.report.cells import Cell, Column, Table, count, make_table, text
from schemas.ruleset import RuleSet


def rarity_table(found: pl.DataFrame, ruleset: RuleSet, *, draw: int) -> Table:
    """Every pattern in the order of the catalogue.

    Args:
        found: frame of `pipelines.analysis.rarity`.
        ruleset: whose patterns they are.
        draw: complete hands that were drawn.
    """
    rows = [
        [
            text(f"{row['name']} {row['name_en']}"),
            Cell(terms.value(ruleset, row["pattern"], row["value"]), row["value"]),
            Cell(rarity.complete_text(row), row["q"]),
            Cell(style.rare_share(row["paid"]), row["paid"]),
            count(row["natural_count"]),
            Cell(rarity.play_text(row, "natural"), row["natural_share"]),
            count(row["strategic_count"]),
            Cell(rarity.play_text(row, "strategic"), row["strategic_share"]),
            Cell(rarity.ratio_text(row), row["ratio"]),
        ]
        for row in found.iter_rows(named=True)
    ]
    columns = [
        Column("Pattern", False),
        Column("Value", hint="what one such pattern does to a total"),
        Column("Complete hands", hint="of all, those that have it in some reading"),
        Column("Paid", hint="of complete hands drawn, those paid for it"),
        Column("Natural wins", hint="wins with it in play blind to the table"),
        Column("Natural, 95%", hint="wins with it ÷ all wins"),
        Column("Strategic wins", hint="wins with it in play that knows the table"),
        Column("Strategic, 95%", hint="wins with it ÷ all wins"),
        Column("Strategic ÷ natural", hint="how far players chase a pattern, or drop it"),
    ]
    caption = f"{style.plural(len(rows), 'pattern')}, three ways"
    notes = [rarity.method(draw)]
    return make_table("rarity", caption, columns, rows, sortable=True, notes=notes)


PLAY_COLUMNS: Final = {"natural": (4, 5), "strategic": (6, 7)}
"""Places of the columns about each kind of play."""
