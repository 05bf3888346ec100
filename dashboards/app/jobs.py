"""A full rescore that runs beside the application: one at a time, with its progress."""

from __future__ import annotations

import logging
import tempfile
import threading
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from pipelines import progress
from schemas.errors import PaipuError, UsageError

_LOG: Final = logging.getLogger("paipu.dashboard")
_FLOW: Final = "pipelines.flows.rescore:rescore"


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a rescore is.

    Attributes:
        running: whether it goes on.
        stage: what is done now.
        done: units of the stage that are done.
        total: of the stage, where it is known.
        unit: what is counted.
        run: the run that was made, once there is one.
        error: what went wrong, a sentence.
    """

    running: bool = False
    stage: str = ""
    done: int = 0
    total: int | None = None
    unit: str = ""
    run: str = ""
    error: str = ""

    @property
    def words(self) -> str:
        """The stage in words.

        >>> JobState(True, "rescoring", 1000, 4000, "hands").words
        'rescoring: 1,000 of 4,000 hands'
        """
        if not self.unit:
            return f"{self.stage} …"
        whole = f" of {self.total:,}" if self.total else ""
        return f"{self.stage}: {self.done:,}{whole} {self.unit}"


class RescoreJob:
    """Starts rescores of a lake and tells how far the last one is; listens to progress."""

    def __init__(self, lake: str) -> None:
        """Take a lake; nothing is started."""
        self._lake = lake
        self._lock = threading.Lock()
        self._state = JobState()
        self._thread: threading.Thread | None = None

    @property
    def state(self) -> JobState:
        """How far the last rescore is; not running and without a run: none was started."""
        with self._lock:
            return self._state

    def start(self, run: str, rules: str, name: str) -> None:
        """Rescore a run in a thread.

        Args:
            run: whose hands.
            rules: the text of a rule-set file.
            name: of the rule set.

        Raises:
            UsageError: where one is running.
        """
        with self._lock:
            if self._state.running:
                raise UsageError("a rescore is running; the next one can start when it is done")
            self._state = JobState(running=True, stage="starting the workflow server")
        self._thread = threading.Thread(target=self._work, args=(run, rules, name), daemon=True)
        self._thread.start()

    def join(self, seconds: float) -> None:
        """Wait for the last rescore to end."""
        if self._thread is not None:
            self._thread.join(seconds)

    def stage(self, name: str, total: int | None, unit: str) -> None:
        """See `pipelines.progress.Listener`."""
        self._set(stage=name, total=total, unit=unit, done=0)

    def advance(self, amount: int) -> None:
        """See `pipelines.progress.Listener`."""
        self._set(done=self.state.done + amount)

    def _work(self, run: str, rules: str, name: str) -> None:
        from pipelines.prefect_setup import run_flow

        try:
            with tempfile.TemporaryDirectory(prefix="paipu-") as folder, progress.listening(self):
                path = Path(folder, f"{name}.toml")
                path.write_text(rules, encoding="utf-8")
                result = run_flow(_FLOW, run=run, rules=str(path), lake=self._lake, workers=None)
            self._set(running=False, run=result.run)
        except PaipuError as error:
            self._set(running=False, error=error.message)
        except Exception as error:  # told on the page, and logged in full
            _LOG.exception("rescoring %s", run)
            self._set(running=False, error=f"{type(error).__name__} in paipu itself")

    def _set(self, **changes: object) -> None:
        with self._lock:
            self._state = replace(self._state, **changes)  # type: ignore[arg-type]
