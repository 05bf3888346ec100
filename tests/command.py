"""The command as people run it: a process of its own with a plain environment."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from pipelines import prefect_setup

ROOT = Path(__file__).resolve().parents[1]


def command(*words: object) -> list[str]:
    """The words that start the command."""
    return [sys.executable, "-m", "dashboards.cli", *map(str, words)]


def plain_environment(**changes: str) -> dict[str, str]:
    """The environment without anybody's Prefect settings."""
    return {k: v for k, v in os.environ.items() if not k.startswith("PREFECT")} | changes


def paipu(*words: object, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        command(*words),
        capture_output=True,
        text=True,
        timeout=900,
        cwd=ROOT,
        env=plain_environment(**environment),
    )


@cache
def one_server() -> dict[str, str]:
    """Settings of a workflow server for all commands of this process; it ends with it.

    A command's own server costs it some seconds: what is not about servers need not pay them.
    """
    prefect_setup.prepare()
    server = prefect_setup.private_server()
    server.wait()
    return {"PREFECT_API_URL": server.url, "PREFECT_HOME": str(prefect_setup.PROJECT_HOME)}
