"""Tables that readers sort and filter themselves, in the looks of the other pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import dash_ag_grid as dag
from dash import html
from dash.development.base_component import Component

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
    return text_column(
        name, title, cellRenderer="PageLink", cellRendererParams={"href": href}, **more
    )


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
            columnSize="responsiveSizeToFit",
            defaultColDef={
                "resizable": True,
                "sortable": True,
                "sortingOrder": ["desc", "asc", None],
                "wrapHeaderText": True,
                "suppressHeaderMenuButton": True,
            },
            dashGridOptions={
                "theme": {"function": _THEME},
                "rowHeight": _ROW,
                "headerHeight": _HEAD,
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
