"""The table editor: other values in a grid, and at once what they do to stored hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from dash import dcc, html
from dash.development.base_component import Component

from dashboards import labels, style
from dashboards.app.choices import group, one_of_list, option
from dashboards.app.editing import from_address, options_of, own_texts, pattern_columns
from dashboards.app.grid import grid, text_column, wrapped
from dashboards.app.parts import no_hands, notice
from dashboards.app.selection import rules_control, selected
from dashboards.app.table_callbacks import add_callbacks
from dashboards.app.view import Page, Section, View
from pipelines.lake import Manifest
from schemas.ruleset import RuleSet

PATH: Final = "/table"
_EDITING: Final = {"singleClickEdit": True, "stopEditingWhenCellsLoseFocus": True}
_HEADS: Final = {"value": "Value", "excludes": "Excludes 不计", "limit": "Limit 满"}
_LOOKS: Final[dict[str, dict[str, Any]]] = {
    "value": {"comparator": {"function": "numbers"}, "type": "rightAligned"},
    "excludes": wrapped(220),
    "limit": {"cellEditorSelector": {"function": "editorOf(params)"}},
}


def chosen_run(view: View) -> Manifest | None:
    """The run whose table is edited: the one that the address names, else that of most hands.

    Raises:
        LakeError: where there is no such run.
        UsageError: where it holds no hands, or was played under other rules than the address says.
    """
    chosen = selected(view)
    if chosen is None:
        return None
    return max(chosen.manifests, key=lambda each: each.summary.hands)


def controls(view: View) -> Sequence[Component]:
    """Which run."""
    manifest = chosen_run(view)
    if manifest is None:
        return []
    runs = [
        option(
            each.run,
            f"{labels.how_made(each.kind, each.options)}, "
            f"{style.plural(each.summary.hands, 'hand')} · {each.run.rpartition('-')[2]}",
        )
        for each in view.snapshot.manifests.values()
        if each.rules == manifest.rules
    ]
    chosen = one_of_list("run", "Run", runs, manifest.run)
    return [group([rules_control(view, manifest.rules), chosen], "Hands")]


def editor(view: View) -> Sequence[Component]:
    """Grids of the table, and what it does."""
    manifest = chosen_run(view)
    if manifest is None:
        return [no_hands(view)]
    if not manifest.summary.hands:
        return [notice("This run holds no hands.")]
    ruleset = manifest.ruleset()
    texts = from_address(ruleset, view.address.every("set"))
    waiting = html.P("Reading the hands …", className="waiting")
    return [
        dcc.Store(id="table-run", data=manifest.run),
        dcc.Store(id="table-edits", data=texts),
        dcc.Store(id="table-shown"),
        dcc.Store(id="table-search"),
        html.Div(id="table-kept", hidden=True),
        html.Div(
            [
                html.Div(
                    [
                        html.H2(["Values ", html.Span("番值", className="zh", lang="zh")]),
                        html.P(
                            "A click on a cell edits it, Enter takes it over. Exclusions are keys "
                            "of patterns, with commas between them.",
                            className="note",
                        ),
                        grid(
                            "table-patterns", "Patterns and their values",
                            columns_of(ruleset), pattern_rows(ruleset, texts),
                            row_id="key", options=_EDITING,
                        ),
                        html.H3("Options"),
                        grid(
                            "table-options", "Options of scoring and payment",
                            _OPTION_COLUMNS, option_rows(ruleset, texts),
                            row_id="path", options=_EDITING,
                        ),
                        html.P(
                            html.Button("Back to the run's own table", id="table-reset",
                                        type="button", n_clicks=0),
                            className="ways",
                        ),
                    ],
                    className="edited",
                ),
                html.Div(
                    [
                        html.H2(["What it does ", html.Span("影响", className="zh", lang="zh")]),
                        html.Div(id="table-notice"),
                        dcc.Loading(
                            html.Div(waiting, id="table-effects", className="section"),
                            overlay_style={"visibility": "visible", "opacity": 0.45},
                            delay_show=250, type="dot", color="var(--seal)",
                        ),
                    ],
                    className="effects",
                ),
            ],
            className="editor",
        ),
        html.Div(id="table-keep", className="kept", hidden=True),
    ]  # fmt: skip


def columns_of(ruleset: RuleSet) -> list[dict[str, Any]]:
    """Columns of the grid of patterns; exclusions are named by the keys in the last one."""
    return [
        text_column("name", "Pattern 番种", **wrapped(200)),
        *(text_column(name, _HEADS[name], **_EDITED, **_LOOKS[name])
          for name in pattern_columns(ruleset)),
        text_column("key", "Key", **wrapped(150)),
    ]  # fmt: skip


def pattern_rows(ruleset: RuleSet, texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """Rows of the grid of patterns, in the order of the catalogue."""
    own = own_texts(ruleset)
    rows = []
    for pattern in ruleset.catalogue.patterns:
        path = f"patterns.{pattern.key}"
        row: dict[str, Any] = {
            "key": pattern.key,
            "path": path,
            "name": f"{pattern.name} {pattern.name_en}",
            "choices": ["true", "false"],
        }
        for column in pattern_columns(ruleset):
            name = f"{path}.{column}"
            row |= {column: texts.get(name, own[name]), f"own_{column}": own[name]}
        rows.append(row)
    return rows


def option_rows(ruleset: RuleSet, texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """Rows of the grid of options."""
    return [
        {
            "path": each.name,
            "text": texts.get(each.name, each.text),
            "own_text": each.text,
            "meaning": each.meaning,
            "choices": list(each.choices),
        }
        for each in options_of(ruleset)
    ]


_EDITED: Final[dict[str, Any]] = {
    "editable": True,
    "cellDataType": False,
    "cellClassRules": {"changed": "isChanged(params)"},
}
_OPTION_COLUMNS: Final = [
    text_column("path", "Option", **wrapped(190)),
    text_column(
        "text", "Value", **_EDITED,
        cellEditorSelector={"function": "editorOf(params)"},
    ),
    text_column("meaning", "Meaning", **wrapped(420)),
]  # fmt: skip


def _reset_rows(ruleset: RuleSet) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    return pattern_rows(ruleset, {}), option_rows(ruleset, {})


PAGE: Final = Page(
    path=PATH,
    title="Table",
    title_zh="番种表",
    lead="Change values, exclusions and payments of a rule set, and see at once what stored hands "
    "would have been worth. The hands stay as they were played.",
    names=frozenset(("rules", "run", "set")),
    controls=controls,
    sections=(Section("editor", editor),),
    resets={"rules": ("run", "set"), "run": ("set",)},
    callbacks=lambda app, reader: add_callbacks(app, reader, PATH, _reset_rows),
)
