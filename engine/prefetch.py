"""Asks for an entry of a large table before it is needed, so that nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic
from numpy.typing import NDArray


def _begin_reading(table: NDArray[np.uint8], place: int) -> None:
    """With numba switched off there is nothing to ask for."""


def _prefetch(context: Any, table: Any, place: Any) -> tuple[Any, Callable[..., Any]]:
    signature = numba.types.void(table, place)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        pointer = builder.gep(array.data, [arguments[1]])
        integer, number = ir.IntType(32), context.get_constant
        kinds = (pointer.type, integer, integer, integer)
        asked = builder.module.declare_intrinsic(
            "llvm.prefetch", (pointer.type,), ir.FunctionType(ir.VoidType(), kinds)
        )
        flags = [number(numba.types.int32, flag) for flag in (_READ, _KEEP, _DATA)]
        builder.call(asked, [pointer, *flags])
        return context.get_dummy_value()

    return signature, generate


_READ, _KEEP, _DATA = 0, 3, 1
"""Arguments of LLVM's prefetch: to be read, to be kept near, data."""
begin_reading = _begin_reading if numba.config.DISABLE_JIT else intrinsic(_prefetch)
"""``begin_reading(table, place)`` asks for a byte of a table, uint8 (n)."""
