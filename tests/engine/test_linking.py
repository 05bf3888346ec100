"""How kernels are compiled and linked: large ones by name, small ones copied, cached or not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.jit import leaf

pytestmark = pytest.mark.skipif(
    bool(numba.config.DISABLE_JIT), reason="kernels are plain Python functions here"
)

_KERNELS = """
import numpy as np
from engine.jit import leaf

@leaf
def other(values):
    return values[0]

@leaf
def large(values, last):
    total = np.int64(last)
{lines}
    return total

@leaf
def caller(values):
    return large(values, 7) + 1

@leaf
def small(values):
    return large(values, 7)

@leaf
def first_caller(values):
    return small(values) + 1

@leaf
def second_caller(values):
    return small(values) + 1
"""
_LINES = "\n".join(
    f"    if values[{k}] > {k}:\n        total += values[{k}] * {k + 2}\n"
    f"    else:\n        values[{k}] = total"
    for k in range(20)
)
_MAIN = """
import sys
import numpy as np
import pair
caller = getattr(pair, sys.argv[1])
if sys.argv[2:]:
    for kind in (np.int64, np.int32, np.int16, np.float64):
        pair.other(np.zeros(1, kind))
print(caller(np.arange(1, 21)), sum(caller.stats.cache_hits.values()))
"""
_ANSWER = 7 + sum((k + 1) * (k + 2) for k in range(20)) + 1


@leaf
def small_part(value: int) -> int:
    """A kernel of one instruction."""
    return value + 1


@leaf
def large_part(values: NDArray[np.int64]) -> int:
    """A kernel of more instructions than are copied."""
    total = 0
    for k in range(len(values)):
        if values[k] > 3:
            total += values[k] * k
        elif values[k] > 2:
            total -= values[k]
            values[k] = 0
        elif values[k] > 1 and k > 0:
            values[k - 1], values[k] = values[k], values[k - 1]
        else:
            values[k] += total
        while values[k] > 10:
            values[k] //= 2
            total += 1
    return total


@leaf
def whole(values: NDArray[np.int64]) -> int:
    """Calls both."""
    return small_part(large_part(values))


@leaf
def widths(values: NDArray[np.int8]) -> int:
    """Calls a kernel with integers of two widths and a constant."""
    return small_part(len(values)) + small_part(values[0]) + small_part(3)


def test_large_kernels_are_called_by_name_and_small_ones_copied() -> None:
    assert whole(np.array([5, 3, 2, 1])) == small_part.py_func(  # type: ignore[attr-defined]
        large_part.py_func(np.array([5, 3, 2, 1]))  # type: ignore[attr-defined]
    )
    (compiled,) = whole.overloads.values()  # type: ignore[attr-defined]
    assert [load.name for load in compiled.reload_init] == ["large_part"]


def test_integers_of_all_widths_are_one_version_of_a_kernel() -> None:
    assert widths(np.array([4, 0], np.int8)) == 3 + 5 + 4
    for kind in (numba.types.int8, numba.types.int64, numba.types.literal(3)):
        small_part.get_call_template((kind,), {})  # type: ignore[attr-defined]
    assert len(small_part.called.overloads) == 1  # type: ignore[attr-defined]


def test_a_cached_caller_finds_kernels_that_were_compiled_anew(tmp_path: Path) -> None:
    assert _run(tmp_path, "caller") == [_ANSWER, 0]
    assert _run(tmp_path, "caller") == [_ANSWER, 1]
    compiled = list((tmp_path / "cache").rglob("called/*/pair.large*"))
    assert len(compiled) == 2
    for path in compiled:
        path.unlink()
    assert _run(tmp_path, "caller", "compile others before") == [_ANSWER, 1]


def test_a_copied_kernel_from_the_cache_tells_what_it_calls(tmp_path: Path) -> None:
    assert _run(tmp_path, "first_caller") == [_ANSWER, 0]
    assert _run(tmp_path, "second_caller") == [_ANSWER, 0]
    assert _run(tmp_path, "second_caller") == [_ANSWER, 1]


def _run(folder: Path, *arguments: str) -> list[int]:
    """Call the caller in a process of its own; returns its answer and hits of its cache."""
    (folder / "pair.py").write_text(_KERNELS.replace("{lines}", _LINES))
    root = Path(__file__).parents[2]
    environment = {
        **os.environ,
        "PAIPU_CACHE_DIR": str(folder / "cache"),
        "PYTHONPATH": os.pathsep.join((str(folder), str(root))),
    }
    done = subprocess.run(
        [sys.executable, "-c", _MAIN, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return [int(word) for word in done.stdout.split()]
