"""The one place that configures numba: options, cache folder, fingerprint of the sources.

numba's cache sees only the file of a function, not those of the functions that it calls. The
cache folder therefore carries a fingerprint of all engine sources and shared codes: any change
opens a new folder, and a stale kernel can never answer. ``PAIPU_CACHE_DIR`` moves the cache.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba

_ROOT: Final = Path(__file__).resolve().parent.parent
_SOURCES: Final = (_ROOT / "engine", _ROOT / "schemas")

F = TypeVar("F", bound=Callable[..., Any])


def source_fingerprint() -> str:
    """Hash of every engine and schema source file: 16 hex digits."""
    digest = hashlib.sha256(numba.__version__.encode())
    for folder in _SOURCES:
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.relative_to(_ROOT).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The folder for compiled kernels and precomputed tables."""
    return Path(os.environ.get("PAIPU_CACHE_DIR") or _ROOT / ".cache")


# Bounds-checked kernels are other machine code: they get a folder of their own.
_CHECKED: Final = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0") else ""
KERNEL_DIR: Final = cache_root() / f"kernels-{source_fingerprint()}{_CHECKED}"
numba.config.CACHE_DIR = str(KERNEL_DIR)
# Kernels are short branches over small arrays: nothing to vectorise, and looking for it takes time.
numba.config.LOOP_VECTORIZE = 0
numba.config.SLP_VECTORIZE = 0


def jit(function: F) -> F:
    """Compile a kernel: no Python objects, no GIL, cached on disk."""
    return cast(F, _plain(numba.njit(nogil=True, cache=True, error_model="numpy")(function)))


def leaf(function: F) -> F:
    """Compile a kernel that allocates no arrays and returns none: it borrows those it is given.

    Otherwise numba counts a reference to every array argument of every call, which takes half of
    the time of kernels that do little.
    """
    kernel = numba.njit(nogil=True, cache=True, error_model="numpy", _nrt=False)(function)
    return cast(F, _plain(kernel))


def merge(function: F) -> F:
    """Compile a small leaf that the optimiser must merge into its callers.

    It is compiled once, and its callers see a function.
    """
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
    compiled = numba.cfunc(signature, nopython=True, cache=True, error_model="numpy")
    return compiled(function)


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
