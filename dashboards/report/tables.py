"""The frames of a population as tables for people."""

from __future__ import annotations

from typing import Any

import polars as pl

from dashboards import labels, style, terms
from dashboards.report.cells import (
    Cell,
    Column,
    Table,
    count,
    make_table,
    mark,
    rate,
    share,
    share_interval,
    text,
)
from schemas.ruleset import RuleSet


def outcome_table(outcomes: pl.DataFrame, system: str) -> Table:
    """Ways to end a hand, as the system calls them."""
    rows = [
        [
            text(labels.both(labels.ending(row["ending"], system))),
            count(row["hands"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
        ]
        for row in outcomes.iter_rows(named=True)
    ]
    n = int(outcomes["n"][0]) if outcomes.height else 0
    total = [
        text("All hands", "total"),
        Cell(style.count(n), css="total"),
        Cell("100%", css="total"),
        Cell("", css="total"),
    ]
    columns = [Column("Outcome", False), Column("Hands"), Column("Share"), Column("95% interval")]
    return make_table("outcomes", f"Share of all {style.count(n)} hands", columns, [*rows, total])


def pattern_table(patterns: pl.DataFrame, ruleset: RuleSet) -> Table:
    """Patterns that were seen, most frequent first."""
    seen = patterns.filter(pl.col("wins") > 0).sort("wins", descending=True, maintain_order=True)
    n = int(patterns["n"][0]) if patterns.height else 0
    rows = [
        [
            text(row["name"], "chinese"),
            text(row["name_en"]),
            Cell(terms.value(ruleset, row["pattern"], row["value"]), _worth(ruleset, row)),
            count(row["wins"]),
            count(row["n"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
            rate(row, "part", "part_low", "part_high", row["wins"]),
        ]
        for row in seen.iter_rows(named=True)
    ]
    columns = [
        Column("Pattern", False),
        Column("English", False),
        Column("Value", hint="what one such pattern does to a total"),
        Column("Wins with it", hint="wins that contain the pattern, once or more"),
        Column("n wins", hint="all wins"),
        Column("Share", hint="wins with it ÷ all wins"),
        Column("95% interval", hint="Wilson, hands of one deal one cluster"),
        Column(
            "Part of total, 95%",
            hint="of the totals of the wins that contain it, the part that it brings",
        ),
    ]
    caption = f"Patterns in {style.plural(n, 'win')}"
    return make_table("patterns", caption, columns, rows, sortable=True)


def _worth(ruleset: RuleSet, row: dict[str, Any]) -> int:
    """What a pattern is sorted by: its value, or the limit where it is worth that."""
    limit = terms.limit_of(ruleset) if row["limit"] else None
    return int(row["value"] if limit is None else limit)


def seat_table(seats: pl.DataFrame) -> Table:
    """The four seats, counted from the dealer."""
    rows = [
        [
            text(labels.both(labels.SEATS[row["seat"]])),
            count(row["hands"]),
            count(row["wins"]),
            rate(row, "win_share", "win_low", "win_high", row["hands"]),
            count(row["deal_ins"]),
            rate(row, "deal_in_share", "deal_in_low", "deal_in_high", row["hands"]),
            count(row["self_draws"]),
            rate(row, "self_draw_share", "self_draw_low", "self_draw_high", row["wins"]),
            Cell(style.signed(row["points"], 0), row["points"]),
            Cell(
                style.signed(row["points_mean"]) + mark(row["points_mean"], row["hands"]),
                row["points_mean"],
            ),
            Cell(
                style.span(row["points_low"], row["points_high"], 2, signs=True),
                row["points_high"],
                "interval",
            ),
        ]
        for row in seats.iter_rows(named=True)
    ]
    columns = [
        Column("Seat", False),
        Column("Hands"),
        Column("Wins"),
        Column("per hand, 95%"),
        Column("Deal-ins"),
        Column("per hand, 95%"),
        Column("Self-draws"),
        Column("per win, 95%"),
        Column("Points"),
        Column("a hand"),
        Column("95% interval"),
    ]
    return make_table("seats", "By seat, counted from the dealer", columns, rows)


def wait_table(waits: pl.DataFrame) -> Table:
    """Kinds of waits."""
    rows = [
        [
            text(labels.both(labels.wait(row["wait"]))),
            count(row["wins"]),
            share(row["share"], row["n"]),
            share_interval(row["low"], row["high"]),
            rate(row, "self_draw_share", "self_draw_low", "self_draw_high", row["wins"]),
        ]
        for row in waits.iter_rows(named=True)
    ]
    n = int(waits["n"][0]) if waits.height else 0
    columns = [
        Column("Wait", False),
        Column("Wins"),
        Column("Share"),
        Column("95% interval"),
        Column("Self-drawn, 95%", hint="share of the wins with this wait"),
    ]
    return make_table("waits", f"Share of {style.plural(n, 'win')}", columns, rows)
