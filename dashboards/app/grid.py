"""Tables that readers sort and filter themselves, in the looks of the other pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import dash_ag_grid as dag
from dash import html
from dash.development.base_component import Component

from dashboards.report.cells import Table

_THEME: Final = (
    "themeQuartz.withParams({backgroundColor: 'var(--card)', foregroundColor: 'var(--ink)', "
    "headerBackgroundColor: 'var(--soft)', headerTextColor: 'var(--muted)', "
    "borderColor: 'var(--rule)', rowHoverColor: 'var(--soft)', accentColor: 'var(--link)', "
    "oddRowBackgroundColor: 'var(--card)', chromeBackgroundColor: 'var(--soft)', "
    "menuBackgroundColor: 'var(--card)', fontFamily: 'inherit', fontSize: 14, "
    "spacing: 5, wrapperBorderRadius: 4})"
)
_ROW: Final = 34
_HEAD: Final = 46
_MOST_ROWS: Final = 18
_FIT: Final = {
    "type": "fitCellContents",
    "skipHeader": True,
    "scaleUpToFitGridWidth": True,
}
"""Columns are as wide as what is in them; where that is more than there is room, they scroll."""
_LEAST: Final = 84
"""Width of a column, so that the words of most heads fit."""
Links = Mapping[int, Sequence[str | None]]
"""Where the cells of a column lead, by the column's place and in the order of the rows."""


def wrapped(width: int) -> dict[str, Any]:
    """What makes a column of long texts take several lines; `width` is the most that it is wide."""
    return {"wrapText": True, "autoHeight": True, "maxWidth": width}


def text_column(name: str, title: str, **more: Any) -> dict[str, Any]:
    """A column of text."""
    return {"field": name, "headerName": title, **more}


def number_column(name: str, title: str, *, shown: str = "", **more: Any) -> dict[str, Any]:
    """A column of numbers, sorted by value.

    Args:
        name: field of the rows.
        title: its head.
        shown: field with the text that is shown in place of the number.
        more: further options of AG Grid.
    """
    column: dict[str, Any] = {
        "field": name,
        "headerName": title,
        "type": "rightAligned",
    }
    if shown:
        column["valueFormatter"] = {"function": f"params.data.{shown}"}
    return column | more


def link_column(name: str, title: str, href: str, **more: Any) -> dict[str, Any]:
    """A column of text that leads to another page; `href` is the field with the address."""
    return text_column(name, title, **leading_to(href), **more)


def leading_to(href: str) -> dict[str, Any]:
    """What makes a column lead to another page; `href` is the field with the address."""
    return {"cellRenderer": "PageLink", "cellRendererParams": {"href": href}}


def table_grid(
    made: Table, links: Links | None = None, *, wraps: Mapping[int, int] | None = None
) -> list[Component]:
    """A table of the report as a grid, with its notes below; its name is the grid's id.

    Args:
        made: heads, rows and notes.
        links: where cells lead.
        wraps: widest widths of columns of long texts, by their places.
    """
    leads = links or {}
    columns = []
    for place, column in enumerate(made.columns):
        more: dict[str, Any] = {"headerTooltip": column.hint} if column.hint else {}
        if place in leads:
            more |= leading_to(f"h{place}")
        if wraps and place in wraps:
            more |= wrapped(wraps[place])
        if column.numeric:
            columns.append(number_column(f"s{place}", column.title, shown=f"t{place}", **more))
        else:
            columns.append(text_column(f"t{place}", column.title, **more))
    rows = []
    for at, row in enumerate(made.rows):
        told: dict[str, Any] = {}
        for place, cell in enumerate(row):
            told |= {f"t{place}": cell.text, f"s{place}": cell.sort}
            if place in leads:
                told[f"h{place}"] = leads[place][at]
        rows.append(told)
    notes = [html.P(note, className="note") for note in made.notes]
    caption = html.P(made.caption, className="meta")
    return [caption, grid(made.name, made.caption, columns, rows), *notes]


def grid(
    name: str,
    label: str,
    columns: Sequence[dict[str, Any]],
    rows: Sequence[dict[str, Any]],
    *,
    row_id: str = "",
    options: Mapping[str, Any] | None = None,
) -> Component:
    """A grid, as high as its rows up to a limit.

    Args:
        name: its id.
        label: what it holds, for screen readers.
        columns: of `text_column`, `number_column`, `link_column`.
        rows: one mapping a row.
        row_id: field that names a row, for grids whose cells are edited.
        options: further options of AG Grid.
    """
    named = {"getRowId": f"params.data.{row_id}"} if row_id else {}
    height = _HEAD + _ROW * min(max(len(rows), 2), _MOST_ROWS) + 16
    return html.Div(
        dag.AgGrid(
            id=name,
            columnDefs=list(columns),
            rowData=list(rows),
            defaultColDef={
                "resizable": True,
                "sortable": True,
                "sortingOrder": ["desc", "asc", None],
                "minWidth": _LEAST,
                "wrapHeaderText": True,
                "autoHeaderHeight": True,
                "suppressHeaderMenuButton": True,
            },
            dashGridOptions={
                "theme": {"function": _THEME},
                "rowHeight": _ROW,
                "autoSizeStrategy": _FIT,
                "autoSizePadding": 8,
                "suppressColumnVirtualisation": True,  # what is not drawn has no width
                "suppressCellFocus": False,
                "enableCellTextSelection": True,
                "animateRows": False,
                **(options or {}),
            },
            style={"height": f"{height}px"},
            **named,
        ),
        className="grid",
        role="region",
        **{"aria-label": label},
    )
