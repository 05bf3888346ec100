"""Progress of long work, from whatever thread does it to whoever shows it.

Functions that work report here; a command line or a page listens. Without a listener nothing
happens. A listener belongs to this process: tasks on other machines have none.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Protocol


class Listener(Protocol):
    """Whoever shows progress; methods are called by one thread at a time."""

    def stage(self, name: str, total: int | None, unit: str) -> None:
        """A new stage begins; `total` units of work, where it is known."""
        ...

    def advance(self, amount: int) -> None:
        """So many more units are done."""
        ...


_lock = threading.Lock()
_listeners: list[Listener] = []


@contextlib.contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Show the progress of everything that runs within the block."""
    with _lock:
        _listeners.append(listener)
    try:
        yield
    finally:
        with _lock:
            _listeners.remove(listener)


def stage(name: str, total: int | None = None, unit: str = "") -> None:
    """Begin a stage.

    Args:
        name: a phrase for people, such as ``replaying``.
        total: how much there is to do, where it is known.
        unit: what is counted, such as ``records``.
    """
    with _lock:
        for listener in _listeners:
            listener.stage(name, total, unit)


def advance(amount: int) -> None:
    """Report that so many units of the present stage are done."""
    with _lock:
        for listener in _listeners:
            listener.advance(amount)
