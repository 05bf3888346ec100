"""Prefect as an analyst wants it: quiet, private, no telemetry; or the analyst's own server.

Prefect has no mode without a server. Where the analyst has configured one (``PREFECT_API_URL``, a
profile, or a home of their own) that one is used as it is. Otherwise a private one starts with the
command and ends with it; its files lie in ``.prefect`` in the project. Settings are environment
variables that must stand before Prefect is imported: importing `pipelines.flows` sees to it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from schemas.errors import PaipuError

PROJECT_HOME: Final = Path(__file__).resolve().parents[1] / ".prefect"

_QUIET: Final = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",  # a task's failure is the command's to tell, in a sentence
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
}
_OWN: Final = ("PREFECT_API_URL", "PREFECT_PROFILE", "PREFECT_HOME", "PREFECT_PROFILES_PATH")

Result = TypeVar("Result")


class WorkflowServerError(PaipuError):
    """The workflow server that was configured does not answer, or the private one did not start."""

    code = "workflow_server"


def prepare() -> None:
    """Set Prefect's environment; what is set already stays as it is."""
    for name, value in _QUIET.items():
        os.environ.setdefault(name, value)
    if not has_own_server():
        os.environ["PREFECT_HOME"] = str(PROJECT_HOME)


def has_own_server(home: Path | None = None) -> bool:
    """Whether the analyst has configured a Prefect of their own.

    Args:
        home: Prefect's usual folder; None: ``~/.prefect``.
    """
    if any(os.environ.get(name) for name in _OWN):
        return True
    profiles = (home or Path.home() / ".prefect") / "profiles.toml"
    if not profiles.is_file():
        return False
    try:
        content = tomllib.loads(profiles.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise WorkflowServerError(f"{profiles}: not a file of Prefect profiles: {error}") from error
    active = content.get("profiles", {}).get(content.get("active", ""), {})
    return "PREFECT_API_URL" in active


def run_flow(flow: Callable[..., Result], **parameters: Any) -> Result:
    """Call a flow; a server that cannot be reached becomes one sentence.

    Raises:
        WorkflowServerError: where the server does not answer.
        PaipuError: whatever the flow itself raised.
    """
    import httpx

    try:
        return flow(**parameters)
    except (httpx.TransportError, RuntimeError) as error:
        text = str(error)
        if isinstance(error, RuntimeError) and "Prefect API" not in text and "server" not in text:
            raise
        url = os.environ.get("PREFECT_API_URL")
        which = f"the Prefect server at {url}" if url else "the Prefect server"
        raise WorkflowServerError(
            f"{which} does not answer ({' '.join(text.split()) or type(error).__name__}); start "
            "it, or unset PREFECT_API_URL to use a private one"
        ) from error
