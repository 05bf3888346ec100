"""Prefect as an analyst wants it: quiet, private, no telemetry; or the analyst's own server.

Prefect has no mode without a server. Where the analyst has configured one (``PREFECT_API_URL``, a
profile, or a home of their own) that one is used as it is. Otherwise a private one starts with the
first flow of a command and ends with the command; its files lie in ``.prefect`` in the project.
Settings are environment variables that must stand before Prefect is imported: importing
`pipelines.flows` sees to it.
"""

from __future__ import annotations

import atexit
import contextlib
import importlib
import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from schemas.errors import PaipuError

PROJECT_DIR: Final = Path(__file__).resolve().parents[1]
PROJECT_HOME: Final = PROJECT_DIR / ".prefect"

_SETTINGS: Final = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",  # a failure is the command's to tell, in a sentence
    "PREFECT_LOGGING_ROOT_LEVEL": "CRITICAL",  # for loggers of its own threads
    "PREFECT_INTERNAL_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
}
_PRIVATE: Final = {"PREFECT_API_BLOCKS_REGISTER_ON_START": "false"}
_OWN: Final = ("PREFECT_API_URL", "PREFECT_PROFILE", "PREFECT_HOME", "PREFECT_PROFILES_PATH")
_START_SECONDS: Final = 120.0


class WorkflowServerError(PaipuError):
    """The workflow server that is configured does not answer, or the private one did not start."""

    code = "workflow_server"


def prepare() -> None:
    """Set Prefect's environment; what is set already stays as it is."""
    for name, value in _SETTINGS.items():
        os.environ.setdefault(name, value)
    if not has_own_server():
        os.environ["PREFECT_HOME"] = str(PROJECT_HOME)


@cache
def has_own_server(home: Path | None = None) -> bool:
    """Whether the analyst has configured a Prefect of their own.

    Args:
        home: Prefect's usual folder; None: ``~/.prefect``.

    Raises:
        WorkflowServerError: where the file of profiles cannot be read.
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


def run_flow(name: str, **parameters: Any) -> Any:
    """Run a flow against the analyst's server or a private one.

    Args:
        name: module and flow, such as ``pipelines.flows.ingest:ingest``.
        parameters: of the flow.

    Raises:
        WorkflowServerError: where the server does not answer.
        PaipuError: whatever the flow itself raised.
    """
    prepare()
    server = None if has_own_server() else private_server()
    module, _, flow_name = name.partition(":")
    flow = getattr(importlib.import_module(module), flow_name)
    with _using(server), _server_errors():
        return flow(**parameters)


class PrivateServer:
    """A workflow server that lives as long as this process.

    Attributes:
        url: of its interface, for ``PREFECT_API_URL``.
    """

    def __init__(self) -> None:
        PROJECT_HOME.mkdir(exist_ok=True)
        self._log = PROJECT_HOME / "server.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "pipelines.prefect_server"],
                stdin=subprocess.PIPE,  # closed when this process ends: then the server ends too
                stdout=subprocess.PIPE,
                stderr=log,
                cwd=PROJECT_DIR,
                env=os.environ | _PRIVATE,
                start_new_session=True,
            )
        # Registered before Prefect is imported, so run after Prefect has said its last.
        atexit.register(self._end)
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{self._process.stdout.readline().decode().strip()}/api"

    def _end(self) -> None:
        with self._process as process:  # closes its pipes and waits for it
            process.kill()

    def wait(self) -> None:
        """Return when it answers.

        Raises:
            WorkflowServerError: where it does not.
        """
        import httpx

        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(f"{self.url}/health", timeout=5, trust_env=False).is_success:
                    return
            time.sleep(0.05)
        raise WorkflowServerError(
            f"the private workflow server did not start; {self._log} says why"
        )


@cache
def private_server() -> PrivateServer:
    """The one of this process, started if need be; it may not answer yet.

    Raises:
        WorkflowServerError: where it cannot start.
    """
    try:
        return PrivateServer()
    except OSError as error:
        raise WorkflowServerError(
            f"{PROJECT_HOME}: the private workflow server cannot start: {error.strerror}"
        ) from error


@contextlib.contextmanager
def _using(server: PrivateServer | None) -> Iterator[None]:
    if server is None:
        yield
        return
    from prefect.settings import PREFECT_API_URL, temporary_settings

    server.wait()
    with temporary_settings({PREFECT_API_URL: server.url}):
        yield


@contextlib.contextmanager
def _server_errors() -> Iterator[None]:
    import httpx

    try:
        yield
    except (httpx.TransportError, RuntimeError) as error:
        text = " ".join(str(error).split())
        if isinstance(error, RuntimeError) and "Failed to reach API" not in text:
            raise
        raise WorkflowServerError(
            f"the Prefect server does not answer ({text or type(error).__name__}); start it, or "
            "unset PREFECT_API_URL to use a private one"
        ) from error
