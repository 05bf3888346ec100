"""An ingest's result in words that need no terminal: the artifact that each flow run leaves."""

from __future__ import annotations

from collections.abc import Iterable

from pipelines.ingest.running import RunResult


def summary_markdown(results: Iterable[RunResult]) -> str:
    """What was loaded and refused, as Markdown."""
    lines: list[str] = []
    for result in results:
        summary = result.summary
        lines += [
            f"## `{result.run}`",
            "",
            f"- loaded: {summary.hands:,} of {result.records:,} records"
            + (" (was in the lake already)" if result.existed else ""),
            f"- refused: {summary.n_rejects:,}",
        ]
        lines += [
            f"    - {count:,} × `{code}`, first: {summary.examples[code]}"
            for code, count in by_count(summary.rejects)
        ]
        lines += [f"- {name}: {count:,}" for name, count in by_count(summary.outcomes)]
        lines += [
            f"- recorded scores, {name}: {count:,}" for name, count in by_count(summary.agreement)
        ]
        lines += [f"- {notice}" for notice in result.notices]
        lines.append("")
    return "\n".join(lines)


def by_count(counts: dict[str, int]) -> list[tuple[str, int]]:
    """Names and counts, most frequent first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
