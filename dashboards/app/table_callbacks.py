"""What happens when the table editor is used: edits, results, files, a full rescore."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dash import ClientsideFunction, Dash, Input, Output, State, ctx, no_update

from dashboards.app.address import Address
from dashboards.app.data import LakeReader
from dashboards.app.editing import edited, only_changes, to_address
from dashboards.app.jobs import RescoreJob
from dashboards.app.parts import notice
from dashboards.app.settings import settings_of
from dashboards.app.table_effects import effect_parts
from dashboards.app.table_keeping import (
    command,
    file_text,
    job_parts,
    keep_parts,
    sentence,
    write_rules,
)
from dashboards.app.view import View
from schemas.errors import PaipuError
from schemas.ruleset import RuleSet

Rows = list[dict[str, Any]]


def add_callbacks(
    app: Dash, reader: LakeReader, path: str, reset_rows: Callable[[RuleSet], tuple[Rows, Rows]]
) -> None:
    """Add what the table editor needs.

    Args:
        app: the application.
        reader: its lake.
        path: of the page.
        reset_rows: rows of both grids for a rule set.
    """
    settings, job = settings_of(app), RescoreJob(reader.uri)
    for function, output, inputs in (
        (
            "edits",
            Output("table-edits", "data", allow_duplicate=True),
            (
                Input("table-patterns", "cellValueChanged"),
                Input("table-options", "cellValueChanged"),
                State("table-edits", "data"),
            ),
        ),
        ("keep", Output("table-kept", "title"), (Input("table-search", "data"),)),
        (
            "copy",
            Output("table-copy", "children"),
            (Input("table-copy", "n_clicks"), State("table-command", "children")),
        ),
    ):
        app.clientside_callback(
            ClientsideFunction("paipu", function), output, *inputs, prevent_initial_call=True
        )

    def show(
        edits: dict[str, str], run: str, shown: dict[str, str] | None, narrow: bool | None
    ) -> Any:
        """Results of the table as it is now, or why there are none; and its address."""
        return evaluate(reader, path, edits, run, shown, narrow=bool(narrow))

    app.callback(
        Output("table-effects", "children"),
        Output("table-notice", "children"),
        Output("table-keep", "hidden"),
        Output("table-shown", "data"),
        Output("table-search", "data"),
        Input("table-edits", "data"),
        State("table-run", "data"),
        State("table-shown", "data"),
        State("narrow", "data"),
    )(show)

    def offer(run: str) -> Any:
        """How the table of a run is kept, once for the page."""
        return keep_parts(reader.snapshot().manifest(run).ruleset(), settings)

    app.callback(Output("table-keep", "children"), Input("table-run", "data"))(offer)

    def named(name: str | None, run: str) -> str:
        """The command of a full rescore under the name that was typed."""
        return command(reader.uri, run, (name or "").strip(), settings)

    app.callback(
        Output("table-command", "children"),
        Input("table-name", "value"),
        State("table-run", "data"),
    )(named)

    def reset(clicks: int | None, run: str) -> Any:
        """The run's own table in both grids."""
        if not clicks:
            return no_update, no_update, no_update
        return ({}, *reset_rows(reader.snapshot().manifest(run).ruleset()))

    app.callback(
        Output("table-edits", "data", allow_duplicate=True),
        Output("table-patterns", "rowData"),
        Output("table-options", "rowData"),
        Input("table-reset", "n_clicks"),
        State("table-run", "data"),
        prevent_initial_call=True,
    )(reset)

    def keep(
        taken: int | None, written: int | None, name: str, edits: dict[str, str], run: str
    ) -> Any:
        """The table as a file: given to the browser, or written where that is allowed."""
        name = (name or "").strip()
        try:
            text = file_text(reader, run, edits, name)
            if ctx.triggered_id == "table-write" and written:
                return no_update, notice(write_rules(settings, name, text))
        except PaipuError as error:
            return no_update, notice(sentence(error), bad=True)
        if not taken:
            return no_update, no_update
        return {"content": text, "filename": f"{name}.toml", "type": "application/toml"}, []

    app.callback(
        Output("table-file", "data"),
        Output("table-saved", "children"),
        Input("table-download", "n_clicks"),
        Input("table-write", "n_clicks"),
        State("table-name", "value"),
        State("table-edits", "data"),
        State("table-run", "data"),
        prevent_initial_call=True,
    )(keep)
    if settings.allow_rescore:
        _add_rescore(app, reader, job)


def evaluate(
    reader: LakeReader,
    path: str,
    edits: Mapping[str, str],
    run: str,
    shown: Mapping[str, str] | None,
    *,
    narrow: bool,
) -> tuple[Any, Any, Any, Any, Any]:
    """What the page shows after an edit.

    Args:
        reader: the lake.
        path: of the page.
        edits: texts of changed cells by dotted name.
        run: whose hands.
        shown: edits of the result on the page; None where there is none.
        narrow: whether the window is.

    Returns:
        Result, notice, whether there is nothing to keep, the edits that the result is of, the
        address.
    """
    from dashboards.app.samples import effects_of  # kernels, which take a second to load

    try:
        manifest = reader.snapshot().manifest(run)
        own = manifest.ruleset()
        edits = only_changes(own, edits)
        address = Address.of(path, rules=manifest.rules, run=run, set=to_address(edits))
        try:
            ruleset = edited(own, edits)
            found = effects_of(reader.snapshot().lake, manifest, ruleset)
        except PaipuError as error:
            told = [notice(sentence(error), bad=True)]
            if shown is None:
                return (
                    [notice("Nothing is scored until it is right.")],
                    told,
                    True,
                    None,
                    address.search,
                )
            told.append(notice(f"What is shown is of the earlier table: {_told(shown)}."))
            return no_update, told, True, no_update, address.search
        view = View(reader.snapshot(), address, narrow)
        parts = effect_parts(view, manifest, ruleset, found)
        return parts, [], ruleset.hash == own.hash, edits, address.search
    except PaipuError as error:
        return [], notice(sentence(error), bad=True), True, None, no_update


def _add_rescore(app: Dash, reader: LakeReader, job: RescoreJob) -> None:
    def rescore(
        clicks: int | None, _ticks: int | None, name: str, edits: dict[str, str], run: str
    ) -> Any:
        """Start a full rescore when asked to; else tell how far it is."""
        try:
            if ctx.triggered_id == "table-rescore" and clicks:
                text = file_text(reader, run, edits, name)
                job.start(run, text, name)
            state = job.state
            made = reader.snapshot().manifests.get(state.run)
            return job_parts(state, made.rules if made else ""), not state.running
        except PaipuError as error:
            return notice(sentence(error), bad=True), not job.state.running

    app.callback(
        Output("table-job", "children"),
        Output("table-ask", "disabled"),
        Input("table-rescore", "n_clicks"),
        Input("table-ask", "n_intervals"),
        State("table-name", "value"),
        State("table-edits", "data"),
        State("table-run", "data"),
    )(rescore)


def _told(edits: Mapping[str, str]) -> str:
    if not edits:
        return "the run's own"
    return ", ".join(f"{name} {text or 'empty'}" for name, text in edits.items())
