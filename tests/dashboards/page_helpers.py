"""What pages of the dashboard hold, taken from their components or asked for as a browser does."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

from dashboards.app.address import Address
from dashboards.app.data import LakeReader
from dashboards.app.pages import BY_PATH
from dashboards.app.settings import Settings
from dashboards.app.view import View

DRAW = "..head.children...controls.children...sections.children...drawn.data...unread.children.."
"""The callback that draws head, controls and places of sections."""


def text(components: Any) -> str:
    """All text of components, in order."""
    if components is None:
        return ""
    if isinstance(components, str | int | float):
        return str(components)
    if isinstance(components, list | tuple):
        return " ".join(text(each) for each in components)
    return text(getattr(components, "children", None))


def every(components: Any) -> list[Any]:
    """All components, in order."""
    roots = components if isinstance(components, list | tuple) else [components]
    return [each for root in roots for each in (root, *root._traverse())]


def links(components: Any) -> list[str]:
    """Addresses of all links of components, in order."""
    return [each.href for each in every(components) if getattr(each, "href", None)]


def grids(components: Any) -> dict[str, list[dict[str, Any]]]:
    """Rows of all grids, by their ids."""
    return {
        each.id: each.rowData
        for each in every(components)
        if getattr(each, "rowData", None) is not None
    }


def grid_rows(components: Any) -> list[dict[str, Any]]:
    """Rows of the one grid there is."""
    [found] = grids(components).values()
    return found


def figures(components: Any) -> list[Any]:
    """All figures, in order."""
    return [each.figure for each in every(components) if getattr(each, "figure", None) is not None]


def viewed(lake: str, href: str, settings: Settings | None = None) -> View:
    path, _, search = href.partition("?")
    snapshot = LakeReader(lake).snapshot()
    return View(snapshot, Address.parse(path, search), settings=settings or Settings())


def section(lake: str, href: str, key: str, settings: Settings | None = None) -> Any:
    """What a section of a page builds."""
    view = viewed(lake, href, settings)
    [found] = [each for each in BY_PATH[view.address.path].sections if each.key == key]
    return found.build(view)


def controls(lake: str, href: str) -> dict[str, Any]:
    """What the controls of a page say, by name."""
    view = viewed(lake, href)
    made = BY_PATH[view.address.path].controls
    assert made is not None
    return {
        each.id["name"]: each.value
        for each in every(list(made(view)))
        if isinstance(getattr(each, "id", None), dict) and each.id["type"] == "control"
    }


def get(url: str, body: bytes | None = None, **headers: str) -> tuple[int, Any, bytes]:
    """Status, headers and content of an answer."""
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.headers, refused.read()


def post(address: str, asked: Any) -> tuple[int, Any]:
    """Status and content of an answer to what a page asks."""
    body = asked if isinstance(asked, bytes) else json.dumps(asked).encode()
    kind = {"Content-Type": "application/json"}
    status, _, content = get(f"{address}/_dash-update-component", body, **kind)
    return status, json.loads(content) if status == 200 else content.decode()


def said(name: str, part: str, value: Any) -> dict[str, Any]:
    """A property of a component with its value."""
    return {"id": name, "property": part, "value": value}


def drawn(address: str, href: str) -> tuple[str, int]:
    """Head of a page as JSON, and how many sections it has places for."""
    shown = answered(address, href)
    return json.dumps(shown["head"], ensure_ascii=False), len(shown["sections"]["children"])


def answered(address: str, href: str) -> dict[str, Any]:
    """What a page shows when it is opened, by the places: head, controls, sections, unread."""
    path, mark, search = href.partition("?")
    inputs = [
        said("address", "pathname", path),
        said("address", "search", mark + search),
        said("narrow", "data", False),
    ]
    names = ("head", "controls", "sections")
    outputs = [{"id": name, "property": "children"} for name in names]
    status, answer = post(
        address,
        {
            "output": DRAW,
            "outputs": [
                *outputs,
                {"id": "drawn", "property": "data"},
                {"id": "unread", "property": "children"},
            ],
            "inputs": inputs,
            "state": [said("drawn", "data", None), [], []],
            "changedPropIds": ["address.pathname"],
        },
    )
    assert status == 200, answer
    shown: dict[str, Any] = answer["response"]
    return shown
