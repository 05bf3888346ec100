"""What wins are worth, when they come, what completes them, and how hands end."""

from __future__ import annotations

from typing import Final

import polars as pl
from dash import html

from dashboards import labels, style, terms
from dashboards.app.pages.balance import Parts, about, controls
from dashboards.app.parts import figure, notice, table
from dashboards.app.selection import NAMES, RESETS, Selection, check_selection
from dashboards.app.view import Page, Section, View
from dashboards.figures import outcome_figure, totals_figure, turns_figure, wait_figure
from dashboards.report.extras import item_table, wildcard_table
from dashboards.report.tables import outcome_table, wait_table
from pipelines import analysis
from schemas.codes import WIN_BY


def outcomes(view: View, chosen: Selection) -> Parts:
    """How hands end."""
    found = chosen.ask(view, analysis.outcomes)
    links = [
        view.link("/hands", **chosen.values(win_by=[key]))
        if key in WIN_BY
        else view.link("/hands", **chosen.values(outcome=key))
        for key in found["ending"]
    ]
    system = chosen.ruleset.system
    drawn = figure(
        outcome_figure(found, system), view, "Outcomes as shares of all hands, with intervals",
        key="outcomes", links=links,
    )  # fmt: skip
    return [
        html.P(chosen.words, className="meta"),
        html.Div([drawn, table(outcome_table(found, system), links)], className="pair"),
    ]


def totals(view: View, chosen: Selection) -> Parts:
    """Totals of wins."""
    kind = terms.totals_of(chosen.ruleset)
    found = chosen.ask(view, analysis.totals, each=bool(kind.sign))
    if found.is_empty():
        return [notice("No win, so there are no totals.")]
    links = [
        view.link("/hands", **chosen.values(least=low, most=high))
        for low, high in found.select("low_total", "high_total").rows()
    ]
    wins = style.plural(int(found["n"][0]), "win")
    lead = f"Totals of {wins}, {kind.name}. {kind.note} A bar leads to its hands."
    return [
        html.P(lead, className="lead"),
        figure(
            totals_figure(found, kind.name, kind.sign), view, "Distribution of totals",
            key="totals", links=links,
        ),
    ]  # fmt: skip


def turns(view: View, chosen: Selection) -> Parts:
    """Turns of the win, and turns in which the winner had become ready."""
    found = chosen.ask(view, analysis.turns)
    if found.is_empty():
        return [notice("No win, so there are no turns.")]
    won = found.filter(pl.col("moment") == "win")["turn"]
    links = [view.link("/hands", **chosen.values(first_turn=turn, last_turn=turn)) for turn in won]
    lead = "Turn of the win, and turn in which the winner had become ready 听. A bar leads to its "
    return [
        html.P(f"{lead}hands.", className="lead"),
        figure(turns_figure(found), view, "Distribution of turns", key="turns", links=links),
    ]


def waits(view: View, chosen: Selection) -> Parts:
    """Kinds of waits."""
    found = chosen.ask(view, analysis.waits)
    if found.is_empty():
        return [notice("No win, so nothing was waited for.")]
    links = [view.link("/hands", **chosen.values(wait=key)) for key in found["wait"]]
    drawn = figure(
        wait_figure(found), view, "Kinds of waits as shares of wins, with intervals",
        key="waits", links=links,
    )  # fmt: skip
    return [html.Div([drawn, table(wait_table(found), links)], className="pair to-table")]


def items(view: View, chosen: Selection) -> Parts:
    """Points before they are doubled, and wildcards, where the rules have them."""
    parts = []
    points = chosen.ask(view, analysis.win_items)
    if points.height:
        links = [view.link("/hands", **chosen.values(item=item)) for item in points["item"]]
        parts.append(table(item_table(points), links))
    used = chosen.ask(view, analysis.wildcards)
    if chosen.ruleset.wildcard.kind == "turned" and used.height:
        links = [view.link("/hands", **chosen.values(wildcards=n)) for n in used["wildcards"]]
        parts.append(table(wildcard_table(used, terms.totals_of(chosen.ruleset).name), links))
    return parts or [notice("These rules know neither points by item 胡数 nor wildcards 财神.")]


PAGE: Final = Page(
    path="/scores",
    title="Scores",
    title_zh="分数",
    lead="What wins are worth, when they come, what completes them, and how hands end.",
    names=frozenset(NAMES),
    controls=controls,
    sections=(
        Section("outcomes", about(outcomes), "How hands end", labels.ENDINGS["win"][1]),
        Section("totals", about(totals), "Totals", "番数"),
        Section("turns", about(turns), "Turns", "巡"),
        Section("waits", about(waits), "Waits", "听牌"),
        Section("items", about(items), "Points and wildcards", "胡数 · 财神"),
    ),
    check=check_selection,
    resets=RESETS,
)
