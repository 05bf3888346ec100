"""The private workflow server of one command: ``python -m pipelines.prefect_server``.

It is Prefect's own server, without page and schedules, in a process group of its own, so that
Ctrl-C reaches the command alone and the command can end its flow in order. It picks a free port,
writes it to stdout, and ends when its stdin is closed, that is when the command ends, however it
ends.
"""

from __future__ import annotations

import os
import socket
import sys
import threading


def main() -> None:
    """Serve until stdin is closed."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.bind(("127.0.0.1", 0))
    sys.stdout.write(f"{listener.getsockname()[1]}\n")
    sys.stdout.flush()
    threading.Thread(target=_end_with_parent, daemon=True).start()

    import uvicorn
    from prefect.server.api.server import create_app

    app = create_app(ephemeral=True, final=True)
    config = uvicorn.Config(app, log_level="critical", lifespan="on", access_log=False)
    uvicorn.Server(config).run(sockets=[listener])


def _end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


if __name__ == "__main__":
    main()
