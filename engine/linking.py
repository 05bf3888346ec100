"""How a compiled kernel becomes part of those that call it: merged where it is small, else called.

numba copies all that a kernel calls, to the last function, into the kernel's own module and
optimises the whole anew. In layers of kernels that is most of the compile time, and for naught: the
optimiser merges only small functions into their callers. Here larger ones stand apart. Their
callers know but their names, and a caller that is taken from the cache has them loaded first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, NamedTuple

import llvmlite.binding
from numba.core.ccallback import CFunc

_LARGEST_COPIED: Final = 60
"""Instructions of the largest function that is copied into its callers. The optimiser's own limit
for merging a call is some 45."""


class _Load(NamedTuple):
    """Has a kernel ready under the name that a caller in the cache knows.

    The names hold a number that differs from one process to another. Where the kernel was compiled
    anew since, it is given the old name beside its own.
    """

    module: str
    name: str
    types: Any
    symbol: str

    def __call__(self) -> None:
        kernel = getattr(import_module(self.module), self.name).called
        kernel.compile(self.types)
        _publish(self.symbol, kernel.overloads[self.types])


class _NamedOnly:
    """Takes the place of a compiled kernel's library in its callers: it has nothing to be copied.

    It is what numba asks of a library that it links: to be finished, what has to be done when a
    caller is taken from the cache, and a module to copy.
    """

    def __init__(self, load: _Load, empty: Any) -> None:
        self._reload_init = {load}
        self._empty = empty

    def _ensure_finalized(self) -> None:
        """The kernel's own library is finished."""

    def _get_module_for_linking(self) -> Any:
        return self._empty


def stand_apart(dispatcher: Any) -> None:
    """Have callers that are compiled from now on call what is large of a kernel by its name.

    Args:
        dispatcher: the form of a kernel that other kernels call; all its compiled versions that
            are not treated yet are.
    """
    merged = bool(dispatcher.targetoptions.get("forceinline"))
    for types, result in dispatcher.overloads.items():
        if types in _treated(dispatcher):
            continue
        _treated(dispatcher).add(types)
        # Callers take over what has to be loaded; numba forgets it of a kernel from the cache.
        result.library._reload_init.update(result.reload_init)
        if not merged and _can_be_found(dispatcher.py_func) and _is_large(result):
            _name_only(dispatcher, types, result)


def compile_called(function: Callable[..., Any], signature: Any, options: dict[str, Any]) -> Any:
    """Compile a function to be called by its address; numba's `cfunc` that keeps what it needs.

    numba notes what must be loaded before a kernel for its dispatchers, not for these.
    """
    called: Any = CFunc(
        function, (signature.args, signature.return_type), locals={}, options=options
    )
    compile_anew = called._compile_uncached

    def compile_and_note() -> Any:
        result = compile_anew()
        result.library._ensure_finalized()
        result.reload_init.extend(result.library._reload_init)
        return result

    called._compile_uncached = compile_and_note
    called.enable_caching()
    called.compile()
    return called


@cache
def _treated(dispatcher: Any) -> set[Any]:
    """Argument types of the versions of a kernel that were looked at."""
    return set()


def _can_be_found(function: Callable[..., Any]) -> bool:
    """Whether another process finds the kernel by its module's name and its own."""
    module = function.__module__
    named = getattr(sys.modules.get(module), function.__name__, None)
    return module != "__main__" and getattr(named, "py_func", None) is function


def _is_large(result: Any) -> bool:
    module = result.library._get_module_for_linking()
    function = module.get_function(result.fndesc.llvm_func_name)
    instructions = (each for block in function.blocks for each in block.instructions)
    return next(islice(instructions, _LARGEST_COPIED, None), None) is not None


def _name_only(dispatcher: Any, types: Any, result: Any) -> None:
    function, symbol = dispatcher.py_func, result.fndesc.llvm_func_name
    _publish(symbol, result)
    load = _Load(function.__module__, function.__name__, types, symbol)
    context = dispatcher.targetctx
    context.remove_user_function(result.entry_point)
    library = _NamedOnly(load, _empty_module(context.codegen()))
    context.insert_user_function(result.entry_point, result.fndesc, [library])


@cache
def _empty_module(codegen: Any) -> Any:
    return llvmlite.binding.parse_assembly(str(codegen._create_empty_module("named only")))


def _publish(symbol: str, result: Any) -> None:
    """Let the linker find a compiled kernel under a name."""
    address = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    llvmlite.binding.add_symbol(symbol, address)
