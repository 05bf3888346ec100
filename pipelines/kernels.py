"""Progress of compiling: kernels appear in the cache one by one."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Final

from engine.jit import cache_root, is_compiled
from pipelines import progress

_LOOK_SECONDS: Final = 2.0


@contextlib.contextmanager
def compiling_shown(module: str, otherwise: str) -> Iterator[None]:
    """Say what happens in a block that needs kernels: that they are compiled, and how far.

    Args:
        module: one whose kernels need all others; while they are not there all are compiled.
        otherwise: what the block is about where they are.
    """
    if is_compiled(module):
        progress.stage(otherwise, None, "kernels")
    else:
        progress.stage("compiling the kernels: minutes, this once")
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=(ended,), daemon=True)
    watcher.start()
    try:
        yield
    finally:
        ended.set()
        watcher.join()


def _watch(ended: threading.Event) -> None:
    before = _n_kernels()
    seen = 0
    while not ended.wait(_LOOK_SECONDS):
        found = _n_kernels() - before
        if found > seen:
            if not seen:
                progress.stage("compiling", None, "kernels")
            progress.advance(found - seen)
            seen = found


def _n_kernels() -> int:
    return sum(1 for _ in cache_root().glob("kernels-*/*/*/*.nbi"))
