"""The callbacks that all pages share.

The address is the only state. A control writes its value into the address; what the address says
is drawn. Each section of a page is worked out in a request of its own, so that a slow one keeps
nobody waiting.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final

from dash import (
    ALL,
    MATCH,
    ClientsideFunction,
    Dash,
    Input,
    Output,
    State,
    ctx,
    dcc,
    html,
    no_update,
)
from dash.development.base_component import Component

from dashboards.app.address import Address
from dashboards.app.choices import address_value, control_id
from dashboards.app.data import LakeReader
from dashboards.app.pages import BY_PATH, PAGES
from dashboards.app.parts import both, link, notice
from dashboards.app.settings import settings_of
from dashboards.app.view import Page, View
from schemas.errors import PaipuError

_LOG: Final = logging.getLogger("paipu.dashboard")


def add_callbacks(app: Dash, reader: LakeReader) -> None:
    """Add the callbacks that all pages share."""
    settings = settings_of(app)

    def viewed(page: Page, address: Address, narrow: bool) -> View:
        """The request; refuses names that the page does not know."""
        address.only(page.names)
        return View(reader.snapshot(), address, narrow, settings)

    app.clientside_callback(
        ClientsideFunction("paipu", "narrow"), Output("narrow", "data"), Input("address", "id")
    )
    app.clientside_callback(
        ClientsideFunction("paipu", "arrived"),
        Output("arrived", "title"),
        Input("address", "pathname"),
        Input("head", "children"),
    )
    app.clientside_callback(
        ClientsideFunction("paipu", "follow"),
        Output("followed", "title"),
        Input({"type": "figure", "name": ALL}, "clickData"),
    )
    app.clientside_callback(
        ClientsideFunction("paipu", "replay"),
        Output("replayed", "title"),
        Input({"type": "replay", "name": ALL}, "data"),
    )

    def draw(
        path: str,
        search: str,
        narrow: bool | None,
        drawn: str | None,
        values: list[Any],
        ids: list[dict[str, str]],
    ) -> Any:
        """Head, controls and empty sections of a page, each where it is another than before."""
        if narrow is None:  # the window has not said yet how wide it is
            return no_update, no_update, no_update, no_update, no_update
        unread = _unread(reader)
        return (*_drawn(path, search, narrow, drawn, values, ids), unread)

    def _drawn(
        path: str,
        search: str,
        narrow: bool,
        drawn: str | None,
        values: list[Any],
        ids: list[dict[str, str]],
    ) -> tuple[Any, Any, Any, Any]:
        address = Address.parse(path, search)
        page = BY_PATH.get(address.path)
        if page is None:
            return _lost(address), [], [], None
        try:
            view = viewed(page, address, narrow)
            chosen = _controls(page, view)
        except PaipuError as error:
            return [*_head(page), notice(_words(error), bad=True), _way_back(page)], [], [], None
        try:
            if page.check is not None:
                page.check(view)
        except PaipuError as error:  # of all sections: the controls stay, so that it can be mended
            return [*_head(page), notice(_words(error), bad=True)], chosen, [], None
        if drawn != page.path:
            return _head(page), chosen, _places(page), page.path
        named = zip((each["name"] for each in ids), map(address_value, values), strict=True)
        same = _values(chosen) == dict(named)
        return no_update, no_update if same else chosen, no_update, no_update

    app.callback(
        Output("head", "children"),
        Output("controls", "children"),
        Output("sections", "children"),
        Output("drawn", "data"),
        Output("unread", "children"),
        Input("address", "pathname"),
        Input("address", "search"),
        Input("narrow", "data"),
        State("drawn", "data"),
        State(control_id(ALL), "value"),
        State(control_id(ALL), "id"),
    )(draw)

    def fill(path: str, search: str, narrow: bool | None, place: dict[str, str]) -> Any:
        """One section of the page that is open."""
        address = Address.parse(path, search)
        if narrow is None or address.path != place["path"]:
            return no_update
        page = BY_PATH[address.path]
        [section] = [each for each in page.sections if each.key == place["key"]]
        try:
            return section.build(viewed(page, address, narrow))
        except PaipuError as error:
            return notice(_words(error), bad=True)
        except Exception as error:  # a mistake of paipu's own: told, and logged in full
            _LOG.exception("%s", address.href)
            told = f"This part cannot be shown: {type(error).__name__} in paipu itself."
            return notice(f"{told} The terminal in which the dashboard runs tells more.", bad=True)

    app.callback(
        Output({"type": "section", "path": MATCH, "key": MATCH}, "children"),
        Input("address", "pathname"),
        Input("address", "search"),
        Input("narrow", "data"),
        State({"type": "section", "path": MATCH, "key": MATCH}, "id"),
    )(fill)

    def choose(values: list[Any], ids: list[dict[str, str]], path: str, search: str) -> Any:
        """Write into the address what controls say, where that is not what it means already."""
        before = Address.parse(path, search)
        page = BY_PATH.get(before.path)
        if page is None:
            return no_update
        try:
            meant = _values(_controls(page, viewed(page, before, narrow=False)))
        except PaipuError:
            return no_update  # `draw` tells it
        said = {each["name"]: address_value(one) for each, one in zip(ids, values, strict=True)}
        touched = {each["name"] for each in ctx.triggered_prop_ids.values()}
        changed = {
            name: said[name] for name in said if name in touched and said[name] != meant.get(name)
        }
        if not changed or set(said) - page.names:
            return no_update
        # All of it, so that the address means the same when the lake has grown.
        whole = {name: said.get(name) for name in (*meant, *changed)}
        gone = [other for name in ("", *changed) for other in page.resets.get(name, ())]
        return before.with_values(**{**whole, **dict.fromkeys(gone)}).search

    app.callback(
        Output("address", "search"),
        Input(control_id(ALL), "value"),
        State(control_id(ALL), "id"),
        State("address", "pathname"),
        State("address", "search"),
        prevent_initial_call=True,
    )(choose)


def _controls(page: Page, view: View) -> list[Component]:
    return list(page.controls(view)) if page.controls else []


def _values(components: Sequence[Component]) -> dict[str, Any]:
    """What controls say, by the name of each."""
    return {
        each.id["name"]: address_value(getattr(each, "value", None))
        for root in components
        for each in (root, *root._traverse())
        if isinstance(getattr(each, "id", None), dict) and each.id.get("type") == "control"
    }


def _head(page: Page) -> list[Component]:
    return [html.H1(both(page.title, page.title_zh)), html.P(page.lead, className="lead")]


def _places(page: Page) -> list[Component]:
    """Where the sections of a page will stand."""
    return [
        html.Section(
            [
                *([html.H2(both(each.title, each.title_zh))] if each.title else []),
                dcc.Loading(
                    html.Div(
                        html.P("Counting …", className="waiting"),
                        id={"type": "section", "path": page.path, "key": each.key},
                        className="section",
                    ),
                    overlay_style={"visibility": "visible", "opacity": 0.45},
                    delay_show=250,
                    type="dot",
                    color="var(--seal)",
                ),
            ],
            **{"data-section": each.key},
        )
        for each in page.sections
    ]


def _unread(reader: LakeReader) -> list[Component]:
    """The runs that cannot be read, as they are now."""
    try:
        broken = reader.snapshot().sound.broken
    except PaipuError:  # the page itself tells it
        return []
    return [notice(f"Left out: {why}.", bad=True) for why in broken.values()]


def _lost(address: Address) -> list[Component]:
    pages = [link(page.title, page.path) for page in PAGES if page.in_menu]
    return [
        html.H1("No such page"),
        notice(f"There is nothing at {address.path}. The pages are:", bad=True),
        html.P(pages, className="ways"),
    ]


def _way_back(page: Page) -> Component:
    return html.P(
        [link(f"{page.title} without choices", page.path), link("All runs", "/")],
        className="ways",
    )


def _words(error: PaipuError) -> str:
    text = error.message
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
