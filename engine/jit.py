"""The one place that configures numba: options and cache folders.

Each module's kernels have a cache folder of their own that carries the fingerprint of all sources
they depend on (`engine.sources`): a change of any of them opens a new folder, and a stale kernel
can never answer. ``PAIPU_CACHE_DIR`` moves the cache.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba
from numba.core.imputils import lower_cast

from engine.linking import compile_called, stand_apart
from engine.sources import fingerprint

_ROOT: Final = Path(__file__).resolve().parent.parent


@lower_cast(numba.types.NestedArray, numba.types.Array)  # type: ignore[untyped-decorator]
def _as_plain(context: Any, builder: Any, kind: Any, plain: Any, value: Any) -> Any:
    """A record's array as an array: numba has them in one form."""
    return value


F = TypeVar("F", bound=Callable[..., Any])


def cache_root() -> Path:
    """The folder for compiled kernels and precomputed tables."""
    return Path(os.environ.get("PAIPU_CACHE_DIR") or _ROOT / ".cache")


# Bounds-checked kernels are other machine code: they get folders of their own.
_CHECKED: Final = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
# Kernels are short branches over small arrays: nothing to vectorise, and looking for it takes time.
numba.config.LOOP_VECTORIZE = 0
numba.config.SLP_VECTORIZE = 0
# Calls by address are called experimental; they are what keeps the systems' kernels apart.
warnings.filterwarnings("ignore", category=numba.errors.NumbaExperimentalFeatureWarning)


@cache
def kernel_dir(module: str) -> Path:
    """Where the compiled kernels of a module lie while its sources are what they are now."""
    folder = f"{module}-{fingerprint(module)}{_CHECKED}"
    return cache_root() / f"kernels-{numba.__version__}" / folder


def is_compiled(module: str) -> bool:
    """Whether kernels of a module lie in the cache; else it takes minutes to compile them."""
    return any(kernel_dir(module).glob("*/*.nbi"))


def jit(function: F) -> F:
    """Compile a kernel: no Python objects, no GIL, cached on disk."""
    return cast(F, _kernel(function))


def leaf(function: F) -> F:
    """Compile a kernel that allocates no arrays and returns none: it borrows those it is given.

    Otherwise numba counts a reference to every array argument of every call, which takes half of
    the time of kernels that do little.
    """
    return cast(F, _kernel(function, _nrt=False))


def merge(function: F) -> F:
    """Compile a small leaf that the optimiser must merge into its callers.

    It is compiled once, and its callers see a function.
    """
    return cast(F, _kernel(function, _nrt=False, forceinline=True))


def by_address(function: Callable[..., Any], *example: Any) -> Any:
    """Compile a kernel that others call by its address and are not compiled with.

    With numba switched off it is the Python function itself.

    Args:
        function: a kernel that returns an integer; it allocates nothing, like a leaf.
        example: arguments of the types that it will be called with.
    """
    if numba.config.DISABLE_JIT:
        return function
    signature = numba.types.int64(*(numba.typeof(argument) for argument in example))
    numba.config.CACHE_DIR = str(kernel_dir(function.__module__))
    return compile_called(function, signature, {"nopython": True, "error_model": "numpy"})


def _kernel(function: Callable[..., Any], **options: Any) -> Any:
    """A kernel in two forms that are compiled when needed: for Python, and for other kernels.

    The form that kernels call is the attribute `called` of the other. It does without the entries
    from Python and C, which take as long to compile as a small kernel itself. Each form has a
    cache folder: numba looks for it when a function is decorated. With numba switched off
    (``NUMBA_DISABLE_JIT=1``) a kernel is the Python function itself.
    """
    if numba.config.DISABLE_JIT:
        return function
    options |= {"nogil": True, "cache": True, "error_model": "numpy"}
    folder = kernel_dir(function.__module__)
    numba.config.CACHE_DIR = str(folder)
    kernel = numba.njit(**options)(function)
    numba.config.CACHE_DIR = str(folder / "called")
    called = numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **options)(function)
    resolve = called.get_call_template

    def resolve_plain(args: Any, kws: Any) -> Any:
        plain = {name: _plain(kind) for name, kind in kws.items()}
        answer = resolve(tuple(_plain(kind) for kind in args), plain)
        stand_apart(called)
        return answer

    kernel.called = called
    kernel.get_call_template = resolve_plain
    kernel.get_overload = called.get_overload
    return kernel


def _plain(kind: Any) -> Any:
    """The type as which a kernel takes an argument.

    Constants are plain numbers, integers int64, a record's arrays arrays like others.

    numba compiles a function anew for every constant, every width of integer and every length of
    a record's array that some caller passes to it, and all that it calls with it: with action
    codes, table positions and elements of arrays that is most of the compile time. The optimiser
    still sees the constants wherever it merges a call.
    """
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.NestedArray):
        return numba.types.Array(kind.dtype, kind.ndim, "C")
    if isinstance(kind, numba.types.Integer) and kind.signed:
        return numba.types.int64
    return kind
