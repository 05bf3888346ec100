"""How often patterns occur, in one selection of hands or beside another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import style, terms
from dashboards.app.choices import group
from dashboards.app.grid import grid, link_column, number_column
from dashboards.app.parts import figure, notice
from dashboards.app.selection import (
    NAMES,
    RESETS,
    Selection,
    rules_control,
    selected,
    selection_controls,
)
from dashboards.app.view import Page, Section, View
from dashboards.figures import pattern_figure
from dashboards.figures.patterns import MOST_BARS, most_frequent
from pipelines import analysis

OTHER: Final = "other_"
"""Before the names of the second selection."""


def controls(view: View) -> Sequence[Component]:
    """One selection, and a second one to compare with."""
    chosen = selected(view)
    if chosen is None:
        return []
    other = _other(view)
    second = [rules_control(view, other.rules if other else "", OTHER, anything="nothing")]
    if other is not None:
        second = selection_controls(view, other, OTHER)
        second[0] = rules_control(view, other.rules, OTHER, anything="nothing")
    return [
        group(selection_controls(view, chosen), "Hands"),
        group(second, "Compared with"),
    ]


def frequency(view: View) -> Sequence[Component]:
    """Bars and table, or both selections in one table."""
    chosen = selected(view)
    if chosen is None:
        return [notice("The lake holds no hands yet.")]
    other = _other(view)
    found = chosen.ask(view, analysis.pattern_frequency, chosen.ruleset)
    wins = int(found["n"][0]) if found.height else 0
    if wins == 0:
        return [notice(f"No win in {style.plural(chosen.hands, 'hand')}: no patterns to count.")]
    if other is not None:
        return [notice("")]
    return [_bars(view, chosen, found, wins), _table(view, chosen, found)]


def _other(view: View) -> Selection | None:
    named = any(view.address.every(f"{OTHER}{name}") for name in NAMES)
    return selected(view, OTHER) if named else None


def _bars(view: View, chosen: Selection, found: pl.DataFrame, wins: int) -> Component:
    shown = most_frequent(found)
    seen = found.filter(pl.col("wins") > 0).height
    lead = f"Share of {style.plural(wins, 'win')} that contain each pattern, with its 95% interval"
    if seen > MOST_BARS:
        lead += f"; the {MOST_BARS} most frequent of {seen} that occurred, all of them below"
    links = [_hands(view, chosen, key) for key in shown["pattern"]]
    return html.Div(
        [
            html.P(f"{chosen.words}. {lead}. A bar leads to its hands.", className="lead"),
            figure(
                pattern_figure(found),
                view,
                "Patterns by frequency, with intervals",
                key="patterns",
                links=links,
            ),
        ]
    )


def _table(view: View, chosen: Selection, found: pl.DataFrame) -> Component:
    rows = [_row(view, chosen, row) for row in found.iter_rows(named=True)]
    columns = [
        link_column("name", "Pattern", "href", minWidth=110, flex=1),
        link_column("name_en", "English", "href", minWidth=170, flex=2),
        number_column("value", "Value", shown="value_text", minWidth=85),
        number_column("wins", "Wins with it", shown="wins_text", minWidth=95, sort="desc"),
        number_column("n", "n wins", shown="n_text", minWidth=90),
        number_column("share", "Share", shown="share_text", minWidth=85),
        number_column("high", "95% interval", shown="interval_text", minWidth=125),
        number_column("part", "Part of total", shown="part_text", minWidth=150),
    ]
    return grid("pattern-table", "Patterns with counts and intervals", columns, rows)


def _row(view: View, chosen: Selection, row: dict[str, Any]) -> dict[str, Any]:
    limit = terms.limit_of(chosen.ruleset) if row["limit"] else None
    part = style.percent(row["part"])
    if row["part_low"] is not None:
        part += f" ({style.interval(row['part_low'], row['part_high'])})"
    return {
        "name": row["name"],
        "name_en": row["name_en"],
        "href": _hands(view, chosen, row["pattern"]) if row["wins"] else None,
        "value": row["value"] if limit is None else limit,
        "value_text": terms.value(chosen.ruleset, row["pattern"], row["value"]),
        "wins": row["wins"],
        "wins_text": style.count(row["wins"]),
        "n": row["n"],
        "n_text": style.count(row["n"]),
        "share": row["share"],
        "share_text": style.percent(row["share"]),
        "high": row["high"],
        "interval_text": style.interval(row["low"], row["high"]),
        "part": row["part"],
        "part_text": part,
    }


def _hands(view: View, chosen: Selection, pattern: str) -> str:
    return view.link("/hands", **chosen.values(pattern=pattern))


PAGE: Final = Page(
    path="/patterns",
    title="Patterns",
    title_zh="番种",
    lead="How often a win contains each pattern, how sure that is, and what it brings.",
    names=frozenset((*NAMES, *(f"{OTHER}{name}" for name in NAMES))),
    controls=controls,
    sections=(Section("frequency", frequency),),
    resets=RESETS | {f"{OTHER}rules": [f"{OTHER}{name}" for name in RESETS["rules"]]},
)
