"""How players of recorded hands, and policies of simulated ones, fare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import style
from dashboards.app.choices import group, one_of_list, option
from dashboards.app.grid import Links, table_grid
from dashboards.app.pages.balance import SELF_DRAWS, Parts
from dashboards.app.parts import figure, no_hands, notice, table
from dashboards.app.selection import (
    NAMES,
    RESETS,
    Selection,
    check_selection,
    selected,
    selection_controls,
)
from dashboards.app.view import Page, Section, View
from dashboards.figures import side_figure
from dashboards.report.cells import Column, count, make_table, rate, text
from dashboards.report.content import PLAYERS
from dashboards.report.extras import player_table
from pipelines import analysis

_BY: Final = {"player": "name", "policy": "policy"}
_MOST: Final = 1000
"""Players of the table, those with most hands."""
_PATTERNS: Final = 5
"""Patterns of each player."""


def controls(view: View) -> Sequence[Component]:
    """Which hands, and whether players are told apart by name or by policy."""
    chosen = _selected(view)
    if chosen is None:
        return []
    ways = [option(key, f"by {name}") for key, name in _BY.items()]
    by = one_of_list("by", "Players are told apart", ways, _by(view, chosen))
    return [group([*selection_controls(view, chosen), by], "Hands")]


def fare(view: View) -> Parts:
    """Who gains, in a figure and a table."""
    chosen = _selected(view)
    if chosen is None:
        return [no_hands(view)]
    by = _by(view, chosen)
    found = chosen.ask(view, analysis.players, by=by)
    if found.is_empty():
        return [notice(_nobody(by))]
    shown = found.head(_MOST)
    told = f"{chosen.words}. {_people(found.height, by)}"
    if found.height > shown.height:
        told += f"; the {_MOST:,} with most hands, the others are found by their name"
    lead = f"{told}. Numbers lead to the hands behind them, points to what they come from."
    return [
        html.P(lead, className="lead"),
        _drawn(view, chosen, by, found.head(PLAYERS)),
        *table_grid(player_table(shown, "How they fare"), _leads(view, chosen, by, shown)),
    ]


def patterns(view: View) -> Parts:
    """What those with most hands win with."""
    chosen = _selected(view)
    if chosen is None:
        return [no_hands(view)]
    by = _by(view, chosen)
    found = chosen.ask(view, analysis.player_patterns, chosen.ruleset, by=by, most=_PATTERNS)
    first = chosen.ask(view, analysis.players, by=by).head(PLAYERS)["who"].to_list()
    shown = found.filter(pl.col("who").is_in(first))
    if shown.is_empty():
        return [notice("No win of a player: no patterns to count.")]
    rows = [
        [
            text(row["who"]),
            text(row["name"], "chinese"),
            count(row["wins"]),
            count(row["n"]),
            rate(row, "share", "low", "high", row["n"]),
        ]
        for row in shown.iter_rows(named=True)
    ]
    columns = [
        Column("Name", False),
        Column("Pattern", False),
        Column("Wins with it"),
        Column("n wins"),
        Column("Share, 95%"),
    ]
    caption = f"The {_PATTERNS} most frequent patterns of {_people(len(first), by)}"
    links = [
        _hands(view, chosen, by, who, pattern=pattern)
        for who, pattern in shown.select("who", "pattern").rows()
    ]
    return [table(make_table("player-patterns", caption, columns, rows), links)]


def _leads(view: View, chosen: Selection, by: str, shown: pl.DataFrame) -> Links:
    """Where the columns of `player_table` lead, row by row."""

    def hands(counted: str, **more: Any) -> list[str | None]:
        known = shown.select("who", counted).rows()
        return [_hands(view, chosen, by, who, **more) if n else None for who, n in known]

    wins = hands("wins")
    return {
        0: wins,
        1: hands("hands", part_of="all"),
        2: wins,
        3: wins,
        4: hands("deal_ins", part_of="payers"),
        5: hands("self_draws", win_by=SELF_DRAWS),
        6: [_rest(view, chosen, by, who) for who in shown["who"]],
        7: hands("wins", order="best"),
        8: wins,
    }


def _drawn(view: View, chosen: Selection, by: str, shown: pl.DataFrame) -> Component:
    frame = shown.select("hands", value="points_mean", low="points_low", high="points_high")
    return figure(
        side_figure(frame, names=shown["who"].to_list(), title="points a hand"),
        view,
        "Points a hand of those with most hands, with intervals",
        key="players",
        links=[_rest(view, chosen, by, who) for who in shown["who"]],
    )


def _selected(view: View) -> Selection | None:
    """Recorded hands, where the address names none and there are any."""
    return selected(view, kind="ingest")


def _by(view: View, chosen: Selection) -> Any:
    """How players are told apart: of records by name, of simulated hands by policy."""
    recorded = any(each.kind == "ingest" for each in chosen.manifests)
    return view.address.choice("by", _BY) or ("player" if recorded else "policy")


def _hands(view: View, chosen: Selection, by: str, who: str, **more: Any) -> str:
    return view.link("/hands", **chosen.values(**{by: who}, **more))


def _rest(view: View, chosen: Selection, by: str, who: str) -> str:
    return view.link("/balance", **chosen.values(**{by: who}))


def _people(n: int, by: str) -> str:
    return style.plural(n, "player") if by == "player" else style.plural(n, "policy", "policies")


def _nobody(by: str) -> str:
    if by == "policy":
        return "No policy played these hands: they are on record."
    return "These hands do not say who played them."


def _check(view: View) -> None:
    check_selection(view, kind="ingest")


PAGE: Final = Page(
    path="/players",
    title="Players",
    title_zh="牌手",
    lead="How each player of recorded hands fares, or each policy of simulated ones.",
    names=frozenset((*NAMES, "by")),
    controls=controls,
    sections=(
        Section("fare", fare),
        Section("patterns", patterns, "What they win with", "番种"),
    ),
    check=_check,
    resets=RESETS | {"rules": (*RESETS["rules"], "by")},
)
