"""Components that pages share: notices, links, tables, figures, tiles, facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import plotly.graph_objects as go
from dash import dcc, html
from dash.development.base_component import Component

from dashboards import style, tiles
from dashboards.app.view import View
from dashboards.report.cells import Table
from dashboards.tile_art import BACK

Children: TypeAlias = Component | str | Sequence[Any] | None

TILE_FILES: Final = "/tiles"
"""Folder of the tiles' drawings, as the server gives them."""


def notice(text: Children, *, bad: bool = False) -> Component:
    """A sentence in place of what cannot be shown; `bad` where the reader has to change something.

    What is bad is told to screen readers at once.
    """
    return html.P(
        text, className="empty bad" if bad else "empty", role="alert" if bad else "status"
    )


def no_hands(view: View) -> Component:
    """What a page about hands says where it has none."""
    if view.snapshot.sound.broken and not view.snapshot.manifests:
        return notice("None of the runs of the lake can be read.")
    return notice("The lake holds no hands yet.")


def link(text: Children, href: str, **more: Any) -> Component:
    """A link to another page of the application, opened without loading it anew."""
    return dcc.Link(text, href=href, **more)


def both(name: str, chinese: str) -> list[Children]:
    """A name with the Chinese beside it."""
    return [name, *([" ", html.Span(chinese, className="zh", lang="zh")] if chinese else [])]


def figure(
    made: go.Figure,
    view: View,
    label: str,
    *,
    key: str = "",
    links: Sequence[Any] | Mapping[int, Sequence[Any]] | None = None,
) -> Component:
    """A figure in its place, fitted to the width of the window.

    Args:
        made: of `dashboards.figures`.
        view: says how wide the window is.
        label: what it shows, for screen readers.
        key: name, needed where a click leads somewhere.
        links: the address behind each mark of the first trace, in their order, or of several
            traces by their places; a click on a mark opens it.
    """
    meta = made.layout.meta or {}
    if view.narrow and "narrow" in meta:
        made.update_layout(
            {name.replace(".", "_"): value for name, value in meta["narrow"].items()}
        )
    if links is not None:
        for place, hrefs in (links if isinstance(links, Mapping) else {0: links}).items():
            made.data[place].customdata = list(hrefs)
    named: dict[str, Any] = {"id": {"type": "figure", "name": key}} if key else {}
    return html.Figure(
        dcc.Graph(
            figure=made,
            config=style.PLOT_CONFIG,
            className="canvas clickable" if links is not None else "canvas",
            style={"height": f"{made.layout.height}px"},
            responsive=True,
            **named,
        ),
        className="plot",
        # The drawing library comes later than the page; what is below must not jump.
        style={"minHeight": f"{made.layout.height}px"},
        **{"aria-label": label},
    )


def table(data: Table, links: Sequence[str | None] = ()) -> Component:
    """A table of the report as it stands there; the first cell of a row may be a link.

    Args:
        data: heads, rows and notes.
        links: where the first cell of each row leads; shorter than the rows: no link.
    """
    heads = [
        html.Th(
            column.title,
            scope="col",
            className="num" if column.numeric else "",
            title=column.hint or None,
        )
        for column in data.columns
    ]
    rows = []
    for place, row in enumerate(data.rows):
        cells: list[Component] = []
        for column, cell in zip(data.columns, row, strict=True):
            href = links[place] if not cells and place < len(links) else None
            names = " ".join(name for name in ("num" if column.numeric else "", cell.css) if name)
            cells.append(html.Td(link(cell.text, href) if href else cell.text, className=names))
        rows.append(html.Tr(cells))
    grid = html.Table(
        [html.Caption(data.caption), html.Thead(html.Tr(heads)), html.Tbody(rows)],
        className=f"data {data.name}",
    )
    return html.Div(
        [
            html.Div(
                grid,
                className="scroll",
                tabIndex="0",
                role="region",
                **{"aria-label": data.caption},
            ),
            *(html.P(note, className="note") for note in data.notes),
        ]
    )


def facts(listed: Iterable[tuple[str, str, str, str]]) -> Component:
    """Numbers in a strip.

    Args:
        listed: label, value, interval and what n is, of each.
    """
    return html.Dl(
        [
            html.Div(
                [
                    html.Dt(label),
                    html.Dd([html.B(value), html.Span(interval), html.Small(n)]),
                ]
            )
            for label, value, interval, n in listed
        ],
        className="facts",
    )


def tile_image(kind: int, *, turned: bool = False) -> Component:
    """One tile; its notation and name for those who do not see it."""
    return html.Img(
        src=tile_source(kind, turned=turned),
        alt=tiles.tile_words(kind),
        title=tiles.tile_words(kind),
        className="tile turned" if turned else "tile",
    )


def tile_source(kind: int, *, turned: bool = False) -> str:
    """Where the drawing of a tile is served."""
    name = "back" if kind == BACK else str(kind)
    return f"{TILE_FILES}/{name}{'-turned' if turned else ''}.svg"


def tile_row(groups: Iterable[tiles.Group]) -> Component:
    """Groups of tiles side by side."""
    return html.Span(
        [
            html.Span(
                [tile_image(one.kind, turned=one.turned) for one in group.tiles],
                className=f"group {group.name}",
            )
            for group in groups
        ],
        className="tiles",
    )
