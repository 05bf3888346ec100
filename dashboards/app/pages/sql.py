"""Questions in SQL: one query that reads, with limits on time and rows, and its answer to take."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

import flask
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from dash import Dash, Input, Output, State, dcc, html, no_update
from dash.development.base_component import Component

from dashboards import style
from dashboards.app.address import Address
from dashboards.app.data import LakeReader
from dashboards.app.grid import grid, number_column, text_column
from dashboards.app.parts import link, notice
from dashboards.app.view import Page, Section, View
from dashboards.values import is_number, shown_value
from pipelines.lake.query import Limits
from pipelines.lake.query_process import QueryProcesses
from schemas.errors import PaipuError
from schemas.tables import TABLES

LIMITS: Final = Limits(seconds=10.0, rows=1_000, memory="2GB")
"""Of the rows on the page."""
EXPORT_ROWS: Final = 1_000_000
"""Most rows of a file."""
_PROCESSES: Final = QueryProcesses()
_EXPORT: Final = "/export"
_FORMS: Final = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}
_EXAMPLES: Final = (
    "select pattern, count(*) as wins from win_patterns group by all order by wins desc limit 20",
    "select run, outcome, count(*) as hands from hands group by all order by all",
    "select (winner - dealer_seat + 4) % 4 as seat, avg(total) as mean, count(*) as n\n"
    "from wins join hands using (run, hand_id) group by all order by all",
    "from runs",
)


def question(view: View) -> Sequence[Component]:
    """Where a query is written."""
    said = view.address.one("q")
    _PROCESSES.prepare()
    return [
        html.Label(
            [
                html.Span("Query", className="label"),
                dcc.Textarea(
                    id="sql-text",
                    value=said,
                    placeholder=_EXAMPLES[0],
                    spellCheck="false",
                    rows=6,
                ),
            ],
            className="choice query",
        ),
        html.P(
            [
                html.Button("Run", id="sql-run", type="button", n_clicks=0),
                html.Span(
                    f"or Ctrl + Enter; at most {LIMITS.seconds:g} seconds and "
                    f"{style.count(LIMITS.rows)} rows are shown",
                    className="note",
                ),
            ],
            className="ways",
        ),
        html.Details(
            [
                html.Summary("Tables and examples"),
                html.Ul([html.Li(link(html.Code(one), _at(one))) for one in _EXAMPLES]),
                html.Dl(
                    [
                        part
                        for name, schema in TABLES.items()
                        for part in (html.Dt(html.Code(name)), html.Dd(", ".join(schema.names)))
                    ],
                    className="columns",
                ),
            ],
            open=not said,
        ),
    ]


def answer(view: View) -> Sequence[Component]:
    """Rows of the query, and files of them."""
    said = view.address.one("q")
    if not said:
        return [notice("No query yet: nothing is asked until you run one.")]
    found = _PROCESSES.rows(view.snapshot.lake.uri, said, LIMITS)
    if not found.columns:
        return [notice("The query gives no rows.")]
    columns = [
        number_column(f"c{place}", name, shown=f"t{place}")
        if is_number(kind)
        else text_column(f"t{place}", name)
        for place, (name, kind) in enumerate(zip(found.columns, found.types, strict=True))
    ]
    rows = [_row(values) for values in found.rows]
    n = style.plural(len(rows), "row")
    told = f"The first {n}; a file holds more." if found.cut else f"{n}."
    files = [
        html.A(form.upper() if form == "csv" else "Parquet", href=_file(said, form), download=True)
        for form in _FORMS
    ]
    return [
        html.P([told, " Take them as ", files[0], " or ", files[1], "."], className="lead"),
        grid("answer", "Rows of the query", columns, rows),
    ]


def add_callbacks(app: Dash, reader: LakeReader) -> None:
    """Run a query when asked to, and give its rows as a file."""

    def run(clicks: int | None, text: str | None, path: str) -> Any:
        if not clicks:
            return no_update
        return Address.of(path, q=(text or "").strip()).search

    app.callback(
        Output("address", "search", allow_duplicate=True),
        Input("sql-run", "n_clicks"),
        State("sql-text", "value"),
        State("address", "pathname"),
        prevent_initial_call=True,
    )(run)

    def export(form: str) -> flask.Response:
        said = flask.request.args.get("q", "")
        if form not in _FORMS or not said:
            return flask.Response("A file is csv or parquet, of a query q.\n", status=404)
        try:
            limits = replace(LIMITS, rows=EXPORT_ROWS, seconds=60.0)
            table = _PROCESSES.table(reader.snapshot().lake.uri, said, limits)
            content = _bytes(table, form)
        except PaipuError as error:
            return flask.Response(f"{error.message}\n", status=400)
        except (pa.ArrowException, pl.exceptions.PolarsError):
            kinds = ", ".join(f"{field.name} ({field.type})" for field in table.schema)
            told = f"A {form} file does not hold all of {kinds}: cast such columns to varchar.\n"
            return flask.Response(told, status=400)
        response = flask.Response(content, mimetype=_FORMS[form])
        response.headers["Content-Disposition"] = f'attachment; filename="paipu.{form}"'
        return response

    app.server.get(f"{_EXPORT}.<form>")(export)


def _bytes(table: pa.Table, form: str) -> bytes:
    buffer = io.BytesIO()
    if form == "parquet":
        pq.write_table(table, buffer, compression="zstd")
        return buffer.getvalue()
    frame = pl.DataFrame(table)
    nested = [name for name, kind in frame.schema.items() if kind.is_nested()]
    plain = {name: [shown_value(value) for value in frame[name].to_list()] for name in nested}
    frame.with_columns(pl.Series(name, texts) for name, texts in plain.items()).write_csv(buffer)
    return buffer.getvalue()


def _row(values: Sequence[Any]) -> dict[str, Any]:
    """Text of each value, and beside it the number that its column is sorted by."""
    row: dict[str, Any] = {}
    for place, value in enumerate(values):
        row[f"t{place}"] = shown_value(value)
        if isinstance(value, int | float | Decimal) and math.isfinite(value):
            row[f"c{place}"] = float(value)
    return row


def _at(query: str) -> str:
    return Address.of("/sql", q=query).href


def _file(query: str, form: str) -> str:
    return Address.of(f"{_EXPORT}.{form}", q=query).href


PAGE: Final = Page(
    path="/sql",
    title="SQL",
    title_zh="查询",
    lead="One query in DuckDB's SQL over the tables of this lake. It reads; nothing is changed, "
    "and nothing outside the lake is read.",
    names=frozenset(("q",)),
    sections=(Section("question", question), Section("answer", answer)),
    callbacks=add_callbacks,
)
