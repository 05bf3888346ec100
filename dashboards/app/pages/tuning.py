"""Results of tuning, as the report shows them: the line, what is mispriced, what a table does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dash import html
from dash.development.base_component import Component

from dashboards.app.choices import group, one_of_list, option
from dashboards.app.grid import table_grid
from dashboards.app.pages.balance import Parts
from dashboards.app.parts import both, figure, notice, table
from dashboards.app.view import Page, Section, View
from dashboards.figures.tuning import mispriced
from dashboards.report.tuning import TuningChapter, pattern_frame, tuning_chapters
from schemas.errors import UsageError
from schemas.tuning_result import TuningResult

_WINS: Final = 8
"""Place of the column of wins with a pattern."""


def controls(view: View) -> Sequence[Component]:
    """Which result, where there are several."""
    results = view.settings.tunings
    if len(results) < 2:
        return []
    listed = [
        option(str(number), f"{chapter.short}: {result.title_en} {result.title}")
        for number, (result, chapter) in enumerate(
            zip(results, tuning_chapters(results), strict=True), start=1
        )
    ]
    number = str(view.address.number("result", least=1) or 1)
    return [group([one_of_list("result", "Result", listed, number)], "Tuned table")]


def line(view: View) -> Parts:
    """What the result says, the figure of mispricing and the table of patterns."""
    found = _chosen(view)
    if found is None:
        return [
            notice(
                [
                    "No tuning result was named: ",
                    html.Code("paipu dashboard --tuning RESULT.json"),
                    " shows what ",
                    html.Code("paipu tune FILE --json > RESULT.json"),
                    " has written.",
                ]
            )
        ]
    result, chapter = found
    frame = pattern_frame(result)
    shown = mispriced(frame)["pattern"].to_list()
    links = _hands(view, result, frame["pattern"].to_list())
    by_pattern = dict(zip(frame["pattern"], links, strict=True))
    return [
        html.H2([*both(f"Tuned table {chapter.short}", chapter.title_zh)]),
        html.P(chapter.meta, className="meta"),
        html.Div([html.P(one) for one in chapter.paragraphs], className="prose"),
        html.P(f"{chapter.labels['mispricing']}.", className="lead"),
        _drawn(view, chapter, "mispricing", [by_pattern[key] for key in shown]),
        *table_grid(chapter.patterns, {0: links, _WINS: links}, wraps={1: 170}),
    ]


def effects(view: View) -> Parts:
    """What the tables do, and the front that the new one was taken from."""
    found = _chosen(view)
    if found is None or found[1].measures is None:
        return [notice("No targets were stated, so nothing was measured.")]
    _, chapter = found
    parts: list[Component] = [table(chapter.measures)] if chapter.measures else []
    if chapter.front:
        parts += [
            html.H3(both("Pareto front", "帕累托前沿")),
            html.P(chapter.front, className="lead"),
        ]
    for name in chapter.front_figures:
        parts += [
            html.P(f"{chapter.labels[name]}.", className="lead"),
            _drawn(view, chapter, name, None),
        ]
    return parts


def played(view: View) -> Parts:
    """What moved where the new table was played."""
    found = _chosen(view)
    if found is None or not found[1].played:
        again = html.Code("--resimulate")
        return [notice(["The new table was not played; ", again, " of paipu tune plays it."])]
    parts: list[Component] = []
    for one in found[1].played:
        parts += [
            html.H3(one.title),
            html.P(" ".join(one.sentences), className="lead"),
            *map(table, one.tables),
        ]
    return parts


def _chosen(view: View) -> tuple[TuningResult, TuningChapter] | None:
    results = view.settings.tunings
    number = view.address.number("result", least=1) or 1
    if not results:
        return None
    if number > len(results):
        many = "1 result was" if len(results) == 1 else f"{len(results)} results were"
        raise UsageError(f"the address says result={number}; {many} named with --tuning")
    return results[number - 1], tuning_chapters(results)[number - 1]


def _hands(view: View, result: TuningResult, keys: Sequence[str]) -> list[str | None]:
    """The hands behind the frequency of each pattern, where their runs are in this lake."""
    known: Mapping[str, Any] = view.snapshot.manifests
    runs = [run for run in result.runs if run in known]
    wins = {one.pattern: one.wins for one in result.patterns}
    if not runs or len(runs) < len(result.runs):
        return [None] * len(keys)
    return [view.link("/hands", run=runs, pattern=key) if wins[key] else None for key in keys]


def _drawn(
    view: View, chapter: TuningChapter, name: str, links: Sequence[str | None] | None
) -> Component:
    return figure(
        chapter.figures[name], view, chapter.labels[name], key=f"tuning-{name}", links=links
    )


PAGE: Final = Page(
    path="/tuning",
    title="Tuning",
    title_zh="番值调整",
    lead="Results of paipu tune: what values are beside what rarity asks for, and what the new "
    "table does.",
    names=frozenset(("result",)),
    controls=controls,
    sections=(
        Section("line", line),
        Section("effects", effects, "What the tables do", "影响"),
        Section("played", played, "Played again", "重打"),
    ),
)
