"""Run all benchmarks and print ratios: ``make bench`` or ``python -m tests.bench [NAME…]``."""

from __future__ import annotations

import importlib
import os
import platform
import sys
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from tests.bench.rows import Row

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("bench_*.py"))


def main(wanted: list[str]) -> int:
    """Run the named benchmarks (all without names); 1 if a wanted ratio was missed."""
    unknown = [name for name in wanted if f"bench_{name}" not in MODULES]
    if unknown:
        names = ", ".join(module.removeprefix("bench_") for module in MODULES)
        print(f"no benchmark {unknown[0]!r}; benchmarks are {names}", file=sys.stderr)
        return 2
    console = Console()
    console.print(
        f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores; "
        "compilation and server start are not in the figures"
    )
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for title, side in (
        ("benchmark", "left"), ("measured", "right"), ("reference", "left"),
        ("its figure", "right"), ("ratio", "right"), ("wanted", "right"), ("", "left"),
    ):  # fmt: skip
        table.add_column(title, justify=side)
    rows: list[Row] = []
    for module in MODULES:
        if wanted and module.removeprefix("bench_") not in wanted:
            continue
        found = importlib.import_module(f"tests.bench.{module}").run()
        rows.extend(found)
        for row in found:
            goal = f"≥ {row.at_least:g}" if row.at_least is not None else ""
            goal = f"≤ {row.at_most:g}" if row.at_most is not None else goal
            table.add_row(
                row.name,
                f"{row.value:,.0f} {row.unit}",
                row.reference,
                f"{row.reference_value:,.0f} {row.unit}",
                f"{row.ratio:.2f}",
                goal,
                "met" if row.met else "[bold red]missed[/]",
            )
    console.print(table)
    return 0 if all(row.met for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
