"""Values of a query's rows as text for people, on the terminal and the page."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

_NUMBERS: Final = (
    "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT", "DOUBLE", "FLOAT", "DECIMAL",
)  # fmt: skip


def is_number(kind: str) -> bool:
    """Whether a type of DuckDB holds single numbers.

    >>> is_number("UBIGINT"), is_number("DECIMAL(38,0)"), is_number("INTEGER[]")
    (True, True, False)
    >>> is_number("STRUCT(a INTEGER)"), is_number("INTERVAL")
    (False, False)
    """
    return (
        any(word in kind for word in _NUMBERS)
        and not kind.endswith("]")
        and "(" not in kind.removeprefix("DECIMAL(")
    )


def shown_value(value: Any) -> str:
    """A value for people; null is empty.

    >>> shown_value(None), shown_value(2 / 3), shown_value([1, None, "a"])
    ('', '0.666667', '[1, , a]')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, list | tuple):
        return "[" + ", ".join(shown_value(inner) for inner in value) + "]"
    return str(value)
