"""What runs the tasks of a flow: threads of this process.

Kernels, Polars and Arrow let go of the interpreter lock, so threads use all cores without copying
anything between processes.
"""

from __future__ import annotations

import os
from typing import Any


def n_workers() -> int:
    """Cores that this process may use, at least two so that reading and computing overlap."""
    return max(2, len(os.sched_getaffinity(0)))


def thread_runner(workers: int | None = None) -> Any:
    """A Prefect task runner of threads, one a core."""
    from prefect.task_runners import ThreadPoolTaskRunner

    return ThreadPoolTaskRunner(max_workers=workers or n_workers())
