"""The names of all statistics, read from their sources.

A mistyped name is told before the libraries are loaded that answers need, which takes seconds.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path
from typing import Final

from schemas.errors import UsageError, nearest, one_of

_FOLDER: Final = Path(__file__).resolve().parent / "analysis"


@cache
def statistic_names() -> frozenset[str]:
    """The name of every function below ``@statistic``, or the one that it is given there."""
    return frozenset(name for path in _FOLDER.glob("*.py") for name in _names_in(path))


def check_statistic(name: str, known: Collection[str] | None = None) -> None:
    """Refuse a name that is no statistic's.

    Args:
        name: what was asked for.
        known: names of the statistics; None: of all that there are.

    Raises:
        UsageError: with code ``unknown_statistic``.
    """
    known = statistic_names() if known is None else known
    if name not in known:
        names = sorted(known)
        raise UsageError(
            f"no statistic {name!r}{nearest(name, names)}; statistics are {one_of(names, most=99)}",
            code="unknown_statistic",
        )


def _names_in(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "statistic":
                told = [one.value for one in mark.keywords if one.arg == "name"]
                yield str(ast.literal_eval(told[0])) if told else node.name
