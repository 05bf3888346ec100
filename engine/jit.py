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

from engine.sources import fingerprint

_ROOT: Final = Path(__file__).resolve().parent.parent

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
    _open_folder(function)
    return cast(F, _plain(numba.njit(nogil=True, cache=True, error_model="numpy")(function)))


def leaf(function: F) -> F:
    """Compile a kernel that allocates no arrays and returns none: it borrows those it is given.

    Otherwise numba counts a reference to every array argument of every call, which takes half of
    the time of kernels that do little.
    """
    _open_folder(function)
    kernel = numba.njit(nogil=True, cache=True, error_model="numpy", _nrt=False)(function)
    return cast(F, _plain(kernel))


def merge(function: F) -> F:
    """Compile a small leaf that the optimiser must merge into its callers.

    It is compiled once, and its callers see a function.
    """
    _open_folder(function)
    kernel = numba.njit(nogil=True, cache=True, error_model="numpy", _nrt=False, forceinline=True)(
        function
    )
    return cast(F, _plain(kernel))


def by_address(function: Callable[..., Any], *example: Any) -> Any:
    """Compile a kernel that others call by its address and are not compiled with.

    Args:
        function: a kernel that returns an integer; it allocates nothing, like a leaf.
        example: arguments of the types that it will be called with.
    """
    signature = numba.types.int64(*(numba.typeof(argument) for argument in example))
    _open_folder(function)
    compiled = numba.cfunc(signature, nopython=True, cache=True, error_model="numpy")
    return compiled(function)


def _open_folder(function: Callable[..., Any]) -> None:
    """Have numba, which looks when a function is decorated, keep it in its module's folder."""
    numba.config.CACHE_DIR = str(kernel_dir(function.__module__))


def _plain(dispatcher: Any) -> Any:
    """Have kernels take constants of their callers as plain numbers.

    numba compiles a function anew for every constant that some caller passes to it, and all that
    it calls with it: with action codes and table positions that is most of the compile time. The
    optimiser still sees the constants wherever it merges a call. With numba switched off
    (``NUMBA_DISABLE_JIT=1``) a kernel is the Python function itself.
    """
    if numba.config.DISABLE_JIT:
        return dispatcher
    resolve = dispatcher.get_call_template

    def resolve_plain(args: Any, kws: Any) -> Any:
        plain = {name: numba.types.unliteral(kind) for name, kind in kws.items()}
        return resolve(tuple(numba.types.unliteral(kind) for kind in args), plain)

    dispatcher.get_call_template = resolve_plain
    return dispatcher
