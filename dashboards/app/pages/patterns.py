"""How often patterns occur, in one selection of hands or beside another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import polars as pl
from dash import html
from dash.development.base_component import Component

from dashboards import style, terms
from dashboards.app.choices import group
from dashboards.app.grid import grid, link_column, number_column, text_column
from dashboards.app.parts import figure, no_hands, notice
from dashboards.app.selection import (
    NAMES,
    RESETS,
    Selection,
    check_selection,
    rules_control,
    selected,
    selection_controls,
)
from dashboards.app.view import Page, Section, View
from dashboards.figures import difference_figure, pattern_figure
from dashboards.figures.patterns import MOST_BARS, by_difference, difference_texts, most_frequent
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
        return [no_hands(view)]
    other = _other(view)
    found = chosen.ask(view, analysis.pattern_frequency, chosen.ruleset)
    wins = int(found["n"][0]) if found.height else 0
    if wins == 0:
        return [notice(f"No win in {style.plural(chosen.hands, 'hand')}: no patterns to count.")]
    if other is not None:
        return _beside(view, chosen, other, found)
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


def _beside(
    view: View, chosen: Selection, other: Selection, found: pl.DataFrame
) -> Sequence[Component]:
    """Both selections, and how they differ."""
    second = other.ask(view, analysis.pattern_frequency, other.ruleset)
    both = analysis.selection_differences(found, second).filter(
        (pl.col("wins") > 0) | (pl.col("other_wins") > 0)
    )
    if both.is_empty() or both["difference"].null_count() == both.height:
        return [notice("The two selections share no pattern that occurs: nothing to compare.")]
    apart = both.filter((pl.col("difference_low") > 0) | (pl.col("difference_high") < 0)).height
    told = (
        f"{chosen.words}, {style.plural(int(both['n'][0]), 'win')}, beside {other.words}, "
        f"{style.plural(int(both['other_n'][0]), 'win')}. The 95% interval of the difference "
        f"leaves out zero for {apart} of {style.plural(both.height, 'pattern')}; by chance alone "
        f"about {both.height / 20:.0f} would. Selections are taken for independent."
    )
    shown = by_difference(both)
    links = [_hands(view, chosen, key) for key in shown["pattern"]]
    drawn = figure(
        difference_figure(both), view, "Differences of pattern shares, with intervals",
        key="differences", links=links,
    )  # fmt: skip
    rows = [
        _difference_row(view, chosen, other, row)
        for row in by_difference(both, most=both.height).iter_rows(named=True)
    ]
    columns = [
        link_column("name", "Pattern", "href"),
        link_column("name_en", "English", "href"),
        link_column("wins_text", "Wins", "href"),
        number_column("share", "Share", shown="share_text"),
        link_column("other_wins_text", "Wins beside", "other_href"),
        number_column("other_share", "Share beside", shown="other_share_text"),
        number_column("difference", "Difference", shown="difference_text"),
        text_column("interval_text", "95% interval", sortable=False),
    ]
    return [
        html.P(told, className="lead"),
        drawn,
        grid("difference-table", "Patterns of both selections and differences", columns, rows),
    ]


def _difference_row(
    view: View, chosen: Selection, other: Selection, row: dict[str, Any]
) -> dict[str, Any]:
    shares = {
        f"{name}_text": f"{style.percent(row[name])} ({style.interval(row[low], row[high])})"
        for name, low, high in (
            ("share", "low", "high"),
            ("other_share", "other_low", "other_high"),
        )
    }
    difference, interval = difference_texts(row)
    return {
        **{name: row[name] for name in ("name", "name_en", "share", "other_share", "difference")},
        **shares,
        "href": _hands(view, chosen, row["pattern"]) if row["wins"] else None,
        "other_href": _hands(view, other, row["pattern"]) if row["other_wins"] else None,
        "wins_text": style.count(row["wins"]),
        "other_wins_text": style.count(row["other_wins"]),
        "difference_text": difference,
        "interval_text": interval,
    }


def _table(view: View, chosen: Selection, found: pl.DataFrame) -> Component:
    rows = [_row(view, chosen, row) for row in found.iter_rows(named=True)]
    columns = [
        link_column("name", "Pattern", "href"),
        link_column("name_en", "English", "href"),
        number_column("value", "Value", shown="value_text"),
        number_column("wins", "Wins with it", shown="wins_text", sort="desc"),
        number_column("n", "n wins", shown="n_text"),
        number_column("share", "Share", shown="share_text"),
        number_column("high", "95% interval", shown="interval_text"),
        number_column("part", "Part of total", shown="part_text"),
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


def _check(view: View) -> None:
    check_selection(view)
    if _other(view) is not None:
        check_selection(view, OTHER)


PAGE: Final = Page(
    path="/patterns",
    title="Patterns",
    title_zh="番种",
    lead="How often a win contains each pattern, how sure that is, and what it brings.",
    names=frozenset((*NAMES, *(f"{OTHER}{name}" for name in NAMES))),
    controls=controls,
    sections=(Section("frequency", frequency),),
    check=_check,
    resets=RESETS | {f"{OTHER}rules": [f"{OTHER}{name}" for name in RESETS["rules"]]},
)
