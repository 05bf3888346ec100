"""The command as people run it: a process of its own with a plain environment."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
