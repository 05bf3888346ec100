"""Records of fixed-size arrays, which kernels take by one pointer.

A tuple of arrays is seven numbers or more for each array, in every call: kernels that hand tuples
on would spend their time, and that of the compiler, on copying these numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Field = tuple[str, Any, tuple[int, ...]]
"""Name, type of the elements and shape of an array; the shape of a single number is ()."""


def new_record(fields: tuple[Field, ...]) -> Any:
    """A record whose arrays and numbers are all 0."""
    return np.zeros(1, np.dtype(list(fields), align=True)).view(np.recarray)[0]
