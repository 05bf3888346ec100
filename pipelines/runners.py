"""What runs the tasks of a flow: threads of this process, or Dask's workers behind them.

Kernels, Polars and Arrow let go of the interpreter lock, so threads use all cores without copying
anything between processes. Dask is for several machines: each task of the flow is then a thread
that waits for a worker. Workers need no workflow server, only the lake and the project.
"""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from schemas.errors import PaipuError, UsageError, one_of

THREADS: Final = "threads"
DASK: Final = "dask"
RUNNERS: Final = (THREADS, DASK)
_MOST_WORKERS: Final = 1_024
_CONNECT_SECONDS: Final = 30


class SchedulerError(PaipuError):
    """A Dask scheduler that does not answer."""

    code = "dask_scheduler"


def n_workers() -> int:
    """Cores that this process may use, at least two so that reading and computing overlap."""
    return max(2, len(os.sched_getaffinity(0)))


def thread_runner(workers: int | None = None) -> Any:
    """A Prefect task runner of threads, one a core."""
    from prefect.task_runners import ThreadPoolTaskRunner

    return ThreadPoolTaskRunner(max_workers=workers or n_workers())


def call_here(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function on the thread that asks."""
    return function(*arguments)


@dataclass(frozen=True, slots=True)
class Crew:
    """Workers that functions are called on.

    Attributes:
        workers: how many work at once.
        is_remote: whether they are other processes.
        call: calls a function with arguments on a worker and waits for what it returns; from as
            many threads at once as there are workers.
    """

    workers: int
    is_remote: bool
    call: Callable[..., Any]


def check_runner(runner: str | None, workers: int | None, scheduler: str | None) -> str:
    """The runner that is asked for; threads where nothing is said.

    Raises:
        UsageError: for an unknown runner, a number of workers that is none, a scheduler of
            threads, or where Dask is not installed.
    """
    if runner is None:
        runner = DASK if scheduler else THREADS
    if runner not in RUNNERS:
        raise UsageError(f"unknown runner {runner!r}; runners are {one_of(RUNNERS)}")
    if workers is not None and not 1 <= workers <= _MOST_WORKERS:
        raise UsageError(f"{workers} workers: there are 1 to {_MOST_WORKERS:,}")
    if scheduler and runner != DASK:
        raise UsageError(f"a scheduler belongs to the runner {DASK}, not to {runner}")
    if runner == DASK:
        try:
            import distributed  # noqa: F401
        except ImportError as error:
            raise UsageError(
                "Dask is not installed: pip install 'distributed' into paipu's environment, or "
                "use the runner threads"
            ) from error
    return runner


@contextlib.contextmanager
def crew(runner: str, workers: int | None, scheduler: str | None) -> Iterator[Crew]:
    """Workers for the length of a block; arguments as checked by `check_runner`.

    Raises:
        SchedulerError: where the Dask scheduler does not answer or has no workers.
    """
    if runner == THREADS:
        yield Crew(workers or n_workers(), False, call_here)
        return
    with _dask_client(workers or n_workers(), scheduler) as client:
        cores = sum(client.ncores().values())
        if not cores:
            raise SchedulerError(f"the Dask scheduler {scheduler} has no workers")

        def call(function: Callable[..., Any], *arguments: Any) -> Any:
            return client.submit(function, *arguments, pure=False).result()

        yield Crew(min(workers, cores) if workers else cores, True, call)


@contextlib.contextmanager
def _dask_client(workers: int, scheduler: str | None) -> Iterator[Any]:
    import dask
    from distributed import Client, LocalCluster

    for name in ("distributed", "tornado", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    dask.config.set({"logging.distributed": "critical", "distributed.admin.tick.limit": "1h"})
    with contextlib.ExitStack() as stack:
        if scheduler is None:
            with _deaf_to_interrupts():  # Ctrl-C is for the command, which ends its workers
                cluster = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            stack.enter_context(cluster)
            address: Any = cluster
        else:
            address = scheduler
        try:
            client = Client(address, timeout=_CONNECT_SECONDS)
        except (OSError, ValueError, TimeoutError) as error:
            reason = " ".join(str(error).split())
            raise SchedulerError(
                f"the Dask scheduler {scheduler} does not answer ({reason})"
            ) from error
        yield stack.enter_context(client)


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
