"""What the server gives besides pages, and what it lets in: this machine, and nobody else.

A name that is not this machine's in the Host header means that some other site's page speaks
through the reader's browser; such requests are refused. The content security policy forbids every
request to anywhere else.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Final

import flask
from dash.exceptions import DependencyException

from dashboards import report, tiles
from dashboards.app.parts import TILE_FILES
from dashboards.tile_art import BACK
from schemas.tiles import N_TILES

_LOOKS: Final = Path(report.__file__).resolve().parent / "templates" / "report.css"
_HOSTS: Final = ("127.0.0.1", "localhost", "[::1]")
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_ANY_PAGE: Final = "/<path:path>"
"""Name under which Dash answers addresses that nothing else answers."""
_ICON: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" '
    'rx="6" fill="#a5302a"/><text x="16" y="24" font-size="22" text-anchor="middle" fill="#fff" '
    'font-family="serif">牌</text></svg>'
)


def add_routes(server: flask.Flask, pages: Collection[str]) -> None:
    """Add guards, drawings and style to a server.

    Args:
        server: of the application.
        pages: where it has pages; any other address is answered with the page that says so, as
            one that is not found.
    """

    @server.before_request
    def _guard() -> flask.Response | None:
        host = flask.request.host.rpartition(":")[0] or flask.request.host
        if host not in _HOSTS:
            return flask.Response(
                f"{host} is not this machine; open http://127.0.0.1 with the port.\n", status=403
            )
        return None

    @server.after_request
    def _seal(response: flask.Response) -> flask.Response:
        response.headers.update(_HEADERS)
        request = flask.request
        if request.endpoint == _ANY_PAGE and (request.path.rstrip("/") or "/") not in pages:
            response.status_code = 404
        return response

    @server.errorhandler(DependencyException)
    def _no_script(error: DependencyException) -> flask.Response:
        return flask.Response("There is no such script.\n", status=404)

    @server.get("/looks.css")
    def _looks() -> flask.Response:
        return flask.Response(_LOOKS.read_text(encoding="utf-8"), mimetype="text/css")

    @server.get("/icon.svg")
    def _icon() -> flask.Response:
        return _drawing(_ICON)

    @server.get(f"{TILE_FILES}/<name>.svg")
    def _tile(name: str) -> flask.Response:
        drawings = _tile_drawings()
        return _drawing(drawings[name]) if name in drawings else flask.Response(status=404)


@cache
def _tile_drawings() -> dict[str, str]:
    """Every tile upright and turned, by the name of its file."""
    kinds = {str(kind): kind for kind in range(N_TILES)} | {"back": BACK}
    return {name: tiles.tile_file(kind) for name, kind in kinds.items()} | {
        f"{name}-turned": tiles.tile_file(kind, turned=True) for name, kind in kinds.items()
    }


def _drawing(text: str) -> flask.Response:
    response = flask.Response(text, mimetype="image/svg+xml")
    response.cache_control.max_age = 3600
    return response
