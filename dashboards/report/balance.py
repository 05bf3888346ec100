"""The report's part on balance: what the dealer gains, who is paid for what, how points fall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import duckdb
import plotly.graph_objects as go
import polars as pl

from dashboards import labels, style, terms
from dashboards.figures import points_figure
from dashboards.report.balance_rules import (
    contribution_table,
    mean_cell,
    pattern_table,
    wildcard_table,
)
from dashboards.report.cells import Cell, Column, Table, count, make_table, mark, rate, text
from pipelines import analysis
from pipelines.analysis import OTHERS, Population

_QUANTILES: Final = ("0.01", "0.05", "0.25", "0.5", "0.75", "0.95", "0.99")
_WHO: Final = {0: ("Dealer", "庄"), OTHERS: ("Others", "闲")}
_LENGTHS: Final = {
    "draws": ("Tiles drawn", "all hands"),
    "won_draws": ("Tiles drawn", "won hands"),
    "turns": ("Turn of the win", "wins"),
    "ready_turns": ("Turn of becoming ready 听牌", "wins"),
}


@dataclass(frozen=True, slots=True)
class Balance:
    """The frames of one population; names as in `pipelines.analysis`."""

    roles: pl.DataFrame
    compensation: pl.DataFrame
    concentration: pl.DataFrame
    dealer_parts: pl.DataFrame
    pattern_points: pl.DataFrame
    points: pl.DataFrame
    bars: pl.DataFrame
    lengths: pl.DataFrame
    minimum: pl.DataFrame
    contributions: pl.DataFrame
    wildcard_luck: pl.DataFrame
    wildcard_share: pl.DataFrame


@dataclass(frozen=True, slots=True)
class BalancePage:
    """What the template shows."""

    sentences: list[str]
    figure: go.Figure
    tables: list[Table]


def gather_balance(con: duckdb.DuckDBPyConnection, population: Population) -> Balance:
    """Ask for every frame."""
    runs, ruleset = population.runs, population.ruleset
    return Balance(
        roles=analysis.roles(con, runs),
        compensation=analysis.compensation(con, runs),
        concentration=analysis.concentration(con, runs),
        dealer_parts=analysis.dealer_parts(con, runs),
        pattern_points=analysis.pattern_points(con, runs, ruleset),
        points=analysis.points_by_seat(con, runs),
        bars=analysis.point_bars(con, runs),
        lengths=analysis.hand_lengths(con, runs),
        minimum=analysis.minimum_binds(con, runs, ruleset),
        contributions=analysis.contributions(con, runs, ruleset),
        wildcard_luck=analysis.wildcard_luck(con, runs, ruleset),
        wildcard_share=analysis.wildcard_share(con, runs, ruleset),
    )


def balance_page(balance: Balance, population: Population) -> BalancePage:
    """Sentences, figure and tables of a population with hands."""
    tables = [
        _role_table(balance.roles),
        _quantile_table(balance.points),
        _figure_table(balance, population),
        _length_table(balance.lengths),
    ]
    if balance.dealer_parts.height:
        tables.insert(1, _part_table(balance.dealer_parts))
    if balance.contributions.height:
        tables.append(contribution_table(balance.contributions))
    if balance.wildcard_luck.height:
        tables.append(wildcard_table(balance.wildcard_luck))
    if balance.pattern_points.height:
        tables.append(pattern_table(balance.pattern_points))
    return BalancePage(_sentences(balance), points_figure(balance.bars), tables)


def _sentences(balance: Balance) -> list[str]:
    dealer = balance.roles.row(0, named=True)
    gains = "gains" if dealer["points_mean"] >= 0 else "loses"
    amount = style.number(abs(dealer["points_mean"]), 2)
    if dealer["points_low"] is not None:
        half = (dealer["points_high"] - dealer["points_low"]) / 2
        amount += f" ± {style.number(half, 2)}"
    told = [f"The dealer {gains} {amount} points a hand ({style.plural(dealer['hands'], 'hand')})."]
    for row in balance.compensation.iter_rows(named=True):
        if row["left_low"] is None:
            continue
        found = style.number(row["compensation"], 2)
        told.append(
            f"Half of the deals ask for {found} points a hand from the dealer to the others; on "
            f"the other half {style.signed(row['left'])} of its gain would be left after that "
            f"({style.span(row['left_low'], row['left_high'], 2, signs=True)})."
        )
    figures = {row["figure"]: row for row in balance.concentration.iter_rows(named=True)}
    top = figures["top_share"]
    if top["value"] is not None and top["low"] is not None:
        told.append(
            f"The 1% of hands that move most points move {style.percent(top['value'])} of all "
            f"points ({style.interval(max(top['low'], 0.0), min(top['high'], 1.0))})."
        )
    for row in balance.wildcard_share.filter(pl.col("moment") == "dealt").iter_rows(named=True):
        if row["low"] is None:
            continue
        part, low, high = (style.number(100 * row[end]) for end in ("explained", "low", "high"))
        told.append(
            f"How many wildcards a player is dealt explains {part}% of the variance of its points "
            f"({low} to {high}%)."
        )
    return told


def _role_table(roles: pl.DataFrame) -> Table:
    rows = [
        [
            text(labels.both(_WHO[0 if row["role"] == "dealer" else OTHERS])),
            count(row["hands"]),
            rate(row, "win_share", "win_low", "win_high", row["hands"]),
            rate(row, "deal_in_share", "deal_in_low", "deal_in_high", row["hands"]),
            rate(row, "self_draw_share", "self_draw_low", "self_draw_high", row["wins"]),
            mean_cell(row, "points_mean", "points_low", "points_high", row["hands"]),
        ]
        for row in roles.iter_rows(named=True)
    ]
    columns = [
        Column("Player", False),
        Column("Hands", hint="hands of one player: three of the others to one of the dealer"),
        Column("Wins a hand, 95%"),
        Column("Deal-ins 放铳 a hand, 95%"),
        Column("Self-drawn 自摸, 95%", hint="self-draws ÷ wins"),
        Column("Points a hand, 95%"),
    ]
    return make_table("roles", "The dealer and the others", columns, rows)


def _part_table(parts: pl.DataFrame) -> Table:
    rows = [
        [
            text(labels.both(labels.named(labels.PARTS, row["part"]))),
            mean_cell(row, "points_mean", "points_low", "points_high", row["hands"]),
        ]
        for row in parts.iter_rows(named=True)
    ]
    columns = [Column("Paid for", False), Column("Dealer's points a hand, 95%")]
    notes = ["The parts add up to the dealer's points a hand; the others lose what it gains."]
    return make_table(
        "dealer-parts", "Where the dealer's gain comes from", columns, rows, notes=notes
    )


def _quantile_table(points: pl.DataFrame) -> Table:
    rows = []
    for seat, names in _WHO.items():
        own = points.filter(pl.col("seat") == seat)
        if own.is_empty():  # a filter has left the other seats alone
            continue
        found = {row["figure"]: row for row in own.iter_rows(named=True)}
        rows.append(
            [
                text(labels.both(names)),
                *(_quantile(found[name]) for name in _QUANTILES),
                count(found["mean"]["n"]),
            ]
        )
    columns = [
        Column("Player", False),
        *(Column(f"{float(name):.0%}", hint="so many hands bring at most") for name in _QUANTILES),
        Column("n hands"),
    ]
    caption = "Points that so many of 100 hands do not exceed, with 95% intervals"
    return make_table("quantiles", caption, columns, rows)


def _figure_table(balance: Balance, population: Population) -> Table:
    rows = []
    named = {
        "moved_mean": ("Points that change hands in a hand", 2),
        "deviation": ("σ: deviation of a seat's points", 2),
        "gini": ("Gini's coefficient of points moved", 3),
    }
    for row in balance.concentration.iter_rows(named=True):
        if row["figure"] in named:
            name, digits = named[row["figure"]]
            value = style.number(row["value"], digits)
            interval = style.span(row["low"], row["high"], digits)
        else:
            name, value = "Points that the top 1% of hands move", style.percent(row["value"])
            low, high = row["low"], row["high"]
            known = low is not None and high is not None
            interval = style.interval(max(low, 0.0), min(high, 1.0)) if known else style.NOTHING
        cell = Cell(value + mark(row["value"], row["n"]), row["value"])
        rows.append([text(name), cell, text(interval), count(row["n"])])
    unit = terms.totals_of(population.ruleset).unit_en
    told = {
        "hands_below": "Hands in which a hand was completed for less than the minimum",
        "wins_at": f"Wins worth just the minimum of {population.ruleset.win.minimum} {unit}",
    }
    if population.ruleset.win.minimum > 1:
        for row in balance.minimum.iter_rows(named=True):
            value = style.percent(row["share"]) + mark(row["share"], row["n"])
            interval = style.interval(row["low"], row["high"])
            rows.append([text(told[row["figure"]]), Cell(value), text(interval), count(row["n"])])
    columns = [Column("Figure", False), Column("Value"), Column("95% interval"), Column("n")]
    return make_table("balance", "How points fall", columns, rows)


def _length_table(lengths: pl.DataFrame) -> Table:
    rows = []
    for key, (name, cases) in _LENGTHS.items():
        own = lengths.filter(pl.col("measure") == key)
        if own.is_empty():
            continue
        found = {row["figure"]: row for row in own.iter_rows(named=True)}
        mean = found["mean"]
        rows.append(
            [
                text(name),
                Cell(f"{style.count(mean['n'])} {cases}", mean["n"]),
                mean_cell(mean, "value", "low", "high", mean["n"], signs=False),
                *(_quantile(found[share]) for share in ("0.05", "0.5", "0.95")),
            ]
        )
    columns = [
        Column("Length", False),
        Column("n"),
        Column("Mean, 95%"),
        Column("5% at most"),
        Column("Median"),
        Column("95% at most"),
    ]
    return make_table("lengths", "How long hands last", columns, rows)


def _quantile(row: dict[str, Any]) -> Cell:
    """A quantile; its interval where it is more than the value."""
    told = style.number(row["value"], 0)
    if row["low"] is not None and row["low"] < row["high"]:
        told += f" ({style.span(row['low'], row['high'], 0)})"
    return Cell(told + mark(row["value"], row["n"]), row["value"])
