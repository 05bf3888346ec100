"""A simulation's result in words that need no terminal: the artifact of each flow run."""

from __future__ import annotations

from collections.abc import Iterable

from pipelines.ingest.words import by_count
from pipelines.simulate.running import SimulationResult


def summary_markdown(results: Iterable[SimulationResult]) -> str:
    """What was played and how it ended, as Markdown."""
    lines: list[str] = []
    for result in results:
        summary = result.summary
        lines += [
            f"## `{result.run}`",
            "",
            f"- {summary.hands:,} hands in {result.sessions:,} sessions"
            + (" (were in the lake already)" if result.existed else ""),
            f"- played now: {result.played:,}, {result.hands_per_second:,.0f} a second",
            f"- policies: {', '.join(result.policies)}",
        ]
        lines += [f"- {name}: {count:,}" for name, count in by_count(summary.outcomes)]
        lines.append("")
    return "\n".join(lines)
