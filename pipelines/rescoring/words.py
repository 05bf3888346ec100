"""A rescoring's result in words that need no terminal: the artifact of each flow run."""

from __future__ import annotations

from pipelines.ingest.words import by_count
from pipelines.rescoring.running import RescoreResult


def summary_markdown(result: RescoreResult) -> str:
    """What was scored again and how the hands end now, as Markdown."""
    summary = result.summary
    lines = [
        f"## `{result.run}`",
        "",
        f"- {summary.hands:,} hands of `{result.parent}`"
        + (" (were in the lake already)" if result.existed else ""),
        f"- {result.hands_per_second:,.0f} a second",
        *(f"- {notice}" for notice in result.notices),
        *(f"- {name}: {count:,}" for name, count in by_count(summary.outcomes)),
        "",
    ]
    return "\n".join(lines)
