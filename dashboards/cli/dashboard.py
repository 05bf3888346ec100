"""``paipu dashboard``: the lake in the browser, on this machine only."""

from __future__ import annotations

import os
import signal
import sys
import threading
import webbrowser
from pathlib import Path
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
    rules_dir: Annotated[
        Path | None,
        typer.Option(
            "--rules-dir",
            metavar="DIR",
            help="Where edited tables may be written; else they are downloads.",
        ),
    ] = None,
    allow_rescore: Annotated[
        bool, typer.Option("--allow-rescore", help="Let a button add rescored runs to the lake.")
    ] = False,
    tuning: Annotated[
        list[str] | None,
        typer.Option(
            "--tuning",
            metavar="RESULT.json",
            help="Show what `paipu tune FILE --json` printed into this file; may be repeated.",
        ),
    ] = None,
) -> None:
    """Look at a lake in the browser: runs, patterns, players, balance, scores, hands, SQL.

    Tables can be edited and tried on stored hands. Nobody else can reach the page, nothing is
    written unless an option here allows it, and nothing outside the lake is read. Ctrl-C ends it.

    Example: ``paipu dashboard --lake my-lake``
    """
    from dashboards.app.data import LakeReader
    from dashboards.app.warming import ask_first, load_later

    reader = LakeReader(lake)
    ask_first(reader)  # while the libraries of the pages are loaded
    from dashboards.app.serving import address_of, open_server
    from dashboards.app.settings import Settings
    from pipelines.lake import Lake
    from schemas.errors import LakeError
    from schemas.tuning_result import load_tuning_result

    results = tuple(load_tuning_result(file) for file in tuning or ())
    settings = Settings(rules_dir, allow_rescore, results)
    settings.check(lake)
    server = open_server(reader, port, settings)
    try:
        Lake.existing(lake)
    except LakeError as error:
        print_error(error.message)
    address = address_of(server)
    typer.echo(f"{address} shows {lake}; Ctrl-C ends it")
    load_later(server, reader)
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    server.serve_forever()  # until Ctrl-C
    typer.echo("ended", err=True)
    # Threads may be deep in a query or a kernel, which Python's own way out would abort. Nothing
    # was written, so nothing is lost.
    sys.stdout.flush()
    os._exit(0)
