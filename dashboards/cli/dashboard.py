"""``paipu dashboard``: the lake in the browser, on this machine only."""

from __future__ import annotations

import signal
import threading
import webbrowser
from typing import Annotated

import typer

from dashboards.cli.common import DEFAULT_LAKE, LakeOption, print_error

_PORT = 8050


def dashboard(
    lake: LakeOption = DEFAULT_LAKE,
    port: Annotated[
        int,
        typer.Option("--port", metavar="P", min=0, max=65535, help="0: any that is free."),
    ] = _PORT,
    open_browser: Annotated[
        bool, typer.Option("--open/--no-open", help="Open the page in the browser.")
    ] = True,
) -> None:
    """Look at a lake in the browser: runs, patterns, balance, scores, hands tile by tile, SQL.

    Nobody else can reach the page, nothing is written, and nothing outside the lake is read.
    Ctrl-C ends it.

    Example: ``paipu dashboard --lake my-lake``
    """
    from dashboards.app.serving import address_of, open_server
    from pipelines.lake import Lake
    from schemas.errors import LakeError

    server = open_server(lake, port)
    try:
        Lake.existing(lake)
    except LakeError as error:
        print_error(error.message)
    address = address_of(server)
    typer.echo(f"{address} shows {lake}; Ctrl-C ends it")
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        typer.echo("ended", err=True)
    finally:
        server.server_close()
