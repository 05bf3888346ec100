"""Work ahead of the reader: what the first page asks while the rest is loaded, kernels after it.

Nothing here changes an answer. What cannot be read is told to whoever opens the page that needs it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from dashboards.app.data import LakeReader
from pipelines.analysis import headline, largest_populations
from schemas.errors import PaipuError

if TYPE_CHECKING:
    from werkzeug.serving import BaseWSGIServer

_KERNELS: Final = ("numba", "engine.scoring", "engine.machine.choices", "pipelines.replaying")
"""What is loaded to open a hand, in parts that take a fraction of a second each."""
_TESTS: Final = ("scipy.sparse", "scipy.spatial", "scipy.optimize", "scipy.stats")
"""What is loaded to test differences."""
_READING: Final = 2.0
"""Seconds without a request after which somebody reads the first page."""
_CALM: Final = 0.3
"""Seconds without a request between two parts of what is loaded then."""
_PATIENCE: Final = 10.0
"""Seconds after which nobody is waited for who asks nothing."""


def ask_first(reader: LakeReader) -> threading.Thread:
    """Ask what the first page shows, in a thread; the page then finds the answers."""
    return _begin(lambda: _ask_first(reader))


def load_later(server: BaseWSGIServer, reader: LakeReader) -> threading.Thread:
    """Load what other pages need, in a thread, whenever the server has nothing to answer."""
    calm = Calm(server.app)
    server.app = calm
    return _begin(lambda: _load_later(reader, calm))


class Calm:
    """Stands before an application and knows whether somebody waits for it."""

    def __init__(self, app: Callable[..., Iterable[bytes]]) -> None:
        """Take a WSGI application."""
        self._app = app
        self._change = threading.Condition()
        self._open = 0
        self._posted = False
        self._last = time.monotonic()

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        """Answer as the application does."""
        with self._change:
            self._open += 1
        try:
            return self._app(environ, start)
        finally:
            with self._change:
                self._open -= 1
                self._posted |= environ["REQUEST_METHOD"] == "POST"
                self._last = time.monotonic()
                self._change.notify_all()

    def wait(self, seconds: float) -> None:
        """Return when a page was drawn and nobody has asked for anything for some seconds.

        Where nobody asks at all, that is after `_PATIENCE`.
        """
        with self._change:
            while True:
                idle = time.monotonic() - self._last
                left = (seconds if self._posted else _PATIENCE) - idle
                if not self._open and left <= 0:
                    return
                self._change.wait(None if self._open else left)


def _begin(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def _ask_first(reader: LakeReader) -> None:
    with suppress(PaipuError):
        snapshot = reader.snapshot()
        for each in largest_populations(snapshot.populations):
            snapshot.ask(headline, each.runs)


def _load_later(reader: LakeReader, calm: Calm) -> None:
    from dashboards.app.address import Address
    from dashboards.app.selection import selected
    from dashboards.app.view import View
    from pipelines.analysis import Wanted, find_hands

    calm.wait(_READING)
    with suppress(PaipuError):
        snapshot = reader.snapshot()
        for each in largest_populations(snapshot.populations):
            for _ in snapshot.ahead(each):
                calm.wait(_CALM)
    for name in _KERNELS:
        calm.wait(_CALM)
        import_module(name)
    calm.wait(_CALM)
    with suppress(PaipuError):
        view = View(reader.snapshot(), Address("/hands"))
        chosen = selected(view)
        if chosen is not None:
            first = chosen.ask(view, find_hands, Wanted(), rows=1)
            calm.wait(_CALM)
            for run, hand_id in first.select("run", "hand_id").rows():
                view.snapshot.hand(run, hand_id)
    for name in _TESTS:
        calm.wait(_CALM)
        import_module(name)
