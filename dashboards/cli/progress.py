"""Progress of a command on stderr: a bar with rate and time left, or plain lines in a log."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, Self

from dashboards.cli.common import stop
from pipelines import progress

_QUIET_SECONDS: Final = 1.0
"""What takes less than that shows nothing."""
_LINE_SECONDS: Final = 10.0
"""In a log, how often a line is written."""


@contextlib.contextmanager
def shown() -> Iterator[None]:
    """Show the progress of the block."""
    bar = _Bar() if sys.stderr.isatty() else _Lines()
    with bar, progress.listening(bar):
        yield


def run_shown(flow: str, **parameters: Any) -> Any:
    """Run a flow and show its progress.

    Args:
        flow: module and flow, as `pipelines.prefect_setup.run_flow` takes it.
        parameters: of the flow.

    Raises:
        Exit: with status 130 where it was interrupted.
        PaipuError: whatever the flow raised.
    """
    from pipelines.prefect_setup import has_own_server, run_flow

    try:
        with shown():
            verb = "calling" if has_own_server() else "starting"
            progress.stage(f"{verb} the workflow server")
            return run_flow(flow, **parameters)
    except KeyboardInterrupt:
        raise stop("interrupted; the same command does what is missing", status=130) from None


class _Bar:
    """A rich progress bar that goes away when it is done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TimeRemainingColumn,
        )

        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[amount]}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            transient=True,
        )
        self._unit = ""
        self._task: Any = None
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def stage(self, name: str, total: int | None, unit: str) -> None:
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._unit = unit
        self._began = time.monotonic()
        self._task = self._progress.add_task(name, total=total, amount="")

    def advance(self, amount: int) -> None:
        if self._task is None:
            return
        self._progress.advance(self._task, amount)
        task = next(one for one in self._progress.tasks if one.id == self._task)
        text = amount_text(int(task.completed), task.total, time.monotonic() - self._began)
        self._progress.update(self._task, amount=f"{text} {self._unit}")


class _Lines:
    """A line when a stage has lasted a while, then from time to time, and when it is done."""

    def __init__(self) -> None:
        self._unit = ""
        self._name = ""
        self._total: int | None = None
        self._done = self._told = 0
        self._began = self._last = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            self._end()

    def stage(self, name: str, total: int | None, unit: str) -> None:
        self._end()
        self._name, self._total, self._unit = name, total, unit
        self._done = self._told = 0
        self._began = self._last = time.monotonic()
        if total is None and not unit:  # nothing will be counted: this line is all there is
            sys.stderr.write(f"paipu: {name} …\n")

    def advance(self, amount: int) -> None:
        self._done += amount
        now = time.monotonic()
        waited = _QUIET_SECONDS if self._last == self._began else _LINE_SECONDS
        if now - self._last >= waited:
            self._last = now
            self._tell(time_left(self._done, self._total, now - self._began))

    def _end(self) -> None:
        """Tell where a stage ended that has told anything, unless that was its last line."""
        if self._last != self._began and self._told != self._done:
            self._tell("")

    def _tell(self, left: str) -> None:
        self._told = self._done
        text = amount_text(self._done, self._total, time.monotonic() - self._began)
        sys.stderr.write(f"paipu: {self._name}: {text} {self._unit}{left}\n")


def amount_text(done: int, total: float | None, seconds: float) -> str:
    """How much is done, and how fast.

    >>> amount_text(5000, 20000, 2.0)
    '5,000 of 20,000, 2,500/s'
    """
    text = f"{done:,}" + (f" of {int(total):,}" if total else "")
    return text + (f", {done / seconds:,.0f}/s" if seconds > 0 else "")


def time_left(done: int, total: float | None, seconds: float) -> str:
    """How long the rest will take at this rate, behind a comma; nothing where it is not known.

    >>> time_left(5000, 20000, 2.0), time_left(5000, 2_000_000, 2.0), time_left(5000, None, 2.0)
    (', 6 s left', ', 13 min left', '')
    """
    if not total or not done or done >= total:
        return ""
    rest = (total - done) * seconds / done
    return f", {rest:.0f} s left" if rest < 120 else f", {rest / 60:.0f} min left"
