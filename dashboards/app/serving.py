"""Serving the application: on the loopback address, on a port that is free, until Ctrl-C."""

from __future__ import annotations

import errno
import logging
import socket
from typing import Final

from werkzeug.serving import BaseWSGIServer, make_server

from dashboards.app.data import LakeReader
from dashboards.app.server import make_app
from dashboards.app.settings import Settings
from schemas.errors import UsageError

HOST: Final = "127.0.0.1"
PORT: Final = 8050


def open_server(
    lake: str | LakeReader, port: int = PORT, settings: Settings | None = None
) -> BaseWSGIServer:
    """A server that listens; `serve_forever` answers, `server_close` lets the port go.

    Args:
        lake: folder or URI, which need not be there yet, or a reader of it.
        port: 0 for any that is free.
        settings: what the application may do beside reading; None: nothing.

    Raises:
        UsageError: where the port is in use or may not be used.
    """
    _check(port)
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # not a line a request
    return make_server(HOST, port, make_app(lake, settings).server, threaded=True)


def address_of(server: BaseWSGIServer) -> str:
    """Where a browser finds the server."""
    return f"http://{HOST}:{server.server_port}/"


def _check(port: int) -> None:
    """Refuse a port that cannot be listened to, before anything is made for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((HOST, port))
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used ({error})"
            raise UsageError(
                f"port {port} {why}; choose another with --port, or --port 0 for any that is free",
                code="bad_port",
            ) from error
