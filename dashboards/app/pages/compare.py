"""Rule sets, or runs, side by side: what is measured of every hand, and how they differ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import duckdb
from dash import html
from dash.development.base_component import Component

from dashboards import labels, style
from dashboards.app.choices import group, option, several_of_list
from dashboards.app.data import Question, Snapshot
from dashboards.app.grid import Links, table_grid
from dashboards.app.pages.balance import SELF_DRAWS, Parts
from dashboards.app.parts import figure, no_hands, notice, table
from dashboards.app.view import Page, Section, View
from dashboards.report.comparison import SHOWN, comparison_chapter, gather_comparison
from pipelines.analysis import Population, largest_populations, populations
from pipelines.comparing import Comparison

_HANDS: Final[dict[str, dict[str, Any]]] = {
    "drawn": {"outcome": "draw"},
    "self_drawn": {"win_by": SELF_DRAWS},
    "dealer_won": {"seat": "0"},
}
"""What finds the hands behind a measure of the table."""
_LEFT: Final = 2
"""Columns of the table before those of the measures."""


def controls(view: View) -> Sequence[Component]:
    """Which runs, the first of them the one that the others are set against."""
    if not view.snapshot.populations:
        return []
    runs = [
        option(
            each.run,
            f"{each.rules}: {labels.how_made(each.kind, each.options)}, "
            f"{style.plural(each.summary.hands, 'hand')} · {each.run.rpartition('-')[2]}",
        )
        for each in view.snapshot.manifests.values()
        if each.rule_set is not None and each.summary.hands
    ]
    chosen = [run for each in _sides(view) for run in each.runs]
    label = "Runs; the others are set against the first"
    return [group([several_of_list("run", label, runs, chosen, anything="none")], "Side by side")]


def sides(view: View) -> Parts:
    """Sentences, the figure and the table of all."""
    found = _compared(view)
    if found is None:
        return [_too_few(view)]
    chapter = comparison_chapter(found)
    shown = [side.population for side in found.sides]
    balances = [view.link("/balance", **_values(each)) for each in shown]
    drawn = figure(
        chapter.figure, view, "The dealer's points a hand under each rule set, with intervals",
        key="sides", links=balances,
    )  # fmt: skip
    links: Links = {
        0: balances,
        1: [view.link("/hands", **_values(each)) for each in shown],
        **{
            _LEFT + place: [
                view.link("/hands", **_values(each), **_HANDS[measure]) for each in shown
            ]
            for place, measure in enumerate(SHOWN)
            if measure in _HANDS
        },
    }
    return [
        html.P(" ".join(chapter.sentences), className="prose"),
        drawn,
        *table_grid(chapter.sides, links, wraps={0: 220}),
    ]


def differences(view: View) -> Parts:
    """A table of each difference from the first."""
    found = _compared(view)
    if found is None:
        return [notice("Nothing to set against each other.")]
    return [table(one) for one in comparison_chapter(found).differences]


def _compared(view: View) -> Comparison | None:
    """The comparison, which the snapshot keeps as it keeps frames."""
    chosen = [tuple(each.runs) for each in _sides(view)]
    question = cast(Question, _compare)
    return cast("Comparison | None", view.ask(question, view.snapshot, chosen))


def _compare(
    con: duckdb.DuckDBPyConnection, snapshot: Snapshot, chosen: Sequence[Sequence[str]]
) -> Comparison | None:
    known = [populations([snapshot.manifests[run] for run in runs])[0] for runs in chosen]
    return gather_comparison(con, known, [run for runs in chosen for run in runs])


def _sides(view: View) -> list[Population]:
    """The runs that the address names, in its order; else of each rule set those of most hands.

    Hands that are scored again come last, so that others are not set against them.
    """
    runs = list(dict.fromkeys(view.address.every("run")))
    if not runs:
        known = [one for one in largest_populations(view.snapshot.populations) if one.hands]
        return sorted(known, key=lambda one: one.rescored)
    found = populations([view.snapshot.manifest(run) for run in runs])
    return sorted(found, key=lambda one: min(map(runs.index, one.runs)))


def _values(population: Population) -> dict[str, Any]:
    return {"rules": population.rules, "run": population.runs}


def _too_few(view: View) -> Component:
    if not view.snapshot.populations:
        return no_hands(view)
    return notice("Two rule sets or runs with hands, or more, can be set side by side.")


PAGE: Final = Page(
    path="/compare",
    title="Compare",
    title_zh="规则比较",
    lead="Rule sets side by side: how hands end, how long they last, what they move, and what the "
    "dealer's seat is worth in points and in standard deviations σ.",
    names=frozenset(("run",)),
    controls=controls,
    sections=(
        Section("sides", sides),
        Section("differences", differences, "Differences", "差异"),
    ),
)
