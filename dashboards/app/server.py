"""The Dash application over one lake, and what stands around every page."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import flask
from dash import Dash, dcc, html
from dash.development.base_component import Component

from dashboards.app.asking import add_check
from dashboards.app.callbacks import add_callbacks
from dashboards.app.data import LakeReader
from dashboards.app.pages import BY_PATH, PAGES
from dashboards.app.parts import both, link
from dashboards.app.routes import add_routes
from dashboards.app.settings import Settings, keep_settings

_FOLDER: Final = Path(__file__).resolve().parent
_NAME: Final = "paipu 牌谱"


def make_app(lake: str | LakeReader, settings: Settings | None = None) -> Dash:
    """The application over a lake, which need not be there yet.

    Args:
        lake: folder or URI, or a reader of it.
        settings: what it may do beside reading; None: nothing.
    """
    reader = lake if isinstance(lake, LakeReader) else LakeReader(lake)
    app = Dash(
        "paipu",
        server=flask.Flask("paipu", static_folder=None),
        assets_folder=str(_FOLDER / "assets"),
        use_pages=False,
        serve_locally=True,
        suppress_callback_exceptions=True,
        title=_NAME,
        update_title=None,
        index_string=(_FOLDER / "index.html").read_text(encoding="utf-8"),
        enable_mcp=False,
        add_log_handler=False,
    )
    keep_settings(app, settings or Settings())
    app.layout = _shell(reader.uri)
    add_routes(app.server, BY_PATH)
    add_check(app)
    add_callbacks(app, reader)
    for page in PAGES:
        if page.callbacks is not None:
            page.callbacks(app, reader)
    return app


def _shell(lake: str) -> Component:
    """What stands around every page."""
    return html.Div(
        [
            dcc.Location(id="address", refresh="callback-nav"),
            dcc.Store(id="narrow"),
            dcc.Store(id="drawn"),
            html.Header(
                dcc.Link(
                    [
                        html.Span(["牌", html.Br(), "谱"], className="seal", lang="zh"),
                        html.Span(["paipu", html.Br(), html.Small(lake)]),
                    ],
                    href="/",
                    className="brand",
                ),
                className="page",
            ),
            html.Nav(
                [
                    link(both(page.title, page.title_zh), page.path, className="menu")
                    for page in PAGES
                    if page.in_menu
                ],
                id="menu",
                **{"aria-label": "Pages"},
            ),
            html.Main(
                [
                    html.Div(id="unread"),
                    html.Div(id="head"),
                    html.Div(id="controls"),
                    html.Div(id="sections"),
                ],
                id="page",
            ),
            html.Div(id="arrived", hidden=True),
            html.Div(id="followed", hidden=True),
            html.Div(id="replayed", hidden=True),
        ]
    )
