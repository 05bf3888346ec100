"""Queries in processes of their own, which end in time whatever they compute.

DuckDB looks for an interruption between chunks of rows; a single expression may take minutes before
the next chunk. A process can be ended at any moment. It also takes its memory with it.
"""

from __future__ import annotations

import atexit
import pickle
import signal
import subprocess
import sys
import threading
from typing import Any, Final

import pyarrow as pa

from pipelines.lake.lake import Lake
from pipelines.lake.query import Limits, QueryResult, query_table, run_query, too_large, too_slow
from schemas.errors import PaipuError, UsageError

_GRACE: Final = 1
"""Seconds after the limit at which a query that DuckDB could not interrupt is ended."""
_MOST_BYTES: Final = 64 * 2**20
"""Of rows that are shown."""
_READY: Final = b"."
_COMMAND: Final = "from pipelines.lake.query_process import serve; serve()"


class QueryProcesses:
    """Starts a process a query, and the next one ahead, so that nobody waits for it to load."""

    def __init__(self) -> None:
        """Nothing is started before `prepare` or the first query."""
        self._lock = threading.Lock()
        self._ahead: subprocess.Popen[bytes] | None = None

    def prepare(self) -> None:
        """Start the process of the next query; it ends with this one at the latest."""
        with self._lock:
            if self._ahead is None:
                atexit.unregister(self.close)
                atexit.register(self.close)
                self._ahead = _start()

    def rows(self, lake: str, query: str, limits: Limits) -> QueryResult:
        """As `run_query` of the lake at an address; every error is one of its errors.

        Raises:
            UsageError: also where the rows are larger than can be shown.
            LakeError: also where there is no lake.
        """
        found: QueryResult = self._ask(lake, query, limits, as_table=False)
        return found

    def table(self, lake: str, query: str, limits: Limits) -> pa.Table:
        """As `query_table` of the lake at an address; errors as of `rows`."""
        return self._ask(lake, query, limits, as_table=True)

    def close(self) -> None:
        """End the process that waits for a query."""
        with self._lock:
            ahead, self._ahead = self._ahead, None
        if ahead is not None:
            ahead.kill()
            ahead.communicate()

    def _ask(self, lake: str, query: str, limits: Limits, *, as_table: bool) -> Any:
        with self._lock:
            process, self._ahead = self._ahead or _start(), None
        try:
            if process.stdout is not None and process.stdout.read(len(_READY)) == _READY:
                request = pickle.dumps((lake, query, limits, as_table))
                answer, _ = process.communicate(request)
            else:
                answer = b""
        finally:
            process.kill()
            process.wait()
        self.prepare()
        if process.returncode == -signal.SIGALRM:
            raise too_slow(limits)
        if process.returncode == -signal.SIGKILL:
            raise too_large(limits.memory)
        if process.returncode != 0:
            raise RuntimeError(f"the process of a query ended with {process.returncode}")
        found = pickle.loads(answer)
        if isinstance(found, PaipuError):
            raise found
        return found


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", _COMMAND],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # Ctrl-C is for whoever started it
    )


def serve() -> None:
    """Answer the one query that standard input holds; the process's own life."""
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    stdout.write(_READY)
    stdout.flush()
    request = stdin.read()
    if not request:  # nobody asks any more
        return
    lake, query, limits, as_table = pickle.loads(request)
    signal.setitimer(signal.ITIMER_REAL, limits.seconds + _GRACE)
    stdout.write(_answer(lake, query, limits, as_table))
    stdout.flush()


def _answer(lake: str, query: str, limits: Limits, as_table: bool) -> bytes:
    try:
        opened = Lake.existing(lake)
        if as_table:
            return pickle.dumps(query_table(opened, query, limits))
        answer = pickle.dumps(run_query(opened, query, limits=limits))
        if len(answer) > _MOST_BYTES:
            raise UsageError(
                f"the rows take {len(answer) / 2**20:,.0f} MB, of {_MOST_BYTES / 2**20:.0f} that "
                "are shown; ask for fewer or shorter ones",
                code="bad_query",
            )
        return answer
    except PaipuError as error:
        return pickle.dumps(error)
