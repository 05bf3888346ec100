"""Tables for people on a terminal; as wide as they need to be where they go into a pipe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_PIPE_WIDTH: Final = 100_000


def console() -> Console:
    """Where results go: stdout, in a pipe never wrapped."""
    from rich.console import Console

    # Settings of the environment may call a pipe a terminal, for its colours.
    return Console() if sys.stdout.isatty() else Console(width=_PIPE_WIDTH)


def table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    """A plain table; columns named in `right` hold numbers."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left")
    return made


def show(*parts: Any) -> None:
    """Print tables and lines."""
    target = console()
    for part in parts:
        target.print(part)


def fits(rows: Table) -> bool:
    """Whether a table is as wide as it wants to be on this terminal."""
    from rich.measure import Measurement

    target = console()
    unlimited = target.options.update(width=_PIPE_WIDTH)
    return Measurement.get(target, unlimited, rows).maximum <= target.width


def size(n_bytes: int) -> str:
    """Bytes for people.

    >>> size(1_536), size(12), size(5_000_000)
    ('1.5 kB', '12 B', '4.8 MB')
    """
    amount = float(n_bytes)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 1024 or unit == "GB":
            break
        amount /= 1024
    return f"{amount:.0f} {unit}" if unit == "B" or amount >= 100 else f"{amount:.1f} {unit}"
